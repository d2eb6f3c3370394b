import { describe, expect, it } from 'vitest';
import { SourceIds } from '../../src/core/source-ids.js';

describe('SourceIds', () => {
  it('gives a place its id again and another place a number', () => {
    const ids = new SourceIds();
    expect([ids.claim('shop', 'a'), ids.claim('shop', 'b'), ids.claim('shop', 'a'), ids.claim('shop', 'c'), ids.claim('shop', 'b')]).toEqual([
      'shop', 'shop-2', 'shop', 'shop-3', 'shop-2',
    ]); // biome-ignore format: one row a claim
  });

  it('does not take an id that something else uses', () => {
    expect(new SourceIds().claim('shop', 'a', (id) => id === 'shop')).toBe('shop-2');
  });
});
