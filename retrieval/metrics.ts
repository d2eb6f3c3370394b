/**
 * Ranking metrics over gold groups. A group is a set of interchangeable tools and counts once, at its first member
 * in the ranking; a tool that stands alone is a group of one. Ranks start at 1. All values lie between 0 and 1.
 */
export interface RankingScore {
  /** Groups found in the top k / groups. */
  readonly recall: number;
  /** 1 when every group is found in the top k, else 0: all a model needs is there. */
  readonly complete: number;
  /** Discounted gain (Järvelin, Kekäläinen 2002), binary grades; the ideal ranking has min(k, groups) hits. */
  readonly ndcg: number;
  /** 1 / rank of the first gold tool in the whole ranking given; 0 when there is none. */
  readonly reciprocalRank: number;
  /** Mean of the precision at each group's first rank, over min(k, groups): average precision at k. */
  readonly averagePrecision: number;
}

/** Scores one ranking (best first) against gold groups at cutoff k. With no groups every value is 0. */
export function scoreRanking(
  ranking: readonly string[],
  groups: readonly (readonly string[])[],
  k: number,
): RankingScore {
  const groupOf = new Map<string, number[]>();
  groups.forEach((group, index) => {
    for (const name of group) groupOf.set(name, [...(groupOf.get(name) ?? []), index]);
  });
  const found = new Set<number>();
  let gain = 0;
  let precisionSum = 0;
  ranking.slice(0, k).forEach((name, index) => {
    const fresh = (groupOf.get(name) ?? []).filter((group) => !found.has(group));
    if (fresh.length === 0) return;
    for (const group of fresh) found.add(group);
    gain += 1 / Math.log2(index + 2);
    precisionSum += found.size / (index + 1);
  });
  const first = ranking.findIndex((name) => groupOf.has(name));
  const ideal = idealGain(Math.min(k, groups.length));
  return {
    recall: groups.length === 0 ? 0 : found.size / groups.length,
    complete: groups.length > 0 && found.size === groups.length ? 1 : 0,
    ndcg: ideal === 0 ? 0 : Math.min(1, gain / ideal),
    reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
    averagePrecision: groups.length === 0 || k === 0 ? 0 : Math.min(1, precisionSum / Math.min(k, groups.length)),
  };
}

function idealGain(hits: number): number {
  let sum = 0;
  for (let rank = 1; rank <= hits; rank++) sum += 1 / Math.log2(rank + 1);
  return sum;
}

/** The value below which a share `p` (0 to 1) of the numbers lies, by nearest rank; 0 for an empty list. */
export function percentile(values: readonly number[], p: number): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))] as number;
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
