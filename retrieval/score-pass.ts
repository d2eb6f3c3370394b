import { intentFactors } from './intent.js';
import type { LexicalIndex } from './lexical-index.js';
import type { QueryClause } from './query.js';

/**
 * Term-at-a-time scoring into dense accumulators that are kept between queries: no allocation per posting or query.
 * `scores` is indexed by document; `touched` lists the first `count` documents with a score.
 */
export class ScorePass {
  scores: Float64Array = new Float64Array(0);
  touched: Int32Array = new Int32Array(0);
  count = 0;
  /** Highest score of the last run. */
  best = 0;

  /** Scores a clause: weighted idf × impact summed over its terms, times the intent factor. Needs a {@link reset} before the next. */
  run(clause: QueryClause, index: LexicalIndex, intents: readonly number[]): this {
    this.#reserve(index.capacity);
    let count = 0;
    for (const { term, weight } of clause.terms) {
      const idf = index.idf(index.documentFrequency(term));
      count = index.accumulate(term, weight * idf, this.scores, this.touched, count);
    }
    this.count = count;
    this.#applyIntents(clause.intents, intents);
    return this;
  }

  /** Gives a document a score, whether it had one or not. */
  set(doc: number, score: number): void {
    if (this.scores[doc] === 0) this.touched[this.count++] = doc;
    this.scores[doc] = score;
  }

  reset(): void {
    for (let i = 0; i < this.count; i++) this.scores[this.touched[i] as number] = 0;
    this.count = 0;
    this.best = 0;
  }

  #applyIntents(asked: number, intents: readonly number[]): void {
    const { scores, touched, count } = this;
    const factors = intentFactors(asked);
    let best = 0;
    for (let i = 0; i < count; i++) {
      const doc = touched[i] as number;
      const score = (scores[doc] as number) * (factors[intents[doc] as number] as number);
      scores[doc] = score;
      if (score > best) best = score;
    }
    this.best = best;
  }

  #reserve(capacity: number): void {
    if (this.scores.length >= capacity) return;
    const size = Math.max(64, Math.ceil(capacity * 1.25));
    this.scores = new Float64Array(size);
    this.touched = new Int32Array(size);
  }
}

/** The highest value offered for each document, in an array kept between queries. */
export class MaxScores {
  #best: Float64Array = new Float64Array(0);
  #touched: Int32Array = new Int32Array(0);
  #count = 0;

  /** Makes room for documents below `capacity`. Call before the first {@link raise} of a query. */
  reserve(capacity: number): void {
    if (this.#best.length >= capacity) return;
    this.#best = new Float64Array(capacity);
    this.#touched = new Int32Array(capacity);
  }

  raise(doc: number, value: number): void {
    const known = this.#best[doc] as number;
    if (value <= known) return;
    if (known === 0) this.#touched[this.#count++] = doc;
    this.#best[doc] = value;
  }

  /** Adds each document's value to `scores` and forgets it. */
  addTo(scores: Float64Array): void {
    for (let i = 0; i < this.#count; i++) {
      const doc = this.#touched[i] as number;
      (scores[doc] as number) += this.#best[doc] as number;
      this.#best[doc] = 0;
    }
    this.#count = 0;
  }
}
