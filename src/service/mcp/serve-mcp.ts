import { createMcpHandler, isLegacyRequest, type McpHttpHandler } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Principal } from '../access.js';
import type { CatalogHost } from '../catalog-host.js';
import { type BodyLimits, readText } from '../read-body.js';
import type { ToolCalls } from '../tool-calls.js';
import { HttpSessions } from './http-sessions.js';
import { createMcpSession, type McpServerParts, type McpSession } from './mcp-server.js';
import type { ExposureOptions } from './session-tools.js';

const sessionLimits = { perPrincipal: 64, idleMs: 1_800_000 } as const;

/** MCP over Streamable HTTP for one catalog. */
export class McpEndpoint {
  readonly #handlers = new Map<string, McpHttpHandler>();
  /** What clients without a session are listed: one for each principal, to see when it becomes another. */
  readonly #listings = new Map<string, McpSession>();
  readonly #host: CatalogHost;
  readonly #version: string;
  readonly #limits: BodyLimits;
  readonly #onError: (error: unknown) => void;
  readonly #calls: ToolCalls | undefined;
  readonly #expose: ExposureOptions | undefined;
  readonly #sessions: HttpSessions | undefined;
  readonly #unfollow: () => void;

  /** `sessions: false` serves every request on its own, for when several processes answer at one address. */
  constructor(parts: {
    readonly host: CatalogHost;
    readonly version: string;
    readonly limits: BodyLimits;
    readonly onError: (error: unknown) => void;
    readonly calls?: ToolCalls | undefined;
    readonly expose?: ExposureOptions | undefined;
    readonly sessions?: boolean;
  }) {
    this.#host = parts.host;
    this.#version = parts.version;
    this.#limits = parts.limits;
    this.#onError = parts.onError;
    this.#calls = parts.calls;
    this.#expose = parts.expose;
    if (parts.sessions !== false)
      this.#sessions = new HttpSessions({ ...sessionLimits, maxBytes: parts.limits.maxBytes }, (session) => {
        this.#host.endSession(session).catch((thrown: unknown) => this.#onError(thrown));
      });
    this.#unfollow = this.#host.onChange(() => this.#catalogChanged());
  }

  /** Answers one request of a principal, who gets a server of his own: nothing is shared between principals. */
  async answer(request: Request, principal: Principal): Promise<Response> {
    const session = request.headers.get('mcp-session-id');
    if (request.method !== 'POST')
      return session === null ? this.#handlerOf(principal).fetch(request) : this.#within(session, request, principal);
    const text = await readText(request, this.#limits);
    if (isEmptyBatch(text)) return invalidRequest();
    const copy = (): Request =>
      new Request(request.url, { method: 'POST', headers: request.headers, body: text, signal: request.signal });
    const body = parsed(text);
    if (body !== undefined && this.#sessions !== undefined && (await isLegacyRequest(copy(), body))) {
      if (session !== null) return this.#within(session, copy(), principal, body);
      if (isInitialize(body))
        return this.#sessions.open(copy(), body, principal.key, (id) => createMcpSession(this.#parts(principal, id)));
    }
    return this.#handlerOf(principal).fetch(copy());
  }

  async close(): Promise<void> {
    this.#unfollow();
    await this.#sessions?.close();
    await Promise.all([...this.#handlers.values()].map((handler) => handler.close()));
  }

  async #within(id: string, request: Request, principal: Principal, body?: unknown): Promise<Response> {
    const response = await this.#sessions?.answer(id, request, body, principal.key);
    return response ?? rpcError(404, -32001, 'The session is not known here, or is over; initialize a new one.');
  }

  #catalogChanged(): void {
    this.#sessions?.catalogChanged();
    for (const listing of this.#listings.values()) listing.catalogChanged();
  }

  #handlerOf(principal: Principal): McpHttpHandler {
    let handler = this.#handlers.get(principal.key);
    if (handler === undefined) {
      const { maxBytes } = this.#limits;
      const made = createMcpHandler(() => createMcpSession(this.#parts(principal)).server, {
        maxRequestBodySize: maxBytes,
      });
      handler = made;
      this.#handlers.set(principal.key, made);
      const announce = (): void => made.notify.toolsChanged();
      this.#listings.set(principal.key, createMcpSession({ ...this.#parts(principal), announce }));
    }
    return handler;
  }

  /** Without a session there is nobody whom what was found could be listed to; it can be called by its name all the same. */
  #parts(principal: Principal, session?: string): McpServerParts {
    const { searched: _ofSessions, ...always } = this.#expose ?? {};
    const expose = session === undefined && this.#expose !== undefined ? always : this.#expose;
    return {
      host: this.#host,
      principal,
      version: this.#version,
      onError: this.#onError,
      ...(this.#calls === undefined ? {} : { calls: this.#calls }),
      ...(expose === undefined ? {} : { expose }),
      ...(session === undefined ? {} : { session }),
    };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined; // the handler says so in its own words
    throw thrown;
  }
}

function isInitialize(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'method' in body && body.method === 'initialize';
}

/** JSON-RPC: a batch of nothing is an invalid request. */
function isEmptyBatch(text: string): boolean {
  return /^\s*\[\s*\]\s*$/.test(text);
}

function invalidRequest(): Response {
  return rpcError(400, -32600, 'Invalid request: the batch is empty.');
}

function rpcError(status: number, code: number, message: string): Response {
  return new Response(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }), {
    status,
    headers: { 'content-type': 'application/json' },
  });
}

/**
 * Serves MCP over this process's standard input and output until the input ends. Nothing else may write to standard
 * output. The local user may do everything.
 */
export function serveMcpOverStdio(
  host: CatalogHost,
  options: Pick<McpServerParts, 'version' | 'calls' | 'expose'> & { readonly onError: (error: unknown) => void },
): { close(): Promise<void> } {
  const principal = new Principal({ id: 'local', scopes: ['read', 'call', 'admin'] });
  let session: McpSession | undefined;
  const unfollow = host.onChange(() => session?.catalogChanged());
  const handle = serveStdio(
    () => {
      session = createMcpSession({ host, principal, session: 'stdio', ...options });
      return session.server;
    },
    { onerror: options.onError },
  );
  return {
    close: () => {
      unfollow();
      return handle.close();
    },
  };
}
