import { describe, expect, it } from 'vitest';
import { ToolGraph } from '../../../src/index.js';
import { firstGenerationClient, type ServedTools, serveFirstGeneration, serveModern } from '../../support/mcp-http.js';

const names = (graph: ToolGraph) => graph.tools.map((tool) => tool.name).sort();
const pump = (): ServedTools =>
  new Map([
    ['start_pump', 'Start the pump'],
    ['stop_pump', 'Stop the pump'],
  ]);

describe.each([
  ['the 2026 revision, which is listened to', serveModern],
  ['the 2025 revision with sessions, by the first SDK generation', serveFirstGeneration],
])('a server of %s, over Streamable HTTP', (_revision, serve) => {
  it('is listed with the headers it wants, and its tools are called', async () => {
    await using server = await serve(pump());
    const graph = new ToolGraph();
    await using connection = await graph.ingestMcp(
      { url: server.url, headers: { authorization: 'Bearer hush' } },
      { source: 'well' },
    );
    expect(connection.report).toMatchObject({ added: 2, quarantined: 0, diagnostics: [] });
    expect(names(graph)).toEqual(['start_pump', 'stop_pump']);
    expect(await graph.call('stop_pump')).toMatchObject({
      content: [{ type: 'text', text: expect.stringContaining('stop_pump') }],
    });
    expect(new Set(server.requests.map((headers) => headers['authorization']))).toEqual(new Set(['Bearer hush']));
    expect(JSON.stringify(graph.exportCatalog())).not.toContain('hush');
  });

  it('is listed again, and indexed at once, when it says that its tools changed', async () => {
    const tools = pump();
    await using server = await serve(tools);
    const graph = new ToolGraph();
    let updates = 0;
    await using connection = await graph.ingestMcp(server, { onUpdate: () => updates++ });
    tools.delete('start_pump');
    tools.set('stop_pump', 'Halt the engine');
    tools.set('drain_tank', 'Drain the tank');
    await expect
      .poll(async () => {
        if (updates === 0) await server.changed(); // an older server drops what it says before the client listens
        await connection.settled();
        return names(graph);
      })
      .toEqual(['drain_tank', 'stop_pump']);
    expect(graph.retrieveWithScores('drain the tank', 1)[0]?.tool.name).toBe('drain_tank');
    expect(graph.retrieveWithScores('halt engine', 1)[0]?.tool.name).toBe('stop_pump');
    const known = graph.retrieveWithScores('start', 5).flatMap(({ explanation }) => explanation.terms);
    expect(known.map(({ term }) => term)).not.toContain('start');
    expect(updates).toBeGreaterThan(0);
  });

  it('that is gone leaves its tools, marked stale', async () => {
    const server = await serve(pump());
    const graph = new ToolGraph();
    await using connection = await graph.ingestMcp(server, { source: 'well', timeoutMs: 5000 });
    await server[Symbol.asyncDispose]();
    await connection.refresh();
    expect(connection.stale).toBe(true);
    expect(graph.tools.map(({ source }) => source)).toMatchObject([{ stale: true }, { stale: true }]);
  });
});

describe('a client of the first SDK generation', () => {
  it('is taken as it is: listed, followed and called', async () => {
    const tools = pump();
    await using server = await serveFirstGeneration(tools);
    const client = await firstGenerationClient(server.url);
    const graph = new ToolGraph();
    await using connection = await graph.ingestMcp(client);
    expect(connection.source).toBe('first');
    expect(await graph.call('start_pump')).toMatchObject({ content: [{ text: 'first start_pump' }] });
    tools.delete('start_pump');
    await expect
      .poll(async () => {
        await server.changed();
        await connection.settled();
        return names(graph);
      })
      .toEqual(['stop_pump']);
    await client.close();
    await connection.settled();
    expect(connection.stale).toBe(true);
  });
});

describe('an address without an MCP server', () => {
  it('is named without its query, and the headers are not', async () => {
    const server = await serveModern(pump());
    await server[Symbol.asyncDispose]();
    const target = { url: `${server.url}?key=hush`, headers: { authorization: 'Bearer hush' } };
    const failure = await new ToolGraph().ingestMcp(target, { timeoutMs: 3000 }).catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ code: 'SOURCE_UNREADABLE', message: expect.stringContaining(server.url) });
    expect(String(failure)).not.toContain('hush');
  });
});
