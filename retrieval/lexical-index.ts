import SearchableMap from 'minisearch/SearchableMap';
import type { ToolSchema } from '../src/core/tool-schema.js';
import { type FieldWords, fieldWords, searchFields } from './fields.js';

/** BM25F's saturation: larger lets repeated terms keep adding. */
const k1 = 2.2;

interface Posting {
  docs: Int32Array;
  impacts: Float32Array;
  length: number;
}

/**
 * BM25F (Robertson, Zaragoza, Taylor 2004) over compiled postings. A term's occurrences in all fields are weighted,
 * normalised by field length and merged before saturation. Lengths are measured against fixed pivots rather than the
 * catalog's averages, so that an impact depends on its tool alone: adding or removing a tool changes no other
 * tool's postings, and scores do not depend on the order of ingestion.
 */
export class LexicalIndex {
  /** Terms in a radix tree, for prefixes and typos; the same by hash, as most look-ups are exact. */
  readonly #dictionary = new SearchableMap<number>();
  readonly #idOf = new Map<string, number>();
  readonly #postings: Posting[] = [];
  readonly #docOf = new Map<string, number>();
  readonly #tools: (ToolSchema | undefined)[] = [];
  readonly #termsOf: (Int32Array | undefined)[] = [];
  readonly #free: number[] = [];

  /** Number of tools indexed. */
  get size(): number {
    return this.#docOf.size;
  }

  /** One more than the largest document number ever used: the length that score arrays need. */
  get capacity(): number {
    return this.#tools.length;
  }

  /** The terms, for prefix and typo expansion. */
  get dictionary(): SearchableMap<number> {
    return this.#dictionary;
  }

  tool(doc: number): ToolSchema | undefined {
    return this.#tools[doc];
  }

  /** The document number of an indexed tool. */
  documentOf(name: string): number | undefined {
    return this.#docOf.get(name);
  }

  /** Adds a tool, or replaces the one of that name, under the weights of its terms. Returns its document number. */
  add(tool: ToolSchema, weights: ReadonlyMap<string, number> = termWeights(tool)): number {
    this.remove(tool.name);
    const doc = this.#free.pop() ?? this.#tools.length;
    this.#tools[doc] = tool;
    this.#docOf.set(tool.name, doc);
    const termIds = new Int32Array(weights.size);
    let next = 0;
    for (const [term, weight] of weights) {
      const id = this.#addTerm(term);
      termIds[next++] = id;
      append(this.#postings[id] as Posting, doc, impactOf(weight));
    }
    this.#termsOf[doc] = termIds;
    return doc;
  }

  /** Takes a tool out by the terms stored when it was added. No-op for a name that is not indexed. Returns its document number. */
  remove(name: string): number | undefined {
    const doc = this.#docOf.get(name);
    if (doc === undefined) return undefined;
    for (const id of this.#termsOf[doc] as Int32Array) drop(this.#postings[id] as Posting, doc);
    this.#docOf.delete(name);
    this.#tools[doc] = undefined;
    this.#termsOf[doc] = undefined;
    this.#free.push(doc);
    return doc;
  }

  /** Number of tools that hold the term. */
  documentFrequency(term: string): number {
    const id = this.#idOf.get(term);
    return id === undefined ? 0 : (this.#postings[id] as Posting).length;
  }

  /** The number of a term; undefined for one that was never indexed. */
  termId(term: string): number | undefined {
    return this.#idOf.get(term);
  }

  /** {@link idf} of a term by its number. */
  idfOf(termId: number): number {
    return this.idf((this.#postings[termId] as Posting).length);
  }

  /** BM25's inverse document frequency, at least 0: ln(1 + (N − df + ½) / (df + ½)). */
  idf(documentFrequency: number): number {
    return Math.log(1 + (this.size - documentFrequency + 0.5) / (documentFrequency + 0.5));
  }

  /** Adds weight × impact of a term to `scores`, noting documents that had no score before in `touched`. Returns their new number. */
  accumulate(term: string, weight: number, scores: Float64Array, touched: Int32Array, touchedCount: number): number {
    const id = this.#idOf.get(term);
    if (id === undefined) return touchedCount;
    const { docs, impacts, length } = this.#postings[id] as Posting;
    let count = touchedCount;
    for (let i = 0; i < length; i++) {
      const doc = docs[i] as number;
      if (scores[doc] === 0) touched[count++] = doc;
      (scores[doc] as number) += weight * (impacts[i] as number);
    }
    return count;
  }

  #addTerm(term: string): number {
    let id = this.#idOf.get(term);
    if (id === undefined) {
      id = this.#postings.length;
      this.#dictionary.set(term, id);
      this.#idOf.set(term, id);
      this.#postings.push({ docs: new Int32Array(2), impacts: new Float32Array(2), length: 0 });
    }
    return id;
  }
}

/** BM25F's saturation of a term's weight in one tool: 0 to k1 + 1. */
export function impactOf(weight: number): number {
  return ((k1 + 1) * weight) / (k1 + weight);
}

/** Length-normalised, field-weighted frequency of each term of a tool. */
export function termWeights(tool: ToolSchema, fields: FieldWords = fieldWords(tool)): Map<string, number> {
  const weights = new Map<string, number>();
  for (const [field, words] of fields) {
    const { weight, pivot, b } = searchFields[field];
    const length = words.reduce((sum, word) => sum + (word.whole ? 0 : 1), 0);
    const unit = weight / (1 - b + (b * Math.max(length, 1)) / pivot);
    for (const { term } of words) weights.set(term, (weights.get(term) ?? 0) + unit);
  }
  return weights;
}

function append(posting: Posting, doc: number, impact: number): void {
  if (posting.length === posting.docs.length) {
    const docs = new Int32Array(posting.length * 2);
    docs.set(posting.docs);
    const impacts = new Float32Array(posting.length * 2);
    impacts.set(posting.impacts);
    posting.docs = docs;
    posting.impacts = impacts;
  }
  posting.docs[posting.length] = doc;
  posting.impacts[posting.length] = impact;
  posting.length++;
}

function drop(posting: Posting, doc: number): void {
  const at = posting.docs.subarray(0, posting.length).indexOf(doc);
  if (at < 0) return;
  posting.length--;
  posting.docs[at] = posting.docs[posting.length] as number;
  posting.impacts[at] = posting.impacts[posting.length] as number;
}
