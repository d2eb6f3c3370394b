import { describe, expect, it } from 'vitest';
import { balanceClauses, balancedHits } from '../../retrieval/clause-balance.js';
import { ToolGraph } from '../../src/index.js';

const hitsOf = (...scores: number[]) => scores.map((score, doc) => ({ doc, score }));

describe('the clauses of a request', () => {
  it('take turns where their tools score about the same', () => {
    // documents 0, 1, 2 answer the first clause, 3 the second
    const { hits, places } = balanceClauses(hitsOf(10, 9.9, 9.8, 9.6), (doc) => (doc < 3 ? 0 : 1));
    expect(hits.map(({ doc }) => doc)).toEqual([0, 3, 1, 2]);
    expect(hits[2]?.score).toBeCloseTo(9.9 * 0.95);
    expect(places.get(2)).toEqual({ place: 3, factor: 0.95 ** 2 });
    expect(places.get(3)).toEqual({ place: 1, factor: 1 });
  });

  it('do not lift what scores far less, and never cost more than two steps', () => {
    const { hits } = balanceClauses(hitsOf(10, 9.9, 9.8, 9.7, 9.6, 5), (doc) => (doc < 5 ? 0 : 1));
    expect(hits.map(({ doc }) => doc)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(hits[4]?.score).toBeCloseTo(9.6 * 0.95 ** 2);
  });

  it('leave what is not balanced below, whatever its clause', () => {
    const scores = Array.from({ length: balancedHits + 5 }, (_, at) => 100 - at * 0.1);
    const { hits } = balanceClauses(hitsOf(...scores), (doc) => (doc < balancedHits ? 0 : 1));
    expect(hits.slice(balancedHits).map(({ doc }) => doc)).toEqual([30, 31, 32, 33, 34]);
    for (let at = 1; at < hits.length; at++) expect(hits[at]?.score).toBeLessThanOrEqual(hits[at - 1]?.score ?? 0);
  });
});

describe('a request of two clauses', () => {
  const graph = new ToolGraph();
  graph.ingestTools([
    { name: 'refund_order', description: 'Refund an order to the customer' },
    { name: 'refund_order_item', description: 'Refund an order item to the customer' },
    { name: 'refund_order_shipping', description: 'Refund an order shipping fee to the customer' },
    { name: 'refund_order_partly', description: 'Refund an order partly to the customer' },
    { name: 'post_note', description: 'Post a note in the team channel' },
    { name: 'archive_report', description: 'Archive a report' },
  ]);
  const query = 'refund the order to the customer and then post a note in the channel';

  it('finds a tool for each among the first two', () => {
    const names = graph.retrieveWithScores(query, 2).map(({ tool }) => tool.name);
    expect(names.sort()).toEqual(['post_note', 'refund_order']);
  });

  it('gives the same order whatever topK is, and says what a place cost', () => {
    const all = graph.retrieveWithScores(query, 6, { prerequisites: false });
    for (let topK = 1; topK < all.length; topK++) {
      const some = graph.retrieveWithScores(query, topK, { prerequisites: false });
      expect(some.map(({ tool, score }) => [tool.name, score])).toEqual(
        all.slice(0, topK).map(({ tool, score }) => [tool.name, score]),
      );
    }
    const twin = all.find(({ explanation }) => explanation.clausePlace?.place === 2);
    expect(twin?.tool.name).toMatch(/^refund_order_/);
    expect(twin?.explanation.clausePlace?.factor).toBe(0.95);
    expect(all[0]?.explanation.clausePlace).toBeUndefined();
  });
});
