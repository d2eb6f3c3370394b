import { describe, expect, it } from 'vitest';
import { consumedFields, producedFields } from '../../src/core/fields.js';
import type { JsonSchema } from '../../src/core/json-schema.js';
import type { ToolDraft } from '../../src/core/tool-schema.js';

function draft(inputSchema: JsonSchema, outputSchema?: JsonSchema): ToolDraft {
  return {
    source: { id: 's', kind: 'data', form: 'mcp' },
    originalId: 't',
    originalName: 't',
    description: 't',
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    inputs: Object.keys(inputSchema.properties ?? {}).map((name) => ({
      name,
      originalName: `${name}!`,
      in: 'query',
      required: inputSchema.required?.includes(name) === true,
    })),
  };
}

const paths = (schema: JsonSchema) => producedFields(draft({}, schema)).map((field) => field.path);

describe('consumedFields', () => {
  it('gives inputs under their original names, with what lies below, required along the whole path', () => {
    const fields = consumedFields(
      draft({
        type: 'object',
        properties: {
          owner: {
            type: 'object',
            'x-entity': 'User',
            properties: { id: { type: ['integer', 'null'], format: 'int64' }, note: { type: 'string' } },
            required: ['id'],
          },
          tags: {
            type: 'array',
            items: { type: 'object', properties: { key: { type: 'string' } }, required: ['key'] },
          },
          limit: { type: 'integer', default: 5 },
        },
        required: ['owner'],
      }),
    );
    expect(fields.map(({ path, required, in: place }) => [path, required, place])).toEqual([
      ['owner!', true, 'query'],
      ['owner!.id', true, 'query'],
      ['owner!.note', false, 'query'],
      ['tags!', false, 'query'],
      ['tags![].key', false, 'query'],
      ['limit!', false, 'query'],
    ]);
    expect(fields[1]).toMatchObject({ name: 'id', type: 'integer', format: 'int64', entity: 'User', parent: 'owner!' });
    expect(fields[5]).toMatchObject({ default: 5 });
  });

  it('reads inputs with prototype names by their own schema only', () => {
    const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as JsonSchema;
    expect(consumedFields(draft(schema)).map((field) => [field.path, field.type])).toEqual([['__proto__!', 'string']]);
    const stray = { ...draft({ type: 'object', properties: {} }), inputs: draft(schema).inputs };
    expect(consumedFields(stray)).toEqual([]);
  });
});

describe('producedFields', () => {
  it('gives a scalar, a list of scalars, and nothing for no schema', () => {
    expect(paths({ type: 'string' })).toEqual(['']);
    expect(paths({ type: 'array', items: { type: 'string' } })).toEqual(['[]']);
    expect(paths({ type: 'object' })).toEqual([]);
    expect(producedFields(draft({}))).toEqual([]);
  });

  it('goes through lists, unions and envelopes, each path once', () => {
    const pet: JsonSchema = {
      type: 'object',
      'x-entity': 'Pet',
      properties: { id: { type: 'integer' } },
      required: ['id'],
    };
    const schema: JsonSchema = {
      type: 'object',
      properties: { items: { type: 'array', items: pet }, first: { anyOf: [pet, { type: 'null' }, pet] } },
      required: ['items', 'first'],
    };
    const fields = producedFields(draft({}, schema));
    expect(fields.map((field) => field.path)).toEqual(['items', 'first', 'items[].id', 'first.id']);
    expect(fields.map((field) => field.entity)).toEqual([undefined, undefined, 'Pet', 'Pet']);
    expect(fields[3]?.required).toBeFalsy();
  });

  it('keeps to its bounds, nearest fields first', () => {
    const wide: JsonSchema = {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 300 }, (_, index) => [
          `p${index}`,
          { type: 'object', properties: { x: { type: 'string' } } },
        ]),
      ),
    };
    const found = paths(wide);
    expect(found).toHaveLength(400);
    expect(found.slice(0, 300).every((path) => !path.includes('.'))).toBe(true);
    let deep: JsonSchema = { type: 'string' };
    for (let level = 0; level < 40; level++) deep = { type: 'object', properties: { in: deep } };
    expect(paths(deep).length).toBeLessThan(10);
  });
});
