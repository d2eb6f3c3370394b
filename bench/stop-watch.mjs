/** CPU seconds (user and system, all threads) that this process has used. */
export function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Runs work once; wall and CPU seconds with its result. */
export async function timed(work) {
  const [wall, cpu] = [performance.now(), cpuSeconds()];
  const result = await work();
  return { result, wall: (performance.now() - wall) / 1000, cpu: cpuSeconds() - cpu };
}

/** Heap and resident memory in MB after garbage collection; needs node --expose-gc. */
export function memory() {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  return { heapMb: Math.round((heapUsed + arrayBuffers) / 1e6), rssMb: Math.round(rss / 1e6) };
}

/** Value below which the share `p` of the numbers lies. */
export function percentile(numbers, p) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))];
}

/**
 * Milliseconds a query for each engine, the engines in turn at every round, so that whatever else the machine does
 * meets all alike. Within a round an engine is asked every query, so that none finds its memory warm from another that
 * just answered the same. Of several rounds each query's least time counts, which is the one that was disturbed least.
 *
 * @param engines Functions of a query by name. One round more is run first, in which words are looked up and code is
 *   compiled: it is told apart as `first`.
 */
export async function interleaved(engines, queries, rounds) {
  const timesOf = () =>
    new Map(Object.keys(engines).map((name) => [name, new Float64Array(queries.length).fill(Infinity)]));
  const [first, best] = [timesOf(), timesOf()];
  for (let round = 0; round <= rounds; round++)
    for (const [name, search] of Object.entries(engines)) {
      const times = (round === 0 ? first : best).get(name);
      for (const [at, query] of queries.entries()) {
        const start = performance.now();
        await search(query);
        const ms = performance.now() - start;
        if (ms < times[at]) times[at] = ms;
      }
    }
  const figures = {};
  for (const [name, times] of best) figures[name] = { ...percentiles(times), first: percentiles(first.get(name)) };
  return figures;
}

function percentiles(times) {
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), p99: percentile(times, 0.99) };
}
