import type { QueryClause } from '../query.js';
import { type Direction, directionOf, type ToolVectors } from './tool-vectors.js';
import type { WordVectors } from './word-vectors.js';

/** Share of the best text score that a tool of the very same meaning gains. Measured on all sets at once. */
const meaningShare = 0.5;

/** What a query means, as a whole and clause by clause. */
export interface QueryMeaning {
  readonly directions: readonly Direction[];
  /** The score that full agreement adds. */
  readonly unit: number;
}

/** Reads what a query means. `best` is the highest text score that it reaches. */
export function queryMeaning(
  query: QueryClause & { readonly clauses: readonly QueryClause[] },
  best: number,
  words: WordVectors,
): QueryMeaning {
  const directions = [query, ...query.clauses].map((clause) =>
    directionOf(
      clause.words.map((term) => [term, 1] as const),
      words,
    ),
  );
  return { directions, unit: meaningShare * best };
}

/** How near a tool is to the nearest direction of a query: 0 to 1. */
export function meaningOf(doc: number, meaning: QueryMeaning, tools: ToolVectors): number {
  let nearest = 0;
  for (const direction of meaning.directions) nearest = Math.max(nearest, tools.similarity(doc, direction));
  return Math.min(1, nearest);
}
