import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ToolGraph } from '../../src/index.js';
import type { ToolService } from '../../src/service/index.js';
import { commandLine, temporaryFolder } from '../support/command-line.js';
import { ask, graphOf, row, shopFile, startService } from '../support/service.js';

const modern = { versionNegotiation: { mode: 'auto' } } as const;

async function connect(service: ToolService, options: object): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, options);
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)));
  onTestFinished(() => client.close());
  return client;
}

async function shop(): Promise<ToolGraph> {
  const graph = new ToolGraph();
  await graph.ingestOpenApi(shopFile);
  return graph;
}

async function useCatalog(client: Client, graph: ToolGraph): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['search_tools', 'get_tool_schemas', 'plan_tools']);
  for (const tool of tools) expect(tool.annotations?.readOnlyHint).toBe(true);
  const query = 'refund a payment';
  const found = await client.callTool({ name: 'search_tools', arguments: { query, top_k: 3 } });
  const expected = graph.retrieveWithScores(query, 3).map(({ tool }) => tool.name);
  const hits = (found.structuredContent as { tools: { name: string }[] }).tools;
  expect(hits.map(({ name }) => name)).toEqual(expected);
  expect(JSON.parse((found.content[0] as { text: string }).text)).toEqual(found.structuredContent);
  const schemas = await client.callTool({ name: 'get_tool_schemas', arguments: { names: [...expected, 'none'] } });
  expect(schemas.structuredContent).toMatchObject({ tools: expected.map((name) => ({ name })), unknown: ['none'] });
  const plan = await client.callTool({ name: 'plan_tools', arguments: { targets: expected.slice(0, 1) } });
  expect((plan.structuredContent as { steps: { tool: string }[] }).steps.map(({ tool }) => tool)).toEqual(
    graph.plan(expected[0] ?? '').steps.map(({ tool }) => tool.name),
  );
}

describe('an MCP client over HTTP', () => {
  it.each([
    ['2026', modern, 'modern'],
    ['2025', {}, 'legacy'],
  ])('of the %s revision searches, reads schemas and plans', async (_, options, era) => {
    const graph = await shop();
    const client = await connect(await startService({ graph }), options);
    expect(client.getProtocolEra()).toBe(era);
    await useCatalog(client, graph);
  });

  it('gets an error result for wrong arguments and for nothing found', async () => {
    const client = await connect(await startService({ graph: graphOf([row('dig_well')]) }), modern);
    const errorOf = async (name: string, args: Record<string, unknown>) => {
      const { isError, content } = await client.callTool({ name, arguments: args });
      return [isError, (content[0] as { text: string }).text];
    };
    expect(await errorOf('search_tools', { query: 1 })).toEqual([true, 'query must be string, not 1.']);
    expect(await errorOf('plan_tools', {})).toEqual([true, 'targets or query is missing.']);
    expect((await errorOf('plan_tools', { targets: ['none'] }))[1]).toMatch(/^There is no tool "none"/);
    expect((await errorOf('plan_tools', { query: 'zebra' }))[1]).toMatch(/zebra/);
    await expect(client.callTool({ name: 'absent', arguments: {} })).rejects.toMatchObject({ code: -32602 });
    expect(
      (await client.callTool({ name: 'search_tools', arguments: { query: 'zebra' } })).structuredContent,
    ).toMatchObject({ tools: [], emptyReason: expect.any(String) });
  });
});

describe('JSON-RPC that is wrong', () => {
  const accept = { accept: 'application/json, text/event-stream' };
  it.each([
    ['{"jsonrpc":"2.0","id":1,"method":"nope"}', -32601],
    ['{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"absent","arguments":{}}}', -32602],
    ['not json at all', -32700],
    ['[]', -32600],
    ['7', -32600],
    ['{"jsonrpc":"1.0","id":3}', -32600],
  ])('%s is answered with %i, and the next request well', async (body, code) => {
    const service = await startService({ graph: graphOf([row('dig_well')]) });
    const reply = await ask(service, 'POST', '/mcp', body, accept);
    const json = /data: (.*)/.exec(reply.text)?.[1] ?? reply.text;
    expect(JSON.parse(json).error.code).toBe(code);
    expect(reply.status).toBeLessThan(500);
    expect(reply.text).not.toMatch(/\bat .*:\d+:\d+|node_modules/);
    expect((await ask(service, 'POST', '/search', { query: 'dig' })).status).toBe(200);
  });

  it('is bounded like every other body', async () => {
    const service = await startService({ graph: graphOf([row('dig_well')]), limits: { maxBytes: 1000 } });
    expect((await ask(service, 'POST', '/mcp', `"${'x'.repeat(2000)}"`, accept)).status).toBe(413);
    expect((await ask(service, 'POST', '/mcp', '{}', { ...accept, origin: 'http://evil.example' })).status).toBe(403);
  });
});

describe('over standard input and output', () => {
  it('serves an MCP client the same', async () => {
    const client = new Client({ name: 'test', version: '1' }, modern);
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [commandLine, 'mcp', shopFile] }));
    await useCatalog(client, await shop());
    await client.close();
  });

  it('writes nothing but JSON-RPC to standard output, and ends with its input', async () => {
    const path = join(temporaryFolder(), 'tools.json');
    const tools = [
      {
        name: 'dig_well',
        description: 'Dig a well\nin the “garden” \u2028 井戸',
        inputSchema: { type: 'object', properties: {} },
      },
      { name: 'bad tool', inputSchema: { type: 'string' } },
      { description: 'no name' },
    ];
    writeFileSync(path, JSON.stringify({ tools }));
    const child = spawn(process.execPath, [commandLine, 'mcp', path], {
      env: { ...process.env, DEBUG: '*', LOG_LEVEL: 'debug' },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const answers = () => out.split('\n').filter((line) => line !== '');
    const until = async (number: number) => {
      while (answers().length < number) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    });
    await until(1);
    send({ method: 'notifications/initialized' });
    send({ id: 2, method: 'tools/list' });
    send({ id: 3, method: 'tools/call', params: { name: 'search_tools', arguments: { query: 'dig a well' } } });
    send({ id: 4, method: 'tools/call', params: { name: 'search_tools', arguments: { query: 5 } } });
    await until(4);
    const closedAt = performance.now();
    const code = await new Promise((resolve) => {
      child.on('exit', resolve);
      child.stdin.end();
    });
    expect(code).toBe(0);
    expect(performance.now() - closedAt).toBeLessThan(2000);
    const messages = answers().map((line) => JSON.parse(line) as { jsonrpc: string; id: number });
    expect(messages.map(({ jsonrpc }) => jsonrpc)).toEqual(['2.0', '2.0', '2.0', '2.0']);
    expect(new Set(messages.map(({ id }) => id))).toEqual(new Set([1, 2, 3, 4]));
    expect(out).toContain('井戸');
  });
});
