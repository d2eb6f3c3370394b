import type { Diagnostic } from '../core/diagnostics.js';
import { ToolGraphError } from '../core/errors.js';
import { isRecord, type JsonValue } from '../core/json-schema.js';
import { isExposedName } from '../core/names.js';
import type { ToolSchema } from '../core/tool-schema.js';
import { type CatalogDocument, type ReadCatalog, readCatalogDocument, toCatalogDocument } from './catalog-document.js';
import { readSnapshotFile, writeSnapshotFile } from './snapshot-file.js';

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
export interface SavedState extends Omit<GraphState, 'tools' | 'diagnostics'> {
  readonly catalog: ReadCatalog;
  /** Sources that had diagnostics, in order. */
  readonly sources: readonly string[];
  readonly note: JsonValue | undefined;
}

interface SnapshotDocument {
  readonly catalog: CatalogDocument;
  readonly sources: readonly string[];
  readonly names: readonly SavedName[];
  readonly origins: GraphState['origins'];
  readonly traces: GraphState['traces'];
  readonly vectors?: SavedVectors;
  readonly note?: JsonValue;
}

/** Writes the state as a snapshot file; see {@link writeSnapshotFile} for what a crash can do to it: nothing. */
export async function saveSnapshot(path: string, state: GraphState, note?: JsonValue): Promise<void> {
  const document: SnapshotDocument = {
    catalog: toCatalogDocument(
      state.tools,
      state.diagnostics.flatMap(([, entries]) => entries),
    ),
    sources: state.diagnostics.map(([source]) => source),
    names: state.names,
    origins: state.origins,
    traces: state.traces,
    ...(state.vectors === undefined ? {} : { vectors: state.vectors }),
    ...(note === undefined ? {} : { note }),
  };
  await writeSnapshotFile(path, JSON.stringify(document));
}

/**
 * Reads a snapshot file back.
 *
 * @throws ToolGraphError `SOURCE_NOT_FOUND`, `SOURCE_UNREADABLE` or `INVALID_SNAPSHOT`; the last says what to do.
 */
export async function loadSnapshot(path: string): Promise<SavedState> {
  const document = parsed(await readSnapshotFile(path), path);
  const { sources, names, origins, traces, vectors, note } = document;
  if (
    !isRecord(document['catalog']) ||
    !Array.isArray(sources) ||
    !Array.isArray(names) ||
    !Array.isArray(origins) ||
    !Array.isArray(traces)
  )
    throw incomplete(path);
  if (
    !sources.every((id) => typeof id === 'string') ||
    !names.every(isSavedName) ||
    !origins.every(isOrigin) ||
    !traces.every(isTrace) ||
    !(vectors === undefined || isSavedVectors(vectors))
  )
    throw incomplete(path);
  const catalog = readCatalogDocument(document['catalog']);
  return { catalog, sources, names, origins, traces, vectors, note: note as JsonValue | undefined };
}

function parsed(text: string, path: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    throw new ToolGraphError('INVALID_SNAPSHOT', incomplete(path).message, { cause: thrown });
  }
  if (!isRecord(value)) throw incomplete(path);
  return value;
}

function incomplete(path: string): ToolGraphError {
  return new ToolGraphError(
    'INVALID_SNAPSHOT',
    `The snapshot ${path} is whole but does not hold a catalog as this toolgraph writes it; ingest the sources again and save.`,
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
