/**
 * One catalog size in one process: builds it, then asks it. Run by run.mjs; by hand:
 *
 *   node --expose-gc --max-old-space-size=12000 bench/catalog-run.mjs --real 10000 --out results/real-10000.json
 *   node --expose-gc --max-old-space-size=16000 bench/catalog-run.mjs --synthetic 1000000 --out results/synthetic-1000000.json
 *
 * `--real N` takes documents until N operations are in, as users get it: checked against their specification, read by
 * worker threads (`--workers N` sets how many). `--account` then checks that each operation is a tool or named by a
 * diagnostic; `--vendor` asks the queries that name a vendor; `--judged` brings the judged lists up to date; `--rivals a,b`
 * names the libraries that run beside it. Stages: ingest, snapshot (saved, and loaded in processes of their own), linking,
 * updates, queries, rivals. Figures are written after each stage, so that a run that is stopped leaves those it has.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ToolGraph } from '../dist/src/index.js';
import { Account } from './account.mjs';
import { flexSearchEngine, miniSearchEngine, oramaEngine, plainEngine } from './engines.mjs';
import { judgedQueries } from './judged-queries.mjs';
import { progress } from './progress.mjs';
import { realSpecs } from './real-specs.mjs';
import { snapshotFigures } from './snapshot-figures.mjs';
import { interleaved, memory, timed } from './stop-watch.mjs';
import { syntheticQueries, syntheticTool } from './synthetic-tools.mjs';
import { replaceAndFind, underUpdates } from './updates.mjs';
import { vendorHits } from './vendor-queries.mjs';

const { values } = parseArgs({
  options: {
    real: { type: 'string' },
    synthetic: { type: 'string' },
    rivals: { type: 'string', default: 'minisearch' },
    vendor: { type: 'boolean', default: false },
    judged: { type: 'boolean', default: false },
    account: { type: 'boolean', default: false },
    workers: { type: 'string' },
    out: { type: 'string' },
  },
});
const here = dirname(fileURLToPath(import.meta.url));
const size = Number(values.real ?? values.synthetic);
if (!(size >= 1)) throw new Error('Say how many tools: --real N or --synthetic N.');
const out = resolve(here, values.out ?? `results/${values.real === undefined ? 'synthetic' : 'real'}-${size}.json`);
mkdirSync(dirname(out), { recursive: true });
process.on('SIGINT', () => {
  process.stderr.write('\nstopped; the figures of the stages before are in the result file\n');
  process.exit(130);
});

const figures = { kind: values.real === undefined ? 'synthetic' : 'real', node: process.version };
function note(stage, value) {
  figures[stage] = value;
  writeFileSync(out, `${JSON.stringify(figures, null, 2)}\n`);
}

const graph = new ToolGraph();
const account = values.account ? new Account() : undefined;
const enough = new Error('as many operations as were asked for');
let peakRss = 0;
const build = await timed(() => (values.real === undefined ? buildSynthetic() : buildReal()));
note('tools', graph.tools.length);
note('ingest', {
  wall: build.wall,
  cpu: build.cpu,
  diagnostics: graph.diagnostics.length,
  ...memory(),
  peakRssMb: Math.round(peakRss / 1e6),
  load: Math.round(loadavg()[0]),
});
if (account !== undefined) note('account', accountOf(build.result));
const queries = values.real === undefined ? syntheticQueries(300) : naturalQueries();
note('snapshot', await snapshotFigures(graph, queries[0]));
const link = await timed(() => graph.edges().length);
note('link', { wall: link.wall, cpu: link.cpu, edges: link.result, ...memory() });
if (values.vendor) note('vendor', vendorHits(graph));
if (values.judged) note('judged', judgedQueries(graph, { write: true }));
note('updates', { ...replaceAndFind(graph), underQueries: underUpdates(graph, queries) });
const rivals = new Set(values.rivals.split(',').filter((name) => name !== ''));
await askEverything();

async function buildReal() {
  const bar = progress('ingest', size);
  const specs = realSpecs();
  const stop = new AbortController();
  const options = {
    ...(values.workers === undefined ? {} : { workers: Number(values.workers) }),
    limits: { maxBytes: 100e6 },
    signal: stop.signal,
    onProgress: ({ tools }) => {
      peakRss = Math.max(peakRss, process.memoryUsage.rss());
      bar.at(tools);
      if (tools >= size) stop.abort(enough);
    },
  };
  const documents = specs.map(({ id, file }) => ({ location: file, source: id }));
  const outcomes = await graph.ingestOpenApiList(documents, options).catch((reason) => {
    if (reason !== enough) throw reason;
    return [];
  });
  bar.end();
  return outcomes;
}

function accountOf(outcomes) {
  const files = new Map(realSpecs().map(({ id, file }) => [id, file]));
  for (const { report, failure } of outcomes) {
    const [id] = report.sources;
    if (failure === undefined) account.add(id, files.get(id), report);
    else account.threw(id, failure);
  }
  return account.figures;
}

function buildSynthetic() {
  const bar = progress('ingest', size);
  for (let first = 0; first < size; first += 500) {
    const rows = Array.from({ length: Math.min(500, size - first) }, (_, at) => syntheticTool(first + at));
    graph.ingestTools(rows, { source: rows[0].service });
    bar.at(first + rows.length);
  }
  bar.end();
}

async function askEverything() {
  const engines = {
    plain: plainEngine(graph.tools),
    flat: (query) => graph.retrieveWithScores(query, 10, { prerequisites: false }),
    default: (query) => graph.retrieveWithScores(query, 10),
    explained: (query) => graph.retrieveWithScores(query, 10).map((hit) => hit.explanation.summary),
  };
  note('queries', { count: queries.length, ...(await interleaved(engines, queries, 5)) });
  const slow = {};
  if (rivals.has('minisearch')) slow.minisearch = miniSearchEngine(graph.tools);
  if (rivals.has('orama')) slow.orama = await oramaEngine(graph.tools);
  if (rivals.has('flexsearch')) slow.flexsearch = flexSearchEngine(graph.tools);
  if (Object.keys(slow).length === 0) return;
  const few = queries.filter((_, at) => at % Math.ceil(queries.length / (size > 20_000 ? 16 : 60)) === 0);
  note('rivals', { count: few.length, ...(await interleaved({ default: engines.default, ...slow }, few, 1)) });
}

function naturalQueries() {
  const text = readFileSync(resolve(here, '../datasets/public-apis/natural.jsonl'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).query);
}
