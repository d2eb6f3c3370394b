import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Principal } from '../access.js';
import type { CatalogHost } from '../catalog-host.js';
import { type BodyLimits, readText } from '../read-body.js';
import type { ToolCalls } from '../tool-calls.js';
import { createMcpServer } from './mcp-server.js';

/** MCP over Streamable HTTP for one catalog. */
export class McpEndpoint {
  readonly #handlers = new Map<string, McpHttpHandler>();
  readonly #host: CatalogHost;
  readonly #version: string;
  readonly #limits: BodyLimits;
  readonly #onError: (error: unknown) => void;
  readonly #calls: ToolCalls | undefined;

  constructor(parts: {
    readonly host: CatalogHost;
    readonly version: string;
    readonly limits: BodyLimits;
    readonly onError: (error: unknown) => void;
    readonly calls?: ToolCalls | undefined;
  }) {
    this.#host = parts.host;
    this.#version = parts.version;
    this.#limits = parts.limits;
    this.#onError = parts.onError;
    this.#calls = parts.calls;
  }

  /** Answers one request of a principal, who gets a server of his own: nothing is shared between principals. */
  async answer(request: Request, principal: Principal): Promise<Response> {
    const handler = this.#handlerOf(principal);
    if (request.method !== 'POST') return handler.fetch(request);
    const text = await readText(request, this.#limits);
    const copy = new Request(request.url, {
      method: 'POST',
      headers: request.headers,
      body: text,
      signal: request.signal,
    });
    return isEmptyBatch(text) ? invalidRequest() : handler.fetch(copy);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#handlers.values()].map((handler) => handler.close()));
  }

  #handlerOf(principal: Principal): McpHttpHandler {
    let handler = this.#handlers.get(principal.id);
    if (handler === undefined) {
      const calls = this.#calls === undefined ? {} : { calls: this.#calls };
      const parts = { host: this.#host, principal, version: this.#version, onError: this.#onError, ...calls };
      handler = createMcpHandler(() => createMcpServer(parts), { maxRequestBodySize: this.#limits.maxBytes });
      this.#handlers.set(principal.id, handler);
    }
    return handler;
  }
}

/** JSON-RPC: a batch of nothing is an invalid request. */
function isEmptyBatch(text: string): boolean {
  return /^\s*\[\s*\]\s*$/.test(text);
}

function invalidRequest(): Response {
  const error = { code: -32600, message: 'Invalid request: the batch is empty.' };
  return new Response(JSON.stringify({ jsonrpc: '2.0', id: null, error }), {
    status: 400,
    headers: { 'content-type': 'application/json' },
  });
}

/**
 * Serves MCP over this process's standard input and output until the input ends. Nothing else may write to standard
 * output. The local user may do everything.
 */
export function serveMcpOverStdio(
  host: CatalogHost,
  options: { readonly version: string; readonly onError: (error: unknown) => void; readonly calls?: ToolCalls },
): { close(): Promise<void> } {
  const principal = new Principal({ id: 'local', scopes: ['read', 'call', 'admin'] });
  return serveStdio(() => createMcpServer({ host, principal, ...options }), { onerror: options.onError });
}
