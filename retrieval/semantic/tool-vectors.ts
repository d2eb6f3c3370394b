import type { WordVectors } from './word-vectors.js';

/** The direction of a text in the space of the word vectors: a unit vector, or zero when no word of it is known. */
export type Direction = Float32Array;

/** The weighted sum of the vectors of a text's terms, at unit length. */
export function directionOf(terms: Iterable<readonly [string, number]>, words: WordVectors): Direction {
  const direction = new Float32Array(words.dimensions);
  for (const [term, weight] of terms) words.addTo(direction, term, weight);
  scaleToUnit(direction);
  return direction;
}

/** Makes a direction the one of terms that all weigh the same: {@link directionOf} without a new array, which costs as much as its sums. */
export function turnTowards(direction: Direction, terms: readonly string[], words: WordVectors): void {
  direction.fill(0);
  for (let at = 0; at < terms.length; at++) words.addTo(direction, terms[at] as string, 1);
  scaleToUnit(direction);
}

function scaleToUnit(direction: Direction): void {
  let squares = 0;
  for (let i = 0; i < direction.length; i++) squares += (direction[i] as number) * (direction[i] as number);
  if (squares === 0) return;
  const unit = 1 / Math.sqrt(squares);
  for (let i = 0; i < direction.length; i++) (direction[i] as number) *= unit;
}

/** Directions of a catalog's tools by document number, a byte a dimension. */
export class ToolVectors {
  #rows: Int8Array = new Int8Array(0);
  #scales: Float32Array = new Float32Array(0);
  readonly #words: WordVectors;

  constructor(words: WordVectors) {
    this.#words = words;
  }

  /** Keeps a document's direction, made of its terms and their weights. */
  set(doc: number, terms: Iterable<readonly [string, number]>): void {
    this.#reserve(doc + 1);
    const direction = directionOf(terms, this.#words);
    let largest = 0;
    for (const value of direction) largest = Math.max(largest, Math.abs(value));
    const start = doc * direction.length;
    for (let i = 0; i < direction.length; i++) {
      this.#rows[start + i] = largest === 0 ? 0 : Math.round(((direction[i] as number) / largest) * 127);
    }
    this.#scales[doc] = largest / 127;
  }

  /** A document's direction as it is kept: a byte a dimension, and what a byte of 1 stands for. */
  rowOf(doc: number): { readonly bytes: Int8Array; readonly scale: number } {
    const { dimensions } = this.#words;
    return { bytes: this.#rows.subarray(doc * dimensions, (doc + 1) * dimensions), scale: this.#scales[doc] as number };
  }

  /** Takes in the directions of all documents. The arrays are taken over. */
  fill(rows: Int8Array, scales: Float32Array): void {
    this.#rows = rows;
    this.#scales = scales;
  }

  /** Cosine of a document and a direction, −1 to 1; 0 when nothing is known of either. */
  similarity(doc: number, direction: Direction): number {
    const rows = this.#rows;
    const length = direction.length;
    const start = doc * length;
    // four sums that do not wait for one another; products of a byte and a 32-bit float add up without rounding, unless a
    // part of the direction is below 2 ** -19
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let i = 0;
    for (; i + 3 < length; i += 4) {
      const at = start + i;
      a += (rows[at] as number) * (direction[i] as number);
      b += (rows[at + 1] as number) * (direction[i + 1] as number);
      c += (rows[at + 2] as number) * (direction[i + 2] as number);
      d += (rows[at + 3] as number) * (direction[i + 3] as number);
    }
    for (; i < length; i++) a += (rows[start + i] as number) * (direction[i] as number);
    return (a + b + (c + d)) * (this.#scales[doc] as number);
  }

  #reserve(documents: number): void {
    if (this.#scales.length >= documents) return;
    const capacity = Math.max(64, documents, Math.ceil(this.#scales.length * 1.5));
    const rows = new Int8Array(capacity * this.#words.dimensions);
    rows.set(this.#rows);
    const scales = new Float32Array(capacity);
    scales.set(this.#scales);
    this.#rows = rows;
    this.#scales = scales;
  }
}
