import { expect, it } from 'vitest';
import { HttpCaller, ToolGraph } from '../../src/index.js';
import { ask, startService } from '../support/service.js';

it('checks the arguments of a dry run of a function, and runs nothing', async () => {
  const graph = new ToolGraph();
  let runs = 0;
  graph.ingestTools(
    [
      {
        name: 'dig',
        description: 'Digs',
        inputSchema: { type: 'object', properties: { depth: { type: 'integer' } }, required: ['depth'] },
        execute: () => ++runs,
      },
    ],
    { source: 'rows' },
  );
  const service = await startService({ graph, calls: { http: new HttpCaller() } });
  const dry = (args: object) => ask(service, 'POST', '/call', { tool: 'dig', arguments: args, dryRun: true });
  const refused = await dry({ depth: 'deep' });
  expect([refused.status, refused.json['error']]).toEqual([400, expect.stringContaining('"depth" must be integer')]);
  expect((await dry({ depth: 3 })).status).toBe(200);
  expect(runs).toBe(0);
});
