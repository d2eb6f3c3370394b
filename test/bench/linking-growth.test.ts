import { describe, expect, it } from 'vitest';
import { syntheticTool } from '../../bench/synthetic-tools.mjs';
import { ToolGraph } from '../../src/index.js';

/**
 * How many times as much CPU a tool may cost in a catalog of eight times the size: eight times, were all tools gone
 * through for each. Taking in costs about once as much, linking 1.6 times (2.5 at 16,000), as these tools share a few names, of
 * which lists grow longer up to a bound. The rest is slack, for a machine that others use.
 */
const mostTimes = { takeIn: 4, link: 4 } as const;
const sizes = { small: 1_000, large: 8_000 } as const;

/** Seconds of CPU that some work takes, which other processes do not add to; of all threads, as collecting garbage has its own. */
function cpuSeconds(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

/** Takes tools in, all of one source, and indexes them. */
function takenIn(count: number): ToolGraph {
  const graph = new ToolGraph();
  const rows = Array.from({ length: count }, (_, at) => syntheticTool(at));
  graph.ingestTools(rows, { source: 'one' });
  return graph;
}

/** CPU a tool at the large size, as a multiple of that at the small one: the least of three rounds, and one of the large. */
function growth(seconds: (size: number) => number): number {
  const small = Math.min(...[1, 2, 3].map(() => seconds(sizes.small)));
  return seconds(sizes.large) / sizes.large / (small / sizes.small);
}

describe('eight times as many tools of one source', () => {
  it(`cost at most ${mostTimes.takeIn} times as much each to take in`, () => {
    expect(growth((size) => cpuSeconds(() => takenIn(size)))).toBeLessThan(mostTimes.takeIn);
  }, 240_000);

  it(`cost at most ${mostTimes.link} times as much each to link`, () => {
    const seconds = (size: number) => {
      const graph = takenIn(size);
      let edges = 0;
      const taken = cpuSeconds(() => {
        edges = graph.edges().length;
      });
      expect(edges).toBeGreaterThan(size);
      return taken;
    };
    expect(growth(seconds)).toBeLessThan(mostTimes.link);
  }, 240_000);
});
