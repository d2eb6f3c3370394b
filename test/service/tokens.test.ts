import { describe, expect, it } from 'vitest';
import { ToolGraph } from '../../src/index.js';
import { hashToken, type TokenRule } from '../../src/service/index.js';
import { ask, graphOf, row, shopFile, startService } from '../support/service.js';

const rule = (id: string, rest: Partial<TokenRule> = {}): TokenRule => ({
  id,
  sha256: hashToken(`secret-of-${id}`),
  ...rest,
});
const as = (id: string) => ({ authorization: `Bearer secret-of-${id}` });

async function twoSources(): Promise<ToolGraph> {
  const graph = new ToolGraph();
  await graph.ingestOpenApi(shopFile);
  graph.ingestTools([row('refund_taxes'), row('refund_ticket')], { source: 'office' });
  return graph;
}

describe('with tokens', () => {
  it('every path but health and documents needs a known one', async () => {
    const service = await startService({ graph: graphOf([row('dig_well')]), tokens: [rule('a')] });
    for (const headers of [{}, { authorization: 'Bearer nope' }, { authorization: 'Basic x' }])
      for (const [method, path, body] of [
        ['GET', '/tools'],
        ['GET', '/sources'],
        ['GET', '/metrics'],
        ['POST', '/search', { query: 'x' }],
        ['POST', '/mcp', {}],
      ] as const) {
        const reply = await ask(service, method, path, body, headers);
        expect([path, reply.status]).toEqual([path, 401]);
        expect(reply.headers['www-authenticate']).toMatch(/^Bearer/);
      }
    for (const path of ['/healthz', '/readyz', '/openapi.json', '/docs'])
      expect((await ask(service, 'GET', path)).status).toBe(200);
    expect((await ask(service, 'GET', '/tools', undefined, as('a'))).status).toBe(200);
  });

  it('only a token with the scope may change sources', async () => {
    const service = await startService({
      graph: graphOf([row('dig_well')]),
      tokens: [
        rule('reader'),
        rule('admin', { scopes: ['read', 'admin'] }),
        rule('part', { scopes: ['read', 'admin'], sources: ['own*'] }),
      ],
    });
    const add = async (id: string, source?: string) =>
      (
        await ask(
          service,
          'POST',
          '/sources',
          { ...(source === undefined ? {} : { id: source }), tools: [row('x')] },
          as(id),
        )
      ).status;
    expect(await add('reader', 'x')).toBe(403);
    expect(await add('admin', 'x')).toBe(201);
    expect(await add('part', 'rows')).toBe(403);
    expect(await add('part')).toBe(403);
    expect(await add('part', 'own-1')).toBe(201);
    expect((await ask(service, 'DELETE', '/sources/rows', undefined, as('part'))).status).toBe(404);
    expect((await ask(service, 'DELETE', '/sources/rows', undefined, as('reader'))).status).toBe(403);
  });

  it('a token with an allow-list sees nothing else on any path', async () => {
    const graph = await twoSources();
    const hidden = graph.tools.filter(({ source }) => source.id !== 'office').map(({ name }) => name);
    const service = await startService({
      graph,
      tokens: [rule('office', { sources: ['office'], tools: ['refund_t*'] })],
    });
    const rpc = (name: string, args: object) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args },
    });
    const accept = { accept: 'application/json, text/event-stream' };
    const some = hidden[0] ?? '';
    const replies = await Promise.all([
      ask(service, 'POST', '/search', { query: 'refund an order payment', topK: 50, explain: true }, as('office')),
      ask(service, 'GET', '/tools?limit=500', undefined, as('office')),
      ask(service, 'GET', '/sources', undefined, as('office')),
      ask(service, 'GET', '/diagnostics', undefined, as('office')),
      ask(service, 'POST', '/plan', { query: 'refund' }, as('office')),
      ask(service, 'POST', '/export', { provider: 'openai' }, as('office')),
      ask(service, 'POST', '/mcp', rpc('search_tools', { query: 'refund an order payment', top_k: 50 }), {
        ...as('office'),
        ...accept,
      }),
    ]);
    for (const { status, text } of replies) {
      expect(status).toBe(200);
      expect(hidden.filter((name) => text.includes(`"${name}"`))).toEqual([]);
    }
    expect(replies[1]?.json['tools']).toHaveLength(2);
    for (const [method, path, body] of [
      ['GET', `/tools/${some}`],
      ['GET', '/sources/shop'],
      ['POST', '/plan', { targets: [some] }],
      ['POST', '/closure', { tool: some }],
      ['POST', '/export', { provider: 'openai', tools: [some] }],
    ] as const)
      expect([path, (await ask(service, method, path, body, as('office'))).status]).toEqual([path, 404]);
    const schemas = await ask(service, 'POST', '/mcp', rpc('get_tool_schemas', { names: [some] }), {
      ...as('office'),
      ...accept,
    });
    expect(schemas.text).toContain('unknown');
    expect(schemas.text).not.toContain('inputSchema');
  });

  it('sees changes of the catalog that it may see', async () => {
    const graph = await twoSources();
    const service = await startService({ graph, tokens: [rule('office', { sources: ['office'] })] });
    const total = async () => (await ask(service, 'GET', '/tools', undefined, as('office'))).json['total'];
    expect(await total()).toBe(2);
    graph.ingestTools([row('refund_taxes')], { source: 'office' });
    expect(await total()).toBe(1);
    graph.removeSource('office');
    expect(await total()).toBe(0);
  });

  it('asks slower after too many requests, each token for itself', async () => {
    const service = await startService({
      graph: graphOf([row('a')]),
      tokens: [rule('a'), rule('b')],
      rateLimit: { perMinute: 60, burst: 3 },
    });
    const statuses: number[] = [];
    for (let at = 0; at < 5; at++) statuses.push((await ask(service, 'GET', '/tools', undefined, as('a'))).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const late = await ask(service, 'GET', '/tools', undefined, as('a'));
    expect(late.headers['retry-after']).toBe('1');
    expect((await ask(service, 'GET', '/tools', undefined, as('b'))).status).toBe(200);
  });

  it('are refused when they are no hashes or have one id', async () => {
    await expect(startService({ tokens: [{ id: 'a', sha256: 'secret' }] })).rejects.toThrow(/64 hex digits/);
    await expect(startService({ tokens: [rule('a'), rule('a')] })).rejects.toThrow(/unique/);
  });
});
