import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isExposedName,
  maxNameLength,
  type Nameable,
  NameTable,
  toExposedName,
  withSuffix,
} from '../../src/core/names.js';

const item = (sourceId: string, originalName: string, originalId = originalName): Nameable => ({
  sourceId,
  originalId,
  originalName,
});

describe('toExposedName', () => {
  it('keeps what is legal and cleans the rest', () => {
    expect(['list_pets', 'café menu', 'a.b/c', '3d', '-x', 'GET /pets'].map(toExposedName)).toEqual([
      'list_pets',
      'cafe_menu',
      'a_b_c',
      '_3d',
      '_-x',
      'GET_pets',
    ]);
    expect(toExposedName('検索')).toMatch(/^tool_[0-9a-f]{8}$/);
  });

  it('tells two long names apart that differ at the end only', () => {
    const long = 'a'.repeat(80);
    expect(toExposedName(`${long}x`)).not.toBe(toExposedName(`${long}y`));
    expect(toExposedName(`${long}x`)).toHaveLength(maxNameLength);
    expect(withSuffix(long, 'zz')).toHaveLength(maxNameLength);
  });

  it('gives a legal name for any text, and the same for a name that is legal', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', 'constructor')),
        (text) => {
          const name = toExposedName(text);
          expect(isExposedName(name)).toBe(true);
          expect(toExposedName(name)).toBe(name);
        },
      ),
    );
  });
});

describe('NameTable', () => {
  it('leaves the name to who needed no change, and hashes the others', () => {
    const names = new NameTable().assign([item('s', 'a b'), item('s', 'a_b'), item('s', 'a-b', 'third')]);
    expect(names.slice(1)).toEqual(['a_b', 'a-b']);
    expect(names[0]).toMatch(/^a_b_[0-9a-f]{8}$/);
  });

  it('puts the source before a name that another source has, and never takes one over', () => {
    const table = new NameTable();
    expect(table.assign([item('mail', 'search')])).toEqual(['search']);
    expect(table.assign([item('calendar', 'search')])).toEqual(['calendar_search']);
    expect(table.assign([item('mail', 'search')])).toEqual(['search']);
    expect(table.get('calendar', 'search')).toBe('calendar_search');
  });

  it('gives names back from its entries', () => {
    const table = new NameTable();
    table.assign([item('a', 'x'), item('b', 'x'), item('a', 'x y')]);
    const again = new NameTable();
    for (const { sourceId, originalId, name } of table.entries()) again.restore(sourceId, originalId, name);
    expect(again.entries()).toEqual(table.entries());
    expect(again.assign([item('b', 'x')])).toEqual(table.assign([item('b', 'x')]));
  });

  const raw = fc.constantFrom(
    'a',
    'a b',
    'a_b',
    'a-b',
    'A b',
    '__proto__',
    'é',
    'x'.repeat(70),
    `${'x'.repeat(70)}y`,
    '日本',
  );
  const identities = fc.uniqueArray(
    fc.record({ sourceId: fc.constantFrom('s', 't', 'a'), originalId: raw, originalName: raw }),
    { maxLength: 20, selector: (each) => JSON.stringify([each.sourceId, each.originalId]) },
  );

  it('gives legal names, each once, that stay in any later batch and do not depend on the order in one', () => {
    fc.assert(
      fc.property(identities, identities, (first, second) => {
        const table = new NameTable();
        const names = table.assign(first);
        expect(new Set(names).size).toBe(first.length);
        expect(names.every(isExposedName)).toBe(true);
        expect(new NameTable().assign([...first].reverse()).reverse()).toEqual(names);
        table.assign(second);
        expect(table.assign(first)).toEqual(names);
        const all = table.entries().map((entry) => entry.name);
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });
});
