import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { Agent, fetch as undiciFetch } from 'undici';
import { messageOf, ToolError, ToolGraphError, ToolInputError } from '../../core/errors.js';
import type { JsonValue } from '../../core/json-schema.js';
import { addressIn, isPublicAddress } from '../../core/public-address.js';
import type { ToolSchema } from '../../core/tool-schema.js';
import { ArgumentCheck } from '../argument-check.js';
import { buildRequest, type Credentials, type HttpToolRequest, hiddenCredential } from './build-request.js';

/** How HTTP tools are called. */
export interface HttpCallerOptions {
  /** Credentials by source id and security scheme. They are never shown, logged or taken from arguments. Default none. */
  readonly credentials?: Credentials;
  /** Hosts that may have a loopback, private or link-local address. Default none. */
  readonly privateHosts?: readonly string[];
  /** Longest wait for a whole answer, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /** Most bytes of an answer. Default 1 MiB. */
  readonly maxResponseBytes?: number;
  /** How often a call that may be repeated is tried again after a network error, 429, 502, 503 or 504. Default 2. */
  readonly retries?: number;
}

/** What an HTTP tool answered. */
export interface HttpToolResult {
  readonly status: number;
  readonly ok: boolean;
  readonly contentType?: string;
  /** JSON where the answer is JSON, else text; null for an empty one. */
  readonly body: JsonValue;
  /** True when the answer was longer than the limit; `body` is then the text before it. */
  readonly truncated?: true;
}

const defaults = { timeoutMs: 30_000, maxResponseBytes: 1 << 20, retries: 2 } as const;

/** Calls the tools of OpenAPI sources. Redirects are not followed: they could carry credentials elsewhere. */
export class HttpCaller implements AsyncDisposable {
  readonly #options: HttpCallerOptions;
  readonly #check = new ArgumentCheck();
  readonly #privateHosts: ReadonlySet<string>;
  readonly #agent: Agent;

  constructor(options: HttpCallerOptions = {}) {
    this.#options = options;
    this.#privateHosts = new Set(options.privateHosts?.map((host) => host.toLowerCase()));
    this.#agent = new Agent({ connect: { lookup: this.#lookup } });
  }

  /**
   * The request that a call would make, with `[credential]` where credentials go. Nothing is sent.
   *
   * @throws ToolInputError for wrong arguments; ToolGraphError as {@link buildRequest}.
   */
  preview(tool: ToolSchema, args: Readonly<Record<string, unknown>>): HttpToolRequest {
    this.#checked(tool, args);
    const { bytes: _sent, ...shown } = buildRequest(tool, args, () => hiddenCredential);
    return shown;
  }

  /**
   * Calls a tool. An answer with an error status is a result, not an exception.
   *
   * @throws ToolInputError for wrong arguments; ToolGraphError `NOT_CALLABLE`, `REFUSED` for an address that is not
   * public; ToolError when there was no answer in time or at all.
   */
  async call(tool: ToolSchema, args: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<HttpToolResult> {
    this.#checked(tool, args);
    const request = buildRequest(tool, args, this.#options.credentials ?? (() => undefined));
    const tries = mayRepeat(tool, request) ? 1 + (this.#options.retries ?? defaults.retries) : 1;
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#attempt(tool, request, signal);
      const isOver = attempt >= tries || signal?.aborted === true;
      if ('result' in outcome && (isOver || ![429, 502, 503, 504].includes(outcome.result.status)))
        return outcome.result;
      if ('error' in outcome && (isOver || outcome.error.code !== 'TOOL_FAILED')) throw outcome.error;
      await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt));
    }
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #checked(tool: ToolSchema, args: Readonly<Record<string, unknown>>): void {
    const problems = this.#check.problemsOf(tool, args);
    if (problems.length > 0) throw new ToolInputError(tool.name, problems);
  }

  async #attempt(
    tool: ToolSchema,
    request: HttpToolRequest,
    signal: AbortSignal | undefined,
  ): Promise<{ result: HttpToolResult } | { error: ToolGraphError }> {
    const url = new URL(request.url);
    const literal = addressIn(url.hostname);
    if (literal !== undefined && !isPublicAddress(literal) && !this.#mayBePrivate(url.hostname))
      return { error: privateAddress(url.hostname) };
    const timeoutMs = this.#options.timeoutMs ?? defaults.timeoutMs;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await undiciFetch(url, {
        method: request.method,
        headers: { ...request.headers },
        body: request.bytes ?? request.body ?? null,
        redirect: 'manual',
        dispatcher: this.#agent,
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      const { text, truncated } = await readText(
        response.body,
        this.#options.maxResponseBytes ?? defaults.maxResponseBytes,
      );
      return { result: resultOf(response.status, response.headers.get('content-type'), text, truncated) };
    } catch (thrown) {
      return { error: asCallError(tool, thrown, timeout.aborted ? timeoutMs : undefined) };
    }
  }

  #mayBePrivate(host: string): boolean {
    return this.#privateHosts.has(host.toLowerCase());
  }

  /** Refuses names with a non-public address; the socket then uses exactly what was checked. */
  readonly #lookup = (
    hostname: string,
    options: LookupOptions,
    callback: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ): void => {
    dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      if (!this.#mayBePrivate(hostname) && !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(privateAddress(hostname), []);
      const [first] = addresses;
      if (options.all === true || first === undefined) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}

function privateAddress(host: string): ToolGraphError {
  return new ToolGraphError(
    'REFUSED',
    `${host} is refused: its address is not a public one; name it in privateHosts if it is meant.`,
  );
}

/** May the call be made twice? By its annotation, else by what its method promises. */
function mayRepeat({ annotations }: ToolSchema, { method }: HttpToolRequest): boolean {
  if (annotations.idempotentHint !== undefined) return annotations.idempotentHint;
  return ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'].includes(method);
}

async function readText(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<{ text: string; truncated: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    const room = maxBytes - size;
    chunks.push(chunk.subarray(0, room));
    size += chunk.byteLength;
    if (size > maxBytes) return { text: Buffer.concat(chunks).toString(), truncated: true };
  }
  return { text: Buffer.concat(chunks).toString(), truncated: false };
}

function resultOf(status: number, contentType: string | null, text: string, truncated: boolean): HttpToolResult {
  const isJson = !truncated && /[/+]json\b/i.test(contentType ?? '');
  return {
    status,
    ok: status >= 200 && status < 300,
    ...(contentType === null ? {} : { contentType }),
    body: text === '' ? null : isJson ? parsed(text) : text,
    ...(truncated ? { truncated } : {}),
  };
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return text; // it says JSON and is none: the caller gets what came
    throw thrown;
  }
}

/** Our own error if one is in the chain of causes, else one without the request's URL, which may hold a credential. */
function asCallError(tool: ToolSchema, thrown: unknown, timedOutAfterMs: number | undefined): ToolGraphError {
  for (let cause = thrown, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++)
    if (cause instanceof ToolGraphError) return cause;
  if (timedOutAfterMs !== undefined)
    return new ToolError(tool.name, `Tool "${tool.name}" did not answer within ${timedOutAfterMs} ms.`);
  const cause = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : messageOf(cause, 60);
  return new ToolError(tool.name, `Tool "${tool.name}" could not be reached (${code}).`);
}
