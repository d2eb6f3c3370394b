import { expect, it } from 'vitest';
import type { ToolService } from '../../src/service/index.js';
import { readJsonFixture } from '../support/cases.js';
import { ask, graphOf, type Reply, raw, row, startService } from '../support/service.js';

const rows = [row('dig_well'), row('paint_wall')];

async function expectAlive(service: ToolService): Promise<void> {
  const reply = await ask(service, 'POST', '/search', { query: 'dig a well' });
  expect(reply.status).toBe(200);
  expect(reply.json['tools']).toMatchObject([{ name: 'dig_well' }]);
}

interface BadRequest {
  readonly get?: string;
  readonly post?: string;
  readonly put?: string;
  readonly body?: string;
  readonly bodyBytes?: number;
  readonly slow?: string;
  readonly headers?: Record<string, string>;
}

const { requests } = readJsonFixture('cases/sv-08-limits-and-bad-requests/input.json') as {
  requests: (BadRequest & { mcp?: string })[];
};
const wanted = [[400], [400], [415, 400], [413], [404, 400], [405], [404], [408]];
const cases = requests
  .filter((request) => request.mcp === undefined)
  .map((request, at) => [request, wanted[at] ?? []] as const);

function send(service: ToolService, request: BadRequest): Promise<Reply> {
  const [method = '', path = ''] = Object.entries(request).find(([key]) => ['get', 'post', 'put'].includes(key)) ?? [];
  const options = {
    method: method.toUpperCase(),
    path: path as string,
    headers: { 'content-type': 'application/json', ...request.headers },
  };
  return raw(service, options, async (write, isOver) => {
    if (request.slow !== undefined) {
      for (let sent = 0; sent < 20 && !isOver(); sent++) {
        write('{');
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    } else if (request.bodyBytes === undefined) write(request.body ?? '');
    else
      for (let sent = 0; sent < request.bodyBytes && !isOver(); sent += 65_536) {
        write(Buffer.alloc(65_536, 'x'));
        if (sent % (1 << 20) === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      }
  });
}

it.each(cases)('answers %j with %j, and the next request well', async (request, statuses) => {
  const service = await startService({ graph: graphOf(rows), limits: { maxBytes: 1 << 20, timeoutMs: 400 } });
  const reply = await send(service, request);
  expect(statuses).toContain(reply.status);
  expect(reply.json['error']).toMatch(/\w/);
  expect(reply.text).not.toMatch(/\bat .*:\d+:\d+|node_modules|\.[jt]s\b|\/etc|\/home/);
  expect(reply.headers['content-type']).toBe('application/problem+json');
  await expectAlive(service);
});

it('refuses a body that is too large, whether it says its length or not', async () => {
  const service = await startService({ graph: graphOf(rows), limits: { maxBytes: 1 << 20 } });
  let sent = 0;
  const reply = await raw(
    service,
    { method: 'POST', path: '/search', headers: { 'content-type': 'application/json' } },
    async (write, isOver) => {
      for (; sent < 20 << 20 && !isOver(); sent += 65_536) {
        write(Buffer.alloc(65_536, 'x'));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    },
  );
  expect(reply.status).toBe(413);
  expect(reply.json['error']).toBe('The body is larger than 1048576 bytes.');
  const declared = await raw(
    service,
    {
      method: 'POST',
      path: '/search',
      headers: { 'content-type': 'application/json', 'content-length': String(100 << 20) },
    },
    async (write) => write('{'),
  );
  expect(declared.status).toBe(413);
  await expectAlive(service);
});

it('says what is allowed when a method is not', async () => {
  const service = await startService({ graph: graphOf(rows) });
  const reply = await ask(service, 'PUT', '/search', {});
  expect(reply.headers['allow']).toBe('POST, GET');
});

it('hides what went wrong inside, and keeps the request id', async () => {
  const service = await startService({ graph: graphOf(rows) });
  service.host.graph.plan = () => {
    throw new Error('secret detail at /home/me/file.ts:1:1');
  };
  const reply = await ask(service, 'POST', '/plan', { targets: ['dig_well'] }, { 'x-request-id': 'mine-1' });
  expect(reply.status).toBe(500);
  expect(reply.text).not.toMatch(/secret|home/);
  expect(reply.json['requestId']).toBe('mine-1');
  expect(reply.headers['x-request-id']).toBe('mine-1');
});

const edge = readJsonFixture('cases/rt-16-limits/input.json') as {
  tools: object[];
  calls: Record<string, unknown>[];
};

it.each(edge.calls.map((call) => [JSON.stringify(call).slice(0, 60), call] as const))(
  'answers the search %s as documented',
  async (_, call) => {
    const service = await startService({ graph: graphOf(edge.tools) });
    const reply = await ask(service, 'POST', '/search', call);
    const { q, top_k: topK } = call;
    if (typeof q !== 'string') {
      expect(reply.status).toBe(400);
      expect(reply.json['error']).toMatch(/^q must be string/);
    } else if (topK !== undefined && !(Number.isInteger(topK) && (topK as number) >= 0)) {
      expect(reply.status).toBe(400);
      expect(reply.json['error']).toMatch(/^top_k must be/);
    } else {
      expect(reply.status).toBe(200);
      const tools = reply.json['tools'] as unknown[];
      const finds = q.includes('thing') && topK !== 0;
      expect(tools).toHaveLength(finds ? 3 : 0);
      if (finds) expect(reply.json['emptyReason']).toBeNull();
      else expect(reply.json['emptyReason']).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    }
  },
);

it('names what is wrong with each argument', async () => {
  const service = await startService({ graph: graphOf(rows) });
  const errorOf = async (path: string, body: unknown) => (await ask(service, 'POST', path, body)).json['error'];
  expect(await errorOf('/search', {})).toBe('query is missing.');
  expect(await errorOf('/search', { query: 'x', nope: 1 })).toBe('nope is not known here.');
  expect(await errorOf('/search', { query: 'x', topK: '3' })).toBe('topK must be integer, not "3".');
  expect(await errorOf('/search', { query: 'x', sources: [1] })).toBe('sources.0 must be string, not 1.');
  expect(await errorOf('/export', { provider: 'acme' })).toMatch(/^provider must be one of openai, .*, not "acme"\.$/);
  expect(await errorOf('/closure', {})).toBe('tool is missing.');
  expect((await ask(service, 'GET', '/search?query=a&query=b')).json['error']).toBe('query is given 2 times.');
  expect((await ask(service, 'GET', '/tools?limit=0')).json['error']).toBe('limit must be >= 1, not 0.');
  expect((await ask(service, 'GET', '/tools?cursor=zzz')).json['error']).toMatch(/^cursor is none/);
  expect((await ask(service, 'GET', '/tools/__proto__')).status).toBe(404);
});
