/** No reader, no run. */
const none = -1;

/**
 * Which reader looked up which keys. Keys are kept as 32-bit hashes, one after the other in one array, so that a look-up
 * costs four bytes; two keys of one hash only make a reader be named once too often.
 */
export class ReadLog {
  /** Runs of a reader, the number of its hashes, and these. */
  #log = new Int32Array(64);
  #end = 0;
  /** Where the run of a reader begins, by its number. */
  readonly #runs: number[] = [];
  #count = 0;
  /** Whose run is the last one and grows. */
  #writer = none;
  /** Numbers in runs that are dropped. */
  #idle = 0;

  /** No reader looked anything up. */
  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** How many numbers are kept. */
  get length(): number {
    return this.#end;
  }

  /** Notes a look-up, of a key as {@link hashOf} it, by `reader`, a number from 0. */
  note(hash: number, reader: number): void {
    if (this.#writer !== reader) this.#open(reader);
    this.#push(hash);
    const size = (this.#runs[reader] as number) + 1;
    this.#log[size] = this.#at(size) + 1;
  }

  /** Notes several look-ups. */
  noteAll(hashes: readonly number[], reader: number): void {
    if (hashes.length === 0) return;
    if (this.#writer !== reader) this.#open(reader);
    for (const hash of hashes) this.#push(hash);
    const size = (this.#runs[reader] as number) + 1;
    this.#log[size] = this.#at(size) + hashes.length;
  }

  /** Drops what a reader looked up. */
  forget(reader: number): void {
    const run = this.#runs[reader] ?? none;
    if (run === none) return;
    this.#log[run] = none;
    this.#idle += this.#sizeAt(run);
    this.#runs[reader] = none;
    this.#count--;
    if (this.#writer === reader) this.#writer = none;
    if (this.#idle * 2 > this.#end && this.#end > 1024) this.#tidy();
  }

  /** Readers that looked up one of these keys, given as {@link hashOf} them; one that did not may be among them. */
  readersOf(hashes: ReadonlySet<number>): number[] {
    const found: number[] = [];
    for (let run = 0; run < this.#end; run += this.#sizeAt(run)) {
      const reader = this.#at(run);
      if (reader === none) continue;
      const end = run + this.#sizeAt(run);
      for (let at = run + 2; at < end; at++) {
        if (!hashes.has(this.#at(at))) continue;
        found.push(reader);
        break;
      }
    }
    return found;
  }

  /** Every reader that looked something up. */
  readers(): number[] {
    return [...this.#runs.keys()].filter((reader) => this.#runs[reader] !== none);
  }

  /** Begins a run at the end, with what the reader had before. */
  #open(reader: number): void {
    const run = this.#runs[reader] ?? none;
    const known = run === none ? [] : this.#log.slice(run + 2, run + this.#sizeAt(run));
    this.forget(reader);
    while (this.#runs.length < reader) this.#runs.push(none);
    this.#runs[reader] = this.#end;
    this.#count++;
    this.#writer = reader;
    for (const value of [reader, known.length, ...known]) this.#push(value);
  }

  #push(value: number): void {
    if (this.#end === this.#log.length) {
      const longer = new Int32Array(this.#end * 2);
      longer.set(this.#log);
      this.#log = longer;
    }
    this.#log[this.#end++] = value;
  }

  #at(place: number): number {
    return this.#log[place] as number;
  }

  #sizeAt(run: number): number {
    return 2 + this.#at(run + 1);
  }

  #tidy(): void {
    let to = 0;
    for (let run = 0, size = 0; run < this.#end; run += size) {
      size = this.#sizeAt(run);
      const reader = this.#at(run);
      if (reader === none) continue;
      this.#log.copyWithin(to, run, run + size);
      this.#runs[reader] = to;
      to += size;
    }
    this.#end = to;
    this.#idle = 0;
  }
}

/** FNV-1a over the UTF-16 units of a text, as a signed 32-bit number. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  return hash;
}
