import { type Credentials, HttpCaller } from '../index.js';
import {
  type CatalogOptions,
  type Config,
  type ConfiguredCatalog,
  type ConfiguredSource,
  mcpSource,
  type Secrets,
  type ServiceOptions,
  type ServiceSettings,
  type ServiceSource,
} from '../service/index.js';
import { credentialVariable } from './call-policy.js';
import { embedderOf } from './embedder-choice.js';
import { serviceSource } from './service-sources.js';

/** Settings of a service, with the callers that belong to them: whoever replaces the settings closes these. */
export interface ConfiguredSettings {
  readonly settings: ServiceSettings;
  readonly callers: readonly HttpCaller[];
}

/** What the service is given for a configuration. Everything that it holds as a secret is hidden from then on. */
export function settingsOf(config: Config): ConfiguredSettings {
  const callers: HttpCaller[] = [];
  const { allowedHosts, allowedOrigins, tokens, logLevel, rateLimit, datasets, root, catalogs, secrets } = config;
  const options = (catalog: ConfiguredCatalog): CatalogOptions => catalogOptions(catalog, secrets, callers);
  const settings: ServiceSettings = {
    ...options(root),
    catalogs: Object.fromEntries([...catalogs].map(([name, catalog]) => [name, options(catalog)])),
    tokens,
    allowedHosts,
    allowedOrigins,
    logLevel: logLevel ?? 'warn',
    ...(rateLimit === undefined ? {} : { rateLimit }),
    ...(datasets === undefined ? {} : { datasets }),
  };
  return { settings, callers };
}

/** What only a start can set: where it listens and how much it reads of a request. */
export function startOptions({ host, port, bodyBytes, bodyTimeoutMs }: Config): Partial<ServiceOptions> {
  return {
    ...(host === undefined ? {} : { hostname: host }),
    ...(port === undefined ? {} : { port }),
    limits: {
      ...(bodyBytes === undefined ? {} : { maxBytes: bodyBytes }),
      ...(bodyTimeoutMs === undefined ? {} : { timeoutMs: bodyTimeoutMs }),
    },
  };
}

/** Keys of the file that differ and need a restart to hold. */
export function restartKeys(before: Config, after: Config): string[] {
  const keys = {
    'server.host': 'host',
    'server.port': 'port',
    'limits.bodyBytes': 'bodyBytes',
    'limits.bodyTimeout': 'bodyTimeoutMs',
  } as const;
  return Object.entries(keys).flatMap(([written, key]) => (before[key] === after[key] ? [] : [written]));
}

function catalogOptions(catalog: ConfiguredCatalog, secrets: Secrets, callers: HttpCaller[]): CatalogOptions {
  const { sources, snapshot, textPolicy, calls, expose, embedder } = catalog;
  if (embedder !== undefined && 'apiKey' in embedder && embedder.apiKey !== undefined) secrets.keep(embedder.apiKey);
  return {
    sources: sources.map((source) => sourceOf(source, secrets)),
    ...(snapshot === undefined ? {} : { snapshot }),
    ...(textPolicy === undefined ? {} : { textPolicy }),
    ...(calls === undefined ? {} : { calls: callsOf(calls, secrets, callers) }),
    ...(expose === undefined ? {} : { expose }),
    ...(embedder === undefined ? {} : { embedder: embedderOf(embedder) }),
  };
}

function callsOf(
  calls: NonNullable<ConfiguredCatalog['calls']>,
  secrets: Secrets,
  callers: HttpCaller[],
): NonNullable<CatalogOptions['calls']> {
  const { allowDestructive, allowPrivate, credentials, timeoutMs, maxResponseBytes } = calls;
  for (const schemes of credentials.values()) for (const value of schemes.values()) secrets.keep(value);
  const http = new HttpCaller({
    credentials: credentialsFrom(secrets, credentials),
    privateHosts: allowPrivate,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(maxResponseBytes === undefined ? {} : { maxResponseBytes }),
  });
  callers.push(http);
  return { http, allowDestructive };
}

/** Credentials as they are written, else from the environment or the secrets file under their variable's name. */
export function credentialsFrom(
  secrets: Secrets,
  written: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(),
): Credentials {
  return (source, scheme) => written.get(source)?.get(scheme) ?? secrets.get(credentialVariable(source, scheme));
}

function sourceOf(source: ConfiguredSource, secrets: Secrets): ServiceSource {
  const { name, refreshEveryMs } = source;
  const refresh = refreshEveryMs === undefined ? {} : { refreshEveryMs };
  if (source.kind === 'place')
    return serviceSource(source.place, { ...(name === undefined ? {} : { name }), ...refresh });
  const { server, terms } = source;
  if ('headers' in server) for (const value of Object.values(server.headers ?? {})) secrets.keep(value);
  return mcpSource(source.name, server, { ...terms, ...refresh });
}
