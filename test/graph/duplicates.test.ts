import { describe, expect, it } from 'vitest';
import { findDuplicates } from '../../src/graph/duplicates.js';
import { func, linked } from '../support/graph.js';

const search = {
  description: 'Search the web and return the best matching pages',
  takes: { query: 'string', 'count?': 'integer' },
};

describe('findDuplicates', () => {
  it('finds the same tool under two spellings and across sources, not siblings of one family', () => {
    const { catalog } = linked([
      func('web_search', { source: 'a', ...search }),
      func('webSearch', { source: 'b', ...search }),
      func('search_web', { source: 'a', ...search, description: 'Search the web; returns best matching pages' }),
      func('get_user', { source: 'a', description: 'A user of the shop by id', takes: { id: 'string' } }),
      func('delete_user', { source: 'a', description: 'A user of the shop by id', takes: { id: 'string' } }),
      func('read_meter', { source: 'a', description: 'Reads a meter', takes: { meter: 'string' } }),
    ]);
    const pairs = findDuplicates(catalog.tools).map((pair) => `${pair.a.name} ${pair.b.name} ${pair.similarity}`);
    expect(pairs).toContain('webSearch web_search 1');
    expect(pairs).toHaveLength(3);
    const across = findDuplicates(catalog.tools, { acrossSources: true });
    expect(across.every((pair) => pair.a.source.id !== pair.b.source.id)).toBe(true);
    expect(across).toHaveLength(2);
  });

  it('agrees with comparing every pair', () => {
    const drafts = Array.from({ length: 90 }, (_, at) => {
      const kind = at % 23;
      const extra = at % 7 === 0 ? ' slowly and with care' : '';
      const description = `Sails boat number ${kind} from harbour ${kind % 5} to harbour ${kind % 3} with a crew${extra}`;
      return func(`sail_boat_${kind}_home`, { originalId: `t${at}`, description });
    });
    const { catalog } = linked(drafts);
    const found = findDuplicates(catalog.tools, { minSimilarity: 0.9 });
    const exact = findDuplicates(catalog.tools, { minSimilarity: 0.01 }).filter((pair) => pair.similarity >= 0.9);
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(exact);
  });

  it('does not blow up when thousands of tools are of one mould', () => {
    const drafts = Array.from({ length: 3000 }, (_, at) => func('ping', { originalId: `${at}`, description: 'Ping' }));
    const pairs = findDuplicates(linked(drafts).catalog.tools);
    expect(pairs.length).toBeGreaterThan(2000);
    expect(pairs.length).toBeLessThan(3000 * 48);
  });
});
