import type { Columns, NumberColumn } from '../core/columns.js';
import type { Diagnostic } from '../core/diagnostics.js';
import { ToolGraphError } from '../core/errors.js';
import { isRecord, type JsonValue, setOwn } from '../core/json-schema.js';
import { isExposedName } from '../core/names.js';
import type { ToolSchema, WorkflowLink } from '../core/tool-schema.js';
import { diagnosticsIn, type ReadCatalog, RowReader, readCatalog, readCatalogDocument } from './catalog-document.js';
import type { Chunk, StoredChunk } from './chunk-file.js';
import { bytesOfColumn, columnOfBytes, columnType } from './column-bytes.js';
import { catalogChunks, catalogKinds, holdsCatalog, readSavedTools } from './saved-catalog.js';
import { SavedRows, textOf } from './saved-rows.js';
import { readSnapshotFile, wholeDocument, writeSnapshotFile } from './snapshot-file.js';
import { readValueTable } from './value-table.js';

/** Everything of a graph that outlives its process. */
export interface GraphState {
  readonly tools: readonly ToolSchema[];
  /** By source, in order; a source may have diagnostics and no tools. */
  readonly diagnostics: readonly (readonly [source: string, entries: readonly Diagnostic[]])[];
  /** Exposed names of all identities ever seen, so that a tool that comes back has its old name. */
  readonly names: readonly SavedName[];
  /** Which place each source id stands for. */
  readonly origins: readonly (readonly [source: string, origin: string])[];
  /** What recorded calls taught. */
  readonly traces: readonly SavedTrace[];
  /** Vectors of the tools by an embedder; absent when there are none. */
  readonly vectors?: SavedVectors | undefined;
  /** What workflow documents state, by document. */
  readonly workflows: readonly (readonly [source: string, links: readonly WorkflowLink[]])[];
  /** What search worked out of the tools, in their order; it need not be worked out again. */
  readonly search: Columns;
  /** Places of tools that are looked at when a snapshot is loaded, to be found together. */
  readonly sample: readonly number[];
}

/** Vectors by what they are of, and the model that made them. */
export interface SavedVectors {
  readonly embedder: string;
  readonly dimensions: number;
  readonly keys: readonly string[];
  /** One signed byte a number, in base64. */
  readonly vectors: string;
}

/** One remembered pair of tools that ran one after the other. */
export interface SavedTrace {
  readonly consumer: string;
  readonly producer: string;
  readonly weight: number;
  readonly calls: number;
}

/** An identity and its exposed name. */
export interface SavedName {
  readonly sourceId: string;
  readonly originalId: string;
  readonly name: string;
}

/** What a snapshot held. */
export interface SavedState extends Omit<GraphState, 'tools' | 'diagnostics' | 'sample'> {
  readonly catalog: ReadCatalog;
  /** Sources that had diagnostics, in order. */
  readonly sources: readonly string[];
  readonly note: JsonValue | undefined;
}

/** Writes the state as a snapshot file; see {@link writeSnapshotFile} for what a crash can do to it: nothing. */
export async function saveSnapshot(path: string, state: GraphState, note?: JsonValue): Promise<void> {
  await writeSnapshotFile(path, chunksOf(state, note));
}

/** The state first, as it says what the rest is for; made one by one, so that only one is in memory. */
function* chunksOf(state: GraphState, note: JsonValue | undefined): Generator<Chunk> {
  const { tools, diagnostics, names, origins, traces, workflows, vectors, search, sample } = state;
  const present = new Set(tools.map((tool) => tool.name));
  const rest = {
    diagnostics: diagnostics.flatMap(([, entries]) => entries),
    sources: diagnostics.map(([source]) => source),
    names: names.filter(({ name }) => !present.has(name)), // the tools have the others
    origins,
    traces,
    workflows,
    ...(vectors === undefined ? {} : { vectors }),
    ...(note === undefined ? {} : { note }),
  };
  yield { kind: 'state', bytes: Buffer.from(JSON.stringify(rest)) };
  yield* catalogChunks(tools, sample);
  for (const [name, column] of Object.entries(search.numbers))
    yield { kind: `${columnType(column)} ${name}`, bytes: bytesOfColumn(column), plain: true };
  for (const [name, texts] of Object.entries(search.texts))
    yield { kind: `texts ${name}`, bytes: Buffer.from(JSON.stringify(texts)) };
}

/**
 * Reads a snapshot file back. All of it is read and checked; texts and schemas of tools stay packed until they are looked
 * at.
 *
 * @throws ToolGraphError `SOURCE_NOT_FOUND`, `SOURCE_UNREADABLE` or `INVALID_SNAPSHOT`; the last says what to do.
 */
export async function loadSnapshot(path: string): Promise<SavedState> {
  const reader = new SnapshotReader(path);
  await readSnapshotFile(path, async (chunk) => reader.take(chunk));
  return reader.finish();
}

class SnapshotReader {
  readonly #path: string;
  readonly #rows: SavedRows[] = [];
  readonly #numbers: Record<string, NumberColumn> = {};
  readonly #texts: Record<string, readonly string[]> = {};
  /** Tools as version 2 has them. */
  readonly #wholeRows = new RowReader();
  #sources: readonly unknown[] | undefined;
  #state: Record<string, unknown> | undefined;
  #catalog: ReadCatalog | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Chunks of kinds that are not known here are passed over: they hold nothing that could not be worked out. */
  async take(chunk: StoredChunk): Promise<void> {
    const { kind } = chunk;
    if (kind === catalogKinds.rows) {
      this.#rows.push(new SavedRows(chunk, this.#path));
      return;
    }
    const bytes = await chunk.unpack();
    if (kind === catalogKinds.sources) this.#sources = readValueTable(textOf(bytes));
    else if (kind === 'tools') for (const row of readValueTable(textOf(bytes))) this.#wholeRows.take(row);
    else if (kind === 'state') this.#state = this.#parsed(bytes);
    else if (kind === wholeDocument) this.#takeDocument(this.#parsed(bytes));
    else this.#takeColumn(kind, bytes);
  }

  finish(): SavedState {
    const state = this.#state;
    if (state === undefined) throw incomplete(this.#path);
    const { sources, names, origins, traces, note, vectors, workflows = [] } = state;
    if (!isListOf(sources, isText) || !isListOf(names, isSavedName) || !isListOf(origins, isOrigin))
      throw incomplete(this.#path);
    if (!isListOf(traces, isTrace) || !isListOf(workflows, isWorkflow)) throw incomplete(this.#path);
    if (vectors !== undefined && !isSavedVectors(vectors)) throw incomplete(this.#path);
    const search = { numbers: this.#numbers, texts: this.#texts };
    return {
      catalog: this.#catalog ?? this.#readTools(search, state['diagnostics']),
      sources,
      names,
      origins,
      traces,
      workflows,
      vectors,
      search,
      note: note as JsonValue | undefined,
    };
  }

  #readTools(columns: Columns, diagnostics: unknown): ReadCatalog {
    const isOfVersion2 = this.#sources === undefined && this.#rows.length === 0 && !holdsCatalog(columns);
    if (isOfVersion2) return readCatalog(this.#wholeRows, diagnostics);
    const tools = readSavedTools(columns, this.#sources ?? [], this.#rows);
    if (tools === undefined) throw incomplete(this.#path);
    return { tools, names: tools.map(({ name }) => name), diagnostics: diagnosticsIn(diagnostics) };
  }

  #takeDocument(document: Record<string, unknown>): void {
    if (!isRecord(document['catalog'])) throw incomplete(this.#path);
    this.#catalog = readCatalogDocument(document['catalog']);
    this.#state = document;
  }

  #takeColumn(kind: string, bytes: Uint8Array): void {
    const [type, name] = kind.split(' ');
    if (type === undefined || name === undefined) return;
    if (type === 'texts') {
      const texts: unknown = this.#json(bytes);
      if (isListOf(texts, isText)) setOwn(this.#texts, name, texts);
      return;
    }
    const column = columnOfBytes(type, bytes);
    if (column !== undefined) setOwn(this.#numbers, name, column);
  }

  #parsed(bytes: Uint8Array): Record<string, unknown> {
    const value = this.#json(bytes);
    if (!isRecord(value)) throw incomplete(this.#path);
    return value;
  }

  #json(bytes: Uint8Array): unknown {
    try {
      return JSON.parse(textOf(bytes));
    } catch (thrown) {
      throw new ToolGraphError('INVALID_SNAPSHOT', incomplete(this.#path).message, { cause: thrown });
    }
  }
}

function incomplete(path: string): ToolGraphError {
  return new ToolGraphError(
    'INVALID_SNAPSHOT',
    `The snapshot ${path} is whole but does not hold a catalog as this toolgraph writes it; ingest the sources again and save.`,
  );
}

function isListOf<T>(value: unknown, isEntry: (entry: unknown) => entry is T): value is T[] {
  return Array.isArray(value) && value.every(isEntry);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isWorkflow(value: unknown): value is [string, WorkflowLink[]] {
  return Array.isArray(value) && value.length === 2 && isText(value[0]) && isListOf(value[1], isWorkflowLink);
}

function isWorkflowLink(value: unknown): value is WorkflowLink {
  return (
    isRecord(value) &&
    isText(value['workflow']) &&
    isText(value['step']) &&
    isRecord(value['producer']) &&
    isRecord(value['consumer']) &&
    [value['from'], value['to']].every((path) => path === undefined || isText(path))
  );
}

function isSavedName(value: unknown): value is SavedName {
  return (
    isRecord(value) &&
    typeof value['sourceId'] === 'string' &&
    typeof value['originalId'] === 'string' &&
    typeof value['name'] === 'string' &&
    isExposedName(value['name'])
  );
}

function isOrigin(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}

function isTrace(value: unknown): value is SavedTrace {
  return (
    isRecord(value) &&
    typeof value['consumer'] === 'string' &&
    typeof value['producer'] === 'string' &&
    typeof value['weight'] === 'number' &&
    typeof value['calls'] === 'number'
  );
}

function isSavedVectors(value: unknown): value is SavedVectors {
  if (!isRecord(value)) return false;
  const { embedder, dimensions, keys, vectors } = value;
  return (
    typeof embedder === 'string' &&
    typeof dimensions === 'number' &&
    Number.isInteger(dimensions) &&
    dimensions > 0 &&
    Array.isArray(keys) &&
    keys.every((key) => typeof key === 'string') &&
    typeof vectors === 'string'
  );
}
