import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolSchema } from '../../src/core/tool-schema.js';
import { dependencyClosure } from '../../src/graph/closure.js';
import { planFor } from '../../src/graph/plan.js';
import { readJsonFixture } from '../support/cases.js';
import { draftsOfSpec, func, linked, listOf, operation } from '../support/graph.js';

const petShop = [
  operation('GET /pets', { originalName: 'listPets', gives: listOf({ id: 'integer', name: 'string' }) }),
  operation('POST /pets', { originalName: 'addPet', takes: { name: 'string' }, gives: { id: 'integer' } }),
  operation('DELETE /pets/{petId}', { originalName: 'deletePet', takes: { petId: 'integer', api_key: 'string' } }),
  operation('GET /owners', {
    originalName: 'listOwners',
    takes: { 'page?': 'integer' },
    gives: listOf({ id: 'integer' }),
  }),
  operation('POST /adoptions', {
    originalName: 'adopt',
    takes: { petId: 'integer', ownerId: 'integer', day: 'string' },
    gives: { id: 'string' },
  }),
  operation('GET /adoptions/{adoptionId}', { originalName: 'getAdoption', takes: { adoptionId: 'string' } }),
];

function closureOf(name: string, options = {}) {
  const { catalog, graph } = linked(petShop);
  const closure = dependencyClosure(graph, catalog.get(name) as ToolSchema, options);
  return { closure, steps: closure.required.map((step) => step.tool.name) };
}

describe('dependencyClosure', () => {
  it('puts each step after what it needs and names what stays open with its class', () => {
    const { closure, steps } = closureOf('getAdoption');
    expect(steps).toEqual(['listPets', 'listOwners', 'adopt', 'getAdoption']);
    expect(closure.required.map((step) => step.depth)).toEqual([2, 2, 1, 0]);
    expect(closure.unresolved).toEqual([{ tool: 'adopt', input: 'day', class: 'user-input' }]);
    expect(closureOf('deletePet').closure.unresolved).toEqual([
      { tool: 'deletePet', input: 'api_key', class: 'secret' },
    ]);
  });

  it('asks nothing for what is available: an input, or a tool whose output is at hand', () => {
    expect(closureOf('adopt', { available: ['petId'] }).steps).toEqual(['listOwners', 'adopt']);
    expect(closureOf('adopt', { available: ['listPets', 'ownerId'] }).steps).toEqual(['adopt']);
  });

  it('keeps alternatives and stops at depth and size, saying so', () => {
    const { closure } = closureOf('deletePet');
    expect(closure.required.at(-1)?.bindings[0]?.alternatives.map((edge) => edge.producer)).toEqual(['addPet']);
    const shallow = closureOf('getAdoption', { maxDepth: 1 });
    expect(shallow.steps).toEqual(['adopt', 'getAdoption']);
    expect(shallow.closure.cut).toBe(true);
    expect(closureOf('getAdoption', { maxTools: 1 }).steps).toEqual(['getAdoption']);
    expect(closureOf('deletePet', { maxAlternatives: 0 }).closure.required.at(-1)?.bindings[0]?.alternatives).toEqual(
      [],
    );
  });

  it('names a cycle and ends', () => {
    const needs = (tool: string) => [{ kind: 'depends-on', tool, direction: 'producer' } as const];
    const { catalog, graph } = linked([
      func('wifi_on', { links: needs('wifi_state') }),
      func('wifi_state', { links: needs('wifi_on') }),
      func('send', { links: needs('wifi_on') }),
    ]);
    const closure = dependencyClosure(graph, catalog.get('send') as ToolSchema);
    expect(closure.required.map((step) => step.tool.name)).toEqual(['wifi_state', 'wifi_on', 'send']);
    expect(closure.cycles).toEqual([['wifi_on', 'wifi_state', 'wifi_on']]);
  });

  it('holds each tool once, in an order that can run, and is the same when asked again', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const link = fc.record({ from: fc.constantFrom(...names), to: fc.constantFrom(...names) });
    fc.assert(
      fc.property(fc.array(link, { maxLength: 14 }), (links) => {
        const drafts = names.map((name) =>
          func(name, {
            links: links
              .filter((entry) => entry.to === name && entry.from !== name)
              .map((entry) => ({ kind: 'depends-on', tool: entry.from, direction: 'producer' }) as const),
          }),
        );
        const { catalog, graph } = linked(drafts);
        const closure = dependencyClosure(graph, catalog.get('a') as ToolSchema);
        const order = closure.required.map((step) => step.tool.name);
        expect(new Set(order).size).toBe(order.length);
        expect(order.at(-1)).toBe('a');
        closure.required.forEach((step, at) => {
          for (const { edge } of step.bindings) expect(order.indexOf(edge.producer)).toBeLessThan(at);
        });
        expect(dependencyClosure(graph, catalog.get('a') as ToolSchema)).toEqual(closure);
        const again = dependencyClosure(graph, catalog.get('a') as ToolSchema, { available: order });
        expect(again.required.map((step) => step.tool.name)).toEqual(['a']);
      }),
    );
  });
});

describe('planFor', () => {
  it('gr-01: makes the customer before the project when there is no other way', () => {
    const { catalog, graph } = linked(draftsOfSpec(readJsonFixture('graph/gr-01-foreign-key.json')));
    const plan = planFor(graph, [catalog.get('getProject') as ToolSchema]);
    expect(plan.steps.map((step) => step.tool.name)).toEqual(['createCustomer', 'createProject', 'getProject']);
    expect(plan.steps.flatMap((step) => step.bindings.map((binding) => binding.text))).toEqual([
      'step 1 .id → step 2 .customerId',
      'step 2 .projectId → step 3 .project_id',
    ]);
    expect(plan.slots.map((slot) => `${slot.tool}.${slot.input}`)).toEqual([
      'createCustomer.name',
      'createProject.title',
    ]);
    expect(plan.steps[0]?.reason).toContain('customerId of createProject');
  });

  it('does not begin to delete a pet by adding one, and marks the choice among many', () => {
    const { catalog, graph } = linked(petShop);
    const plan = planFor(graph, [catalog.get('deletePet') as ToolSchema]);
    expect(plan.steps.map((step) => step.tool.name)).toEqual(['listPets', 'deletePet']);
    expect(plan.steps[1]?.bindings).toMatchObject([
      { text: 'step 1 [0].id → step 2 .petId', fanOut: true, fromStep: 1 },
    ]);
  });

  it('shares steps between targets', () => {
    const { catalog, graph } = linked(petShop);
    const targets = ['deletePet', 'adopt'].map((name) => catalog.get(name) as ToolSchema);
    const plan = planFor(graph, targets);
    expect(plan.steps.map((step) => step.tool.name)).toEqual(['listPets', 'deletePet', 'listOwners', 'adopt']);
    expect(plan.steps[3]?.bindings.map((binding) => binding.fromStep)).toEqual([1, 3]);
  });
});

describe('prerequisitesOf', () => {
  it('gives the best producers of required inputs first', () => {
    const { graph } = linked(petShop);
    expect(graph.prerequisitesOf('adopt').map(({ edge, required }) => [edge.producer, edge.to, required])).toEqual([
      ['listOwners', 'ownerId', true],
      ['listPets', 'petId', true],
      ['addPet', 'petId', true],
    ]);
    expect(graph.prerequisitesOf('adopt', 1)).toHaveLength(2);
    expect(graph.prerequisitesOf('nobody')).toEqual([]);
  });
});
