import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { ToolGraph } from '../../src/index.js';
import { ToolService } from '../../src/service/index.js';
import { temporaryFolder } from '../support/command-line.js';
import { EmbeddingEndpoint } from '../support/embedding-endpoint.js';
import { argumentsOf, postAnew, serveWorkers, workersOf } from '../support/serve-workers.js';
import { row } from '../support/service.js';
import { ToyEmbedder } from '../support/toy-embedder.js';

const secret = 'topsecret0123456789';
const farm = [row('bake_bread', 'Bake bread'), row('shear', 'Shear'), row('milk_cow', 'Milk'), row('mend', 'Mend')];

/** A file of four tools, and a place for its snapshot. */
function places(): { readonly source: string; readonly snapshot: string } {
  const folder = temporaryFolder();
  const source = join(folder, 'farm.json');
  writeFileSync(source, JSON.stringify(farm));
  return { source, snapshot: join(folder, 'state', 'farm.tgs') };
}

const modelAt = ({ url }: EmbeddingEndpoint) => ({
  args: ['--embedder', url, '--embedder-model', 'toy', '--embedder-key', 'FARM_KEY'],
  env: { FARM_KEY: secret },
});

/** What 16 connections are answered, so that each of two workers is all but sure to be among them. */
async function answers(url: string, query: string): Promise<{ names: string[]; notes: string[] }[]> {
  const asked = Array.from({ length: 16 }, async () => {
    const { tools, notes } = (await (await postAnew(`${url}/search`, { query, topK: 3 })).json()) as {
      tools: { name: string }[];
      notes: { code: string }[];
    };
    return { names: tools.map(({ name }) => name), notes: notes.map(({ code }) => code) };
  });
  return Promise.all(asked);
}

const distinct = async (url: string, query: string): Promise<unknown[]> =>
  [...new Set((await answers(url, query)).map((answer) => JSON.stringify(answer)))].map((text) => JSON.parse(text));

const health = async (url: string): Promise<unknown[]> => {
  const all = Array.from({ length: 16 }, async () =>
    (await fetch(`${url}/healthz`, { headers: { connection: 'close' } })).text(),
  );
  return [...new Set(await Promise.all(all))].map((text) => JSON.parse(text));
};

/** Waits until it holds; the machine may be slow. */
const eventually = (holds: () => unknown): Promise<unknown> =>
  vi.waitFor(async () => holds(), { timeout: 30_000, interval: 100 });

/** Waits until every worker answers a request alike. */
const settled = (url: string, query: string, answer: { names: string[]; notes: string[] }): Promise<unknown> =>
  eventually(async () => expect(await distinct(url, query)).toEqual([answer]));

const isOk = { status: 'ok', problems: [] };
const byMeaning = { names: ['bake_bread'], notes: [] };
const byText = { names: [], notes: ['embedder-failed'] };

it('embeds each tool once, for all workers and over restarts, and asks for requests in each', async () => {
  const endpoint = await EmbeddingEndpoint.start();
  const { source, snapshot } = places();
  const embedded = () => endpoint.requests.flatMap(({ input }) => input.filter((text) => /Bake bread/.test(text)));
  const { url, pid, said, stop } = await serveWorkers(source, snapshot, 2, modelAt(endpoint));
  await settled(url, 'loaf', byMeaning);
  expect(await health(url)).toEqual([isOk]);
  expect(embedded()).toHaveLength(1);
  expect(endpoint.requests.every(({ headers }) => headers.authorization === `Bearer ${secret}`)).toBe(true);
  const processes = [pid, ...workersOf(pid)];
  expect(processes).toHaveLength(3);
  for (const one of processes) expect(argumentsOf(one)).not.toContain(secret);

  endpoint.status = 400;
  await settled(url, 'a loaf', byText);
  expect((await answers(url, 'milk a loaf'))[0]?.names).toEqual(['milk_cow']);
  endpoint.status = 200;
  expect(await stop()).toBe(0);
  expect(said()).toContain('embedder failed');
  expect(said()).not.toContain(secret);
  expect(readFileSync(snapshot).includes(secret)).toBe(false);

  const again = await serveWorkers(source, snapshot, 2, modelAt(endpoint));
  await settled(again.url, 'one loaf', byMeaning);
  expect(embedded()).toHaveLength(1);
  expect(await again.stop()).toBe(0);
}, 180_000);

it('ranks by text while the endpoint is away from the start, and by meaning in every worker once it is back', async () => {
  const endpoint = await EmbeddingEndpoint.start();
  endpoint.status = 401;
  const { source, snapshot } = places();
  const { url, pid, said, stop } = await serveWorkers(source, snapshot, 2, modelAt(endpoint));
  await settled(url, 'loaf', byText);
  await eventually(async () =>
    expect(await health(url)).toEqual([{ status: 'degraded', problems: [expect.stringContaining('not be embedded')] }]),
  );
  endpoint.status = 200;
  await settled(url, 'loaf', byMeaning);
  await eventually(async () => expect(await health(url)).toEqual([isOk]));
  const [first = 0] = workersOf(pid);
  process.kill(first, 'SIGKILL');
  await eventually(() => expect(workersOf(pid).filter((worker) => worker !== first)).toHaveLength(2));
  await settled(url, 'my loaf', byMeaning);
  expect(await stop()).toBe(0);
  expect(said()).not.toContain(secret);
}, 180_000);

it('says that saved vectors are of another model or length, and uses none of them', async () => {
  const folder = temporaryFolder();
  const graph = new ToolGraph();
  graph.ingestTools(farm);
  await graph.embedTools(new ToyEmbedder('old', 32));
  await graph.save(join(folder, 'farm.tgs'));
  for (const model of [new ToyEmbedder('new', 32), new ToyEmbedder('old', 64)]) {
    const service = await ToolService.start({
      graph: await ToolGraph.load(join(folder, 'farm.tgs')),
      embedder: { key: 'k', make: async () => model },
      readOnly: true,
      port: 0,
      logLevel: 'error',
    });
    const { tools, notes } = (await (await postAnew(`${service.url}/search`, { query: 'loaf' })).json()) as {
      tools: unknown[];
      notes: { code: string; message: string }[];
    };
    expect([tools, notes.map(({ code }) => code)]).toEqual([[], ['embedder-mismatch']]);
    expect(notes[0]?.message).toContain('"old" with 32 numbers');
    expect(notes[0]?.message).toContain(`${JSON.stringify(model.id)} with ${model.dimensions}`);
    expect(await health(service.url)).toEqual([
      { status: 'degraded', problems: [expect.stringContaining('of another model')] },
    ]);
    expect(model.calls).toEqual([]);
    await service.close();
  }
});
