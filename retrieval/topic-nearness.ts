import { compareCodeUnits } from '../src/core/names.js';
import type { LexicalIndex } from './lexical-index.js';
import { type Direction, type ToolVectors, turnTowards } from './semantic/tool-vectors.js';
import type { WordVectors } from './semantic/word-vectors.js';

/** Tools that a word is compared with at most: more tell little more, and a catalog's size stops mattering. */
export const mostTools = 256;

/** Of these, the nearest whose mean counts: one may be near by chance. */
export const nearestTools = 3;

/** Words whose nearness is kept at most. */
const keptWords = 4096;

/**
 * Says how well a word fits what a catalog is about: how much nearer it is to the nearest tools than it usually is to those
 * of a catalog. Of a large catalog a fixed choice of tools is asked, by their names, so that neither the order of ingestion
 * nor the number of tools matters. Answers are kept until the catalog changes.
 */
export class TopicNearness {
  readonly #index: LexicalIndex;
  readonly #vectors: ToolVectors;
  readonly #words: WordVectors;
  /** Hashes of names by document, so that a choice after a change reads no names. */
  #hashes = new Uint32Array(0);
  #version = 0;
  #chosen: Int32Array = new Int32Array(0);
  readonly #known = new Map<string, number>();
  readonly #direction: Direction;

  constructor(index: LexicalIndex, vectors: ToolVectors, words: WordVectors) {
    this.#index = index;
    this.#vectors = vectors;
    this.#words = words;
    this.#direction = new Float32Array(words.dimensions);
  }

  /** Notes the name of a tool that the index holds as `doc`. */
  set(doc: number, name: string): void {
    if (doc >= this.#hashes.length) {
      const hashes = new Uint32Array(Math.max(64, doc + 1, Math.ceil(doc * 1.5)));
      hashes.set(this.#hashes);
      this.#hashes = hashes;
    }
    this.#hashes[doc] = hashOf(name);
  }

  /** Cosine above (or below) what is usual for the word, −1 to 1; undefined for a word without a vector. */
  of(term: string): number | undefined {
    const usual = this.#words.usualNearness(term);
    if (usual === undefined) return undefined;
    if (this.#version !== this.#index.version || this.#known.size >= keptWords) this.#forget();
    let nearness = this.#known.get(term);
    if (nearness === undefined) {
      nearness = this.#nearness(term);
      this.#known.set(term, nearness);
    }
    return nearness - usual;
  }

  #forget(): void {
    this.#known.clear();
    if (this.#version === this.#index.version) return;
    this.#version = this.#index.version;
    this.#chosen = this.#choose();
  }

  #nearness(term: string): number {
    const docs = this.#chosen;
    if (docs.length === 0) return 0;
    turnTowards(this.#direction, [term], this.#words);
    const best: number[] = new Array(Math.min(nearestTools, docs.length)).fill(-1);
    for (const doc of docs) {
      const cosine = this.#vectors.similarity(doc, this.#direction);
      if (cosine <= (best[0] as number)) continue;
      best[0] = cosine;
      best.sort((a, b) => a - b);
    }
    return best.reduce((sum, cosine) => sum + cosine, 0) / best.length;
  }

  /** Documents of all tools, or of those whose names have the lowest hashes. */
  #choose(): Int32Array {
    const { size } = this.#index;
    // hashes are spread evenly: below this bound lie twice as many as are wanted
    let bound = size <= mostTools ? Infinity : (2 ** 33 * mostTools) / size;
    let docs = this.#below(bound);
    for (; docs.length < Math.min(mostTools, size); docs = this.#below(bound)) bound *= 2;
    if (docs.length <= mostTools) return Int32Array.from(docs);
    const [hashes, index] = [this.#hashes, this.#index];
    docs.sort(
      (a, b) => (hashes[a] as number) - (hashes[b] as number) || compareCodeUnits(index.nameOf(a), index.nameOf(b)),
    );
    return Int32Array.from(docs.slice(0, mostTools));
  }

  #below(bound: number): number[] {
    const docs: number[] = [];
    for (let doc = 0; doc < this.#index.capacity; doc++)
      if ((this.#hashes[doc] as number) < bound && this.#index.tool(doc) !== undefined) docs.push(doc);
    return docs;
  }
}

/** FNV-1a, 32 bits, mixed once more, as names that differ in their last letters only come out near one another. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
