import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { until } from '../support/backend.js';
import { temporaryFolder, toolgraph } from '../support/command-line.js';
import { postAnew as post, serveWorkers, workersOf } from '../support/serve-workers.js';
import { shopFile } from '../support/service.js';

it('answers alike from every worker, changes nothing, and replaces one that is killed', async () => {
  const snapshot = join(temporaryFolder(), 'catalog.tgs');
  const { url, pid, stop } = await serveWorkers(shopFile, snapshot, 2);
  const digest = () => createHash('sha256').update(readFileSync(snapshot)).digest('hex');
  const before = digest();
  const [first = 0, second = 0] = workersOf(pid);
  expect([first > 0, second > 0]).toEqual([true, true]);
  const search = async () => {
    const response = await post(`${url}/search`, { query: 'cancel an order', topK: 3 });
    expect(response.status).toBe(200);
    return response.text();
  };
  expect(new Set(await Promise.all(Array.from({ length: 20 }, search))).size).toBe(1);

  for (const request of [
    post(`${url}/sources`, { id: 'x', tools: [{ name: 'x' }] }),
    post(`${url}/sources/shop/refresh`),
  ]) {
    const refused = await request;
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([409, 'read-only']);
  }
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  for (let round = 0; round < 4; round++)
    expect(
      (await client.callTool({ name: 'search_tools', arguments: { query: 'cancel an order' } })).isError,
    ).toBeFalsy();
  await client.close();

  await new Promise((resolve) => setTimeout(resolve, 2000)); // one that dies sooner is taken for broken
  process.kill(first, 'SIGKILL');
  await until(() => !workersOf(pid).includes(first), 'it is dead');
  for (let round = 0; round < 5; round++) await search();
  await until(() => workersOf(pid).length === 2 && !workersOf(pid).includes(first), 'another one took its place');
  await search();
  expect(await stop()).toBe(0);
  expect(digest()).toBe(before);
}, 90_000);

it('serves at the same address after the only worker was killed', async () => {
  const { url, pid, stop } = await serveWorkers(shopFile, join(temporaryFolder(), 'catalog.tgs'), 1);
  await new Promise((resolve) => setTimeout(resolve, 2000)); // one that dies sooner is taken for broken
  const [only = 0] = workersOf(pid);
  process.kill(only, 'SIGKILL');
  await until(() => workersOf(pid).length === 1 && !workersOf(pid).includes(only), 'another one took its place');
  const answers = (): Promise<boolean> =>
    post(`${url}/search`, { query: 'cancel an order' }).then(
      (response) => response.status === 200,
      () => false,
    );
  const deadline = Date.now() + 20_000;
  while (!(await answers()) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await answers()).toBe(true);
  expect(await stop()).toBe(0);
}, 60_000);

it('refuses what needs one process, and says why', async () => {
  const folder = temporaryFolder();
  const servers = join(folder, 'servers.json');
  writeFileSync(servers, '{"mcpServers":{"one":{"command":"true"}}}');
  const snapshot = ['--snapshot', join(folder, 'catalog.tgs')];
  const refusal = async (...args: string[]) => {
    const { code, err } = await toolgraph(['serve', shopFile, '--port', '0', ...args]);
    expect(code).not.toBe(0);
    return err;
  };
  expect(await refusal('--workers', '2')).toContain('--workers needs --snapshot');
  expect(await refusal('--workers', '0', ...snapshot)).toContain('--workers must be 1 to 64');
  expect(await refusal('--workers', '2', ...snapshot, '--mcp-config', servers)).toContain(
    'each worker would start its own',
  );
  expect(await refusal('--workers', '2', ...snapshot, '--calls', '--list-found')).toContain(
    '--list-found needs sessions',
  );
}, 60_000);
