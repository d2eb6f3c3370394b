import type { Hit } from './top-k.js';

/** The first hits that are balanced, always as many, so that topK does not change the order. */
export const balancedHits = 30;

/**
 * What a place among the hits of one clause costs: the second scores 0.95 of what it would, the third and all after it
 * 0.95². Found on all dev sets at once, with the shares that clauses have in a score.
 */
const step = 0.95;
const mostSteps = 2;

/** A hit's place among those that answer the same clause of the request, from 1, and the factor on its score. */
export interface ClausePlace {
  readonly place: number;
  readonly factor: number;
}

/** Hits in their new order, and what that changed. */
export interface BalancedHits {
  readonly hits: readonly Hit[];
  /** Where each balanced document stands, and what that cost it. */
  readonly places: ReadonlyMap<number, ClausePlace>;
}

/**
 * Lets the clauses of a request take turns: of the tools that answer one clause best, each further one counts a little
 * less, so that three near-twins for the first clause do not push out the only tool for the second. Greedy, as maximal
 * marginal relevance is (Carbonell, Goldstein 1998), with the clause in place of similarity.
 *
 * @param hits Best first.
 * @param clauseOf The clause that a document answers best; the same number for all that answer none.
 */
export function balanceClauses(hits: readonly Hit[], clauseOf: (doc: number) => number): BalancedHits {
  const waiting = hits.slice(0, balancedHits);
  const taken = new Map<number, number>();
  const balanced: Hit[] = [];
  const places = new Map<number, ClausePlace>();
  const factorAt = (before: number) => step ** Math.min(mostSteps, before);
  const worth = ({ doc, score }: Hit) => score * factorAt(taken.get(clauseOf(doc)) ?? 0);
  while (waiting.length > 0) {
    let next = 0;
    for (let at = 1; at < waiting.length; at++) if (worth(waiting[at] as Hit) > worth(waiting[next] as Hit)) next = at;
    const [hit] = waiting.splice(next, 1) as [Hit];
    const clause = clauseOf(hit.doc);
    const before = taken.get(clause) ?? 0;
    taken.set(clause, before + 1);
    balanced.push({ ...hit, score: hit.score * factorAt(before) });
    places.set(hit.doc, { place: before + 1, factor: factorAt(before) });
  }
  const last = balanced.at(-1)?.score ?? 0;
  // what was not balanced stays below what was
  for (const hit of hits.slice(balancedHits)) balanced.push({ ...hit, score: Math.min(hit.score, last) });
  return { hits: balanced, places };
}
