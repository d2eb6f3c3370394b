/**
 * Makes the tables of docs/benchmarks.md from the result files; by hand: node bench/tables.mjs [--write] [--least]. With
 * `--least` each query counts by its least time of all rounds and not by its median: for a machine that was not idle.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const results = new URL('results/', import.meta.url);
const page = new URL('../docs/benchmarks.md', import.meta.url);
const [begin, end] = ['<!-- tables: begin -->', '<!-- tables: end -->'];

const least = argv.includes('--least');

/** The tables as Markdown; with `write` they also replace what docs/benchmarks.md has between its two marks. */
export function writeTables(write) {
  const runs = readdirSync(results)
    .filter((name) => /^(real|synthetic)-\w+\.json$/.test(name))
    .map((name) => JSON.parse(readFileSync(new URL(name, results), 'utf8')))
    .map((run) => ({ ...run, queries: chosen(run.queries), rivals: chosen(run.rivals) }))
    .filter((run) => run.link !== undefined)
    .sort((a, b) => (a.kind === b.kind ? a.tools - b.tools : a.kind < b.kind ? -1 : 1));
  const text = [buildTable(runs), storageTable(runs), queryTable(runs), lengthTable(runs), rivalTable(runs)].join(
    '\n\n',
  );
  if (write) {
    const before = readFileSync(page, 'utf8');
    const [head, rest] = [before.slice(0, before.indexOf(begin) + begin.length), before.slice(before.indexOf(end))];
    writeFileSync(page, `${head}\n${text}\n${rest}`);
  }
  return `${text}\n`;
}

/** The figures by median, or by least time. */
function chosen(engines) {
  if (engines === undefined || !least) return engines;
  return Object.fromEntries(Object.entries(engines).map(([name, figures]) => [name, figures.least ?? figures]));
}

function buildTable(runs) {
  const rows = runs.map(({ kind, tools, ingest, link }, at) => [
    `${tools.toLocaleString('en-US')} ${kind}`,
    `${ingest.wall.toFixed(1)} / ${ingest.cpu.toFixed(1)} s`,
    `${link.wall.toFixed(1)} / ${link.cpu.toFixed(1)} s`,
    `${(((ingest.cpu + link.cpu) / tools) * 1000).toFixed(2)} ms`,
    `${ingest.heapMb} / ${link.heapMb} MB`,
    `${ingest.peakRssMb ?? '?'} / ${link.rssMb} MB`,
    growth(runs[at - 1], runs[at]),
    link.edges.toLocaleString('en-US'),
    ingest.load ?? '?',
  ]);
  return table(
    [
      'tools',
      'ingest + index, wall / CPU',
      'link, wall / CPU',
      'CPU a tool',
      'heap before / after linking',
      'RSS, peak of ingest / after linking',
      'growth of ingest, link and heap',
      'edges',
      'load of the machine',
    ],
    rows,
  );
}

/** How much faster than the catalog each cost grew since the size before: 1 is linear. */
function growth(before, after) {
  if (before === undefined || before.kind !== after.kind) return '';
  const tools = after.tools / before.tools;
  return [
    after.ingest.cpu / before.ingest.cpu,
    after.link.cpu / before.link.cpu,
    after.link.heapMb / before.link.heapMb,
  ]
    .map((ratio) => `${(ratio / tools).toFixed(2)}×`)
    .join(' / ');
}

/** The catalog as a file, and as something that changes while it is asked. */
function storageTable(runs) {
  const rows = runs
    .filter((run) => run.snapshot !== undefined && run.updates !== undefined)
    .map(({ kind, tools, snapshot, updates: { underQueries, ...replaced } }) => [
      `${tools.toLocaleString('en-US')} ${kind}`,
      `${(snapshot.bytes / 1e6).toFixed(1)} MB`,
      seconds(snapshot.save),
      seconds(snapshot.load),
      seconds(snapshot.answer),
      `${snapshot.heapMb} / ${snapshot.rssMb} MB`,
      threeOf(replaced),
      Math.round(underQueries.perSecond).toLocaleString('en-US'),
      threeOf(underQueries.query),
    ]);
  return table(
    [
      'tools',
      'snapshot',
      'save, wall / CPU',
      'load, wall / CPU',
      'load and first answer, wall / CPU',
      'heap / RSS after it',
      'replace one tool and find it, ms',
      'updates/s, a query after each',
      'those queries, ms',
    ],
    rows,
  );
}

function queryTable(runs) {
  const names = ['plain', 'flat', 'default', 'explained'];
  const asked = runs.filter((run) => run.queries !== undefined);
  const rows = asked.map(({ kind, tools, queries }) => [
    `${tools.toLocaleString('en-US')} ${kind}`,
    ...names.map((name) => threeOf(queries[name])),
    `${(queries.default.p50 / queries.plain.p50).toFixed(1)}× / ${(queries.default.p95 / queries.plain.p95).toFixed(1)}×`,
  ]);
  return table(
    ['tools', 'plain BM25F', 'flat', 'with the graph', 'with explanations', 'graph : plain, p50 / p95'],
    rows,
  );
}

/** Queries with the graph, short and long ones apart, beside the plain BM25F. */
function lengthTable(runs) {
  const rows = runs
    .filter((run) => run.queries?.default.short !== undefined)
    .map(({ kind, tools, queries }) => [
      `${tools.toLocaleString('en-US')} ${kind}`,
      ...['short', 'long'].flatMap((length) => ['plain', 'default'].map((name) => threeOf(queries[name][length]))),
    ]);
  return table(
    ['tools', 'short: plain BM25F', 'short: with the graph', 'long: plain BM25F', 'long: with the graph'],
    rows,
  );
}

function rivalTable(runs) {
  const rows = runs
    .filter((run) => run.rivals !== undefined)
    .map(({ kind, tools, rivals }) => [
      `${tools.toLocaleString('en-US')} ${kind}`,
      ...['default', 'minisearch', 'orama', 'flexsearch'].map((name) =>
        rivals[name] === undefined ? '' : threeOf(rivals[name]),
      ),
      rivals.minisearch === undefined ? '' : `${Math.round(rivals.minisearch.p50 / rivals.default.p50)}×`,
    ]);
  return table(['tools', 'toolgraph', 'MiniSearch', 'Orama', 'FlexSearch', 'MiniSearch : toolgraph, p50'], rows);
}

function threeOf({ p50, p95, p99 }) {
  return [p50, p95, p99].map(ms).join(' / ');
}

function seconds({ wall, cpu }) {
  return `${wall.toFixed(1)} / ${cpu.toFixed(1)} s`;
}

function ms(value) {
  return value < 10 ? value.toFixed(value < 1 ? 3 : 2) : value.toFixed(0);
}

function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

if (argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(writeTables(argv.includes('--write')));
