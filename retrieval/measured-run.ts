import { mean, percentile, scoreRanking } from './metrics.js';
import type { Ranking } from './scored-tool.js';

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

/** One query's ranking: original names, best first, and R@k and C@k at each cutoff. */
export interface MeasuredRanking {
  readonly names: readonly string[];
  readonly recall: readonly number[];
  readonly complete: readonly number[];
}

/** Scores and times of one kind of ranking over all queries. */
export class MeasuredRun {
  readonly #cutoffs: readonly number[];
  readonly #scores: ReturnType<typeof scoreRanking>[][] = [];
  readonly #times: number[] = [];

  constructor(cutoffs: readonly number[]) {
    this.#cutoffs = cutoffs;
  }

  /** Ranks, and scores and times that. */
  take(groups: readonly (readonly string[])[], rank: () => Ranking): MeasuredRanking {
    const start = performance.now();
    const ranking = rank();
    return this.add(groups, ranking, performance.now() - start);
  }

  /** {@link MeasuredRun.take} for a ranking that waits for a model. */
  async takeLater(groups: readonly (readonly string[])[], rank: () => Promise<Ranking>): Promise<MeasuredRanking> {
    const start = performance.now();
    const ranking = await rank();
    return this.add(groups, ranking, performance.now() - start);
  }

  /** Scores a ranking that took so many milliseconds. */
  add(groups: readonly (readonly string[])[], ranking: Ranking, elapsedMs: number): MeasuredRanking {
    this.#times.push(elapsedMs);
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
