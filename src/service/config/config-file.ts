import type { McpServerConfig, TextPolicy } from '../../index.js';
import type { Grant } from '../access.js';
import type { LogLevel } from '../log.js';
import type { ExposureOptions } from '../mcp/session-tools.js';
import type { McpSourceOptions } from '../mcp-source.js';

/** The value of a configuration file that fits the schema, as it is written. */
export interface ConfigFile {
  readonly server?: {
    readonly host?: string;
    readonly port?: number;
    readonly allowedHosts?: readonly string[];
    readonly allowedOrigins?: readonly string[];
    readonly logLevel?: LogLevel;
  };
  readonly limits?: {
    readonly bodyBytes?: number;
    readonly bodyTimeout?: string;
    readonly requestsPerMinute?: number;
    readonly burst?: number;
  };
  readonly secretsFile?: string;
  readonly sources?: readonly WrittenSource[];
  readonly calls?: WrittenCalls;
  readonly embedder?: WrittenEmbedder;
  readonly textPolicy?: TextPolicy;
  readonly snapshot?: string;
  readonly tokens?: readonly WrittenToken[];
  readonly catalogs?: Readonly<Record<string, WrittenCatalog>>;
  readonly evaluation?: { readonly folder?: string };
}

/** One catalog, as it is written. */
export type WrittenCatalog = Pick<ConfigFile, 'sources' | 'calls' | 'embedder' | 'textPolicy' | 'snapshot'>;

/** A source, as it is written: a place alone, or exactly one of path, url and mcp with more to say. */
export type WrittenSource =
  | string
  | {
      readonly path?: string;
      readonly url?: string;
      readonly mcp?: {
        readonly command?: string;
        readonly args?: readonly string[];
        readonly env?: Readonly<Record<string, string>>;
        readonly cwd?: string;
        readonly url?: string;
        readonly headers?: Readonly<Record<string, string>>;
        readonly timeout?: string;
        readonly callTimeout?: string;
        readonly maxConcurrent?: number;
        readonly maxQueued?: number;
        readonly lazy?: boolean;
        readonly idle?: string;
        readonly perSession?: boolean;
      };
      readonly name?: string;
      readonly refresh?: string;
    };

/** Calling tools, as it is written. */
export interface WrittenCalls {
  readonly enabled?: boolean;
  readonly allowDestructive?: readonly string[];
  readonly allowPrivate?: readonly string[];
  readonly credentials?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly pin?: readonly string[];
  readonly listFound?: number;
  readonly timeout?: string;
  readonly maxResponseBytes?: number;
}

/** A model that ranks, as it is written. */
export interface WrittenEmbedder {
  readonly url?: string;
  readonly model?: string;
  readonly apiKey?: string;
  readonly dimensions?: number;
  readonly module?: string;
  readonly timeout?: string;
}

/** A token, as it is written. */
export interface WrittenToken extends Grant {
  readonly id: string;
  readonly sha256: string;
  readonly catalogs?: Readonly<Record<string, Grant>>;
}

/** A source that a service is to have. */
export type ConfiguredSource = {
  /** Id of its tools; undefined: from the document or file. */
  readonly name?: string;
  readonly refreshEveryMs?: number;
} & (
  | { readonly kind: 'place'; readonly place: string }
  | { readonly kind: 'mcp'; readonly name: string; readonly server: McpServerConfig; readonly terms: McpSourceOptions }
);

/** A model that a catalog is to rank with: at an address, or a module's. */
export type ConfiguredEmbedder = { readonly timeoutMs?: number } & (
  | { readonly url: string; readonly model: string; readonly apiKey?: string; readonly dimensions?: number }
  | { readonly module: string }
);

/** One catalog that a service is to serve. Paths are absolute, durations in milliseconds. */
export interface ConfiguredCatalog {
  readonly sources: readonly ConfiguredSource[];
  readonly textPolicy?: TextPolicy;
  readonly snapshot?: string;
  readonly calls?: {
    readonly allowDestructive: readonly string[];
    readonly allowPrivate: readonly string[];
    readonly credentials: ReadonlyMap<string, ReadonlyMap<string, string>>;
    readonly timeoutMs?: number;
    readonly maxResponseBytes?: number;
  };
  readonly expose?: ExposureOptions;
  readonly embedder?: ConfiguredEmbedder;
}
