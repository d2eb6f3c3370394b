import { compareCodeUnits } from '../src/core/names.js';

/** Orders documents of equal score, by the names of their tools. */
export function namedBefore(index: { nameOf(doc: number): string }): (a: number, b: number) => boolean {
  return (a, b) => compareCodeUnits(index.nameOf(a), index.nameOf(b)) < 0;
}

/** A document and its score. */
export interface Hit {
  readonly doc: number;
  readonly score: number;
}

/**
 * The documents with the highest scores, found in one pass with a heap whose root is the last one kept. Numbers only,
 * and the arrays are kept between queries: an offer allocates nothing.
 */
export class TopDocs {
  /** The documents kept, `size` of them; best first after {@link sort}. */
  docs: Int32Array = new Int32Array(0);
  /** Their scores. */
  scores: Float64Array = new Float64Array(0);
  size = 0;
  #limit = 0;
  #sorted = false;
  readonly #tieBefore: (a: number, b: number) => boolean;

  /** `tieBefore` orders documents of equal score; it must be a strict total order. */
  constructor(tieBefore: (a: number, b: number) => boolean) {
    this.#tieBefore = tieBefore;
  }

  /** Empties it for the best `limit` documents of another query. */
  start(limit: number): void {
    this.size = 0;
    this.#limit = limit;
    this.#sorted = false;
    if (this.docs.length >= limit) return;
    this.docs = new Int32Array(limit);
    this.scores = new Float64Array(limit);
  }

  /** Scores below this are not kept; −∞ while there is room. */
  get floor(): number {
    return this.size < this.#limit ? -Infinity : (this.scores[0] as number);
  }

  offer(doc: number, score: number): void {
    if (this.size < this.#limit) {
      this.docs[this.size] = doc;
      this.scores[this.size++] = score;
      // no order is needed before something has to go
      if (this.size === this.#limit) this.#heap();
    } else if (this.#limit > 0 && this.#before(doc, score, 0)) this.#sink(0, this.size, doc, score);
  }

  /** Puts the documents kept in order. Nothing can be offered afterwards. */
  sort(): void {
    if (this.#sorted) return;
    this.#sorted = true;
    if (this.size < this.#limit) this.#heap();
    for (let end = this.size - 1; end > 0; end--) {
      const doc = this.docs[end] as number;
      const score = this.scores[end] as number;
      this.docs[end] = this.docs[0] as number;
      this.scores[end] = this.scores[0] as number;
      this.#sink(0, end, doc, score);
    }
  }

  /** After {@link sort}: the documents from place `from` to before `to`. */
  hits(from: number, to: number): Hit[] {
    const hits: Hit[] = [];
    for (let at = from; at < Math.min(to, this.size); at++)
      hits.push({ doc: this.docs[at] as number, score: this.scores[at] as number });
    return hits;
  }

  /** Does a document of that score come before the one at a place? */
  #before(doc: number, score: number, at: number): boolean {
    const other = this.scores[at] as number;
    return score !== other ? score > other : this.#tieBefore(doc, this.docs[at] as number);
  }

  #heap(): void {
    for (let at = (this.size >> 1) - 1; at >= 0; at--)
      this.#sink(at, this.size, this.docs[at] as number, this.scores[at] as number);
  }

  #sink(from: number, end: number, doc: number, score: number): void {
    let parent = from;
    for (;;) {
      const left = 2 * parent + 1;
      if (left >= end) break;
      const right = left + 1;
      const worse = right < end && this.#leftBefore(left, right) ? right : left;
      if (!this.#before(doc, score, worse)) break;
      this.docs[parent] = this.docs[worse] as number;
      this.scores[parent] = this.scores[worse] as number;
      parent = worse;
    }
    this.docs[parent] = doc;
    this.scores[parent] = score;
  }

  #leftBefore(left: number, right: number): boolean {
    return this.#before(this.docs[left] as number, this.scores[left] as number, right);
  }
}
