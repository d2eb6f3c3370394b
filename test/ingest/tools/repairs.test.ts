import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isExposedName } from '../../../src/core/names.js';
import { ToolGraph } from '../../../src/index.js';
import { readJsonFixture } from '../../support/cases.js';

function read(parameters: unknown) {
  const graph = new ToolGraph();
  const report = graph.ingestTools([{ name: 't', parameters }]);
  return { schema: graph.get('t')?.inputSchema, codes: report.diagnostics.map((entry) => entry.code) };
}
const empty = { type: 'object', properties: {} };

describe('input schemas that are not quite', () => {
  it.each([
    ['a text', 'object', empty, 'invalid-input-schema'],
    [
      'JSON as text',
      '{"type":"object","properties":{"a":{"type":"string"}}}',
      { ...empty, properties: { a: { type: 'string' } } },
      'input-schema-text',
    ],
    [
      'a list of parameters',
      [{ name: 'a', type: 'int', required: true }],
      { ...empty, properties: { a: { type: 'integer' } }, required: ['a'] },
      'input-schema-list',
    ],
    ['a bare map', { a: { type: 'string' } }, { ...empty, properties: { a: { type: 'string' } } }, 'input-schema-map'],
    ['a scalar root', { type: 'string' }, empty, 'input-schema-not-object'],
    [
      'an unknown type word',
      { properties: { a: { type: 'strnig' } } },
      { ...empty, properties: { a: {} } },
      'input-schema-repaired',
    ],
    [
      'required: null',
      { type: 'object', properties: { a: {} }, required: null },
      { ...empty, properties: { a: {} } },
      'input-schema-repaired',
    ],
    [
      'required at the property',
      { properties: { a: { type: 'string', required: true } } },
      { ...empty, properties: { a: { type: 'string' } }, required: ['a'] },
      'required-at-property',
    ],
    [
      'required at the property, as a text',
      { properties: { a: { type: 'string', required: 'true' }, b: { required: 'false' } } },
      { ...empty, properties: { a: { type: 'string' }, b: {} }, required: ['a'] },
      'input-schema-repaired',
    ],
    [
      'required in a list, as a text',
      [{ name: 'a', type: 'string', required: 'True' }],
      { ...empty, properties: { a: { type: 'string' } }, required: ['a'] },
      'required-as-text',
    ],
    [
      'bounds as texts',
      { properties: { a: { type: 'integer', minimum: '3', maximum: 'many' } } },
      { ...empty, properties: { a: { type: 'integer', minimum: 3 } } },
      'input-schema-repaired',
    ],
    ['an enum at the root', { type: 'object', enum: [{}] }, empty, 'root-constraint-dropped'],
  ])('%s', (_what, parameters, schema, code) => {
    const result = read(parameters);
    expect(result.schema).toEqual(schema);
    expect(result.codes).toContain(code);
  });

  it('reads upper-case types of providers without a word', () => {
    expect(read({ type: 'OBJECT', properties: { a: { type: 'STRING' } } })).toEqual({
      schema: { type: 'object', properties: { a: { type: 'string' } } },
      codes: [],
    });
  });

  it('leaves a property called type or required alone', () => {
    const schema = { type: 'object', properties: { type: { type: 'string' }, required: { type: 'boolean' } } };
    expect(read(schema)).toEqual({ schema, codes: [] });
  });

  it('merges the fixed values of a discriminator', () => {
    const branch = (kind: string, extra: string) => ({
      type: 'object',
      properties: { kind: { type: 'string', const: kind }, [extra]: { type: 'string' } },
      required: ['kind', extra],
    });
    expect(read({ oneOf: [branch('card', 'pan'), branch('bank', 'iban')] }).schema).toMatchObject({
      properties: { kind: { type: 'string', enum: ['card', 'bank'] }, pan: {}, iban: {} },
      required: ['kind'],
    });
  });

  it('survives a schema that contains itself in memory', () => {
    const node: Record<string, unknown> = { type: 'object' };
    node['properties'] = { next: node };
    expect(read(node).codes).toContain('schema-cut');
  });
});

describe('sources and identity', () => {
  it('keeps tools and parameters with the names of prototypes', () => {
    const graph = new ToolGraph();
    graph.ingestTools(
      JSON.parse(
        '[{"name":"__proto__","parameters":{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}},"required":["__proto__"]}}]',
      ),
    );
    expect(graph.get('__proto__')?.inputs.map((input) => [input.name, input.required])).toEqual([
      ['__proto__', true],
      ['constructor', false],
    ]);
  });

  it('searches by the words of the source', () => {
    const graph = new ToolGraph();
    graph.ingestTools(readJsonFixture('cases/rt-12-source-words/input.json'));
    const first = (query: string) => graph.retrieveWithScores(query, 1)[0]?.tool.originalName;
    expect(first('linear issue')).toBe('create_issue');
    expect(first('forge issue')).toBe('create_issue_2');
    expect(first('linear')).toBe('create_issue');
  });

  it('adds to sources without an id, and says what it replaced', () => {
    const graph = new ToolGraph();
    graph.ingestTools([
      { name: 'a', source: 's' },
      { name: 'b', source: 's' },
    ]);
    const report = graph.ingestTools([{ name: 'a', description: 'new', source: 's' }]);
    expect(graph.tools.map((tool) => tool.name)).toEqual(['a', 'b']);
    expect(report).toMatchObject({ changed: 1, removed: 0 });
    expect(report.diagnostics).toMatchObject([{ code: 'tool-replaced', severity: 'info', item: 'a' }]);
  });

  it('replaces a source with an id, and keeps two origins of one tool name in it apart', () => {
    const graph = new ToolGraph();
    graph.ingestTools([{ name: 'old' }], { source: 'all' });
    const report = graph.ingestTools(
      [
        { name: 'read', server: 'files' },
        { name: 'read', server: 'mail' },
      ],
      { source: 'all' },
    );
    expect(report).toMatchObject({ added: 2, removed: 1, quarantined: 0 });
    expect(graph.sources).toEqual(['all']);
    expect(graph.tools.map((tool) => [tool.originalId, tool.originalName, tool.source.title])).toEqual([
      ['files/read', 'read', 'files'],
      ['mail/read', 'read', 'mail'],
    ]);
  });

  it('never throws, and gives every tool it keeps a valid name of its own and an object schema', () => {
    const row = fc.oneof(
      fc.record({ name: fc.anything(), description: fc.anything(), parameters: fc.anything(), returns: fc.anything() }),
      fc.record({
        name: fc.string(),
        inputSchema: fc.jsonValue(),
        outputSchema: fc.jsonValue(),
        annotations: fc.jsonValue(),
      }),
      fc.record({
        type: fc.constantFrom('function', 'custom', 'namespace'),
        name: fc.string(),
        tools: fc.array(fc.anything()),
        function: fc.anything(),
      }),
      fc.anything(),
    );
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), (rows) => {
        const graph = new ToolGraph();
        const report = graph.ingestTools(rows);
        const names = graph.tools.map((tool) => tool.name);
        expect(new Set(names).size).toBe(names.length);
        expect(names.every(isExposedName)).toBe(true);
        expect(graph.tools.every((tool) => tool.inputSchema.type === 'object' && tool.inputSchema.properties)).toBe(
          true,
        );
        const accounted = new Set(report.diagnostics.map((entry) => entry.item?.match(/rows\[\d+\]/)?.[0]));
        if (graph.tools.length === 0 && rows.length > 0) expect(accounted.size).toBeGreaterThan(0);
      }),
      { numRuns: 150 },
    );
  });
});
