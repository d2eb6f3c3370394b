import { DiagnosticLog } from '../../src/core/diagnostics.js';
import { isRecord } from '../../src/core/json-schema.js';
import { type DocumentSourceOptions, loadDocument, parsedObject } from '../document-source.js';
import { toSourceId } from '../locations.js';
import { type ArazzoResult, ingestArazzoDocument } from './ingest-arazzo.js';

export type { ArazzoResult } from './ingest-arazzo.js';
export { ingestArazzoDocument } from './ingest-arazzo.js';

/** How an Arazzo document is found and named. */
export interface ArazzoOptions extends DocumentSourceOptions {
  /** Id of the source. Default: the file's name without extension, else the document's title. */
  readonly source?: string;
}

/** A parsed Arazzo document and where it came from. */
export interface LoadedArazzo {
  readonly document: Record<string, unknown>;
  readonly defaultId: string;
  readonly origin: string;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

/**
 * Finds and parses an Arazzo document: a path, a URL, JSON or YAML text, or the parsed object.
 *
 * @throws ToolGraphError when there is no readable document.
 */
export async function loadArazzo(source: unknown, options: ArazzoOptions = {}): Promise<LoadedArazzo> {
  const loaded = await loadDocument(source, 'the Arazzo document', options);
  const warnings: { code: string; message: string }[] = [];
  const document = parsedObject(loaded, options, (code, message) => warnings.push({ code, message }));
  const { info } = document;
  const title = isRecord(info) && typeof info['title'] === 'string' ? toSourceId(info['title']) : undefined;
  return { document, defaultId: loaded.placeId ?? title ?? 'arazzo', origin: loaded.origin, warnings };
}

/** The links of a loaded document under a source id. @throws ToolGraphError `INVALID_DOCUMENT` */
export function linksOfArazzo(loaded: LoadedArazzo, source: string): ArazzoResult {
  const result = ingestArazzoDocument(loaded.document, source);
  const log = new DiagnosticLog(source);
  for (const { code, message } of loaded.warnings) log.warn(code, undefined, message);
  return { ...result, diagnostics: [...log.entries, ...result.diagnostics] };
}
