import { describe, expect, it } from 'vitest';
import { intentFactor, intentFactors, intents } from '../../retrieval/intent.js';

describe('intentFactors', () => {
  it('holds for every pair of masks what intentFactor says', () => {
    const masks = 1 << intents.length;
    for (let query = 0; query < masks; query += 7) {
      const table = intentFactors(query);
      expect(table).toHaveLength(masks);
      for (let tool = 0; tool < masks; tool++) expect(table[tool]).toBe(intentFactor(query, tool));
    }
  });
});
