import { describe, expect, it } from 'vitest';
import { TraceMemory } from '../../src/graph/trace.js';
import { func, linked, listOf } from '../support/graph.js';

function shop() {
  return linked([
    func('list_boats', { gives: listOf({ id: 'string' }) }),
    func('search_boats', { takes: { words: 'string' }, gives: listOf({ id: 'string' }) }),
    func('paint_boat', { takes: { boat_id: 'string' } }),
    func('list_crews', { gives: listOf({ id: 'string' }) }),
    func('call_crew', { takes: { crew_id: 'string' } }),
  ]).graph;
}

describe('recorded traces', () => {
  it('raise the edges that were used, with the share as evidence', () => {
    const graph = shop();
    const second = graph.producersOf('paint_boat')[1];
    if (second === undefined) throw new Error('two producers expected');
    for (let run = 0; run < 8; run++) graph.traces.record([second.producer, 'paint_boat']);
    const now = graph.producersOf('paint_boat').find((edge) => edge.producer === second.producer);
    expect(now?.confidence).toBeGreaterThan(second.confidence);
    expect(now?.confidence).toBeLessThan(1);
    expect(now?.evidence.at(-1)).toMatchObject({ kind: 'trace' });
  });

  it('change nothing for tools that are not in them', () => {
    const graph = shop();
    graph.traces.record(['list_boats', 'paint_boat']);
    const before = graph.producersOf('paint_boat');
    const crew = graph.producersOf('call_crew');
    for (let run = 0; run < 500; run++) graph.traces.record(['list_crews', 'search_boats']);
    expect(graph.producersOf('paint_boat')).toEqual(before);
    expect(graph.producersOf('call_crew')).toEqual(crew);
  });

  it('fade as the consumer is used otherwise, and never make an edge', () => {
    const graph = shop();
    graph.traces.record(['list_boats', 'paint_boat']);
    const strong = graph.producersOf('paint_boat').find((edge) => edge.producer === 'list_boats')?.confidence ?? 0;
    for (let run = 0; run < 60; run++) graph.traces.record(['list_crews', 'paint_boat']);
    const faded = graph.producersOf('paint_boat').find((edge) => edge.producer === 'list_boats')?.confidence ?? 0;
    expect(faded).toBeLessThan(strong);
    expect(graph.producersOf('paint_boat').map((edge) => edge.producer)).not.toContain('list_crews');
  });

  it('come back from a snapshot, without what is damaged', () => {
    const memory = new TraceMemory();
    memory.record(['a', 'b', 'c']);
    const copy = new TraceMemory();
    copy.restore([...memory.entries(), { consumer: 'x', producer: 'y', weight: Number.NaN, calls: 1 }]);
    expect(copy.entries()).toEqual(memory.entries());
    expect(copy.entries()).toHaveLength(3);
  });
});
