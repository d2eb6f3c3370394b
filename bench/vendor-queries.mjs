import { readFileSync } from 'node:fs';

const file = new URL('../datasets/public-apis/queries.jsonl', import.meta.url);

/**
 * How many of the queries that name a vendor find a right operation of that vendor among the first five, flat and
 * with prerequisites, and which do not. Queries without a right answer in the directory are left out.
 */
export function vendorHits(graph) {
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const asked = rows.filter((row) => row.gold !== null && row.gold.length > 0);
  const missed = [];
  let [flat, ranked, vendorOnly] = [0, 0, 0];
  for (const row of asked) {
    if (isHit(row, graph.retrieveWithScores(row.query, 5, { prerequisites: false }))) flat++;
    const hits = graph.retrieveWithScores(row.query, 5);
    if (isHit(row, hits)) ranked++;
    else
      missed.push({
        id: row.id,
        query: row.query,
        found: hits.map(({ tool }) => `${tool.source.id} ${tool.originalName}`),
      });
    if (hits.some(({ tool }) => isOfVendor(tool.source.id, row.vendor))) vendorOnly++;
  }
  return { asked: asked.length, flat, ranked, vendorInTopFive: vendorOnly, missed };
}

function isHit(row, hits) {
  return hits.some(
    ({ tool }) =>
      isOfVendor(tool.source.id, row.vendor) &&
      (row.gold.includes(tool.originalName) ||
        row.gold.includes(tool.originalId) ||
        row.gold.includes(tool.source.operationId)),
  );
}

function isOfVendor(source, vendor) {
  return source === vendor || source.startsWith(`${vendor}/`);
}
