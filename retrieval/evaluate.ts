import type { ToolSchema } from '../src/core/tool-schema.js';
import type { Dataset } from './dataset.js';
import { type EdgeQuality, type EdgeView, edgeQuality } from './edge-quality.js';
import { judgedQueries, type QueryChoice } from './judged-queries.js';
import { MeasuredRun, type RankingMetrics } from './measured-run.js';
import type { RetrieveOptions } from './retrieve-options.js';
import type { Ranking } from './scored-tool.js';

export { type Dataset, type DatasetQuery, loadDatasets } from './dataset.js';
export type { EdgeQuality, EdgeTruth, KnownLink, ProducerLabel, Share } from './edge-quality.js';
export type { CutoffMetrics, RankingMetrics } from './measured-run.js';
export { type RankingScore, scoreRanking } from './metrics.js';

/** What evaluation asks of a graph: its tools and its ranking, and its edges to judge these too. A ToolGraph is one. */
export interface Retrievable extends Partial<Omit<EdgeView, 'tools'>> {
  readonly tools: readonly ToolSchema[];
  retrieveWithScores(query: string, topK: number, options?: RetrieveOptions): Ranking;
}

/** How {@link evaluate} goes about it. */
export interface EvaluateOptions extends QueryChoice {
  /** Further options for the ranking under test; the flat one has `prerequisites: false`. */
  readonly retrieve?: RetrieveOptions;
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
  const { queries, cutoffs, several, nameOf } = judgedQueries(graph.tools, dataset, options);
  const depth = Math.max(...cutoffs);
  const ranked = new MeasuredRun(cutoffs);
  const flat = new MeasuredRun(cutoffs);
  const first = queries[0];
  if (first !== undefined) graph.retrieveWithScores(first.query.query, depth, options.retrieve);
  const rows = queries.map(({ query, groups }): QueryResult => {
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
    ...(several !== undefined && {
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
