import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serviceSource } from '../../src/cli/service-sources.js';
import { ToolGraph } from '../../src/index.js';
import { until } from '../support/backend.js';
import { temporaryFolder } from '../support/command-line.js';
import { ask, graphOf, RowSource, row, startService } from '../support/service.js';

const script = fileURLToPath(new URL('../support/save-in-little-room.mjs', import.meta.url));

/** A file system of its own with this much room, where the system lets us mount one; the tests end it. */
function smallDisk(kilobytes: number): string | undefined {
  const folder = join(temporaryFolder(), 'disk');
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined; // only administrators may
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder], { stdio: 'ignore' }));
  return folder;
}

/** Words that do not pack well. */
const noise = (length: number) => Array.from({ length }, () => Math.random().toString(36).slice(2)).join(' ');

describe('without room for the snapshot', () => {
  it('a save fails by name, the old snapshot stays, and nothing is left beside it', async () => {
    const path = join(temporaryFolder(), 'catalog.tgs');
    await graphOf([row('dig_well')]).save(path);
    const command = `ulimit -f 16; exec ${process.execPath} ${script} ${path}`;
    const outcome = JSON.parse(execFileSync('bash', ['-c', command], { encoding: 'utf8' })) as Record<string, unknown>;
    expect(outcome).toMatchObject({ saved: false, code: 'SOURCE_UNREADABLE', reason: 'EFBIG', tools: 2001 });
    expect(outcome['message']).toContain('the former one, if any, is unchanged');
    expect((await ToolGraph.load(path)).tools.map(({ name }) => name)).toEqual(['dig_well']);
    expect(readdirSync(join(path, '..'))).toEqual(['catalog.tgs']);
  });

  it('the service makes the folder of its snapshot, and says in its health when it cannot', async () => {
    const folder = temporaryFolder();
    const sources = [new RowSource('wells', [row('dig_well')])];
    const snapshot = join(folder, 'state', 'of', 'catalog.tgs');
    await startService({ sources, snapshot });
    const saved = async () => (await ToolGraph.load(snapshot).catch(() => new ToolGraph())).tools.length;
    await until(async () => (await saved()) === 1, 'the snapshot is there');
    const service = await startService({ sources, snapshot: join(snapshot, 'catalog.tgs') });
    await until(
      async () => (await ask(service, 'GET', '/healthz')).json['status'] === 'degraded',
      'the health says so',
    );
  });

  it('the service answers on, says so in its health, and saves when there is room again', async () => {
    const disk = smallDisk(256);
    if (disk === undefined) return; // the test above holds the same on every machine
    const snapshot = join(disk, 'catalog.tgs');
    const source = new RowSource('wells', [row('dig_well')]);
    const service = await startService({ sources: [source], snapshot });
    const saved = async () => (await ToolGraph.load(snapshot).catch(() => new ToolGraph())).tools.length;
    await until(async () => (await saved()) === 1, 'the first snapshot is there');
    const filler = join(disk, 'filler');
    expect(() => writeFileSync(filler, Buffer.alloc(1 << 20))).toThrow('ENOSPC');
    source.rows = [row('dig_well'), row('fill_well', noise(400)), row('cover_well', noise(400))];
    expect((await ask(service, 'POST', '/sources/wells/refresh')).json).toMatchObject({ added: 2 });
    const health = async () => (await ask(service, 'GET', '/healthz')).json;
    await until(async () => (await health())['status'] === 'degraded', 'the health says so');
    expect(await health()).toEqual({
      status: 'degraded',
      problems: ['The snapshot could not be written; the log says more.'],
    });
    expect((await ask(service, 'POST', '/search', { query: 'cover the well' })).json['tools']).toMatchObject([
      { name: 'cover_well' },
      {},
      {},
    ]);
    expect(await saved()).toBe(1);
    rmSync(filler);
    await ask(service, 'POST', '/sources/wells/refresh');
    await until(async () => (await health())['status'] === 'ok', 'it is well again');
    expect(await saved()).toBe(3);
  });
});

const document = (paths: object) => JSON.stringify({ openapi: '3.1.0', info: { title: 'Wells', version: '1' }, paths });
const digging = { '/wells': { post: { operationId: 'digWell', responses: { 200: { description: 'Dug' } } } } };

describe('a refresh that is answered with garbage', () => {
  it.each([
    ['a page of a proxy', 200, '<html><body>Sign in first</body></html>', /HTML page/],
    ['half a document', 200, document(digging).slice(0, -40), /cut off|ends|JSON/i],
    ['another kind of JSON', 200, '{"error":"try later"}', /no format known here/],
    ['nothing', 200, '', /empty/],
    ['bytes', 200, Buffer.from([0, 255, 254, 1, 2, 3, 128]), /binary file/],
    ['an error', 503, 'down for repair', /503/],
  ])(
    '%s: keeps the tools, marks them stale, says why, and is well after the next',
    async (_name, status, body, why) => {
      const answer: { status: number; body: string | Buffer } = { status: 200, body: document(digging) };
      const server = createServer((_request, response) => response.writeHead(answer.status).end(answer.body));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void server.close());
      const place = `http://127.0.0.1:${(server.address() as AddressInfo).port}/wells.json`;
      const service = await startService({ sources: [serviceSource(place)] });
      const [id] = service.host.graph.sources;
      const state = async () => (await ask(service, 'GET', `/sources/${id}`)).json;
      expect(await state()).toMatchObject({ tools: 1, status: 'ready' });
      Object.assign(answer, { status, body });
      const refused = await ask(service, 'POST', `/sources/${id}/refresh`);
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(refused.json['error']).toMatch(why);
      expect(await state()).toMatchObject({ tools: 1, status: 'stale', staleSince: expect.any(String) });
      const found = (await ask(service, 'POST', '/search', { query: 'dig a well' })).json['tools'];
      expect(found).toMatchObject([{ name: 'digWell', source: { stale: true } }]);
      Object.assign(answer, { status: 200, body: document(digging) });
      expect((await ask(service, 'POST', `/sources/${id}/refresh`)).json).toMatchObject({ unchanged: 1 });
      expect(await state()).toMatchObject({ tools: 1, status: 'ready' });
    },
  );
});
