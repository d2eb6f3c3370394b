import type { ToolSchema } from '../../src/core/tool-schema.js';
import type { Acceptance } from '../retrieve-options.js';
import { TopDocs } from '../top-k.js';
import { textKey } from './embedder-text.js';
import type { ByteVector, VectorTable } from './embedder-vectors.js';

/**
 * Up to this many tools every vector is compared with a query. In larger catalogs the signs of the numbers are
 * compared first, 32 at a time, and only the tools with the most equal signs in full.
 */
const exactUpTo = 10_000;
const comparedInFull = 2000;

/** Tools from which mean and spread of the similarities are taken in larger catalogs: every n-th. */
const sampled = 2000;

/** How a query's similarities lie over a catalog. */
export interface Spread {
  readonly mean: number;
  readonly deviation: number;
  /** Tools they were taken from. */
  readonly tools: number;
}

/** The tools of one state of a catalog beside their vectors. */
export class VectorScan {
  readonly #table: VectorTable;
  readonly #tools: readonly ToolSchema[];
  /** By position in `#tools`. */
  readonly #rows: Int32Array;
  readonly #exactUpTo: number;
  #signs: Signs | undefined;
  #last: { readonly query: ByteVector; readonly values: Float32Array } | undefined;

  /** Tools that have no vector are left out; `missing` counts them. */
  constructor(table: VectorTable, tools: readonly ToolSchema[], limit = exactUpTo) {
    const withVector = tools.filter((tool) => table.rowOf(textKey(tool)) !== undefined);
    this.missing = tools.length - withVector.length;
    this.#table = table;
    this.#tools = withVector;
    this.#rows = Int32Array.from(withVector, (tool) => table.rowOf(textKey(tool)) as number);
    this.#exactUpTo = limit;
  }

  /** Tools of the catalog without a vector. */
  readonly missing: number;

  get size(): number {
    return this.#tools.length;
  }

  /** Cosine of a tool and a query; undefined for a tool without a vector. */
  similarity(tool: ToolSchema, query: ByteVector): number | undefined {
    const row = this.#table.rowOf(textKey(tool));
    return row === undefined ? undefined : this.#table.similarity(row, query);
  }

  /** Mean and standard deviation of the similarities of a query. */
  spread(query: ByteVector): Spread {
    const values = this.#compared(query);
    let sum = 0;
    let squares = 0;
    for (const value of values) {
      sum += value;
      squares += value * value;
    }
    const tools = values.length;
    const mean = sum / Math.max(1, tools);
    return { mean, deviation: Math.sqrt(Math.max(0, squares / Math.max(1, tools) - mean * mean)), tools };
  }

  /** The tools nearest to a query that pass the filters, nearest first; equal ones in the order of the catalog. */
  nearest(query: ByteVector, limit: number, accepts: Acceptance | undefined): ToolSchema[] {
    const best = new TopDocs((a, b) => a < b);
    best.start(Math.min(limit, this.size));
    const values = this.#isSmall ? this.#compared(query) : undefined;
    for (const at of this.#candidates(query, accepts)) {
      const value = values?.[at] ?? this.#table.similarity(this.#rows[at] as number, query);
      if (value < best.floor) continue;
      if (accepts === undefined || accepts(this.#tools[at] as ToolSchema)) best.offer(at, value);
    }
    best.sort();
    return best.hits(0, limit).map(({ doc }) => this.#tools[doc] as ToolSchema);
  }

  get #isSmall(): boolean {
    return this.size <= this.#exactUpTo;
  }

  /** Similarities by position, of every tool or, in a large catalog, of every n-th. The last query's are kept. */
  #compared(query: ByteVector): Float32Array {
    if (this.#last?.query !== query) {
      const step = this.#isSmall ? 1 : Math.max(1, Math.floor(this.size / sampled));
      const values = new Float32Array(Math.ceil(this.size / step));
      for (let i = 0; i < values.length; i++) values[i] = this.#table.similarity(this.#rows[i * step] as number, query);
      this.#last = { query, values };
    }
    return this.#last.values;
  }

  #candidates(query: ByteVector, accepts: Acceptance | undefined): Iterable<number> {
    if (this.#isSmall) return this.#rows.keys();
    this.#signs ??= new Signs(this.#table, this.#rows);
    const accepted = accepts === undefined ? undefined : (at: number) => accepts(this.#tools[at] as ToolSchema);
    return this.#signs.likeliest(query, comparedInFull, accepted);
  }
}

/** One bit a number of each vector: is it above the mean of that number over the catalog? */
class Signs {
  readonly #words: Int32Array;
  readonly #wordsEach: number;
  readonly #count: number;
  readonly #means: Float32Array;

  constructor(table: VectorTable, rows: Int32Array) {
    this.#count = rows.length;
    this.#wordsEach = Math.ceil(table.dimensions / 32);
    this.#words = new Int32Array(this.#count * this.#wordsEach);
    this.#means = new Float32Array(table.dimensions);
    for (const row of rows) this.#addToMeans(table.bytesOf(row), table.scaleOf(row) / rows.length);
    rows.forEach((row, at) => {
      this.#write(this.#words, at * this.#wordsEach, table.bytesOf(row), table.scaleOf(row));
    });
  }

  /** Positions of the vectors with the most signs in common with the query, about `limit` of them and never fewer. */
  likeliest(query: ByteVector, limit: number, accepted: ((at: number) => boolean) | undefined): number[] {
    const asked = new Int32Array(this.#wordsEach);
    this.#write(asked, 0, query.bytes, query.scale);
    const distances = new Uint16Array(this.#count);
    const histogram = new Uint32Array(32 * this.#wordsEach + 1);
    for (let at = 0; at < this.#count; at++) {
      let distance = 0;
      const start = at * this.#wordsEach;
      for (let i = 0; i < this.#wordsEach; i++)
        distance += bitCount((this.#words[start + i] as number) ^ (asked[i] as number));
      distances[at] = distance;
      if (accepted === undefined || accepted(at)) (histogram[distance] as number)++;
    }
    let furthest = 0;
    for (let found = histogram[0] as number; found < limit && furthest < histogram.length - 1; )
      found += histogram[++furthest] as number;
    const likely: number[] = [];
    for (let at = 0; at < this.#count; at++) if ((distances[at] as number) <= furthest) likely.push(at);
    return likely;
  }

  #write(words: Int32Array, start: number, bytes: Int8Array, scale: number): void {
    for (let i = 0; i < bytes.length; i++)
      if ((bytes[i] as number) * scale > (this.#means[i] as number))
        (words[start + (i >> 5)] as number) |= 1 << (i & 31);
  }

  #addToMeans(bytes: Int8Array, weight: number): void {
    for (let i = 0; i < bytes.length; i++) (this.#means[i] as number) += (bytes[i] as number) * weight;
  }
}

/** Bits that are set in 32. */
function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
