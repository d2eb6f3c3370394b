// How edges and link time grow with real operations: CPU seconds of linking everything, once everything is taken in.
//
//   node bench/link-growth.mjs [OPERATIONS…]
//
// Needs a build in dist/ and the packages of bench/package.json. Documents come in the order of real-specs.mjs until
// there are as many operations; each size is a graph of its own. Prints a Markdown table. Nothing is fetched.

import { ToolGraph } from '../dist/src/index.js';
import { realSpecs } from './real-specs.mjs';

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 10000];
console.log(
  '| operations | documents | edges | edges a tool | linking, CPU s | ms a tool |\n|---|---|---|---|---|---|',
);
for (const size of sizes) {
  const graph = new ToolGraph();
  let documents = 0;
  for (const { id, file } of realSpecs()) {
    if (graph.tools.length >= size) break;
    try {
      await graph.ingestOpenApi(file, { source: id });
      documents++;
    } catch (thrown) {
      console.error(`${id}: ${thrown.message}`);
    }
  }
  const before = process.cpuUsage();
  const edges = graph.edges().length;
  const { user, system } = process.cpuUsage(before);
  const tools = graph.tools.length;
  const seconds = (user + system) / 1e6;
  const cells = [
    tools,
    documents,
    edges,
    (edges / tools).toFixed(2),
    seconds.toFixed(1),
    ((1000 * seconds) / tools).toFixed(2),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
