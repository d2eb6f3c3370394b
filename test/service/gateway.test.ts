import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it, onTestFinished } from 'vitest';
import { HttpCaller, type McpStdioConfig, ToolGraph } from '../../src/index.js';
import { hashToken, mcpSource, type ToolService } from '../../src/service/index.js';
import { temporaryFolder } from '../support/command-line.js';
import { ask, graphOf, row, startService } from '../support/service.js';

/** How to start a server of node_modules: its bin, as its package.json names it. */
function serverOf(name: string, env: Record<string, string>, ...args: string[]): McpStdioConfig {
  const modules = dirname(dirname(createRequire(import.meta.url).resolve('zod/package.json')));
  const folder = join(modules, '@modelcontextprotocol', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin: Record<string, string> };
  return { command: process.execPath, args: [join(folder, Object.values(bin)[0] ?? ''), ...args], env };
}

async function clientOf(service: ToolService): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)));
  onTestFinished(() => client.close());
  return client;
}

const textOf = (result: { content?: unknown }) => (result.content as { text: string }[])[0]?.text ?? '';

it('finds, describes and calls the tools of three real servers, and outlives one that is killed', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'files'));
  writeFileSync(join(folder, 'files', 'note.txt'), 'dig deeper');
  const starter = join(folder, 'start.mjs');
  writeFileSync(
    starter,
    `import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
writeFileSync(${JSON.stringify(join(folder, 'pid'))}, String(process.pid));
const [, , file, ...rest] = process.argv;
process.argv = [process.argv[0], file, ...rest];
await import(pathToFileURL(file).href);`,
  );
  const memory = serverOf('server-memory', { MEMORY_FILE_PATH: join(folder, 'memory.json') });
  const service = await startService({
    sources: [
      mcpSource('everything', serverOf('server-everything', {})),
      mcpSource('files', serverOf('server-filesystem', {}, join(folder, 'files'))),
      mcpSource('memory', { ...memory, args: [starter, ...(memory.args ?? [])] }),
    ],
    calls: { http: new HttpCaller() },
  });
  expect([...service.failures]).toEqual([]);
  const client = await clientOf(service);
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('call_tool');
  const call = (name: string, args: object) =>
    client.callTool({ name: 'call_tool', arguments: { name, arguments: args } });
  const found = await client.callTool({ name: 'search_tools', arguments: { query: 'read the text of a file' } });
  expect(textOf(found)).toContain('read_text_file');
  expect(textOf(await call('read_text_file', { path: join(folder, 'files', 'note.txt') }))).toContain('dig deeper');
  expect(textOf(await call('echo', { message: 'well' }))).toContain('well');
  expect(await call('echo', {})).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('"message" is missing') }],
  });
  expect(await call('read_text_file', { path: '/etc/hostname' })).toMatchObject({ isError: true });
  expect(textOf(await call('read_graph', {}))).toContain('entities');
  expect(await call('delete_entities', { entityNames: ['x'] })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('destructive') }],
  });
  process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), 'SIGKILL');
  while ((await ask(service, 'GET', '/sources/memory')).json['status'] !== 'stale')
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(textOf(await call('echo', { message: 'still' }))).toContain('still');
  expect(textOf(await call('read_graph', {}))).toContain('entities');
  expect((await ask(service, 'GET', '/sources/memory')).json['status']).toBe('ready');
}, 180_000);

it('calls its own HTTP interface through another toolgraph', async () => {
  const inner = await startService({ graph: graphOf([row('dig_well'), row('paint_wall')]) });
  const graph = new ToolGraph();
  await graph.ingestOpenApi(`${inner.url}/openapi.json`, { source: 'inner' });
  const outer = await startService({ graph, calls: { http: new HttpCaller({ privateHosts: ['127.0.0.1'] }) } });
  const reply = await ask(outer, 'POST', '/call', { tool: 'searchTools', arguments: { query: 'dig a well', topK: 1 } });
  expect(reply.status).toBe(200);
  expect(reply.json).toMatchObject({ kind: 'http', result: { status: 200, body: { tools: [{ name: 'dig_well' }] } } });
  const dry = await ask(outer, 'POST', '/call', { tool: 'removeSource', arguments: { id: 'rows' }, dryRun: true });
  expect(dry.json).toMatchObject({ kind: 'dry-run', request: { method: 'DELETE', url: `${inner.url}/sources/rows` } });
  expect((await ask(outer, 'POST', '/call', { tool: 'removeSource', arguments: { id: 'rows' } })).json['code']).toBe(
    'needs-confirmation',
  );
  expect((await ask(outer, 'POST', '/call', { tool: 'searchTools', arguments: { topK: 'x' } })).status).toBe(400);
  expect(inner.host.graph.tools).toHaveLength(2);
});

it('calls nothing for a token without the scope, and nothing that the token does not see', async () => {
  const graph = graphOf([row('dig_well')]);
  graph.ingestFunctions({ ping: () => 'pong' }, { source: 'local' });
  const token = (id: string, rest: object) => ({ id, sha256: hashToken(`token-${id}`), ...rest });
  const service = await startService({
    graph,
    tokens: [
      token('reader', {}),
      token('caller', { scopes: ['read', 'call'] }),
      token('other', { scopes: ['read', 'call'], sources: ['rows'] }),
    ],
    calls: { http: new HttpCaller() },
  });
  const call = (id: string, tool: string) =>
    ask(service, 'POST', '/call', { tool }, { authorization: `Bearer token-${id}` });
  expect((await call('caller', 'ping')).json).toEqual({ kind: 'value', result: 'pong' });
  expect((await call('reader', 'ping')).status).toBe(403);
  expect((await call('other', 'ping')).status).toBe(404);
  expect((await call('caller', 'dig_well')).json['code']).toBe('not-callable');
});
