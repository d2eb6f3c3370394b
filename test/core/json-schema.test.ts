import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CanonicalOptions,
  canonicalSchema,
  getOwn,
  isNullable,
  type JsonSchema,
  pointerLookUp,
  schemaTypes,
  setOwn,
} from '../../src/core/json-schema.js';

function read(schema: unknown, options: CanonicalOptions = {}) {
  const issues: string[] = [];
  const result = canonicalSchema(schema, { ...options, onIssue: ({ code }) => issues.push(code) });
  return { result, issues };
}

describe('canonicalSchema', () => {
  it('cuts a reference that leads back to itself, and marks the cut', () => {
    const { result } = read({
      $ref: '#/$defs/Node',
      $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' }, label: { type: 'string' } } } },
    });
    expect(result).toEqual({
      type: 'object',
      'x-entity': 'Node',
      properties: { next: { 'x-entity': 'Node', 'x-cut': 'cycle' }, label: { type: 'string' } },
    });
  });

  it('survives a reference to itself, one of two and one that leads nowhere', () => {
    expect(read({ $ref: '#' }).result['x-cut']).toBe('cycle');
    const pair = { $ref: '#/$defs/A', $defs: { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A' } } };
    expect(read(pair).result['x-cut']).toBe('cycle');
    const lost = read({ properties: { a: { $ref: '#/nowhere', description: 'kept' } } });
    expect(lost.result.properties).toEqual({ a: { description: 'kept', 'x-cut': 'unresolved' } });
    expect(lost.issues).toEqual(['unresolved-ref']);
  });

  it('merges the branches of allOf: properties, required, and narrower enums', () => {
    const { result } = read({
      allOf: [
        { properties: { a: { type: 'string', enum: ['x', 'y'] } }, required: ['a'] },
        { properties: { a: { enum: ['y', 'z'] }, b: { type: 'integer' } }, required: ['b'] },
      ],
      description: 'both',
    });
    expect(result).toEqual({
      type: 'object',
      description: 'both',
      properties: { a: { type: 'string', enum: ['y'] }, b: { type: 'integer' } },
      required: ['a', 'b'],
    });
  });

  it('drops readOnly from what goes in and writeOnly from what comes out, from required too', () => {
    const schema = {
      type: 'object',
      properties: {
        id: { type: 'string', readOnly: true },
        secret: { allOf: [{ type: 'string' }, { writeOnly: true }] },
        name: { type: 'string' },
      },
      required: ['id', 'secret', 'name'],
    };
    expect(Object.keys(read(schema).result.properties ?? {})).toEqual(['id', 'secret', 'name']);
    const input = read(schema, { direction: 'input' }).result;
    expect([Object.keys(input.properties ?? {}), input.required]).toEqual([
      ['secret', 'name'],
      ['secret', 'name'],
    ]);
    const output = read(schema, { direction: 'output' }).result;
    expect([Object.keys(output.properties ?? {}), output.required]).toEqual([
      ['id', 'name'],
      ['id', 'name'],
    ]);
  });

  it('rewrites what older dialects say: nullable, exclusive flags, lists of items, example', () => {
    expect(read({ type: 'string', nullable: true, enum: ['a'] }).result).toEqual({
      type: ['string', 'null'],
      enum: ['a', null],
    });
    expect(read({ type: 'number', minimum: 1, exclusiveMinimum: true }).result).toEqual({
      type: 'number',
      exclusiveMinimum: 1,
    });
    expect(read({ items: [{ type: 'string' }] }).result).toEqual({ type: 'array', prefixItems: [{ type: 'string' }] });
    expect(read({ type: 'integer', example: 7 }).result).toEqual({ type: 'integer', examples: [7] });
  });

  it('spends the depth and the node budget breadth first, and says so once', () => {
    const chain = (depth: number): object =>
      depth === 0
        ? { type: 'string' }
        : { type: 'object', properties: { in: chain(depth - 1), out: { type: 'string' } } };
    const deep = read(chain(9), { maxDepth: 2 });
    expect(deep.result.properties?.['in']?.properties?.['in']).toMatchObject({ type: 'object' });
    expect(deep.result.properties?.['in']?.properties?.['in']?.properties?.['in']).toEqual({
      type: 'object',
      'x-cut': 'depth',
    });
    expect(deep.issues).toEqual(['schema-cut']);
    const wide = read(chain(9), { maxNodes: 3 });
    expect(wide.result.properties?.['out']).toEqual({ type: 'string' });
    expect(wide.result.properties?.['in']?.properties?.['in']).toMatchObject({ 'x-cut': 'nodes' });
  });

  it('takes prototype names as data, and what is no schema as anything, with an issue', () => {
    const { result } = read(
      JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"}}}'),
    );
    expect(Object.keys(result.properties ?? {})).toEqual(['__proto__', 'constructor']);
    expect(getOwn(result.properties, '__proto__')).toEqual({ type: 'string' });
    expect(Object.getPrototypeOf(result.properties)).toBe(Object.prototype);
    expect(read({ properties: { a: 7 } })).toEqual({
      result: { type: 'object', properties: { a: {} } },
      issues: ['invalid-schema'],
    });
    expect([read(true).result, read(false).result]).toEqual([{}, { not: {} }]);
  });

  it('never throws, never changes its input, shares nothing with it, and reads its own result as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.jsonValue({ maxDepth: 4 }), (value, inner) => {
        const schema = { properties: { value, inner }, allOf: [inner], anyOf: [value, { $ref: '#/properties/inner' }] };
        const before = JSON.stringify(schema);
        const once = canonicalSchema(schema);
        expect(JSON.stringify(schema)).toBe(before);
        expect(JSON.stringify(once).length).toBeGreaterThan(0);
        expect(canonicalSchema(once)['x-cut']).toBe(once['x-cut']);
      }),
      { numRuns: 200 },
    );
  });
});

describe('questions to a schema', () => {
  it('name its types without null, through unions', () => {
    const union: JsonSchema = { anyOf: [{ type: 'string' }, { type: ['integer', 'null'] }, { type: 'string' }] };
    expect(schemaTypes(union)).toEqual(['string', 'integer']);
    expect([isNullable(union), isNullable({ type: 'string' }), isNullable({}), isNullable({ type: 'null' })]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});

describe('own properties', () => {
  it('are set and read whatever their names', () => {
    const record: Record<string, number> = {};
    for (const key of ['__proto__', 'constructor', 'a']) setOwn(record, key, 1);
    expect(Object.keys(record)).toEqual(['__proto__', 'constructor', 'a']);
    expect(getOwn({} as Record<string, unknown>, 'constructor')).toBeUndefined();
  });

  it('are what a JSON Pointer steps through', () => {
    const document = { a: { 'b/c': [{ 'd~e': 1 }], '50%': 2 } };
    expect(pointerLookUp(document, '/a/b~1c/0/d~0e')).toBe(1);
    expect(pointerLookUp(document, '/a/50%')).toBe(2);
    expect(pointerLookUp(document, '')).toBe(document);
    expect(pointerLookUp(document, '/constructor/name')).toBeUndefined();
  });
});
