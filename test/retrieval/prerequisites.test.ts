import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placePrerequisites } from '../../retrieval/prerequisites.js';
import { scoredTool } from '../../retrieval/scored-tool.js';
import { stepsOver } from '../../retrieval/steps-back.js';
import type { ToolEdge } from '../../src/core/tool-edge.js';
import type { ToolSchema } from '../../src/core/tool-schema.js';
import { ToolGraph } from '../../src/index.js';
import { readJsonFixture } from '../support/cases.js';

const user = { type: 'object', properties: { userId: { type: 'string' } }, required: ['userId'] };

function hubGraph(): ToolGraph {
  const graph = new ToolGraph();
  const { tools } = readJsonFixture('graph/gr-06-expansion-budget.json') as { tools: unknown[] };
  graph.ingestTools(tools);
  return graph;
}

describe('a hub that many tools need', () => {
  it('comes once, as the prerequisite of the best hit, and brings nothing along', () => {
    const ranking = hubGraph().retrieveWithScores('holiday report', 5);
    expect(ranking[0]?.tool.originalName).toBe('report_holiday');
    expect(ranking).toHaveLength(5);
    const prerequisites = ranking.filter((hit) => hit.role === 'prerequisite');
    expect(prerequisites.map((hit) => hit.tool.originalName)).toEqual(['whoami']);
    expect(prerequisites[0]?.explanation.edges?.[0]).toMatchObject({ producer: 'whoami', to: 'userId' });
    expect(prerequisites[0]?.explanation.summary).toContain('userId');
  });

  it('stays away when prerequisites are off', () => {
    const names = hubGraph()
      .retrieveWithScores('holiday report', 5, { prerequisites: false })
      .map((hit) => hit.tool.name);
    expect(names).not.toContain('whoami');
  });

  it('stays away when a filter excludes it', () => {
    const ranking = hubGraph().retrieveWithScores('holiday report', 5, { filter: (tool) => tool.name !== 'whoami' });
    expect(ranking.every((hit) => hit.role === 'target')).toBe(true);
  });
});

describe('placing', () => {
  const graph = new ToolGraph();
  graph.ingestTools([
    {
      name: 'archive_ledger',
      description: 'Archive the ledger',
      inputSchema: user,
      depends_on: [{ name: 'open_session' }],
    },
    { name: 'open_session', description: 'Begin work', depends_on: [{ name: 'read_clock' }] },
    { name: 'read_clock', description: 'Current time' },
    { name: 'print_ledger', description: 'Print a page of it' },
  ]);

  it('follows declared dependencies step by step, each below the tool that needs it', () => {
    const ranking = graph.retrieveWithScores('archive the ledger', 10);
    const at = (name: string): number => ranking.findIndex((hit) => hit.tool.name === name);
    expect(at('archive_ledger')).toBe(0);
    expect(at('open_session')).toBeGreaterThan(0);
    expect(at('read_clock')).toBeGreaterThan(at('open_session'));
    expect(ranking.map((hit) => hit.score)).toEqual([...ranking.map((hit) => hit.score)].sort((a, b) => b - a));
  });

  it('gives topK as a prefix of topK + 1', () => {
    const names = (topK: number): string[] =>
      graph.retrieveWithScores('archive the ledger', topK).map((hit) => hit.tool.name);
    for (let topK = 1; topK < 4; topK++) expect(names(topK + 1).slice(0, topK)).toEqual(names(topK));
  });

  it('never puts a prerequisite above the hit it serves', () => {
    expect(graph.retrieveWithScores('archive the ledger', 1).map((hit) => hit.role)).toEqual(['target']);
  });
});

describe('declared dependencies', () => {
  it('come in the order in which they are listed', () => {
    const graph = new ToolGraph();
    const names = [
      'zeta_check',
      'mu_check',
      'alpha_check',
      'beta_check',
      'eta_check',
      'iota_check',
      'nu_check',
      'rho_check',
    ];
    graph.ingestTools([
      { name: 'launch_rocket', description: 'Launch a rocket', depends_on: names.map((name) => ({ name })) },
      ...names.map((name) => ({ name, description: 'Look at one thing' })),
    ]);
    const ranking = graph.retrieveWithScores('launch a rocket', 9).map((hit) => hit.tool.originalName);
    expect(ranking).toEqual(['launch_rocket', ...names]);
  });

  it('bring their own from the strongest tool that needs them, whatever they match themselves', () => {
    const needs: Record<string, string> = { sail: 'inspect', inspect: 'measure' };
    const hit = (name: string, score: number) =>
      scoredTool({ name } as ToolSchema, score, 1, 'target', () => ({ summary: '', terms: [] }));
    const ranking = placePrerequisites([hit('sail', 10), hit('paint', 9), hit('inspect', 7)], 4, {
      stepsInto: (consumer) => {
        const edges = (needs[consumer] === undefined ? [] : [needs[consumer]]).map((producer): ToolEdge => ({
          producer, consumer, from: '', to: '', confidence: 0.97, evidence: [{ kind: 'declared', detail: '' }],
        })); // biome-ignore format: one edge
        return stepsOver(edges, undefined);
      },
      accepts: (name) => ({ name }) as ToolSchema,
      explain: () => ({ summary: '', terms: [] }),
    });
    expect(ranking.map(({ tool }) => tool.name)).toEqual(['sail', 'inspect', 'measure', 'paint']);
  });
});

describe('inputs that are less in want of a producer', () => {
  const consumer = {
    name: 'send',
    requires: ['session'],
    consumes: [
      { path: 'parcel_id', name: 'parcel_id', required: true },
      { path: 'carrier_name', name: 'carrier_name', required: true },
      { path: 'box_id', name: 'box_id' },
    ],
  } as unknown as ToolSchema;
  const edge = (producer: string, to: string): ToolEdge => ({
    producer, consumer: 'send', from: 'x', to, confidence: 0.9, evidence: [{ kind: 'entity-key', detail: '' }],
  }); // biome-ignore format: one edge
  const placed = (edges: readonly ToolEdge[]) =>
    placePrerequisites(
      [scoredTool({ name: 'send' } as ToolSchema, 10, 1, 'target', () => ({ summary: '', terms: [] }))],
      10,
      {
        stepsInto: (name) => (name === 'send' ? stepsOver(edges, consumer) : []),
        accepts: (name) => ({ name }) as ToolSchema,
        explain: () => ({ summary: '', terms: [] }),
      },
    ).map(({ tool }) => tool.name);

  it('what may stay empty comes after what may not', () => {
    expect(placed([edge('a_boxes', 'box_id'), edge('parcels', 'parcel_id')])).toEqual(['send', 'parcels', 'a_boxes']);
  });

  it('a name, which people say, comes after an id, which they do not', () => {
    expect(placed([edge('carriers', 'carrier_name'), edge('parcels', 'parcel_id')])).toEqual([
      'send',
      'parcels',
      'carriers',
    ]);
  });

  it('a context key is needed and said by nobody', () => {
    expect(
      placed([edge('carriers', 'carrier_name'), edge('sign_in', 'session'), edge('z_parcels', 'parcel_id')]),
    ).toEqual(['send', 'sign_in', 'z_parcels', 'carriers']);
  });
});

describe('placing in any graph', () => {
  const named = (name: string): ToolSchema => ({ name }) as ToolSchema;
  const arbitraryCase = fc.record({
    scores: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 14 }),
    links: fc.array(
      fc.record({
        producer: fc.integer({ min: 0, max: 19 }),
        consumer: fc.integer({ min: 0, max: 19 }),
        confidence: fc.integer({ min: 40, max: 97 }).map((value) => value / 100),
        to: fc.constantFrom('', 'a', 'b'),
        declared: fc.boolean(),
      }),
      { maxLength: 40 },
    ),
    limit: fc.integer({ min: 1, max: 12 }),
  });

  it('no target loses its place to what only a weaker hit needs', () => {
    fc.assert(
      fc.property(arbitraryCase, ({ scores, links, limit }) => {
        const sorted = [...scores].sort((a, b) => b - a);
        const targets = sorted.map((score, at) =>
          scoredTool(named(`t${at}`), score, 1, 'target', () => ({ summary: '', terms: [] })),
        );
        const edges = links
          .filter(({ producer, consumer }) => producer !== consumer)
          .map(
            ({ producer, consumer, confidence, to, declared }): ToolEdge => ({
              producer: `t${producer}`, consumer: `t${consumer}`, from: '', to, confidence,
              evidence: [{ kind: declared ? 'declared' : 'entity-key', detail: '' }],
            }), // biome-ignore format: one edge
          )
          .sort((a, b) => b.confidence - a.confidence);
        const ranking = placePrerequisites(targets, limit, {
          stepsInto: (name) => {
            const into = edges.filter((edge) => edge.consumer === name);
            return stepsOver(into, undefined);
          },
          accepts: named,
          explain: () => ({ summary: '', terms: [] }),
        });
        const own = new Map(targets.map((target) => [target.tool.name, target.score]));
        for (const hit of ranking) {
          const flat = own.get(hit.tool.name) ?? 0;
          expect(hit.score).toBeGreaterThanOrEqual(flat);
          if (hit.score > flat)
            expect(neededBy(hit.tool.name, edges).some((name) => (own.get(name) ?? 0) > hit.score)).toBe(true);
        }
        const last = ranking.at(-1)?.score ?? 0;
        const placed = new Set(ranking.map((hit) => hit.tool.name));
        for (const target of targets) if (!placed.has(target.tool.name)) expect(target.score).toBeLessThanOrEqual(last);
      }),
    );
  });

  function neededBy(name: string, edges: readonly ToolEdge[]): string[] {
    const found = new Set<string>();
    const open = [name];
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const edge of edges)
        if (edge.producer === next && !found.has(edge.consumer)) {
          found.add(edge.consumer);
          open.push(edge.consumer);
        }
    return [...found];
  }
});
