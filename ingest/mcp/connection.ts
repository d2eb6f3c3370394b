import { messageOf, ToolGraphError } from '../../src/core/errors.js';
import type { IngestReport, IngestResult, ToolCallable } from '../../src/core/tool-schema.js';
import type { TextPolicy } from '../text-safety.js';
import { type Listing, type ListLimits, listAllTools } from './list-pages.js';
import { ingestMcpTools } from './list-result.js';
import { isMcpClient, type McpClientLike, type McpPort, portOfClient } from './mcp-port.js';
import { connectMcp, isMcpServerConfig, type McpServerConfig } from './sdk-client.js';

/** How a live MCP server is ingested and followed. */
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
  /** Called after each later listing that the server's `list_changed` or the end of the connection caused. */
  onUpdate?: (report: IngestReport) => void;
}

type Settings = IngestMcpOptions & { timeoutMs: number; maxPages: number; maxTools: number };

const defaults = { timeoutMs: 30_000, maxPages: 100, maxTools: 10_000 } as const;

/** Where a connection puts what it reads: the catalog it feeds. */
export interface McpSink {
  /** Has the catalog tools of this source? Then a failed listing keeps them. */
  has(source: string): boolean;
  /** Takes the complete listing of a source in place of the one before. */
  replace(source: string, result: IngestResult): IngestReport;
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
  #port: McpPort | undefined;
  #report: IngestReport | undefined;
  #stale = false;
  #closed = false;
  #running: Promise<IngestReport> | undefined;
  #queued: Promise<IngestReport> | undefined;

  private constructor(
    source: string,
    target: McpClientLike | McpServerConfig,
    port: McpPort,
    options: Settings,
    sink: McpSink,
  ) {
    this.source = source;
    this.#target = target;
    this.#options = options;
    this.#sink = sink;
    this.#attach(port);
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
    let port: McpPort;
    try {
      port = await connect(target, checked);
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
    const connection = new McpConnection(source, target, port, checked, sink);
    connections.set(source, connection);
    former?.detach();
    const report = await connection.refresh();
    if (connection.#stale) {
      if (connections.get(source) === connection) connections.delete(source);
      await connection.close();
      const reason = report.diagnostics.at(-1)?.message ?? 'its tools could not be listed';
      throw new ToolGraphError('SOURCE_UNREADABLE', `MCP server ${JSON.stringify(source)}: ${reason}`);
    }
    return connection;
  }

  /** What the last listing, or the last failure to list, did to the catalog. */
  get report(): IngestReport {
    if (this.#report === undefined)
      throw new ToolGraphError('SOURCE_UNREADABLE', `MCP source ${JSON.stringify(this.source)} was not listed yet.`);
    return this.#report;
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

  /** Ends the connection. A client that was passed in stays open: it belongs to the caller. */
  async close(): Promise<void> {
    this.#closed = true;
    const port = this.#port;
    this.#port = undefined;
    await port?.close();
  }

  /** Stops following at once and ends the connection behind the caller's back; a failure to end it changes nothing. */
  detach(): void {
    this.close().catch(() => undefined);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #start(): Promise<IngestReport> {
    this.#queued = undefined;
    this.#running = this.#list().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #list(): Promise<IngestReport> {
    let listing: Listing;
    try {
      if (this.#port === undefined && !this.#closed) this.#attach(await connect(this.#target, this.#options));
      listing = await this.#fetch();
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

  #fetch(): Promise<Listing> {
    const { timeoutMs, maxPages, maxTools } = this.#options;
    const limits: ListLimits = { maxPages, maxTools };
    const port = this.#port;
    if (port === undefined) throw new Error('the connection was closed');
    const signal = this.#report === undefined ? this.#options.signal : undefined;
    return listAllTools(
      (cursor) => port.fetchPage(cursor, { timeoutMs, ...(signal === undefined ? {} : { signal }) }),
      limits,
    );
  }

  #succeed(listing: Listing): IngestReport {
    const { title, description } = this.#port?.server ?? {};
    const result = ingestMcpTools(
      { tools: listing.tools },
      {
        source: this.source,
        ...(title === undefined ? {} : { title }),
        ...(description === undefined ? {} : { description }),
        ...(this.#port?.callTool === undefined
          ? {}
          : { callableOf: (name, definition) => this.#callable(name, definition) }),
      },
    );
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

  #attach(port: McpPort): void {
    this.#port = port;
    port.onListChanged(() => this.#follow(() => this.refresh()));
    port.onClosed(() => {
      if (this.#port !== port) return;
      this.#port = undefined;
      // A listing that is under way fails by itself and says so once.
      if (this.#running === undefined && !this.#closed)
        this.#follow(async () => this.#fail('connection-closed', 'The server ended the connection.'));
    });
  }

  #follow(update: () => Promise<IngestReport>): void {
    if (this.#closed) return;
    void update().then((report) => {
      if (!this.#closed) this.#options.onUpdate?.(report);
    });
  }

  #callable(name: string, definition: Readonly<Record<string, unknown>>): ToolCallable {
    return async (args, context) => {
      const call = this.#port?.callTool;
      if (call === undefined)
        throw new ToolGraphError(
          'NOT_CALLABLE',
          `Tool ${JSON.stringify(name)} cannot be called: the connection to ${JSON.stringify(this.source)} is closed.`,
        );
      const signal = context?.signal;
      return call(
        { name, arguments: args },
        { timeoutMs: this.#options.timeoutMs, definition, ...(signal === undefined ? {} : { signal }) },
      );
    };
  }
}

/** The same client, or a description of the same process or address. */
function sameServer(a: McpClientLike | McpServerConfig, b: McpClientLike | McpServerConfig): boolean {
  if (a === b) return true;
  return !isMcpClient(a) && !isMcpClient(b) && JSON.stringify(a) === JSON.stringify(b);
}

async function connect(target: McpClientLike | McpServerConfig, options: Settings): Promise<McpPort> {
  if (isMcpClient(target)) return portOfClient(target, false);
  if (isMcpServerConfig(target)) return connectMcp(target, options);
  throw new ToolGraphError(
    'INVALID_ARGUMENT',
    'ingestMcp takes a connected MCP client, { command, args, env } for a process, or { url, headers } for Streamable HTTP.',
  );
}

function checkOptions(options: IngestMcpOptions): Settings {
  const merged = { ...defaults, ...options };
  for (const key of ['timeoutMs', 'maxPages', 'maxTools'] as const) {
    if (!(merged[key] >= 1 && Number.isFinite(merged[key])))
      throw new ToolGraphError(
        'INVALID_OPTION',
        `options.${key} must be a number of at least 1, not ${String(merged[key])}.`,
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
