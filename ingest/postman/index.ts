import { DiagnosticLog } from '../../src/core/diagnostics.js';
import { isRecord } from '../../src/core/json-schema.js';
import type { IngestResult } from '../../src/core/tool-schema.js';
import { type DocumentSourceOptions, loadDocument, parsedObject } from '../document-source.js';
import { toSourceId } from '../locations.js';
import { ingestPostmanCollection } from './ingest-postman.js';

export { ingestPostmanCollection } from './ingest-postman.js';

/** How a Postman collection is found and named. */
export interface PostmanOptions extends DocumentSourceOptions {
  /** Id of the source. Default: the collection's name, else the file's name without extension. */
  readonly source?: string;
}

/** A parsed collection and where it came from. */
export interface LoadedPostman {
  readonly document: Record<string, unknown>;
  readonly defaultId: string;
  readonly origin: string;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

/**
 * Finds and parses a Postman collection: a path, a URL, JSON text or the parsed object. A collection keeps its id
 * wherever it lies, so that a new export of it replaces the old one.
 *
 * @throws ToolGraphError when there is no readable document.
 */
export async function loadPostman(source: unknown, options: PostmanOptions = {}): Promise<LoadedPostman> {
  const loaded = await loadDocument(source, 'the Postman collection', options);
  const warnings: { code: string; message: string }[] = [];
  const document = parsedObject(loaded, options, (code, message) => warnings.push({ code, message }));
  const collection = isRecord(document['collection']) ? document['collection'] : document;
  const info = isRecord(collection['info']) ? collection['info'] : {};
  const name = typeof info['name'] === 'string' ? toSourceId(info['name']) : undefined;
  const id = info['_postman_id'];
  const origin = typeof id === 'string' && id !== '' ? `postman:${id}` : loaded.origin;
  return { document, defaultId: name ?? loaded.placeId ?? 'postman', origin, warnings };
}

/** Makes tools of a loaded collection under a source id. @throws ToolGraphError `INVALID_DOCUMENT` */
export function draftPostman(loaded: LoadedPostman, source: string): IngestResult {
  const { tools, diagnostics } = ingestPostmanCollection(loaded.document, source);
  const log = new DiagnosticLog(source);
  for (const { code, message } of loaded.warnings) log.warn(code, undefined, message);
  return { tools, diagnostics: [...log.entries, ...diagnostics] };
}
