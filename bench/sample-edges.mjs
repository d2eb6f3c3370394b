// Draws edges at random from the graph of one OpenAPI document, for judging by hand.
//
//   node bench/sample-edges.mjs DOCUMENT [COUNT] [SEED]
//
// Needs a build in dist/. The draw is without repeats and depends on nothing but the edges and the seed: edges are
// taken in the order of graph.edges(), and a linear congruential generator (Numerical Recipes) shuffles their indices.
import { ToolGraph } from '../dist/src/index.js';

const [document, count = '60', seed = '1'] = process.argv.slice(2);
if (document === undefined) {
  console.error('Usage: node bench/sample-edges.mjs DOCUMENT [COUNT] [SEED]');
  process.exit(2);
}

const graph = new ToolGraph();
const report = await graph.ingestOpenApi(document);
const edges = graph.edges();
console.error(
  `${report.tools.length} operations, ${edges.length} edges, ${(edges.length / report.tools.length).toFixed(2)} a tool`,
);

let state = Number(seed) >>> 0;
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};
const order = edges.map((_, index) => index);
for (let at = 0; at < Math.min(Number(count), order.length); at++) {
  const pick = at + Math.floor(random() * (order.length - at));
  [order[at], order[pick]] = [order[pick], order[at]];
}
for (const index of order.slice(0, Number(count))) {
  const { producer, consumer, from, to, confidence, evidence } = edges[index];
  const id = (name) => graph.get(name).originalId;
  const kinds = evidence.map((entry) => entry.kind).join('+');
  console.log(
    JSON.stringify({ producer: id(producer), from, consumer: id(consumer), to, confidence, evidence: kinds }),
  );
}
