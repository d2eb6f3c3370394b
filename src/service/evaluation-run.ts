import {
  type Dataset,
  type Evaluation,
  evaluate,
  type QueryResult,
  type RankingMetrics,
  type RetrieveOptions,
  type ToolGraph,
} from '../index.js';

/** Bounds of one evaluation. */
export interface EvaluationBounds {
  readonly k: readonly number[];
  readonly maxQueries: number;
  /** No further queries are begun after this many milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The figures of a set, and whether time ran out before all of its queries were asked. */
export interface BoundedEvaluation extends Evaluation {
  readonly cut: boolean;
}

const sliceSize = 10;

/** Evaluates a set a few queries at a time, so that the service answers others in between. */
export async function evaluateBounded(
  graph: ToolGraph,
  dataset: Pick<Dataset, 'name' | 'queries'> & Partial<Pick<Dataset, 'tools'>>,
  { k, maxQueries, timeoutMs, signal }: EvaluationBounds,
): Promise<BoundedEvaluation> {
  const until = performance.now() + timeoutMs;
  const step = Math.max(1, Math.floor(dataset.queries.length / maxQueries));
  const queries = dataset.queries.filter((_, at) => at % step === 0).slice(0, maxQueries);
  const timed = new TimedGraph(graph);
  const slices: Evaluation[] = [];
  let at = 0;
  do {
    signal.throwIfAborted();
    slices.push(evaluate(timed, { ...dataset, queries: queries.slice(at, at + sliceSize) }, { k }));
    at += sliceSize;
    await new Promise((resolve) => setImmediate(resolve));
  } while (at < queries.length && performance.now() < until);
  const rows = slices.flatMap((slice): readonly QueryResult[] => slice.rows);
  return {
    dataset: dataset.name,
    tools: graph.tools.length,
    queries: rows.length,
    ranked: together(slices, 'ranked', timed.latency(false)),
    flat: together(slices, 'flat', timed.latency(true)),
    rows,
    cut: rows.length < queries.length,
  };
}

/** A graph that notes how long each ranking takes. */
class TimedGraph {
  readonly #graph: ToolGraph;
  readonly #times = { flat: [] as number[], ranked: [] as number[] };

  constructor(graph: ToolGraph) {
    this.#graph = graph;
  }

  get tools(): ToolGraph['tools'] {
    return this.#graph.tools;
  }

  retrieveWithScores(
    query: string,
    topK: number,
    options?: RetrieveOptions,
  ): ReturnType<ToolGraph['retrieveWithScores']> {
    const started = performance.now();
    const ranking = this.#graph.retrieveWithScores(query, topK, options);
    this.#times[options?.prerequisites === false ? 'flat' : 'ranked'].push(performance.now() - started);
    return ranking;
  }

  latency(flat: boolean): RankingMetrics['latencyMs'] {
    const sorted = [...this.#times[flat ? 'flat' : 'ranked']].sort((a, b) => a - b);
    const share = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
    return { p50: share(0.5), p95: share(0.95) };
  }
}

/** Means over all slices, each with the weight of its queries. */
function together(
  slices: readonly Evaluation[],
  which: 'ranked' | 'flat',
  latencyMs: RankingMetrics['latencyMs'],
): RankingMetrics {
  const total = slices.reduce((sum, slice) => sum + slice.queries, 0);
  const mean = (pick: (metrics: RankingMetrics) => number): number =>
    total === 0 ? 0 : slices.reduce((sum, slice) => sum + pick(slice[which]) * slice.queries, 0) / total;
  const cutoffs = slices[0]?.[which].at ?? [];
  return {
    at: cutoffs.map(({ k }, index) => ({
      k,
      recall: mean(({ at }) => at[index]?.recall ?? 0),
      complete: mean(({ at }) => at[index]?.complete ?? 0),
      ndcg: mean(({ at }) => at[index]?.ndcg ?? 0),
      averagePrecision: mean(({ at }) => at[index]?.averagePrecision ?? 0),
    })),
    mrr: mean(({ mrr }) => mrr),
    latencyMs,
  };
}
