import SearchableMap from 'minisearch/SearchableMap';
import type { ToolSchema } from '../src/core/tool-schema.js';
import { type FieldWords, fieldWords, searchFields } from './fields.js';
import { Postings } from './postings.js';
import { RowStore } from './row-store.js';
import { CatalogLanguages } from './vocabulary/catalog-languages.js';

/** BM25F's saturation: larger lets repeated terms keep adding. */
const k1 = 2.2;

/** Most answers about words that are kept between queries. */
const maxRemembered = 10_000;

/**
 * BM25F (Robertson, Zaragoza, Taylor 2004) over compiled postings. A term's occurrences in all fields are weighted,
 * normalised by field length and merged before saturation. Lengths are measured against fixed pivots rather than the
 * catalog's averages, so that an impact depends on its tool alone: adding or removing a tool changes no other
 * tool's postings, and scores do not depend on the order of ingestion.
 */
export class LexicalIndex {
  readonly #idOf = new Map<string, number>();
  readonly #termOf: string[] = [];
  /** How often others than postings refer to a term by its number; see {@link LexicalIndex.hold}. */
  readonly #held: number[] = [];
  readonly #freeTerms: number[] = [];
  readonly #postings = new Postings();
  readonly #docOf = new Map<string, number>();
  readonly #tools: (ToolSchema | undefined)[] = [];
  readonly #names: string[] = [];
  /** Term numbers of each document, ascending: for taking it out, and to see what it holds. */
  readonly #termsOf = new RowStore();
  readonly #free: number[] = [];
  /** Terms in a radix tree, for prefixes and typos; made when first asked for. */
  #dictionary: SearchableMap<number> | undefined;
  /** Inverse document frequencies by term number, −1 for those not worked out since the change of that number. */
  #idfs: Float64Array = new Float64Array(0);
  #idfsFrom = 0;
  /** Highest impacts by term number, −1 for those not looked for since the change of that number. */
  #peaks: Float32Array = new Float32Array(0);
  #peaksFrom = 0;
  #changes = 1;
  /** Answers about words by manner and word. */
  readonly #remembered = new Map<string, Map<object, object>>();
  #rememberedWords = 0;
  #rememberedFrom = 0;
  readonly #languages = new CatalogLanguages();

  /** Number of tools indexed. */
  get size(): number {
    return this.#docOf.size;
  }

  /** Another number after each change: what was worked out under the same one still holds. */
  get version(): number {
    return this.#changes;
  }

  /** One more than the largest document number ever used: the length that score arrays need. */
  get capacity(): number {
    return this.#tools.length;
  }

  /** One more than the largest term number ever used: the length that arrays by term number need. */
  get terms(): number {
    return this.#postings.size;
  }

  /** The terms, for prefix and typo expansion. */
  get dictionary(): SearchableMap<number> {
    if (this.#dictionary === undefined) {
      this.#dictionary = new SearchableMap<number>();
      for (const [term, id] of this.#idOf) this.#dictionary.set(term, id);
    }
    return this.#dictionary;
  }

  tool(doc: number): ToolSchema | undefined {
    return this.#tools[doc];
  }

  /** The exposed name of an indexed tool. */
  nameOf(doc: number): string {
    return this.#names[doc] as string;
  }

  /** The document number of an indexed tool. */
  documentOf(name: string): number | undefined {
    return this.#docOf.get(name);
  }

  /** The languages other than English that tools are described in. */
  get languages(): CatalogLanguages {
    return this.#languages;
  }

  /** Adds a tool, or replaces the one of that name, under the weights of its terms. Returns its document number. */
  add(tool: ToolSchema, weights: ReadonlyMap<string, number> = termWeights(tool)): number {
    this.remove(tool.name);
    this.#changes++;
    const doc = this.#free.pop() ?? this.#tools.length;
    this.#tools[doc] = tool;
    this.#names[doc] = tool.name;
    this.#docOf.set(tool.name, doc);
    const termIds = new Int32Array(weights.size);
    let next = 0;
    for (const [term, weight] of weights) {
      const id = this.#addTerm(term);
      termIds[next++] = id;
      this.#postings.append(id, doc, impactOf(weight));
    }
    this.#termsOf.set(doc, termIds.sort());
    this.#languages.add(doc, [...weights.keys()]);
    return doc;
  }

  /** Takes a tool out by the terms stored when it was added. No-op for a name that is not indexed. Returns its document number. */
  remove(name: string): number | undefined {
    const doc = this.#docOf.get(name);
    if (doc === undefined) return undefined;
    this.#changes++;
    const start = this.#termsOf.start(doc);
    const end = start + this.#termsOf.length(doc);
    for (let at = start; at < end; at++) {
      const id = this.#termsOf.numbers[at] as number;
      this.#postings.drop(id, doc);
      this.#forget(id);
    }
    this.#termsOf.set(doc, []);
    this.#languages.remove(doc);
    this.#docOf.delete(name);
    this.#tools[doc] = undefined;
    this.#free.push(doc);
    return doc;
  }

  /**
   * What `make` answers, kept until the next tool comes or goes: words of requests recur, and to look for the terms
   * near to an unknown one is the dearest part of reading a request. Word and manner together must always stand for one `make`.
   */
  remembered<T extends object>(word: object, manner: string, make: () => T): T {
    if (this.#rememberedFrom !== this.#changes || this.#rememberedWords >= maxRemembered) {
      this.#remembered.clear();
      this.#rememberedWords = 0;
      this.#rememberedFrom = this.#changes;
    }
    let ofManner = this.#remembered.get(manner);
    if (ofManner === undefined) {
      ofManner = new Map();
      this.#remembered.set(manner, ofManner);
    }
    let answer = ofManner.get(word) as T | undefined;
    if (answer === undefined) {
      answer = make();
      ofManner.set(word, answer);
      this.#rememberedWords++;
    }
    return answer;
  }

  /** The term of a number. */
  termOf(termId: number): string {
    return this.#termOf[termId] as string;
  }

  /** The terms of a document, by ascending number. */
  termIdsOf(doc: number): Int32Array {
    const start = this.#termsOf.start(doc);
    return this.#termsOf.numbers.subarray(start, start + this.#termsOf.length(doc));
  }

  /** Documents and impacts of a term, documents ascending; until the next change. */
  postingsOf(termId: number): { readonly docs: Int32Array; readonly impacts: Float32Array } {
    const start = this.#postings.start(termId);
    const end = start + this.#postings.length(termId);
    return { docs: this.#postings.docs.subarray(start, end), impacts: this.#postings.impacts.subarray(start, end) };
  }

  /**
   * Fills an empty index: tools by document number, terms by term number, and each term's documents, ascending, and impacts one
   * behind the other. The arrays are taken over. A term that no document holds has to be held. `foreign` has a 1 for each
   * document in another language than English.
   */
  fill(tools: readonly ToolSchema[], terms: readonly string[], lists: FilledLists, foreign: Uint8Array): void {
    const { lengths, docs, impacts } = lists;
    this.#changes++;
    this.#postings.fill(lengths, docs, impacts);
    tools.forEach((tool, doc) => {
      this.#tools[doc] = tool;
      this.#names[doc] = tool.name;
      this.#docOf.set(tool.name, doc);
    });
    terms.forEach((term, id) => {
      this.#idOf.set(term, id);
      this.#termOf[id] = term;
      this.#held[id] = 0;
    });
    this.#termsOf.fill(...transposed(lists, tools.length));
    foreign.forEach((is, doc) => {
      if (is === 1)
        this.#languages.add(
          doc,
          Array.from(this.termIdsOf(doc), (id) => this.termOf(id)),
        );
    });
  }

  /** Number of tools that hold the term. */
  documentFrequency(term: string): number {
    const id = this.#idOf.get(term);
    return id === undefined ? 0 : this.#postings.length(id);
  }

  /** The number of a term; undefined for one that no tool holds. */
  termId(term: string): number | undefined {
    return this.#idOf.get(term);
  }

  /** Keeps the number of a term from being given to another one, until {@link LexicalIndex.release}. */
  hold(termId: number): void {
    (this.#held[termId] as number)++;
  }

  /** Takes one {@link LexicalIndex.hold} back. */
  release(termId: number): void {
    (this.#held[termId] as number)--;
    this.#forget(termId);
  }

  /** Number of tools that hold the term of that number. */
  frequencyOf(termId: number): number {
    return this.#postings.length(termId);
  }

  /** Does a document hold the term of that number? */
  holds(doc: number, termId: number): boolean {
    const { numbers } = this.#termsOf;
    let low = this.#termsOf.start(doc);
    const end = low + this.#termsOf.length(doc);
    let high = end;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[middle] as number) < termId) low = middle + 1;
      else high = middle;
    }
    return low < end && numbers[low] === termId;
  }

  /** {@link idf} of a term by its number. */
  idfOf(termId: number): number {
    const idfs = this.knownIdfs();
    const known = idfs[termId] as number;
    if (known >= 0) return known;
    const idf = this.idf(this.#postings.length(termId));
    idfs[termId] = idf;
    return idf;
  }

  /** What {@link idfOf} worked out since the last change, by term number, −1 for the rest; until the next change. */
  knownIdfs(): Float64Array {
    if (this.#idfsFrom !== this.#changes) {
      this.#idfsFrom = this.#changes;
      // with room to spare: a tool that is replaced may bring a new word each time
      if (this.#idfs.length < this.terms) this.#idfs = new Float64Array(Math.ceil(this.terms * 1.25));
      this.#idfs.fill(-1);
    }
    return this.#idfs;
  }

  /** Documents and impacts of all terms, until the next change: a term's from {@link startOf}, as many as hold it, documents ascending. */
  get pairs(): { readonly docs: Int32Array; readonly impacts: Float32Array } {
    return this.#postings;
  }

  /** Where the documents and impacts of a term begin in {@link pairs}. */
  startOf(termId: number): number {
    return this.#postings.start(termId);
  }

  /** The highest impact that a term has in any document; 0 for one that none holds. */
  highestImpactOf(termId: number): number {
    if (this.#peaksFrom !== this.#changes) {
      this.#peaksFrom = this.#changes;
      if (this.#peaks.length < this.terms) this.#peaks = new Float32Array(Math.ceil(this.terms * 1.25));
      this.#peaks.fill(-1);
    }
    let peak = this.#peaks[termId] as number;
    if (peak >= 0) return peak;
    peak = 0;
    const { impacts } = this.#postings;
    const start = this.#postings.start(termId);
    const end = start + this.#postings.length(termId);
    for (let at = start; at < end; at++) if ((impacts[at] as number) > peak) peak = impacts[at] as number;
    this.#peaks[termId] = peak;
    return peak;
  }

  /** BM25's inverse document frequency, at least 0: ln(1 + (N − df + ½) / (df + ½)). */
  idf(documentFrequency: number): number {
    return Math.log(1 + (this.size - documentFrequency + 0.5) / (documentFrequency + 0.5));
  }

  /**
   * Adds weight × idf × impact of a term to `scores`, noting documents that had no score before in `touched`. Returns
   * their new number.
   */
  accumulate(term: string, weight: number, scores: Float64Array, touched: Int32Array, touchedCount: number): number {
    const id = this.#idOf.get(term);
    if (id === undefined) return touchedCount;
    const { docs, impacts } = this.#postings;
    const factor = weight * this.idfOf(id);
    const start = this.#postings.start(id);
    const end = start + this.#postings.length(id);
    let count = touchedCount;
    for (let i = start; i < end; i++) {
      const doc = docs[i] as number;
      const score = scores[doc] as number;
      if (score === 0) touched[count++] = doc;
      scores[doc] = score + factor * (impacts[i] as number);
    }
    return count;
  }

  /** How many of the marked documents hold a term. `marked` is 1 for these, by document. */
  frequencyAmong(term: string, marked: Uint8Array): number {
    const id = this.#idOf.get(term);
    if (id === undefined) return 0;
    const { docs } = this.#postings;
    const start = this.#postings.start(id);
    const end = start + this.#postings.length(id);
    let held = 0;
    for (let i = start; i < end; i++) if (marked[docs[i] as number] === 1) held++;
    return held;
  }

  /** {@link accumulate} for marked documents alone, as if they were the `size` tools of a catalog of their own. */
  accumulateAmong(marked: Uint8Array, size: number, { term, weight }: WeightedTerm, pass: Accumulators): void {
    const id = this.#idOf.get(term);
    const held = this.frequencyAmong(term, marked);
    if (id === undefined || held === 0) return;
    const { docs, impacts } = this.#postings;
    const factor = weight * Math.log(1 + (size - held + 0.5) / (held + 0.5));
    const start = this.#postings.start(id);
    const end = start + this.#postings.length(id);
    for (let i = start; i < end; i++) {
      const doc = docs[i] as number;
      if (marked[doc] !== 1) continue;
      const score = pass.scores[doc] as number;
      if (score === 0) pass.touched[pass.count++] = doc;
      pass.scores[doc] = score + factor * (impacts[i] as number);
    }
  }

  #addTerm(term: string): number {
    let id = this.#idOf.get(term);
    if (id === undefined) {
      id = this.#freeTerms.pop() ?? this.#postings.addList();
      this.#dictionary?.set(term, id);
      this.#idOf.set(term, id);
      this.#termOf[id] = term;
      this.#held[id] = 0;
    }
    return id;
  }

  /** Gives the number of a term free that no tool holds any more, so that the vocabulary does not grow with churn. */
  #forget(id: number): void {
    if (this.#postings.length(id) > 0 || this.#held[id] !== 0) return;
    const term = this.#termOf[id] as string;
    this.#idOf.delete(term);
    this.#dictionary?.delete(term);
    this.#termOf[id] = '';
    this.#freeTerms.push(id);
  }
}

/** A term and the share of its inverse document frequency that counts. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** Scores by document, and the first `count` of `touched` the documents that have one. */
export interface Accumulators {
  readonly scores: Float64Array;
  readonly touched: Int32Array;
  count: number;
}

/** Lists of documents and impacts by term number, one behind the other. */
export interface FilledLists {
  readonly lengths: Int32Array;
  readonly docs: Int32Array;
  readonly impacts: Float32Array;
}

/** How many terms each document has, and the terms of all, document after document. */
function transposed({ lengths, docs }: FilledLists, documents: number): [lengths: Int32Array, terms: Int32Array] {
  const counts = new Int32Array(documents);
  for (const doc of docs) (counts[doc] as number)++;
  const next = new Int32Array(documents);
  for (let doc = 1; doc < documents; doc++) next[doc] = (next[doc - 1] as number) + (counts[doc - 1] as number);
  const terms = new Int32Array(docs.length);
  let at = 0;
  lengths.forEach((length, term) => {
    for (const end = at + length; at < end; at++) {
      const doc = docs[at] as number;
      terms[next[doc] as number] = term;
      (next[doc] as number)++;
    }
  });
  return [counts, terms];
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
