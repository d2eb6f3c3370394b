import { expect, it } from 'vitest';
import { HttpCaller } from '../../src/index.js';
import { ServiceAnswerError, ToolGraphClient } from '../../src/service/client.js';
import { hashToken } from '../../src/service/index.js';
import { graphOf, row, startService } from '../support/service.js';

it('does over a connection what the service can do', async () => {
  const graph = graphOf(Array.from({ length: 130 }, (_, at) => row(`dig_well_${at}`)));
  graph.ingestFunctions({ ping: () => 'pong' }, { source: 'local' });
  const service = await startService({
    graph,
    tokens: [{ id: 'a', sha256: hashToken('secret-token'), scopes: ['read', 'call', 'admin'] }],
    calls: { http: new HttpCaller() },
  });
  const client = new ToolGraphClient(`${service.url}/`, { token: 'secret-token' });
  const found = await client.search('dig a well', { topK: 3 });
  expect(found.tools).toHaveLength(3);
  expect(found.tools[0]).toMatchObject({ role: 'target', score: expect.any(Number) });
  const names: string[] = [];
  for await (const tool of client.tools({ source: 'rows' })) names.push(tool.name);
  expect(new Set(names).size).toBe(130);
  expect((await client.tool('ping')).inputSchema).toMatchObject({ type: 'object' });
  expect((await client.plan(['ping'])).steps.map(({ tool }) => tool)).toEqual(['ping']);
  expect((await client.export('openai', ['ping'])).tools).toHaveLength(1);
  expect(await client.call('ping')).toEqual({ kind: 'value', result: 'pong' });
  expect(await client.addSource({ id: 'new', tools: [row('paint_wall')] })).toMatchObject({ added: 1 });
  expect((await client.sources()).map(({ id }) => id)).toEqual(['rows', 'local', 'new']);
  expect(await client.removeSource('new')).toBe(1);
  const error = await client.refreshSource('none').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ServiceAnswerError);
  expect(error).toMatchObject({ status: 404, problem: { code: 'unknown-source' } });
  await expect(new ToolGraphClient(service.url).search('x')).rejects.toMatchObject({ status: 401 });
});
