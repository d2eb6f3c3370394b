import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolCatalog } from '../../src/core/catalog.js';
import type { ToolDraft } from '../../src/core/tool-schema.js';
import { LinkGraph } from '../../src/graph/link-graph.js';
import { func, listOf, operation } from '../support/graph.js';

const nouns = ['order', 'parcel', 'invoice'] as const;

/** Tools that link within their source by fields, and across sources by context keys and stated dependencies. */
function toolsOf(source: string, noun: (typeof nouns)[number]): ToolDraft[] {
  return [
    operation(`GET /${noun}s`, {
      source,
      originalName: `list_${noun}s`,
      gives: listOf({ id: 'string', name: 'string' }),
    }),
    operation(`GET /${noun}s/{id}`, { source, originalName: `get_${noun}`, takes: { id: 'string' } }),
    func(`${noun}_login`, { source, provides: [`${noun}_session`] }),
    func(`ship_${noun}`, {
      source,
      takes: { [`${noun}_id`]: 'string' },
      requires: ['order_session'],
      links: [{ kind: 'depends-on', tool: 'list_invoices', direction: 'producer' }],
    }),
    func(`announce_${noun}`, { source, links: [{ kind: 'openapi-link', tool: 'ship_order', direction: 'consumer' }] }),
  ];
}

const part = fc.record({ source: fc.constantFrom('north', 'south', 'east'), noun: fc.constantFrom(...nouns) });
const asked = fc.array(fc.nat(), { maxLength: 6 });

describe('linking on demand', () => {
  it('gives each tool the edges that linking everything gives, whatever was asked and changed before', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(part, asked), { minLength: 1, maxLength: 6 }), (steps) => {
        const catalog = new ToolCatalog();
        const graph = new LinkGraph(catalog);
        for (const [{ source, noun }, places] of steps) {
          const drafts = toolsOf(source, noun);
          graph.apply(catalog.apply(drafts, [source]));
          const whole = new LinkGraph(catalog);
          whole.apply({ added: catalog.tools, changed: [], unchanged: [], removed: [] });
          const edges = whole.edges();
          for (const place of places) {
            const { name } = catalog.tools[place % catalog.tools.length] ?? { name: '' };
            expect(graph.producersOf(name)).toEqual(edges.filter((edge) => edge.consumer === name));
          }
        }
        const whole = new LinkGraph(catalog);
        whole.apply({ added: catalog.tools, changed: [], unchanged: [], removed: [] });
        expect(graph.edges()).toEqual(whole.edges());
      }),
      { numRuns: 60 },
    );
  });

  it('reads only the sources it is asked about', () => {
    const catalog = new ToolCatalog();
    const graph = new LinkGraph(catalog);
    const change = catalog.apply([...toolsOf('north', 'order'), ...toolsOf('south', 'parcel')]);
    const read: string[] = [];
    const watched = change.added.map(
      (tool) =>
        new Proxy(tool, {
          get: (target, key) => {
            if (key === 'produces') read.push(target.source.id);
            return Reflect.get(target, key, target);
          },
        }),
    );
    graph.apply({ ...change, added: watched });
    expect(graph.producersOf('get_order')).not.toEqual([]);
    expect(new Set(read)).toEqual(new Set(['north']));
    graph.edges();
    expect(new Set(read)).toEqual(new Set(['north', 'south']));
  });
});
