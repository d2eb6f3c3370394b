import { usualNearness } from './usual-nearness-data.js';
import * as data from './word-vectors-data.js';

const { dimensions, neighbourCount } = data;

/** A term near to another in meaning. */
export interface RelatedTerm {
  readonly term: string;
  /** Cosine of the two vectors, up to 1. */
  readonly similarity: number;
}

/**
 * Vectors of common English and API words, learned from public API descriptions (`bench/learn-vectors`). Their terms are
 * those of the tokenizer; a vector's length is the weight that its word has in a text.
 */
export class WordVectors {
  readonly dimensions = dimensions;
  readonly #terms: readonly string[];
  readonly #rowOf: ReadonlyMap<string, number>;
  readonly #rows: Float32Array;
  readonly #lengths: Float32Array;
  readonly #neighbours: Uint16Array;
  readonly #usual: Uint8Array;

  constructor() {
    this.#terms = data.terms.split(' ');
    this.#rowOf = new Map(this.#terms.map((term, row) => [term, row]));
    this.#rows = scaledRows(new Int8Array(bytesOf(data.rows)), new Float32Array(bytesOf(data.scales)));
    this.#lengths = lengthsOf(this.#rows);
    this.#neighbours = new Uint16Array(bytesOf(data.neighbours));
    this.#usual = new Uint8Array(bytesOf(usualNearness));
  }

  /** Number of terms with a vector. */
  get size(): number {
    return this.#terms.length;
  }

  has(term: string): boolean {
    return this.#rowOf.has(term);
  }

  /** How much a word says about what a text is about: the length of its vector, about 0.2 to 1.3; undefined without one. */
  lengthOf(term: string): number | undefined {
    const row = this.#rowOf.get(term);
    return row === undefined ? undefined : (this.#lengths[row] as number);
  }

  /** The mean cosine of a word and of the three tools nearest to it in a catalog, over many catalogs, 0 to 1; undefined without a vector. */
  usualNearness(term: string): number | undefined {
    const row = this.#rowOf.get(term);
    return row === undefined ? undefined : (this.#usual[row] as number) / 255;
  }

  /** Adds `weight` times a term's vector to `sum`. Returns false, and adds nothing, for a term without one. */
  addTo(sum: Float32Array, term: string, weight: number): boolean {
    const row = this.#rowOf.get(term);
    if (row === undefined) return false;
    const rows = this.#rows;
    const start = row * dimensions;
    for (let i = 0; i < dimensions; i++) (sum[i] as number) += weight * (rows[start + i] as number);
    return true;
  }

  /** Terms near to a term, nearest first; none for a term without a vector. */
  *related(term: string): Generator<RelatedTerm> {
    const row = this.#rowOf.get(term);
    if (row === undefined) return;
    for (let i = 0; i < neighbourCount; i++) {
      const other = this.#neighbours[row * neighbourCount + i] as number;
      yield { term: this.#terms[other] as string, similarity: this.#cosine(row, other) };
    }
  }

  #cosine(a: number, b: number): number {
    const rows = this.#rows;
    let sum = 0;
    for (let i = 0; i < dimensions; i++) {
      sum += (rows[a * dimensions + i] as number) * (rows[b * dimensions + i] as number);
    }
    return sum / ((this.#lengths[a] as number) * (this.#lengths[b] as number));
  }
}

let shared: WordVectors | undefined;

/** The one set of vectors that ships; decoded when first asked for. */
export function wordVectors(): WordVectors {
  shared ??= new WordVectors();
  return shared;
}

function bytesOf(base64: string): ArrayBuffer {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes.buffer;
}

function scaledRows(quantised: Int8Array, scaleOf: Float32Array): Float32Array {
  const result = new Float32Array(quantised.length);
  for (let i = 0; i < quantised.length; i++) {
    result[i] = (quantised[i] as number) * (scaleOf[Math.floor(i / dimensions)] as number);
  }
  return result;
}

function lengthsOf(values: Float32Array): Float32Array {
  const lengths = new Float32Array(values.length / dimensions);
  for (let i = 0; i < values.length; i++) (lengths[Math.floor(i / dimensions)] as number) += (values[i] as number) ** 2;
  return lengths.map((sum) => Math.sqrt(sum) || 1);
}
