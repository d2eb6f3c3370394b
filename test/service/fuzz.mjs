/**
 * Sends bad requests to every route and JSON-RPC method of a service of its own, and fails when one of them is
 * answered with a 5xx, shows a stack or a path, or makes the memory grow. Needs dist/. node --expose-gc test/service/fuzz.mjs [10000]
 */
import { fileURLToPath } from 'node:url';
import { HttpCaller, ToolGraph } from '../../dist/src/index.js';
import { ToolService } from '../../dist/src/service/index.js';

const total = Number(process.argv[2] ?? 10_000);
let seed = 42;
const random = () => {
  seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
  return seed / 0x7fffffff;
};
const pick = (list) => list[Math.floor(random() * list.length)];
const values = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  '',
  ' ',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%00',
  '\u0000',
  '\ud800',
  'x'.repeat(5000),
  [],
  {},
  [[]],
  { __proto__: 1 },
  { $ref: 'file:///etc/passwd' },
  ['a', 1],
  [{ query: 'dig', gold: ['dig_well'] }],
  [{ query: '\ud800', gold: ['__proto__', ''], id: '\u0000' }],
  'shop',
  '../datasets/shop',
  '2',
  'dig_well',
];
const value = (depth = 0) =>
  random() < 0.2 && depth < 4 ? { [pick(['query', 'a', '__proto__', 'toString'])]: value(depth + 1) } : pick(values);

const graph = new ToolGraph();
graph.ingestTools([{ name: 'dig_well', description: 'Dig a well', inputSchema: { type: 'object', properties: {} } }], {
  source: 'rows',
});
const service = await ToolService.start({
  port: 0,
  graph,
  logLevel: 'silent',
  calls: { http: new HttpCaller() },
  catalogs: { other: {} },
  datasets: fileURLToPath(new URL('../../datasets', import.meta.url)),
  limits: { maxBytes: 1 << 20, timeoutMs: 2000 },
});
const { paths } = await (await fetch(`${service.url}/openapi.json`)).json();
const keys = (operation) => Object.keys(operation.requestBody?.content['application/json'].schema.properties ?? {});
const targets = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    keys: keys(operation),
    query: (operation.parameters ?? []).filter((entry) => entry.in === 'query').map((entry) => entry.name),
  })),
);
const rpcMethods = [
  'initialize',
  'tools/list',
  'tools/call',
  'ping',
  'resources/read',
  'nope',
  'server/discover',
  'subscriptions/listen',
  'logging/setLevel',
  'notifications/initialized',
  'notifications/cancelled',
  'completion/complete',
  'prompts/list',
  'tasks/get',
  '',
  7,
];

/** A session of the 2025 revision as a client opens it. */
async function openSession() {
  const response = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } },
    }),
  });
  await response.body?.cancel();
  return response.headers.get('mcp-session-id') ?? 'none';
}
let session = await openSession();
const revisions = ['2025-06-18', '2025-11-25', '2026-07-28', '2024-11-05', '1999-01-01', 'x'.repeat(300)];
/** Headers that name sessions and revisions: right ones, ended ones, and what never was one. */
const sessionHeaders = () => ({
  ...(random() < 0.6 ? { 'mcp-session-id': pick([session, session, 'none', 'x'.repeat(2000), '__proto__', ' ']) } : {}),
  ...(random() < 0.5 ? { 'mcp-protocol-version': pick(revisions) } : {}),
  ...(random() < 0.1 ? { 'last-event-id': pick(['0', session, '__proto__']) } : {}),
  ...(random() < 0.1 ? { 'mcp-method': pick(['tools/call', 'nope']), 'mcp-name': pick(['search_tools', 'nope']) } : {}),
});

function badRequest() {
  if (random() < 0.3) {
    const message = {
      jsonrpc: pick(['2.0', '1.0', 2]),
      id: value(),
      method: pick(rpcMethods),
      params:
        random() < 0.5
          ? value()
          : {
              name: pick(['search_tools', 'call_tool', 'plan_tools', 'get_tool_schemas', value()]),
              ...(random() < 0.3 ? { _meta: pick([value(), { progressToken: value() }]) } : {}),
              ...(random() < 0.1 ? { protocolVersion: value(), capabilities: value(), clientInfo: value() } : {}),
              arguments: { query: value(), targets: value(), names: value(), name: value() },
            },
    };
    const text =
      random() < 0.15
        ? pick(['', '[', 'null', '[[]]', '{"jsonrpc"'])
        : JSON.stringify(random() < 0.1 ? [message, message] : message);
    return [
      '/mcp',
      {
        method: pick(['POST', 'POST', 'POST', 'POST', 'POST', 'POST', 'DELETE', 'PUT']),
        headers: {
          ...sessionHeaders(),
          'content-type': pick(['application/json', 'application/json', 'text/plain']),
          accept: pick(['application/json, text/event-stream', '*/*', 'text/html']),
        },
        body: text,
      },
    ];
  }
  const target = pick(targets);
  const path = target.path.replace(/\{\w+\}/g, () =>
    encodeURIComponent(
      String(pick(['none', 'default', 'other', 'shop', 'dig_well', '..', '__proto__', '\u0000', 'x'.repeat(300)])),
    ),
  );
  const query = target.query
    .map((name) => `${name}=${encodeURIComponent(String(pick(['', '-1', 'x', '1e99', '[]', '__proto__'])))}`)
    .join('&');
  const method = random() < 0.15 ? pick(['PUT', 'PATCH', 'DELETE', 'OPTIONS']) : target.method;
  const body = Object.fromEntries([...target.keys, 'nope'].filter(() => random() < 0.6).map((key) => [key, value()]));
  const text = random() < 0.15 ? pick(['', '{', '[]', 'null', '"x"', '{"a":'.repeat(2000)]) : JSON.stringify(body);
  const init =
    method === 'GET' || method === 'HEAD'
      ? { method }
      : {
          method,
          headers: { 'content-type': pick(['application/json', 'application/json', 'text/plain', '']) },
          body: text,
        };
  return [`${path}${query === '' ? '' : `?${query}`}`, init];
}

const statuses = new Map();
const faults = [];
/** After a collection where Node was started with --expose-gc: what grows then is kept. */
const heapNow = () => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};
let afterWarmUp = 0;
for (let sent = 0; sent < total; sent++) {
  const [path, init] = badRequest();
  const response = await fetch(`${service.url}${path}`, { ...init, signal: AbortSignal.timeout(10_000) }).catch(
    (error) => error,
  );
  if (response instanceof Error) {
    faults.push(`${init.method} ${path.slice(0, 80)}: ${response.message} ${response.cause?.code ?? ''}`);
    continue;
  }
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const text = isStream ? '' : await response.text();
  if (isStream) await response.body?.cancel();
  statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  if (response.status >= 500 || /\bat .*:\d+:\d+|node_modules|\/dist\/src/.test(text))
    faults.push(
      `${init.method} ${path.slice(0, 80)} ${String(init.body).slice(0, 300)}: ${response.status} ${text.slice(0, 200)}`,
    );
  if (sent % 50 === 0) session = await openSession(); // some of the requests end it
  if (sent === Math.floor(total / 4)) afterWarmUp = heapNow();
}
const grownMb = (heapNow() - afterWarmUp) / (1 << 20);
const alive = (await fetch(`${service.url}/healthz`)).status === 200;
await service.close();
console.log(
  JSON.stringify({
    total,
    statuses: Object.fromEntries([...statuses].sort()),
    faults: faults.length,
    grownMb: Math.round(grownMb),
    alive,
  }),
);
for (const fault of faults.slice(0, 20)) console.log(fault);
process.exit(faults.length > 0 || !alive || grownMb > 100 ? 1 : 0);
