import { describe, expect, it } from 'vitest';
import { LexicalIndex } from '../../retrieval/lexical-index.js';
import { ToolGraph } from '../../src/index.js';

const row = (round: number) => ({
  name: 'probe',
  description: `Calibrates gauge${round} of shelf${round}`,
  inputSchema: { type: 'object', properties: { [`gauge${round}_id`]: { type: 'string' } } },
});

describe('a catalog that is changed over and over', () => {
  it('answers at every moment as a fresh one does, also for words that were unknown or known before', () => {
    const shop = { name: 'list_orders', description: 'List orders' };
    const answers = (graph: ToolGraph, query: string) =>
      graph.retrieveWithScores(query, 5).map(({ tool, score }) => [tool.name, tool.description, score]);
    const graph = new ToolGraph();
    graph.ingestTools([shop], { source: 'shop' });
    for (let round = 0; round < 60; round++) {
      graph.ingestTools([row(round)], { source: 'lab' });
      const fresh = new ToolGraph();
      fresh.ingestTools([shop], { source: 'shop' });
      fresh.ingestTools([row(round)], { source: 'lab' });
      for (const near of [round - 1, round, round + 1])
        expect(answers(graph, `gauge${near} shelf${near}`)).toEqual(answers(fresh, `gauge${near} shelf${near}`));
    }
  });

  it('keeps no terms that no tool holds', () => {
    const graph = new ToolGraph();
    const index = new LexicalIndex();
    for (let round = 0; round < 300; round++) {
      graph.ingestTools([row(round)], { source: 'lab' });
      const [tool] = graph.tools;
      if (tool !== undefined) index.add(tool);
    }
    expect(index.size).toBe(1);
    expect(index.terms).toBeLessThan(40);
    expect([...index.dictionary.keys()].length).toBeLessThan(20);
  });
});
