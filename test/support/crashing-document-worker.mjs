/** A worker thread that makes one tool of each document and ends without an answer at `crash.json`. */
import { parentPort } from 'node:worker_threads';

parentPort.on('message', ({ index, content: { location } }) => {
  if (location === 'crash.json') process.exit(1);
  const sourceId = location.replace('.json', '');
  const source = { kind: 'openapi', id: sourceId, method: 'GET', path: '/' };
  const tool = {
    source,
    originalId: 'GET /',
    originalName: 'root',
    description: 'Root.',
    inputSchema: { type: 'object', properties: {} },
    inputs: [],
  };
  parentPort.postMessage({
    index,
    content: { tools: [tool], quarantined: [], diagnostics: [], sourceId, origin: `file:///${location}` },
  });
});
