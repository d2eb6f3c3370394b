import type { ToolSchema } from '../src/core/tool-schema.js';
import type { LexicalIndex } from './lexical-index.js';
import type { AnalyzedQuery, QueryClause } from './query.js';
import { isStopWord } from './stop-words.js';
import { tokenize } from './tokenize.js';

/**
 * How much a name or title that a request says in full may gain: score × (1 + gain × coverage²). Found on all dev sets
 * at once; requests of several clauses, where some clause or other covers many names, gain less.
 */
const gains = { oneClause: 0.5, severalClauses: 0.2 } as const;

/**
 * Tells near-twins apart by what their names say beyond the request: "list pull requests" covers all of
 * `list_pull_requests` and half of `list_pull_request_review_comments`. Names and titles are kept as term numbers.
 */
export class NameCoverage {
  readonly #headings: (readonly Int32Array[] | undefined)[] = [];

  /** Notes the headings of a tool that the index holds as `doc`. */
  set(doc: number, tool: ToolSchema, index: LexicalIndex): void {
    this.#headings[doc] = headingsOf(tool).map((terms) =>
      Int32Array.from(terms.flatMap((term) => index.termId(term) ?? [])),
    );
  }

  /** The share, 0 to 1, of the best covered heading that some clause asks for, weighted by idf, and the factor it earns. */
  of(doc: number, asked: AskedTerms, index: LexicalIndex): { readonly share: number; readonly factor: number } {
    let share = 0;
    for (const heading of this.#headings[doc] ?? []) {
      for (const clause of asked.clauses) share = Math.max(share, coveredShare(heading, clause, index));
    }
    return { share, factor: 1 + asked.gain * share * share };
  }
}

/** The terms of a query's clauses as term numbers. */
export interface AskedTerms {
  readonly clauses: readonly ReadonlySet<number>[];
  readonly gain: number;
}

export function askedTerms(query: AnalyzedQuery, index: LexicalIndex): AskedTerms {
  const several = query.clauses.length > 0;
  const clauses: readonly QueryClause[] = several ? query.clauses : [query];
  return {
    clauses: clauses.map(({ terms }) => new Set(terms.flatMap(({ term }) => index.termId(term) ?? []))),
    gain: several ? gains.severalClauses : gains.oneClause,
  };
}

/** The content terms of a tool's name and of its title. */
function headingsOf(tool: ToolSchema): string[][] {
  const name = tool.originalName.split('::').at(-1) ?? tool.originalName;
  const title = tool.title ?? tool.annotations.title;
  return [name, ...(title === undefined ? [] : [title])].map((text) => [
    ...new Set(tokenize(text).flatMap((word) => (word.whole || isStopWord(word.surface) ? [] : [word.term]))),
  ]);
}

function coveredShare(heading: Int32Array, asked: ReadonlySet<number>, index: LexicalIndex): number {
  let covered = 0;
  let total = 0;
  for (const id of heading) {
    const weight = index.idfOf(id);
    total += weight;
    if (asked.has(id)) covered += weight;
  }
  return total === 0 ? 0 : covered / total;
}
