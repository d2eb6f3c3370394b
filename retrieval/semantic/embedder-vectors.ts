/** Vectors as they are saved. */
export interface SavedVectors {
  /** Id of the embedder that made them. */
  readonly embedder: string;
  readonly dimensions: number;
  /** What each vector is of, in the order of the vectors. */
  readonly keys: readonly string[];
  /** The vectors, a signed byte a number, in base64. */
  readonly vectors: string;
}

/** A unit vector, a signed byte a number: `bytes` times `scale`. */
export interface ByteVector {
  readonly bytes: Int8Array;
  readonly scale: number;
}

/** A vector of any length but 0 in bytes; what it stands for has length 1. */
export function byteVector(vector: Float32Array): ByteVector {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const bytes = Int8Array.from(vector, (value) => Math.round((value / largest) * 127));
  return { bytes, scale: unitScale(bytes) };
}

/** What makes the length of bytes 1. */
function unitScale(bytes: Int8Array): number {
  let squares = 0;
  for (const value of bytes) squares += value * value;
  return 1 / Math.sqrt(squares);
}

/**
 * Unit vectors of one embedder by key, a signed byte a number: a quarter of the memory, and cosines within about 0.005 of
 * the exact ones. Rows have numbers, so that a scan is one pass over one array.
 */
export class VectorTable {
  readonly embedder: string;
  readonly dimensions: number;
  readonly #rowOf = new Map<string, number>();
  #bytes: Int8Array;
  /** By row: what makes a stored vector's length 1. */
  #scales: Float32Array;

  constructor(embedder: string, dimensions: number, capacity = 0) {
    this.embedder = embedder;
    this.dimensions = dimensions;
    this.#bytes = new Int8Array(capacity * dimensions);
    this.#scales = new Float32Array(capacity);
  }

  get size(): number {
    return this.#rowOf.size;
  }

  /** Number of a key's row. */
  rowOf(key: string): number | undefined {
    return this.#rowOf.get(key);
  }

  /** Keeps a unit vector under a key, in place of the one before. */
  set(key: string, vector: Float32Array): void {
    const row = this.#claimRow(key);
    const { bytes, scale } = byteVector(vector);
    this.#bytes.set(bytes, row * this.dimensions);
    this.#scales[row] = scale;
  }

  /** Cosine of a row and a vector, −1 to 1. */
  similarity(row: number, { bytes: asked, scale }: ByteVector): number {
    const bytes = this.#bytes;
    const start = row * this.dimensions;
    const whole = asked.length & ~3;
    // Whole numbers, four sums at a time: three times as fast as one sum of fractions. None can overflow.
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let i = 0; i < whole; i += 4) {
      const at = start + i;
      a = (a + (bytes[at] as number) * (asked[i] as number)) | 0;
      b = (b + (bytes[at + 1] as number) * (asked[i + 1] as number)) | 0;
      c = (c + (bytes[at + 2] as number) * (asked[i + 2] as number)) | 0;
      d = (d + (bytes[at + 3] as number) * (asked[i + 3] as number)) | 0;
    }
    for (let i = whole; i < asked.length; i++) a += (bytes[start + i] as number) * (asked[i] as number);
    return (a + b + c + d) * (this.#scales[row] as number) * scale;
  }

  /** The stored numbers of a row, −127 to 127; a view that later changes move under. */
  bytesOf(row: number): Int8Array {
    return this.#bytes.subarray(row * this.dimensions, (row + 1) * this.dimensions);
  }

  /** What a row's numbers are times to have length 1. */
  scaleOf(row: number): number {
    return this.#scales[row] as number;
  }

  /** The vectors of these keys, as far as they are here. */
  save(keys: Iterable<string>): SavedVectors {
    const held = [...new Set(keys)].filter((key) => this.#rowOf.has(key)).sort();
    const bytes = new Int8Array(held.length * this.dimensions);
    held.forEach((key, at) => {
      bytes.set(this.bytesOf(this.#rowOf.get(key) as number), at * this.dimensions);
    });
    const vectors = Buffer.from(bytes.buffer).toString('base64');
    return { embedder: this.embedder, dimensions: this.dimensions, keys: held, vectors };
  }

  /** The table that was saved; undefined when the numbers do not fit the keys. */
  static restore(saved: SavedVectors): VectorTable | undefined {
    const { embedder, dimensions, keys, vectors } = saved;
    const bytes = Buffer.from(vectors, 'base64');
    if (bytes.length !== keys.length * dimensions) return undefined;
    const table = new VectorTable(embedder, dimensions, keys.length);
    table.#bytes.set(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length));
    keys.forEach((key, row) => {
      table.#rowOf.set(key, row);
      table.#scales[row] = unitScale(table.bytesOf(row));
    });
    return table.#rowOf.size === keys.length && table.#scales.every(Number.isFinite) ? table : undefined;
  }

  #claimRow(key: string): number {
    const known = this.#rowOf.get(key);
    if (known !== undefined) return known;
    const row = this.#rowOf.size;
    if (row >= this.#scales.length) this.#grow(row + 1);
    this.#rowOf.set(key, row);
    return row;
  }

  #grow(rows: number): void {
    const capacity = Math.max(64, rows, Math.ceil(this.#scales.length * 1.5));
    const bytes = new Int8Array(capacity * this.dimensions);
    bytes.set(this.#bytes);
    const scales = new Float32Array(capacity);
    scales.set(this.#scales);
    this.#bytes = bytes;
    this.#scales = scales;
  }
}
