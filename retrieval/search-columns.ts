import type { Columns } from '../src/core/columns.js';
import type { ToolSchema } from '../src/core/tool-schema.js';
import type { LexicalIndex } from './lexical-index.js';
import type { NameCoverage } from './name-coverage.js';
import type { OperationAgreement } from './operation-agreement.js';
import { readTables, type SearchTables } from './search-tables.js';
import type { ToolVectors } from './semantic/tool-vectors.js';

/** What a retriever keeps of its tools, by document number. */
export interface SearchParts {
  readonly index: LexicalIndex;
  readonly coverage: NameCoverage;
  readonly operations: OperationAgreement;
  readonly vectors: ToolVectors;
  readonly dimensions: number;
  readonly intentsOf: (doc: number) => number;
  readonly setIntents: (intents: Uint16Array) => void;
  readonly docsByNameKey: Map<string, Set<number>>;
}

/** What the parts hold of some of their tools, numbered in the order of these; terms are numbered by code units. */
export function searchColumns(tools: readonly ToolSchema[], parts: SearchParts): Columns {
  const docs = Int32Array.from(tools, ({ name }) => parts.index.documentOf(name) ?? -1);
  const rowOf = new Int32Array(parts.index.capacity).fill(-1);
  docs.forEach((doc, row) => {
    rowOf[doc] = row;
  });
  const headings = Array.from(docs, (doc) => parts.coverage.rowOf(doc));
  const terms = termsOf(docs, headings, parts.index);
  const words = postingColumns(terms, rowOf, docs, parts);
  const named = nameKeyColumns(rowOf, parts);
  const described = documentColumns(docs, parts);
  return {
    numbers: {
      ...words,
      ...named.numbers,
      ...described.numbers,
      'search.headingLengths': Int32Array.from(headings, (row) => row.length),
      'search.headings': renumbered(headings, terms),
    },
    texts: { 'search.terms': terms.map(({ text }) => text), ...named.texts, ...described.texts },
  };
}

interface Term {
  readonly text: string;
  /** Its number in the index. */
  readonly id: number;
}

/** Every term of the documents and of their headings, ordered by code units. */
function termsOf(docs: Int32Array, headings: readonly Int32Array[], index: LexicalIndex): Term[] {
  const used = new Uint8Array(index.terms);
  for (const doc of docs) for (const id of index.termIdsOf(doc)) used[id] = 1;
  for (const row of headings) forTerms(row, (id) => (used[id] = 1));
  const terms: Term[] = [];
  used.forEach((is, id) => {
    if (is === 1) terms.push({ text: index.termOf(id), id });
  });
  return terms.sort((a, b) => (a.text < b.text ? -1 : 1));
}

/** Calls for each term number of a row of headings; the numbers between them are lengths. */
function forTerms(row: Int32Array, call: (id: number, at: number) => void): void {
  for (let at = 0; at < row.length; ) {
    const next = at + 1 + (row[at] as number);
    for (at++; at < next; at++) call(row[at] as number, at);
  }
}

function renumbered(headings: readonly Int32Array[], terms: readonly Term[]): Int32Array {
  const numberOf = new Map(terms.map(({ id }, number) => [id, number]));
  const numbers = new Int32Array(headings.reduce((total, row) => total + row.length, 0));
  let start = 0;
  for (const row of headings) {
    numbers.set(row, start);
    const from = start;
    forTerms(row, (id, at) => {
      numbers[from + at] = numberOf.get(id) ?? 0;
    });
    start += row.length;
  }
  return numbers;
}

/** Lists of rows and impacts by term, each in order of rows; a row is written as its distance from the one before it. */
function postingColumns(terms: readonly Term[], rowOf: Int32Array, docs: Int32Array, { index }: SearchParts) {
  const pairs = docs.reduce((total, doc) => total + index.termIdsOf(doc).length, 0);
  const lengths = new Int32Array(terms.length);
  const steps = new Int32Array(pairs);
  const impacts = new Float32Array(pairs);
  let end = 0;
  terms.forEach(({ id }, term) => {
    const postings = index.postingsOf(id);
    const list: [row: number, impact: number][] = [];
    postings.docs.forEach((doc, at) => {
      const row = rowOf[doc] as number;
      if (row >= 0) list.push([row, postings.impacts[at] as number]);
    });
    if (list.some(([row], at) => at > 0 && row < (list[at - 1] as [number, number])[0])) list.sort(([a], [b]) => a - b);
    let before = 0;
    for (const [row, impact] of list) {
      steps[end] = row - before;
      impacts[end++] = impact;
      before = row;
    }
    lengths[term] = list.length;
  });
  return { 'search.lengths': lengths, 'search.steps': steps, 'search.impacts': impacts };
}

/** The names that a query may say outright, with the tools of each. */
function nameKeyColumns(rowOf: Int32Array, { docsByNameKey }: SearchParts): Columns {
  const keys: string[] = [];
  const lengths: number[] = [];
  const rows: number[] = [];
  for (const [key, docs] of [...docsByNameKey].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const own = [...docs].map((doc) => rowOf[doc] as number).filter((row) => row >= 0);
    if (own.length === 0) continue;
    keys.push(key);
    lengths.push(own.length);
    for (const row of own.sort((a, b) => a - b)) rows.push(row);
  }
  return {
    numbers: { 'search.nameLengths': Int32Array.from(lengths), 'search.nameRows': Int32Array.from(rows) },
    texts: { 'search.names': keys },
  };
}

/** What is kept of each tool by itself: intents, operation and direction. */
function documentColumns(docs: Int32Array, parts: SearchParts): Columns {
  const { dimensions, index, operations, vectors } = parts;
  const objects = new Map<string, number>();
  const objectOf = new Int32Array(docs.length);
  const ofCaller = new Uint8Array(docs.length);
  const bytes = new Int8Array(docs.length * dimensions);
  const scales = new Float32Array(docs.length);
  docs.forEach((doc, row) => {
    const operation = operations.read(doc);
    if (!objects.has(operation.object)) objects.set(operation.object, objects.size);
    objectOf[row] = objects.get(operation.object) ?? 0;
    ofCaller[row] = operation.ofCaller ? 1 : 0;
    const direction = vectors.rowOf(doc);
    bytes.set(direction.bytes, row * dimensions);
    scales[row] = direction.scale;
  });
  return {
    numbers: {
      'search.intents': Uint16Array.from(docs, parts.intentsOf),
      'search.foreign': Uint8Array.from(docs, (doc) => (index.languages.has(doc) ? 1 : 0)),
      'search.objectOf': objectOf,
      'search.ofCaller': ofCaller,
      'search.directions': bytes,
      'search.scales': scales,
    },
    texts: { 'search.objects': [...objects.keys()] },
  };
}

/** Tools looked at to see whether columns are what would be worked out now: spread over all, and where they stand. */
export function sampleOf(tools: readonly ToolSchema[]): { readonly tool: ToolSchema; readonly row: number }[] {
  const most = 64;
  const step = Math.max(1, tools.length / most);
  const rows = Array.from({ length: Math.min(most, tools.length) }, (_, at) => Math.floor(at * step));
  return rows.map((row) => ({ tool: tools[row] as ToolSchema, row }));
}

/** Do the tables say of the sampled tools what `fresh` says, which was worked out of these alone? */
export function isRight(saved: SearchTables, sample: readonly { readonly row: number }[], fresh: Columns): boolean {
  const now = readTables(fresh);
  if (now === undefined) return false;
  const before = saved.describe(sample.map(({ row }) => row));
  const after = now.describe(sample.map((_, row) => row));
  return before.every((text, at) => text === after[at]);
}

/** Fills empty parts from tables of these tools. False, with nothing done, when the tables do not fit them. */
export function fillFrom(tables: SearchTables, tools: readonly ToolSchema[], parts: SearchParts): boolean {
  if (tables.documents !== tools.length) return false;
  if (tables.directions.length !== tools.length * parts.dimensions) return false;
  fillIndex(tables, tools, parts);
  parts.setIntents(tables.intents);
  parts.vectors.fill(tables.directions, tables.scales);
  tables.objectOf.forEach((object, doc) => {
    parts.operations.restore(doc, tables.objects[object] as string, tables.ofCaller[doc] === 1);
  });
  let at = 0;
  tables.names.forEach((key, name) => {
    const docs = new Set<number>();
    for (const end = at + (tables.nameLengths[name] as number); at < end; at++) docs.add(tables.nameRows[at] as number);
    parts.docsByNameKey.set(key, docs);
  });
  return true;
}

function fillIndex(tables: SearchTables, tools: readonly ToolSchema[], { index, coverage }: SearchParts): void {
  const lists = { lengths: tables.lengths, docs: tables.rows, impacts: tables.impacts };
  index.fill(tools, tables.terms, lists, tables.foreign);
  coverage.fill(tables.headingLengths, tables.headings);
}
