import { ToolGraphError } from '../src/core/errors.js';
import type { ToolSchema } from '../src/core/tool-schema.js';
import type { Dataset, DatasetQuery } from './dataset.js';
import { type EdgeQuality, type EdgeView, edgeQuality } from './edge-quality.js';
import { goldNames } from './gold-names.js';
import { mean, percentile, scoreRanking } from './metrics.js';
import type { RetrieveOptions } from './retrieve-options.js';
import type { Ranking } from './scored-tool.js';

export { type Dataset, type DatasetQuery, loadDatasets } from './dataset.js';
export type { EdgeQuality, EdgeTruth, KnownLink, ProducerLabel, Share } from './edge-quality.js';
export { type RankingScore, scoreRanking } from './metrics.js';

/** What evaluation asks of a graph: its tools and its ranking, and its edges to judge these too. A ToolGraph is one. */
export interface Retrievable extends Partial<Omit<EdgeView, 'tools'>> {
  readonly tools: readonly ToolSchema[];
  retrieveWithScores(query: string, topK: number, options?: RetrieveOptions): Ranking;
}

export interface EvaluateOptions {
  /** Cutoffs, each a whole number above 0; rankings are taken to the largest. Default [5, 10]. */
  readonly k?: number | readonly number[];
  /** Of a set with more queries every ⌊n / maxQueries⌋-th is taken, this many at most. Default: all. */
  readonly maxQueries?: number;
  /** Only queries of this split. Default: all. */
  readonly split?: string;
  /** Further options for the ranking under test; the flat one has `prerequisites: false`. */
  readonly retrieve?: RetrieveOptions;
}

/** Means over the queries at one cutoff, each between 0 and 1. */
export interface CutoffMetrics {
  readonly k: number;
  /** R@k: gold groups found / gold groups. */
  readonly recall: number;
  /** C@k: share of queries with every gold group in the top k. */
  readonly complete: number;
  readonly ndcg: number;
  /** mAP@k. */
  readonly averagePrecision: number;
}

/** One ranking's figures over a set. */
export interface RankingMetrics {
  readonly at: readonly CutoffMetrics[];
  /** Mean reciprocal rank of the first gold tool within the largest cutoff. */
  readonly mrr: number;
  /** Milliseconds a query, measured around `retrieveWithScores` alone. */
  readonly latencyMs: { readonly p50: number; readonly p95: number };
}

/** One query's outcome. */
export interface QueryResult {
  readonly id: string;
  readonly query: string;
  readonly gold: readonly string[];
  /** Gold names that no tool of the catalog answers to; they count as not found. */
  readonly unknownGold: readonly string[];
  /** Original names, best first, to the largest cutoff. */
  readonly ranking: readonly string[];
  readonly flatRanking: readonly string[];
  /** R@k and C@k at each cutoff, in the order of `at`. */
  readonly recall: readonly number[];
  readonly complete: readonly number[];
  readonly flatRecall: readonly number[];
  readonly flatComplete: readonly number[];
}

export interface Evaluation {
  readonly dataset: string;
  readonly tools: number;
  readonly queries: number;
  /** The default ranking, with prerequisites. */
  readonly ranked: RankingMetrics;
  /** The flat ranking of the same engine: text alone. */
  readonly flat: RankingMetrics;
  /** The queries that need two tools or more (gold groups), apart; absent when all do or none does. */
  readonly severalTools?: {
    readonly queries: number;
    readonly ranked: RankingMetrics;
    readonly flat: RankingMetrics;
  };
  /** Present when the set has labelled producers or known links, and the graph has edges to compare. */
  readonly edges?: EdgeQuality;
  readonly rows: readonly QueryResult[];
}

/**
 * Runs every query of a set against a graph that holds its catalog, once as the default call and once flat, and
 * scores both; and compares the edges with those that the set knows. Names are matched to tools as {@link goldNames}
 * says. One ranking warms up before time is taken.
 */
export function evaluate(
  graph: Retrievable,
  dataset: Pick<Dataset, 'name' | 'queries'> & Partial<Pick<Dataset, 'tools' | 'edges'>>,
  options: EvaluateOptions = {},
): Evaluation {
  const cutoffs = cutoffsOf(options.k);
  const depth = Math.max(...cutoffs);
  const nameOf = goldNames(graph.tools, dataset.tools);
  const queries = sample(
    dataset.queries.filter((query) => options.split === undefined || query.split === options.split),
    options.maxQueries,
  );
  const several = queries.map((query) => (query.goldGroups ?? query.gold).length > 1);
  const ranked = new Run(cutoffs);
  const flat = new Run(cutoffs);
  const first = queries[0];
  if (first !== undefined) graph.retrieveWithScores(first.query, depth, options.retrieve);
  const rows = queries.map((query): QueryResult => {
    const groups = (query.goldGroups ?? query.gold.map((name) => [name])).map((group) =>
      group.map((name) => nameOf.get(name) ?? `\u0000${name}`),
    );
    const withGraph = ranked.take(groups, () => graph.retrieveWithScores(query.query, depth, options.retrieve));
    const alone = flat.take(groups, () =>
      graph.retrieveWithScores(query.query, depth, { ...options.retrieve, prerequisites: false }),
    );
    return {
      id: query.id,
      query: query.query,
      gold: query.gold,
      unknownGold: query.gold.filter((name) => !nameOf.has(name)),
      ranking: withGraph.names,
      flatRanking: alone.names,
      recall: withGraph.recall,
      complete: withGraph.complete,
      flatRecall: alone.recall,
      flatComplete: alone.complete,
    };
  });
  return {
    dataset: dataset.name,
    tools: graph.tools.length,
    queries: rows.length,
    ranked: ranked.metrics(),
    flat: flat.metrics(),
    ...(several.includes(true) &&
      several.includes(false) && {
        severalTools: {
          queries: several.filter(Boolean).length,
          ranked: ranked.metrics(several),
          flat: flat.metrics(several),
        },
      }),
    ...edgesOf(graph, dataset.edges, nameOf),
    rows,
  };
}

function edgesOf(
  graph: Retrievable,
  truth: Dataset['edges'] | undefined,
  nameOf: ReadonlyMap<string, string>,
): Pick<Evaluation, 'edges'> {
  if (truth === undefined || truth.labels.length + truth.links.length === 0 || !hasEdges(graph)) return {};
  return { edges: edgeQuality(graph, truth, nameOf) };
}

function hasEdges(graph: Retrievable): graph is Retrievable & EdgeView {
  return graph.edges !== undefined && graph.producersOf !== undefined;
}

/** Scores and times of one kind of ranking over all queries. */
class Run {
  readonly #cutoffs: readonly number[];
  readonly #scores: ReturnType<typeof scoreRanking>[][] = [];
  readonly #times: number[] = [];

  constructor(cutoffs: readonly number[]) {
    this.#cutoffs = cutoffs;
  }

  take(
    groups: readonly (readonly string[])[],
    rank: () => Ranking,
  ): { names: string[]; recall: number[]; complete: number[] } {
    const start = performance.now();
    const ranking = rank();
    this.#times.push(performance.now() - start);
    const exposed = ranking.map((hit) => hit.tool.name);
    const scores = this.#cutoffs.map((k) => scoreRanking(exposed, groups, k));
    this.#scores.push(scores);
    return {
      names: ranking.map((hit) => hit.tool.originalName),
      recall: scores.map((score) => score.recall),
      complete: scores.map((score) => score.complete),
    };
  }

  /** Means over all queries, or over those of `chosen`. */
  metrics(chosen?: readonly boolean[]): RankingMetrics {
    const isChosen = (_: unknown, query: number): boolean => chosen?.[query] ?? true;
    const taken = this.#scores.filter(isChosen);
    const times = this.#times.filter(isChosen);
    const last = this.#cutoffs.length - 1;
    const meanOf = (index: number, metric: 'recall' | 'complete' | 'ndcg' | 'averagePrecision' | 'reciprocalRank') =>
      mean(taken.map((scores) => scores[index]?.[metric] ?? 0));
    return {
      at: this.#cutoffs.map((k, index) => ({
        k,
        recall: meanOf(index, 'recall'),
        complete: meanOf(index, 'complete'),
        ndcg: meanOf(index, 'ndcg'),
        averagePrecision: meanOf(index, 'averagePrecision'),
      })),
      mrr: meanOf(last, 'reciprocalRank'),
      latencyMs: { p50: percentile(times, 0.5), p95: percentile(times, 0.95) },
    };
  }
}

function cutoffsOf(k: EvaluateOptions['k']): readonly number[] {
  const cutoffs = k === undefined ? [5, 10] : typeof k === 'number' ? [k] : [...k];
  const bad = cutoffs.find((cutoff) => !(Number.isInteger(cutoff) && cutoff > 0));
  if (bad !== undefined || cutoffs.length === 0) {
    throw new ToolGraphError('INVALID_OPTION', `k must be one or more whole numbers above 0, not ${String(bad ?? k)}.`);
  }
  return cutoffs.sort((a, b) => a - b);
}

function sample(queries: readonly DatasetQuery[], maxQueries: number | undefined): readonly DatasetQuery[] {
  if (maxQueries === undefined || queries.length <= maxQueries) return queries;
  const step = Math.max(1, Math.floor(queries.length / maxQueries));
  return queries.filter((_, index) => index % step === 0).slice(0, maxQueries);
}
