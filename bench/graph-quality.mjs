// Prints the quality of the graph as a Markdown table, one row a data set.
//
//   node bench/graph-quality.mjs [FOLDER…]
//
// Needs a build in dist/. Without arguments the sets under datasets/ that have producer labels. A folder holds
// tools.jsonl or specs/*, and queries*.jsonl, producers.jsonl (labels) or edges.jsonl (links known to be right), each
// where it has them. Nothing is fetched and nothing is written.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { evaluate, loadDatasets } from '../dist/retrieval/evaluate.js';
import { ToolGraph } from '../dist/src/index.js';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const own = ['shop', 'devbox', 'polyglot', 'petstore'].map((name) => join(root, 'datasets', name));
const folders = process.argv.length > 2 ? process.argv.slice(2) : own;

console.log(
  '| set | tools | edges a tool | C@10 flat → graph | R@10 flat → graph | labels: first right | labels: right of drawn | labels: found | known links found |',
);
console.log('|---|---|---|---|---|---|---|---|---|');
for (const folder of folders) console.log(await row(resolve(folder)));

async function row(folder) {
  const graph = await graphOf(folder);
  const edges = (graph.edges().length / graph.tools.length).toFixed(2);
  const ranked = hasQueries(folder) ? loadDatasets(folder).map((set) => rankingOf(graph, set)) : [];
  const labels = labelsOf(graph, folder);
  const cells = [
    folder.split('/').at(-1),
    graph.tools.length,
    edges,
    ranked.map((set) => set.complete).join('; ') || '–',
    ranked.map((set) => set.recall).join('; ') || '–',
    ...(labels ?? ['–', '–', '–']),
    knownLinks(graph, folder) ?? '–',
  ];
  return `| ${cells.join(' | ')} |`;
}

async function graphOf(folder) {
  const graph = new ToolGraph();
  if (existsSync(join(folder, 'tools.jsonl'))) graph.ingestTools(lines(join(folder, 'tools.jsonl')));
  else if (existsSync(join(folder, 'specs')))
    for (const file of readdirSync(join(folder, 'specs')).sort())
      await graph.ingestOpenApi(join(folder, 'specs', file));
  else
    await graph.ingestOpenApi(
      join(root, 'node_modules/@readme/oas-examples/3.0/json', `${folder.split('/').at(-1)}.json`),
    );
  return graph;
}

function rankingOf(graph, set) {
  const result = evaluate(graph, set, { maxQueries: 400 });
  const goal = set.name.includes('goal') ? ' (goal)' : '';
  const pair = (pick) => `${percent(pick(result.flat.at[1]))} → ${percent(pick(result.ranked.at[1]))}${goal}`;
  return { complete: pair((at) => at.complete), recall: pair((at) => at.recall) };
}

/** Labelled inputs: is the first producer right, how many of the drawn are, how many of the right (three at most) are drawn? */
function labelsOf(graph, folder) {
  const file = join(folder, 'producers.jsonl');
  if (!existsSync(file)) return undefined;
  const byName = new Map(graph.tools.map((tool) => [tool.originalName, tool]));
  const sum = { inputs: 0, first: 0, drawn: 0, right: 0, wanted: 0 };
  for (const { consumer, input, producers, also = [] } of lines(file)) {
    const tool = byName.get(consumer);
    const into = graph
      .producersOf(tool.name)
      .filter((edge) => edge.to.split(/[.[]/)[0] === input)
      .slice(0, 3);
    const drawn = into.map((edge) => graph.get(edge.producer).originalName);
    const right = drawn.filter((name) => producers.includes(name));
    sum.drawn += drawn.filter((name) => !also.includes(name)).length;
    sum.right += right.length;
    sum.wanted += Math.min(3, producers.length);
    if (producers.length === 0) continue;
    sum.inputs++;
    if (producers.includes(drawn[0])) sum.first++;
  }
  return [share(sum.first, sum.inputs), share(sum.right, sum.drawn), share(sum.right, sum.wanted)];
}

/** Links that are known to be right, as pairs of tools: how many does the graph have? */
function knownLinks(graph, folder) {
  const file = join(folder, 'edges.jsonl');
  if (!existsSync(file)) return undefined;
  const name = new Map(graph.tools.map((tool) => [tool.name, tool.originalName]));
  const pairs = new Set(graph.edges().map((edge) => `${name.get(edge.producer)}\n${name.get(edge.consumer)}`));
  const names = new Set(name.values());
  const known = lines(file).filter(
    (link) => names.has(link.producer) && names.has(link.consumer) && link.producer !== link.consumer,
  );
  return share(known.filter((link) => pairs.has(`${link.producer}\n${link.consumer}`)).length, known.length);
}

function hasQueries(folder) {
  return readdirSync(folder).some((name) => /^queries.*\.jsonl$/.test(name));
}

function lines(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

function share(part, whole) {
  return whole === 0 ? '–' : `${percent(part / whole)} (${part}/${whole})`;
}

function percent(value) {
  return (100 * value).toFixed(1);
}
