// Prints the quality of the graph as a Markdown table, one row a data set: the table of docs/graph.md.
//
//   node bench/graph-quality.mjs [FOLDER…]
//
// Needs a build in dist/. Without arguments the sets under datasets/ that have producer labels. A folder holds
// tools.jsonl or specs/*, and queries*.jsonl, producers.jsonl (labels) or edges.jsonl (links known to be right), each
// where it has them; with neither tools nor specs the Petstore document of npm is its catalog. A folder written as
// FOLDER:specs takes its catalog from specs/ though it has tools.jsonl. Nothing is fetched and nothing is written.
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { edgeQuality, readEdgeTruth } from '../dist/retrieval/edge-quality.js';
import { evaluate, loadDatasets } from '../dist/retrieval/evaluate.js';
import { goldNames } from '../dist/retrieval/gold-names.js';
import { ToolGraph } from '../dist/src/index.js';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const own = ['shop', 'devbox', 'polyglot', 'petstore'].map((name) => join(root, 'datasets', name));
const folders = process.argv.length > 2 ? process.argv.slice(2) : own;

console.log(
  '| set | tools | edges a tool | C@10 flat → graph | R@10 flat → graph | several tools: C@10 | labels: first right | labels: right of drawn | labels: found | known links found |',
);
console.log('|---|---|---|---|---|---|---|---|---|---|');
for (const folder of folders) console.log(await row(folder));

async function row(argument) {
  const folder = resolve(argument.replace(/:specs$/, ''));
  const sets = hasQueries(folder) ? loadDatasets(folder) : [];
  const graph = await graphOf(folder, sets[0], argument.endsWith(':specs'));
  const results = sets.map((set) => evaluate(graph, set, { maxQueries: 400 }));
  const rows = sets[0]?.tools ?? [];
  const truth = readEdgeTruth(folder);
  const edges = edgeQuality(graph, truth, goldNames(graph.tools, rows));
  const cells = [
    `${basename(folder)}${argument.endsWith(':specs') ? ', from its documents' : ''}`,
    graph.tools.length,
    edges.edgesPerTool.toFixed(2),
    joined(results, (result) => arrow(result, (at) => at.complete)),
    joined(results, (result) => arrow(result, (at) => at.recall)),
    joined(results, ({ severalTools }) => severalTools && arrow(severalTools, (at) => at.complete)),
    ...[edges.firstRight, edges.rightOfDrawn, edges.found, edges.linksFound].map(share),
  ];
  return `| ${cells.join(' | ')} |`;
}

async function graphOf(folder, set, fromSpecs) {
  const graph = new ToolGraph();
  if (set === undefined)
    await graph.ingestOpenApi(join(root, 'node_modules/@readme/oas-examples/3.0/json', `${basename(folder)}.json`));
  else if (set.tools.length > 0 && !fromSpecs) graph.ingestTools(set.tools);
  else for (const spec of set.specs) await graph.ingestOpenApi(spec);
  return graph;
}

function joined(results, figure) {
  const cells = results.flatMap((result) => {
    const text = figure(result);
    if (text === undefined) return [];
    return [`${text}${result.dataset.includes('goal') ? ' (goal)' : ''}`];
  });
  return cells.join('; ') || '–';
}

function arrow({ flat, ranked }, pick) {
  return `${percent(pick(flat.at[1]))} → ${percent(pick(ranked.at[1]))}`;
}

function hasQueries(folder) {
  return existsSync(folder) && readdirSync(folder).some((name) => /^queries.*\.jsonl$/.test(name));
}

function share({ part, whole }) {
  return whole === 0 ? '–' : `${percent(part / whole)} (${part}/${whole})`;
}

function percent(value) {
  return (100 * value).toFixed(1);
}
