import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ToolGraph } from '../../src/index.js';
import type { ToolService } from '../../src/service/index.js';
import { readJsonFixture } from '../support/cases.js';
import { temporaryFolder } from '../support/command-line.js';
import { ask, graphOf, RowSource, row, startService } from '../support/service.js';

async function names(service: ToolService): Promise<string[]> {
  const listed = ((await ask(service, 'GET', '/tools')).json['tools'] as { name: string }[]).map(({ name }) => name);
  const found = (await ask(service, 'POST', '/search', { query: 'dig fill paint well wall', topK: 10 })).json;
  expect((found['tools'] as { name: string }[]).map(({ name }) => name).sort()).toEqual([...listed].sort());
  return listed.sort();
}

describe('sources over time', () => {
  it('keep, mark, lose and forget tools as each source changes, and after a restart', async () => {
    const { sources } = readJsonFixture('cases/ix-02-reconcile-sources/input.json') as {
      sources: { north: object[]; south: object[] };
    };
    const snapshot = join(temporaryFolder(), 'catalog.tgs');
    const north = new RowSource('north', sources.north);
    const south = new RowSource('south', sources.south);
    const service = await startService({ sources: [north, south], snapshot });
    expect(await names(service)).toEqual(['dig_well', 'fill_well', 'paint_wall']);
    south.failure = new Error('connection refused');
    expect((await ask(service, 'POST', '/sources/south/refresh')).status).toBe(500);
    expect(await names(service)).toEqual(['dig_well', 'fill_well', 'paint_wall']);
    expect((await ask(service, 'GET', '/sources/south')).json).toMatchObject({
      status: 'stale',
      staleSince: expect.stringMatching(/^\d{4}-/),
    });
    expect((await ask(service, 'GET', '/tools/paint_wall')).json['source']).toMatchObject({ stale: true });
    north.rows = sources.north.slice(0, 1);
    expect((await ask(service, 'POST', '/sources/north/refresh')).json).toMatchObject({ removed: 1, unchanged: 1 });
    expect(await names(service)).toEqual(['dig_well', 'paint_wall']);
    expect((await ask(service, 'DELETE', '/sources/north')).json).toEqual({ removed: 1 });
    expect(await names(service)).toEqual(['paint_wall']);
    await service.close();
    const restarted = await startService({ sources: [south], snapshot });
    expect(await names(restarted)).toEqual(['paint_wall']);
    expect(restarted.failures.size).toBe(1);
  });

  it('that left the configuration are gone after a restart, those added by a client stay', async () => {
    const snapshot = join(temporaryFolder(), 'catalog.tgs');
    const north = new RowSource('north', [row('dig_well')]);
    const south = new RowSource('south', [row('paint_wall')]);
    const service = await startService({ sources: [north, south], snapshot });
    await ask(service, 'POST', '/sources', { id: 'mine', tools: [row('fill_well')] });
    await service.close();
    const restarted = await startService({ sources: [south], snapshot });
    expect(await names(restarted)).toEqual(['fill_well', 'paint_wall']);
  });

  it('are not read again after a restart when their content is the same', async () => {
    const snapshot = join(temporaryFolder(), 'catalog.tgs');
    const source = Object.assign(new RowSource('north', [row('dig_well')]), { fingerprint: async () => print });
    let print = 'a';
    await (await startService({ sources: [source], snapshot })).close();
    await (await startService({ sources: [source], snapshot })).close();
    expect(source.reads).toBe(1);
    print = 'b';
    await startService({ sources: [source], snapshot });
    expect(source.reads).toBe(2);
  });

  it('are read once for all who ask at the same time', async () => {
    const source = new RowSource('north', [row('dig_well')]);
    const service = await startService({ sources: [source] });
    const reports = await Promise.all([1, 2, 3, 4].map(() => service.host.refresh('north')));
    expect(new Set(reports).size).toBe(1);
    expect(source.reads).toBe(2);
  });

  it('serve the new schema after a refresh that changed nothing else', async () => {
    const { v1, v2 } = readJsonFixture('cases/ix-01-schema-only-update/input.json') as Record<
      'v1' | 'v2',
      { tools: object[] }
    >;
    const source = new RowSource('jobs', v1.tools);
    const service = await startService({ sources: [source] });
    await ask(service, 'POST', '/search', { query: 'job status' });
    source.rows = v2.tools;
    await ask(service, 'POST', '/sources/jobs/refresh');
    expect((await ask(service, 'POST', '/search', { query: 'job status' })).json['tools']).toMatchObject([
      { name: 'job_status' },
    ]);
    const { json } = await ask(service, 'GET', '/tools/job_status');
    expect(json['inputSchema']).toMatchObject({
      properties: { state: { enum: ['running', 'done'] } },
      required: ['state'],
    });
    const exported = (await ask(service, 'POST', '/export', { provider: 'mcp', tools: ['job_status'] })).json;
    expect(JSON.stringify(exported)).toContain('"enum":["running","done"]');
    expect(JSON.stringify(exported)).not.toContain('queued');
  });

  it('come from the backup, and the health says so, when the snapshot is damaged', async () => {
    const snapshot = join(temporaryFolder(), 'catalog.tgs');
    const graph = graphOf([row('dig_well')]);
    await graph.save(snapshot);
    await graph.save(snapshot);
    writeFileSync(snapshot, readFileSync(snapshot).subarray(0, 40));
    const service = await startService({ snapshot });
    expect(service.host.graph.tools).toHaveLength(1);
    expect((await ask(service, 'GET', '/healthz')).json).toMatchObject({
      status: 'degraded',
      problems: [expect.stringContaining('snapshot')],
    });
  });
});

describe('sources that clients give', () => {
  it('are never paths or addresses of this network', async () => {
    let hits = 0;
    const lure = createServer((_request, response) => {
      hits++;
      response.end('{}');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void lure.close());
    await new Promise((resolve) => lure.once('listening', resolve));
    const { port } = lure.address() as AddressInfo;
    const service = await startService();
    const paths = ['../../etc/hostname', '/etc/hostname', 'file:///etc/hostname', 'openapi.yaml'];
    for (const path of paths)
      for (const body of [{ url: path }, { document: path }]) {
        const reply = await ask(service, 'POST', '/sources', body);
        expect([path, reply.status]).toEqual([path, 400]);
      }
    const hosts = ['127.0.0.1', 'localhost', '[::1]', '2130706433', '[::ffff:7f00:1]', '0x7f.1'];
    for (const host of hosts) {
      const reply = await ask(service, 'POST', '/sources', { url: `http://${host}:${port}/x.json` });
      expect([host, reply.status]).toEqual([host, 403]);
    }
    expect(hits).toBe(0);
    expect(service.host.graph.tools).toEqual([]);
  });

  it('have no reference followed, whatever it points to', async () => {
    const service = await startService();
    const document = readJsonFixture('openapi/local-file-refs/input.json');
    const reply = await ask(service, 'POST', '/sources', { id: 'lure', document });
    expect(reply.status).toBe(201);
    const found = (await ask(service, 'GET', '/diagnostics?source=lure&limit=500')).json['diagnostics'] as {
      code: string;
    }[];
    expect(found.filter(({ code }) => code === 'unresolved-ref').length).toBeGreaterThanOrEqual(6);
    const hostname = readFileSync('/etc/hostname', 'utf8').trim();
    for (const path of [
      '/diagnostics?limit=500',
      '/tools',
      ...service.host.graph.tools.map(({ name }) => `/tools/${name}`),
    ])
      expect((await ask(service, 'GET', path)).text.includes(`"${hostname}"`)).toBe(false);
  });

  it('are taken as text too, and replaced under the same id', async () => {
    const service = await startService();
    const spec = (id: string) =>
      `openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths:\n  /a:\n    get: { operationId: ${id} }\n`;
    expect((await ask(service, 'POST', '/sources', { id: 'doc', document: spec('one') })).json).toMatchObject({
      added: 1,
    });
    expect((await ask(service, 'POST', '/sources', { id: 'doc', document: spec('two') })).status).toBe(201);
    expect(service.host.graph.tools.map(({ originalName }) => originalName)).toEqual(['two']);
    expect((await ask(service, 'POST', '/sources/doc/refresh')).status).toBe(409);
    expect((await ask(service, 'POST', '/sources', { id: 'doc', document: '<html>\n' })).status).toBe(400);
    expect(service.host.graph.tools).toHaveLength(1);
    expect((await ask(service, 'POST', '/sources/none/refresh')).status).toBe(404);
  });

  it('that expand without end are refused or bounded, and the service lives', async () => {
    const service = await startService();
    const document = readFileSync(new URL('../fixtures/openapi/yaml-bomb/input.yaml', import.meta.url), 'utf8');
    const started = performance.now();
    const reply = await ask(service, 'POST', '/sources', { id: 'bomb', document });
    expect([201, 400, 413]).toContain(reply.status);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect((await ask(service, 'GET', '/healthz')).status).toBe(200);
  });

  it('may be given with names that objects have', async () => {
    const service = await startService();
    const document = readFileSync(new URL('../fixtures/openapi/prototype-keys/input.json', import.meta.url), 'utf8');
    expect((await ask(service, 'POST', '/sources', { id: 'p', document: `\n${document}` })).json).toMatchObject({
      added: 2,
    });
    const reply = await ask(service, 'POST', '/search', { query: 'hasOwnProperty' });
    expect((reply.json['tools'] as { name: string }[])[0]?.name).toBe('hasOwnProperty');
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

it('answers every query from one whole version while a source is refreshed', async () => {
  const list = (version: string) => Array.from({ length: 50 }, (_, at) => row(`well_${at}`, `Dig a well, ${version}`));
  const source = new RowSource('wells', list('first'));
  const service = await startService({ sources: [source] });
  let stop = false;
  const refresher = (async () => {
    for (let round = 0; !stop; round++) {
      source.rows = list(`round ${round}`);
      await service.host.refresh('wells');
    }
  })();
  for (let asked = 0; asked < 60; asked++) {
    const { json } = await ask(service, 'POST', '/search', { query: 'dig a well', topK: 50 });
    const texts = new Set((json['tools'] as { description: string }[]).map(({ description }) => description));
    expect(json['tools']).toHaveLength(50);
    expect(texts.size).toBe(1);
  }
  stop = true;
  await refresher;
});

it('does not bring back what was removed while it was read', async () => {
  const source = new RowSource('north', [row('dig_well')]);
  const service = await startService({ sources: [source] });
  const refreshing = service.host.refresh('north');
  service.host.remove('north');
  await refreshing;
  expect(service.host.graph).toBeInstanceOf(ToolGraph);
  expect(service.host.graph.tools).toEqual([]);
});
