import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolSchema } from '../../src/core/tool-schema.js';
import { type PlanOptions, planFor } from '../../src/graph/plan.js';
import { func, linked, listOf, operation } from '../support/graph.js';

function planOf(drafts: Parameters<typeof linked>[0], names: readonly string[], options: PlanOptions = {}) {
  const { catalog, graph } = linked(drafts);
  const plan = planFor(
    graph,
    names.map((name) => catalog.get(name) as ToolSchema),
    options,
  );
  return { plan, steps: plan.steps.map((step) => step.tool.name) };
}

const orders = [
  operation('POST /orders', { originalName: 'placeOrder', takes: { text: 'string' }, gives: { id: 'integer' } }),
  operation('GET /orders/{orderId}', { originalName: 'getOrder', takes: { orderId: 'integer' } }),
  operation('DELETE /orders/{orderId}', { originalName: 'deleteOrder', takes: { orderId: 'integer' } }),
  operation('PATCH /orders/{orderId}', { originalName: 'updateOrder', takes: { orderId: 'integer' } }),
];

describe('a plan', () => {
  it('makes nothing to be deleted or changed, and asks for its key instead', () => {
    for (const name of ['deleteOrder', 'updateOrder']) {
      const { plan, steps } = planOf(orders, [name]);
      expect(steps).toEqual([name]);
      expect(plan.slots).toEqual([{ tool: name, input: 'orderId', class: 'identifier' }]);
    }
  });

  it('takes what an earlier target makes', () => {
    const { plan, steps } = planOf(orders, ['placeOrder', 'deleteOrder']);
    expect(steps).toEqual(['placeOrder', 'deleteOrder']);
    expect(plan.steps[1]?.bindings[0]).toMatchObject({ fromStep: 1, from: 'id', to: 'orderId', fanOut: false });
  });

  it('makes a thing to be read only when nothing finds one', () => {
    expect(planOf(orders, ['getOrder']).steps).toEqual(['placeOrder', 'getOrder']);
    const list = operation('GET /orders', { originalName: 'listOrders', gives: listOf({ id: 'integer' }) });
    expect(planOf([...orders, list], ['getOrder']).steps).toEqual(['listOrders', 'getOrder']);
  });

  it('keeps a creating step that the source declares as needed', () => {
    const link = { kind: 'depends-on', tool: 'open_session', direction: 'producer' } as const;
    const drafts = [func('open_session', { gives: { token: 'string' } }), func('delete_row', { links: [link] })];
    const { plan, steps } = planOf(drafts, ['delete_row']);
    expect(steps).toEqual(['open_session', 'delete_row']);
    expect(plan.steps[1]?.bindings[0]?.text).toBe('step 1 (its result) → step 2 (before it)');
  });

  it('chooses in as many lists as the input does not take, the outermost first', () => {
    const gives = listOf({
      id: 'string',
      tags: { type: 'array', items: { type: 'string' } },
    });
    const needs = (from: string, to: string) =>
      ({ kind: 'openapi-link', tool: 'listAlbums', direction: 'producer', from, to }) as const;
    const drafts = [
      operation('GET /albums', { originalName: 'listAlbums', gives }),
      func('use', {
        takes: { album_ids: '[string]', album_id: 'string', words: '[string]' },
        links: [needs('[].id', 'album_ids'), needs('[].id', 'album_id'), needs('[].tags', 'words')],
      }),
    ];
    const { plan } = planOf(drafts, ['use']);
    expect(plan.steps[1]?.bindings.map(({ text, fanOut }) => [text, fanOut])).toEqual([
      ['step 1 [].id → step 2 .album_ids', false],
      ['step 1 [0].id → step 2 .album_id', true],
      ['step 1 [0].tags → step 2 .words', true],
    ]);
  });

  it('names a circle once, however many targets meet it', () => {
    const needs = (tool: string) => [{ kind: 'depends-on', tool, direction: 'producer' } as const];
    const drafts = [
      func('lock', { links: needs('key') }),
      func('key', { links: needs('lock') }),
      func('open', { links: needs('key') }),
      func('shut', { links: needs('key') }),
    ];
    const { plan, steps } = planOf(drafts, ['open', 'shut']);
    expect(steps).toEqual(['lock', 'key', 'open', 'shut']);
    expect(plan.cycles).toEqual([['key', 'lock', 'key']]);
  });

  it('refuses available names that are no list, and is empty without targets', () => {
    expect(() => planOf(orders, ['getOrder'], { available: 'orderId' as never })).toThrow('available must be a list');
    expect(planOf(orders, []).plan).toEqual({ targets: [], steps: [], slots: [], cycles: [], cut: false });
  });

  it('always binds to earlier steps, runs each tool once, ends in its last target and is bounded', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const link = fc.record({ from: fc.constantFrom(...names), to: fc.constantFrom(...names) });
    const targets = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(link, { maxLength: 16 }), targets, (links, wanted) => {
        const drafts = names.map((name) =>
          func(name, {
            links: links
              .filter((entry) => entry.to === name && entry.from !== name)
              .map((entry) => ({ kind: 'depends-on', tool: entry.from, direction: 'producer' }) as const),
          }),
        );
        const { plan, steps } = planOf(drafts, wanted);
        expect(new Set(steps).size).toBe(steps.length);
        expect(wanted.every((name) => steps.includes(name))).toBe(true);
        plan.steps.forEach(({ step, bindings }, at) => {
          expect(step).toBe(at + 1);
          for (const { fromStep } of bindings) expect(fromStep >= 1 && fromStep < step).toBe(true);
        });
        expect(planOf(drafts, wanted).plan).toEqual(plan);
      }),
    );
  });
});
