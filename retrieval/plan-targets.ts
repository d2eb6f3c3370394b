import { isGenericVerb } from './intent.js';
import { splitClauses } from './query.js';
import type { Ranking, ScoredTool } from './scored-tool.js';
import { isStopWord } from './stop-words.js';
import { tokenize } from './tokenize.js';

/** A clause speaks for a tool among the whole request's first ten that scores at least this share of its best. */
const settings = { first: 10, relative: 0.5 } as const;

/**
 * The tools that a request asks for itself, in the order in which it asks: the best tool of each clause, as far as the
 * whole request ranks it too, and always the best of the whole. Empty, with the ranking's reason, when nothing matches.
 *
 * @param rank Ranks by text alone.
 */
export function planTargets(query: string, rank: (text: string, topK: number) => Ranking): Ranking {
  const whole = rank(query, settings.first);
  const best = whole[0];
  if (best === undefined) return whole;
  const eligible = new Map(
    whole.filter((hit) => hit.score >= settings.relative * best.score).map((hit) => [hit.tool.name, hit]),
  );
  const clauses = splitClauses(query).filter(asksForSomething);
  const chosen = new Map<string, ScoredTool>();
  for (const clause of clauses.length < 2 ? [] : clauses) {
    const hit = rank(clause, settings.first).find((found) => eligible.has(found.tool.name) && sharesItsThing(found));
    const target = hit === undefined ? undefined : eligible.get(hit.tool.name);
    if (target !== undefined) chosen.set(target.tool.name, target);
  }
  return chosen.has(best.tool.name) ? [...chosen.values()] : [best, ...chosen.values()];
}

/** Does it hold a word of the clause that is more than a verb like "check"? */
function sharesItsThing({ explanation }: ScoredTool): boolean {
  return explanation.terms.length === 0 || explanation.terms.some(({ term }) => !isGenericVerb(term));
}

/** Two content words or more: one alone names no task. */
function asksForSomething(clause: string): boolean {
  return tokenize(clause).filter((word) => !word.whole && !isStopWord(word.surface)).length >= 2;
}
