import fc from 'fast-check';
import SearchableMap from 'minisearch/SearchableMap';
import { describe, expect, it } from 'vitest';

/** What retrieval/query.ts relies on: a search below the first letter finds what a search of everything finds. */
describe('typo expansion below the first letter', () => {
  it('finds the same terms at the same distance as a search of the whole dictionary', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 40 }), word, fc.constantFrom(1, 2), (terms, query, edits) => {
        const dictionary = new SearchableMap<number>();
        for (const [at, term] of terms.entries()) dictionary.set(term, at);
        const first = query.slice(0, 1);
        const below = [...dictionary.atPrefix(first).fuzzyGet(query.slice(1), edits)]
          .map(([rest, [value, distance]]) => [`${first}${rest}`, value, distance] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1));
        const whole = [...dictionary.fuzzyGet(query, edits)]
          .filter(([term]) => term.startsWith(first))
          .map(([term, [value, distance]]) => [term, value, distance] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1));
        expect(below).toEqual(whole);
      }),
      { numRuns: 500 },
    );
  });
});
