import type { QueryClause } from '../query.js';
import { type Direction, type ToolVectors, turnTowards } from './tool-vectors.js';
import type { WordVectors } from './word-vectors.js';

/** Share of the best text score that a tool of the very same meaning gains. Measured on all sets at once. */
const meaningShare = 0.5;

const noTerms: ReadonlySet<string> = new Set();

/** What the query at hand means, as a whole and clause by clause. Its arrays are kept between queries. */
export class QueryMeaning {
  /** The score that full agreement adds. */
  unit = 0;
  readonly #words: WordVectors;
  readonly #tools: ToolVectors;
  readonly #directions: Direction[] = [];
  #count = 0;

  constructor(words: WordVectors, tools: ToolVectors) {
    this.#words = words;
    this.#tools = tools;
  }

  /**
   * Reads what a query means but for the terms `named`, which tell whose tools are meant. `best` is the highest text score
   * that it reaches.
   */
  ask(
    query: QueryClause & { readonly clauses: readonly QueryClause[] },
    best: number,
    named: ReadonlySet<string> = noTerms,
  ): void {
    this.unit = meaningShare * best;
    this.#count = 0;
    this.#note(query, named);
    for (const clause of query.clauses) this.#note(clause, named);
  }

  /** How near a document is to the nearest direction of the query: 0 to 1. */
  of(doc: number): number {
    let nearest = 0;
    for (let at = 0; at < this.#count; at++) {
      const similarity = this.#tools.similarity(doc, this.#directions[at] as Direction);
      if (similarity > nearest) nearest = similarity;
    }
    return Math.min(nearest, 1);
  }

  #note({ words, meant }: QueryClause, named: ReadonlySet<string>): void {
    this.#directions[this.#count] ??= new Float32Array(this.#words.dimensions);
    const said = named.size === 0 ? words : words.filter((word) => !named.has(word));
    const all = meant.length === 0 ? said : [...said, ...meant];
    turnTowards(this.#directions[this.#count++] as Direction, all, this.#words);
  }
}
