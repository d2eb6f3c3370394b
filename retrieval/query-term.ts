/** How a query word reached a term of the catalog, best first. */
export type Match = 'exact' | 'translation' | 'abbreviation' | 'compound' | 'prefix' | 'related' | 'typo';

/** One term of the catalog that a query asks for. */
export interface QueryTerm {
  readonly term: string;
  /** The word of the query, lower case. */
  readonly word: string;
  readonly match: Match;
  /** Share of the term's idf that counts: 1 for a plain exact word. */
  readonly weight: number;
}
