import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HttpCaller } from '../../src/index.js';
import { mcpSource, type ToolService } from '../../src/service/index.js';
import { until } from '../support/backend.js';
import { type HttpMcpServer, serveFirstGeneration, serveModern } from '../support/mcp-http.js';
import { ask, startService } from '../support/service.js';

async function clientOf(service: ToolService): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)));
  onTestFinished(() => client.close());
  return client;
}

const call = async (client: Client, name: string): Promise<{ text: string; isError: boolean }> => {
  const result = await client.callTool({ name: 'call_tool', arguments: { name, arguments: {} } });
  return { text: (result.content as { text: string }[])[0]?.text ?? '', isError: result.isError === true };
};

const statusOf = async (service: ToolService) => (await ask(service, 'GET', '/sources/scales')).json['status'];

describe.each([
  ['2026 revision', serveModern, 'modern'],
  ['2025 revision', serveFirstGeneration, 'first'],
])('a backend of the %s over HTTP', (_name, serve, word) => {
  async function setting() {
    const tools = new Map([
      ['weigh', 'Weighs a load'],
      ['wait', 'Waits for the load'],
    ]);
    const running: { server: HttpMcpServer } = { server: await serve(tools) };
    onTestFinished(() => running.server[Symbol.asyncDispose]());
    const { url } = running.server;
    const service = await startService({
      calls: { http: new HttpCaller() },
      sources: [mcpSource('scales', { url }, { timeoutMs: 3000 })],
    });
    expect([...service.failures]).toEqual([]);
    const back = async () => {
      running.server = await serve(tools, Number(new URL(url).port));
    };
    return { service, client: await clientOf(service), gone: () => running.server[Symbol.asyncDispose](), back };
  }

  it('that vanishes between two calls is named in the error, and answers again when it is back', async () => {
    const { service, client, gone, back } = await setting();
    expect(await call(client, 'weigh')).toEqual({ text: `${word} weigh`, isError: false });
    await gone();
    const refused = await call(client, 'weigh');
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(/^Tool "weigh" failed: .*MCP server "scales"/);
    expect(refused.text).not.toMatch(/node_modules|\bat .*:\d+:\d+/);
    expect(service.host.graph.get('weigh')).toBeDefined();
    await back();
    await until(async () => !(await call(client, 'weigh')).isError, 'it answers again');
    await until(async () => (await statusOf(service)) === 'ready', 'its tools are fresh');
  }, 60_000);

  it('that vanishes in the middle of a call is named in the error, and answers again when it is back', async () => {
    const { service, client, gone, back } = await setting();
    const waiting = call(client, 'wait');
    await new Promise((resolve) => setTimeout(resolve, 400));
    await gone();
    const broken = await waiting;
    expect(broken.isError).toBe(true);
    expect(broken.text).toMatch(/^Tool "wait" failed: .*MCP server "scales"/);
    await back();
    await until(async () => !(await call(client, 'weigh')).isError, 'it answers again');
    await until(async () => (await statusOf(service)) === 'ready', 'its tools are fresh');
  }, 60_000);
});
