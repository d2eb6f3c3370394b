import { draftOpenApi, loadOpenApi } from '../../ingest/openapi/index.js';
import type { OpenApiOptions } from '../../ingest/openapi/options.js';
import { applyTextPolicy, type SafeResult, type TextPolicy } from '../../ingest/text-safety.js';
import { messageOf, ToolGraphError, type ToolGraphErrorCode } from '../core/errors.js';

/** A document of a list, as it is read. */
export interface LocatedDocument {
  /** A path, or a `file:` or `http(s):` URL. */
  readonly location: string;
  /** Id of its source. Default: the name of the file, as for a single document. */
  readonly source?: string;
}

/** A document made into tools that passed the text policy, before the catalog gives its source an id. Plain data. */
export interface DraftedDocument extends SafeResult {
  /** Id under which the tools and diagnostics are now. */
  readonly sourceId: string;
  /** Where the document came from; see `LoadedOpenApi.origin`. */
  readonly origin: string;
}

/** Why a document could not be made into tools. */
export interface DocumentFailure {
  readonly code: ToolGraphErrorCode;
  readonly message: string;
}

/** How every document of a list is read. */
export interface DraftSettings {
  readonly openApi: OpenApiOptions;
  readonly textPolicy: TextPolicy;
}

/** Reads a document, makes its tools and puts them under the text policy. Throws nothing: a failure is a value. */
export async function draftDocument(
  { location, source }: LocatedDocument,
  { openApi, textPolicy }: DraftSettings,
): Promise<DraftedDocument | DocumentFailure> {
  try {
    const options = source === undefined ? openApi : { ...openApi, source };
    const loaded = await loadOpenApi(location, options);
    const sourceId = source ?? loaded.defaultId;
    const safe = applyTextPolicy(await draftOpenApi(loaded, sourceId, options), textPolicy);
    return { ...safe, sourceId, origin: loaded.origin };
  } catch (thrown) {
    const code = thrown instanceof ToolGraphError ? thrown.code : 'INVALID_DOCUMENT';
    return { code, message: messageOf(thrown) };
  }
}

/** The same document as a source of another id. */
export function underId(document: DraftedDocument, id: string): DraftedDocument {
  if (document.sourceId === id) return document;
  const renamed = <Tool extends DraftedDocument['tools'][number]>(tool: Tool): Tool => ({
    ...tool,
    source: { ...tool.source, id },
  });
  return {
    ...document,
    sourceId: id,
    tools: document.tools.map(renamed),
    quarantined: document.quarantined.map(renamed),
    diagnostics: document.diagnostics.map((entry) => ({ ...entry, source: id })),
  };
}
