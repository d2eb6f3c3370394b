import type { Logger } from 'pino';
import type { TextPolicy, ToolGraph } from '../index.js';
import { type CatalogEmbedder, CatalogEmbedding, type TakeVectors } from './catalog-embedding.js';
import { CatalogHost } from './catalog-host.js';
import { McpEndpoint } from './mcp/serve-mcp.js';
import type { ExposureOptions } from './mcp/session-tools.js';
import type { BodyLimits } from './read-body.js';
import { savedVectors } from './shared-vectors.js';
import type { ServiceSource } from './source-record.js';
import { type CallEnd, type CallPolicy, ToolCalls } from './tool-calls.js';
import { sourceAgain } from './url-source.js';

/** Name of the catalog that is served at the root. */
export const defaultCatalog = 'default';

/** What one catalog is made of. */
export interface CatalogOptions {
  /** Where the tools come from; each can be refreshed. Default none. */
  readonly sources?: readonly ServiceSource[];
  /** A graph of the host's own to serve. With it, `snapshot` is written and not read. */
  readonly graph?: ToolGraph;
  /** File that keeps the catalog over restarts. Default: none. */
  readonly snapshot?: string;
  /** Lets clients call tools through the service. Default: nobody calls anything. */
  readonly calls?: CallPolicy;
  /** Tools of the catalog that MCP clients are shown as tools of their own. Default none; needs `calls`. */
  readonly expose?: ExposureOptions;
  /** Takes part in the ranking of searches. Default: text ranks alone. */
  readonly embedder?: CatalogEmbedder;
  /** What happens to tools whose text hides something or gives orders to the model. Default `flag`. */
  readonly textPolicy?: TextPolicy;
}

/** What every catalog of a service has in common. */
export interface Surroundings {
  readonly log: Logger;
  readonly version: string;
  readonly limits: BodyLimits;
  /** Told of each source that was taken in, or was not. */
  readonly count: (result: 'ok' | 'failed') => void;
  /** Told how each call of a tool ended. */
  readonly called: (end: CallEnd) => void;
  /**
   * Is it one of several processes that answer alike at one address? Then an MCP client of the 2025 revision has no
   * session, and another process embeds the tools.
   */
  readonly isOneOfSeveral: boolean;
  /** Begins the versions of the catalogs; undefined for another one at each start. */
  readonly boot: string | undefined;
}

/** A catalog with what answers for it: over HTTP, over MCP, and in calls of its tools. */
export class ServedCatalog {
  readonly name: string;
  readonly host: CatalogHost;
  readonly #around: Surroundings;
  readonly #snapshot: string | undefined;
  readonly #textPolicy: TextPolicy | undefined;
  #policy: CallPolicy | undefined;
  #expose: ExposureOptions | undefined;
  #calls: ToolCalls | undefined;
  #mcp: McpEndpoint;

  constructor(name: string, options: CatalogOptions, around: Surroundings) {
    this.name = name;
    this.host = hostFor(options, around.log, { catalog: name, count: around.count, boot: around.boot });
    this.#around = around;
    this.#snapshot = options.snapshot;
    this.#textPolicy = options.textPolicy;
    this.#policy = options.calls;
    this.#expose = options.expose;
    this.#calls = this.#callsOf(options.calls);
    this.#mcp = this.#endpoint();
    embedWith(this.host, options.embedder, around, name);
  }

  /** Calls its tools; undefined where nobody may. */
  get calls(): ToolCalls | undefined {
    return this.#calls;
  }

  /** Answers MCP over Streamable HTTP. */
  get mcp(): McpEndpoint {
    return this.#mcp;
  }

  /** Would a catalog of these options be another one, also with the same sources? */
  differsFrom({ snapshot, textPolicy }: CatalogOptions): boolean {
    return snapshot !== this.#snapshot || textPolicy !== this.#textPolicy;
  }

  /** Sets what may be called from now on. Calls that run end under the policy they began under. */
  async allowCalls({ calls: policy, expose }: Pick<CatalogOptions, 'calls' | 'expose'>): Promise<void> {
    const before = this.#policy;
    this.#policy = policy;
    const isToggled = (before === undefined) !== (policy === undefined);
    const isExposed = JSON.stringify(expose) !== JSON.stringify(this.#expose);
    this.#expose = expose;
    if (!isToggled && !isExposed) return;
    const endpoint = this.#mcp;
    if (isToggled) this.#calls = this.#callsOf(policy);
    this.#mcp = this.#endpoint(); // its list of tools is another one now
    await endpoint.close();
  }

  /** Ranks with another model from now on, or with none. One of the same settings goes on. */
  async embedWith(embedder: CatalogEmbedder | undefined): Promise<void> {
    const before = this.host.embedding;
    if (before?.key === embedder?.key) return;
    this.host.embedding = undefined;
    await before?.close();
    void embedWith(this.host, embedder, this.#around, this.name)?.embed();
  }

  async close(): Promise<void> {
    await this.#mcp.close();
    await this.host.close();
  }

  /** The policy is asked for at each call, so that a changed one holds for open MCP sessions too. */
  #callsOf(policy: CallPolicy | undefined): ToolCalls | undefined {
    if (policy === undefined) return undefined;
    const current = (): CallPolicy => this.#policy ?? policy;
    const standing: CallPolicy = {
      get http() {
        return current().http;
      },
      get allowDestructive() {
        return current().allowDestructive ?? [];
      },
    };
    return new ToolCalls(standing, this.host, this.#around.called);
  }

  #endpoint(): McpEndpoint {
    const { version, limits, log } = this.#around;
    return new McpEndpoint({
      host: this.host,
      calls: this.#calls,
      expose: this.#expose,
      version,
      limits,
      sessions: !this.#around.isOneOfSeveral,
      onError: (error) => log.error({ err: error, catalog: this.name }, 'MCP request failed'),
    });
  }
}

/** Gives a catalog its model, whose failures are logged. Nothing is embedded yet. */
export function embedWith(
  host: CatalogHost,
  embedder: CatalogEmbedder | undefined,
  { log, isOneOfSeveral }: Pick<Surroundings, 'log' | 'isOneOfSeveral'>,
  catalog: string = defaultCatalog,
): CatalogEmbedding | undefined {
  if (embedder === undefined) return undefined;
  const failed = (error: unknown): void => {
    log.warn({ catalog, err: error }, 'embedder failed; text ranks alone');
  };
  const take: TakeVectors | undefined = isOneOfSeveral ? savedVectors(host.problems) : undefined;
  host.embedding = new CatalogEmbedding(embedder, host, failed, take);
  return host.embedding;
}

/** A catalog host that logs what happens to its sources, under the name of the catalog. */
export function hostFor(
  options: Pick<CatalogOptions, 'snapshot' | 'graph' | 'textPolicy'>,
  log: Logger,
  {
    catalog,
    count,
    boot,
  }: { readonly catalog: string; readonly count?: Surroundings['count']; readonly boot?: string | undefined } = {
    catalog: defaultCatalog,
  },
): CatalogHost {
  const { snapshot, graph, textPolicy } = options;
  return new CatalogHost({
    ...(snapshot === undefined ? {} : { snapshot }),
    ...(graph === undefined ? {} : { graph }),
    ...(textPolicy === undefined ? {} : { textPolicy }),
    ...(boot === undefined ? {} : { boot }),
    events: {
      ingested: (place, report) => {
        count?.('ok');
        log.info({ catalog, place, report }, 'source taken in');
      },
      failed: (place, error) => {
        count?.('failed');
        log.warn({ catalog, place, err: error }, 'source failed');
      },
      saveFailed: (error) => log.error({ catalog, err: error }, 'snapshot not written'),
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
  void host.embedding?.embed();
  return failures;
}
