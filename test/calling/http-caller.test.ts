import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HttpCaller, type HttpCallerOptions, ToolGraph, type ToolSchema } from '../../src/index.js';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly raw: Buffer;
}

/** A server that keeps what it is asked, and answers as `answer` says. */
async function api(answer: (request: Seen, response: ServerResponse) => void = (_, response) => response.end()) {
  const seen: Seen[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const raw = Buffer.concat(chunks);
      const request = { method, url, headers, body: raw.toString(), raw };
      seen.push(request);
      answer(request, response);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function toolOf(
  server: string,
  path: string,
  operation: object,
  rest: object = {},
  method = 'get',
): Promise<ToolSchema> {
  const graph = new ToolGraph();
  const paths = {
    [path]: { [method]: { operationId: 'op', responses: { 200: { description: 'ok' } }, ...operation } },
  };
  const { tools } = await graph.ingestOpenApi(
    { openapi: '3.1.0', info: { title: 'T', version: '1' }, servers: [{ url: server }], paths, ...rest },
    { validate: false },
  );
  return tools[0] as ToolSchema;
}

function caller(options: HttpCallerOptions = {}): HttpCaller {
  const made = new HttpCaller({ privateHosts: ['127.0.0.1'], retries: 0, ...options });
  onTestFinished(() => made.close());
  return made;
}

const parameter = (name: string, place: string, schema: object, rest: object = {}) => ({
  name,
  in: place,
  schema,
  required: place === 'path',
  ...rest,
});
const list = { type: 'array', items: { type: 'string' } };
const object = { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'string' } } };

describe('a request', () => {
  it.each([
    ['a list, repeated', parameter('x', 'query', list), ['a b', 'c&d'], '/p?x=a%20b&x=c%26d'],
    ['a list, with commas', parameter('x', 'query', list, { explode: false }), ['a', 'b,c'], '/p?x=a,b%2Cc'],
    [
      'a list, with pipes',
      parameter('x', 'query', list, { style: 'pipeDelimited', explode: false }),
      ['a', 'b'],
      '/p?x=a%7Cb',
    ],
    [
      'a list, with spaces',
      parameter('x', 'query', list, { style: 'spaceDelimited', explode: false }),
      ['a', 'b'],
      '/p?x=a%20b',
    ],
    ['an object, as properties', parameter('x', 'query', object), { a: 1, b: 'z' }, '/p?a=1&b=z'],
    [
      'an object, in brackets',
      parameter('x', 'query', object, { style: 'deepObject', explode: true }),
      { a: 1, b: 'z' },
      '/p?x[a]=1&x[b]=z',
    ],
    ['a truth value', parameter('x', 'query', { type: 'boolean' }), false, '/p?x=false'],
    [
      'JSON',
      parameter('x', 'query', object, { schema: undefined, content: { 'application/json': { schema: object } } }),
      { a: 1 },
      '/p?x=%7B%22a%22%3A1%7D',
    ],
  ])('carries %s in the query', async (_, declared, value, url) => {
    const server = await api();
    const tool = await toolOf(server.url, '/p', { parameters: [declared] });
    await caller().call(tool, { x: value });
    expect(server.seen.map((request) => request.url)).toEqual([url]);
  });

  it.each([
    ['simple', parameter('x', 'path', { type: 'string' }), 'a/b?c', '/p/a%2Fb%3Fc'],
    ['label', parameter('x', 'path', list, { style: 'label', explode: true }), ['a', 'b'], '/p/.a.b'],
    ['matrix', parameter('x', 'path', list, { style: 'matrix' }), ['a', 'b'], '/p/;x=a,b'],
  ])('carries %s values in the path', async (_, declared, value, url) => {
    const server = await api();
    await caller().call(await toolOf(server.url, '/p/{x}', { parameters: [declared] }), { x: value });
    expect(server.seen[0]?.url).toBe(url);
  });

  it('is not made for values that would lead elsewhere', async () => {
    const server = await api();
    const tool = await toolOf(server.url, '/a/{x}/b', {
      parameters: [parameter('x', 'path', { type: 'string' }), parameter('h', 'header', { type: 'string' })],
    });
    for (const x of ['..', '.', '', '%2e%2e'].slice(0, 3))
      await expect(caller().call(tool, { x })).rejects.toThrow(/"x" must not/);
    await expect(caller().call(tool, { x: 'a', h: 'b\r\nevil: 1' })).rejects.toThrow(/"h" must be .* on one line/);
    await expect(caller().call(tool, { x: 'a', nope: 1 })).rejects.toThrow(/"nope"/);
    expect(server.seen).toEqual([]);
    await caller().call(tool, { x: '%2e%2e', h: 'ok' });
    expect(server.seen[0]).toMatchObject({ url: '/a/%252e%252e/b', headers: { h: 'ok' } });
  });

  it.each([
    ['application/json', { a: 1, b: 'ü' }, (body: string) => expect(JSON.parse(body)).toEqual({ a: 1, b: 'ü' })],
    ['application/x-www-form-urlencoded', { a: 1, b: 'x y' }, (body: string) => expect(body).toBe('a=1&b=x+y')],
    [
      'multipart/form-data',
      { a: 1, b: 'x' },
      (body: string) => expect(body).toMatch(/name="a"\r\n\r\n1\r\n--.*\r\n.*name="b"\r\n\r\nx\r\n--/),
    ],
  ])('carries a body of %s', async (type, args, check) => {
    const server = await api();
    const tool = await toolOf(
      server.url,
      '/p',
      { requestBody: { required: true, content: { [type]: { schema: object } } } },
      {},
      'post',
    );
    await caller().call(tool, args);
    expect(server.seen[0]?.headers['content-type']).toMatch(new RegExp(`^${type}`));
    check(server.seen[0]?.body ?? '');
  });
});

describe('files', () => {
  const binary = { type: 'string', format: 'binary' };
  const bytes = Buffer.from([0, 255, 13, 10, 45, 45, 1]);
  const upload = async (server: string, type: string, schema: object) =>
    toolOf(server, '/p', { requestBody: { required: true, content: { [type]: { schema } } } }, {}, 'post');
  const form = {
    type: 'object',
    properties: { note: { type: 'string' }, pic: binary, more: { type: 'array', items: binary } },
  };

  it('go out as the bytes that their base64 stands for, and as a data: URL says what they are', async () => {
    const server = await api();
    const tool = await upload(server.url, 'multipart/form-data', form);
    const args = {
      note: 'a"b',
      pic: `data:image/png;base64,${bytes.toString('base64')}`,
      more: [bytes.toString('base64url'), ''],
    };
    await caller().call(tool, args);
    const { raw, headers } = server.seen[0] ?? { raw: Buffer.alloc(0), headers: {} };
    const parsed = await new Response(new Uint8Array(raw), {
      headers: { 'content-type': String(headers['content-type']) },
    }).formData();
    expect(parsed.get('note')).toBe('a"b');
    const pic = parsed.get('pic') as File;
    expect([pic.type, pic.name, Buffer.from(await pic.arrayBuffer())]).toEqual(['image/png', 'pic', bytes]);
    const more = parsed.getAll('more') as File[];
    expect(more.map(({ type }) => type)).toEqual(['application/octet-stream', 'application/octet-stream']);
    expect(Buffer.from(await (more[0] as File).arrayBuffer())).toEqual(bytes);
    expect(more[1]?.size).toBe(0);
    const preview = caller().preview(tool, args);
    expect(preview.body).toContain('content-type: image/png\r\n\r\n[7 bytes]\r\n');
    expect(preview).not.toHaveProperty('bytes');
  });

  it('are a whole body too', async () => {
    const server = await api();
    const tool = await upload(server.url, 'application/octet-stream', binary);
    const name = tool.inputs[0]?.name ?? '';
    await caller().call(tool, { [name]: bytes.toString('base64') });
    expect(server.seen[0]?.raw).toEqual(bytes);
    expect(server.seen[0]?.headers['content-type']).toBe('application/octet-stream');
    expect(caller().preview(tool, { [name]: bytes.toString('base64') }).body).toBe('[7 bytes]');
  });

  it.each(['not base64!', 'abcde', 'data:text/plain,abc', 'data:'])('are refused when they are %j', async (pic) => {
    const server = await api();
    const tool = await upload(server.url, 'multipart/form-data', form);
    await expect(caller().call(tool, { pic })).rejects.toThrow(/"pic" must be the bytes of a file in base64/);
    expect(server.seen).toEqual([]);
  });
});

describe('credentials', () => {
  const secured = (scheme: object) => ({ security: [{ key: [] }], components: { securitySchemes: { key: scheme } } });
  it.each([
    ['a header key', { type: 'apiKey', in: 'header', name: 'X-Key' }, { headers: { 'x-key': 's3cret' } }],
    ['a query key', { type: 'apiKey', in: 'query', name: 'key' }, { url: '/p?key=s3cret' }],
    ['a bearer token', { type: 'http', scheme: 'bearer' }, { headers: { authorization: 'Bearer s3cret' } }],
    ['a password', { type: 'http', scheme: 'basic' }, { headers: { authorization: 'Basic czNjcmV0' } }],
    ['an OAuth token', { type: 'oauth2', flows: {} }, { headers: { authorization: 'Bearer s3cret' } }],
  ])('go out as %s, from the host only, and are never shown', async (_, scheme, expected) => {
    const server = await api();
    const tool = await toolOf(server.url, '/p', {}, secured(scheme));
    const held = caller({
      credentials: (source, name) => (source === tool.source.id && name === 'key' ? 's3cret' : undefined),
    });
    await held.call(tool, {});
    expect(server.seen[0]).toMatchObject(expected);
    expect(JSON.stringify(held.preview(tool, {}))).not.toContain('s3cret');
    await expect(caller().call(tool, {})).rejects.toMatchObject({
      code: 'NOT_CALLABLE',
      message: expect.stringContaining('needs a credential for key'),
    });
  });

  it('do not follow a redirect', async () => {
    const other = await api();
    const server = await api((_, response) => response.writeHead(302, { location: other.url }).end());
    expect(await caller().call(await toolOf(server.url, '/p', {}), {})).toMatchObject({ status: 302, ok: false });
    expect(other.seen).toEqual([]);
  });
});

describe('an answer', () => {
  it('is JSON where it says so and is, else text, and not longer than the limit', async () => {
    const answers: [string, string][] = [
      ['application/json', '{"a":1}'],
      ['application/json', 'oops'],
      ['text/plain', 'hi'],
      ['text/plain', 'x'.repeat(5000)],
    ];
    const server = await api((_, response) => {
      const [type, body] = answers.shift() ?? ['', ''];
      response.writeHead(200, { 'content-type': type }).end(body);
    });
    const tool = await toolOf(server.url, '/p', {});
    const calls = caller({ maxResponseBytes: 1000 });
    expect((await calls.call(tool, {})).body).toEqual({ a: 1 });
    expect((await calls.call(tool, {})).body).toBe('oops');
    expect((await calls.call(tool, {})).body).toBe('hi');
    expect(await calls.call(tool, {})).toMatchObject({ truncated: true, body: 'x'.repeat(1000) });
  });

  it('is asked for again where that is safe', async () => {
    let failures = 2;
    const server = await api((_, response) => response.writeHead(failures-- > 0 ? 503 : 200).end());
    expect((await caller({ retries: 2 }).call(await toolOf(server.url, '/p', {}), {})).status).toBe(200);
    failures = 1;
    expect((await caller({ retries: 2 }).call(await toolOf(server.url, '/p', {}, {}, 'post'), {})).status).toBe(503);
  });

  it('is not waited for without end', async () => {
    const server = await api(() => undefined);
    await expect(caller({ timeoutMs: 100 }).call(await toolOf(server.url, '/p', {}), {})).rejects.toThrow(
      /did not answer within 100 ms/,
    );
  });
});

it('asks no address of this network unless the host names it', async () => {
  const server = await api();
  const { port } = new URL(server.url);
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '2130706433']) {
    const tool = await toolOf(`http://${host}:${port}`, '/p', {});
    await expect(caller({ privateHosts: [] }).call(tool, {})).rejects.toMatchObject({ code: 'REFUSED' });
  }
  expect(server.seen).toEqual([]);
});
