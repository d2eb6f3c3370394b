import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isExposedName } from '../../src/core/names.js';
import { ToolGraph } from '../../src/index.js';
import { exportViolations } from '../support/every-export.js';

const word = fc.oneof(
  fc.constantFrom(
    'id',
    'pets',
    'a b',
    '__proto__',
    'constructor',
    'type',
    '日本',
    'é',
    'x'.repeat(90),
    '$top',
    '',
    'list_pets',
  ),
  fc.string({ maxLength: 8 }),
);
const typeName = fc.constantFrom('string', 'number', 'integer', 'boolean', 'object', 'array', 'null', 'Text', 'file');

/** Any JSON Schema, sound or not. */
const schema = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    fc.constantFrom<unknown>(true, null, 7, 'string', []),
    fc.record(
      {
        type: fc.oneof(typeName, fc.array(typeName, { maxLength: 2 })),
        description: word,
        enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }),
        default: fc.jsonValue({ maxDepth: 2 }),
        required: fc.oneof(fc.array(word, { maxLength: 2 }), fc.boolean()),
        properties: fc.dictionary(word, tie('node'), { maxKeys: 3, noNullPrototype: true }),
        additionalProperties: tie('node'),
        items: tie('node'),
        anyOf: fc.array(tie('node'), { maxLength: 2 }),
        allOf: fc.array(tie('node'), { maxLength: 2 }),
        $ref: fc.constantFrom('#', '#/components/schemas/A', '#/nowhere', 'http://x.example/y'),
      },
      { requiredKeys: [] },
    ),
  ),
})).node;

const junk = fc.jsonValue({ maxDepth: 2 });
const row = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record(
      { name: word, description: word, inputSchema: schema, outputSchema: schema, annotations: junk },
      { requiredKeys: ['name'] },
    ),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('function'),
      function: fc.record({ name: word, description: word, parameters: schema }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ name: word, input_schema: schema }) },
  { weight: 1, arbitrary: junk },
);

const parameter = fc.oneof(
  fc.record(
    {
      name: word,
      in: fc.constantFrom('path', 'query', 'header', 'cookie', 'formData', 'else'),
      schema,
      required: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  junk,
);
const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      {
        operationId: word,
        summary: word,
        parameters: fc.array(parameter, { maxLength: 3 }),
        requestBody: fc.record({
          content: fc.dictionary(fc.constantFrom('application/json', 'text/plain', '*/*', 'x'), fc.record({ schema }), {
            maxKeys: 2,
            noNullPrototype: true,
          }),
        }),
        responses: fc.dictionary(
          fc.constantFrom('200', 'default', '4XX'),
          fc.record({ description: word, content: fc.record({ 'application/json': fc.record({ schema }) }) }),
          { maxKeys: 2, noNullPrototype: true },
        ),
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: junk },
);
const spec = fc.record({
  openapi: fc.constantFrom('3.0.3', '3.1.0'),
  info: fc.record({ title: word, version: fc.constant('1') }),
  paths: fc.dictionary(
    word.map((text) => `/${text}`),
    fc.dictionary(fc.constantFrom('get', 'post', 'delete', 'parameters', 'summary'), operation, {
      maxKeys: 3,
      noNullPrototype: true,
    }),
    { maxKeys: 3, noNullPrototype: true },
  ),
  components: fc.record({ schemas: fc.record({ A: schema }) }),
});

/** Something for each way in; what holds no document at all is refused, and changes nothing. */
async function ingestAll(
  graph: ToolGraph,
  input: { rows: unknown[]; spec: unknown; functions: unknown[]; text: string },
) {
  graph.ingestTools(input.rows);
  graph.ingestMcpTools({ tools: input.rows }, { source: 'first' });
  graph.ingestMcpTools([...input.rows].reverse(), { source: 'second' });
  graph.ingestFunctions(input.functions, { source: 'process' });
  await graph.ingestOpenApi(input.spec as object);
  const attempts = [
    graph.ingestGraphql(`type Query { ${input.text}: String }`),
    graph.ingestPostman({
      info: { name: input.text, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: input.rows,
    }),
    graph.ingestProto(`syntax = "proto3"; service S { rpc ${input.text} (M) returns (M); } message M {}`),
    graph.ingestArazzo({ arazzo: '1.0.1', info: {}, sourceDescriptions: [], workflows: input.rows }),
  ];
  return Promise.allSettled(attempts);
}

describe('any source', () => {
  it('never breaks a graph: names are legal and one each, and every provider takes the export', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          rows: fc.array(row, { maxLength: 5 }),
          spec,
          functions: fc.array(
            fc.oneof(
              row,
              schema.map((parameters) => ({ name: 'f', description: 'f', parameters, execute: () => 1 })),
            ),
            { maxLength: 3 },
          ),
          text: word,
        }),
        async (input) => {
          const graph = new ToolGraph();
          const settled = await ingestAll(graph, input);
          for (const result of settled)
            if (result.status === 'rejected') expect(result.reason).toMatchObject({ name: 'ToolGraphError' });
          const names = graph.tools.map((tool) => tool.name);
          expect(new Set(names).size).toBe(names.length);
          expect(names.filter((name) => !isExposedName(name))).toEqual([]);
          for (const tool of graph.tools) {
            expect(tool.description).not.toBe('');
            expect(tool.inputSchema.type).toBe('object');
            expect(new Set(tool.inputs.map((each) => each.name)).size).toBe(tool.inputs.length);
          }
          expect(exportViolations(graph.tools)).toEqual([]);
          await ingestAll(graph, input);
          expect(graph.tools.map((tool) => tool.name)).toEqual(names);
          const again = new ToolGraph();
          again.ingestCatalog(JSON.parse(JSON.stringify(graph.exportCatalog())));
          expect(again.tools.map((tool) => tool.name)).toEqual(names);
        },
      ),
      { numRuns: 25 },
    );
  }, 60_000);

  it('of text never breaks the readers of code', async () => {
    const piece = fc.constantFrom(
      'def f(',
      'a: int',
      ' = 3',
      '):\n',
      '  """x\n',
      '"""',
      'export ',
      'function f(',
      '{ a, ',
      '}',
      '`${',
      '=>',
      '@tool\n',
      'class A',
      '/** @param a',
      '*/',
      '\n',
      '\u0000',
      'z.object({',
    );
    const text = fc
      .array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 14 })
      .map((parts) => parts.join(''));
    const folder = mkdtempSync(join(tmpdir(), 'toolgraph-any-'));
    try {
      await fc.assert(
        fc.asyncProperty(text, async (code) => {
          for (const name of ['a.py', 'b.ts', 'c.mjs']) writeFileSync(join(folder, name), code);
          const graph = new ToolGraph();
          const reports = [
            await graph.ingestPython(join(folder, 'a.py')),
            graph.ingestSource([join(folder, 'b.ts'), join(folder, 'c.mjs')]),
          ];
          expect(reports.flatMap((report) => report.tools)).toEqual(graph.tools);
          expect(graph.tools.every((tool) => isExposedName(tool.name))).toBe(true);
          expect(exportViolations(graph.tools)).toEqual([]);
        }),
        { numRuns: 30 },
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 60_000);
});
