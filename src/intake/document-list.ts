import { existsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { displayLocation, isHttpUrl, sourceIdOfLocation } from '../../ingest/locations.js';
import { originOfLocation } from '../../ingest/openapi/index.js';
import { checkOptions, type OpenApiOptions } from '../../ingest/openapi/options.js';
import { ToolGraphError } from '../core/errors.js';
import { isRecord } from '../core/json-schema.js';
import type { IngestReport } from '../core/tool-schema.js';
import type { CatalogIntake } from './catalog-intake.js';
import { type DocumentFailure, type DraftedDocument, type DraftSettings, draftDocument, type LocatedDocument, underId } from './draft-document.js'; // biome-ignore format: one line
import { type CrewOutcome, WorkerCrew } from './worker-crew.js';

/** A document of a list: a path, or a `file:` or `http(s):` URL; with the id of its source or without. */
export type ListedDocument = string | LocatedDocument;

/** How far a list of documents is. */
export interface DocumentProgress {
  /** Documents that are in the catalog or were left out, and all. */
  readonly done: number;
  readonly total: number;
  /** Their bytes, those of local files: documents differ a thousandfold, so time left is told better by these. */
  readonly doneBytes: number;
  readonly totalBytes: number;
  /** Tools so far. */
  readonly tools: number;
}

/** How `ToolGraph.ingestOpenApiList` reads its documents; the options of a single one hold for each. */
export interface DocumentListOptions extends Omit<OpenApiOptions, 'source'> {
  /**
   * Threads that read documents, 0 to 64; 0 reads them in this thread. The result is the same for every number.
   * Default: one a processor core and at most one a document; 0 for less than 4 MB, where starting them costs more
   * than it saves, and when an option is a function, which cannot be sent to a thread.
   */
  readonly workers?: number;
  /** Called after each document, in order. */
  readonly onProgress?: (progress: DocumentProgress) => void;
}

/** What became of one document of a list. */
export interface DocumentOutcome {
  readonly document: string;
  /** For a document that failed: what was said about it. The tools that its source had before stay. */
  readonly report: IngestReport;
  /** Why the document was left out; absent for one that was taken in. */
  readonly failure?: ToolGraphError;
}

/** Gives a place its source id; see `SourceIds.claim`. */
type ClaimId = (place: { readonly defaultId: string; readonly origin: string }) => string;

const limits = { workers: 64, smallestPayingBytes: 4 << 20 } as const;
const workerEntry = new URL('./document-worker.js', import.meta.url);

/**
 * Takes documents into a catalog one after the other, in the order given, while worker threads read those that follow.
 *
 * @param entry Module of the worker threads.
 * @throws ToolGraphError `INVALID_ARGUMENT`, `INVALID_OPTION`; the reason of `options.signal` when that is aborted, after which the catalog
 * holds the documents that came before.
 */
export async function takeDocuments(
  documents: readonly ListedDocument[],
  options: DocumentListOptions,
  intake: CatalogIntake,
  claim: ClaimId,
  entry = workerEntry,
): Promise<DocumentOutcome[]> {
  const { workers: wanted, onProgress, signal, ...openApi } = options;
  checkOptions(openApi);
  checkWorkers(wanted);
  if (!Array.isArray(documents))
    throw new ToolGraphError('INVALID_ARGUMENT', `The documents must be a list, not ${typeof documents}.`);
  const listed = documents.map(checkDocument);
  const sizes = listed.map(({ location }) => bytesOf(location));
  const totalBytes = sum(sizes);
  const canThread = isPlain(openApi) && existsSync(entry);
  const workers = canThread ? workersFor(listed.length, totalBytes, wanted) : 0;
  const settings: DraftSettings = { openApi, textPolicy: intake.textPolicy };
  const drafted =
    workers === 0
      ? draftHere(listed, settings, signal)
      : draftInWorkers(listed, sizes, settings, { workers, signal, entry });
  const outcomes: DocumentOutcome[] = [];
  let [doneBytes, tools] = [0, 0];
  for await (const outcome of drafted) {
    const at = outcomes.length;
    const taken = takeDocument(listed[at] as LocatedDocument, outcome, intake, claim);
    outcomes.push(taken);
    doneBytes += sizes[at] ?? 0;
    tools += taken.report.tools.length;
    onProgress?.({ done: at + 1, total: listed.length, doneBytes, totalBytes, tools });
  }
  return outcomes;
}

async function* draftHere(
  documents: readonly LocatedDocument[],
  settings: DraftSettings,
  signal: AbortSignal | undefined,
): AsyncGenerator<CrewOutcome<DraftedDocument | DocumentFailure>> {
  for (const document of documents) {
    signal?.throwIfAborted();
    yield { result: await draftDocument(document, settings) };
  }
}

function draftInWorkers(
  documents: readonly LocatedDocument[],
  sizes: readonly number[],
  settings: DraftSettings,
  { workers, signal, entry }: { workers: number; signal: AbortSignal | undefined; entry: URL },
): AsyncGenerator<CrewOutcome<DraftedDocument | DocumentFailure>> {
  const tasks = documents.map((job, index) => ({ job, size: sizes[index] ?? 0 }));
  return new WorkerCrew<LocatedDocument, DraftedDocument | DocumentFailure>(tasks, entry, settings).outcomes(
    workers,
    signal,
  );
}

function takeDocument(
  { location, source }: LocatedDocument,
  outcome: CrewOutcome<DraftedDocument | DocumentFailure>,
  intake: CatalogIntake,
  claim: ClaimId,
): DocumentOutcome {
  const document = displayLocation(location);
  const result: DraftedDocument | DocumentFailure =
    'result' in outcome
      ? outcome.result
      : {
          code: 'SOURCE_UNREADABLE',
          message: `${document} was not read: its worker thread ended before it was done (${outcome.crash}).`,
        };
  if ('tools' in result) {
    const id = source ?? claim({ defaultId: result.sourceId, origin: result.origin });
    return { document, report: intake.takeSafe(underId(result, id), [id], true) };
  }
  const id = source ?? claim({ defaultId: sourceIdOfLocation(location), origin: originOfLocation(location) });
  const { code, message } = result;
  const said = { severity: 'error', code: 'document-left-out', source: id, item: document, message } as const;
  const report = intake.takeSafe({ tools: [], quarantined: [], diagnostics: [said] }, [id], false);
  return { document, report, failure: new ToolGraphError(code, message) };
}

function checkDocument(document: unknown): LocatedDocument {
  const listed = typeof document === 'string' ? { location: document } : document;
  if (isRecord(listed) && typeof listed['location'] === 'string' && listed['location'] !== '') {
    const { source } = listed;
    if (source === undefined || (typeof source === 'string' && source.trim() !== ''))
      return listed as unknown as LocatedDocument;
  }
  throw new ToolGraphError(
    'INVALID_ARGUMENT',
    'Each document of a list is a path, a URL, or { location, source } with a non-empty text for each.',
  );
}

function checkWorkers(workers: unknown): void {
  if (workers === undefined) return;
  if (typeof workers === 'number' && Number.isInteger(workers) && workers >= 0 && workers <= limits.workers) return;
  throw new ToolGraphError(
    'INVALID_OPTION',
    `Option workers must be a whole number from 0 to ${limits.workers}, not ${String(workers)}.`,
  );
}

function workersFor(documents: number, bytes: number, wanted: number | undefined): number {
  if (wanted !== undefined) return Math.min(wanted, documents);
  if (documents < 2 || bytes < limits.smallestPayingBytes) return 0;
  return Math.min(availableParallelism(), documents);
}

/** Can the options be sent to a thread? */
function isPlain(options: OpenApiOptions): boolean {
  return Object.values(options).every((value) => typeof value !== 'function');
}

/** Size of a local file; 0 for a URL, and for what cannot be looked at, which reading it reports. */
function bytesOf(location: string): number {
  if (isHttpUrl(location)) return 0;
  try {
    return statSync(location.startsWith('file://') ? fileURLToPath(location) : location).size;
  } catch {
    return 0; // reading it says why
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
