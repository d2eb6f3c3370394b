import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOf, ReadLog } from '../../src/graph/read-log.js';

const key = fc.constantFrom('e:order|id', 'e:order|name', 'n:colour', 'm:listorders', 'g:billing');
const step = fc.oneof(
  fc.record({ act: fc.constant('note' as const), reader: fc.nat(6), key }),
  fc.record({ act: fc.constant('note several' as const), reader: fc.nat(6), key }),
  fc.record({ act: fc.constant('forget' as const), reader: fc.nat(6), key }),
);

describe('ReadLog', () => {
  it('names the readers of a key as sets of keys would, whatever was forgotten and noted again', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), fc.uniqueArray(key), (steps, asked) => {
        const log = new ReadLog();
        const plain = new Map<number, Set<string>>();
        for (const { act, reader, key: text } of steps) {
          if (act === 'forget') {
            log.forget(reader);
            plain.delete(reader);
          } else {
            if (act === 'note') log.note(hashOf(text), reader);
            else log.noteAll([text, `more ${text}`].map(hashOf), reader);
            plain.set(reader, (plain.get(reader) ?? new Set()).add(text));
          }
        }
        const expected = [...plain]
          .filter(([, keys]) => asked.some((text) => keys.has(text)))
          .map(([reader]) => reader);
        expect(log.readersOf(new Set(asked.map(hashOf))).sort()).toEqual(expected.sort());
        expect(log.readers()).toEqual([...plain.keys()].sort());
        expect(log.isEmpty).toBe(plain.size === 0);
      }),
    );
  });

  it('does not grow with what is forgotten', () => {
    const log = new ReadLog();
    for (let round = 0; round < 2000; round++) {
      log.forget(0);
      for (let at = 0; at < 20; at++) log.note(hashOf(`key ${round} ${at}`), 0);
      log.forget(1);
      log.note(hashOf(`other ${round}`), 1);
    }
    expect(log.length).toBeLessThan(2048);
    expect(log.readersOf(new Set([hashOf('key 1999 19')]))).toEqual([0]);
    expect(log.readersOf(new Set([hashOf('key 1998 19')]))).toEqual([]);
    expect(log.readersOf(new Set([hashOf('other 1999')]))).toEqual([1]);
  });
});
