import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CanonicalOptions,
  canonicalSchema,
  type JsonSchema,
  type SchemaIssue,
} from '../../src/core/json-schema.js';
import { SchemaMemo } from '../../src/core/schema-memo.js';

const names = ['A', 'B', 'C', 'D', 'E', 'F'] as const;

/** Schemas of a document whose components refer to one another in every way, themselves and nothing included. */
const { schema: anySchema } = fc.letrec((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom<unknown>({ type: 'string' }, { type: 'integer', readOnly: true }, true, false, { enum: ['x', 1] }),
    fc.constantFrom(...names, 'Missing').map((name) => ({ $ref: `#/components/schemas/${name}` })),
    fc
      .dictionary(fc.constantFrom('id', 'name', 'owner', 'items', 'next'), tie('schema'), { maxKeys: 4 })
      .map((properties) => ({ type: 'object', properties, required: ['id'] })),
    tie('schema').map((items) => ({ type: 'array', items })),
    fc.array(tie('schema'), { maxLength: 3 }).map((allOf) => ({ allOf })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((oneOf) => ({ oneOf })),
    tie('schema').map((additionalProperties) => ({ additionalProperties })),
    fc.constantFrom<unknown>(7, null, { $ref: 'other.json#/X' }, { $ref: '#' }),
  ),
}));

const documents = fc.record({
  components: fc.record({ schemas: fc.record(Object.fromEntries(names.map((name) => [name, anySchema]))) }),
  uses: fc.array(anySchema, { minLength: 1, maxLength: 8 }),
});

function read(schema: unknown, options: CanonicalOptions): { text: string; issues: SchemaIssue[] } {
  const issues: SchemaIssue[] = [];
  const text = JSON.stringify(canonicalSchema(schema, { ...options, onIssue: (issue) => issues.push(issue) }));
  return { text, issues };
}

describe('canonicalSchema with a memo', () => {
  it('gives what it gives without one, whatever was read before, with the same issues in the same order', () => {
    fc.assert(
      fc.property(
        documents,
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom<'input' | 'output' | undefined>('input', 'output', undefined),
        (document, maxDepth, maxNodes, direction) => {
          const options = { root: document, maxDepth, maxNodes, ...(direction === undefined ? {} : { direction }) };
          const memo = new SchemaMemo<JsonSchema, SchemaIssue>();
          const schemas = [...document.uses, ...names.map((name) => ({ $ref: `#/components/schemas/${name}` }))];
          for (const schema of [...schemas, ...schemas])
            expect(read(schema, { ...options, memo })).toEqual(read(schema, options));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('writes a component once, however many schemas refer to it', () => {
    const address = { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } };
    const root = { components: { schemas: { Address: address } } };
    const memo = new SchemaMemo<JsonSchema, SchemaIssue>();
    const use = (property: string) =>
      canonicalSchema(
        { type: 'object', properties: { [property]: { $ref: '#/components/schemas/Address' } } },
        { root, memo },
      ).properties?.[property]?.properties?.['street'];
    expect(use('home')).toBe(use('work'));
  });

  it('cuts for want of room alike, and otherwise where a type encloses a branch of the node', () => {
    const branch = { allOf: [{ $ref: '#/components/schemas/Person' }, { type: 'object' }] };
    const root = { components: { schemas: { Person: { type: 'object', properties: { boss: branch } } } } };
    const options = { root, maxNodes: 1, memo: new SchemaMemo<JsonSchema, SchemaIssue>() };
    const issues: SchemaIssue[] = [];
    const inside = canonicalSchema({ $ref: '#/components/schemas/Person' }, options);
    const outside = canonicalSchema({ type: 'object', properties: { head: branch } }, options);
    const again = canonicalSchema({ $ref: '#/components/schemas/Person' }, { ...options, onIssue: (issue) => issues.push(issue) }); // biome-ignore format: one case
    expect(inside.properties?.['boss']).toEqual({ type: 'object', 'x-cut': 'nodes' });
    expect(outside.properties?.['head']).toEqual({ type: 'object', 'x-entity': 'Person', 'x-cut': 'nodes' });
    expect(again).toBe(inside);
    expect(issues.map(({ code }) => code)).toEqual(['schema-cut']);
  });

  it('cuts a cycle where it closes, and not where a schema was read before from another side', () => {
    const root = {
      components: {
        schemas: {
          Person: {
            type: 'object',
            properties: { pets: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } },
          },
          Pet: { type: 'object', properties: { owner: { $ref: '#/components/schemas/Person' } } },
        },
      },
    };
    const memo = new SchemaMemo<JsonSchema, SchemaIssue>();
    const person = canonicalSchema({ $ref: '#/components/schemas/Person' }, { root, memo });
    const pet = canonicalSchema({ $ref: '#/components/schemas/Pet' }, { root, memo });
    expect(person.properties?.['pets']?.items?.properties?.['owner']).toEqual({
      'x-entity': 'Person',
      'x-cut': 'cycle',
    });
    expect(pet.properties?.['owner']?.properties?.['pets']?.items).toEqual({ 'x-entity': 'Pet', 'x-cut': 'cycle' });
  });
});
