import { describe, expect, it } from 'vitest';
import { ToolGraph } from '../../src/index.js';
import { ask, graphOf, row, shopFile, startService } from '../support/service.js';

async function shop(): Promise<ToolGraph> {
  const graph = new ToolGraph();
  await graph.ingestOpenApi(shopFile);
  return graph;
}

describe('search', () => {
  it('gives what the library gives', async () => {
    const graph = await shop();
    const service = await startService({ graph });
    const query = 'cancel an order and refund it';
    const expected = graph.retrieveWithScores(query, 5).map(({ tool, score, role }) => [tool.name, score, role]);
    for (const reply of [
      await ask(service, 'POST', '/search', { query, topK: 5 }),
      await ask(service, 'GET', `/search?query=${encodeURIComponent(query)}&topK=5`),
    ]) {
      const tools = reply.json['tools'] as { name: string; score: number; role: string; reason: string }[];
      expect(tools.map(({ name, score, role }) => [name, score, role])).toEqual(expected);
      expect(tools[0]?.reason).toMatch(/\w/);
    }
  });

  it('filters by source, tag and annotation', async () => {
    const graph = await shop();
    graph.ingestTools([row('order_pizza')], { source: 'pizza' });
    const service = await startService({ graph });
    const found = async (filter: object) => {
      const { json } = await ask(service, 'POST', '/search', { query: 'order', topK: 20, ...filter });
      return json['tools'] as { name: string; annotations: { readOnlyHint?: boolean }; source: { id: string } }[];
    };
    expect((await found({ sources: ['pizza'] })).map(({ name }) => name)).toEqual(['order_pizza']);
    const reading = await found({ readOnly: true });
    expect(reading.length).toBeGreaterThan(1);
    expect(reading.every(({ annotations }) => annotations.readOnlyHint === true)).toBe(true);
    const { json } = await ask(service, 'GET', '/search?query=order&sources=pizza&sources=shop&topK=20');
    expect(new Set((json['tools'] as { source: { id: string } }[]).map(({ source }) => source.id))).toEqual(
      new Set(['pizza', 'shop']),
    );
  });

  it('bundles what the library bundles, within the budget', async () => {
    const graph = await shop();
    const service = await startService({ graph });
    const { json } = await ask(service, 'POST', '/bundle', {
      query: 'refund a payment',
      tokenBudget: 600,
      provider: 'anthropic',
    });
    const expected = graph.retrieve('refund a payment', { tokenBudget: 600, provider: 'anthropic' });
    expect(json['definitions']).toEqual(JSON.parse(JSON.stringify(expected.definitions)));
    expect(json['tokens']).toBeLessThanOrEqual(600);
    expect((await ask(service, 'POST', '/bundle', { query: 'zzz' })).json).toMatchObject({
      definitions: null,
      emptyReason: { code: expect.any(String) },
    });
  });

  it('plans and closes as the library does', async () => {
    const graph = await shop();
    const service = await startService({ graph });
    const name = graph.retrieveWithScores('refund a payment', 1)[0]?.tool.name ?? '';
    const plan = (await ask(service, 'POST', '/plan', { query: 'refund a payment' })).json;
    expect(plan['targets']).toEqual([name]);
    expect((plan['steps'] as { tool: string }[]).map(({ tool }) => tool)).toEqual(
      graph.plan(name).steps.map(({ tool }) => tool.name),
    );
    const closure = (await ask(service, 'POST', '/closure', { tool: name, maxDepth: 1 })).json;
    expect((closure['required'] as { tool: string }[]).map(({ tool }) => tool)).toEqual(
      graph.closure(name, { maxDepth: 1 }).required.map(({ tool }) => tool.name),
    );
  });
});

describe('tools', () => {
  it('are listed page by page without loss', async () => {
    const graph = await shop();
    const service = await startService({ graph });
    const names: string[] = [];
    let cursor: string | null = '';
    do {
      const { json } = await ask(service, 'GET', `/tools?limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`);
      names.push(...(json['tools'] as { name: string }[]).map(({ name }) => name));
      cursor = json['nextCursor'] as string | null;
      expect(json['total']).toBe(graph.tools.length);
    } while (cursor !== null);
    expect(names).toEqual(graph.tools.map(({ name }) => name));
  });

  it('come with their schemas, by name', async () => {
    const graph = await shop();
    const service = await startService({ graph });
    const [tool] = graph.tools;
    const { json } = await ask(service, 'GET', `/tools/${tool?.name}`);
    expect(json).toMatchObject({ name: tool?.name, inputSchema: tool?.inputSchema });
    expect((await ask(service, 'GET', '/tools/none')).json['code']).toBe('unknown-tool');
  });

  it('are written for a provider', async () => {
    const graph = await shop();
    const service = await startService({ graph });
    const names = graph.tools.slice(0, 3).map(({ name }) => name);
    const { json } = await ask(service, 'POST', '/export', { provider: 'anthropic', tools: names });
    expect(json['tools']).toEqual(JSON.parse(JSON.stringify(graph.toAnthropic(names).tools)));
    expect((await ask(service, 'POST', '/export', { provider: 'openai', query: 'zzz' })).json).toMatchObject({
      tools: null,
      empty: true,
    });
  });

  it('are answered once for a version', async () => {
    const graph = graphOf([row('dig_well')]);
    const service = await startService({ graph });
    const first = await ask(service, 'GET', '/tools');
    const tag = first.headers['etag'] ?? '';
    const again = () => ask(service, 'GET', '/tools', undefined, { 'if-none-match': tag });
    expect((await again()).status).toBe(304);
    graph.ingestTools([row('dig_well')], { source: 'rows' });
    expect((await again()).status).toBe(304);
    graph.ingestTools([row('dig_well'), row('fill_well')], { source: 'rows' });
    expect((await again()).status).toBe(200);
  });
});

describe('the service about itself', () => {
  it('describes itself in a document that it can ingest', async () => {
    const service = await startService({ graph: await shop() });
    const document = (await ask(service, 'GET', '/openapi.json')).json;
    const graph = new ToolGraph();
    const report = await graph.ingestOpenApi(document);
    expect(report.diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(report.added).toBeGreaterThanOrEqual(12);
    expect(graph.retrieveWithScores('which tools do I need for a request', 1)[0]?.tool.originalName).toMatch(
      /^searchTools/,
    );
    const added = await ask(service, 'POST', '/sources', { id: 'itself', document });
    expect(added.status).toBe(201);
    expect(added.json['added']).toBe(report.added);
    const found = await ask(service, 'POST', '/search', {
      query: 'list findings of ingestion',
      sources: ['itself'],
      topK: 1,
    });
    expect(found.json['tools']).toMatchObject([{ name: 'listDiagnostics' }]);
  });

  it('has a page for people whose commands name every operation', async () => {
    const service = await startService({ graph: await shop() });
    const { text, headers } = await ask(service, 'GET', '/docs');
    expect(headers['content-type']).toMatch(/^text\/html/);
    const { paths } = (await ask(service, 'GET', '/openapi.json')).json as { paths: Record<string, object> };
    for (const [path, item] of Object.entries(paths))
      for (const method of Object.keys(item)) expect(text).toContain(`${method.toUpperCase()} ${path}`);
  });

  it('tells health, readiness and numbers', async () => {
    const service = await startService({ graph: graphOf([row('dig_well'), row('fill_well')]) });
    expect((await ask(service, 'GET', '/healthz')).json).toEqual({ status: 'ok', problems: [] });
    expect((await ask(service, 'GET', '/readyz')).status).toBe(200);
    await ask(service, 'POST', '/search', { query: 'well' });
    const { text } = await ask(service, 'GET', '/metrics');
    expect(text).toContain('toolgraph_catalog_tools{catalog="default"} 2');
    expect(text).toMatch(
      /toolgraph_http_request_duration_seconds_count\{route="\/search",method="POST",status="200"\} 1/,
    );
  });
});
