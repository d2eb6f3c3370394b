import {
  type Dataset,
  type Evaluation,
  evaluate,
  evaluateSearch,
  type QueryResult,
  type RankingMetrics,
  type RankingNote,
  type RetrieveOptions,
  type SearchEvaluation,
  type SearchedQuery,
  type SearchOptions,
  type ToolGraph,
  ToolGraphError,
} from '../index.js';
import { type CatalogEmbedding, notAnswering } from './catalog-embedding.js';

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
  /** The figures with the catalog's model; absent where it has none, and where `notes` say that it failed. */
  readonly withModel?: {
    readonly ranked: RankingMetrics;
    readonly flat: RankingMetrics;
    readonly rows: readonly SearchedQuery[];
  };
  readonly notes: readonly RankingNote[];
}

const sliceSize = 10;

type Judged = Pick<Dataset, 'name' | 'queries'> & Partial<Pick<Dataset, 'tools'>>;

/**
 * Evaluates a set a few queries at a time, so that the service answers others in between; with the catalog's model too,
 * where it has one, until that fails.
 */
export async function evaluateBounded(
  graph: ToolGraph,
  dataset: Judged,
  { k, maxQueries, timeoutMs, signal }: EvaluationBounds,
  embedding?: CatalogEmbedding,
): Promise<BoundedEvaluation> {
  const until = performance.now() + timeoutMs;
  const step = Math.max(1, Math.floor(dataset.queries.length / maxQueries));
  const queries = dataset.queries.filter((_, at) => at % step === 0).slice(0, maxQueries);
  const timed = new TimedGraph(graph, embedding?.measured(graph));
  const slices: (Evaluation | SearchEvaluation)[] = [];
  let note = embedding?.note;
  let at = 0;
  do {
    signal.throwIfAborted();
    const slice = { ...dataset, queries: queries.slice(at, at + sliceSize) };
    const withModel =
      timed.asksModel && note === undefined ? await withModelOf(timed, slice, { k, signal }) : undefined;
    if (timed.asksModel && withModel === undefined) note ??= notAnswering;
    slices.push(withModel ?? evaluate(timed, slice, { k }));
    at += sliceSize;
    await new Promise((resolve) => setImmediate(resolve));
  } while (at < queries.length && performance.now() < until);
  const rows = slices.flatMap((slice): readonly QueryResult[] => slice.rows);
  return {
    dataset: dataset.name,
    tools: graph.tools.length,
    queries: rows.length,
    ranked: together(slices, ({ ranked }) => ranked, timed.latency('ranked')),
    flat: together(slices, ({ flat }) => flat, timed.latency('flat')),
    rows,
    cut: rows.length < queries.length,
    ...modelFigures(slices, timed),
    notes: note === undefined ? [] : [note],
  };
}

/** The figures of a few queries without and with the model; undefined when that fails. */
async function withModelOf(
  timed: TimedGraph,
  slice: Judged,
  { k, signal }: Pick<EvaluationBounds, 'k' | 'signal'>,
): Promise<SearchEvaluation | undefined> {
  try {
    return await evaluateSearch(timed, slice, { k, search: { signal } });
  } catch (thrown) {
    if (thrown instanceof ToolGraphError && thrown.code === 'MODEL_FAILED') return undefined;
    throw thrown;
  }
}

/** What the model's figures come to, where it answered for every query. */
function modelFigures(
  slices: readonly (Evaluation | SearchEvaluation)[],
  timed: TimedGraph,
): Pick<BoundedEvaluation, 'withModel'> {
  const searched = slices.flatMap((slice) =>
    'withModels' in slice ? [{ ...slice.withModels, queries: slice.queries }] : [],
  );
  if (searched.length < slices.length) return {};
  return {
    withModel: {
      ranked: together(searched, ({ ranked }) => ranked, timed.latency('rankedByModel')),
      flat: together(searched, ({ flat }) => flat, timed.latency('flatByModel')),
      rows: searched.flatMap(({ rows }) => rows),
    },
  };
}

/** A graph that notes how long each ranking takes. */
class TimedGraph {
  readonly #graph: ToolGraph;
  readonly #model: Pick<ToolGraph, 'search'> | undefined;
  readonly #times = {
    flat: [] as number[],
    ranked: [] as number[],
    flatByModel: [] as number[],
    rankedByModel: [] as number[],
  };

  constructor(graph: ToolGraph, model: Pick<ToolGraph, 'search'> | undefined) {
    this.#graph = graph;
    this.#model = model;
  }

  get tools(): ToolGraph['tools'] {
    return this.#graph.tools;
  }

  get asksModel(): boolean {
    return this.#model !== undefined;
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

  async search(query: string, topK: number, options?: SearchOptions): ReturnType<ToolGraph['search']> {
    const started = performance.now();
    const ranking = await (this.#model ?? this.#graph).search(query, topK, options);
    this.#times[options?.prerequisites === false ? 'flatByModel' : 'rankedByModel'].push(performance.now() - started);
    return ranking;
  }

  latency(which: 'flat' | 'ranked' | 'flatByModel' | 'rankedByModel'): RankingMetrics['latencyMs'] {
    const sorted = [...this.#times[which]].sort((a, b) => a - b);
    const share = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
    return { p50: share(0.5), p95: share(0.95) };
  }
}

/** Means over all slices, each with the weight of its queries. */
function together<Slice extends { readonly queries: number }>(
  slices: readonly Slice[],
  of: (slice: Slice) => RankingMetrics,
  latencyMs: RankingMetrics['latencyMs'],
): RankingMetrics {
  const total = slices.reduce((sum, slice) => sum + slice.queries, 0);
  const mean = (pick: (metrics: RankingMetrics) => number): number =>
    total === 0 ? 0 : slices.reduce((sum, slice) => sum + pick(of(slice)) * slice.queries, 0) / total;
  const cutoffs = slices[0] === undefined ? [] : of(slices[0]).at;
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
