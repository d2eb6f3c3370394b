import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolCatalog } from '../../src/core/catalog.js';
import type { ToolEdge } from '../../src/core/tool-edge.js';
import type { ToolDraft } from '../../src/core/tool-schema.js';
import { LinkGraph } from '../../src/graph/link-graph.js';
import { func, linked, listOf, operation } from '../support/graph.js';

const nouns = ['boat', 'crew', 'harbour'] as const;
const noun = fc.constantFrom(...nouns);
const described = (text: string) => ({ type: 'string', description: text });

/** Ways to speak of a thing, of which many tools of a source take the same inputs. */
const forms: readonly ((one: string, other: string) => ToolDraft)[] = [
  (one) => operation(`GET /${one}s`, { gives: listOf({ id: 'string', name: 'string', [`${one}Colour`]: 'string' }) }),
  (one) =>
    operation(`GET /${one}s/{id}`, { takes: { id: 'string' }, gives: { id: 'string', [`${one}Colour`]: 'string' } }),
  (one) => operation(`POST /${one}s`, { takes: { name: 'string' }, gives: { id: 'string', name: 'string' } }),
  (one) => operation(`PUT /${one}s/{id}`, { takes: { id: 'string', name: 'string' }, gives: { id: 'string' } }),
  (one) => operation(`DELETE /${one}s/{id}`, { takes: { id: 'string' } }),
  (one, other) =>
    operation(`GET /${one}s/{id}/${other}s`, {
      takes: { id: 'string' },
      gives: listOf({ id: 'string', [`${one}Id`]: 'string' }),
    }),
  (one, other) =>
    operation(`POST /${one}s/{id}/${other}s`, { takes: { id: 'string', [`${other}Id`]: 'string', ids: '[string]' } }),
  (one, other) =>
    operation(`PUT /${one}s/{id}/${other}s`, {
      takes: { id: 'string', ids: '[string]' },
      gives: listOf({ id: 'string' }),
    }),
  (one, other) =>
    operation(`GET /reports/${one}/${other}`, { takes: { [`${one}Id`]: 'string', [`${other}Id?`]: 'string' } }),
  (one, other) =>
    operation(`POST /notes/${one}/${other}`, {
      takes: { ids: described(`A list of the ${other} ids`), [`${one}Id`]: described(`As given by GET /${one}s`) },
      gives: { id: 'string', [`${one}Id`]: 'string' },
    }),
  // Made of what a thing is made of, under another name.
  (one, other) =>
    operation(`GET /${other}s/{id}/members`, {
      takes: { id: 'string' },
      gives: { members: listOf({ id: 'string', [`${one}Colour`]: 'string' }) },
    }),
];
const tools = fc.uniqueArray(
  fc.tuple(fc.nat(forms.length - 1), noun, noun).filter(([, one, other]) => one !== other),
  { minLength: 2, maxLength: 40, selector: String },
);

function draftsOf(chosen: readonly (readonly [number, string, string])[]): ToolDraft[] {
  const drafts = chosen.flatMap(([form, one, other]) => forms[form]?.(one, other) ?? []);
  return [...new Map(drafts.map((draft) => [draft.originalId, draft])).values()];
}

/** Edges as they are when each tool is linked by itself, which shares nothing. */
function oneByOne(drafts: readonly ToolDraft[]): ToolEdge[] {
  const catalog = new ToolCatalog();
  const graph = new LinkGraph(catalog);
  graph.apply(catalog.apply(drafts));
  return catalog.tools.flatMap(({ name }) => graph.producersOf(name));
}

describe('SharedCandidates', () => {
  it('gives every tool the edges it has when nothing is shared', () => {
    fc.assert(
      fc.property(tools, (chosen) => {
        const drafts = draftsOf(chosen);
        expect(linked(drafts).graph.edges()).toEqual(oneByOne(drafts));
      }),
      { numRuns: 150 },
    );
  });

  it('shares nothing where a tool goes by its texts', () => {
    fc.assert(
      fc.property(tools, (chosen) => {
        const find = func('find_boat', {
          source: 'api',
          takes: { colour: 'string' },
          gives: { boat_colour: 'string' },
        });
        const drafts = [...draftsOf(chosen), find];
        expect(linked(drafts).graph.edges()).toEqual(oneByOne(drafts));
      }),
      { numRuns: 50 },
    );
  });

  it('links a tool again when what it shared changes', () => {
    fc.assert(
      fc.property(tools, fc.nat(), (chosen, at) => {
        const drafts = draftsOf(chosen);
        const gone = drafts[at % drafts.length];
        const left = drafts.filter((draft) => draft !== gone);
        const { catalog, graph } = linked(drafts);
        graph.edges();
        graph.apply(catalog.apply(left, ['api']));
        expect(graph.edges()).toEqual(oneByOne(left));
      }),
      { numRuns: 100 },
    );
  });
});
