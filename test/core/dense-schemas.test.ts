import { describe, expect, it } from 'vitest';
import { canonicalSchema } from '../../src/core/json-schema.js';

/** `count` definitions, each made by `build` from the references to the others. */
function definitions(count: number, build: (ref: (index: number) => object, index: number) => object): object {
  const ref = (index: number): object => ({ $ref: `#/$defs/S${index}` });
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`S${index}`, build(ref, index)]));
}

describe('canonicalSchema on dense reference graphs', () => {
  it('merges an allOf branch once, however many ways lead to it', () => {
    const $defs = definitions(26, (ref, index) =>
      index === 25
        ? { type: 'object', properties: { x: { type: 'string' } } }
        : { allOf: [ref(index + 1), ref(index + 1)] },
    );
    const started = performance.now();
    expect(canonicalSchema({ $ref: '#/$defs/S0', $defs })).toMatchObject({
      type: 'object',
      properties: { x: { type: 'string' } },
    });
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it('does not list what lies far beyond the node budget', () => {
    const $defs = definitions(60, (ref) => ({
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`p${index}`, ref(index)])),
    }));
    const issues: string[] = [];
    const schema = canonicalSchema(
      { $ref: '#/$defs/S0', $defs },
      { maxNodes: 500, direction: 'input', onIssue: ({ code }) => issues.push(code) },
    );
    expect(JSON.stringify(schema).length).toBeLessThan(100_000);
    expect(issues).toEqual(['schema-cut']);
  });

  it('asks rewrite for each node but not for the branches of allOf', () => {
    const asked: unknown[] = [];
    canonicalSchema(
      { title: 'root', allOf: [{ title: 'branch' }], properties: { a: { title: 'child' } } },
      {
        rewrite: (schema) => {
          asked.push(schema['title']);
          return schema;
        },
      },
    );
    expect(asked).toEqual(['root', 'child']);
  });

  it('keeps what a branch adds beside one that repeats an enclosing type', () => {
    const $defs = {
      Pet: { type: 'object', properties: { friend: { $ref: '#/$defs/Dog' } } },
      Dog: { allOf: [{ $ref: '#/$defs/Pet' }, { type: 'object', properties: { bark: { type: 'string' } } }] },
      Cat: { allOf: [{ $ref: '#/$defs/Pet' }], properties: { lives: { type: 'integer' } } },
    };
    const schema = canonicalSchema({ $ref: '#/$defs/Pet', $defs });
    expect(schema.properties?.['friend']).toMatchObject({ properties: { bark: { type: 'string' } } });
    const cat = canonicalSchema({
      properties: { pet: { $ref: '#/$defs/Pet', properties: { cat: { $ref: '#/$defs/Cat' } } } },
      $defs,
    });
    expect(cat.properties?.['pet']?.properties?.['cat']).toMatchObject({ properties: { lives: { type: 'integer' } } });
    expect(canonicalSchema({ $ref: '#/$defs/A', $defs: { A: { allOf: [{ $ref: '#/$defs/A' }] } } })).toMatchObject({
      'x-cut': 'cycle',
    });
  });
});
