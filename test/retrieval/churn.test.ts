import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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

  it('takes no more memory however often its tools are replaced and its sources come and go', () => {
    const graph = new ToolGraph();
    const cycle = () => {
      for (let version = 0; version < 6; version++) {
        graph.ingestTools(version % 3 === 2 ? [] : shelf(version), { source: `lab${version % 2}` });
        graph.ingestTools(shelf(version), { source: 'kept' });
        for (const query of ['read gauge 7', 'reset a gauge', 'calibrate shelf']) graph.retrieveWithScores(query, 5);
        if (version === 4) graph.edges();
      }
    };
    cycle();
    cycle();
    const before = heapInUse();
    for (let round = 0; round < 8; round++) cycle();
    const grown = heapInUse() - before;
    expect(graph.tools.length).toBeGreaterThan(100);
    expect(grown).toBeLessThan(1_500_000);
  }, 120_000);
});

/** Tools whose texts, inputs and outputs differ from version to version. */
function shelf(version: number) {
  return Array.from({ length: 120 }, (_, at) => ({
    name: `${['read', 'reset', 'calibrate'][at % 3]}_gauge_${at}`,
    description: `Gauge ${at} of shelf${version}x${at % 9}, in version ${version} as word${version * 120 + at} says`,
    tags: [`row${version}`, `place${at % 4}`],
    inputSchema: { type: 'object', properties: { [`gauge${at}_id`]: { type: 'string' } }, required: [`gauge${at}_id`] },
    outputSchema: { type: 'object', properties: { [`gauge${(at + version) % 120}_id`]: { type: 'string' } } },
  }));
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of the heap that are still used after everything else was collected. */
function heapInUse(): number {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
