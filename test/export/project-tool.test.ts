import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../src/core/json-schema.js';
import { projectionForms, projectTool } from '../../src/export/project-tool.js';
import { exportable } from '../support/exportable.js';

const smallest = projectionForms - 1;
const long =
  'Finds a boat. It looks in every harbour of the coast, however small. Boats on land are not found. '.repeat(8);

const search = exportable(
  'find_boat',
  {
    type: 'object',
    title: 'Search',
    description: long,
    required: ['harbour', 'owner'],
    properties: {
      harbour: { type: 'string', description: long, enum: Array.from({ length: 40 }, (_, at) => `harbour ${at}`) },
      owner: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', examples: ['Ada'] }, phone: { type: 'string' } },
      },
      crew: { type: 'array', items: { type: 'object', properties: { role: { type: 'string' } } } },
      page: { type: 'integer' },
    },
  },
  { description: long, outputSchema: { type: 'array', items: { type: 'string' } } },
);

const keysOf = (schema: JsonSchema | undefined) => Object.keys(schema?.properties ?? {});

describe('projectTool', () => {
  it('gives the tool itself as form 0', () => {
    expect(projectTool(search, 0)).toEqual({ tool: search, cuts: [] });
    expect(projectTool(search, 0).tool).toBe(search);
  });

  it('keeps what is required, at every depth, and reports every cut with its place', () => {
    const before = JSON.stringify(search.inputSchema);
    const { tool, cuts } = projectTool(search, smallest);
    const { properties } = tool.inputSchema;
    expect(keysOf(tool.inputSchema)).toEqual(['harbour', 'owner']);
    expect(keysOf(properties?.['owner'])).toEqual(['name']);
    expect(properties?.['harbour']).toEqual({
      type: 'string',
      description: 'One of 40 values, such as "harbour 0", "harbour 1", "harbour 2", "harbour 3", "harbour 4".',
    });
    expect(tool.inputSchema.required).toEqual(['harbour', 'owner']);
    expect(tool.outputSchema).toBeUndefined();
    expect(cuts.map((cut) => `${cut.kind} ${cut.path}`).sort()).toEqual([
      'annotation-left-out ',
      'annotation-left-out owner.name',
      'description-cut ',
      'description-cut ',
      'description-cut harbour',
      'input-left-out crew',
      'input-left-out owner.phone',
      'input-left-out page',
      'output-left-out ',
      'values-left-out harbour',
    ]);
    expect(cuts.every((cut) => cut.tool === 'find_boat' && cut.message.includes('"find_boat"'))).toBe(true);
    expect(JSON.stringify(search.inputSchema)).toBe(before);
  });

  it('cuts texts at the end of a sentence', () => {
    for (let form = 1; form < projectionForms; form++)
      expect(projectTool(search, form).tool.description).toMatch(/\. \[…\]$/);
  });

  it('goes from the inside out: optional inputs of the root leave last', () => {
    expect(keysOf(projectTool(search, 2).tool.inputSchema)).toEqual(['harbour', 'owner', 'crew', 'page']);
    expect(keysOf(projectTool(search, 2).tool.inputSchema.properties?.['owner'])).toEqual(['name']);
  });

  it('keeps optional inputs that another tool fills, by the name they have at their source', () => {
    const tool = exportable('move', { type: 'object', properties: { body_id: {}, to: {}, at: { properties: { x: {}, y: {} } }, note: {} }, required: ['to'] }); // biome-ignore format: one tool
    const renamed = { ...tool, inputs: tool.inputs.map((input) => (input.name === 'body_id' ? { ...input, originalName: 'id' } : input)), consumes: [], produces: [] }; // biome-ignore format: one tool
    const { inputSchema } = projectTool(renamed, smallest, new Set(['id', 'at.y'])).tool;
    expect(keysOf(inputSchema)).toEqual(['body_id', 'to', 'at']);
    expect(keysOf(inputSchema.properties?.['at'])).toEqual(['y']);
  });

  it('keeps what one branch of a union requires, marks of the branches, and the first inputs where none is required', () => {
    const seat = exportable('seat', {
      type: 'object',
      properties: { row: { type: 'string' }, zone: { type: 'string' }, note: { type: 'string' } },
      anyOf: [{ required: ['row'] }, { properties: { kind: { const: 'zone' }, size: {} }, required: ['zone'] }],
    });
    const { inputSchema } = projectTool(seat, smallest).tool;
    expect(keysOf(inputSchema)).toEqual(['row', 'zone']);
    expect(keysOf(inputSchema.anyOf?.[1])).toEqual(['kind']);
    const filters = exportable('list', { type: 'object', properties: { a: {}, b: {}, c: {}, d: {} } });
    expect(keysOf(projectTool(filters, smallest).tool.inputSchema)).toEqual(['a', 'b', 'c']);
    const counted = exportable('some', { type: 'object', required: ['a'], minProperties: 2, properties: { a: {}, b: {} } }); // biome-ignore format: one tool
    expect(keysOf(projectTool(counted, smallest).tool.inputSchema)).toEqual(['a', 'b']);
  });

  it('treats odd property names as data', () => {
    const odd = exportable('odd', JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"x":{}},"required":["__proto__","constructor"]}')); // biome-ignore format: one schema
    expect(keysOf(projectTool(odd, smallest).tool.inputSchema)).toEqual(['__proto__', 'constructor']);
  });

  it('never requires what it left out, whatever the schema', () => {
    const leaf = fc.record({ type: fc.constantFrom('string', 'integer'), description: fc.string({ maxLength: 200 }) });
    const { node } = fc.letrec<{ node: object }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc
          .dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), tie('node'), { maxKeys: 5 })
          .chain((properties) =>
            fc.subarray(Object.keys(properties)).map((required) => ({ type: 'object', properties, required })),
          ),
        tie('node').map((items) => ({ type: 'array', items })),
      ),
    }));
    fc.assert(
      fc.property(node, fc.integer({ min: 1, max: smallest }), (schema, form) => {
        const tool = exportable('any', { type: 'object', properties: { root: schema }, required: ['root'] });
        const visit = (given: JsonSchema): void => {
          for (const key of given.required ?? []) expect(Object.hasOwn(given.properties ?? {}, key)).toBe(true);
          for (const child of Object.values(given.properties ?? {})) visit(child);
          if (given.items !== undefined) visit(given.items);
        };
        visit(projectTool(tool, form).tool.inputSchema);
      }),
    );
  });
});
