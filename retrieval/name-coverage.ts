import type { ToolSchema } from '../src/core/tool-schema.js';
import type { LexicalIndex } from './lexical-index.js';
import type { AnalyzedQuery, QueryClause } from './query.js';
import { RowStore } from './row-store.js';
import { isStopWord } from './stop-words.js';
import { tokenize } from './tokenize.js';

/**
 * How much a name or title that a request says in full may gain: score × (1 + gain × coverage²). Found on all dev sets
 * at once; requests of several clauses, where some clause or other covers many names, gain less.
 */
const gains = { oneClause: 0.5, severalClauses: 0.1 } as const;

/** What of a tool's best covered heading a clause of the query asks for, and the factor it earns. */
export interface Coverage {
  /** 0 to 1, weighted by idf. */
  readonly share: number;
  readonly factor: number;
}

/**
 * Tells near-twins apart by what their names say beyond the request: "list pull requests" covers all of
 * `list_pull_requests` and half of `list_pull_request_review_comments`. Names and titles are kept as term numbers; a
 * row is each heading's length followed by its terms.
 */
export class NameCoverage {
  readonly #headings = new RowStore();
  readonly #index: LexicalIndex;
  /** Clauses of the query that ask for a term, as bits, by term number. */
  #clausesOf = new Int32Array(0);
  #asked: number[] = [];
  #query: AnalyzedQuery | undefined;
  #version = 0;
  #idfs: Float64Array = new Float64Array(0);
  #gain = 0;

  constructor(index: LexicalIndex) {
    this.#index = index;
  }

  /** Notes the headings of a tool that the index holds as `doc`. */
  set(doc: number, tool: ToolSchema): void {
    const row: number[] = [];
    for (const heading of headingsOf(tool)) {
      const terms = heading.flatMap((term) => this.#index.termId(term) ?? []);
      row.push(terms.length, ...terms);
      for (const term of terms) this.#index.hold(term);
    }
    this.#headings.set(doc, row);
  }

  /** The headings of a document as {@link NameCoverage.fill} takes them. */
  rowOf(doc: number): Int32Array {
    const start = this.#headings.start(doc);
    return this.#headings.numbers.subarray(start, start + this.#headings.length(doc));
  }

  /** Takes in the rows of all documents of an index that was filled, one behind the other. The arrays are taken over. */
  fill(lengths: Int32Array, numbers: Int32Array): void {
    this.#headings.fill(lengths, numbers);
    for (let at = 0; at < numbers.length; ) {
      const next = at + 1 + (numbers[at] as number);
      for (at++; at < next; at++) this.#index.hold(numbers[at] as number);
    }
  }

  /** Forgets the headings of a document. */
  delete(doc: number): void {
    const end = this.#headings.start(doc) + this.#headings.length(doc);
    const { numbers } = this.#headings;
    for (let at = this.#headings.start(doc); at < end; at += 1 + (numbers[at] as number)) {
      for (let i = 1; i <= (numbers[at] as number); i++) this.#index.release(numbers[at + i] as number);
    }
    this.#headings.set(doc, []);
  }

  /** Says which query the next {@link factorOf} and {@link of} are about. */
  ask(query: AnalyzedQuery): void {
    if (query === this.#query && this.#index.version === this.#version) return;
    this.#query = query;
    this.#version = this.#index.version;
    for (const term of this.#asked) this.#clausesOf[term] = 0;
    this.#asked = [];
    if (this.#clausesOf.length < this.#index.terms) this.#clausesOf = new Int32Array(this.#index.terms * 2);
    const several = query.clauses.length > 0;
    const clauses: readonly QueryClause[] = several ? query.clauses : [query];
    this.#idfs = this.#index.knownIdfs();
    this.#gain = several ? gains.severalClauses : gains.oneClause;
    clauses.forEach(({ terms }, clause) => {
      for (const { term } of terms) {
        const id = this.#index.termId(term);
        if (id === undefined) continue;
        (this.#clausesOf[id] as number) |= 1 << clause;
        this.#asked.push(id);
      }
    });
  }

  of(doc: number): Coverage {
    const share = this.shareOf(doc);
    return { share, factor: 1 + this.#gain * share * share };
  }

  /** The factor of {@link of}. */
  factorOf(doc: number): number {
    const share = this.shareOf(doc);
    return 1 + this.#gain * share * share;
  }

  /** The share of {@link of}. */
  shareOf(doc: number): number {
    const clausesOf = this.#clausesOf;
    const { numbers } = this.#headings;
    let at = this.#headings.start(doc);
    const end = at + this.#headings.length(doc);
    let share = 0;
    while (at < end) {
      const from = at + 1;
      at = from + (numbers[at] as number);
      let asked = 0;
      for (let i = from; i < at; i++) asked |= clausesOf[numbers[i] as number] as number;
      if (asked === 0) continue;
      const covered = this.#covered(numbers, from, at, asked);
      if (covered > share) share = covered;
    }
    return share;
  }

  /** Share of the best covering one of the clauses `asked` in the heading whose terms lie from `from` to `to`. */
  #covered(numbers: Int32Array, from: number, to: number, asked: number): number {
    const clausesOf = this.#clausesOf;
    const idfs = this.#idfs;
    let best = 0;
    let total = 0;
    for (let clause = 0; asked >> clause !== 0; clause++) {
      if (((asked >> clause) & 1) === 0) continue;
      let covered = 0;
      total = 0;
      for (let at = from; at < to; at++) {
        const term = numbers[at] as number;
        let idf = idfs[term] as number;
        if (idf < 0) idf = this.#index.idfOf(term);
        total += idf;
        if (((clausesOf[term] as number) >> clause) & 1) covered += idf;
      }
      if (covered > best) best = covered;
    }
    return best === 0 ? 0 : best / total;
  }
}

/** The content terms of a tool's name and of its title. */
function headingsOf(tool: ToolSchema): string[][] {
  const name = tool.originalName.split('::').at(-1) ?? tool.originalName;
  const title = tool.title ?? tool.annotations.title;
  return [name, ...(title === undefined ? [] : [title])].map((text) => [
    ...new Set(tokenize(text).flatMap((word) => (word.whole || isStopWord(word.surface) ? [] : [word.term]))),
  ]);
}
