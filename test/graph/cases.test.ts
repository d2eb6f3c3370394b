import { describe, expect, it } from 'vitest';
import type { ToolDraft } from '../../src/core/tool-schema.js';
import { readJsonFixture } from '../support/cases.js';
import { draftsOfSpec, func, linked, type Shape } from '../support/graph.js';

function specGraph(name: string) {
  return linked(draftsOfSpec(readJsonFixture(`graph/${name}.json`))).graph;
}

function pairs(graph: ReturnType<typeof specGraph>): string[] {
  return graph.edges().map((edge) => `${edge.producer} -> ${edge.consumer}.${edge.to}`);
}

describe('cases of the kinds that break linkers', () => {
  it('gr-01: links an id made by a create to the foreign key and to the other naming style', () => {
    const graph = specGraph('gr-01-foreign-key');
    expect(pairs(graph)).toEqual([
      'createCustomer -> createProject.customerId',
      'createProject -> getProject.project_id',
    ]);
    for (const edge of graph.edges()) {
      expect(edge.from).toMatch(/^(id|projectId)$/);
      expect(edge.evidence[0]?.detail).toContain(edge.from);
      expect(edge.confidence).toBeGreaterThan(0.6);
    }
  });

  it('gr-02: has no self edges, and an echo is no producer where a list is', () => {
    const graph = specGraph('gr-02-no-self-loop');
    expect(graph.edges().filter((edge) => edge.producer === edge.consumer)).toEqual([]);
    expect(graph.producersOf('putOrders', 'storeId').map((edge) => edge.producer)).toEqual(['listStores']);
    expect(graph.producersOf('dropUser').map((edge) => edge.producer)).toEqual(['addUser']);
    expect(graph.consumersOf('dropUser')).toEqual([]);
  });

  it('gr-03: a plain id links by path context alone, never across resources', () => {
    const graph = specGraph('gr-03-plain-id-no-mesh');
    const edges = graph.edges();
    const nouns = new Set(graph.catalog.tools.map((tool) => tool.name.replace(/^(create|get)_/, '')));
    expect(nouns.size).toBe(8);
    for (const noun of nouns)
      expect(graph.producersOf(`get_${noun}`).map((edge) => edge.producer)).toEqual([`create_${noun}`]);
    expect(edges.length).toBeLessThanOrEqual(16);
    for (const edge of edges) expect(['id']).toContain(edge.from);
  });

  it('gr-06: a hub feeds its consumers and nothing links the consumers to one another', () => {
    const rows = (
      readJsonFixture('graph/gr-06-expansion-budget.json') as {
        tools: { name: string; inputSchema: { properties: Record<string, Shape> }; outputSchema?: Shape }[];
      }
    ).tools;
    const drafts: ToolDraft[] = rows.map((row) =>
      func(row.name, {
        takes: row.inputSchema.properties,
        ...(row.outputSchema === undefined ? {} : { gives: row.outputSchema }),
      }),
    );
    const graph = linked(drafts).graph;
    expect(graph.producersOf('report_holiday').map((edge) => edge.producer)).toEqual(['whoami']);
    expect(new Set(graph.edges().map((edge) => edge.producer))).toEqual(new Set(['whoami']));
  });

  it('gr-08: one name with two types in two resources is no link', () => {
    const graph = specGraph('gr-08-type-conflict');
    expect(pairs(graph)).toEqual(['listMeters -> getReadings.meterId']);
    expect(graph.edges()[0]?.confidence).toBeGreaterThan(0.8);
  });

  it('oa-13: a read-only key in the answer of a create is produced by it', () => {
    const spec = readJsonFixture('graph/oa-13-read-write-only.json') as { paths: object };
    const reader = {
      '/hives/{hiveId}': {
        get: {
          operationId: 'getHive',
          parameters: [{ name: 'hiveId', in: 'path', required: true, schema: { type: 'string' } }],
        },
      },
    };
    const graph = linked(draftsOfSpec({ ...spec, paths: { ...spec.paths, ...reader } })).graph;
    expect(graph.producersOf('getHive').map((edge) => [edge.from, edge.to])).toEqual([['hiveId', 'hiveId']]);
  });
});
