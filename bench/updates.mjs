import { percentile } from './stop-watch.mjs';

/** Milliseconds from replacing one tool to the answer of the first query that finds its new text. */
export function replaceAndFind(graph, rounds = 60) {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    const row = replaceProbe(graph, round);
    const found = graph.retrieveWithScores(`calibrate quuxometer zyx${round}`, 3);
    times.push(performance.now() - start);
    if (!found.some(({ tool }) => tool.description === row.description))
      throw new Error('the replaced tool was not found');
  }
  graph.removeSource(probe);
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), p99: percentile(times, 0.99) };
}

/**
 * What a graph does that is changed and asked in turn for some seconds: one tool replaced, then one query, and so on. The
 * queries are ordinary ones, so that what an update makes a query work out anew is counted.
 */
export function underUpdates(graph, queries, seconds = 4) {
  const [updates, answers] = [[], []];
  const end = performance.now() + seconds * 1000;
  const start = performance.now();
  for (let round = 0; performance.now() < end; round++) {
    const before = performance.now();
    replaceProbe(graph, round);
    const between = performance.now();
    graph.retrieveWithScores(queries[round % queries.length], 10);
    answers.push(performance.now() - between);
    updates.push(between - before);
  }
  const elapsed = (performance.now() - start) / 1000;
  graph.removeSource(probe);
  const figures = (times) => ({
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
  });
  return { perSecond: updates.length / elapsed, update: figures(updates), query: figures(answers) };
}

const probe = 'bench-probe';

function replaceProbe(graph, round) {
  const row = {
    name: 'bench_probe',
    description: `Calibrates quuxometer number ${round} zyx${round}.`,
    inputSchema: { type: 'object', properties: { quuxometer_id: { type: 'string' } } },
  };
  graph.ingestTools([row], { source: probe });
  return row;
}
