import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { evaluate, loadDatasets } from '../../retrieval/evaluate.js';
import { scoreRanking } from '../../retrieval/metrics.js';
import { ToolGraph } from '../../src/index.js';

describe('scoreRanking', () => {
  it('gives the figures worked by hand', () => {
    const score = scoreRanking(['x', 'a', 'y', 'b'], [['a'], ['b'], ['c']], 3);
    expect(score.recall).toBeCloseTo(1 / 3);
    expect(score.complete).toBe(0);
    expect(score.reciprocalRank).toBe(1 / 2);
    expect(score.ndcg).toBeCloseTo(1 / Math.log2(3) / (1 + 1 / Math.log2(3) + 1 / 2));
    expect(score.averagePrecision).toBeCloseTo(1 / 2 / 3);
  });

  it('counts a group once, at its first member', () => {
    const score = scoreRanking(['a2', 'a1'], [['a1', 'a2']], 5);
    expect(score).toEqual({ recall: 1, complete: 1, ndcg: 1, reciprocalRank: 1, averagePrecision: 1 });
  });

  it('is 0 without gold', () => {
    expect(scoreRanking(['a'], [], 5)).toEqual({
      recall: 0,
      complete: 0,
      ndcg: 0,
      reciprocalRank: 0,
      averagePrecision: 0,
    });
  });
});

describe('evaluate', () => {
  const graph = new ToolGraph();
  graph.ingestTools([
    { name: 'pay', description: 'Pay an invoice', source: 'bank' },
    { name: 'refund', description: 'Return money', source: 'bank' },
  ]);
  const queries = [
    { id: '1', query: 'pay an invoice', gold: ['bank::pay'] },
    { id: '2', query: 'return money', gold: ['refund', 'missing'], split: 'test' },
  ];

  it('matches gold by source and name, and counts unknown gold as not found', () => {
    const result = evaluate(graph, { name: 'tiny', queries }, { k: [1, 2] });
    expect(result.queries).toBe(2);
    expect(result.ranked.at.map(({ k, recall, complete }) => [k, recall, complete])).toEqual([
      [1, 0.75, 0.5],
      [2, 0.75, 0.5],
    ]);
    expect(result.rows[1]?.unknownGold).toEqual(['missing']);
    expect(result.rows[0]?.flatRanking[0]).toBe('pay');
  });

  it('keeps to a split and to a share of the queries', () => {
    expect(evaluate(graph, { name: 'tiny', queries }, { split: 'test' }).queries).toBe(1);
    expect(evaluate(graph, { name: 'tiny', queries }, { maxQueries: 1 }).rows.map((row) => row.id)).toEqual(['1']);
  });

  it('refuses a cutoff that is no whole number above 0', () => {
    expect(() => evaluate(graph, { name: 'tiny', queries }, { k: 0 })).toThrow(/whole numbers above 0, not 0/);
  });
});

describe('queries that need several tools', () => {
  const graph = new ToolGraph();
  graph.ingestTools([
    { name: 'find_author', description: 'Find an author' },
    { name: 'print_book', description: 'Print a book' },
  ]);

  it('are measured apart where a set has others too', () => {
    const queries = [
      { id: '1', query: 'find an author', gold: ['find_author'] },
      { id: '2', query: 'print a book', gold: ['print_book', 'bind_book'] },
    ];
    const result = evaluate(graph, { name: 'tiny', queries }, { k: 1 });
    expect(result.ranked.at[0]).toMatchObject({ recall: 0.75, complete: 0.5 });
    expect(result.severalTools?.queries).toBe(1);
    expect(result.severalTools?.ranked.at[0]).toMatchObject({ recall: 0.5, complete: 0 });
    expect(evaluate(graph, { name: 'one', queries: queries.slice(1) }).severalTools).toBeUndefined();
  });

  it('count interchangeable names as one', () => {
    const queries = [
      { id: '1', query: 'find', gold: ['find_author'] },
      { id: '2', query: 'print', gold: ['a', 'b'], goldGroups: [['a', 'b']] },
    ];
    expect(evaluate(graph, { name: 'tiny', queries }).severalTools).toBeUndefined();
  });
});

describe('edges compared with what a set knows', () => {
  const graph = new ToolGraph();
  graph.ingestTools([
    {
      name: 'list_orders',
      description: 'List orders',
      outputSchema: { type: 'array', items: { type: 'object', properties: { order_id: { type: 'string' } } } },
    },
    {
      name: 'cancel_order',
      description: 'Cancel an order',
      inputSchema: {
        type: 'object',
        properties: { order_id: { type: 'string' }, reason: { type: 'string' } },
        required: ['order_id', 'reason'],
      },
    },
  ]);
  const label = (input: string, producers: string[], also: string[] = []) => ({
    consumer: 'cancel_order', input, producers, also,
  }); // biome-ignore format: one row
  const compare = (
    labels: ReturnType<typeof label>[],
    links = [{ producer: 'list_orders', consumer: 'cancel_order' }],
  ) => evaluate(graph, { name: 'tiny', queries: [], edges: { labels, links } }).edges;

  it('counts right producers, those drawn and those known', () => {
    const edges = compare([label('order_id', ['list_orders', 'place_order']), label('reason', ['list_reasons'])]);
    expect(edges).toMatchObject({
      edgesPerTool: 0.5,
      firstRight: { part: 1, whole: 2 },
      rightOfDrawn: { part: 1, whole: 1 },
      found: { part: 1, whole: 3 },
      linksFound: { part: 1, whole: 1 },
    });
  });

  it('counts a wrong producer as wrong, and an open one as neither', () => {
    expect(compare([label('order_id', ['place_order'])])?.rightOfDrawn).toEqual({ part: 0, whole: 1 });
    expect(compare([label('order_id', [], ['list_orders'])])?.rightOfDrawn).toEqual({ part: 0, whole: 0 });
  });

  it('leaves out known links to tools that are not there', () => {
    expect(compare([], [{ producer: 'gone', consumer: 'cancel_order' }])?.linksFound).toEqual({ part: 0, whole: 0 });
  });

  it('is absent for a set that knows none', () => {
    expect(evaluate(graph, { name: 'tiny', queries: [] }).edges).toBeUndefined();
    expect(compare([], [])).toBeUndefined();
  });
});

describe('loadDatasets', () => {
  it('reads labelled producers, and refuses a row without them', () => {
    const [set] = loadDatasets(fileURLToPath(new URL('../../datasets/devbox', import.meta.url)));
    expect(set?.edges.labels.length).toBeGreaterThan(50);
    const folder = mkdtempSync(join(tmpdir(), 'toolgraph-labels-'));
    writeFileSync(join(folder, 'queries.jsonl'), '{"query":"a","gold":["t"]}\n');
    writeFileSync(join(folder, 'tools.jsonl'), '{"name":"t"}\n');
    writeFileSync(join(folder, 'producers.jsonl'), '{"consumer":"t","input":"x"}\n');
    expect(() => loadDatasets(folder)).toThrow(/producers.jsonl:1 needs "producers"/);
    rmSync(folder, { recursive: true });
  });

  it('reads a set of our own', () => {
    const [set] = loadDatasets(fileURLToPath(new URL('../../datasets/devbox', import.meta.url)));
    expect(set?.name).toBe('devbox');
    expect(set?.tools.length).toBeGreaterThan(50);
    expect(set?.queries.length).toBeGreaterThan(39);
  });

  it('names a folder that is no set', () => {
    expect(() => loadDatasets(fileURLToPath(new URL('../../src', import.meta.url)))).toThrow(/holds no queries.jsonl/);
    expect(() => loadDatasets('no/such/folder')).toThrow(/Cannot read the folder/);
  });
});
