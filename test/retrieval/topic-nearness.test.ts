import { describe, expect, it } from 'vitest';
import { LexicalIndex, termWeights } from '../../retrieval/lexical-index.js';
import { ToolVectors } from '../../retrieval/semantic/tool-vectors.js';
import { wordVectors } from '../../retrieval/semantic/word-vectors.js';
import { stem } from '../../retrieval/tokenize.js';
import { mostTools, TopicNearness } from '../../retrieval/topic-nearness.js';
import { ToolGraph } from '../../src/index.js';

const words = wordVectors();

/** A catalog as retrieval keeps it, and how well words fit it. */
function catalogOf(rows: readonly { name: string; description: string }[]) {
  const graph = new ToolGraph();
  graph.ingestTools(rows);
  const index = new LexicalIndex();
  const vectors = new ToolVectors(words);
  const topics = new TopicNearness(index, vectors, words);
  for (const tool of graph.tools) {
    const weights = termWeights(tool);
    const doc = index.add(tool, weights);
    vectors.set(doc, weights);
    topics.set(doc, tool.name);
  }
  return { index, vectors, graph, topics };
}

const kitchen = [
  { name: 'find_recipe', description: 'Find recipes by ingredient and cooking time' },
  { name: 'plan_meals', description: 'Plan the meals of a week from recipes' },
  { name: 'list_pantry', description: 'List what food is left in the pantry' },
];
const airline = [
  { name: 'search_flights', description: 'Search flights between two airports' },
  { name: 'book_flight', description: 'Book seats for passengers on a flight' },
  { name: 'check_in', description: 'Check a passenger in and issue the boarding pass' },
];

describe('nearness to what a catalog is about', () => {
  it.each([
    ['dessert', kitchen, airline],
    ['dinner', kitchen, airline],
    ['luggage', airline, kitchen],
    ['departure', airline, kitchen],
  ])('is higher for %s where it belongs, though no tool says the word', (word, home, elsewhere) => {
    const here = catalogOf(home).topics.of(stem(word)) ?? Number.NaN;
    expect(here).toBeGreaterThan((catalogOf(elsewhere).topics.of(stem(word)) ?? Number.NaN) + 0.1);
    expect(here).toBeGreaterThan(0);
  });

  it('is unknown for a word without a vector', () => {
    expect(catalogOf(kitchen).topics.of('qqzzx')).toBeUndefined();
  });

  it('follows the catalog', () => {
    const { index, vectors, topics, graph } = catalogOf(kitchen);
    const before = topics.of(stem('luggage')) ?? Number.NaN;
    graph.ingestTools(airline);
    for (const tool of graph.tools) {
      if (index.documentOf(tool.name) !== undefined) continue;
      const weights = termWeights(tool);
      const doc = index.add(tool, weights);
      vectors.set(doc, weights);
      topics.set(doc, tool.name);
    }
    expect(topics.of(stem('luggage'))).toBeGreaterThan(before + 0.1);
    for (const { name } of graph.tools) if (!kitchen.some((row) => row.name === name)) index.remove(name);
    expect(topics.of(stem('luggage'))).toBe(before);
  });

  it('does not depend on the order of a catalog larger than the tools asked', () => {
    const many = Array.from({ length: mostTools * 2 }, (_, i) => ({
      name: `${['cook', 'fly', 'paint', 'sell'][i % 4]}_${i}`,
      description: `${['Cook dessert', 'Fly to an airport', 'Paint a wall', 'Sell an order'][i % 4]} number ${i}`,
    }));
    const forward = catalogOf(many).topics;
    const backward = catalogOf([...many].reverse()).topics;
    for (const word of ['dessert', 'luggage', 'canvas', 'invoice'])
      expect(backward.of(stem(word))).toBe(forward.of(stem(word)));
  });
});
