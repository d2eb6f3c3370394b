import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolCatalog } from '../../src/core/catalog.js';
import { entityKey, FieldIndex, nameIndexKey } from '../../src/graph/field-index.js';
import { profileOf, type ToolProfile } from '../../src/graph/tool-profile.js';
import { func, listOf, operation } from '../support/graph.js';

const nouns = ['boat', 'crew', 'harbour'] as const;
const profiles: readonly ToolProfile[] = new ToolCatalog()
  .apply(
    nouns.flatMap((noun) => [
      operation(`GET /${noun}s`, { gives: listOf({ id: 'string', hullPaint: 'string' }) }),
      operation(`GET /${noun}s/{id}`, { takes: { id: 'string' }, gives: { id: 'string', crew: { id: 'integer' } } }),
      operation(`DELETE /${noun}s/{id}`, { takes: { id: 'string' } }),
      func(`find_${noun}`, { takes: { text: 'string' }, gives: listOf({ id: 'string', [`${noun}Id`]: 'string' }) }),
    ]),
  )
  .added.map((tool) => profileOf(tool));
const reader = profileOf(
  new ToolCatalog().apply([func('paint', { takes: { boat_id: 'string' } })]).added[0] ?? profiles[0]?.tool ?? never(),
);
const keys = [
  ...nouns.map((noun) => entityKey(noun, 'id')),
  nameIndexKey('hull paint'),
  'p:/boats',
  't:hull',
  'm:findboat',
];

function never(): never {
  throw new Error('there is no tool');
}

function readAll(index: FieldIndex): unknown[] {
  return keys.map((key) =>
    [...index.read(key, reader)].map(({ offer, holder, entity, quality }) => [
      offer.tool.tool.name,
      offer.path,
      holder,
      entity,
      quality,
    ]),
  );
}

const steps = fc.array(fc.record({ at: fc.nat(profiles.length - 1), read: fc.boolean() }), { maxLength: 30 });

describe('FieldIndex', () => {
  it('holds what a new index of the same tools holds, whatever was added, read and removed before', () => {
    fc.assert(
      fc.property(steps, (changes) => {
        const index = new FieldIndex();
        const held = new Set<ToolProfile>();
        for (const { at, read } of changes) {
          const tool = profiles[at] ?? never();
          if (held.delete(tool)) index.remove(tool, true);
          else {
            held.add(tool);
            index.add(tool, true);
          }
          if (read) readAll(index);
        }
        const fresh = new FieldIndex();
        for (const tool of held) fresh.add(tool, true);
        expect(readAll(index)).toEqual(readAll(fresh));
        expect(index.isEmpty).toBe(held.size === 0);
      }),
    );
  });

  it('lists the best first, and as many as are asked for', () => {
    const index = new FieldIndex();
    for (const tool of profiles) index.add(tool, true);
    const postings = index.read(entityKey('crew', 'id'), reader);
    const all = [...postings];
    expect(all).toHaveLength(postings.length);
    expect(all.map(({ quality }) => quality)).toEqual(all.map(({ quality }) => quality).sort((a, b) => b - a));
    const best = all
      .slice(0, 2)
      .map(({ offer, holder, quality }) => [offer.tool.tool.name, offer.path, holder, quality]);
    expect(best).toEqual([
      ['find_crew', '[].crewId', 'own', 1.05],
      ['find_crew', '[].id', 'noun', 1.05],
    ]);
    expect(postings.slice(0, 2)).toEqual(all.slice(0, 2));
    expect(all.every(({ offer }) => offer.holders.some(([entity]) => entity.endsWith('crew')))).toBe(true);
  });

  it('tells once which tools a change of what they looked up concerns', () => {
    const [first = never(), second = never(), ...rest] = profiles;
    const index = new FieldIndex();
    for (const tool of [first, second]) index.add(tool, true);
    expect(index.takeOutdated()).toEqual([]);
    index.read(entityKey('harbour', 'id'), first);
    index.read('n:nowhere', second);
    const harbours = rest.find(({ tool }) => tool.originalId === 'GET /harbours') ?? never();
    const filler = rest.find(({ tool }) => tool.originalId === 'DELETE /crews/{id}') ?? never();
    index.add(harbours, true);
    expect(index.takeOutdated()).toEqual([first]);
    expect(index.takeOutdated()).toEqual([]);
    index.remove(harbours, true);
    expect(index.takeOutdated()).toContain(first);
    index.forget(first);
    index.add(harbours, true);
    expect(index.takeOutdated()).toEqual([]);
    index.add(filler, true);
    // With the fourth tool, how rare a word is shifts for all.
    expect(index.takeOutdated()).toEqual([second]);
  });
});
