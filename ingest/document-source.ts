import { createHash } from 'node:crypto';
import { ToolGraphError } from '../src/core/errors.js';
import { isRecord } from '../src/core/json-schema.js';
import type { FetchLike } from './fetch-guard.js';
import { isHttpUrl, sourceIdOfLocation } from './locations.js';
import { type DocumentWarning, parseDocument } from './parse-document.js';
import { defaultSourceLimits, readSource, type SourceLimits } from './read-source.js';

/** How a document is found and read. */
export interface DocumentSourceOptions {
  readonly limits?: Partial<SourceLimits>;
  /** Headers for the download of a URL, sent to its own host only and kept nowhere. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Transport for downloads. It must not follow redirects. */
  readonly fetch?: FetchLike;
  readonly signal?: AbortSignal;
}

/** A document as it was found. */
export interface LoadedDocument {
  /** The text, or the value when a parsed document was given. */
  readonly content: unknown;
  /** What messages call it. */
  readonly name: string;
  /** Source id of its place: the file's or URL's last segment; absent for a document without a place. */
  readonly placeId?: string;
  /** Where it came from. Two origins are two sources; of documents without a place, the content tells. */
  readonly origin: string;
}

/**
 * Finds a document: a parsed object as it is, the text at an http(s) URL or a path, or text itself. A string of one
 * line without brackets is a path.
 *
 * @param what What messages call a document without a place: "the Postman collection".
 * @throws ToolGraphError as {@link readSource} does.
 */
export async function loadDocument(
  source: unknown,
  what: string,
  options: DocumentSourceOptions = {},
): Promise<LoadedDocument> {
  const given = source instanceof URL ? source.href : source;
  if (typeof given !== 'string') return { content: given, name: what, origin: memoryOrigin(given) };
  if (!isHttpUrl(given.trim()) && !looksLikePath(given))
    return { content: given, name: what, origin: memoryOrigin(given) };
  const { text, name, url } = await readSource(given.trim(), {
    limits: { ...defaultSourceLimits, ...options.limits },
    ...(options.headers === undefined ? {} : { headers: options.headers }),
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  return {
    content: text,
    name,
    placeId: sourceIdOfLocation(given.trim().replace(/\.(graphqls?|gql|proto)$/i, '')),
    origin: url.replace(/[?#].*$/s, ''),
  };
}

/** The loaded document as an object, parsed from JSON or YAML where it is text. @throws ToolGraphError `INVALID_DOCUMENT` */
export function parsedObject(
  { content, name }: Pick<LoadedDocument, 'content' | 'name'>,
  options: DocumentSourceOptions,
  warn: DocumentWarning,
): Record<string, unknown> {
  const limits = { ...defaultSourceLimits, ...options.limits };
  const value = typeof content === 'string' ? parseDocument(content, name, limits, warn) : content;
  if (isRecord(value)) return value;
  const found = value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
  throw new ToolGraphError('INVALID_DOCUMENT', `${name} is ${found}, not an object.`);
}

/** Does a string name a file rather than hold a document? One line, no brackets that a document would have. */
export function looksLikePath(text: string): boolean {
  return text.length > 0 && text.length <= 4096 && !/[\n\r{}<>]/.test(text) && !/^[\w-]+:\s/.test(text);
}

function memoryOrigin(content: unknown): string {
  const text = typeof content === 'string' ? content : (JSON.stringify(content) ?? '');
  return `memory:${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}
