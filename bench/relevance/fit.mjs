/**
 * Fits the weights of relevance and writes `retrieval/relevance-weights.ts`: a logistic combination of what speaks for
 * a tool, of which the best of a request's first hits counts. Usage, after `npm run build`:
 *
 *     node bench/relevance/fit.mjs [--write] PAIRS.json…
 *
 * `requests.mjs` says what PAIRS.json holds. Every second request of each catalog, on and off topic, is learned from and
 * the others are reported. Catalogs weigh the same, and so do requests on and off topic. On topic counts what found a
 * right tool among the first ten. Newton's method with a small ridge; no random numbers, so the same data give the same
 * weights.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { evidenceNames, relevanceOf } from '../../dist/retrieval/relevance.js';
import { fitLogistic } from './logistic.mjs';
import { judgedCatalogs } from './requests.mjs';

/**
 * The default, chosen from the table below: being answered with nothing wrongly is worse than with something off topic,
 * so that it lies where hardly a request on topic is lost.
 */
const minRelevance = 0.01;
const files = process.argv.slice(2).filter((name) => name.endsWith('.json'));
const rows = [];
for (const file of files) {
  for await (const { name, graph, on, off } of judgedCatalogs(resolve(file))) {
    for (const [index, { query, gold }] of on.entries()) rows.push(read(name, graph, query, gold, index));
    for (const [index, query] of off.entries()) rows.push(read(name, graph, query, undefined, index));
    process.stderr.write(`${name}: ${on.length} on topic, ${off.length} off topic\n`);
  }
}

/** One request: what speaks for its first hits. `asked`: it finds a right tool; or it is off topic and finds anything. */
function read(catalog, graph, query, gold, index) {
  const hits = graph.retrieveWithScores(query, 10, { prerequisites: false, minRelevance: 0 });
  const evidence = hits.slice(0, 5).map(({ explanation }) => explanation.relevance);
  const found = hits.length > 0 && (gold === undefined || hits.some(({ tool }) => gold.has(tool.name)));
  return {
    catalog,
    query,
    on: gold !== undefined,
    learn: index % 2 === 0,
    asked: found,
    named: evidence.includes(undefined),
    hits: evidence.filter((entry) => entry !== undefined).map((entry) => evidenceNames.map((name) => entry[name])),
  };
}

const usable = rows.filter(({ asked, named }) => asked && !named);
const catalogs = [...new Set(rows.map(({ catalog }) => catalog))];
const sizes = new Map();
for (const row of usable.filter(({ learn }) => learn)) {
  const key = `${row.catalog} ${row.on}`;
  sizes.set(key, (sizes.get(key) ?? 0) + 1);
}
const weightOf = (row) => 1 / Math.max(60, sizes.get(`${row.catalog} ${row.on}`));
const learned = usable.filter(({ learn }) => learn);
/** What speaks for a tool may not count against it, nor the other way round; otherwise a short request is told off for saying it all. */
const against = new Set(['foreign', 'catalog', 'length']);
const signs = [...evidenceNames.map((name) => (against.has(name) ? -1 : 1)), 0];
const weights = fitLogistic(learned, weightOf, signs);

const relevance = (row) =>
  row.named ? 1 : Math.max(0, ...row.hits.map((x) => relevanceOf(x, weights.slice(0, -1), weights.at(-1))));
for (const row of rows) row.relevance = relevance(row);

/** Shares of requests on topic that are lost at a threshold, and of those off topic that get nothing. */
function at(threshold, chosen, catalog) {
  const of = chosen.filter((row) => row.catalog === catalog);
  const on = of.filter((row) => row.on);
  const off = of.filter((row) => !row.on);
  return {
    lost: on.filter((row) => row.asked && row.relevance < threshold).length / on.length,
    refused: off.filter((row) => !row.asked || row.relevance < threshold).length / off.length,
  };
}
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
/** Every request on topic counts the same here, and of those off topic every catalog. */
const overall = (threshold, chosen) => {
  const on = chosen.filter((row) => row.on);
  const lost = on.filter((row) => row.asked && row.relevance < threshold).length / on.length;
  return { lost, refused: mean(catalogs.map((catalog) => at(threshold, chosen, catalog).refused)) };
};
const heldOut = rows.filter(({ learn }) => !learn);

const percent = (value) => (100 * value).toFixed(1);
console.log(`minRelevance ${minRelevance}; on the other half of the requests:\n`);
console.log('| catalog | on topic | lost % | off topic | answered with nothing % |\n|---|---|---|---|---|');
for (const catalog of catalogs) {
  const { lost, refused } = at(minRelevance, heldOut, catalog);
  const count = (on) => heldOut.filter((row) => row.catalog === catalog && row.on === on).length;
  console.log(`| ${catalog} | ${count(true)} | ${percent(lost)} | ${count(false)} | ${percent(refused)} |`);
}
for (const threshold of [minRelevance, 0.02, 0.03, 0.05, 0.1, 0.15, 0.2]) {
  const { lost, refused } = overall(threshold, heldOut);
  console.log(`mean at ${threshold.toFixed(3)}: lost ${percent(lost)}, answered with nothing ${percent(refused)}`);
}
console.log('\n| relevance | requests | said | on topic |\n|---|---|---|---|');
for (let low = 0; low < 0.95; low += 0.1) {
  const bin = heldOut.filter(
    (row) => row.asked && row.relevance >= low && row.relevance < low + 0.1 + (low > 0.85 ? 1 : 0),
  );
  const size = bin.reduce((sum, row) => sum + weightOf(row), 0);
  const part = (value) => bin.reduce((sum, row) => sum + weightOf(row) * value(row), 0) / size;
  console.log(
    `| ${low.toFixed(1)} to ${(low + 0.1).toFixed(1)} | ${bin.length} | ${part((row) => row.relevance).toFixed(2)} | ${part((row) => Number(row.on)).toFixed(2)} |`,
  );
}

const entries = [...evidenceNames, 'base'].map((name, i) => `  ${name}: ${weights[i].toFixed(3)},`);
const text = `/** What each kind of evidence weighs, as {@link RelevanceEvidence} names it. Written by \`bench/relevance/fit.mjs\`; do not edit. */
export const relevanceWeights = {
${entries.join('\n')}
} as const;

/** Below this relevance of its best hits a request is answered with nothing. */
export const defaultMinRelevance = ${minRelevance};
`;
if (process.argv.includes('--write'))
  writeFileSync(join(import.meta.dirname, '../../retrieval/relevance-weights.ts'), text);
else console.log(`\n${text}`);
