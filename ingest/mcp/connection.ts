import { messageOf, ToolGraphError } from '../../src/core/errors.js';
import type { IngestReport, IngestResult, ToolCallable } from '../../src/core/tool-schema.js';
import type { TextPolicy } from '../text-safety.js';
import { type Listing, type ListLimits, listAllTools } from './list-pages.js';
import { ingestMcpTools } from './list-result.js';
import { isMcpClient, type McpClientLike, type McpPort, portOfClient } from './mcp-port.js';
import { isMcpServerConfig, McpDialer, type McpServerConfig } from './sdk-client.js';
import { type McpHealth, ServerLink } from './server-link.js';
import { SessionLinks } from './session-links.js';

/** How a live MCP server is ingested, followed and called. */
export interface IngestMcpOptions {
  /** Id of the source. Default: the name the server gives itself. Two servers of one name need ids of their own. */
  source?: string;
  /** Longest wait for one answer, in milliseconds, > 0. Default 30,000. */
  timeoutMs?: number;
  /** Most pages read in one listing, >= 1. Default 100. */
  maxPages?: number;
  /** Most tools kept of one listing, >= 1. Default 10,000. */
  maxTools?: number;
  /** Ends the first connection and listing when aborted. */
  signal?: AbortSignal;
  /** What happens to tools whose text hides something or gives orders to the model. Default `flag`. */
  textPolicy?: TextPolicy;
  /** Longest wait for the answer to a call, in milliseconds, > 0; progress starts it anew. Default: `timeoutMs`. */
  callTimeoutMs?: number;
  /** Most calls at once, >= 1. Default 16. */
  maxConcurrent?: number;
  /** Most calls that wait for their turn, >= 0; one more is refused as `BUSY`. Default 100. */
  maxQueued?: number;
  /** Connect only when a tool is called, or on `refresh`, if the catalog has tools of `source` already. Default false. */
  lazy?: boolean;
  /** Connect again by itself after a loss, with ever longer pauses. Without it the next call does. Default false. */
  reconnect?: boolean;
  /** End the connection when no call came for so long, in milliseconds; the next call makes it anew. Default: never. */
  idleMs?: number;
  /** A connection of its own for every session that calls (`session` of the call), for servers that keep state. Default false. */
  perSession?: boolean;
  /** Called after each later listing that the server's `list_changed` or the end of the connection caused. */
  onUpdate?: (report: IngestReport) => void;
}

type Settings = IngestMcpOptions & { [key in keyof typeof defaults]: number };

const defaults = { timeoutMs: 30_000, maxPages: 100, maxTools: 10_000, maxConcurrent: 16, maxQueued: 100 } as const;

/** Where a connection puts what it reads: the catalog it feeds. */
export interface McpSink {
  /** Has the catalog tools of this source? Then a failed listing keeps them. */
  has(source: string): boolean;
  /** Takes the complete listing of a source in place of the one before. */
  replace(source: string, result: IngestResult): IngestReport;
  /** Makes the tools that the catalog has of a source callable, and changes nothing else of them. */
  revive(source: string, callableOf: (name: string) => ToolCallable): IngestReport;
  /** Keeps a source's tools, marked stale, because it could not be listed. */
  markStale(source: string, code: string, message: string): IngestReport;
}

/**
 * A live MCP server in a catalog. It lists the server's tools again whenever the server says that they changed, and
 * replaces them at once; a listing that fails keeps the tools from before, marked stale. Tools call through it.
 * Close it when done: the tools stay in the catalog until their source is removed, but can no longer be called.
 */
export class McpConnection implements AsyncDisposable {
  /** Id of the source in the catalog. */
  readonly source: string;
  readonly #target: McpClientLike | McpServerConfig;
  readonly #options: Settings;
  readonly #sink: McpSink;
  readonly #link: ServerLink;
  readonly #sessions: SessionLinks | undefined;
  /** The tools as the server listed them last, and what calls each: kept, so that an unchanged tool stays the same. */
  #definitions: ReadonlyMap<string, Readonly<Record<string, unknown>>> | undefined;
  readonly #callables = new Map<string, ToolCallable>();
  #report: IngestReport | undefined;
  #stale = false;
  #closed = false;
  #running: Promise<IngestReport> | undefined;
  #queued: Promise<IngestReport> | undefined;

  private constructor(
    source: string,
    target: McpClientLike | McpServerConfig,
    dial: (options: Settings) => Promise<McpPort>,
    options: Settings,
    sink: McpSink,
  ) {
    this.source = source;
    this.#target = target;
    this.#options = options;
    this.#sink = sink;
    const { maxConcurrent, maxQueued, idleMs } = options;
    const bounds = {
      callTimeoutMs: options.callTimeoutMs ?? options.timeoutMs,
      maxConcurrent,
      maxQueued,
      reconnect: options.reconnect === true && !isMcpClient(target),
      ...(idleMs === undefined ? {} : { idleMs }),
    };
    this.#link = new ServerLink(source, () => dial(this.#afterFirst()), bounds, {
      opened: (port) => this.#opened(port),
      lost: () => this.#lost(),
    });
    if (options.perSession === true && !isMcpClient(target))
      this.#sessions = new SessionLinks(source, () => dial(this.#afterFirst()), bounds);
  }

  /**
   * Connects, reads every page of the server's tools into the sink, and goes on following its changes.
   *
   * @param connections The open connections by source: a former one of this source is ended and replaced.
   * @throws ToolGraphError `INVALID_ARGUMENT` for a target that is neither a client nor a server's description,
   * `INVALID_OPTION` for limits out of range, or without `source` for a nameless server and one whose name another
   * server has, `SOURCE_UNREADABLE` when the server cannot be reached or listed; tools the sink has of this source are then kept and marked stale.
   */
  static async open(
    target: McpClientLike | McpServerConfig,
    options: IngestMcpOptions,
    sink: McpSink,
    connections: Map<string, McpConnection> = new Map(),
  ): Promise<McpConnection> {
    const checked = checkOptions(options);
    if (options.lazy === true && options.source !== undefined && sink.has(options.source))
      return McpConnection.#resume(target, checked, options.source, sink, connections);
    const dial = dialerOf(target);
    let port: McpPort;
    try {
      port = await dial(checked);
    } catch (thrown) {
      if (options.source !== undefined && sink.has(options.source))
        sink.markStale(options.source, 'source-unreachable', `The server could not be reached (${messageOf(thrown)}).`);
      throw thrown;
    }
    const source = options.source ?? port.server.name;
    if (source === undefined || source === '') {
      await port.close();
      throw new ToolGraphError(
        'INVALID_OPTION',
        'The MCP server gives no name; pass options.source as the id of its tools.',
      );
    }
    const former = connections.get(source);
    if (former !== undefined && options.source === undefined && !sameServer(former.#target, target)) {
      await port.close();
      throw new ToolGraphError(
        'INVALID_OPTION',
        `Another MCP server calls itself ${JSON.stringify(source)} too; pass options.source to keep the tools of both.`,
      );
    }
    const connection = new McpConnection(source, target, dial, checked, sink);
    connections.set(source, connection);
    former?.detach();
    const first = connection.#start(() => connection.#link.adopt(port));
    const report = await first;
    if (connection.#stale) {
      if (connections.get(source) === connection) connections.delete(source);
      await connection.close();
      const reason = report.diagnostics.at(-1)?.message ?? 'its tools could not be listed';
      throw new ToolGraphError('SOURCE_UNREADABLE', `MCP server ${JSON.stringify(source)}: ${reason}`);
    }
    return connection;
  }

  /** Makes the tools of before callable; the server is not asked for anything yet. */
  static #resume(
    target: McpClientLike | McpServerConfig,
    options: Settings,
    source: string,
    sink: McpSink,
    connections: Map<string, McpConnection>,
  ): McpConnection {
    const connection = new McpConnection(source, target, dialerOf(target), options, sink);
    connections.get(source)?.detach();
    connections.set(source, connection);
    connection.#report = sink.revive(source, (name) => connection.#callable(name));
    return connection;
  }

  /** What the last listing, or the last failure to list, did to the catalog. */
  get report(): IngestReport {
    if (this.#report === undefined)
      throw new ToolGraphError('SOURCE_UNREADABLE', `MCP source ${JSON.stringify(this.source)} was not listed yet.`);
    return this.#report;
  }

  /** How the server stands. */
  get health(): McpHealth {
    return this.#link.health;
  }

  /** True while the tools are those of before a failed listing or a lost connection. */
  get stale(): boolean {
    return this.#stale;
  }

  /**
   * Lists the tools again, connecting anew when the connection was lost. Calls during a listing share the one after
   * it. Never rejects for a server that fails: the report then says so, and the tools are kept as stale.
   *
   * @throws ToolGraphError `INVALID_ARGUMENT` after `close`.
   */
  refresh(): Promise<IngestReport> {
    if (this.#closed)
      return Promise.reject(
        new ToolGraphError(
          'INVALID_ARGUMENT',
          `The connection to ${JSON.stringify(this.source)} is closed; ingest the server again.`,
        ),
      );
    if (this.#running === undefined) return this.#start();
    this.#queued ??= this.#running.then(() => this.#start());
    return this.#queued;
  }

  /** Resolves when no listing is running or waiting. */
  async settled(): Promise<void> {
    while (this.#queued !== undefined || this.#running !== undefined) await (this.#queued ?? this.#running);
  }

  /** Ends what the server holds for one session, for a server that is given one connection each. */
  async endSession(session: string): Promise<void> {
    await this.#sessions?.end(session);
  }

  /** Ends the connection. A client that was passed in stays open: it belongs to the caller. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([this.#link.close(), this.#sessions?.close()]);
  }

  /** Stops following at once and ends the connection behind the caller's back; a failure to end it changes nothing. */
  detach(): void {
    this.close().catch(() => undefined);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #start(before: () => void = () => undefined): Promise<IngestReport> {
    this.#queued = undefined;
    this.#running = this.#list(before).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #list(before: () => void): Promise<IngestReport> {
    let listing: Listing;
    try {
      // After the caller has noted that a listing runs: what the connection tells on opening asks for no other one.
      await Promise.resolve().then(before);
      listing = await this.#fetch(await this.#link.connect());
    } catch (thrown) {
      return this.#fail('source-unreachable', `The server could not be reached (${messageOf(thrown)}).`);
    }
    // A source that was removed, or a connection that was closed, while the answer was on its way stays so.
    if (this.#closed) return this.#report ?? emptyReport(this.source);
    const partial = listing.ended === 'failed';
    if (partial && (listing.tools.length === 0 || this.#sink.has(this.source)))
      return this.#fail('listing-failed', `Listing its tools failed on page ${listing.pages + 1} (${listing.reason}).`);
    return this.#succeed(listing);
  }

  /** Every page. A server that knows the session no more, as after a restart, is asked again in a new one. */
  async #fetch(port: McpPort): Promise<Listing> {
    const { timeoutMs, maxPages, maxTools, signal } = this.#report === undefined ? this.#options : this.#afterFirst();
    const limits: ListLimits = { maxPages, maxTools };
    const options = { timeoutMs, ...(signal === undefined ? {} : { signal }) };
    let isForgotten = false;
    const listing = await listAllTools(async (cursor) => {
      try {
        return await port.fetchPage(cursor, options);
      } catch (thrown) {
        isForgotten = this.#link.letGoIfForgotten(port, thrown);
        throw thrown;
      }
    }, limits);
    if (!isForgotten) return listing;
    const anew = await this.#link.connect();
    return listAllTools((cursor) => anew.fetchPage(cursor, options), limits);
  }

  /** The caller's signal ends the first connection and listing; later ones are not the caller's to wait for. */
  #afterFirst(): Settings {
    const { signal: _spent, ...rest } = this.#options;
    return rest;
  }

  #succeed(listing: Listing): IngestReport {
    const { title, description } = this.#link.port?.server ?? {};
    const definitions = new Map<string, Readonly<Record<string, unknown>>>();
    const result = ingestMcpTools(
      { tools: listing.tools },
      {
        source: this.source,
        ...(title === undefined ? {} : { title }),
        ...(description === undefined ? {} : { description }),
        ...(isMcpClient(this.#target) && this.#target.callTool === undefined
          ? {}
          : {
              callableOf: (name, definition) => {
                definitions.set(name, definition);
                return this.#callable(name);
              },
            }),
      },
    );
    this.#definitions = definitions;
    const limit = limitDiagnostic(this.source, listing);
    this.#stale = false;
    this.#report = this.#sink.replace(this.source, {
      tools: result.tools,
      diagnostics: limit === undefined ? result.diagnostics : [...result.diagnostics, limit],
    });
    return this.#report;
  }

  #fail(code: string, message: string): IngestReport {
    if (this.#closed) return this.#report ?? emptyReport(this.source);
    this.#stale = true;
    this.#report = this.#sink.markStale(this.source, code, message);
    return this.#report;
  }

  #opened(port: McpPort): void {
    port.onListChanged(() => this.#follow(() => this.refresh()));
    if (this.#running === undefined) this.#follow(() => this.refresh());
  }

  #lost(): void {
    // A listing that is under way fails by itself and says so once.
    if (this.#running === undefined && !this.#closed)
      this.#follow(async () => this.#fail('connection-closed', 'The server ended the connection.'));
  }

  #follow(update: () => Promise<IngestReport>): void {
    if (this.#closed) return;
    void update().then((report) => {
      if (!this.#closed) this.#options.onUpdate?.(report);
    });
  }

  /** What calls a tool. The same for one name at every listing, so that a tool that did not change stays the same. */
  #callable(name: string): ToolCallable {
    const known = this.#callables.get(name);
    if (known !== undefined) return known;
    const callable: ToolCallable = (args, context = {}) => {
      const { signal, onProgress, meta, session } = context;
      const link = (session === undefined ? undefined : this.#sessions?.of(session)) ?? this.#link;
      return link.call(
        { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) },
        { ...(signal === undefined ? {} : { signal }), ...(onProgress === undefined ? {} : { onProgress }) },
        () => this.#definition(name),
      );
    };
    this.#callables.set(name, callable);
    return callable;
  }

  /** The tool as the server lists it, which a server that was started by this call has to do first. */
  async #definition(name: string): Promise<Readonly<Record<string, unknown>>> {
    if (this.#definitions === undefined) await (this.#running ?? this.refresh());
    const definition = this.#definitions?.get(name);
    if (this.#definitions !== undefined && definition === undefined)
      throw new Error(`the MCP server ${JSON.stringify(this.source)} does not offer it any more`);
    return definition ?? { name };
  }
}

/** The same client, or a description of the same process or address. */
function sameServer(a: McpClientLike | McpServerConfig, b: McpClientLike | McpServerConfig): boolean {
  if (a === b) return true;
  return !isMcpClient(a) && !isMcpClient(b) && JSON.stringify(a) === JSON.stringify(b);
}

/** How the connections of one target are made. */
function dialerOf(target: McpClientLike | McpServerConfig): (options: Settings) => Promise<McpPort> {
  checkTarget(target);
  if (isMcpClient(target)) return async () => portOfClient(target, false);
  const dialer = new McpDialer(target);
  return (options) => dialer.connect(options);
}

function checkTarget(target: unknown): void {
  if (isMcpClient(target) || isMcpServerConfig(target)) return;
  throw new ToolGraphError(
    'INVALID_ARGUMENT',
    'ingestMcp takes a connected MCP client, { command, args, env } for a process, or { url, headers } for Streamable HTTP.',
  );
}

function checkOptions(options: IngestMcpOptions): Settings {
  const merged = { ...defaults, ...options };
  const least = { timeoutMs: 1, callTimeoutMs: 1, maxPages: 1, maxTools: 1, maxConcurrent: 1, maxQueued: 0, idleMs: 1 };
  for (const [key, atLeast] of Object.entries(least)) {
    const value = merged[key as keyof typeof least];
    if (value !== undefined && !(value >= atLeast && Number.isFinite(value)))
      throw new ToolGraphError(
        'INVALID_OPTION',
        `options.${key} must be a number of at least ${atLeast}, not ${String(value)}.`,
      );
  }
  if (merged.source !== undefined && (typeof merged.source !== 'string' || merged.source === ''))
    throw new ToolGraphError('INVALID_OPTION', 'options.source must be a non-empty text.');
  return merged;
}

function limitDiagnostic(source: string, listing: Listing): IngestResult['diagnostics'][number] | undefined {
  const read = `${listing.tools.length} tools of ${listing.pages} pages were kept`;
  const messages: Partial<Record<Listing['ended'], string>> = {
    'repeated-cursor': `The server gave a page cursor a second time; ${read}.`,
    'page-limit': `The server's list goes on after the most pages that are read; ${read}.`,
    'tool-limit': `The server lists more tools than are kept; ${read}.`,
    failed: `Listing its tools failed on page ${listing.pages + 1} (${listing.reason}); ${read}.`,
  };
  const message = messages[listing.ended];
  return message === undefined ? undefined : { severity: 'warning', code: 'partial-listing', source, message };
}

function emptyReport(source: string): IngestReport {
  return {
    sources: [source], tools: [], added: 0, changed: 0, unchanged: 0, removed: 0, repaired: 0, quarantined: 0, tokens: 0, diagnostics: [],
  }; // biome-ignore format: nothing happened
}
