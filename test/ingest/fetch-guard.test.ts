import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type FetchLike, guardedFetch, isPublicAddress } from '../../ingest/fetch-guard.js';
import { ingestOpenApi } from '../../ingest/index.js';
import { apiOf } from '../support/openapi.js';

const limits = { maxBytes: 1000, timeoutMs: 5000 };
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '2606:4700::1111'])('takes %s', (address) => expect(isPublicAddress(address)).toBe(true));
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '192.168.0.1',
    '172.16.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '255.255.255.255',
    'fe80::1%eth0',
    'nonsense',
  ])('refuses %s', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('guardedFetch', () => {
  it.each([
    'http://127.0.0.1:1/',
    'http://2130706433/',
    'http://[::ffff:7f00:1]/',
    'http://0x7f.1/',
    'http://localhost:18081/',
    'file:///etc/hostname',
    'ftp://example.com/',
  ])('refuses %s before it connects', async (url) => {
    await expect(guardedFetch(new URL(url), limits)).rejects.toMatchObject({ code: 'REFUSED' });
  });

  it('refuses hosts that are not listed', async () => {
    const fetch: FetchLike = async () => ({
      status: 200,
      headers: { get: () => null },
      body: new Blob(['x']).stream(),
    });
    const allowed = { ...limits, fetch, hosts: ['ok.example'] };
    expect(Buffer.from((await guardedFetch(new URL('https://ok.example/a'), allowed)).bytes).toString()).toBe('x');
    await expect(guardedFetch(new URL('https://ok.example.evil/'), allowed)).rejects.toMatchObject({ code: 'REFUSED' });
  });

  it('checks each redirect again, and sends headers to the first host only', async () => {
    const seen: string[] = [];
    const inner = await serve((request, response) => {
      seen.push(`inner ${request.headers['x-key'] ?? 'none'}`);
      response.end('inside');
    });
    const outer = await serve((_, response) => response.writeHead(302, { location: `http://${inner}/` }).end());
    const moved = new URL(`http://${outer.replace('127.0.0.1', 'localhost')}/`);
    await expect(guardedFetch(moved, { ...limits, privateAddresses: 'first-host' })).rejects.toMatchObject({
      code: 'REFUSED',
    });
    expect(seen).toEqual([]);
    const { bytes } = await guardedFetch(moved, { ...limits, privateAddresses: 'any', headers: { 'x-key': 'k' } });
    expect(Buffer.from(bytes).toString()).toBe('inside');
    expect(seen).toEqual(['inner none']);
  });

  it('stops at too many bytes, redirects and milliseconds, and names statuses without their text', async () => {
    const host = await serve((request, response) => {
      if (request.url === '/big') response.end('x'.repeat(5000));
      else if (request.url === '/chunks') response.write('x'.repeat(600), () => response.end('y'.repeat(600)));
      else if (request.url === '/loop') response.writeHead(301, { location: '/loop' }).end();
      else if (request.url === '/missing') response.writeHead(404).end('SECRET-BODY');
      else if (request.url === '/broken') response.writeHead(500).end('SECRET-BODY');
    });
    const options = { ...limits, privateAddresses: 'any' } as const;
    const at = (path: string, extra: object = {}): Promise<unknown> =>
      guardedFetch(new URL(`http://${host}${path}`), { ...options, ...extra });
    await expect(at('/big')).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
    await expect(at('/chunks')).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
    await expect(at('/loop')).rejects.toMatchObject({
      code: 'SOURCE_UNREADABLE',
      message: expect.stringContaining('redirects'),
    });
    await expect(at('/missing?token=abc')).rejects.toMatchObject({ message: expect.not.stringMatching(/SECRET|abc/) });
    await expect(at('/missing')).rejects.toMatchObject({ code: 'SOURCE_NOT_FOUND' });
    await expect(at('/broken')).rejects.toMatchObject({
      code: 'SOURCE_UNREADABLE',
      message: expect.stringContaining('500'),
    });
    await expect(at('/never', { timeoutMs: 100 })).rejects.toMatchObject({
      code: 'SOURCE_UNREADABLE',
      message: expect.stringContaining('100 ms'),
    });
  });
});

describe('remote references', () => {
  const schema = { type: 'object', properties: { a: { $ref: 'more.json#/B' } } };

  it('are followed to listed hosts, relative to the document that holds them', async () => {
    const host = await serve((request, response) =>
      response.end(JSON.stringify(request.url === '/defs/more.json' ? { B: { type: 'integer' } } : { A: schema })),
    );
    const document = apiOf({
      '/a': {
        post: {
          responses: {},
          requestBody: { content: { 'application/json': { schema: { $ref: `http://${host}/defs/a.json#/A` } } } },
        },
      },
    });
    const refused = await ingestOpenApi(document, { refs: { hosts: [host] }, validate: false });
    expect(refused.tools[0]?.inputs).toMatchObject([{ whole: true }]);
    expect(refused.diagnostics).toMatchObject([
      { code: 'unresolved-ref', message: expect.stringContaining('not a public one') },
    ]);
    const followed = await ingestOpenApi(document, {
      refs: { hosts: [host], privateAddresses: true },
      validate: false,
    });
    expect(followed.tools[0]?.inputSchema.properties).toMatchObject({ a: { type: 'integer' } });
    expect(followed.diagnostics).toEqual([]);
  });
});
