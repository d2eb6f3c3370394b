import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalSchema } from '../../src/core/json-schema.js';
import { toAnthropic, toOpenAI } from '../../src/export/index.js';
import { exportViolations } from '../support/every-export.js';
import { exportable } from '../support/exportable.js';

const key = fc.oneof(
  fc.constantFrom('id', 'a b', '$top', 'filter[x]', '__proto__', 'constructor', 'type', 'enum', 'é', 'x'.repeat(80)),
  fc.string({ minLength: 1, maxLength: 6 }),
);
const scalar = fc.oneof(
  fc.constantFrom('', 'a', 'b'),
  fc.string({ maxLength: 4 }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);
const typeName = fc.constantFrom('string', 'number', 'integer', 'boolean', 'object', 'array', 'null', 'file');

/** Any JSON Schema, sound or not: every keyword may stand anywhere. */
const schema = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'medium', maxDepth: 4 },
    fc.boolean(),
    fc.record(
      {
        type: fc.oneof(typeName, fc.array(typeName, { maxLength: 3 })),
        enum: fc.array(scalar, { maxLength: 4 }),
        const: scalar,
        default: scalar,
        nullable: fc.boolean(),
        format: fc.constantFrom('date-time', 'int32', 'hostname', 'float'),
        pattern: fc.constantFrom('^a+$', '(?i)x', '['),
        exclusiveMinimum: fc.oneof(fc.integer(), fc.boolean()),
        minimum: fc.integer(),
        maxLength: fc.nat(),
        uniqueItems: fc.boolean(),
        description: fc.string({ maxLength: 10 }),
        title: fc.string({ maxLength: 5 }),
        deprecated: fc.boolean(),
        required: fc.array(key, { maxLength: 3 }),
        properties: fc.dictionary(key, tie('node'), { maxKeys: 3, noNullPrototype: true }),
        additionalProperties: tie('node'),
        items: fc.oneof(tie('node'), fc.array(tie('node'), { maxLength: 2 })),
        prefixItems: fc.array(tie('node'), { maxLength: 2 }),
        anyOf: fc.array(tie('node'), { maxLength: 3 }),
        oneOf: fc.array(tie('node'), { maxLength: 3 }),
        allOf: fc.array(tie('node'), { maxLength: 2 }),
        not: tie('node'),
        $ref: fc.constantFrom('#', '#/properties/id', '#/nowhere'),
      },
      { requiredKeys: [] },
    ),
  ),
})).node;

describe('any schema', () => {
  it('exports to what every provider takes', () => {
    fc.assert(
      fc.property(schema, schema, (root, inner) => {
        const tools = [root, { properties: { inner } }].map((raw, index) =>
          exportable(`any${index}`, canonicalSchema(raw, { maxDepth: 8, maxNodes: 200 })),
        );
        expect(exportViolations(tools)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('is not changed by an export, and exports the same twice', () => {
    fc.assert(
      fc.property(schema, (raw) => {
        const tool = exportable('any', canonicalSchema(raw, { maxDepth: 6, maxNodes: 100 }));
        const before = JSON.stringify(tool.inputSchema);
        const first = JSON.stringify([toOpenAI([tool]), toAnthropic([tool])]);
        expect(JSON.stringify([toOpenAI([tool]), toAnthropic([tool])])).toBe(first);
        expect(JSON.stringify(tool.inputSchema)).toBe(before);
      }),
      { numRuns: 50 },
    );
  });
});
