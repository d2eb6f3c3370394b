import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DiagnosticLog } from '../../src/core/diagnostics.js';
import { ToolGraphError } from '../../src/core/errors.js';
import { shortHash } from '../../src/core/names.js';
import type { IngestResult } from '../../src/core/tool-schema.js';
import { isHttpUrl, sourceIdOfLocation, toSourceId } from '../locations.js';
import { parseDocument } from '../parse-document.js';
import { readSource, type SourceLimits } from '../read-source.js';
import { OpenApiContext } from './context.js';
import { type OpenApiVersion, own, ownRecord, ownText, plainDocument, type Raw, versionOf } from './document.js';
import { loadExternal } from './external.js';
import { draftOperations, type FoundOperation, findOperations } from './operations.js';
import { checkOptions, type OpenApiOptions } from './options.js';
import { References } from './references.js';
import { tagDescriptions } from './texts.js';
import { validateSpec } from './validate.js';

/** A document that was read and parsed, before it is made into tools. */
export interface LoadedOpenApi {
  /** Source id when the caller names none: see {@link OpenApiOptions.source}. */
  readonly defaultId: string;
  /** Where the document came from: a `file:` or `http(s):` URL without secrets, or `memory`. Two origins are two sources. */
  readonly origin: string;
  /** How messages call the document. */
  readonly name: string;
  readonly version: OpenApiVersion;
  readonly document: Raw;
  readonly references: References;
  /** What was tolerated while reading: code and sentence. */
  readonly warnings: readonly (readonly [code: string, message: string])[];
}

/**
 * Makes every operation of an OpenAPI document a tool: Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2, as JSON or YAML.
 *
 * @param source A path, a `file:` or `http(s):` URL (text or `URL`), the text of a document, or the parsed document, which is not
 * changed.
 * @returns Tools in the document's order, and a diagnostic for each operation that is no tool and each repair.
 * @throws ToolGraphError `SOURCE_NOT_FOUND`, `SOURCE_UNREADABLE`, `INVALID_DOCUMENT` (not a spec, cut off, unknown
 * version), `LIMIT_EXCEEDED`, `REFUSED` or `INVALID_OPTION`. A bad operation throws nothing.
 */
export async function ingestOpenApi(source: string | object, options: OpenApiOptions = {}): Promise<IngestResult> {
  const loaded = await loadOpenApi(source, options);
  return draftOpenApi(loaded, options.source ?? loaded.defaultId, options);
}

/** First half of {@link ingestOpenApi}: reads, parses and loads what references allow. */
export async function loadOpenApi(source: string | object, options: OpenApiOptions = {}): Promise<LoadedOpenApi> {
  const checked = checkOptions(options);
  const warnings: [string, string][] = [];
  const warn = (code: string, message: string): void => {
    if (warnings.length < 100) warnings.push([code, message]);
  };
  const { parsed, name, url, id } = await parsedSource(source, checked, warn);
  const version = versionOf(parsed, name);
  const document = parsed as Raw;
  const references = new References(document, url);
  if (references.external.length > 0) await loadExternal(references, checked, warn);
  const title = ownText(ownRecord(document, 'info'), 'title');
  return {
    defaultId: id ?? toSourceId(title ?? '') ?? 'openapi',
    origin: url === undefined ? 'memory' : originOf(url),
    name,
    version,
    document,
    references,
    warnings,
  };
}

/** Second half of {@link ingestOpenApi}: makes the tools, as those of source `sourceId`. */
export async function draftOpenApi(
  loaded: LoadedOpenApi,
  sourceId: string,
  options: OpenApiOptions = {},
): Promise<IngestResult> {
  const { document, version, references } = loaded;
  const log = new DiagnosticLog(sourceId);
  for (const [code, message] of loaded.warnings) log.warn(code, undefined, message);
  const context = new OpenApiContext(document, version, references, log);
  const all = findOperations(context);
  const chosen = filtered(all, options.filter, log);
  const tools = draftOperations(
    chosen,
    {
      sourceId,
      title: ownText(ownRecord(document, 'info'), 'title'),
      tagTexts: tagDescriptions(document),
      server: options.server,
    },
    context,
  );
  reportNonTools(context, all);
  reportUnusedReferences(context);
  if (options.validate !== false) await reportProblems(context);
  return { tools, diagnostics: log.entries };
}

interface ParsedSource {
  readonly parsed: unknown;
  readonly name: string;
  readonly url?: string;
  readonly id?: string;
}

async function parsedSource(
  given: string | object,
  options: OpenApiOptions & { readonly limits: SourceLimits },
  warn: (code: string, message: string) => void,
): Promise<ParsedSource> {
  const source = given instanceof URL ? given.href : given;
  if (typeof source === 'object' && source !== null)
    return { parsed: plainDocument(source, options.limits), name: 'The document' };
  if (typeof source !== 'string' || source.trim() === '')
    throw new ToolGraphError('INVALID_ARGUMENT', 'ingestOpenApi needs a path, a URL or a document.');
  if (isDocumentText(source)) {
    if (source.length > options.limits.maxBytes)
      throw new ToolGraphError(
        'LIMIT_EXCEEDED',
        `The document is larger than ${options.limits.maxBytes} bytes; raise limits.maxBytes to read it.`,
      );
    return { parsed: parseDocument(source, 'The document', options.limits, warn), name: 'The document' };
  }
  const { text, name, url } = await readSource(source, options);
  return { parsed: parseDocument(text, name, options.limits, warn), name, url, id: sourceIdOfLocation(source) };
}

/** Is this the text of a document rather than the name of one? Paths and URLs hold no line break and no brace first. */
function isDocumentText(source: string): boolean {
  return !isHttpUrl(source) && (source.includes('\n') || /^[\s\ufeff]*[{[<]/.test(source));
}

/** {@link LoadedOpenApi.origin} of a path or URL that is not read, or could not be. */
export function originOfLocation(location: string): string {
  if (URL.canParse(location) && /^(https?|file):/i.test(location)) return originOf(location);
  return originOf(pathToFileURL(resolve(location)).href);
}

/** A URL that tells places apart and shows no secret: query values count, as a hash. */
function originOf(url: string): string {
  const { protocol, host, pathname, search } = new URL(url);
  return `${protocol}//${host}${pathname}${search === '' ? '' : `?${shortHash(search)}`}`;
}

function filtered(
  found: readonly FoundOperation[],
  filter: OpenApiOptions['filter'],
  log: DiagnosticLog,
): readonly FoundOperation[] {
  if (filter === undefined) return found;
  const kept = found.filter(({ method, path, operationId, operation }) => {
    const tags = own(operation, 'tags');
    return filter({
      method,
      path,
      ...(operationId === undefined ? {} : { operationId }),
      tags: Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === 'string') : [],
      deprecated: own(operation, 'deprecated') === true,
    });
  });
  if (kept.length < found.length)
    log.info('filtered', undefined, `The filter left out ${found.length - kept.length} of ${found.length} operations.`);
  return kept;
}

/** Webhooks and callbacks are calls that the API makes: they are counted, not made into tools. */
function reportNonTools({ document, log }: OpenApiContext, found: readonly FoundOperation[]): void {
  const declared = ownRecord(document, 'webhooks') ?? ownRecord(document, 'x-webhooks') ?? {};
  const webhooks = Object.keys(declared).filter((key) => !key.startsWith('x-'));
  if (webhooks.length > 0)
    log.info(
      'webhooks',
      undefined,
      `${webhooks.length} webhook(s) are calls that the API makes, not tools: ${listed(webhooks)}.`,
    );
  for (const { id, operation } of found) {
    const callbacks = Object.keys(ownRecord(operation, 'callbacks') ?? {});
    if (callbacks.length > 0)
      log.info(
        'callbacks',
        id,
        `${callbacks.length} callback(s) of ${id} are calls that the API makes, not tools: ${listed(callbacks)}.`,
      );
  }
  if (found.length === 0) log.warn('no-operations', undefined, 'The document declares no operation under "paths".');
}

function listed(names: readonly string[]): string {
  const shown = names
    .slice(0, 10)
    .map((name) => name.slice(0, 80))
    .join(', ');
  return names.length > 10 ? `${shown} and ${names.length - 10} more` : shown;
}

/** References that were not followed and that no tool needed. */
function reportUnusedReferences({ references, log }: OpenApiContext): void {
  const open = references.external.filter(
    (ref) => !references.reported.has(ref) && references.lookUp(ref) === undefined,
  );
  for (const ref of open.slice(0, 50)) log.warn('unresolved-ref', undefined, references.explain(ref));
  if (open.length > 50)
    log.warn('unresolved-ref', undefined, `${open.length - 50} more references out of the document are not followed.`);
}

async function reportProblems({ document, version, references, log }: OpenApiContext): Promise<void> {
  const outcome = await validateSpec(document, version, references.external.length > 0);
  if (!outcome.checked) {
    log.info('not-validated', undefined, `The document was not checked against the specification: ${outcome.reason}.`);
    return;
  }
  for (const { at, message } of outcome.problems)
    log.warn(
      'invalid-spec',
      at === '' ? undefined : at,
      `The document breaks the specification${at === '' ? '' : ` at ${at}`}: ${message}`,
    );
}
