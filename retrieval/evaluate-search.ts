import type { Dataset } from './dataset.js';
import { type EvaluateOptions, type Evaluation, evaluate, type RankingMetrics, type Retrievable } from './evaluate.js';
import { judgedQueries } from './judged-queries.js';
import { MeasuredRun } from './measured-run.js';
import type { Ranking } from './scored-tool.js';
import type { SearchOptions } from './search-options.js';

/** A graph that ranks with models too. A ToolGraph is one. */
export interface Searchable extends Retrievable {
  search(query: string, topK: number, options?: SearchOptions): Promise<Ranking>;
}

/** How {@link evaluateSearch} goes about it. */
export interface EvaluateSearchOptions extends EvaluateOptions {
  /** Options of the searches beside those of retrieval, such as a reranker. A model that fails ends the evaluation. */
  readonly search?: Omit<SearchOptions, 'onModelFailure'>;
  /** Told after each query. What it throws ends the evaluation. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

/** One query's outcome with the models. */
export interface SearchedQuery {
  readonly id: string;
  /** Original names, best first, to the largest cutoff. */
  readonly ranking: readonly string[];
  readonly flatRanking: readonly string[];
  /** R@k and C@k at each cutoff, in the order of `at`. */
  readonly recall: readonly number[];
  readonly complete: readonly number[];
  readonly flatRecall: readonly number[];
  readonly flatComplete: readonly number[];
}

/** The figures without models, and beside them those of the graph's `search`. */
export interface SearchEvaluation extends Evaluation {
  readonly withModels: {
    readonly ranked: RankingMetrics;
    readonly flat: RankingMetrics;
    readonly severalTools?: { readonly ranked: RankingMetrics; readonly flat: RankingMetrics };
    readonly rows: readonly SearchedQuery[];
  };
}

/**
 * {@link evaluate}, and the same queries through `search`, with whatever embedder the graph has. Times are those of the
 * whole call; the model is asked once a query, by the first of its two rankings.
 *
 * @throws ToolGraphError `MODEL_FAILED` when a model fails: figures of text alone would pass for its own.
 */
export async function evaluateSearch(
  graph: Searchable,
  dataset: Pick<Dataset, 'name' | 'queries'> & Partial<Pick<Dataset, 'tools' | 'edges'>>,
  options: EvaluateSearchOptions = {},
): Promise<SearchEvaluation> {
  const without = evaluate(graph, dataset, options);
  const { queries, cutoffs, several } = judgedQueries(graph.tools, dataset, options);
  const depth = Math.max(...cutoffs);
  const ranked = new MeasuredRun(cutoffs);
  const flat = new MeasuredRun(cutoffs);
  const settings: SearchOptions = { ...options.retrieve, ...options.search, onModelFailure: 'throw' };
  const rows: SearchedQuery[] = [];
  for (const { query, groups } of queries) {
    const withGraph = await ranked.takeLater(groups, () => graph.search(query.query, depth, settings));
    const alone = await flat.takeLater(groups, () =>
      graph.search(query.query, depth, { ...settings, prerequisites: false }),
    );
    rows.push({
      id: query.id,
      ranking: withGraph.names,
      flatRanking: alone.names,
      recall: withGraph.recall,
      complete: withGraph.complete,
      flatRecall: alone.recall,
      flatComplete: alone.complete,
    });
    options.onProgress?.({ done: rows.length, total: queries.length });
  }
  return {
    ...without,
    withModels: {
      ranked: ranked.metrics(),
      flat: flat.metrics(),
      ...(several !== undefined && {
        severalTools: { ranked: ranked.metrics(several), flat: flat.metrics(several) },
      }),
      rows,
    },
  };
}
