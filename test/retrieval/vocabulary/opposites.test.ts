import { expect, test } from 'vitest';
import { areOpposites } from '../../../retrieval/vocabulary/opposites.js';
import { ToolGraph } from '../../../src/index.js';

test('a word is not answered by its opposite', () => {
  expect(areOpposites('start', 'stop')).toBe(true);
  expect(areOpposites('start', 'run')).toBe(false);
  const graph = new ToolGraph();
  graph.ingestTools([
    { name: 'stop_pump', description: 'Halt the engine' },
    { name: 'drain_tank', description: 'Drain the tank' },
  ]);
  const matched = graph
    .retrieveWithScores('start', 5, { minRelevance: 0 })
    .flatMap(({ explanation }) => explanation.terms.map(({ term }) => term));
  expect(matched).not.toContain('stop');
});
