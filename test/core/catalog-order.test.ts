import { describe, expect, it } from 'vitest';
import { ToolCatalog } from '../../src/core/catalog.js';
import type { ToolDraft } from '../../src/core/tool-schema.js';

function draft(source: string, name: string, description = name): ToolDraft {
  return {
    source: { id: source, kind: 'data', form: 'toolgraph' },
    originalId: name,
    originalName: name,
    description,
    inputSchema: { type: 'object', properties: {} },
    inputs: [],
  };
}

describe('order of the catalog', () => {
  it('keeps a source in its place when a complete listing replaces it', () => {
    const catalog = new ToolCatalog();
    catalog.apply([draft('a', 'one'), draft('b', 'two')]);
    catalog.apply([draft('a', 'three'), draft('a', 'one', 'new')], ['a']);
    expect(catalog.sourceIds).toEqual(['a', 'b']);
    expect(catalog.tools.map((tool) => tool.name)).toEqual(['three', 'one', 'two']);
  });

  it('forgets a source whose complete listing is empty', () => {
    const catalog = new ToolCatalog();
    catalog.apply([draft('a', 'one'), draft('b', 'two')]);
    const change = catalog.apply([], ['a', 'never-seen']);
    expect(change.removed.map((tool) => tool.name)).toEqual(['one']);
    expect(catalog.sourceIds).toEqual(['b']);
  });
});
