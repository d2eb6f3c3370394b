import type { LexicalIndex } from './lexical-index.js';
import type { NameCoverage } from './name-coverage.js';
import type { OperationAgreement } from './operation-agreement.js';
import type { AnalyzedQuery } from './query.js';
import type { QueryMeaning } from './semantic/meaning.js';
import { type Hit, namedBefore, TopDocs } from './top-k.js';

/** Candidates that are read more closely: the best by text, always as many, so that topK does not change the order. */
export const closelyRead = 100;

/**
 * The best by text that are looked at to find so many that are not editions of one another: this many times as many as are
 * read closely among the tools of a named owner of as many sources, and `elsewhere` where more than `few` of the first are editions.
 */
export const editionsLookedAt = { ofOwner: 4, elsewhere: 2, few: 20 } as const;

/** A hit after closer reading. */
export interface CloseHit extends Hit {
  /** Its score by text alone. */
  readonly text: number;
  /** Cosine of the request and of the tool, 0 to 1. */
  readonly similarity: number;
}

/** What closer reading looks at. */
export interface CloselyRead {
  readonly index: LexicalIndex;
  readonly coverage: NameCoverage;
  readonly operations: OperationAgreement;
  readonly meaning: QueryMeaning;
}

/**
 * Reads the best by text more closely: names that the request says in full gain, and so do nearness in meaning and
 * operations on the very object that is asked for. No score falls, so what lies below stays below.
 */
export class CloseReading {
  readonly #parts: CloselyRead;
  /** Candidates by their place among the best by text. */
  readonly #best: TopDocs;
  /** By place: score with the name's factor, the operation's factor, and nearness in meaning. */
  readonly #covered = new Float64Array(closelyRead);
  readonly #factors = new Float64Array(closelyRead);
  readonly #similarities = new Float64Array(closelyRead);
  #byText: TopDocs;

  constructor(parts: CloselyRead) {
    this.#parts = parts;
    this.#byText = new TopDocs(namedBefore(parts.index));
    const docBefore = namedBefore(parts.index);
    this.#best = new TopDocs((a, b) => docBefore(this.#byText.docs[a] as number, this.#byText.docs[b] as number));
  }

  /** The first `limit` of the best by text after closer reading. `best` is the highest score by text, `named` terms that name an owner. */
  read(byText: TopDocs, query: AnalyzedQuery, best: number, limit: number, named?: ReadonlySet<string>): CloseHit[] {
    this.#byText = byText;
    this.#parts.coverage.ask(query);
    this.#parts.meaning.ask(query, best, named);
    // where all that were kept are read their order does not matter, and to sort them is dear
    if (limit > closelyRead) byText.sort();
    const count = Math.min(byText.size, closelyRead);
    const first = Math.min(limit, count);
    this.#weigh(count, first, query);
    this.#rank(count, first);
    const hits: CloseHit[] = [];
    for (let place = 0; place < first; place++) {
      const at = this.#best.docs[place] as number;
      const doc = byText.docs[at] as number;
      const score = this.#best.scores[place] as number;
      hits.push({ doc, score, text: byText.scores[at] as number, similarity: this.#similarities[at] as number });
    }
    const { meaning } = this.#parts;
    for (let place = closelyRead; place < limit && place < byText.size; place++) {
      const doc = byText.docs[place] as number;
      const score = byText.scores[place] as number;
      hits.push({ doc, score, text: score, similarity: meaning.of(doc) });
    }
    return hits;
  }

  /** Weighs all but meaning, which is dear. Leaves the best `limit` candidates by that in no order. */
  #weigh(count: number, limit: number, query: AnalyzedQuery): void {
    const { coverage, operations } = this.#parts;
    const { docs, scores } = this.#byText;
    const best = this.#best;
    best.start(limit);
    for (let at = 0; at < count; at++) {
      const doc = docs[at] as number;
      const covered = (scores[at] as number) * coverage.factorOf(doc);
      const factor = operations.factorOf(doc, query);
      this.#covered[at] = covered;
      this.#factors[at] = factor;
      this.#similarities[at] = unread;
      best.offer(at, covered * factor);
    }
  }

  /**
   * Ranks by what candidates mean as well. The best without it come first, as the lowest score among them is what the others
   * would have to reach if they agreed in full.
   */
  #rank(count: number, limit: number): void {
    const { unit } = this.#parts.meaning;
    const best = this.#best;
    let floor = Infinity;
    for (let place = 0; place < limit; place++) floor = Math.min(floor, this.#full(best.docs[place] as number));
    best.start(limit);
    for (let at = 0; at < count; at++) {
      const most = ((this.#covered[at] as number) + unit) * (this.#factors[at] as number);
      if (most >= floor && most >= best.floor) best.offer(at, this.#full(at));
    }
    best.sort();
  }

  /** The score of a candidate with all that counts. */
  #full(at: number): number {
    const { meaning } = this.#parts;
    let similarity = this.#similarities[at] as number;
    if (similarity === unread) {
      similarity = meaning.of(this.#byText.docs[at] as number);
      this.#similarities[at] = similarity;
    }
    return ((this.#covered[at] as number) + meaning.unit * similarity) * (this.#factors[at] as number);
  }
}

/** Stands for a similarity that was not worked out. */
const unread = -1;
