import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ValuePool } from '../../src/core/value-pool.js';

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>('a', 'b', 'long enough to be no short text', 1, -1, 0.5, 2 ** 40, true, false, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('type', 'items', 'x', '__proto__', 'constructor'), tie('value'), { maxKeys: 3 }),
  ),
})).value;

function frozen(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}

describe('ValuePool', () => {
  it('gives values back as they were, and one object for all that are written alike', () => {
    fc.assert(
      fc.property(fc.array(json, { minLength: 1, maxLength: 12 }), (values) => {
        const pool = new ValuePool();
        const kept = new Map<string, unknown>();
        for (const value of [...values, ...structuredClone(values)]) {
          const text = JSON.stringify(value);
          const shared = pool.share(frozen(value));
          expect(JSON.stringify(shared)).toBe(text);
          if (kept.has(text)) expect(shared).toBe(kept.get(text));
          kept.set(text, shared);
        }
      }),
    );
  });

  it('shares equal parts of values that differ', () => {
    const pool = new ValuePool();
    const home = pool.share({ home: { type: 'object', properties: { street: { type: 'string' } } } });
    const work = pool.share({ work: { type: 'object', properties: { street: { type: 'string' } } } });
    expect(home.home).toBe(work.work);
    expect(pool.size).toBe(5);
  });

  it('tells values apart that differ in the order of keys, in nesting, or in type only', () => {
    const pool = new ValuePool();
    const values = [{ a: 1, b: 2 }, { b: 2, a: 1 }, { a: '1', b: 2 }, [1, 2], [[1], 2], { 0: 1, 1: 2 }, { a: null, b: 2 }, {}, []]; // biome-ignore format: a list
    expect(new Set(values.map((value) => pool.share(value))).size).toBe(values.length);
  });

  it('replaces the parts of an adopted object in place', () => {
    const pool = new ValuePool();
    const part = pool.share({ type: 'string' });
    const node = { items: { type: 'string' }, list: [{ type: 'string' }] };
    expect(pool.adopt(node)).toBe(node);
    expect(node.items).toBe(part);
    expect(node.list[0]).toBe(part);
  });
});
