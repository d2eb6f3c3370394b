/** Smallest block of a list, and the fraction of the arrays that must be unused before they are packed. */
const smallestBlock = 2;
const packing = { least: 4096, usedShare: 0.25 } as const;

/**
 * Lists of (document, impact) pairs by term number, all in two typed arrays: no object a list. A list lies in a block
 * of a power of two and moves to one twice as long when it is full; the block it leaves serves another list.
 * Within a list documents ascend.
 */
export class Postings {
  docs: Int32Array = new Int32Array(0);
  impacts: Float32Array = new Float32Array(0);
  #starts: Int32Array = new Int32Array(0);
  #lengths: Int32Array = new Int32Array(0);
  #capacities: Int32Array = new Int32Array(0);
  #lists = 0;
  /** Blocks that no list uses, by the logarithm of their length. */
  #spare: number[][] = [];
  /** Where the part of the arrays begins that was never used. */
  #end = 0;
  #pairs = 0;

  /** Number of lists. */
  get size(): number {
    return this.#lists;
  }

  /** Number of pairs in all lists. */
  get pairs(): number {
    return this.#pairs;
  }

  /** Where a list begins in {@link docs} and {@link impacts}; until the next change. */
  start(list: number): number {
    return this.#starts[list] as number;
  }

  length(list: number): number {
    return this.#lengths[list] as number;
  }

  /** A new empty list; its number. Numbers count up from 0. */
  addList(): number {
    if (this.#lists === this.#starts.length) {
      const room = Math.max(64, Math.ceil(this.#lists * 1.5));
      this.#starts = resized(this.#starts, room);
      this.#lengths = resized(this.#lengths, room);
      this.#capacities = resized(this.#capacities, room);
    }
    return this.#lists++;
  }

  /** Replaces everything by lists that lie one behind the other, documents ascending. The arrays are taken over. */
  fill(lengths: Int32Array, docs: Int32Array, impacts: Float32Array): void {
    const starts = new Int32Array(lengths.length);
    let end = 0;
    for (let list = 0; list < lengths.length; list++) {
      starts[list] = end;
      end += lengths[list] as number;
    }
    this.docs = docs;
    this.impacts = impacts;
    this.#starts = starts;
    this.#lengths = lengths;
    this.#capacities = lengths.slice();
    this.#lists = lengths.length;
    this.#spare = [];
    this.#end = end;
    this.#pairs = end;
  }

  append(list: number, doc: number, impact: number): void {
    const length = this.#lengths[list] as number;
    if (length === this.#capacities[list]) this.#move(list, Math.max(smallestBlock, length * 2));
    const start = this.#starts[list] as number;
    const end = start + length;
    let at = end;
    if (length > 0 && (this.docs[end - 1] as number) > doc) {
      at = this.#placeOf(list, doc);
      this.docs.copyWithin(at + 1, at, end);
      this.impacts.copyWithin(at + 1, at, end);
    }
    this.docs[at] = doc;
    this.impacts[at] = impact;
    this.#lengths[list] = length + 1;
    this.#pairs++;
  }

  /** Takes a document's pair out of a list; no-op when it is not there. */
  drop(list: number, doc: number): void {
    const end = (this.#starts[list] as number) + (this.#lengths[list] as number);
    const at = this.#placeOf(list, doc);
    if (at === end || this.docs[at] !== doc) return;
    this.docs.copyWithin(at, at + 1, end);
    this.impacts.copyWithin(at, at + 1, end);
    (this.#lengths[list] as number)--;
    this.#pairs--;
    if (this.#end > packing.least && this.#pairs < this.#end * packing.usedShare) this.#pack();
  }

  /** Where a document lies in a list, or where it would have to. */
  #placeOf(list: number, doc: number): number {
    let low = this.#starts[list] as number;
    let high = low + (this.#lengths[list] as number);
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.docs[middle] as number) < doc) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Gives a list a block of at least `capacity`. */
  #move(list: number, capacity: number): void {
    const from = this.#starts[list] as number;
    const old = this.#capacities[list] as number;
    const level = Math.ceil(Math.log2(capacity));
    const block = 2 ** level;
    const to = this.#spare[level]?.pop() ?? this.#fresh(block);
    this.docs.copyWithin(to, from, from + (this.#lengths[list] as number));
    this.impacts.copyWithin(to, from, from + (this.#lengths[list] as number));
    this.#starts[list] = to;
    this.#capacities[list] = block;
    if (old > 0) this.#release(from, old);
  }

  /** Keeps a block for another list; of one whose length is no power of two, the largest part that is. */
  #release(start: number, length: number): void {
    const level = Math.floor(Math.log2(length));
    const spare = this.#spare[level];
    if (spare === undefined) this.#spare[level] = [start];
    else spare.push(start);
  }

  #fresh(block: number): number {
    const start = this.#end;
    this.#end += block;
    if (this.#end > this.docs.length) {
      const room = Math.max(this.#end, Math.ceil(this.docs.length * 1.5), packing.least);
      this.docs = resized(this.docs, room);
      const impacts = new Float32Array(room);
      impacts.set(this.impacts);
      this.impacts = impacts;
    }
    return start;
  }

  /** Lays all lists out anew, one behind the other, so that memory returns when most of a catalog is gone. */
  #pack(): void {
    const [docs, impacts] = [new Int32Array(this.#pairs), new Float32Array(this.#pairs)];
    let end = 0;
    for (let list = 0; list < this.#lists; list++) {
      const [start, length] = [this.#starts[list] as number, this.#lengths[list] as number];
      docs.set(this.docs.subarray(start, start + length), end);
      impacts.set(this.impacts.subarray(start, start + length), end);
      this.#starts[list] = end;
      this.#capacities[list] = length;
      end += length;
    }
    this.docs = docs;
    this.impacts = impacts;
    this.#end = end;
    this.#spare = [];
  }
}

/** The numbers in an array of another length, the rest 0. */
export function resized(numbers: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const result = new Int32Array(length);
  result.set(numbers.length > length ? numbers.subarray(0, length) : numbers);
  return result;
}
