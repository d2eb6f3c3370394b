/**
 * Fits the weights of relevance and writes `retrieval/relevance-weights.ts`: a logistic combination of what speaks for
 * a tool, of which the best of a request's first hits counts. Usage, after `npm run build`:
 *
 *     node bench/relevance/fit.mjs [--write] [--rows FILE] SETS.json
 *
 * `requests.mjs` says what SETS.json holds. Every figure is of a catalog that was not learned from: the weights that judge
 * a fold come from the other folds; those written come from all. Catalogs weigh the same, and so do requests on and off
 * topic. Newton's method with a small ridge; no random numbers, so the same data give the same weights. `--rows` keeps
 * what was read in a file, or reads it from there.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { evidenceNames, relevanceOf } from '../../dist/retrieval/relevance.js';
import { areaUnderCurve, fitLogistic } from './logistic.mjs';
import { judgedCatalogs } from './requests.mjs';

/** The default, chosen from the table below: the strictest at which hardly a request on topic is lost. */
const minRelevance = 0.04;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, rows: { type: 'string' } },
});
const kept = options.rows !== undefined && existsSync(options.rows);
const rows = kept ? JSON.parse(readFileSync(options.rows, 'utf8')) : await readAll(resolve(positionals[0]));
if (options.rows !== undefined && !kept) writeFileSync(options.rows, JSON.stringify(rows));

async function readAll(file) {
  const read = [];
  for await (const { name, fold, graph, on, off } of judgedCatalogs(file)) {
    for (const { query, gold } of on) read.push({ catalog: name, fold, ...judged(graph, query, gold) });
    for (const { query, kind, everyday } of off)
      read.push({ catalog: name, fold, kind, everyday, ...judged(graph, query) });
    process.stderr.write(`${name}: ${on.length} on topic, ${off.length} off topic\n`);
  }
  return read;
}

/** One request: what speaks for its first hits; whether it is empty whatever the relevance; whether it finds a right tool. */
function judged(graph, query, gold) {
  const hits = graph.retrieveWithScores(query, 10, { prerequisites: false, minRelevance: 0 });
  const evidence = hits.slice(0, 5).map(({ explanation }) => explanation.relevance);
  return {
    query,
    on: gold !== undefined,
    empty: hits.length === 0,
    found: gold !== undefined && hits.some(({ tool }) => gold.has(tool.name)),
    named: evidence.includes(undefined),
    hits: evidence.filter((entry) => entry !== undefined).map((entry) => evidenceNames.map((name) => entry[name])),
  };
}

const catalogs = [...new Set(rows.map(({ catalog }) => catalog))];
const usable = rows.filter(({ empty, named, kind }) => !empty && !named && kind !== 'any');
const groupOf = ({ catalog, on, everyday = false }) => `${catalog} ${on} ${everyday}`;
const sizes = new Map();
for (const row of usable) sizes.set(groupOf(row), (sizes.get(groupOf(row)) ?? 0) + 1);
const sizeOf = (row) => sizes.get(groupOf(row)) ?? 0;
/** Everyday requests are few and short, and as likely off topic as those of other catalogs: a quarter of the weight is theirs. */
const everydayShare = 0.25;

/** All requests on topic of a catalog weigh 1, and so do all off topic; less where there are few. */
function weightOf(row) {
  if (row.on) return 1 / Math.max(60, sizeOf(row));
  const all = sizeOf({ ...row, everyday: true }) + sizeOf({ ...row, everyday: false });
  const share = row.everyday ? everydayShare : 1 - everydayShare;
  return (Math.min(1, all / 60) * share) / sizeOf(row);
}

/** What speaks for a tool may not count against it, nor the other way round; otherwise a short request is told off for saying it all. */
const against = new Set(['foreign', 'catalog', 'length', 'strange']);
const signs = [...evidenceNames.map((name) => (against.has(name) ? -1 : 1)), 0];

for (const fold of new Set(rows.map((row) => row.fold))) {
  const others = usable.filter((row) => row.fold !== fold);
  const weights = fitLogistic(others, weightOf, signs);
  const [of, base] = [weights.slice(0, -1), weights.at(-1)];
  for (const row of rows.filter((row) => row.fold === fold))
    row.relevance = row.named ? 1 : Math.max(0, ...row.hits.map((x) => relevanceOf(x, of, base)));
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const share = (list, is) => (list.length === 0 ? Number.NaN : list.filter(is).length / list.length);
const kinds = { any: ['any', 'field', 'clear'], field: ['field', 'clear'], clear: ['clear'] };

/** A catalog at a threshold: shares of requests on topic that the cut-off loses, and of those off topic that get nothing. */
function at(threshold, catalog) {
  const of = rows.filter((row) => row.catalog === catalog);
  const on = of.filter((row) => row.on);
  const refused = (row) => row.empty || row.relevance < threshold;
  const off = Object.fromEntries(
    Object.entries(kinds).map(([kind, of]) => [kind, rows.filter((r) => r.catalog === catalog && of.includes(r.kind))]),
  );
  return {
    on,
    off,
    lost: share(on, (row) => !row.empty && refused(row)),
    lostFound: share(on, (row) => row.found && refused(row)),
    refused: Object.fromEntries(Object.entries(off).map(([kind, list]) => [kind, share(list, refused)])),
  };
}

const percent = (value) => (Number.isNaN(value) ? '' : (100 * value).toFixed(1));
console.log(`minRelevance ${minRelevance}; each catalog by what the other folds teach:\n`);
console.log(
  '| catalog | on topic | lost % | lost that find a right tool % | off topic | refused % | of another field | clearly off | area under the curve |\n|---|---|---|---|---|---|---|---|---|',
);
for (const catalog of catalogs) {
  const { on, off, lost, lostFound, refused } = at(minRelevance, catalog);
  const area = areaUnderCurve(
    on.map(({ relevance }) => relevance),
    off.field.map(({ relevance }) => relevance),
  );
  console.log(
    `| ${catalog} | ${on.length} | ${percent(lost)} | ${percent(lostFound)} | ${off.any.length} | ${percent(refused.any)} | ${percent(refused.field)} | ${percent(refused.clear)} | ${area.toFixed(3)} |`,
  );
}
console.log(
  '\n| minRelevance | lost | that find a right tool | refused | of another field | clearly off | most lost |\n|---|---|---|---|---|---|---|',
);
for (const threshold of [0.01, 0.02, 0.03, 0.04, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3]) {
  const all = catalogs.map((catalog) => ({ catalog, ...at(threshold, catalog) }));
  const ofKind = (kind) => mean(all.map(({ refused }) => refused[kind]).filter((value) => !Number.isNaN(value)));
  const worst = [...all].sort((a, b) => b.lost - a.lost).slice(0, 3);
  console.log(
    `| ${threshold} | ${percent(mean(all.map(({ lost }) => lost)))} | ${percent(mean(all.map(({ lostFound }) => lostFound)))} | ${percent(ofKind('any'))} | ${percent(ofKind('field'))} | ${percent(ofKind('clear'))} | ${worst.map(({ catalog, lost }) => `${catalog} ${percent(lost)}`).join(', ')} |`,
  );
}
console.log('\n| relevance | requests | said | on topic |\n|---|---|---|---|');
for (let low = 0; low < 0.95; low += 0.1) {
  const isHere = ({ relevance }) => relevance >= low && (relevance < low + 0.1 || low > 0.85);
  const bin = usable.filter(isHere);
  const size = bin.reduce((sum, row) => sum + weightOf(row), 0);
  const part = (value) => bin.reduce((sum, row) => sum + weightOf(row) * value(row), 0) / size;
  console.log(
    `| ${low.toFixed(1)} to ${(low + 0.1).toFixed(1)} | ${bin.length} | ${part((row) => row.relevance).toFixed(2)} | ${part((row) => Number(row.on)).toFixed(2)} |`,
  );
}

const weights = fitLogistic(usable, weightOf, signs);
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
