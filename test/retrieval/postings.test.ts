import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Postings } from '../../retrieval/postings.js';
import { RowStore } from '../../retrieval/row-store.js';

const pairsOf = (postings: Postings, list: number) => {
  const start = postings.start(list);
  const docs = postings.docs.subarray(start, start + postings.length(list));
  return [...docs].map((doc, i) => [doc, postings.impacts[start + i]] as const);
};

describe('Postings', () => {
  it('holds what a map of maps holds, documents ascending, whatever is added and taken out', () => {
    const steps = fc.array(fc.tuple(fc.boolean(), fc.nat(6), fc.nat(60)), { maxLength: 400 });
    fc.assert(
      fc.property(steps, (list) => {
        const postings = new Postings();
        const model = Array.from({ length: 7 }, () => new Map<number, number>());
        for (const _ of model) postings.addList();
        for (const [adds, term, doc] of list) {
          const own = model[term] as Map<number, number>;
          if (adds && !own.has(doc)) {
            postings.append(term, doc, doc / 2);
            own.set(doc, doc / 2);
          } else if (!adds) {
            postings.drop(term, doc);
            own.delete(doc);
          }
        }
        model.forEach((own, term) => {
          expect(pairsOf(postings, term)).toEqual([...own].sort(([a], [b]) => a - b));
        });
        expect(postings.pairs).toBe(model.reduce((sum, own) => sum + own.size, 0));
      }),
    );
  });

  it('gives memory back when most is gone, and does not grow with churn', () => {
    const postings = new Postings();
    for (let list = 0; list < 100; list++) postings.addList();
    const fill = () => {
      for (let doc = 0; doc < 1000; doc++) for (let list = 0; list < 100; list += 3) postings.append(list, doc, 1);
    };
    const clear = () => {
      for (let doc = 0; doc < 1000; doc++) for (let list = 0; list < 100; list += 3) postings.drop(list, doc);
    };
    fill();
    const full = postings.docs.length;
    for (let round = 0; round < 10; round++) {
      clear();
      expect(postings.docs.length).toBeLessThan(full / 4);
      fill();
      expect(postings.docs.length).toBeLessThanOrEqual(full * 1.5);
    }
  });
});

describe('RowStore', () => {
  it('holds what a map of rows holds, and does not grow when rows are replaced', () => {
    const steps = fc.array(fc.tuple(fc.nat(20), fc.array(fc.nat(9), { maxLength: 30 })), { maxLength: 300 });
    fc.assert(
      fc.property(steps, (list) => {
        const rows = new RowStore();
        const model = new Map<number, number[]>();
        for (const [row, values] of list) {
          rows.set(row, values);
          model.set(row, values);
        }
        for (const [row, values] of model) {
          const start = rows.start(row);
          expect([...rows.numbers.subarray(start, start + rows.length(row))]).toEqual(values);
        }
      }),
    );
    const rows = new RowStore();
    for (let round = 0; round < 5000; round++) rows.set(round % 50, new Int32Array(40));
    expect(rows.numbers.length).toBeLessThan(50 * 40 * 8);
  });
});
