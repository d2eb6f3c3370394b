import type { JsonValue, ToolGraph } from '../index.js';
import { AsideSource } from './aside/read-aside.js';
import { RequestError } from './problem.js';
import type { Ingested, ServiceSource } from './source-record.js';

/** Most bytes of a document that a client's address leads to, and the longest wait for it. */
const limits = { maxBytes: 32 << 20, timeoutMs: 20_000 } as const;

/**
 * An OpenAPI document at an address that a client gave. Only public addresses are asked, at every redirect; nothing
 * that the document refers to is fetched.
 *
 * @throws RequestError 400 for what is no http or https URL: paths and `file:` are never read for a client.
 */
export function urlSource(url: string, id: string | undefined): ServiceSource {
  if (!URL.canParse(url) || !['http:', 'https:'].includes(new URL(url).protocol))
    throw new RequestError(400, 'invalid-argument', 'url must be an http or https address; paths are not read.');
  const { username, password } = new URL(url);
  if (username !== '' || password !== '')
    throw new RequestError(400, 'invalid-argument', 'url must not hold a user name or password.');
  const again = { url, ...(id === undefined ? {} : { id }) };
  const aside = new AsideSource(import.meta.url, again, (graph) => readInto(graph, again));
  return { place: url, again, ingest: (graph, own) => aside.ingest(graph, own) };
}

/** Reads the document at the address into a graph; also run by the thread that refreshes sources. */
export async function readInto(graph: ToolGraph, address: JsonValue): Promise<Ingested> {
  const { url, id } = address as { readonly url: string; readonly id?: string };
  const options = { ...(id === undefined ? {} : { source: id }), limits, privateAddress: false };
  return { reports: [await graph.ingestOpenApi(url, options)] };
}

/** The source that a snapshot's note describes; undefined when it describes none. */
export function sourceAgain(note: JsonValue): ServiceSource | undefined {
  if (typeof note !== 'object' || note === null || !('url' in note)) return undefined;
  const { url, id } = note as Readonly<Record<string, JsonValue>>;
  return typeof url === 'string' ? urlSource(url, typeof id === 'string' ? id : undefined) : undefined;
}
