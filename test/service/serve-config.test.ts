import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readTokens } from '../../src/cli/token-file.js';
import { hashToken } from '../../src/service/index.js';
import { commandLine, printed, temporaryFolder, toolgraph } from '../support/command-line.js';
import { row, shopFile } from '../support/service.js';

interface Running {
  readonly out: () => string;
  readonly err: () => string;
  readonly url: string;
  readonly get: (path: string, token?: string) => Promise<Response>;
  stop(): Promise<number | null>;
}

/** Starts `toolgraph serve --config` and waits until it says how to stop it. */
async function serve(file: string, environment: Record<string, string> = {}): Promise<Running> {
  const child = spawn(process.execPath, [commandLine, 'serve', '--config', file, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', ...environment },
  });
  const texts = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    texts.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    texts.err += chunk.toString();
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onTestFinished(() => void child.kill('SIGKILL'));
  while (!/stop {2}.*\n/.test(texts.out)) {
    if (child.exitCode !== null) throw new Error(`serve ended: ${texts.err}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const url = /http:\/\/[^\s)]+/.exec(texts.out)?.[0] ?? '';
  const stop = () => {
    child.kill('SIGTERM');
    return exited;
  };
  const get = (path: string, token?: string) =>
    fetch(`${url}${path}`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
  return { out: () => texts.out, err: () => texts.err, url, get, stop };
}

/** An API that notes the headers of each request. */
async function listeningApi(): Promise<{ readonly url: string; readonly seen: IncomingHttpHeaders[] }> {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    response.setHeader('content-type', 'application/json').end('{"ok":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

function smallApi(url: string): string {
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Small', version: '1' },
    servers: [{ url }],
    security: [{ key: [] }],
    paths: {
      '/ping': {
        get: { operationId: 'ping', summary: 'Ping the small service', responses: { 200: { description: 'ok' } } },
      },
    },
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } } },
  });
}

const total = async (running: Running, path: string, token?: string) =>
  ((await (await running.get(`${path}/tools`, token)).json()) as { total: number }).total;

describe('serve --config', () => {
  it('serves catalogs, follows the file, and leaves what runs when it is broken', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'toolgraph.yaml');
    copyFileSync(shopFile, join(folder, 'shop.yaml'));
    writeFileSync(join(folder, 'ops.jsonl'), JSON.stringify(row('restart_server')));
    const sha = hashToken('the-agents-token');
    const head = `tokens: [{ id: agent, sha256: "${sha}" }]\nsources:\n  - path: shop.yaml\n    name: store\n`;
    writeFileSync(file, `${head}catalogs: { ops: { sources: [ops.jsonl] } }\n`);
    const running = await serve(file);
    expect(running.out()).toMatch(/default +store +\d+ +[\d,]+\n +ops +ops +1 +\d+/);
    expect(running.out()).toContain('authorization: Bearer $TOKEN');
    expect((await running.get('/tools')).status).toBe(401);
    const before = await total(running, '', 'the-agents-token');
    expect(before).toBeGreaterThan(50);
    expect(await total(running, '/catalogs/ops', 'the-agents-token')).toBe(1);
    writeFileSync(file, `${head}catalogs: { ops: { sorces: [ops.jsonl] } }\n`);
    await expect
      .poll(() => running.err(), { timeout: 20_000 })
      .toMatch(/toolgraph\.yaml:5:20: Unknown key \\"sorces\\"/);
    expect(await total(running, '/catalogs/ops', 'the-agents-token')).toBe(1);
    writeFileSync(
      join(folder, 'more.jsonl'),
      [row('light_fire'), row('put_out_fire')].map((tool) => JSON.stringify(tool)).join('\n'),
    );
    writeFileSync(file, `${head}  - more.jsonl\n`);
    await expect.poll(() => total(running, '', 'the-agents-token'), { timeout: 20_000 }).toBe(before + 2);
    expect((await running.get('/catalogs/ops/tools', 'the-agents-token')).status).toBe(404);
    expect(await running.stop()).toBe(0);
  }, 180_000);

  it('calls with credentials of the secrets file, and shows them nowhere', async () => {
    const { url, seen } = await listeningApi();
    const folder = temporaryFolder();
    const at = (name: string) => join(folder, name);
    writeFileSync(at('small.json'), smallApi(url));
    writeFileSync(at('secrets.env'), 'SMALL_KEY=s3cret-of-the-small-api\nMCP_TOKEN=s3cret-of-the-mcp-server\n');
    chmodSync(at('secrets.env'), 0o600);
    writeFileSync(
      at('toolgraph.yaml'),
      `server: { logLevel: debug }
secretsFile: secrets.env
snapshot: catalog.tgs
sources:
  - { path: small.json, name: small }
  - name: gone
    mcp: { command: "${process.execPath}", args: [-e, 'throw new Error(process.env.T)'], env: { T: '$\{MCP_TOKEN}' } }
  - { name: far, mcp: { url: "${url}/mcp", headers: { authorization: 'Bearer $\{MCP_TOKEN}' } } }
calls:
  allowPrivate: [127.0.0.1]
  credentials: { small: { key: '$\{SMALL_KEY}' } }
`,
    );
    const running = await serve(at('toolgraph.yaml'));
    const post = async (path: string, body: object) =>
      (
        await fetch(`${running.url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).text();
    const texts = [
      await post('/call', { tool: 'ping', dryRun: true }),
      await post('/call', { tool: 'ping' }),
      await post('/call', { tool: 'ping', arguments: { wrong: 1 } }),
      await post('/sources/gone/refresh', {}),
      await post('/sources/far/refresh', {}),
      ...(await Promise.all(
        [
          '/sources',
          '/sources/gone',
          '/sources/far',
          '/diagnostics',
          '/tools/ping',
          '/healthz',
          '/catalogs',
          '/metrics',
        ].map(async (path) => (await running.get(path)).text()),
      )),
    ];
    expect(seen.some((headers) => headers['x-key'] === 's3cret-of-the-small-api')).toBe(true);
    expect(seen.some(({ authorization }) => authorization === 'Bearer s3cret-of-the-mcp-server')).toBe(true);
    expect(texts[1]).toContain('"ok":true');
    expect(texts[5]).toMatch(/"id":"gone".*"status":"failed"/);
    await running.stop();
    const log = running.err();
    expect(log).toMatch(/source failed/);
    for (const text of [...texts, log, running.out(), readFileSync(at('catalog.tgs'), 'utf8')])
      expect(text).not.toContain('s3cret');
  }, 180_000);

  it('refuses what it cannot serve, with the place of each problem', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'toolgraph.yaml');
    writeFileSync(file, 'server: { prt: 1 }\nsources: 3\n');
    const refused = await toolgraph(['serve', '--config', file]);
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/toolgraph\.yaml:1:11: Unknown key "prt" in server; did you mean "port"\?\n/);
    expect(refused.err).toMatch(/toolgraph\.yaml:2:10: sources is 3; it must be a list\.\n/);
    for (const [args, message] of [
      [['--config', join(folder, 'none.yaml')], 'cannot be read'],
      [['--config', file, 'shop.yaml'], 'take "shop.yaml" out'],
      [['--config', file, '--calls'], '--calls is written in the file'],
      [['specs', 'cancel an order'], 'demo specs "cancel an order"'],
    ] as const)
      expect((await toolgraph(['serve', ...args])).err).toContain(message);
  }, 120_000);

  it('names the port that is in use and how to choose another', async () => {
    const { url } = await listeningApi();
    const { port } = new URL(url);
    const refused = await toolgraph(['serve', '--port', port]);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain(
      `port ${port} is in use; choose another one with --port, such as --port ${Number(port) + 1}`,
    );
  }, 60_000);
});

it('makes a token whose hash lets it in, and stores it nowhere', async () => {
  const { out } = await printed('token', '--id', 'support', '--scopes', 'read,call', '--json');
  const made = JSON.parse(out) as { id: string; token: string; sha256: string; scopes: string[] };
  expect(made).toMatchObject({ id: 'support', scopes: ['read', 'call'], sha256: hashToken(made.token) });
  expect(made.token.length).toBeGreaterThan(30);
  const page = (await printed('token')).out;
  const token = /tg_[\w-]+/.exec(page)?.[0] ?? '';
  expect(page.split(token)).toHaveLength(2);
  const file = join(temporaryFolder(), 'toolgraph.yaml');
  const lines = page.split('\n');
  const start = lines.indexOf('  tokens:');
  writeFileSync(
    file,
    lines
      .slice(start, start + 4)
      .map((line) => line.slice(2))
      .join('\n'),
  );
  expect((await printed('config', file)).out).toContain('1 token.');
  expect(JSON.parse((await printed('config', '--schema')).out)).toHaveProperty('properties.sources');
  await expect(printed('token', '--scopes', 'all')).rejects.toThrow('read, call, admin');
  await expect(printed('config')).rejects.toThrow('config needs a file');
});

it('takes hashes in a token file', () => {
  const file = join(temporaryFolder(), 'tokens.txt');
  writeFileSync(file, `# hashed\nsha256:${hashToken('one-of-two-tokens')}\nthe-other-of-two-tokens\n`);
  expect(readTokens(file).map(({ sha256 }) => sha256)).toEqual([
    hashToken('one-of-two-tokens'),
    hashToken('the-other-of-two-tokens'),
  ]);
  writeFileSync(file, 'sha256:abc\n');
  expect(() => readTokens(file)).toThrow('64 hex digits');
});
