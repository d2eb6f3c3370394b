// Fits confidence to labels: how often are edges of a strength right?
//
//   node bench/calibrate.mjs
//
// Needs a build in dist/. Data: edges into the inputs of datasets/*/producers.jsonl, three an input; an edge is right
// when its producer is listed, and left out when it is listed as neither right nor wrong. The curve is that of
// src/graph/confidence.ts: most / (1 + exp(-(offset + slope × log odds of the strength))); for several slopes the offset
// is fitted by gradient descent from 0 to the least log loss, and nothing is drawn at random. Prints the loss of each
// curve on each set when fitted to the others, and on edges judged one by one (docs/judged-edges), which no fit has
// seen; then the reliability of the confidences in use. Steeper curves than the one in use gain less than labels can
// tell, and make the strongest edges equal. Nothing is fetched and nothing is written.
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEdgeTruth } from '../dist/retrieval/edge-quality.js';
import { loadDatasets } from '../dist/retrieval/evaluate.js';
import { goldNames } from '../dist/retrieval/gold-names.js';
import { strengthBehind, strengthOf } from '../dist/src/graph/confidence.js';
import { ToolGraph } from '../dist/src/index.js';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const most = 0.97;
const stated = new Set(['declared', 'link', 'workflow', 'context']);

const sets = new Map();
for (const name of ['shop', 'devbox', 'polyglot', 'petstore']) sets.set(name, await labelledEdges(name));
const all = [...sets.values()].flat();
const judged = ['github', 'kubernetes', 'petstore'].flatMap(judgedEdges);
console.log(`${all.length} labelled edges of ${sets.size} sets, ${judged.length} judged edges`);
console.log('\n| slope | offset | loss on left-out sets | on judged edges |\n|---|---|---|---|');
for (const slope of [1, 1.25, 1.5, 2]) {
  const curve = { slope, offset: fittedOffset(all, slope) };
  const leftOut = [...sets].flatMap(([name, rows]) => {
    const others = [...sets].filter(([other]) => other !== name).flatMap(([, kept]) => kept);
    const own = { slope, offset: fittedOffset(others, slope) };
    return rows.map((row) => lossOf(row, own));
  });
  const cells = [
    slope,
    curve.offset.toFixed(2),
    mean(leftOut).toFixed(3),
    mean(judged.map((row) => lossOf(row, curve))).toFixed(3),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
const plain = [all, judged].map((rows) =>
  mean(rows.map((row) => lossOf(row, { slope: 1, offset: 0, top: 1 }))).toFixed(3),
);
console.log(`| strength itself | – | ${plain.join(' | ')} |`);
console.log(
  '\n| confidence | labelled edges | mean | right | judged edges | mean | right |\n|---|---|---|---|---|---|---|',
);
for (const [from, to] of [
  [0, 0.8],
  [0.8, 0.9],
  [0.9, 0.94],
  [0.94, 1.01],
]) {
  const cells = [all, judged].flatMap((rows) => {
    const within = rows.filter(({ confidence }) => confidence >= from && confidence < to);
    if (within.length === 0) return [0, '–', '–'];
    return [
      within.length,
      percent(mean(within.map((row) => row.confidence))),
      percent(mean(within.map((row) => row.right))),
    ];
  });
  console.log(`| ${from === 0 ? 'below' : `${percent(from)} to`} ${percent(Math.min(1, to))} | ${cells.join(' | ')} |`);
}

async function labelledEdges(name) {
  const folder = join(root, 'datasets', name);
  const graph = new ToolGraph();
  const rows = [];
  if (name === 'petstore')
    await graph.ingestOpenApi(join(root, 'node_modules/@readme/oas-examples/3.0/json/petstore.json'));
  else {
    const [set] = loadDatasets(folder);
    rows.push(...set.tools);
    if (set.tools.length > 0) graph.ingestTools(set.tools);
    else for (const spec of set.specs) await graph.ingestOpenApi(spec);
  }
  const nameOf = goldNames(graph.tools, rows);
  return readEdgeTruth(folder).labels.flatMap(({ consumer, input, producers, also }) => {
    const right = new Set(producers.map((producer) => nameOf.get(producer)));
    const open = new Set(also.map((producer) => nameOf.get(producer)));
    return graph
      .producersOf(nameOf.get(consumer))
      .filter(({ to }) => to.split(/[.[]/, 1)[0] === input)
      .slice(0, 3)
      .filter((edge) => !open.has(edge.producer) && !stated.has(edge.evidence[0].kind))
      .map((edge) => ({
        strength: strengthOf(edge),
        confidence: edge.confidence,
        right: right.has(edge.producer) ? 1 : 0,
      }));
  });
}

/** Rows of a table of judged edges: # | producer | field | consumer | input | confidence | evidence | verdict | why. */
function judgedEdges(name) {
  return readFileSync(join(root, 'docs/judged-edges', `${name}.md`), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => /^\d+$/.test(cells[1] ?? '') && !stated.has(cells[7].split('+')[0]))
    .map((cells) => ({
      strength: strengthBehind(Number(cells[6])),
      confidence: Number(cells[6]),
      right: cells[8].startsWith('right') ? 1 : 0,
    }));
}

function fittedOffset(rows, slope) {
  let offset = 0;
  for (let step = 0; step < 4000; step++) {
    const slants = rows.map(({ strength, right }) => {
      const share = 1 / (1 + Math.exp(-(offset + slope * logOdds(strength))));
      const p = most * share;
      return ((p - right) / (p * (1 - p))) * p * (1 - share);
    });
    offset -= 0.3 * mean(slants);
  }
  return offset;
}

/** Log loss of one edge under a curve. */
function lossOf({ strength, right }, { offset, slope, top = most }) {
  const p = top / (1 + Math.exp(-(offset + slope * logOdds(strength))));
  return -Math.log(right === 1 ? p : 1 - p);
}

function logOdds(share) {
  const inside = Math.min(0.999, Math.max(0.001, share));
  return Math.log(inside / (1 - inside));
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function percent(value) {
  return (100 * value).toFixed(1);
}
