import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HttpCaller } from '../../src/index.js';
import { mcpSource, type ToolService } from '../../src/service/index.js';
import { type TestBackend, testBackend, until } from '../support/backend.js';
import { commandLine, temporaryFolder } from '../support/command-line.js';
import { ask, graphOf, row, startService } from '../support/service.js';

interface Result {
  readonly content?: readonly { readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** What every client of these tests can do, whichever SDK it is of. */
interface AnyClient {
  list(): Promise<readonly { readonly name: string; readonly annotations?: unknown; readonly _meta?: unknown }[]>;
  call(
    name: string,
    args: Record<string, unknown>,
    options?: { readonly signal?: AbortSignal; readonly onprogress?: (step: { progress: number }) => void },
    meta?: Record<string, unknown>,
  ): Promise<Result>;
  /** How often the server said that its tools changed. */
  readonly changes: () => number;
  close(): Promise<void>;
}

async function v2(transport: HttpV2 | StdioV2, mode: 'auto' | 'legacy'): Promise<AnyClient> {
  let changes = 0;
  const client = new ClientV2({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    changes++;
  });
  await client.connect(transport);
  if (mode === 'auto') {
    expect(client.getProtocolEra()).toBe('modern');
    await client.listen({ toolsListChanged: true });
  }
  onTestFinished(() => client.close());
  return {
    list: async () => (await client.listTools(undefined, { cacheMode: 'refresh' })).tools,
    call: async (name, args, options = {}, _meta) =>
      (await client.callTool({ name, arguments: args, ...(_meta === undefined ? {} : { _meta }) }, options)) as Result,
    changes: () => changes,
    close: () => client.close(),
  };
}

async function v1(transport: HttpV1 | StdioV1): Promise<AnyClient> {
  let changes = 0;
  const client = new ClientV1({ name: 'test', version: '1' });
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    changes++;
  });
  await client.connect(transport as Parameters<ClientV1['connect']>[0]);
  onTestFinished(() => client.close());
  return {
    list: async () => (await client.listTools()).tools,
    call: async (name, args, options = {}, _meta) =>
      (await client.callTool(
        { name, arguments: args, ...(_meta === undefined ? {} : { _meta }) },
        undefined,
        options,
      )) as Result,
    changes: () => changes,
    close: () => client.close(),
  };
}

const flags = ['--calls', '--pin', 'report', '--pin', 'wipe', '--list-found', '3'];

/** `toolgraph mcp` as a process, in front of the backend. */
function command(backend: TestBackend): { command: string; args: string[] } {
  const config = join(temporaryFolder(), 'servers.json');
  const { command: file, args, env } = backend.server;
  writeFileSync(config, JSON.stringify({ mcpServers: { scales: { command: file, args, env } } }));
  return { command: process.execPath, args: [commandLine, 'mcp', '--mcp-config', config, ...flags] };
}

async function serve(backend: TestBackend): Promise<ToolService> {
  const service = await startService({
    sources: [mcpSource('scales', backend.server)],
    calls: { http: new HttpCaller() },
    expose: { pinned: ['report', 'wipe'], searched: 3 },
  });
  expect([...service.failures]).toEqual([]);
  return service;
}

const url = (service: ToolService) => new URL(`${service.url}/mcp`);

const kinds: readonly (readonly [
  name: string,
  knowsSessions: boolean,
  open: (backend: TestBackend) => Promise<AnyClient>,
])[] = [
  ['SDK 2, revision 2026, HTTP', false, async (backend) => v2(new HttpV2(url(await serve(backend))), 'auto')],
  ['SDK 2, revision 2025, HTTP', true, async (backend) => v2(new HttpV2(url(await serve(backend))), 'legacy')],
  ['SDK 1, HTTP', true, async (backend) => v1(new HttpV1(url(await serve(backend))))],
  ['SDK 2, revision 2026, stdio', true, async (backend) => v2(new StdioV2(command(backend)), 'auto')],
  ['SDK 2, revision 2025, stdio', true, async (backend) => v2(new StdioV2(command(backend)), 'legacy')],
  ['SDK 1, stdio', true, async (backend) => v1(new StdioV1(command(backend)))],
];
const textOf = (result: Result) => result.content?.[0]?.text ?? '';
const own = ['search_tools', 'get_tool_schemas', 'plan_tools', 'call_tool'];

describe.each(kinds)('a client of %s', (_name, knowsSessions, open) => {
  it('finds tools, calls them, and gets what their server gave', async () => {
    const backend = testBackend();
    const client = await open(backend);
    const tools = await client.list();
    expect(tools.map(({ name }) => name)).toEqual([...own, 'report', 'wipe']);
    expect(tools.find(({ name }) => name === 'report')).toMatchObject({
      annotations: { title: 'Weight report', readOnlyHint: true },
      _meta: { 'example.test/icon': 'scales' },
    });
    const call = (name: string, args: object = {}) => client.call('call_tool', { name, arguments: args });
    expect(textOf(await client.call('search_tools', { query: 'go some steps' }))).toContain('"steps"');
    if (knowsSessions) {
      await until(() => client.changes() > 0, 'the client hears that the list changed');
      const listed = (await client.list()).map(({ name }) => name);
      expect(listed).toContain('steps');
      expect(listed.length).toBeLessThanOrEqual(own.length + 2 + 3);
      expect(textOf(await client.call('steps', { steps: 1 }))).toBe('went 1 steps');
      expect(await client.call('steps', { steps: 'many' })).toMatchObject({ isError: true });
    } else expect((await client.list()).map(({ name }) => name)).toEqual([...own, 'report', 'wipe']);

    const direct = await client.call('report', {}, {}, { 'example.test/trace': 'abc' });
    expect(direct.structuredContent).toEqual({ weight: 7 });
    expect(direct._meta?.['example.test/seen']).toMatchObject({ 'example.test/trace': 'abc' });
    expect((await call('report')).structuredContent).toEqual({ weight: 7 });
    expect(await call('fail')).toMatchObject({ isError: true, content: [{ text: 'the scales are broken' }] });
    expect(await call('refuse')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('not at this hour') }],
    });
    await expect(client.call('refuse', {})).rejects.toMatchObject({ code: -32050, data: { opens: '08:00' } });
    for (const refused of [await client.call('wipe', {}), await call('wipe')])
      expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringMatching(/"wipe" is destructive/)]);
    expect(backend.lines()).not.toContain('wiped');

    const steps: number[] = [];
    const options = { onprogress: ({ progress }: { progress: number }) => void steps.push(progress) };
    const through = await client.call('call_tool', { name: 'steps', arguments: { steps: 5 } }, options);
    expect([textOf(through), steps]).toEqual(['went 5 steps', [1, 2, 3, 4, 5]]);

    const cancel = new AbortController();
    const long = client.call('call_tool', { name: 'wait', arguments: { ms: 60_000 } }, { signal: cancel.signal });
    const failed = long.catch((thrown: unknown) => thrown);
    await until(() => backend.lines().includes('wait 60000'), 'the backend is called');
    cancel.abort('enough');
    expect(await failed).toBeInstanceOf(Error);
    await until(() => backend.lines().includes('cancelled'), 'the backend hears that it was cancelled');
  }, 60_000);
});

it('lists to each session what that session found, and to no other', async () => {
  const graph = graphOf([row('dig_well'), row('paint_wall'), row('search_tools', 'Searches the tool shed')]);
  const service = await startService({ graph, calls: { http: new HttpCaller() }, expose: { searched: 2 } });
  const [one, other] = [await v1(new HttpV1(url(service))), await v2(new HttpV2(url(service)), 'legacy')];
  const modern = await v2(new HttpV2(url(service)), 'auto');
  await one.call('search_tools', { query: 'dig a well', top_k: 1 });
  await other.call('search_tools', { query: 'paint the wall', top_k: 1 });
  await modern.call('search_tools', { query: 'paint the wall', top_k: 1 });
  await other.call('search_tools', { query: 'search the shed', top_k: 5 });
  await until(() => one.changes() === 1 && other.changes() >= 1, 'both hear of their own change');
  const names = async (client: AnyClient) => (await client.list()).map(({ name }) => name).slice(own.length);
  expect([await names(one), await names(other), await names(modern)]).toEqual([['dig_well'], ['paint_wall'], []]);
  const unlisted = await modern.call('paint_wall', {}); // a row is not callable, but it is known
  expect([unlisted.isError, textOf(unlisted)]).toEqual([true, expect.stringContaining('cannot be called from here')]);
  graph.ingestTools([row('dig_well', 'Digs a deeper well')], { source: 'rows' });
  service.host.touched();
  await until(() => one.changes() === 2 && other.changes() >= 2, 'both hear that the catalog changed');
  expect(await names(other)).toEqual([]);
  expect(await one.list()).toContainEqual(expect.objectContaining({ description: 'Digs a deeper well' }));
  expect(modern.changes()).toBe(0);
});

it('keeps a session to the token that opened it', async () => {
  const service = await startService({ graph: graphOf([row('dig_well')]) });
  const headers = { accept: 'application/json, text/event-stream' };
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  };
  const opened = await ask(service, 'POST', '/mcp', initialize, headers);
  const session = String(opened.headers['mcp-session-id']);
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
  const within = (id: string) => ask(service, 'POST', '/mcp', list, { ...headers, 'mcp-session-id': id });
  expect((await within(session)).status).toBe(200);
  expect((await within('00000000-0000-0000-0000-000000000000')).status).toBe(404);
  expect((await ask(service, 'DELETE', '/mcp', undefined, { 'mcp-session-id': session })).status).toBe(200);
  expect((await within(session)).status).toBe(404);
  expect((await ask(service, 'POST', '/mcp', list, headers)).status).toBe(200);
});
