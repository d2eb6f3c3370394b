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

describe('loadDatasets', () => {
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
