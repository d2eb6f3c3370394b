import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { Agent, fetch as undiciFetch } from 'undici';
import { ToolGraphError } from '../src/core/errors.js';
import { addressIn, isPublicAddress } from '../src/core/public-address.js';
import { displayLocation } from './locations.js';

export { isPublicAddress } from '../src/core/public-address.js';

/** The part of a fetch response that is read here; `Response` of Node and of undici both fit. */
export interface FetchedResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** A fetch function, as tests and hosts with their own transport supply it. It must not follow redirects itself. */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchedResponse>;

/** What every request is made with. */
export interface FetchInit {
  readonly method: 'GET';
  readonly headers: Readonly<Record<string, string>>;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
}

/** What one guarded download may do. */
export interface GuardedFetchOptions {
  /** Hosts (`api.example.com`, with `:port` when it is not the default) that may be asked. Default: any. */
  readonly hosts?: readonly string[];
  /** May an address be loopback, private, link-local or otherwise not public? Default `none`; `first-host`: only of the URL's own host. */
  readonly privateAddresses?: 'none' | 'first-host' | 'any';
  /** Most bytes of the body. */
  readonly maxBytes: number;
  /** Most milliseconds for everything together, redirects too. */
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: FetchLike;
  readonly signal?: AbortSignal;
}

/** What came back, and from where after redirects. */
export interface FetchedDocument {
  readonly bytes: Uint8Array;
  readonly url: URL;
}

const maxRedirects = 5;

/**
 * Downloads one document. Only http and https; the address is checked after DNS and the connection made to the
 * address that was checked; each redirect is checked again; bytes and time are bounded. Headers that the caller
 * gives are sent to the first host only.
 *
 * @throws ToolGraphError `REFUSED` (address or host not allowed), `SOURCE_NOT_FOUND` (404, 410),
 * `SOURCE_UNREADABLE` (other answers, network, time), `LIMIT_EXCEEDED` (too large). No message holds fetched text.
 */
export async function guardedFetch(start: URL, options: GuardedFetchOptions): Promise<FetchedDocument> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
  const mayBePrivate = (host: string): boolean =>
    options.privateAddresses === 'any' || (options.privateAddresses === 'first-host' && host === start.hostname);
  const agent =
    options.fetch === undefined ? new Agent({ connect: { lookup: checkedLookup(mayBePrivate) } }) : undefined;
  const request: FetchLike =
    options.fetch ?? ((url, init) => undiciFetch(url, agent === undefined ? init : { ...init, dispatcher: agent }));
  try {
    let url = start;
    for (let hop = 0; hop <= maxRedirects; hop++) {
      checkUrl(url, options.hosts, mayBePrivate);
      const sameHost = url.host === start.host;
      const headers = { accept: 'application/json, application/yaml, */*;q=0.5', ...(sameHost ? options.headers : {}) };
      const response = await request(url.href, { method: 'GET', headers, redirect: 'manual', signal });
      const next = redirectTarget(response, url);
      if (next === undefined) return { bytes: await readBody(response, url, options.maxBytes), url };
      await discard(response);
      url = next;
    }
    throw new ToolGraphError(
      'SOURCE_UNREADABLE',
      `${displayLocation(start.href)} redirects more than ${maxRedirects} times.`,
    );
  } catch (thrown) {
    throw asFetchError(thrown, start, timeout.aborted ? options.timeoutMs : undefined);
  } finally {
    await agent?.destroy();
  }
}

/** Refuses a URL by scheme, host list, or the literal address it holds. */
function checkUrl(url: URL, hosts: readonly string[] | undefined, mayBePrivate: (host: string) => boolean): void {
  const shown = displayLocation(url.href);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ToolGraphError('REFUSED', `${shown} is refused: only http and https are fetched.`);
  if (
    hosts !== undefined &&
    !hosts.some((host) => host.toLowerCase() === url.host || host.toLowerCase() === url.hostname)
  )
    throw new ToolGraphError('REFUSED', `${shown} is refused: its host is not in the list of allowed hosts.`);
  const literal = addressIn(url.hostname);
  if (literal !== undefined && !isPublicAddress(literal) && !mayBePrivate(url.hostname))
    throw new ToolGraphError('REFUSED', `${shown} is refused: the address is not a public one.`);
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** A DNS look-up that refuses names with a non-public address; the socket then uses exactly what was checked. */
function checkedLookup(mayBePrivate: (host: string) => boolean) {
  return (hostname: string, options: LookupOptions, callback: LookupCallback): void => {
    dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      if (!mayBePrivate(hostname) && !addresses.every(({ address }) => isPublicAddress(address))) {
        const message = `${hostname} is refused: it resolves to an address that is not a public one.`;
        return callback(new ToolGraphError('REFUSED', message), []);
      }
      const first = addresses[0];
      if (options.all === true || first === undefined) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}

function redirectTarget(response: FetchedResponse, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(response.status)) return undefined;
  const location = response.headers.get('location');
  if (location === null || !URL.canParse(location, from.href)) {
    throw new ToolGraphError('SOURCE_UNREADABLE', `${displayLocation(from.href)} redirects without saying where.`);
  }
  return new URL(location, from.href);
}

async function readBody(response: FetchedResponse, url: URL, maxBytes: number): Promise<Uint8Array> {
  const shown = displayLocation(url.href);
  if (response.status < 200 || response.status > 299) {
    await discard(response);
    const code = response.status === 404 || response.status === 410 ? 'SOURCE_NOT_FOUND' : 'SOURCE_UNREADABLE';
    throw new ToolGraphError(code, `${shown} answered with status ${response.status}.`);
  }
  const tooLarge = (): ToolGraphError =>
    new ToolGraphError(
      'LIMIT_EXCEEDED',
      `${shown} is larger than ${maxBytes} bytes; raise limits.maxBytes to read it.`,
    );
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await discard(response);
    throw tooLarge();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Lets go of a body that nobody reads. */
async function discard(response: FetchedResponse): Promise<void> {
  const iterator = response.body?.[Symbol.asyncIterator]();
  await iterator?.return?.();
}

/** Our own error if one is in the chain of causes, else one that names the place and a system code, never content. */
function asFetchError(thrown: unknown, url: URL, timedOutAfterMs: number | undefined): ToolGraphError {
  for (let cause = thrown, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof ToolGraphError) return cause;
  }
  const shown = displayLocation(url.href);
  if (timedOutAfterMs !== undefined)
    return new ToolGraphError('SOURCE_UNREADABLE', `${shown} did not answer within ${timedOutAfterMs} ms.`);
  const cause = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : '';
  return new ToolGraphError(
    'SOURCE_UNREADABLE',
    `${shown} could not be fetched${code}; check the address and the network.`,
  );
}
