import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TopDocs } from '../../retrieval/top-k.js';

describe('TopDocs', () => {
  it('keeps what sorting everything and cutting would keep, in that order, query after query', () => {
    const top = new TopDocs((a, b) => a < b);
    const offers = fc.uniqueArray(fc.tuple(fc.nat(500), fc.integer({ min: 0, max: 12 })), {
      selector: ([doc]) => doc,
      maxLength: 200,
    });
    fc.assert(
      fc.property(offers, fc.integer({ min: 0, max: 40 }), (list, limit) => {
        top.start(limit);
        for (const [doc, score] of list) top.offer(doc, score);
        top.sort();
        const sorted = [...list].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, limit);
        expect(top.hits(0, limit)).toEqual(sorted.map(([doc, score]) => ({ doc, score })));
      }),
    );
  });

  it('says below which score nothing is kept any more', () => {
    const top = new TopDocs((a, b) => a < b);
    top.start(2);
    top.offer(1, 5);
    expect(top.floor).toBe(-Infinity);
    top.offer(2, 3);
    expect(top.floor).toBe(3);
    top.offer(3, 4);
    expect(top.floor).toBe(4);
  });
});
