import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readValueTable, ValueTable } from '../../src/storage/value-table.js';

function trip(values: readonly object[]): unknown[] {
  const table = new ValueTable();
  for (const value of values) table.add(value);
  expect(table.size).toBe(values.length);
  return readValueTable(table.text());
}

describe('a value table', () => {
  it('gives back what JSON would', () => {
    const values = fc.array(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())));
    fc.assert(
      fc.property(values, (list) => {
        expect(JSON.stringify(trip(list))).toBe(JSON.stringify(list));
      }),
      { numRuns: 300 },
    );
  });

  it('leaves out what JSON leaves out, and keeps __proto__ as data', () => {
    const odd = JSON.parse('{"__proto__":{"a":1},"constructor":"x"}') as object;
    const [first, second] = trip([odd, { gone: undefined, f: () => 1, list: [undefined, Number.NaN] }]);
    expect(JSON.stringify(first)).toBe('{"__proto__":{"a":1},"constructor":"x"}');
    expect(Object.getPrototypeOf(first)).toBe(Object.prototype);
    expect(second).toEqual({ list: [null, null] });
  });

  it('writes equal parts and long texts once, and reads them as one object', () => {
    const text = 'a text that is long enough to be a part of its own '.repeat(20);
    const part = () => ({ type: 'object', description: text, items: [{ deep: { deeper: text } }] });
    const many = Array.from({ length: 50 }, (_, at) => ({ at, part: part() }));
    const table = new ValueTable();
    for (const value of many) table.add(value);
    expect(table.text().split(text)).toHaveLength(2);
    const read = readValueTable(table.text()) as { part: object }[];
    expect(read).toEqual(many);
    expect(new Set(read.map((value) => value.part)).size).toBe(1);
  });

  it.each([
    'nothing',
    '[]',
    '{"shapes":[],"parts":[]}',
    '{"shapes":[[1]],"parts":[],"roots":[]}',
    '{"shapes":[["a"]],"parts":[[0]],"roots":[0]}',
    '{"shapes":[["a"]],"parts":[[0,0]],"roots":[0]}',
    '{"shapes":[["a"]],"parts":[[0,1],[0,"x"]],"roots":[0]}',
    '{"shapes":[["a"]],"parts":[[7,"x"]],"roots":[0]}',
    '{"shapes":[],"parts":[[-1,[1,2]]],"roots":[0]}',
    '{"shapes":[],"parts":[[-1]],"roots":[1]}',
    '{"shapes":[],"parts":[true],"roots":[0]}',
  ])('refuses %s', (text) => {
    expect(() => readValueTable(text)).toThrow(/no table of values/);
  });
});
