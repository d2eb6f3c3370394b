/** Loads a snapshot if there is one and saves catalogs of 200 and 300 tools in turn until it is killed. Needs dist/. */
import { existsSync } from 'node:fs';
import { ToolGraph } from '../../dist/src/index.js';

const [path] = process.argv.slice(2);
const rows = (count) =>
  Array.from({ length: count }, (_, index) => ({
    name: `tool_${index}`,
    description: `Tool number ${index} of ${count}. ${'Words to make it larger. '.repeat(20)}`,
    inputSchema: { type: 'object', properties: { value: { type: 'string' } } },
  }));
const graph = existsSync(path) ? await ToolGraph.load(path) : new ToolGraph();
for (let round = 0; ; round++) {
  graph.ingestTools(rows(round % 2 === 0 ? 200 : 300), { source: 'rows' });
  await graph.save(path);
  if (round === 0) process.stdout.write('saved\n');
}
