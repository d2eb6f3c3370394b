import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { Logger } from 'pino';
import { type ToolGraph, ToolGraphError } from '../index.js';
import { AccessControl, type TokenRule } from './access.js';
import { createApp } from './app.js';
import { CatalogHost } from './catalog-host.js';
import { isLoopback, loopbackHosts } from './host-check.js';
import { createLog, type LogLevel } from './log.js';
import { McpEndpoint } from './mcp/serve-mcp.js';
import type { ExposureOptions } from './mcp/session-tools.js';
import { Metrics } from './metrics.js';
import { type RateLimit, RateLimiter } from './rate-limit.js';
import type { BodyLimits } from './read-body.js';
import { callRoutes } from './routes/call-routes.js';
import { searchRoutes } from './routes/search-routes.js';
import { sourceRoutes } from './routes/source-routes.js';
import { toolRoutes } from './routes/tool-routes.js';
import type { ServiceSource } from './source-record.js';
import { type CallPolicy, ToolCalls } from './tool-calls.js';
import { sourceAgain } from './url-source.js';

/** How a service is started. */
export interface ServiceOptions {
  /** Where the tools come from; each can be refreshed. Default none. */
  readonly sources?: readonly ServiceSource[];
  /** A graph of the host's own to serve. With it, `snapshot` is written and not read. */
  readonly graph?: ToolGraph;
  /** Interface to listen on. Default `127.0.0.1`. Any other than the loopback needs `tokens`. */
  readonly hostname?: string;
  /** 0: any free one. Default 8765. */
  readonly port?: number;
  /** Who may ask. Without tokens everybody on this machine may do everything. */
  readonly tokens?: readonly TokenRule[];
  /** Further host names under which the service is called. */
  readonly allowedHosts?: readonly string[];
  /** Origins of web pages that may ask beside the service's own: `https://app.example.com`. */
  readonly allowedOrigins?: readonly string[];
  /** Bounds of request bodies. Default 16 MiB within 15 s. */
  readonly limits?: Partial<BodyLimits>;
  /** Requests of one token. Default 1,200 per minute with tokens, none without. */
  readonly rateLimit?: RateLimit;
  /** File that keeps the catalog over restarts. Default: none. */
  readonly snapshot?: string;
  /** Lets clients call tools through the service. Default: nobody calls anything. */
  readonly calls?: CallPolicy;
  /** Tools of the catalog that MCP clients are shown as tools of their own. Default none; needs `calls`. */
  readonly expose?: ExposureOptions;
  /** Default `info`. */
  readonly logLevel?: LogLevel;
  /** Version that the service gives as its own. */
  readonly version?: string;
}

const defaults = {
  hostname: '127.0.0.1',
  port: 8765,
  maxBytes: 16 << 20,
  timeoutMs: 15_000,
  tokenRateLimit: { perMinute: 1200, burst: 200 },
  logLevel: 'info',
  version: '0',
} as const;

/** A running service. Close it when done. */
export class ToolService implements AsyncDisposable {
  /** `http://127.0.0.1:8765`, with the port that it got. */
  readonly url: string;
  readonly port: number;
  readonly host: CatalogHost;
  /** Answers a request without a socket, as the listening server does. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** What each source that could not be taken in at the start failed with, by place. */
  readonly failures: ReadonlyMap<string, unknown>;
  readonly #server: Server;
  readonly #log: Logger;
  readonly #mcp: McpEndpoint;

  private constructor(parts: {
    url: string;
    port: number;
    host: CatalogHost;
    fetch: (request: Request) => Promise<Response>;
    failures: ReadonlyMap<string, unknown>;
    server: Server;
    log: Logger;
    mcp: McpEndpoint;
  }) {
    this.url = parts.url;
    this.port = parts.port;
    this.host = parts.host;
    this.fetch = parts.fetch;
    this.failures = parts.failures;
    this.#server = parts.server;
    this.#log = parts.log;
    this.#mcp = parts.mcp;
  }

  /**
   * Loads the snapshot, listens, and takes the sources in. Resolves when every source was tried; one that fails is in
   * `failures` and does not keep the others from being served. `/readyz` says 503 until then.
   *
   * @throws ToolGraphError `INVALID_OPTION`: beyond the loopback without tokens, a port in use or out of range.
   */
  static async start(options: ServiceOptions = {}): Promise<ToolService> {
    const hostname = options.hostname ?? defaults.hostname;
    const access = new AccessControl(options.tokens ?? []);
    if (!isLoopback(hostname) && !access.required)
      throw new ToolGraphError(
        'INVALID_OPTION',
        `Listening on ${hostname} lets others in: give tokens first, or listen on 127.0.0.1.`,
      );
    const log = createLog(options.logLevel ?? defaults.logLevel);
    let metrics: Metrics | undefined;
    const host = hostFor(options, log, (result) => metrics?.ingest(result));
    metrics = new Metrics(host);
    let ready = false;
    const limits = {
      maxBytes: options.limits?.maxBytes ?? defaults.maxBytes,
      timeoutMs: options.limits?.timeoutMs ?? defaults.timeoutMs,
    };
    const version = options.version ?? defaults.version;
    const calls =
      options.calls === undefined ? undefined : new ToolCalls(options.calls, host, (end) => metrics?.call(end));
    const mcp = new McpEndpoint({
      host,
      calls,
      expose: options.expose,
      version,
      limits,
      onError: (error) => log.error({ err: error }, 'MCP request failed'),
    });
    const fetch = createApp({
      host,
      access,
      policy: policyOf(hostname, options),
      routes: [...searchRoutes, ...toolRoutes, ...sourceRoutes, ...(calls === undefined ? [] : callRoutes(calls))],
      limits,
      rate: limiterOf(options, access),
      metrics,
      log,
      version,
      isReady: () => ready,
      mcp: (request, principal) => mcp.answer(request, principal),
    });
    if (options.graph === undefined) await host.restore();
    const server = await listen(fetch, hostname, options.port ?? defaults.port);
    const { port } = server.address() as AddressInfo;
    const failures = await takeIn(host, options.sources ?? []);
    ready = true;
    const shown = hostname.includes(':') ? `[${hostname}]` : hostname;
    return new ToolService({ url: `http://${shown}:${port}`, port, host, fetch, failures, server, log, mcp });
  }

  /** Stops listening, ends open connections, and waits for the snapshot. */
  async close(): Promise<void> {
    await this.#mcp.close();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
    await this.host.close();
    this.#log.flush();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

function policyOf(hostname: string, { allowedHosts = [], allowedOrigins = [] }: ServiceOptions) {
  const named = allowedHosts.map((name) => name.toLowerCase());
  const local = isLoopback(hostname);
  return {
    hosts: local || named.length > 0 ? new Set([...loopbackHosts, hostname.toLowerCase(), ...named]) : undefined,
    origins: new Set(allowedOrigins.map((origin) => origin.toLowerCase().replace(/\/$/, ''))),
  };
}

function limiterOf({ rateLimit }: ServiceOptions, access: AccessControl): RateLimiter | undefined {
  const limit = rateLimit ?? (access.required ? defaults.tokenRateLimit : undefined);
  return limit === undefined ? undefined : new RateLimiter(limit);
}

function listen(fetch: (request: Request) => Promise<Response>, hostname: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname, port, overrideGlobalObjects: false }, () => {
      server.off('error', refuse);
      resolve(server as Server);
    });
    const refuse = (error: NodeJS.ErrnoException): void => {
      const why =
        error.code === 'EADDRINUSE' ? 'the port is in use; choose another one' : (error.code ?? error.message);
      reject(new ToolGraphError('INVALID_OPTION', `Cannot listen on ${hostname}:${port}: ${why}.`, { cause: error }));
    };
    server.once('error', refuse);
  });
}

/** A catalog host that logs what happens to its sources. */
export function hostFor(
  options: Pick<ServiceOptions, 'snapshot' | 'graph'>,
  log: Logger,
  count: (result: 'ok' | 'failed') => void = () => undefined,
): CatalogHost {
  return new CatalogHost({
    ...(options.snapshot === undefined ? {} : { snapshot: options.snapshot }),
    ...(options.graph === undefined ? {} : { graph: options.graph }),
    events: {
      ingested: (place, report) => {
        count('ok');
        log.info({ place, report }, 'source taken in');
      },
      failed: (place, error) => {
        count('failed');
        log.warn({ place, err: error }, 'source failed');
      },
      saveFailed: (error) => log.error({ err: error }, 'snapshot not written'),
    },
  });
}

/** Takes the configured sources in, then those that were added while it ran before, and lets go of the rest. */
export async function takeIn(host: CatalogHost, sources: readonly ServiceSource[]): Promise<Map<string, unknown>> {
  const failures = new Map<string, unknown>();
  const again = host.addedBefore.flatMap((note) => sourceAgain(note) ?? []);
  const places = new Set(sources.map((source) => source.place));
  for (const source of [...sources, ...again.filter(({ place }) => !places.has(place))]) {
    try {
      await host.add(source);
    } catch (thrown) {
      failures.set(source.place, thrown); // logged where it failed; the service says so to whoever started it
    }
  }
  host.dropOrphans();
  return failures;
}
