import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { messageOf, ToolGraphError } from '../src/core/errors.js';
import { type FetchLike, guardedFetch } from './fetch-guard.js';
import { displayLocation, isHttpUrl } from './locations.js';

/** What one document may cost. */
export interface SourceLimits {
  /** Most bytes read from a file or URL. Default 64 MiB. */
  readonly maxBytes: number;
  /** Deepest nesting of the document. Default 500. */
  readonly maxDepth: number;
  /** Most nodes that YAML aliases may add when they are written out. Default 1,000,000. */
  readonly maxAliasNodes: number;
  /** Most milliseconds for one download. Default 30,000. */
  readonly timeoutMs: number;
}

/** The limits of a source that says nothing else. */
export const defaultSourceLimits: SourceLimits = {
  maxBytes: 64 * 1024 * 1024,
  maxDepth: 500,
  maxAliasNodes: 1_000_000,
  timeoutMs: 30_000,
};

/** How a source is read. */
export interface ReadSourceOptions {
  readonly limits: SourceLimits;
  /** Sent to the URL's own host only. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: FetchLike;
  /** May the URL's own host have an address that is not public? Default true: the caller named it. */
  readonly privateAddress?: boolean;
  readonly signal?: AbortSignal;
}

/** The text of a source and where it lies. */
export interface SourceText {
  readonly text: string;
  /** For messages: no user, password or query values. */
  readonly name: string;
  /** Absolute `file:` or `http(s):` URL, after redirects: the base of relative references. */
  readonly url: string;
}

/**
 * Reads a local file or an http(s) URL that the caller named, as text: UTF-8, or UTF-16 when a byte order mark says so.
 *
 * @throws ToolGraphError `SOURCE_NOT_FOUND`, `SOURCE_UNREADABLE`, `LIMIT_EXCEEDED` or `REFUSED`.
 */
export async function readSource(location: string, options: ReadSourceOptions): Promise<SourceText> {
  if (isHttpUrl(location)) return readUrl(location, options);
  const path = location.startsWith('file://') ? filePathOf(location) : resolve(location);
  const bytes = await readFileBytes(path, displayLocation(location), options.limits.maxBytes);
  return { text: decodeText(bytes), name: displayLocation(location), url: pathToFileURL(path).href };
}

/**
 * The text of a local file or of an http(s) URL. A URL is fetched as ingestion fetches it: redirects are followed as far
 * as they lead to public addresses, and bytes and time are bounded.
 *
 * @throws ToolGraphError `SOURCE_NOT_FOUND`, `SOURCE_UNREADABLE`, `LIMIT_EXCEEDED` or `REFUSED`.
 */
export function readSourceText(location: string, limits: Partial<SourceLimits> = {}): Promise<SourceText> {
  return readSource(location, { limits: { ...defaultSourceLimits, ...limits } });
}

/** Bytes of a regular file of at most `maxBytes`. `name` is what messages call it. */
export async function readFileBytes(path: string, name: string, maxBytes: number): Promise<Uint8Array> {
  try {
    const info = await stat(path);
    if (info.isDirectory()) throw new ToolGraphError('SOURCE_UNREADABLE', `${name} is a folder; name a file in it.`);
    if (!info.isFile()) throw new ToolGraphError('SOURCE_UNREADABLE', `${name} is not a regular file.`);
    if (info.size > maxBytes) throw tooLarge(name, maxBytes);
    const file = await open(path, 'r');
    try {
      const bytes = await file.readFile();
      if (bytes.byteLength > maxBytes) throw tooLarge(name, maxBytes); // it grew since it was looked at
      return bytes;
    } finally {
      await file.close();
    }
  } catch (thrown) {
    if (thrown instanceof ToolGraphError) throw thrown;
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : messageOf(thrown, 60);
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new ToolGraphError('SOURCE_NOT_FOUND', `${name} does not exist; check the path.`, { cause: thrown });
    throw new ToolGraphError('SOURCE_UNREADABLE', `${name} could not be read (${code}).`, { cause: thrown });
  }
}

/** Text of bytes: UTF-16 with a byte order mark, else UTF-8. The mark itself is left out. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}

async function readUrl(location: string, options: ReadSourceOptions): Promise<SourceText> {
  if (!URL.canParse(location))
    throw new ToolGraphError('INVALID_ARGUMENT', `${displayLocation(location)} is not a valid URL.`);
  const start = new URL(location);
  const headers: Record<string, string> = { ...options.headers };
  if (start.username !== '') {
    // fetch refuses a URL that holds a password; the header says the same
    const pair = `${decodeURIComponent(start.username)}:${decodeURIComponent(start.password)}`;
    headers['authorization'] ??= `Basic ${Buffer.from(pair).toString('base64')}`;
    start.username = '';
    start.password = '';
  }
  const { bytes, url } = await guardedFetch(start, {
    privateAddresses: options.privateAddress === false ? 'none' : 'first-host',
    maxBytes: options.limits.maxBytes,
    timeoutMs: options.limits.timeoutMs,
    headers,
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  return { text: decodeText(bytes), name: displayLocation(start.href), url: url.href };
}

function filePathOf(location: string): string {
  try {
    return fileURLToPath(location);
  } catch (thrown) {
    throw new ToolGraphError('INVALID_ARGUMENT', `${displayLocation(location)} is not the URL of a local file.`, {
      cause: thrown,
    });
  }
}

function tooLarge(name: string, maxBytes: number): ToolGraphError {
  return new ToolGraphError(
    'LIMIT_EXCEEDED',
    `${name} is larger than ${maxBytes} bytes; raise limits.maxBytes to read it.`,
  );
}
