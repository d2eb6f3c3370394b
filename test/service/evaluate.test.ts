import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { evaluate, ToolGraph } from '../../src/index.js';
import { evaluateBounded } from '../../src/service/evaluation-run.js';
import { hashToken } from '../../src/service/index.js';
import { temporaryFolder } from '../support/command-line.js';
import { ask, graphOf, row, shopFile, startService } from '../support/service.js';

const rows = ['dig_well', 'paint_wall', 'bake_bread', 'mow_lawn'].map((name) => row(name));
const queries = [
  { query: 'dig a well', gold: ['dig_well'] },
  { query: 'paint the wall and mow the lawn', gold: ['paint_wall', 'mow_lawn'] },
  { query: 'bake', gold: ['nothing_like_it'] },
];

it('gives the figures that the library gives', async () => {
  const graph = new ToolGraph();
  await graph.ingestOpenApi(shopFile);
  const service = await startService({ graph });
  const asked = Array.from({ length: 25 }, (_, at) => ({
    query: `refund order number ${at}`,
    gold: ['refundPayment', `none_${at}`],
  }));
  const { json, status } = await ask(service, 'POST', '/evaluate', { queries: asked, k: [3, 10], rows: true });
  expect(status).toBe(200);
  const [line] = json['evaluations'] as ReturnType<typeof evaluate>[];
  const expected = evaluate(
    graph,
    { name: 'request', queries: asked.map((query, at) => ({ ...query, id: String(at + 1) })) },
    { k: [3, 10] },
  );
  for (const which of ['ranked', 'flat'] as const) {
    expect(line?.[which].mrr).toBeCloseTo(expected[which].mrr, 10);
    for (const [at, metrics] of expected[which].at.entries())
      for (const key of ['k', 'recall', 'complete', 'ndcg', 'averagePrecision'] as const)
        expect(line?.[which].at[at]?.[key]).toBeCloseTo(metrics[key], 10);
  }
  expect(line).toMatchObject({ queries: 25, tools: graph.tools.length, cut: false });
  expect(line?.rows).toEqual(JSON.parse(JSON.stringify(expected.rows)));
}, 60_000);

it('takes sets of the configured folder by name and nothing outside it', async () => {
  const folder = temporaryFolder();
  const outside = join(temporaryFolder(), 'secret');
  for (const path of [join(folder, 'garden'), outside]) {
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'tools.jsonl'), rows.map((tool) => JSON.stringify(tool)).join('\n'));
    writeFileSync(
      join(path, 'queries.jsonl'),
      queries.map((query, id) => JSON.stringify({ id: String(id), ...query })).join('\n'),
    );
  }
  symlinkSync(outside, join(folder, 'way-out'));
  mkdirSync(join(folder, 'broken'));
  const service = await startService({
    graph: graphOf(rows),
    datasets: folder,
    tokens: [
      { id: 'all', sha256: hashToken('token-of-all') },
      { id: 'some', sha256: hashToken('token-of-some'), tools: ['dig_*'] },
    ],
  });
  const run = (dataset: string, token = 'token-of-all') =>
    ask(service, 'POST', '/evaluate', { dataset }, { authorization: `Bearer ${token}` });
  expect((await run('garden')).json).toMatchObject({ evaluations: [{ dataset: 'garden', queries: 3, rows: [] }] });
  for (const name of ['way-out', 'none']) expect((await run(name)).status).toBe(404);
  for (const name of ['../garden', '/etc', '.', 'a/b', '']) expect((await run(name)).status).toBe(400);
  const broken = await run('broken');
  expect(broken.status).toBe(409);
  expect(broken.text).not.toContain(folder);
  expect((await run('garden', 'token-of-some')).status).toBe(403);
});

it('is bounded in queries, in time, and to one at a time', async () => {
  const graph = graphOf(rows);
  const service = await startService({ graph });
  const post = (body: object) => ask(service, 'POST', '/evaluate', body);
  const many = Array.from({ length: 501 }, () => queries[0] ?? {});
  expect((await post({ queries: many })).status).toBe(400);
  expect((await post({ queries, k: [0] })).status).toBe(400);
  expect((await post({})).status).toBe(400);
  expect((await post({ queries, dataset: 'x' })).status).toBe(400);
  expect((await post({ dataset: 'x' })).json['code']).toBe('no-datasets');
  const some = many.slice(0, 300);
  const [first, second] = await Promise.all([
    post({ queries: some, maxQueries: 300 }),
    post({ queries: some, maxQueries: 300 }),
  ]);
  expect([first.status, second.status].sort()).toEqual([200, 429]);
  expect((await post({ queries })).status).toBe(200);
  const dataset = {
    name: 'x',
    queries: many.map((_, at) => ({ id: String(at), query: 'dig a well', gold: ['dig_well'] })),
  };
  const signal = new AbortController().signal;
  const cut = await evaluateBounded(graph, dataset, { k: [5], maxQueries: 500, timeoutMs: 0, signal });
  expect(cut).toMatchObject({ cut: true, queries: 10 });
  expect(cut.ranked.mrr).toBe(1);
  const sampled = await evaluateBounded(graph, dataset, { k: [5], maxQueries: 100, timeoutMs: 60_000, signal });
  expect(sampled).toMatchObject({ cut: false, queries: 100 });
  await expect(
    evaluateBounded(graph, dataset, { k: [5], maxQueries: 5, timeoutMs: 1000, signal: AbortSignal.abort() }),
  ).rejects.toThrow();
}, 60_000);
