import { describe, expect, it } from 'vitest';
import { ToolGraph } from '../../../src/index.js';

const place = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

function single(row: unknown) {
  const graph = new ToolGraph();
  const report = graph.ingestTools([row]);
  expect(report.diagnostics).toEqual([]);
  const [tool] = graph.tools;
  if (tool === undefined) throw new Error('no tool was ingested');
  return tool;
}

describe('the form of each row is told by its keys', () => {
  it.each([
    ['openai-chat', { type: 'function', function: { name: 'get_tide', description: 'Tide', parameters: place } }],
    ['openai-responses', { type: 'function', name: 'get_tide', description: 'Tide', parameters: place, strict: true }],
    ['anthropic', { name: 'get_tide', description: 'Tide', input_schema: place }],
    ['mcp', { name: 'get_tide', description: 'Tide', inputSchema: place, _meta: { x: 1 } }],
    ['toolgraph', { name: 'get_tide', description: 'Tide', parameters: place, tags: ['sea'] }],
    [
      'gemini',
      {
        functionDeclarations: [
          {
            name: 'get_tide',
            description: 'Tide',
            parameters: { type: 'OBJECT', properties: { city: { type: 'STRING' } }, required: ['city'] },
          },
        ],
      },
    ],
  ])('%s', (form, row) => {
    const tool = single(row);
    expect(tool.source).toMatchObject({ id: 'tools', kind: 'data', form });
    expect(tool).toMatchObject({ name: 'get_tide', originalName: 'get_tide', description: 'Tide', inputSchema: place });
    expect(tool.inputs).toEqual([{ name: 'city', originalName: 'city', in: 'argument', required: true }]);
  });

  it('reads every tool of a Responses namespace and keeps equal names of two namespaces apart', () => {
    const graph = new ToolGraph();
    graph.ingestTools([
      { type: 'namespace', name: 'crm', description: 'Customers', tools: [{ type: 'function', name: 'find' }] },
      { type: 'namespace', name: 'erp', description: 'Stock', tools: [{ type: 'function', name: 'find' }] },
    ]);
    expect(graph.tools.map((tool) => [tool.originalId, tool.originalName, tool.source.title])).toEqual([
      ['crm.find', 'find', 'crm'],
      ['erp.find', 'find', 'erp'],
    ]);
    expect(new Set(graph.tools.map((tool) => tool.name)).size).toBe(2);
  });
});

describe('rows of our own form', () => {
  const row = {
    name: 'shop.example GET /orders/{id}',
    description: 'One order',
    parameters: {
      type: 'object',
      properties: { id: { type: 'string', 'x-in': 'path' }, verbose: { type: 'boolean', 'x-in': 'query' } },
      required: ['id'],
    },
    returns: { order: { id: 7, total: 9.5, lines: [{ sku: 'a' }] }, state: 'str' },
    tags: ['orders'],
    source: 'shop',
    server: 'shop-server',
    server_description: 'Everything about the shop',
    annotations: { readOnlyHint: true },
    method: 'get',
    path: '/orders/{id}',
    operationId: 'getOrder',
    category: 'commerce',
    depends_on: [{ name: 'list_orders', parameter: 'id' }, { name: 'log_in' }],
  };

  it('uses every key', () => {
    const tool = single(row);
    expect(tool.originalName).toBe(row.name);
    expect(tool.source).toEqual({
      id: 'shop',
      kind: 'data',
      form: 'toolgraph',
      title: 'shop-server',
      method: 'GET',
      path: '/orders/{id}',
    });
    expect(tool.inputs.map((input) => [input.name, input.in, input.required])).toEqual([
      ['id', 'path', true],
      ['verbose', 'query', false],
    ]);
    expect(JSON.stringify(tool.inputSchema)).not.toContain('x-in');
    expect(tool.links).toEqual([
      { kind: 'depends-on', tool: 'list_orders', direction: 'producer', to: 'id' },
      { kind: 'depends-on', tool: 'log_in', direction: 'producer' },
    ]);
    expect(tool.keywords).toEqual(['Everything about the shop', 'commerce', 'getOrder']);
    expect(tool.tags).toEqual(['orders']);
    expect(tool.annotations).toEqual({ readOnlyHint: true });
  });

  it('infers an output schema from an example value', () => {
    expect(single(row).outputSchema).toEqual({
      type: 'object',
      properties: {
        order: {
          type: 'object',
          properties: {
            id: { type: 'integer' },
            total: { type: 'number' },
            lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } },
          },
        },
        state: { type: 'string' },
      },
    });
  });

  it('takes a schema in returns as it is, also one that only has a type', () => {
    expect(single({ ...row, returns: { type: 'string' } }).outputSchema).toEqual({ type: 'string' });
  });

  it('reads an example that merely has a key called type as an example', () => {
    expect(single({ ...row, returns: { type: 'string', owner: 'me' } }).outputSchema?.properties).toEqual({
      type: { type: 'string' },
      owner: { type: 'string' },
    });
  });

  it('makes a text about the result searchable', () => {
    const tool = single({ ...row, returns: 'The order with its lines' });
    expect(tool.outputSchema).toBeUndefined();
    expect(tool.keywords).toContain('The order with its lines');
  });

  it('takes null parameters as none', () => {
    expect(single({ name: 'ping', parameters: null }).inputSchema).toEqual({ type: 'object', properties: {} });
  });
});
