import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byName, ToolCatalog } from '../../src/core/catalog.js';
import type { ToolDraft } from '../../src/core/tool-schema.js';

function draft(source: string, name: string, rest: Partial<ToolDraft> = {}): ToolDraft {
  return {
    source: { id: source, kind: 'data', form: 'toolgraph' },
    originalId: name,
    originalName: name,
    description: name,
    inputSchema: { type: 'object', properties: {} },
    inputs: [],
    ...rest,
  };
}

const namesOf = (tools: readonly { readonly name: string }[]) => tools.map((tool) => tool.name);

describe('ToolCatalog', () => {
  it('tells added, changed, unchanged and removed tools apart', () => {
    const catalog = new ToolCatalog();
    catalog.apply([draft('s', 'a'), draft('s', 'b'), draft('s', 'c'), draft('t', 'd')]);
    const a = catalog.get('a');
    const change = catalog.apply([draft('s', 'a'), draft('s', 'b', { description: 'new' }), draft('s', 'e')], ['s']);
    expect([change.added, change.changed, change.unchanged, change.removed].map(namesOf)).toEqual([
      ['e'],
      ['b'],
      ['a'],
      ['c'],
    ]);
    expect(catalog.get('a')).toBe(a);
    expect(catalog.get('c')).toBeUndefined();
    expect(namesOf(catalog.tools)).toEqual(['a', 'b', 'e', 'd']);
    expect(catalog.size).toBe(4);
  });

  it('counts a change in any part, and a new callable not as one', () => {
    const catalog = new ToolCatalog();
    catalog.apply([draft('s', 'a')]);
    const parts: Partial<ToolDraft>[] = [
      { title: 'A' },
      { outputSchema: { type: 'string' } },
      { requires: ['k'] },
      { annotations: { readOnlyHint: false } },
      { metadata: { x: 1 } },
      { keywords: ['w'] },
      { deprecated: true },
    ];
    for (const part of parts) expect(namesOf(catalog.apply([draft('s', 'a', part)]).changed)).toEqual(['a']);
    const callable = () => 1;
    const change = catalog.apply([draft('s', 'a', { deprecated: true, callable })]);
    expect(namesOf(change.unchanged)).toEqual(['a']);
    expect(catalog.get('a')?.callable).toBe(callable);
  });

  it('takes single tools out, and with its last tool the source', () => {
    const catalog = new ToolCatalog();
    catalog.apply([draft('s', 'a'), draft('s', 'b'), draft('t', 'a')]);
    expect(namesOf(catalog.remove([draft('s', 'a'), draft('s', 'gone'), draft('none', 'a')]))).toEqual(['a']);
    expect(namesOf(catalog.tools)).toEqual(['b', 't_a']);
    expect(catalog.get('a')).toBeUndefined();
    expect(catalog.remove([draft('s', 'a')])).toEqual([]);
    catalog.remove([draft('s', 'b')]);
    expect(catalog.sourceIds).toEqual(['t']);
  });

  it('gives a tool that comes back its old name, and nobody else that name meanwhile', () => {
    const catalog = new ToolCatalog();
    catalog.apply([draft('s', 'a')]);
    expect(namesOf(catalog.removeSource('s'))).toEqual(['a']);
    expect(catalog.removeSource('s')).toEqual([]);
    expect(namesOf(catalog.apply([draft('t', 'a')]).added)).toEqual(['t_a']);
    expect(namesOf(catalog.apply([draft('s', 'a')]).added)).toEqual(['a']);
  });

  it('keeps the first of several drafts with one identity in a complete listing', () => {
    const catalog = new ToolCatalog();
    catalog.apply([draft('s', 'a', { description: 'first' }), draft('s', 'a', { description: 'second' })], ['s']);
    expect(catalog.tools.map((tool) => [tool.name, tool.description])).toEqual([['a', 'first']]);
  });

  it('reserves names that are free and asked for, and no others', () => {
    const catalog = new ToolCatalog();
    catalog.apply([draft('s', 'a')]);
    catalog.reserveNames(
      [draft('t', 'b'), draft('t', 'c'), draft('s', 'a'), draft('t', 'd')],
      ['kept', 'a', 'other', ''],
    );
    expect(namesOf(catalog.apply([draft('t', 'b'), draft('t', 'c'), draft('t', 'd')]).added)).toEqual([
      'kept',
      'c',
      'd',
    ]);
    expect(catalog.get('a')?.source.id).toBe('s');
  });

  it('takes back tools of another catalog as they are, and others under the names they had', () => {
    const before = new ToolCatalog();
    before.apply([draft('s', 'a'), draft('t', 'a'), draft('s', 'b')]);
    const catalog = new ToolCatalog();
    const change = catalog.restore(before.tools, namesOf(before.tools));
    expect(catalog.tools).toEqual(before.tools);
    for (const [at, tool] of catalog.tools.entries()) expect(tool).toBe(before.tools[at]);
    expect(change.added).toHaveLength(3);
    const drafts = new ToolCatalog();
    drafts.restore([draft('s', 'x'), draft('s', 'y')], ['had', '']);
    expect(namesOf(drafts.tools)).toEqual(['had', 'y']);
    drafts.apply([], ['s']);
    expect(drafts.apply([draft('s', 'x')]).added[0]?.name).toBe('had');
  });

  it('takes over neither a name that is held nor a second tool of one identity', () => {
    const catalog = new ToolCatalog();
    catalog.apply([draft('s', 'a')]);
    const other = new ToolCatalog();
    other.apply([draft('t', 'a'), draft('s', 'a', { description: 'another' })]);
    catalog.restore(other.tools, namesOf(other.tools));
    expect(catalog.tools.map(({ source, name, description }) => [source.id, name, description])).toEqual([
      ['s', 'a', 'a'],
      ['t', 't_a', 'a'],
    ]);
    for (const tool of catalog.tools) expect(catalog.get(tool.name)).toBe(tool);
  });

  const step = fc.record({
    drafts: fc.array(fc.tuple(fc.constantFrom('s', 't'), fc.constantFrom('a', 'b', 'a b', '__proto__')), {
      maxLength: 5,
    }),
    complete: fc.subarray(['s', 't']),
    remove: fc.boolean(),
  });

  it('finds every tool by its name, each name once, whatever comes and goes', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const catalog = new ToolCatalog();
        for (const { drafts, complete, remove } of steps) {
          const list = drafts.map(([source, name]) => draft(source, name));
          if (remove) catalog.remove(list);
          else catalog.apply(list, complete);
          expect(new Set(namesOf(catalog.tools)).size).toBe(catalog.tools.length);
          expect(catalog.size).toBe(catalog.tools.length);
          for (const tool of catalog.tools) expect(catalog.get(tool.name)).toBe(tool);
          expect([...new Set(catalog.tools.map((tool) => tool.source.id))].sort()).toEqual(
            [...catalog.sourceIds].sort(),
          );
        }
      }),
    );
  });
});

describe('byName', () => {
  it('orders by code unit, without a locale', () => {
    expect(namesOf(byName([{ name: 'b' }, { name: 'a' }, { name: 'B' }, { name: '_' }]))).toEqual(['B', '_', 'a', 'b']);
  });
});
