import { describe, expect, it } from 'vitest';
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
