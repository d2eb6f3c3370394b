/** Makes the tables of docs/benchmarks.md from the result files; by hand: node bench/tables.mjs [--write]. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const results = new URL('results/', import.meta.url);
const page = new URL('../docs/benchmarks.md', import.meta.url);
const [begin, end] = ['<!-- tables: begin -->', '<!-- tables: end -->'];

/** The tables as Markdown; with `write` they also replace what docs/benchmarks.md has between its two marks. */
export function writeTables(write) {
  const runs = readdirSync(results)
    .filter((name) => /^(real|synthetic)-\w+\.json$/.test(name))
    .map((name) => JSON.parse(readFileSync(new URL(name, results), 'utf8')))
    .filter((run) => run.link !== undefined)
    .sort((a, b) => (a.kind === b.kind ? a.tools - b.tools : a.kind < b.kind ? -1 : 1));
  const text = [buildTable(runs), queryTable(runs), rivalTable(runs)].join('\n\n');
  if (write) {
    const before = readFileSync(page, 'utf8');
    const [head, rest] = [before.slice(0, before.indexOf(begin) + begin.length), before.slice(before.indexOf(end))];
    writeFileSync(page, `${head}\n${text}\n${rest}`);
  }
  return `${text}\n`;
}

function buildTable(runs) {
  const rows = runs.map(({ kind, tools, ingest, link, updates }, at) => [
    `${tools.toLocaleString('en-US')} ${kind}`,
    `${ingest.wall.toFixed(1)} / ${ingest.cpu.toFixed(1)} s`,
    `${link.wall.toFixed(1)} / ${link.cpu.toFixed(1)} s`,
    `${(((ingest.cpu + link.cpu) / tools) * 1000).toFixed(2)} ms`,
    `${ingest.heapMb} / ${link.heapMb} MB`,
    `${ingest.peakRssMb ?? '?'} / ${link.rssMb} MB`,
    growth(runs[at - 1], runs[at]),
    link.edges.toLocaleString('en-US'),
    updates === undefined ? '' : `${ms(updates.p50)} / ${ms(updates.p95)}`,
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
      'replace and find, ms p50 / p95',
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

function queryTable(runs) {
  const names = ['plain', 'flat', 'default', 'explained'];
  const asked = runs.filter((run) => run.queries !== undefined);
  const rows = asked.map(({ kind, tools, queries }) => [
    `${tools.toLocaleString('en-US')} ${kind}`,
    ...names.map((name) => `${ms(queries[name].p50)} / ${ms(queries[name].p95)} / ${ms(queries[name].p99)}`),
    `${(queries.default.p50 / queries.plain.p50).toFixed(1)}× / ${(queries.default.p95 / queries.plain.p95).toFixed(1)}×`,
  ]);
  return table(
    ['tools', 'plain BM25F', 'flat', 'with the graph', 'with explanations', 'graph : plain, p50 / p95'],
    rows,
  );
}

function rivalTable(runs) {
  const rows = runs
    .filter((run) => run.rivals !== undefined)
    .map(({ kind, tools, rivals }) => [
      `${tools.toLocaleString('en-US')} ${kind}`,
      ...['default', 'minisearch', 'orama', 'flexsearch'].map((name) =>
        rivals[name] === undefined ? '' : `${ms(rivals[name].p50)} / ${ms(rivals[name].p95)}`,
      ),
      rivals.minisearch === undefined ? '' : `${Math.round(rivals.minisearch.p50 / rivals.default.p50)}×`,
    ]);
  return table(['tools', 'toolgraph', 'MiniSearch', 'Orama', 'FlexSearch', 'MiniSearch : toolgraph, p50'], rows);
}

function ms(value) {
  return value < 10 ? value.toFixed(value < 1 ? 3 : 2) : value.toFixed(0);
}

function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

if (argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(writeTables(argv.includes('--write')));
