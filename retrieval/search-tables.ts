import { type Columns, numbersOf, textsOf } from '../src/core/columns.js';

/** Columns of a search index after it was checked that they fit one another. */
export class SearchTables {
  readonly terms: readonly string[];
  /** By term: how many rows hold it. */
  readonly lengths: Int32Array;
  /** Rows of the terms and their impacts, term after term. */
  readonly rows: Int32Array;
  readonly impacts: Float32Array;
  readonly headingLengths: Int32Array;
  readonly headings: Int32Array;
  readonly names: readonly string[];
  readonly nameLengths: Int32Array;
  readonly nameRows: Int32Array;
  readonly intents: Uint16Array;
  /** By row: 1 for a tool in another language than English. */
  readonly foreign: Uint8Array;
  readonly objects: readonly string[];
  readonly objectOf: Int32Array;
  readonly ofCaller: Uint8Array;
  readonly directions: Int8Array;
  readonly scales: Float32Array;

  constructor(columns: FoundColumns) {
    this.terms = columns.terms;
    this.lengths = columns.lengths;
    this.rows = rowsOf(columns.lengths, columns.steps);
    this.impacts = columns.impacts;
    this.headingLengths = columns.headingLengths;
    this.headings = columns.headings;
    this.names = columns.names;
    this.nameLengths = columns.nameLengths;
    this.nameRows = columns.nameRows;
    this.intents = columns.intents;
    this.foreign = columns.foreign;
    this.objects = columns.objects;
    this.objectOf = columns.objectOf;
    this.ofCaller = columns.ofCaller;
    this.directions = columns.directions;
    this.scales = columns.scales;
  }

  /** Number of rows: one a tool. */
  get documents(): number {
    return this.intents.length;
  }

  /** Do all numbers point at something that is there? */
  get isWhole(): boolean {
    const { documents, terms, headings } = this;
    const perDocument = [this.foreign, this.objectOf, this.ofCaller, this.scales, this.headingLengths];
    return (
      terms.length === this.lengths.length &&
      this.names.length === this.nameLengths.length &&
      this.impacts.length === this.rows.length &&
      perDocument.every((column) => column.length === documents) &&
      sumOf(this.lengths) === this.rows.length &&
      sumOf(this.nameLengths) === this.nameRows.length &&
      sumOf(this.headingLengths) === headings.length &&
      isBelow(this.rows, documents) &&
      ascend(this.lengths, this.rows) &&
      isBelow(this.nameRows, documents) &&
      isBelow(this.objectOf, this.objects.length) &&
      areAbove(this.impacts, 0) &&
      new Set(terms).size === terms.length &&
      areHeadings(this.headingLengths, headings, terms.length)
    );
  }

  /** All that the tables say of each of these rows, as texts that are equal when it is. */
  describe(rows: readonly number[]): string[] {
    const wanted = new Int32Array(this.documents).fill(-1);
    rows.forEach((row, at) => {
      wanted[row] = at;
    });
    const words = rows.map((): unknown[] => []);
    forWanted(this.lengths, this.rows, wanted, (place, term, at) => {
      words[place]?.push(this.terms[term], this.impacts[at]);
    });
    const names = rows.map((): string[] => []);
    forWanted(this.nameLengths, this.nameRows, wanted, (place, name) => names[place]?.push(this.names[name] as string));
    const headings = this.#headingsOf(wanted);
    const dimensions = this.directions.length / Math.max(1, this.documents);
    return rows.map((row, at) =>
      JSON.stringify([
        words[at],
        names[at]?.sort(),
        headings[at],
        this.intents[row],
        this.foreign[row],
        this.objects[this.objectOf[row] as number],
        this.ofCaller[row],
        [...this.directions.subarray(row * dimensions, (row + 1) * dimensions)],
        this.scales[row],
      ]),
    );
  }

  #headingsOf(wanted: Int32Array): unknown[] {
    const found: unknown[] = [];
    let start = 0;
    this.headingLengths.forEach((length, row) => {
      const place = wanted[row] as number;
      if (place >= 0) {
        const heading: unknown[] = [];
        for (let at = start; at < start + length; ) {
          const next = at + 1 + (this.headings[at] as number);
          heading.push(Array.from(this.headings.subarray(at + 1, next), (term) => this.terms[term]));
          at = next;
        }
        found[place] = heading;
      }
      start += length;
    });
    return found;
  }
}

/** The tables that columns hold; undefined when one is missing or they do not fit one another. */
export function readTables(columns: Columns): SearchTables | undefined {
  const found = findColumns(columns);
  if (found === undefined) return undefined;
  const tables = new SearchTables(found);
  return tables.isWhole ? tables : undefined;
}

type FoundColumns = Exclude<ReturnType<typeof findColumns>, undefined>;

function findColumns(columns: Columns) {
  const ints = (name: string) => numbersOf(columns, `search.${name}`, Int32Array);
  const floats = (name: string) => numbersOf(columns, `search.${name}`, Float32Array);
  const texts = (name: string) => textsOf(columns, `search.${name}`);
  const found = {
    terms: texts('terms'),
    lengths: ints('lengths'),
    steps: ints('steps'),
    impacts: floats('impacts'),
    headingLengths: ints('headingLengths'),
    headings: ints('headings'),
    names: texts('names'),
    nameLengths: ints('nameLengths'),
    nameRows: ints('nameRows'),
    intents: numbersOf(columns, 'search.intents', Uint16Array),
    foreign: numbersOf(columns, 'search.foreign', Uint8Array),
    objects: texts('objects'),
    objectOf: ints('objectOf'),
    ofCaller: numbersOf(columns, 'search.ofCaller', Uint8Array),
    directions: numbersOf(columns, 'search.directions', Int8Array),
    scales: floats('scales'),
  };
  return isComplete(found) ? found : undefined;
}

function isComplete<T extends object>(found: T): found is { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.values(found).every((column) => column !== undefined);
}

/** Rows from their distances, list by list. */
function rowsOf(lengths: Int32Array, steps: Int32Array): Int32Array {
  const rows = new Int32Array(steps.length);
  let at = 0;
  for (const length of lengths) {
    let row = 0;
    for (const end = Math.min(at + length, steps.length); at < end; at++) {
      row += steps[at] as number;
      rows[at] = row;
    }
  }
  return rows;
}

/** Calls for each entry of lists of rows that is wanted, with its place among the wanted ones. */
function forWanted(
  lengths: Int32Array,
  rows: Int32Array,
  wanted: Int32Array,
  call: (place: number, list: number, at: number) => void,
): void {
  let at = 0;
  for (let list = 0; list < lengths.length; list++)
    for (const end = at + (lengths[list] as number); at < end; at++) {
      const place = wanted[rows[at] as number] as number;
      if (place >= 0) call(place, list, at);
    }
}

function sumOf(numbers: Int32Array): number {
  let sum = 0;
  for (const number of numbers) {
    if (number < 0) return Number.NaN;
    sum += number;
  }
  return sum;
}

function isBelow(numbers: Int32Array, limit: number): boolean {
  for (const number of numbers) if (number < 0 || number >= limit) return false;
  return true;
}

/** Do the rows of each list ascend? */
function ascend(lengths: Int32Array, rows: Int32Array): boolean {
  let start = 0;
  for (const length of lengths) {
    const end = start + length;
    for (let at = start + 1; at < end; at++) if ((rows[at] as number) <= (rows[at - 1] as number)) return false;
    start = end;
  }
  return true;
}

function areAbove(numbers: Float32Array, limit: number): boolean {
  for (const number of numbers) if (!(number > limit)) return false;
  return true;
}

/** Is every row of headings a list of lengths, each followed by as many numbers of terms? */
function areHeadings(lengths: Int32Array, headings: Int32Array, terms: number): boolean {
  let at = 0;
  for (const length of lengths) {
    const end = at + length;
    while (at < end) {
      const next = at + 1 + (headings[at] as number);
      if (!((headings[at] as number) >= 0 && next <= end)) return false;
      for (at++; at < next; at++)
        if (!((headings[at] as number) >= 0 && (headings[at] as number) < terms)) return false;
    }
  }
  return true;
}
