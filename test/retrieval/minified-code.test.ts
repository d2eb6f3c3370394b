import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ToolGraph } from '../../src/index.js';

const fixture = fileURLToPath(new URL('../fixtures/javascript/js-06-minified/input.js', import.meta.url));

/** The minified file beside described tools, among them some whose texts hold single letters. */
function graphOfMinified(): ToolGraph {
  const graph = new ToolGraph();
  graph.ingestSource(fixture, { source: 'minified' });
  graph.ingestTools(
    [
      { name: 'list_orders', description: 'Orders of an account. Newest first.', parameters: {} },
      { name: 'model_t', description: 'Finds parts for the Ford Model T.', parameters: {} },
      { name: 'student_test', description: 'Runs a t test over two samples e and n.', parameters: {} },
      { name: 'correlate', description: 'Correlation r of two series.', parameters: {} },
    ],
    { source: 'described' },
  );
  return graph;
}

const found = (graph: ToolGraph, query: string): string[] =>
  graph.retrieveWithScores(query, 5).map(({ tool }) => tool.originalName);

describe('minified code beside described tools', () => {
  it.each(['customer limit', 'customer', 'limit of customers'])('%j finds the one whose inputs have words', (query) => {
    expect(found(graphOfMinified(), query)[0]).toBe('u');
  });

  it.each([
    ['t', ['model_t', 'student_test']],
    ['n', ['student_test']],
    ['e', ['student_test']],
    ['r', ['correlate']],
    ['t test', ['student_test', 'model_t']],
  ])('%j finds the described tools before one that only has letters', (query, described) => {
    const names = found(graphOfMinified(), query);
    const letters = names.indexOf('t');
    for (const name of described) {
      expect(names).toContain(name);
      if (letters !== -1) expect(names.indexOf(name)).toBeLessThan(letters);
    }
  });

  it('a request in words that no tool has does not find the letters', () => {
    for (const query of ['charge the battery', "what's the weather"])
      expect(found(graphOfMinified(), query)).toEqual([]);
  });
});
