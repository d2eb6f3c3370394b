import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HttpCaller, ToolGraph } from '../../src/index.js';
import { isListed, matchesGlob } from '../../src/service/glob.js';
import { type Grant, hashToken, type ToolService } from '../../src/service/index.js';
import { Principal } from '../../src/service/principal.js';
import { ask, type Reply, shopFile, startService } from '../support/service.js';

const bearer = { authorization: 'Bearer the-restricted-token' };
const accept = { accept: 'application/json, text/event-stream' };

/** A catalog whose tools refer to each other in every way that a source can: dependencies, edges, workflow order. */
async function entangled(): Promise<ToolGraph> {
  const graph = new ToolGraph();
  await graph.ingestOpenApi(shopFile, { source: 'shop' });
  const object = (key: string) => ({ type: 'object', properties: { [key]: { type: 'string' } }, required: [key] });
  graph.ingestTools(
    [
      { name: 'open_vault', description: 'Open a vault', inputSchema: object('city'), outputSchema: object('vaultId') },
      {
        name: 'audit_vault',
        description: 'Audit what lies in a vault',
        inputSchema: object('vaultId'),
        depends_on: ['open_vault'],
        annotations: { readOnlyHint: true },
      },
      {
        name: 'melt_vault',
        description: 'Melt a vault',
        inputSchema: object('vaultId'),
        annotations: { destructiveHint: true },
      },
    ],
    { source: 'bank' },
  );
  graph.recordTrace(['open_vault', 'audit_vault', 'melt_vault']);
  return graph;
}

function startWith(graph: ToolGraph, grant: Grant): Promise<ToolService> {
  const catalogs = { open: { scopes: ['read', 'call', 'admin'] as const, ...grant } };
  return startService({
    graph: new ToolGraph(),
    catalogs: { open: { graph, calls: { http: new HttpCaller() } }, closed: { graph } },
    tokens: [
      { id: 'restricted', sha256: hashToken('the-restricted-token'), catalogs },
      { id: 'all', sha256: hashToken('the-other-token'), scopes: ['read', 'call', 'admin'] },
    ],
  });
}

const rpc = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

type Ask = readonly [method: string, path: string, body?: object];

/** One request for every operation of the document, and every MCP tool, that names no tool. */
function openQuestions(query: string): readonly Ask[] {
  return [
    ['POST', '/search', { query, topK: 500, explain: true }],
    ['GET', `/search?query=${encodeURIComponent(query)}&topK=500&explain=true`],
    ['POST', '/plan', { query, topK: 50 }],
    ['POST', '/bundle', { query, topK: 500 }],
    ['POST', '/export', { provider: 'mcp' }],
    ['POST', '/export', { provider: 'anthropic', query, topK: 500 }],
    ['POST', '/evaluate', { queries: [{ query, gold: ['nothing'] }], k: [100], rows: true }],
    ['GET', '/tools?limit=500'],
    ['GET', '/sources'],
    ['GET', '/diagnostics?limit=500'],
    ['GET', ''],
    ['POST', '/mcp', rpc('search_tools', { query, top_k: 50 })],
    ['POST', '/mcp', rpc('plan_tools', { query })],
    ['POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }],
  ];
}

/** One request for every operation that takes the name of a tool. */
function questionsAbout(name: string): readonly Ask[] {
  return [
    ['GET', `/tools/${name}`],
    ['POST', '/plan', { targets: [name] }],
    ['POST', '/closure', { tool: name }],
    ['POST', '/export', { provider: 'openai', tools: [name] }],
    ['POST', '/call', { tool: name, arguments: {} }],
    ['POST', '/call', { tool: name, arguments: {}, dryRun: true }],
    ['POST', '/mcp', rpc('get_tool_schemas', { names: [name] })],
    ['POST', '/mcp', rpc('plan_tools', { targets: [name] })],
    ['POST', '/mcp', rpc('call_tool', { name, arguments: {} })],
    ['POST', '/mcp', rpc('call_tool', { name, arguments: {}, dry_run: true })],
  ];
}

const send = (service: ToolService, [method, path, body]: Ask): Promise<Reply> =>
  ask(service, method, `/catalogs/open${path}`, body, { ...bearer, ...accept });

/** Names that stand in a text as a word of their own. */
function namesIn(text: string, names: readonly string[]): string[] {
  return names.filter((name) => new RegExp(`(?<![A-Za-z0-9_])${name}(?![A-Za-z0-9_])`).test(text));
}

describe('an allow-list', () => {
  it('covers every operation that the document has', async () => {
    const service = await startWith(await entangled(), {});
    const { json } = await ask(service, 'GET', '/openapi.json');
    const listed = Object.entries(json['paths'] as Record<string, object>).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const asked = [...openQuestions('x'), ...questionsAbout('NAME')].map(
      ([method, path]) => `${method} /catalogs/{catalog}${path.replace(/\?.*/, '').replace('/NAME', '/{name}')}`,
    );
    const left = listed.filter((entry) => entry.includes('{catalog}') && !asked.includes(entry));
    expect(left).toEqual([
      'POST /catalogs/{catalog}/sources',
      'GET /catalogs/{catalog}/sources/{id}',
      'DELETE /catalogs/{catalog}/sources/{id}',
      'POST /catalogs/{catalog}/sources/{id}/refresh',
    ]); // these take no tool's name and are asked about sources in tokens.test.ts
  }, 60_000);

  it.each<[string, Grant]>([
    ['of names', { tools: ['audit_*', 'getOrder'] }],
    ['of names taken out', { tools: ['!open_vault', '!cancelOrder'] }],
    ['of sources', { sources: ['bank'] }],
    ['of annotations', { annotations: { readOnlyHint: true } }],
    ['of all three', { sources: ['b?nk'], tools: ['*_vault'], annotations: { readOnlyHint: true } }],
    ['that lets nothing in', { tools: [] }],
  ])(
    '%s keeps the names of all other tools out of every answer',
    async (_, grant) => {
      const graph = await entangled();
      const principal = new Principal({ id: 'x', ...grant });
      const hidden = graph.tools.filter((tool) => !principal.sees(tool)).map(({ name }) => name);
      const seen = graph.tools.filter((tool) => principal.sees(tool)).map(({ name }) => name);
      // A tool whose visible description speaks of another one says so itself.
      const said = graph.tools
        .filter((tool) => principal.sees(tool))
        .map((tool) => JSON.stringify([tool.description, tool.inputSchema, tool.outputSchema, tool.tags]));
      const secret = hidden.filter((name) => namesIn(said.join(' '), [name]).length === 0);
      expect(secret.length).toBeGreaterThan(0);
      const service = await startWith(graph, grant);
      const questions = [
        ...openQuestions('open or audit a vault, cancel an order and refund the payment of the customer'),
        ...seen.slice(0, 12).flatMap((name) => questionsAbout(name).filter(([, path]) => path !== '/call')),
      ];
      for (const question of questions) {
        const { text, status } = await send(service, question);
        expect([question, status < 500, namesIn(text, secret)]).toEqual([question, true, []]);
      }
    },
    120_000,
  );

  it('answers about a hidden tool as about one that there never was', async () => {
    const service = await startWith(await entangled(), { tools: ['audit_vault'] });
    const never = 'no_such_one';
    const plain = ({ status, text }: Reply, name: string) => [
      status,
      text.replaceAll(name, 'NAME').replace(/"requestId":"[^"]+"/, ''),
    ];
    for (const hidden of ['open_vault', 'melt_vault', 'cancelOrder']) {
      const about = questionsAbout(hidden);
      for (const [at, question] of about.entries()) {
        const other = questionsAbout(never)[at];
        if (other === undefined) throw new Error('both lists are of one length');
        expect([question, plain(await send(service, question), hidden)]).toEqual([
          question,
          plain(await send(service, other), never),
        ]);
      }
    }
  }, 60_000);

  it('lists no source of which all tools are hidden', async () => {
    const service = await startWith(await entangled(), { tools: ['audit_vault'] });
    const { text } = await send(service, ['GET', '/sources']);
    expect(text).toContain('"bank"');
    expect(text).not.toContain('"shop"');
    expect((await send(service, ['GET', '/sources/shop'])).status).toBe(404);
    expect((await send(service, ['GET', '/sources/bank'])).status).toBe(200);
  }, 60_000);

  it('makes catalogs that a token may not reach not exist', async () => {
    const service = await startWith(await entangled(), {});
    const names = async (headers: Record<string, string>) =>
      ((await ask(service, 'GET', '/catalogs', undefined, headers)).json['catalogs'] as { name: string }[]).map(
        ({ name }) => name,
      );
    expect(await names(bearer)).toEqual(['open']);
    expect(await names({ authorization: 'Bearer the-other-token' })).toEqual(['default', 'open', 'closed']);
    for (const path of [
      '/catalogs/closed',
      '/catalogs/closed/tools',
      '/catalogs/none/tools',
      '/tools',
      '/catalogs/none',
    ]) {
      const reply = await ask(service, 'GET', path, undefined, bearer);
      expect([path, reply.status, reply.json['code']]).toEqual([path, 404, 'unknown-catalog']);
    }
    expect((await ask(service, 'POST', '/catalogs/closed/mcp', {}, { ...bearer, ...accept })).status).toBe(404);
    expect((await ask(service, 'GET', '/metrics', undefined, bearer)).status).toBe(403);
    expect((await ask(service, 'GET', '/catalogs')).status).toBe(401);
  });
});

describe('patterns', () => {
  it('mean what they look like', () => {
    expect(matchesGlob('order_*', 'order_cancel')).toBe(true);
    expect(isListed(['order_*', '!order_delete'], 'order_delete')).toBe(false);
    expect(isListed(['!order_delete'], 'order_cancel')).toBe(true);
    expect(isListed([], 'order_cancel')).toBe(false);
    expect(matchesGlob('a?c*e', 'abcde')).toBe(true);
    expect(matchesGlob('a.c', 'abc')).toBe(false);
  });

  it('equal a regular expression of the same meaning', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?', '.'), maxLength: 8 });
    fc.assert(
      fc.property(letters, fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 8 }), (pattern, text) => {
        const source = pattern.replaceAll('.', '\\.').replaceAll('*', '[^]*').replaceAll('?', '[^]');
        expect(matchesGlob(pattern, text)).toBe(new RegExp(`^${source}$`).test(text));
      }),
    );
  });

  it('take no longer than pattern times text', () => {
    const started = performance.now();
    expect(matchesGlob(`${'*a'.repeat(200)}b`, 'a'.repeat(20_000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
