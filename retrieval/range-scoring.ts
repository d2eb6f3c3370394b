import { intentFactors } from './intent.js';
import type { LexicalIndex, WeightedTerm } from './lexical-index.js';
import type { AnalyzedQuery } from './query.js';
import type { MaxScores, ScorePass } from './score-pass.js';
import { TopDocs } from './top-k.js';

/** Documents of a range: their scores by request and clauses stay in the processor's nearest cache. */
const rangeSize = 4096;

/** Documents from which ranges are faster than one pass a term over all scores, whose every step then misses the caches. */
export const rangesFrom = 4 * rangeSize;

/** Postings a document from which the words of a request are common enough that going through whole ranges pays. */
export const rangesFromShare = 0.5;

/** What rounding can move a bound by, with much to spare. */
const rounding = 1e-9;

/** How much of a score the best clause makes, and the share of the whole's best score from which a clause counts fully. */
export interface ClauseSettings {
  readonly share: number;
  readonly full: number;
}

/**
 * Finds the documents that can be among the best of a large catalog, range by range: each range is scored by the whole request
 * and by its clauses at once. What cannot reach the last place, however the clauses turn out to count, is let go on the way.
 * Scores are those of passes over all documents, to the bit.
 */
export class RangeScoring {
  readonly #settings: ClauseSettings;
  readonly #whole = new RangeScores();
  readonly #clauses: RangeScores[] = [];
  readonly #kept = new Kept();
  /** The least that the best are worth, for the score that the rest has to reach. */
  readonly #floors = new TopDocs(() => false);
  #best = 0;
  #floor = -Infinity;

  constructor(settings: ClauseSettings) {
    this.#settings = settings;
  }

  /**
   * Gives `whole` the scores of all documents that can be among the `keep` best, intents and clauses counted, and of none that
   * cannot; `clauseBest` what clauses added to these. Both must be empty. Returns the highest score before clauses count.
   */
  run(
    query: AnalyzedQuery,
    index: LexicalIndex,
    intents: Uint16Array,
    keep: number,
    whole: ScorePass,
    clauseBest: MaxScores,
  ): number {
    const clauses = query.clauses.map((clause, at) => {
      const scores = this.#clauses[at] ?? new RangeScores();
      this.#clauses[at] = scores;
      return scores.start(clause.terms, intentFactors(clause.intents), index);
    });
    this.#whole.start(query.terms, intentFactors(query.intents, query.avoided), index);
    this.#kept.start(clauses.length);
    this.#floors.start(keep);
    this.#best = 0;
    this.#floor = -Infinity;
    for (let from = 0; from < index.capacity; from += rangeSize) {
      this.#whole.score(from, index);
      for (const clause of clauses) clause.score(from, index).seeHighest(from, intents);
      if (clauses.length === 0) this.#keepWhole(from, intents);
      else this.#keepBesideClauses(from, intents, clauses);
    }
    whole.reserve(index.capacity);
    if (clauses.length > 0) clauseBest.start(whole.scores.length);
    this.#settle(clauses, whole, clauseBest);
    return this.#best;
  }

  /** Keeps what can be among the best of a request without clauses. */
  #keepWhole(from: number, intents: Uint16Array): void {
    const { scores, factors, highestFactor } = this.#whole;
    let least = this.#floor / highestFactor - rounding * this.#best;
    for (let i = 0; i < rangeSize; i++) {
      const raw = scores[i] as number;
      if (raw === 0 || raw < least) continue;
      const score = raw * (factors[intents[from + i] as number] as number);
      if (score > this.#best) this.#best = score;
      if (score < this.#floor) continue;
      this.#kept.add(from + i, score);
      this.#raiseFloor(from + i, score);
      least = this.#floor / highestFactor - rounding * this.#best;
    }
  }

  /** The same where clauses add their share, of which only bounds are known before all documents were seen. */
  #keepBesideClauses(from: number, intents: Uint16Array, clauses: readonly RangeScores[]): void {
    const { scores, factors, highestFactor } = this.#whole;
    const kept = this.#kept;
    const rest = 1 - this.#settings.share;
    let most = 0;
    for (const clause of clauses) {
      clause.boundUnit(this.#settings, this.#best, this.#whole.bound);
      most = Math.max(most, clause.highest * clause.highUnit);
    }
    let least = this.#leastRaw(most);
    for (let i = 0; i < rangeSize; i++) {
      const raw = scores[i] as number;
      if (raw === 0 || (raw < least && raw * highestFactor <= this.#best)) continue;
      const intent = intents[from + i] as number;
      const score = raw * (factors[intent] as number);
      if (score > this.#best) this.#best = score;
      const base = score * rest;
      let low = 0;
      let high = 0;
      for (let at = 0; at < clauses.length; at++) {
        const clause = clauses[at] as RangeScores;
        const part = (clause.scores[i] as number) * (clause.factors[intent] as number);
        kept.setPart(at, part);
        if (part * clause.lowUnit > low) low = part * clause.lowUnit;
        if (part * clause.highUnit > high) high = part * clause.highUnit;
      }
      if (base + high < this.#floor) continue;
      kept.add(from + i, base);
      this.#raiseFloor(from + i, base + low);
      least = this.#leastRaw(most);
    }
  }

  /** The score before intents without which a document cannot be kept when clauses add at most `most`. */
  #leastRaw(most: number): number {
    const least = (this.#floor - most) / ((1 - this.#settings.share) * this.#whole.highestFactor);
    return least - rounding * Math.abs(least);
  }

  #raiseFloor(doc: number, low: number): void {
    if (low <= this.#floor) return;
    this.#floors.offer(doc, low);
    const floor = this.#floors.floor;
    this.#floor = floor - rounding * Math.abs(floor);
    if (floor === -Infinity) this.#floor = floor;
  }

  /** Gives the documents kept their scores, now that it is known what each clause counts. */
  #settle(clauses: readonly RangeScores[], whole: ScorePass, clauseBest: MaxScores): void {
    const { share, full } = this.#settings;
    const best = this.#best;
    const kept = this.#kept;
    const units = clauses.map(({ highest }) => (share * best * Math.min(1, highest / (full * best))) / highest);
    for (let at = 0; at < kept.size; at++) {
      const doc = kept.docs[at] as number;
      const base = kept.bases[at] as number;
      if (clauses.length === 0) {
        if (base >= this.#floor) whole.set(doc, base);
        continue;
      }
      whole.set(doc, base);
      for (let clause = 0; clause < clauses.length; clause++) {
        const part = kept.part(at, clause);
        if (part > 0) clauseBest.raise(doc, part * (units[clause] as number), clause);
      }
    }
    if (clauses.length > 0) clauseBest.addTo(whole.scores);
  }
}

/** Scores of one range by the terms of a request or of a clause. */
class RangeScores {
  readonly scores = new Float64Array(rangeSize);
  factors: Float64Array = new Float64Array(0);
  highestFactor = 1;
  /** What no document's score exceeds, intents counted; 0 when there are no terms. */
  bound = 0;
  /** The highest score of the ranges seen, intents counted. */
  highest = 0;
  /** What a score is at least and at most multiplied by as a clause's; see {@link boundUnit}. */
  lowUnit = 0;
  highUnit = 0;
  #terms = 0;
  #next = new Int32Array(8);
  #ends = new Int32Array(8);
  #weights = new Float64Array(8);

  /** Makes ready for the first range. `factors`: what a document's score is multiplied by, by its intents. */
  start(terms: readonly WeightedTerm[], factors: Float64Array, index: LexicalIndex): this {
    this.factors = factors;
    this.highestFactor = factors.reduce((most, factor) => Math.max(most, factor), 0);
    this.highest = 0;
    this.#terms = 0;
    if (this.#next.length < terms.length) {
      this.#next = new Int32Array(terms.length);
      this.#ends = new Int32Array(terms.length);
      this.#weights = new Float64Array(terms.length);
    }
    let bound = 0;
    for (const { term, weight } of terms) {
      const id = index.termId(term);
      if (id === undefined || index.frequencyOf(id) === 0) continue;
      const at = this.#terms++;
      this.#next[at] = index.startOf(id);
      this.#ends[at] = index.startOf(id) + index.frequencyOf(id);
      this.#weights[at] = weight * index.idfOf(id);
      bound += weight * index.idfOf(id) * index.highestImpactOf(id);
    }
    this.bound = bound * this.highestFactor * (1 + rounding);
    return this;
  }

  /** Scores the range that begins with a document; ranges come one after the other. */
  score(from: number, { pairs }: LexicalIndex): this {
    const { docs, impacts } = pairs;
    const { scores } = this;
    const to = from + rangeSize;
    scores.fill(0);
    for (let term = 0; term < this.#terms; term++) {
      const weight = this.#weights[term] as number;
      const end = this.#ends[term] as number;
      let at = this.#next[term] as number;
      for (; at < end; at++) {
        const doc = docs[at] as number;
        if (doc >= to) break;
        (scores[doc - from] as number) += weight * (impacts[at] as number);
      }
      this.#next[term] = at;
    }
    return this;
  }

  /** Notes the highest score of the range, intents counted. */
  seeHighest(from: number, intents: Uint16Array): void {
    const { scores, factors, highestFactor } = this;
    let highest = this.highest;
    let least = highest / highestFactor;
    for (let i = 0; i < rangeSize; i++) {
      const raw = scores[i] as number;
      if (raw < least || raw === 0) continue;
      const score = raw * (factors[intents[from + i] as number] as number);
      if (score <= highest) continue;
      highest = score;
      least = (highest / highestFactor) * (1 - rounding);
    }
    this.highest = highest;
  }

  /**
   * Bounds what a score will be multiplied by as a clause's: that depends on the highest score of the whole, of which so far
   * `best` was seen and which no more than `bound`, and on the clause's own.
   */
  boundUnit({ share, full }: ClauseSettings, best: number, bound: number): void {
    this.lowUnit = this.bound === 0 ? 0 : share * Math.min(best / this.bound, 1 / full) * (1 - rounding);
    const most = this.highest === 0 ? 1 / full : Math.min(bound / this.highest, 1 / full);
    this.highUnit = share * most * (1 + rounding);
  }
}

/** Documents that may be among the best, each with its score so far and that by each clause, in arrays kept between queries. */
class Kept {
  docs = new Int32Array(1024);
  bases = new Float64Array(1024);
  size = 0;
  #parts = new Float64Array(2048);
  #clauses = 0;

  start(clauses: number): void {
    this.size = 0;
    this.#clauses = clauses;
    this.#reserve();
  }

  /** The score by a clause of the document that is added next. */
  setPart(clause: number, score: number): void {
    this.#parts[this.size * this.#clauses + clause] = score;
  }

  part(at: number, clause: number): number {
    return this.#parts[at * this.#clauses + clause] as number;
  }

  add(doc: number, base: number): void {
    this.docs[this.size] = doc;
    this.bases[this.size++] = base;
    this.#reserve();
  }

  #reserve(): void {
    if (this.size >= this.docs.length) {
      this.docs = grown(this.docs, new Int32Array(2 * this.size));
      this.bases = grown(this.bases, new Float64Array(2 * this.size));
    }
    const parts = (this.size + 1) * this.#clauses;
    if (parts > this.#parts.length) this.#parts = grown(this.#parts, new Float64Array(2 * parts));
  }
}

function grown<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
