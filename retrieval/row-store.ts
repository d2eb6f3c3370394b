import { resized } from './postings.js';

/** Rows shorter than this in all are never packed. */
const leastPacked = 4096;

/** Rows of numbers by row number in one typed array. A row that is replaced leaves a hole; holes are packed away. */
export class RowStore {
  /** All rows; row `n` lies from `start(n)` on. */
  numbers: Int32Array = new Int32Array(0);
  #starts: Int32Array = new Int32Array(0);
  #lengths: Int32Array = new Int32Array(0);
  #end = 0;
  #used = 0;

  /** Where a row begins in {@link numbers}; until the next change. */
  start(row: number): number {
    return this.#starts[row] ?? 0;
  }

  /** Length of a row; 0 for one that was never set. */
  length(row: number): number {
    return this.#lengths[row] ?? 0;
  }

  /** Replaces everything by rows that lie one behind the other. The arrays are taken over. */
  fill(lengths: Int32Array, numbers: Int32Array): void {
    this.#starts = new Int32Array(lengths.length);
    let end = 0;
    for (let row = 0; row < lengths.length; row++) {
      this.#starts[row] = end;
      end += lengths[row] as number;
    }
    this.#lengths = lengths;
    this.numbers = numbers;
    this.#end = end;
    this.#used = end;
  }

  /** Puts a row in, or replaces it; an empty one takes it out. */
  set(row: number, values: ArrayLike<number>): void {
    if (row >= this.#starts.length) {
      const room = Math.max(64, row + 1, Math.ceil(this.#starts.length * 1.5));
      this.#starts = resized(this.#starts, room);
      this.#lengths = resized(this.#lengths, room);
    }
    this.#used += values.length - (this.#lengths[row] as number);
    this.#lengths[row] = 0;
    if (this.#end > leastPacked && this.#used < this.#end / 2) this.#pack();
    const end = this.#end + values.length;
    if (end > this.numbers.length)
      this.numbers = resized(this.numbers, Math.max(64, end, Math.ceil(this.numbers.length * 1.5)));
    this.numbers.set(values, this.#end);
    this.#starts[row] = this.#end;
    this.#lengths[row] = values.length;
    this.#end = end;
  }

  #pack(): void {
    const packed = new Int32Array(Math.ceil(this.#used * 1.25));
    let end = 0;
    for (let row = 0; row < this.#starts.length; row++) {
      const [start, length] = [this.#starts[row] as number, this.#lengths[row] as number];
      packed.set(this.numbers.subarray(start, start + length), end);
      this.#starts[row] = end;
      end += length;
    }
    this.numbers = packed;
    this.#end = end;
  }
}
