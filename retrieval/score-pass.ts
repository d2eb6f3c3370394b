import type { LexicalIndex, WeightedTerm } from './lexical-index.js';
import type { QueryClause } from './query.js';
import type { TopDocs } from './top-k.js';

/**
 * Term-at-a-time scoring into dense accumulators that are kept between queries: no allocation per posting or query.
 * `scores` is indexed by document; `touched` lists the first `count` documents with a score.
 */
export class ScorePass {
  scores: Float64Array = new Float64Array(0);
  touched: Int32Array = new Int32Array(0);
  count = 0;

  /** Adds a clause's weighted idf × impact up, over its terms. Needs a {@link drain} before the next clause. */
  run(clause: Pick<QueryClause, 'terms'>, index: LexicalIndex): this {
    this.reserve(index.capacity);
    let count = 0;
    for (const { term, weight } of clause.terms)
      count = index.accumulate(term, weight, this.scores, this.touched, count);
    this.count = count;
    return this;
  }

  /** {@link run} among the `size` marked documents alone, as if there were no others. */
  runAmong(marked: Uint8Array, size: number, terms: readonly WeightedTerm[], index: LexicalIndex): this {
    this.reserve(index.capacity);
    this.count = 0;
    for (const term of terms) index.accumulateAmong(marked, size, term, this);
    return this;
  }

  /** Multiplies the scores of these documents, as far as they have one. Returns the highest score, `best` or theirs. */
  raise(docs: Iterable<number>, factor: number, best: number): number {
    let highest = best;
    for (const doc of docs) {
      const score = (this.scores[doc] as number) * factor;
      this.scores[doc] = score;
      if (score > highest) highest = score;
    }
    return highest;
  }

  /** Gives a document a score, whether it had one or not. */
  set(doc: number, score: number): void {
    if (this.scores[doc] === 0) this.touched[this.count++] = doc;
    this.scores[doc] = score;
  }

  /** Multiplies each score by the factor of its document's intents. Returns the highest score. */
  applyIntents(factors: Float64Array, intents: Uint16Array): number {
    const { scores, touched, count } = this;
    let best = 0;
    for (let i = 0; i < count; i++) {
      const doc = touched[i] as number;
      const score = (scores[doc] as number) * (factors[intents[doc] as number] as number);
      scores[doc] = score;
      if (score > best) best = score;
    }
    return best;
  }

  /** {@link drain} that leaves the scores for another one. */
  offer(factors: Float64Array, intents: Uint16Array, top: TopDocs, accepts?: (doc: number) => boolean): number {
    const { scores, touched, count } = this;
    let best = 0;
    let floor = top.floor;
    for (let i = 0; i < count; i++) {
      const doc = touched[i] as number;
      const score = (scores[doc] as number) * (factors[intents[doc] as number] as number);
      if (score > best) best = score;
      if (score < floor || (accepts !== undefined && !accepts(doc))) continue;
      top.offer(doc, score);
      floor = top.floor;
    }
    return best;
  }

  /**
   * Offers every scored document to `top`, its score times the factor of its intents, and empties the accumulators: one
   * pass for what would be three. `accepts` is asked only of documents that would be kept. Returns the highest score.
   */
  drain(factors: Float64Array, intents: Uint16Array, top: TopDocs, accepts?: (doc: number) => boolean): number {
    const { scores, touched, count } = this;
    let best = 0;
    let floor = top.floor;
    for (let i = 0; i < count; i++) {
      const doc = touched[i] as number;
      const score = (scores[doc] as number) * (factors[intents[doc] as number] as number);
      scores[doc] = 0;
      if (score > best) best = score;
      if (score < floor || (accepts !== undefined && !accepts(doc))) continue;
      top.offer(doc, score);
      floor = top.floor;
    }
    this.count = 0;
    return best;
  }

  /** Empties the accumulators. */
  clear(): void {
    const { scores, touched, count } = this;
    for (let i = 0; i < count; i++) scores[touched[i] as number] = 0;
    this.count = 0;
  }

  /** Raises `into` to each document's score times `unit`, as that of a clause, and empties the accumulators. */
  drainInto(into: MaxScores, unit: number, clause: number): void {
    const { scores, touched, count } = this;
    for (let i = 0; i < count; i++) {
      const doc = touched[i] as number;
      into.raise(doc, (scores[doc] as number) * unit, clause);
      scores[doc] = 0;
    }
    this.count = 0;
  }

  /** Makes room for documents below `capacity`; the pass must be empty. */
  reserve(capacity: number): void {
    if (this.scores.length >= capacity) return;
    const size = Math.max(64, Math.ceil(capacity * 1.25));
    this.scores = new Float64Array(size);
    this.touched = new Int32Array(size);
  }
}

/** The highest value that any clause gives each document, and the clause that gives it, in arrays kept between queries. */
export class MaxScores {
  #best: Float64Array = new Float64Array(0);
  #touched: Int32Array = new Int32Array(0);
  /** One more than the number of the best clause; 0 for none. */
  #clause: Uint8Array = new Uint8Array(0);
  #count = 0;

  /** Forgets the query before and makes room for documents below `capacity`. */
  start(capacity: number): void {
    for (let i = 0; i < this.#count; i++) this.#clause[this.#touched[i] as number] = 0;
    this.#count = 0;
    if (this.#best.length >= capacity) return;
    this.#best = new Float64Array(capacity);
    this.#touched = new Int32Array(capacity);
    this.#clause = new Uint8Array(capacity);
  }

  raise(doc: number, value: number, clause: number): void {
    const known = this.#best[doc] as number;
    if (value <= known) return;
    if (this.#clause[doc] === 0) this.#touched[this.#count++] = doc;
    this.#best[doc] = value;
    this.#clause[doc] = clause + 1;
  }

  /** Adds each document's value to `scores` and forgets the values. */
  addTo(scores: Float64Array): void {
    for (let i = 0; i < this.#count; i++) {
      const doc = this.#touched[i] as number;
      (scores[doc] as number) += this.#best[doc] as number;
      this.#best[doc] = 0;
    }
  }

  /** The clause that gave a document its highest value, until the next {@link start}; −1 when none gave it any. */
  clauseOf(doc: number): number {
    return (this.#clause[doc] ?? 0) - 1;
  }
}
