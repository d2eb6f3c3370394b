/**
 * Loads a snapshot, adds many tools and saves it to the same place; writes how that ended as JSON. Run it under a limit
 * of file size, so that the system refuses to write on as it does on a full disk. Needs dist/.
 */
import { ToolGraph } from '../../dist/src/index.js';

const [path] = process.argv.slice(2);
const graph = await ToolGraph.load(path);
const rows = Array.from({ length: 2000 }, (_, index) => ({
  name: `tool_${index}`,
  description: `Tool ${index}: ${Array.from({ length: 40 }, () => Math.random().toString(36).slice(2)).join(' ')}`,
  inputSchema: { type: 'object', properties: {} },
}));
graph.ingestTools(rows, { source: 'many' });
const outcome = await graph.save(path).then(
  () => ({ saved: true }),
  ({ code, message, cause }) => ({ saved: false, code, message, reason: cause?.code }),
);
process.stdout.write(JSON.stringify({ ...outcome, tools: graph.tools.length }));
