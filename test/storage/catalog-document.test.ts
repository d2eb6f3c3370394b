import { describe, expect, it } from 'vitest';
import type { ToolDraft } from '../../src/core/tool-schema.js';
import { ToolGraph } from '../../src/index.js';
import { catalogFormat } from '../../src/storage/catalog-document.js';

const getPet: ToolDraft & { name: string } = {
  name: 'getPet',
  source: { kind: 'openapi', id: 'pets', title: 'Pets', method: 'GET', path: '/pets/{petId}' },
  originalId: 'GET /pets/{petId}',
  originalName: 'getPet',
  suggestedName: 'getPet',
  description: 'One pet.',
  inputSchema: { type: 'object', properties: { petId: { type: 'integer' } }, required: ['petId'] },
  outputSchema: {
    type: 'object',
    'x-entity': 'Pet',
    properties: { id: { type: 'integer' }, parent: { 'x-entity': 'Pet', 'x-cut': 'cycle' } },
  },
  inputs: [{ name: 'petId', originalName: 'petId', in: 'path', required: true }],
  tags: ['pet'],
  annotations: { readOnlyHint: true },
  links: [{ kind: 'depends-on', tool: 'listPets', direction: 'producer', to: 'petId' }],
};
const document = (...tools: readonly unknown[]) => ({ format: catalogFormat, version: 1, tools, diagnostics: [] });
const bare = { requires: [], provides: [], annotations: {}, tags: [] };

describe('a catalog document', () => {
  it('gives the same catalog after a trip through JSON', () => {
    const first = new ToolGraph();
    first.ingestCatalog(document(getPet, { ...bare, ...getPet, originalId: 'GET /b', name: 'other_name' }));
    const text = JSON.stringify(first.exportCatalog());
    const second = new ToolGraph();
    second.ingestCatalog(JSON.parse(text));
    expect(JSON.stringify(second.exportCatalog())).toBe(text);
    expect(second.get('other_name')?.originalId).toBe('GET /b');
    expect(second.get('getPet')?.outputSchema).toEqual(getPet.outputSchema);
  });

  it('gives a tool another name when its own is taken', () => {
    const graph = new ToolGraph();
    graph.ingestCatalog(document(getPet));
    graph.ingestCatalog(document({ ...getPet, source: { ...getPet.source, id: 'shelter' } }));
    expect(graph.tools.map((tool) => [tool.source.id, tool.name])).toEqual([
      ['pets', 'getPet'],
      ['shelter', 'shelter_getPet'],
    ]);
  });

  it('leaves out rows that are no tools and says which and why', () => {
    const graph = new ToolGraph();
    const report = graph.ingestCatalog(document(null, getPet, { ...getPet, inputs: [{ name: 1 }] }, getPet));
    expect(report.added).toBe(1);
    expect(report.diagnostics.map(({ severity, item, message }) => [severity, item, message])).toEqual([
      ['error', 'tools[0]', 'tools[0] was left out: it is not an object.'],
      ['error', 'tools[2]', expect.stringContaining('its inputs are not a list')],
      ['error', 'tools[3]', expect.stringContaining('stands twice in pets')],
    ]);
  });

  it('makes schemas canonical that are not', () => {
    const graph = new ToolGraph();
    const inputSchema = { type: 'object', properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: { type: 'string' } } };
    graph.ingestCatalog(document({ ...getPet, inputSchema }));
    expect(graph.get('getPet')?.inputSchema).toEqual({
      type: 'object',
      properties: { a: { type: 'string', 'x-entity': 'A' } },
    });
  });

  it('takes prototype names as ordinary data', () => {
    const graph = new ToolGraph();
    graph.ingestCatalog(
      JSON.parse(JSON.stringify(document({ ...getPet, name: 'constructor', originalId: '__proto__' }))),
    );
    expect(graph.get('constructor')?.originalId).toBe('__proto__');
  });

  it.each([
    ['a list', [], 'is not a catalog document'],
    ['another format', { format: 'x', version: 1, tools: [] }, 'is not a catalog document'],
    ['a later version', { format: catalogFormat, version: 2, tools: [] }, 'update toolgraph'],
    ['no tools', { format: catalogFormat, version: 1 }, 'no "tools" list'],
  ])('refuses %s and leaves the catalog as it was', (_name, value, message) => {
    const graph = new ToolGraph();
    graph.ingestCatalog(document(getPet));
    expect(() => graph.ingestCatalog(value)).toThrow(message);
    expect(graph.tools).toHaveLength(1);
  });
});
