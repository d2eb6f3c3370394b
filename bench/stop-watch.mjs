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

/** The middle one of some numbers. */
export function median(numbers) {
  return percentile(numbers, 0.5);
}

/** Queries of more words than this are long ones. */
const shortWords = 5;

/**
 * Milliseconds a query for each engine, the engines in turn at every round, so that whatever else the machine does
 * meets all alike. Within a round an engine is asked every query, so that none finds its memory warm from another that
 * just answered the same. Of several rounds each query's median counts, and under `least` its least, which is the one that
 * was disturbed least; percentiles are over the queries, over all and over short and long ones apart.
 *
 * @param engines Functions of a query by name. One round more is run first, in which words are looked up and code is
 *   compiled: it is told apart as `first`.
 */
export async function interleaved(engines, queries, rounds) {
  const timesOf = () => new Map(Object.keys(engines).map((name) => [name, queries.map(() => [])]));
  const [first, times] = [timesOf(), timesOf()];
  for (let round = 0; round <= rounds; round++)
    for (const [name, search] of Object.entries(engines)) {
      const own = (round === 0 ? first : times).get(name);
      for (const [at, query] of queries.entries()) {
        const start = performance.now();
        await search(query);
        own[at].push(performance.now() - start);
      }
    }
  const figures = {};
  for (const [name, own] of times) {
    const least = own.map((rounds) => Math.min(...rounds));
    figures[name] = {
      ...byLength(own.map(median), queries),
      least: byLength(least, queries),
      first: percentiles(first.get(name).flat()),
    };
  }
  return figures;
}

function byLength(times, queries) {
  const isShort = (at) => queries[at].split(/\s+/).length <= shortWords;
  const short = times.filter((_, at) => isShort(at));
  const long = times.filter((_, at) => !isShort(at));
  return { ...percentiles(times), short: percentiles(short), long: percentiles(long) };
}

function percentiles(times) {
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), p99: percentile(times, 0.99) };
}
