import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { HttpCaller } from '../../src/index.js';
import { traced } from '../../src/service/tracing.js';
import { ask, RowSource, row, startService } from '../support/service.js';

const exporter = new InMemorySpanExporter();
beforeAll(() => {
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
});
afterAll(() => trace.disable());
beforeEach(() => exporter.reset());

const spans = () =>
  exporter
    .getFinishedSpans()
    .map(({ name, attributes, status }) => ({ name, ...attributes, failed: status.code === 2 }));

it('spans ingests, searches, calls and MCP requests, and tells them nothing that a client sent', async () => {
  const source = new RowSource('wells', [row('dig_well')]);
  const service = await startService({ sources: [source], calls: { http: new HttpCaller() } });
  expect(spans()).toEqual([
    expect.objectContaining({
      name: 'toolgraph.ingest',
      'toolgraph.sources': 'wells',
      'toolgraph.added': 1,
      failed: false,
    }),
  ]);
  source.failure = new Error('secret-place is down');
  await ask(service, 'POST', '/sources/wells/refresh');
  expect(spans()[1]).toEqual({ name: 'toolgraph.ingest', 'error.type': 'Error', failed: true });
  exporter.reset();
  await ask(
    service,
    'POST',
    '/search',
    { query: 'dig my secret-query', topK: 2 },
    { authorization: 'Bearer secret-token' },
  );
  expect(spans()).toEqual([
    {
      name: 'toolgraph.search',
      'toolgraph.top_k': 2,
      'toolgraph.catalog.tools': 1,
      'toolgraph.hits': 1,
      failed: false,
    },
  ]);
  exporter.reset();
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)));
  onTestFinished(() => client.close());
  await client.listTools();
  await client.callTool({ name: 'call_tool', arguments: { name: 'dig_well', arguments: { 'secret-key': 1 } } });
  await client.callTool({ name: 'secret-name', arguments: {} }).catch(() => undefined);
  const requests = spans().filter(({ name }) => name === 'toolgraph.mcp.request');
  expect(requests).toMatchObject([
    { 'mcp.method.name': 'tools/list', failed: false },
    { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'call_tool', 'toolgraph.call.failed': true },
    { 'mcp.method.name': 'tools/call', failed: true },
  ]);
  expect(spans().find(({ name }) => name === 'toolgraph.call')).toMatchObject({
    'gen_ai.tool.name': 'dig_well',
    'toolgraph.source': 'wells',
    'error.type': 'NOT_CALLABLE',
    failed: true,
  });
  const everything = exporter.getFinishedSpans().map((span) => ({ ...spansOf(span) }));
  expect(JSON.stringify(everything)).not.toContain('secret');
});

function spansOf({ name, attributes, events, status, links }: ReturnType<typeof exporter.getFinishedSpans>[number]) {
  return { name, attributes, events, status, links };
}

it('gives what the work gives, and throws what it throws, whether it takes time or not', async () => {
  expect(traced('search', {}, () => 7)).toBe(7);
  expect(await traced('search', {}, async () => 8)).toBe(8);
  expect(() =>
    traced('search', {}, () => {
      throw new Error('now');
    }),
  ).toThrow('now');
  await expect(traced('search', {}, () => Promise.reject(new Error('later')))).rejects.toThrow('later');
  expect(spans().map(({ failed }) => failed)).toEqual([false, false, true, true]);
});
