import { isRecord } from '../../src/core/json-schema.js';
import type { ToolProgress } from '../../src/core/tool-schema.js';

/** What the ingester needs of a connected MCP client, whichever SDK or object stands behind it. */
export interface McpPort {
  /** The server's own name and words about itself, where it gave any. */
  readonly server: { readonly name?: string; readonly title?: string; readonly description?: string };
  fetchPage(cursor: string | undefined, options: McpRequestOptions): Promise<unknown>;
  /** `undefined` when the client cannot call tools. */
  callTool?(params: McpCallParams, options: McpCallOptions): Promise<unknown>;
  /** Called for every `tools/list_changed`, until the port is closed. */
  onListChanged(listener: () => void): void;
  /** Called once, when the connection ends without `close`, or has ended so before. */
  onClosed(listener: () => void): void;
  close(): Promise<void>;
}

/** Bounds of one request. */
export interface McpRequestOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** A call of a tool: its name at the server, and the arguments by their names there. */
export interface McpCallParams {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Metadata of the request, passed on as it is. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Bounds of one call, and who hears of its progress. */
export interface McpCallOptions extends McpRequestOptions {
  /** The tool as the server lists it. */
  readonly definition: Readonly<Record<string, unknown>>;
  /** Longest wait in all: each report of progress starts `timeoutMs` anew, but never goes beyond this. */
  readonly totalTimeoutMs?: number;
  readonly onProgress?: (progress: ToolProgress) => void;
}

/** A connected client as both generations of the SDK offer it, or any object that can list tools. */
export interface McpClientLike {
  listTools(params?: { cursor?: string }, options?: object): Promise<unknown>;
  callTool?(params: { name: string; arguments?: Record<string, unknown> }, ...rest: never[]): Promise<unknown>;
}

type Method = (...args: readonly unknown[]) => unknown;

/** Accepts any result: the ingester checks each tool on its own, where the SDK would refuse the whole list for one. */
const anyResult = {
  '~standard': { version: 1, vendor: 'toolgraph', validate: (value: unknown) => ({ value }) },
  parse: (value: unknown) => value,
  safeParse: (value: unknown) => ({ success: true, data: value }),
};

/** Is the value a client that can list tools, rather than a description of how to reach a server? */
export function isMcpClient(value: unknown): value is McpClientLike {
  return isRecord(value) && typeof value['listTools'] === 'function';
}

/**
 * Wraps a connected client. The handler for `tools/list_changed` and `onclose` are taken over; a former `onclose` is
 * still called. Closing the port leaves the client open unless `owned`: it belongs to whoever made it.
 */
export function portOfClient(client: McpClientLike, owned: boolean): McpPort {
  const object = client as unknown as Record<string, unknown>;
  const listeners = { changed: undefined as (() => void) | undefined, closed: undefined as (() => void) | undefined };
  let closing = false;
  let ended = false;
  const formerOnClose = object['onclose'];
  if (isSdkClient(object)) {
    object['onclose'] = () => {
      if (typeof formerOnClose === 'function') formerOnClose.call(client);
      ended = true;
      if (!closing) listeners.closed?.();
    };
  }
  subscribe(object, () => {
    if (!closing) listeners.changed?.();
  });
  return {
    server: serverOf(object),
    fetchPage: fetcherOf(object),
    ...(typeof object['callTool'] === 'function' ? { callTool: callerOf(object) } : {}),
    onListChanged(listener) {
      listeners.changed = listener;
    },
    onClosed(listener) {
      listeners.closed = listener;
      if (ended && !closing) queueMicrotask(listener); // it ended before anybody could listen
    },
    async close() {
      closing = true;
      if (owned && typeof object['close'] === 'function') await object['close']();
    },
  };
}

/** Both SDK generations have these; a hand-made client usually has not. */
function isSdkClient(client: Record<string, unknown>): boolean {
  return typeof client['request'] === 'function' && typeof client['setNotificationHandler'] === 'function';
}

function fetcherOf(client: Record<string, unknown>): McpPort['fetchPage'] {
  return async (cursor, { timeoutMs, signal }) => {
    const params = cursor === undefined ? {} : { cursor };
    const options = { timeout: timeoutMs, ...(signal === undefined ? {} : { signal }) };
    const pending = isSdkClient(client)
      ? (client['request'] as Method)({ method: 'tools/list', params }, anyResult, options)
      : (client['listTools'] as Method)(params, options);
    return withTimeout(pending, timeoutMs);
  };
}

/** Ends the wait for clients that know no timeout; those that do have stopped by then. */
async function withTimeout(pending: unknown, timeoutMs: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs + 50);
  });
  try {
    return await Promise.race([pending, limit]);
  } finally {
    clearTimeout(timer);
  }
}

function callerOf(client: Record<string, unknown>): NonNullable<McpPort['callTool']> {
  return async (params, { timeoutMs, totalTimeoutMs, signal, definition, onProgress }) => {
    const options = {
      timeout: timeoutMs,
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onprogress: onProgress, resetTimeoutOnProgress: true }),
      ...(onProgress === undefined || totalTimeoutMs === undefined ? {} : { maxTotalTimeout: totalTimeoutMs }),
      ...(mirrorsHeaders(definition) ? { toolDefinition: withoutOutput(definition) } : {}),
    };
    // The first SDK generation takes a result schema in the second place, the second one its options.
    return isFirstGeneration(client)
      ? (client['callTool'] as Method)(params, undefined, options)
      : (client['callTool'] as Method)(params, options);
  };
}

/** Inputs that must travel as HTTP headers too: the SDK needs the definition to mirror them. */
function mirrorsHeaders(definition: Readonly<Record<string, unknown>>): boolean {
  return JSON.stringify(definition['inputSchema'] ?? null).includes('"x-mcp-header"');
}

/** The result goes to the host as the server sent it; whether it fits its schema is the host's question. */
function withoutOutput(definition: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { outputSchema: _unused, ...rest } = definition;
  return rest;
}

function isFirstGeneration(client: Record<string, unknown>): boolean {
  return isSdkClient(client) && typeof client['setVersionNegotiation'] !== 'function';
}

function subscribe(client: Record<string, unknown>, listener: () => void): void {
  const method = 'notifications/tools/list_changed';
  if (!isSdkClient(client)) return;
  if (!isFirstGeneration(client)) {
    (client['setNotificationHandler'] as Method)(method, listener);
    return;
  }
  const former = client['fallbackNotificationHandler'];
  client['fallbackNotificationHandler'] = async (notification: unknown) => {
    if (isRecord(notification) && notification['method'] === method) listener();
    else if (typeof former === 'function') await former.call(client, notification);
  };
}

function serverOf(client: Record<string, unknown>): McpPort['server'] {
  if (typeof client['getServerVersion'] !== 'function') return {};
  const info: unknown = client['getServerVersion']();
  if (!isRecord(info)) return {};
  const server: { name?: string; title?: string; description?: string } = {};
  for (const key of ['name', 'title', 'description'] as const) {
    const value = info[key];
    if (typeof value === 'string' && value.trim() !== '') server[key] = value.trim();
  }
  return server;
}
