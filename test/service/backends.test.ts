import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HttpCaller } from '../../src/index.js';
import { mcpSource, type ServiceOptions, type ToolService } from '../../src/service/index.js';
import { testBackend, until } from '../support/backend.js';
import { temporaryFolder } from '../support/command-line.js';
import { ask, startService } from '../support/service.js';

const calls = { http: new HttpCaller() };
const start = (options: ServiceOptions) => startService({ calls, ...options });

async function clientOf(service: ToolService, options: object = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, options);
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)));
  onTestFinished(() => client.close());
  return client;
}

const textOf = (result: { content?: unknown }) => (result.content as { text: string }[])[0]?.text ?? '';
const call = (client: Client, name: string, args: object = {}) =>
  client.callTool({ name: 'call_tool', arguments: { name, arguments: args } });
const stateOf = async (service: ToolService, id: string) =>
  (await ask(service, 'GET', `/sources/${id}`)).json['backend'] as Record<string, unknown>;

describe('a backend whose tools are in the snapshot', () => {
  it('is started by the first call, after the arguments were checked', async () => {
    const snapshot = join(temporaryFolder(), 'catalog.tgs');
    const backend = testBackend();
    const sources = () => [mcpSource('scales', backend.server)];
    await (await start({ sources: sources(), snapshot })).close();
    expect(backend.starts()).toBe(1);
    const spawned = backend.lines().filter((line) => line === 'spawn').length;
    const service = await start({ sources: sources(), snapshot });
    expect([...service.failures]).toEqual([]);
    const client = await clientOf(service);
    const found = await client.callTool({ name: 'search_tools', arguments: { query: 'structured weight report' } });
    expect(textOf(found)).toContain('"report"');
    expect(textOf(await call(client, 'wait', { ms: 'long' }))).toContain('"ms" must be integer');
    expect(textOf(await call(client, 'wipe'))).toContain('destructive');
    expect(backend.lines().filter((line) => line === 'spawn')).toHaveLength(spawned);
    expect(await stateOf(service, 'scales')).toEqual({ state: 'idle', connects: 0, failures: 0, active: 0, queued: 0 });
    expect(textOf(await call(client, 'count'))).toBe('1');
    expect(backend.starts()).toBe(2);
    expect(await stateOf(service, 'scales')).toMatchObject({ state: 'ready', connects: 1 });
    const metrics = (await ask(service, 'GET', '/metrics')).text;
    expect(metrics).toContain('toolgraph_backend_ready{catalog="default",source="scales"} 1');
    expect(metrics).toContain('toolgraph_tool_calls_total{result="refused"} 2');
    expect(metrics).toContain('toolgraph_tool_calls_total{result="ok"} 1');
  });

  it('is started at once when it is another server than before, or not lazy', async () => {
    const snapshot = join(temporaryFolder(), 'catalog.tgs');
    const first = testBackend();
    await (await start({ sources: [mcpSource('scales', first.server)], snapshot })).close();
    await (await start({ sources: [mcpSource('scales', first.server, { lazy: false })], snapshot })).close();
    expect(first.starts()).toBe(2);
    const other = testBackend({ BACKEND_TOOLS: 'count' });
    const { args = [] } = other.server;
    const moved = { ...other.server, args: [...args, '--moved'] };
    const service = await start({ sources: [mcpSource('scales', moved)], snapshot });
    expect(other.starts()).toBe(1);
    expect(service.host.graph.tools.map(({ name }) => name)).toEqual(['count']);
  });

  it('says which tool it lost when the first call finds it gone', async () => {
    const snapshot = join(temporaryFolder(), 'catalog.tgs');
    const backend = testBackend({ BACKEND_TOOLS: 'count,report' });
    await (await start({ sources: [mcpSource('scales', backend.server)], snapshot })).close();
    const { server } = backend;
    const less = { ...server, env: { ...server.env, BACKEND_TOOLS: 'count' } };
    const client = await clientOf(await start({ sources: [mcpSource('scales', less)], snapshot }));
    const gone = await call(client, 'report');
    expect([gone.isError, textOf(gone)]).toEqual([
      true,
      'Tool "report" failed: the MCP server "scales" does not offer it any more',
    ]);
    expect(textOf(await call(client, 'report'))).toContain('There is no tool "report"');
    expect(textOf(await call(client, 'count'))).toBe('1');
  });

  it('is let go of when nothing calls it, and started again by the next call', async () => {
    const backend = testBackend();
    const service = await start({ sources: [mcpSource('scales', backend.server, { idleMs: 200 })] });
    await until(async () => (await stateOf(service, 'scales'))['state'] === 'idle', 'the backend rests');
    expect((await ask(service, 'GET', '/sources/scales')).json['status']).toBe('ready');
    const client = await clientOf(service);
    expect(textOf(await call(client, 'wait', { ms: 400 }))).toBe('waited 400');
    expect(backend.starts()).toBe(2);
  });
});

describe('a backend that fails', () => {
  it('in the middle of a call is named in the error, comes back by itself, and disturbs no other', async () => {
    const frail = testBackend();
    const steady = testBackend({ BACKEND_TOOLS: 'count,wait' });
    const service = await start({
      sources: [mcpSource('frail', frail.server), mcpSource('steady', steady.server)],
    });
    const client = await clientOf(service);
    const steadyCount = service.host.graph.tools.find(
      (tool) => tool.source.id === 'steady' && tool.originalName === 'count',
    );
    const others = call(client, 'steady_wait', { ms: 600 });
    const ended = await call(client, 'die');
    expect(ended.isError).toBe(true);
    expect(textOf(ended)).toBe(
      'Tool "die" failed: the MCP server "frail" ended during the call; whether the call took effect is not known',
    );
    expect((await ask(service, 'GET', '/sources/frail')).json['status']).toBe('stale');
    await until(async () => (await stateOf(service, 'frail'))['state'] === 'ready', 'it is back');
    await until(async () => (await ask(service, 'GET', '/sources/frail')).json['status'] === 'ready', 'it is fresh');
    expect(textOf(await call(client, 'count'))).toBe('1');
    expect(textOf(await others)).toBe('waited 600');
    expect(textOf(await call(client, steadyCount?.name ?? ''))).toBe('1');
    expect(frail.starts()).toBe(2);
    expect(steady.starts()).toBe(1);
  });

  it('again and again is tried ever more rarely, and calls are told when', async () => {
    const backend = testBackend();
    const { server } = backend;
    const env: Record<string, string> = { ...server.env };
    const service = await start({ sources: [mcpSource('scales', { ...server, env })] });
    const client = await clientOf(service);
    env['BACKEND_FAILS'] = 'always';
    backend.kill();
    await until(async () => Number((await stateOf(service, 'scales'))['failures']) >= 3, 'it failed three times');
    const state = await stateOf(service, 'scales');
    expect(state).toMatchObject({ retryAt: expect.stringMatching(/^\d{4}-/) });
    await until(async () => Number((await stateOf(service, 'scales'))['failures']) >= 4, 'it failed four times');
    const started = performance.now();
    const refused = await call(client, 'count');
    expect(textOf(refused)).toMatch(
      /^Tool "count" failed: the MCP server "scales" is down \(.*\); it is tried again in \d s$/,
    );
    expect(performance.now() - started).toBeLessThan(500);
    expect((await ask(service, 'POST', '/call', { tool: 'count' })).status).toBe(502);
    delete env['BACKEND_FAILS'];
    await until(async () => (await stateOf(service, 'scales'))['state'] === 'ready', 'it is back');
    expect(textOf(await call(client, 'count'))).toBe('1');
  }, 60_000);

  it('at the start keeps the others from nothing, and is taken in when it is back', async () => {
    const good = testBackend({ BACKEND_TOOLS: 'count' });
    const bad = testBackend({ BACKEND_FAILS: 'always' });
    const env: Record<string, string> = { ...bad.server.env };
    const service = await start({
      sources: [mcpSource('bad', { ...bad.server, env }), mcpSource('good', good.server)],
    });
    expect([...service.failures.keys()]).toEqual(['mcp:bad']);
    expect(service.host.graph.sources).toEqual(['good']);
    delete env['BACKEND_FAILS'];
    await until(() => service.host.graph.sources.includes('bad'), 'it is taken in');
  }, 60_000);
});

describe('a backend with limits', () => {
  it('is given so many calls at once; others wait, and one too many is refused', async () => {
    const backend = testBackend();
    const service = await start({
      sources: [mcpSource('scales', backend.server, { maxConcurrent: 2, maxQueued: 1 })],
    });
    const waiting = (ms: number) => ask(service, 'POST', '/call', { tool: 'wait', arguments: { ms } });
    const running = [waiting(500), waiting(500)];
    await until(() => backend.lines().filter((line) => line === 'wait 500').length === 2, 'two run');
    const third = waiting(1);
    await until(async () => (await stateOf(service, 'scales'))['queued'] === 1, 'one waits');
    const fourth = await waiting(2);
    expect([fourth.status, fourth.json['code'], fourth.json['error']]).toEqual([
      503,
      'busy',
      'The MCP server "scales" is busy: 2 calls run and 1 wait; try again later.',
    ]);
    expect((await third).status).toBe(200);
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
    expect(backend.lines().filter((line) => line.startsWith('wait'))).toEqual(['wait 500', 'wait 500', 'wait 1']);
  });

  it('has a time limit of its own, which progress starts anew', async () => {
    const backend = testBackend();
    const service = await start({ sources: [mcpSource('scales', backend.server, { callTimeoutMs: 300 })] });
    const client = await clientOf(service);
    expect(textOf(await call(client, 'wait', { ms: 5000 }))).toBe(
      'Tool "wait" failed: the MCP server "scales" did not answer within 300 ms',
    );
    await until(() => backend.lines().includes('cancelled'), 'the backend hears of it');
    const seen: number[] = [];
    const long = await client.callTool(
      { name: 'call_tool', arguments: { name: 'steps', arguments: { steps: 30 } } },
      { onprogress: ({ progress }) => seen.push(progress) },
    );
    expect(textOf(long)).toBe('went 30 steps');
    expect(seen).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
  });
});

it('gives every session a connection of its own to a backend that keeps state', async () => {
  const backend = testBackend();
  const service = await start({ sources: [mcpSource('scales', backend.server, { perSession: true })] });
  const [one, other] = [await clientOf(service), await clientOf(service)];
  expect(textOf(await call(one, 'count'))).toBe('1');
  expect(textOf(await call(one, 'count'))).toBe('2');
  expect(textOf(await call(other, 'count'))).toBe('1');
  expect(backend.starts()).toBe(3);
  await (one.transport as StreamableHTTPClientTransport).terminateSession();
  await one.close();
  expect(textOf(await call(other, 'count'))).toBe('2');
});
