import { type Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Logger } from 'pino';
import { ToolGraphError } from '../index.js';
import { AccessControl, type TokenRule } from './access.js';
import { type AppSettings, createApp } from './app.js';
import type { CatalogHost } from './catalog-host.js';
import { isLoopback, loopbackHosts } from './host-check.js';
import { createLog, type LogLevel } from './log.js';
import { Metrics } from './metrics.js';
import { type RateLimit, RateLimiter } from './rate-limit.js';
import type { BodyLimits } from './read-body.js';
import { withoutChanges } from './read-only.js';
import { callRoutes } from './routes/call-routes.js';
import { catalogRoutes } from './routes/catalog-routes.js';
import { evaluateRoutes } from './routes/evaluate-routes.js';
import { searchRoutes } from './routes/search-routes.js';
import { sourceRoutes } from './routes/source-routes.js';
import { toolRoutes } from './routes/tool-routes.js';
import { type CatalogOptions, defaultCatalog, ServedCatalog, type Surroundings, takeIn } from './served-catalog.js';
import type { SourceChanges, SourceSwap } from './source-swap.js';
import { startTracing } from './tracing.js';
import { sendWhole } from './whole-answer.js';

/** What a running service can be given anew. The catalog options are those of the default catalog. */
export interface ServiceSettings extends CatalogOptions {
  /** Further catalogs by name, each with its own sources, below `/catalogs/<name>`. Default none. */
  readonly catalogs?: Readonly<Record<string, CatalogOptions>>;
  /** Who may ask. Without tokens everybody on this machine may do everything. */
  readonly tokens?: readonly TokenRule[];
  /** Further host names under which the service is called. */
  readonly allowedHosts?: readonly string[];
  /** Origins of web pages that may ask beside the service's own: `https://app.example.com`. */
  readonly allowedOrigins?: readonly string[];
  /** Requests of one token. Default 1,200 per minute with tokens, none without. */
  readonly rateLimit?: RateLimit;
  /** Folder of evaluation sets that clients may name. Default: they send their own queries only. */
  readonly datasets?: string;
  /** Default `info`; of a running service, the level that it has. */
  readonly logLevel?: LogLevel;
}

/** How a service is started. */
export interface ServiceOptions extends ServiceSettings {
  /** Interface to listen on. Default `127.0.0.1`. Any other than the loopback needs `tokens`. */
  readonly hostname?: string;
  /** 0: any free one. Default 8765. */
  readonly port?: number;
  /** Bounds of request bodies. Default 16 MiB within 15 s. */
  readonly limits?: Partial<BodyLimits>;
  /**
   * Answers from `graph` alone, as one of several processes at one address: routes that change the catalog are refused,
   * MCP clients of the 2025 revision are served without sessions, and an `embedder` is asked for requests only: tools have the
   * vectors that `graph` was saved with. Default false.
   */
  readonly readOnly?: boolean;
  /** Begins the version of the catalogs; the same for processes that answer alike. Default: another one at each start. */
  readonly boot?: string;
  /** Version that the service gives as its own. */
  readonly version?: string;
  /** Takes secrets out of a line of the log before it is written. */
  readonly hideSecrets?: (text: string) => string;
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

/** Longer than clients and balancers keep a connection: one that ends as they send on it is a failed request. */
const keepAliveTimeout = 75_000;

/** A running service. Close it when done. */
export class ToolService implements AsyncDisposable {
  /** `http://127.0.0.1:8765`, with the port that it got. */
  readonly url: string;
  readonly port: number;
  /** Answers a request without a socket, as the listening server does. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** What each source that could not be taken in at the start failed with, by place. */
  readonly failures: ReadonlyMap<string, unknown>;
  /** Where what happens is logged. */
  readonly log: Logger;
  readonly #server: Server;
  readonly #state: RunningState;

  private constructor(url: string, port: number, server: Server, state: RunningState, failures: Map<string, unknown>) {
    this.url = url;
    this.port = port;
    this.fetch = state.fetch;
    this.failures = failures;
    this.log = state.log;
    this.#server = server;
    this.#state = state;
  }

  /**
   * Loads the snapshots, listens, and takes the sources in. Resolves when every source was tried; one that fails is in
   * `failures` and does not keep the others from being served. `/readyz` says 503 until then.
   *
   * @throws ToolGraphError `INVALID_OPTION`: beyond the loopback without tokens, a port in use or out of range.
   */
  static async start(options: ServiceOptions = {}): Promise<ToolService> {
    const hostname = options.hostname ?? defaults.hostname;
    await startTracing();
    const state = new RunningState(hostname, options);
    for (const [name, { host }] of state.catalogs)
      if (optionsOf(options).get(name)?.graph === undefined) await host.restore();
    const server = await listen(state.fetch, hostname, options.port ?? defaults.port);
    const { port } = server.address() as AddressInfo;
    const failures = new Map<string, unknown>();
    for (const [name, { host }] of state.catalogs)
      for (const failure of await takeIn(host, optionsOf(options).get(name)?.sources ?? [])) failures.set(...failure);
    state.isReady = true;
    const shown = hostname.includes(':') ? `[${hostname}]` : hostname;
    return new ToolService(`http://${shown}:${port}`, port, server, state, failures);
  }

  /** The default catalog. */
  get host(): CatalogHost {
    return this.#state.default.host;
  }

  /** Every catalog by name, the default one first. */
  get catalogs(): ReadonlyMap<string, CatalogHost> {
    return new Map([...this.#state.catalogs].map(([name, { host }]) => [name, host] as const));
  }

  /**
   * Gives the running service other settings. What they leave out is as at a start without it. Of the sources, only
   * new and changed ones are read, see {@link CatalogHost.stageSources}; a catalog with another snapshot or text policy
   * is made anew, and `graph` is for a start only. Resolves with what became of each catalog's sources.
   *
   * @throws ToolGraphError `INVALID_OPTION` as a start does; everything is then as before.
   */
  reconfigure(settings: ServiceSettings): Promise<ReadonlyMap<string, SourceChanges>> {
    return this.#state.reconfigure(settings);
  }

  /** Stops listening, ends open connections, and waits for the snapshots. */
  async close(): Promise<void> {
    const catalogs = [...this.#state.catalogs.values()];
    await Promise.all(catalogs.map(({ mcp }) => mcp.close()));
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
    await Promise.all(catalogs.map((catalog) => catalog.close()));
    this.log.flush();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** What a service answers from, in the form that it has at the moment. */
class RunningState {
  readonly log: Logger;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly #hostname: string;
  readonly #around: Surroundings;
  #catalogs: ReadonlyMap<string, ServedCatalog>;
  #settings: AppSettings;
  #datasets: string | undefined;
  #changing: Promise<void> = Promise.resolve();
  isReady = false;

  constructor(hostname: string, options: ServiceOptions) {
    this.#hostname = hostname;
    this.#settings = settingsOf(hostname, options);
    this.#datasets = options.datasets;
    this.log = createLog(options.logLevel ?? defaults.logLevel, options.hideSecrets);
    const metrics = new Metrics(() => this.#catalogs);
    this.#around = {
      log: this.log,
      version: options.version ?? defaults.version,
      limits: {
        maxBytes: options.limits?.maxBytes ?? defaults.maxBytes,
        timeoutMs: options.limits?.timeoutMs ?? defaults.timeoutMs,
      },
      count: (result) => metrics.ingest(result),
      called: (end) => metrics.call(end),
      isOneOfSeveral: options.readOnly === true,
      boot: options.boot,
    };
    this.#catalogs = new Map(
      [...optionsOf(options)].map(([name, own]) => [name, new ServedCatalog(name, own, this.#around)] as const),
    );
    const routes = [
      ...searchRoutes,
      ...toolRoutes,
      ...sourceRoutes,
      ...evaluateRoutes(() => this.#datasets),
      ...callRoutes,
    ];
    this.fetch = createApp({
      catalogs: () => this.#catalogs,
      settings: () => this.#settings,
      routes: options.readOnly === true ? withoutChanges(routes) : routes,
      serviceRoutes: catalogRoutes,
      limits: this.#around.limits,
      metrics,
      log: this.log,
      version: this.#around.version,
      isReady: () => this.isReady,
    });
  }

  get catalogs(): ReadonlyMap<string, ServedCatalog> {
    return this.#catalogs;
  }

  get default(): ServedCatalog {
    const found = this.#catalogs.get(defaultCatalog);
    if (found === undefined) throw new Error('the default catalog is made at the start and never removed');
    return found;
  }

  /** One change after the other. */
  reconfigure(settings: ServiceSettings): Promise<ReadonlyMap<string, SourceChanges>> {
    const change = this.#changing.then(() => this.#change(settings));
    this.#changing = change.then(noted, noted); // whoever asked for the change was told
    return change;
  }

  async #change(settings: ServiceSettings): Promise<ReadonlyMap<string, SourceChanges>> {
    const next = settingsOf(this.#hostname, settings);
    const wanted = optionsOf(settings);
    const catalogs = new Map<string, ServedCatalog>();
    const swaps = new Map<string, SourceSwap>();
    for (const [name, options] of wanted) {
      const present = this.#catalogs.get(name);
      const stays = present !== undefined && !present.differsFrom(options);
      const catalog = stays ? present : await this.#begun(name, options);
      catalogs.set(name, catalog);
      swaps.set(name, await catalog.host.stageSources(options.sources ?? []));
    }
    const gone = [...this.#catalogs.values()].filter((catalog) => catalogs.get(catalog.name) !== catalog);
    // From here to the first await nothing else runs: every request sees all of the old or all of the new.
    for (const swap of swaps.values()) swap.commit();
    this.#catalogs = catalogs;
    this.#settings = next;
    this.#datasets = settings.datasets;
    if (settings.logLevel !== undefined) this.log.level = settings.logLevel;
    const allowed = [...catalogs].map(async ([name, catalog]) => {
      await catalog.allowCalls(wanted.get(name) ?? {});
      await catalog.embedWith(wanted.get(name)?.embedder);
    });
    await Promise.all([...allowed, ...gone.map((catalog) => catalog.close())]);
    const changes = new Map<string, SourceChanges>();
    for (const [name, swap] of swaps) changes.set(name, await swap.connect());
    return changes;
  }

  async #begun(name: string, options: CatalogOptions): Promise<ServedCatalog> {
    const catalog = new ServedCatalog(name, options, this.#around);
    await catalog.host.restore();
    return catalog;
  }
}

function noted(): void {}

/** The options of every catalog, the default one first. */
function optionsOf(settings: ServiceSettings): ReadonlyMap<string, CatalogOptions> {
  const named = Object.entries(settings.catalogs ?? {});
  for (const [name] of named)
    if (name === defaultCatalog || !/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name))
      throw new ToolGraphError(
        'INVALID_OPTION',
        `A catalog cannot be called ${JSON.stringify(name)}: use letters, digits, ".", "_" and "-", and not "${defaultCatalog}".`,
      );
  return new Map([[defaultCatalog, settings as CatalogOptions], ...named]);
}

function settingsOf(hostname: string, settings: ServiceSettings): AppSettings {
  const access = new AccessControl(settings.tokens ?? []);
  if (!isLoopback(hostname) && !access.required)
    throw new ToolGraphError(
      'INVALID_OPTION',
      `Listening on ${hostname} lets others in: give tokens first, or listen on 127.0.0.1.`,
    );
  return { access, policy: policyOf(hostname, settings), rate: limiterOf(settings, access) };
}

function policyOf(hostname: string, { allowedHosts = [], allowedOrigins = [] }: ServiceSettings) {
  const named = allowedHosts.map((name) => name.toLowerCase());
  const local = isLoopback(hostname);
  return {
    hosts: local || named.length > 0 ? new Set([...loopbackHosts, hostname.toLowerCase(), ...named]) : undefined,
    origins: new Set(allowedOrigins.map((origin) => origin.toLowerCase().replace(/\/$/, ''))),
  };
}

function limiterOf({ rateLimit }: ServiceSettings, access: AccessControl): RateLimiter | undefined {
  const limit = rateLimit ?? (access.required ? defaults.tokenRateLimit : undefined);
  return limit === undefined ? undefined : new RateLimiter(limit);
}

/** Answers over the network: what is whole is sent at once, and the server is told that it was. */
async function answer(
  fetch: (request: Request) => Promise<Response>,
  request: Request,
  { outgoing }: { readonly outgoing: unknown },
): Promise<Response> {
  const response = await fetch(request);
  return outgoing instanceof ServerResponse && sendWhole(response, outgoing) ? RESPONSE_ALREADY_SENT : response;
}

function listen(fetch: (request: Request) => Promise<Response>, hostname: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch: (request, env) => answer(fetch, request, env),
        hostname,
        port,
        overrideGlobalObjects: false,
        serverOptions: { keepAliveTimeout },
      },
      () => {
        server.off('error', refuse);
        resolve(server as Server);
      },
    );
    const refuse = (error: NodeJS.ErrnoException): void => {
      const why =
        error.code === 'EADDRINUSE'
          ? `port ${port} is in use; choose another one with --port, such as --port ${port === 65_535 ? 8765 : port + 1}, or --port 0 for any free one`
          : error.code === 'EACCES'
            ? `port ${port} is reserved for administrators; choose one above 1023 with --port`
            : (error.code ?? error.message);
      reject(new ToolGraphError('INVALID_OPTION', `Cannot listen on ${hostname}:${port}: ${why}.`, { cause: error }));
    };
    server.once('error', refuse);
  });
}
