import { expect, it } from 'vitest';
import { HttpCaller, ToolGraph } from '../../src/index.js';
import { ServiceAnswerError, ToolGraphClient } from '../../src/service/client.js';
import { hashToken } from '../../src/service/index.js';
import { ask, graphOf, row, shopFile, startService } from '../support/service.js';

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

it('reaches every operation of the document, in each catalog', async () => {
  const shop = new ToolGraph();
  await shop.ingestOpenApi(shopFile, { source: 'shop' });
  const service = await startService({
    graph: graphOf([row('dig_well')]),
    catalogs: { shop: { graph: shop, calls: { http: new HttpCaller() } } },
  });
  const asked = new Set<string>();
  const watched: typeof fetch = (input, init) => {
    asked.add(`${init?.method} ${new URL(String(input)).pathname}`);
    return fetch(input, init);
  };
  const root = new ToolGraphClient(service.url, { fetch: watched });
  const client = root.in('shop');
  expect((await root.catalogs()).map(({ name, tools }) => [name, tools])).toEqual([
    ['default', 1],
    ['shop', shop.tools.length],
  ]);
  expect((await root.search('cancel an order')).tools).toEqual([]);
  const found = await client.search('cancel an order', { topK: 1 });
  expect(found.tools.map(({ name }) => name)).toEqual(['cancelOrder']);
  const bundle = await client.bundle('cancel an order', { tokenBudget: 800, provider: 'anthropic' });
  expect(bundle.tokens).toBeLessThanOrEqual(800);
  expect(bundle.definitions?.length).toBeGreaterThan(0);
  expect(await client.closure('cancelOrder')).toMatchObject({ target: 'cancelOrder', cut: false });
  expect((await client.source('shop')).tools).toBe(shop.tools.length);
  const diagnostics: string[] = [];
  for await (const entry of client.diagnostics({ source: 'shop' })) diagnostics.push(entry.code);
  expect(diagnostics).toEqual(shop.diagnostics.map(({ code }) => code));
  const [figures] = await client.evaluate({ queries: [{ query: 'cancel an order', gold: ['cancelOrder'] }], k: [5] });
  expect(figures?.ranked).toMatchObject({ mrr: 1, at: [{ k: 5, recall: 1 }] });
  const version = found.catalogVersion;
  expect(await client.call('cancelOrder', { orderId: 'o-1' }, true, version)).toMatchObject({ kind: 'dry-run' });
  const first = await client.current<{ total: number }>('/tools');
  expect(await client.current('/tools', first)).toBe(first);
  await client.addSource({ id: 'new', tools: [row('paint_wall')] });
  const second = await client.current('/tools', first);
  expect(second.value.total).toBe(first.value.total + 1);
  const refused = await client
    .call('cancelOrder', { orderId: 'o-1' }, true, version)
    .catch((thrown: unknown) => thrown);
  expect(refused).toMatchObject({ status: 412, problem: { code: 'version-changed' } });
  await client.plan(['cancelOrder']);
  await client.export('mcp', ['cancelOrder']);
  await client.tool('cancelOrder');
  await client.sources();
  await client.removeSource('new');
  await client.refreshSource('shop').catch((thrown: unknown) => expect(thrown).toMatchObject({ status: 409 }));
  for await (const tool of client.tools()) expect(tool.name).toMatch(/\w/);
  const { json } = await ask(service, 'GET', '/openapi.json');
  const left = Object.entries(json['paths'] as Record<string, object>)
    .flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`))
    .filter((entry) => entry.includes('/catalogs/'))
    .filter((entry) => {
      const pattern = entry.replace('{catalog}', 'shop').replace(/\{\w+\}/g, '[^/]+');
      return ![...asked].some((line) => new RegExp(`^${pattern}$`).test(line));
    });
  expect(left.sort()).toEqual(['GET /catalogs/{catalog}', 'GET /catalogs/{catalog}/search']); // POST /search and GET /catalogs say the same
}, 60_000);
