import { describe, expect, it } from 'vitest';
import { ToolGraph } from '../../../src/index.js';
import { readJsonFixture } from '../../support/cases.js';

const listOf = (name: string) => readJsonFixture(`cases/${name}/input.json`) as { tools: unknown[] };

function ingest(list: unknown) {
  const graph = new ToolGraph();
  const report = graph.ingestMcpTools(list, { source: 'server' });
  return { graph, report };
}

describe('a stored list of an MCP server', () => {
  it('loses no good tool to a bad neighbour, and says of each bad one what was wrong', () => {
    const { graph, report } = ingest(listOf('mc-03-bad-tool-isolated'));
    expect(graph.get('good_a')?.inputs).toHaveLength(1);
    expect(graph.get('good_b')).toBeDefined();
    expect(report.quarantined).toBe(3);
    const items = report.diagnostics.map((entry) => entry.item);
    for (const item of ['bad_root', 'tools[2]', 'tools[3]', 'tools[4]', 'bad_type', 'bad_req', 'bad_schema'])
      expect(items).toContain(item);
    expect(graph.get('bad_req')?.inputSchema.required).toBeUndefined();
    expect(graph.get('bad_type')?.inputSchema.properties?.['y']).toEqual({});
    for (const tool of graph.tools) expect(tool.inputSchema.type).toBe('object');
  });

  it('keeps titles, annotations and _meta as sent, and makes up no hint', () => {
    const { graph } = ingest(listOf('mc-08-metadata-kept'));
    expect(graph.get('wipe')).toMatchObject({
      title: 'Wipe disk',
      annotations: { destructiveHint: true, readOnlyHint: false },
    });
    expect(graph.get('peek')).toMatchObject({ title: 'Peek', annotations: { title: 'Peek', readOnlyHint: true } });
    expect(graph.get('plain')?.annotations).toEqual({});
    expect(graph.get('plain')?.metadata).toEqual({ _meta: { x: 1 } });
  });

  it('keeps equal names of two servers apart and findable', () => {
    const { servers } = readJsonFixture('cases/mc-05-same-name-two-servers/input.json') as {
      servers: Record<string, unknown[]>;
    };
    const graph = new ToolGraph();
    for (const [source, tools] of Object.entries(servers)) graph.ingestMcpTools(tools, { source });
    expect(graph.tools).toHaveLength(3);
    expect(new Set(graph.tools.map((tool) => tool.name)).size).toBe(3);
    const before = graph.tools.map((tool) => tool.name);
    const first = (query: string) => graph.retrieveWithScores(query, 1)[0]?.tool.source.id;
    expect(first('search mailbox')).toBe('mailbox');
    expect(first('search calendar')).toBe('calendar');
    graph.ingestMcpTools([{ name: 'search', inputSchema: {} }], { source: 'fourth' });
    expect(graph.tools.map((tool) => tool.name).slice(0, 3)).toEqual(before);
  });

  it('gives every tool without parameters an empty object, with a warning where the list was wrong', () => {
    const { graph, report } = ingest(listOf('pv-02-no-parameters'));
    expect(graph.tools.map((tool) => tool.inputSchema)).toEqual(Array(5).fill({ type: 'object', properties: {} }));
    expect(new Set(report.diagnostics.map((entry) => entry.item))).toEqual(new Set(['ping_c', 'ping_d', 'ping_e']));
    expect(report.repaired).toBe(3);
  });

  it('says the same of the list when it comes as rows', () => {
    const graph = new ToolGraph();
    const report = graph.ingestTools(listOf('pv-02-no-parameters'));
    expect(new Set(report.diagnostics.map((entry) => entry.item))).toEqual(new Set(['ping_c', 'ping_d', 'ping_e']));
  });

  it('folds a union at the root into one object, keeps every branch and says what they ask for', () => {
    const list = listOf('pv-01-root-union');
    const original = JSON.stringify(list);
    const { graph } = ingest(list);
    const schema = (name: string) => graph.get(name)?.inputSchema;
    expect(Object.keys(schema('pick_seat')?.properties ?? {})).toEqual(['row', 'zone']);
    expect(schema('pick_seat')?.required).toBeUndefined();
    expect(schema('pick_seat')?.description).toBe('Give one of: row; zone.');
    expect(schema('name_it')).toMatchObject({ required: ['first'], properties: { first: {}, last: {} } });
    expect(schema('either')?.description).toBe('Give one of: a; b.');
    for (const tool of graph.tools)
      for (const key of ['oneOf', 'anyOf', 'allOf', 'enum', 'not', 'const'])
        expect(tool.inputSchema).not.toHaveProperty(key);
    expect(JSON.stringify(list)).toBe(original);
  });

  it('follows references inside a schema to any pointer, and warns of one that leads nowhere', () => {
    const { graph, report } = ingest(listOf('pv-05-inline-refs'));
    const properties = graph.get('route')?.inputSchema.properties ?? {};
    expect(properties['home']).toMatchObject({ type: 'object', description: 'start point', properties: { lat: {} } });
    expect(properties['stops']?.items).toMatchObject({ type: 'object', properties: { lat: { type: 'number' } } });
    expect(properties['mirror']?.items).toMatchObject({ type: 'object' });
    expect(properties['odd']?.type).toBe('string');
    expect(properties['gone']).not.toHaveProperty('type');
    expect(JSON.stringify(graph.get('route')?.inputSchema)).not.toMatch(/\$ref|\$defs|definitions/);
    expect(report.diagnostics.map((entry) => entry.code)).toContain('unresolved-ref');
  });

  it('drops an output schema that is none, and keeps the tool', () => {
    const { graph, report } = ingest([
      { name: 'a', inputSchema: {}, outputSchema: 'object' },
      { name: 'b', inputSchema: {}, outputSchema: { $ref: '#/gone' } },
      {
        name: 'c',
        inputSchema: {},
        outputSchema: { $ref: '#/$defs/C', $defs: { C: { type: 'object', properties: { id: {} } } } },
      },
    ]);
    expect(graph.get('a')?.outputSchema).toBeUndefined();
    expect(graph.get('b')?.outputSchema).toBeUndefined();
    expect(graph.get('c')?.outputSchema).toMatchObject({ type: 'object', properties: { id: {} } });
    expect(report.diagnostics.filter((entry) => entry.code === 'invalid-output-schema')).toHaveLength(2);
    expect(report.quarantined).toBe(0);
  });

  it('merges a tool listed twice, and reports two different ones of one name', () => {
    const tool = { name: 'a', description: 'One', inputSchema: {} };
    const { graph, report } = ingest([tool, tool, { ...tool, description: 'Two' }]);
    expect(graph.tools.map((entry) => entry.description)).toEqual(['One']);
    expect(report.diagnostics).toMatchObject([
      { code: 'duplicate-tool', severity: 'info' },
      { code: 'conflicting-tool', severity: 'error', message: expect.stringContaining('"a"') },
    ]);
  });

  it('cuts a schema that is too deep or too large, and says so', () => {
    let deep: object = { type: 'string' };
    for (let level = 0; level < 30; level++) deep = { type: 'object', properties: { inner: deep } };
    const wide = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`p${index}`, { type: 'string' }]));
    const { graph, report } = ingest([
      { name: 'deep', inputSchema: deep },
      { name: 'wide', inputSchema: { type: 'object', properties: wide } },
    ]);
    expect(graph.tools).toHaveLength(2);
    expect(report.diagnostics.filter((entry) => entry.code === 'schema-cut').map((entry) => entry.item)).toEqual([
      'deep',
      'wide',
    ]);
    expect(graph.get('wide')?.inputs).toHaveLength(3000);
    const large = report.diagnostics.filter((entry) => entry.code === 'large-schema');
    expect(large.map((entry) => [entry.severity, entry.item])).toEqual([
      ['info', 'deep'],
      ['info', 'wide'],
    ]);
  });

  it('reads a result, its pages, a JSON-RPC answer and a bare array alike', () => {
    const tools = [{ name: 'a', inputSchema: {} }];
    for (const list of [tools, { tools }, [{ tools }, { tools: [] }], { jsonrpc: '2.0', id: 1, result: { tools } }])
      expect(ingest(list).graph.tools).toHaveLength(1);
    expect(ingest({ tools, nextCursor: 'more' }).report.diagnostics).toMatchObject([{ code: 'partial-listing' }]);
    expect(() => ingest({ prompts: [] })).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });

  it('replaces the list before', () => {
    const { graph } = ingest([{ name: 'a', inputSchema: {} }]);
    const report = graph.ingestMcpTools([{ name: 'b', inputSchema: {} }], { source: 'server' });
    expect(report).toMatchObject({ added: 1, removed: 1 });
    expect(graph.tools.map((tool) => tool.name)).toEqual(['b']);
  });
});

describe('a second listing with the same texts', () => {
  it('gives its schemas at once, to searches, fields and exports (ix-01)', () => {
    const { v1, v2 } = readJsonFixture('cases/ix-01-schema-only-update/input.json') as Record<'v1' | 'v2', unknown>;
    const graph = new ToolGraph();
    const find = () => graph.retrieveWithScores('job status', 1)[0]?.tool;
    graph.ingestMcpTools(v1, { source: 'jobs' });
    expect(find()?.inputSchema.properties?.['state']?.enum).toEqual(['queued']);
    const report = graph.ingestMcpTools(v2, { source: 'jobs' });
    expect(report).toMatchObject({ added: 0, changed: 1, removed: 0 });
    const expected = { properties: { state: { enum: ['running', 'done'] } }, required: ['state'] };
    expect(find()?.inputSchema).toMatchObject(expected);
    expect(find()?.consumes).toMatchObject([{ path: 'state', enum: ['running', 'done'], required: true }]);
    expect(graph.toOpenAI().tools?.[0]?.function.parameters).toMatchObject(expected);
    expect(graph.closure('job_status').unresolved.map((slot) => slot.input)).toEqual(['state']);
  });
});
