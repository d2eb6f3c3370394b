import { getIntrospectionQuery } from 'graphql';
import { messageOf, ToolGraphError } from '../../src/core/errors.js';
import { isRecord } from '../../src/core/json-schema.js';

/** How an endpoint is asked for its schema. */
export interface EndpointOptions {
  /** Sent with the request and kept nowhere. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Longest wait for the whole answer, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /** Largest answer, in bytes. Default 30,000,000. */
  readonly maxBytes?: number;
  /** Replaces the global `fetch`, for a proxy or an address policy of the host's own. */
  readonly fetch?: typeof fetch;
  readonly signal?: AbortSignal;
}

const defaults = { timeoutMs: 30_000, maxBytes: 30_000_000 } as const;

/**
 * Asks a GraphQL endpoint for its introspection result. Redirects are not followed, because they would take the
 * headers elsewhere. A server that does not know the newer introspection fields is asked again without them.
 *
 * @throws ToolGraphError `REFUSED` for an address that is not http(s), `SOURCE_UNREADABLE` when there is no usable
 * answer in time, `LIMIT_EXCEEDED` when it is too large.
 */
export async function fetchIntrospection(endpoint: URL, options: EndpointOptions = {}): Promise<unknown> {
  if (endpoint.protocol !== 'http:' && endpoint.protocol !== 'https:')
    throw new ToolGraphError('REFUSED', `A GraphQL endpoint is reached by http or https, not ${endpoint.protocol}`);
  const { address, headers } = withoutPassword(endpoint, options.headers);
  const request = { ...options, headers };
  const full = getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true, oneOf: true });
  const first = await ask(address, full, request);
  if (hasSchema(first)) return first;
  const second = await ask(address, getIntrospectionQuery(), request);
  return hasSchema(second) ? second : first;
}

/** Fetch refuses an address that holds a password; the header says the same. */
function withoutPassword(endpoint: URL, given: EndpointOptions['headers'] = {}) {
  const address = new URL(endpoint);
  if (address.username === '') return { address, headers: given };
  const pair = `${decodeURIComponent(address.username)}:${decodeURIComponent(address.password)}`;
  address.username = '';
  address.password = '';
  return { address, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}`, ...given } };
}

function hasSchema(answer: unknown): boolean {
  return isRecord(answer) && isRecord(answer['data']) && isRecord(answer['data']['__schema']);
}

async function ask(endpoint: URL, query: string, options: EndpointOptions): Promise<unknown> {
  const place = `${endpoint.host}${endpoint.pathname}`;
  const timeout = AbortSignal.timeout(options.timeoutMs ?? defaults.timeoutMs);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
  try {
    const response = await (options.fetch ?? fetch)(endpoint, {
      method: 'POST',
      headers: { ...options.headers, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query, operationName: 'IntrospectionQuery' }),
      redirect: 'manual',
      signal,
    });
    if (response.status >= 300 && response.status < 400)
      throw new ToolGraphError(
        'REFUSED',
        `${place} answers with a redirect, which is not followed; give the final address.`,
      );
    const text = await readText(response, options.maxBytes ?? defaults.maxBytes, place);
    return parseAnswer(text, response, place);
  } catch (error) {
    if (error instanceof ToolGraphError) throw error;
    throw new ToolGraphError('SOURCE_UNREADABLE', `${place} gave no introspection result: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

async function readText(response: Response, maxBytes: number, place: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes)
      throw new ToolGraphError(
        'LIMIT_EXCEEDED',
        `${place} answers with more than ${maxBytes} bytes; raise maxBytes if that is right.`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseAnswer(text: string, response: Response, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ToolGraphError(
      'SOURCE_UNREADABLE',
      `${place} answers with status ${response.status} and no JSON (${response.headers.get('content-type') ?? 'no content type'}).`,
      { cause: error },
    );
  }
}
