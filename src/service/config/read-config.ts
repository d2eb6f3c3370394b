import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { messageOf, ToolGraphError } from '../../index.js';
import type { TokenRule } from '../access.js';
import { isLoopback } from '../host-check.js';
import type { LogLevel } from '../log.js';
import type { RateLimit } from '../rate-limit.js';
import { checkConfig, nameOf } from './check-config.js';
import { ConfigDocument, type Path } from './config-document.js';
import { ConfigError, type ConfigProblem } from './config-error.js';
import type { ConfigFile, ConfiguredCatalog, WrittenCatalog } from './config-file.js';
import { catalogOf, milliseconds } from './configured-catalog.js';
import { digestOf } from './file-digest.js';
import { fillSecrets } from './fill-secrets.js';
import { readSecretsFile, Secrets } from './secrets.js';
import { nearest } from './suggest.js';

/** A configuration file, checked, with secrets filled in, paths absolute and durations in milliseconds. */
export interface Config {
  /** As it was given. */
  readonly file: string;
  /** True when nothing is written in the file, comments aside. */
  readonly isEmpty: boolean;
  readonly host?: string;
  readonly port?: number;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly logLevel?: LogLevel;
  readonly bodyBytes?: number;
  readonly bodyTimeoutMs?: number;
  readonly rateLimit?: RateLimit;
  readonly tokens: readonly TokenRule[];
  /** Folder of evaluation sets. */
  readonly datasets?: string;
  /** The catalog at the root. */
  readonly root: ConfiguredCatalog;
  readonly catalogs: ReadonlyMap<string, ConfiguredCatalog>;
  readonly secrets: Secrets;
  /** Absolute paths of the files that it was read from. */
  readonly files: readonly string[];
  /** What {@link digestOf} said of these files when they were read. */
  readonly digest: string;
}

/**
 * Reads a configuration file.
 *
 * @throws ConfigError with every problem found and its place; ToolGraphError `SOURCE_NOT_FOUND` when there is no file.
 */
export function readConfig(file: string): Config {
  const digests = [digestOf([file])];
  const document = new ConfigDocument(readText(file));
  const isBroken = document.problems.length > 0;
  const problems = isBroken ? document.problems : checkConfig(document);
  if (problems.length > 0) throw new ConfigError(file, problems);
  const folder = dirname(resolve(file));
  const { secretsFile } = document.value as ConfigFile;
  const secretsPath = secretsFile === undefined ? undefined : resolve(folder, secretsFile);
  if (secretsPath !== undefined) digests.push(digestOf([secretsPath]));
  const secrets = secretsOf(secretsPath, document, file);
  const { value, problems: unset } = fillSecrets(document, secrets);
  const wrong = [...unset, ...contradictions(document.value as ConfigFile, document)];
  if (wrong.length > 0) throw new ConfigError(file, sorted(wrong));
  const files = [resolve(file), ...(secretsPath === undefined ? [] : [secretsPath])];
  const { isEmpty } = document;
  return { file, isEmpty, ...configOf(value as ConfigFile, folder), secrets, files, digest: digests.join(' ') };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (thrown) {
    throw new ToolGraphError(
      'SOURCE_NOT_FOUND',
      `The configuration ${file} cannot be read (${messageOf(thrown, 100)}).`,
      { cause: thrown },
    );
  }
}

function secretsOf(path: string | undefined, document: ConfigDocument, file: string): Secrets {
  try {
    return new Secrets(path === undefined ? undefined : readSecretsFile(path));
  } catch (thrown) {
    if (!(thrown instanceof ToolGraphError)) throw thrown;
    throw new ConfigError(file, [document.problemAt(['secretsFile'], `secretsFile: ${thrown.message}`)]);
  }
}

function configOf(
  value: ConfigFile,
  folder: string,
): Omit<Config, 'file' | 'isEmpty' | 'secrets' | 'files' | 'digest'> {
  const { server = {}, limits = {}, evaluation, tokens = [], catalogs = {} } = value;
  const { requestsPerMinute, burst, bodyBytes, bodyTimeout } = limits;
  const { host, port, logLevel, allowedHosts = [], allowedOrigins = [] } = server;
  return {
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    ...(logLevel === undefined ? {} : { logLevel }),
    allowedHosts,
    allowedOrigins,
    ...(bodyBytes === undefined ? {} : { bodyBytes }),
    ...(bodyTimeout === undefined ? {} : { bodyTimeoutMs: milliseconds(bodyTimeout) }),
    ...(requestsPerMinute === undefined
      ? {}
      : { rateLimit: { perMinute: requestsPerMinute, ...(burst === undefined ? {} : { burst }) } }),
    tokens,
    ...(evaluation?.folder === undefined ? {} : { datasets: resolve(folder, evaluation.folder) }),
    root: catalogOf(value, folder),
    catalogs: new Map(Object.entries(catalogs).map(([name, own]) => [name, catalogOf(own, folder)] as const)),
  };
}

/** What fits the schema part by part and makes no sense together. */
function contradictions(config: ConfigFile, document: ConfigDocument): ConfigProblem[] {
  const { server = {}, limits = {}, tokens = [], catalogs = {} } = config;
  const problems: ConfigProblem[] = [];
  const say = (path: Path, message: string, key?: string) => problems.push(document.problemAt(path, message, key));
  if (server.host !== undefined && !isLoopback(server.host) && tokens.length === 0)
    say(['server', 'host'], `server.host is "${server.host}", which lets others in; give tokens first, or 127.0.0.1.`);
  if (limits.burst !== undefined && limits.requestsPerMinute === undefined)
    say(['limits', 'burst'], 'limits.burst has no meaning without limits.requestsPerMinute.');
  if (Object.hasOwn(catalogs, 'default'))
    say(['catalogs'], 'The catalog "default" is the one at the root; write its sources there.', 'default');
  const named: [Path, WrittenCatalog][] = Object.entries(catalogs).map(([name, own]) => [['catalogs', name], own]);
  for (const [path, catalog] of [[[], config] as [Path, WrittenCatalog], ...named]) {
    sourceNames(path, catalog, say);
    embedderParts(path, catalog, say);
  }
  const snapshots = new Map<string, Path>();
  for (const [path, { snapshot }] of [[[], config] as [Path, WrittenCatalog], ...named]) {
    if (snapshot === undefined) continue;
    if (snapshots.has(snapshot)) say([...path, 'snapshot'], `Two catalogs have the snapshot "${snapshot}".`);
    snapshots.set(snapshot, path);
  }
  tokenNames(config, ['default', ...Object.keys(catalogs)], say);
  return problems;
}

type Say = (path: Path, message: string, key?: string) => void;

function sourceNames(path: Path, { sources = [], calls = {} }: WrittenCatalog, say: Say): void {
  const names = new Set<string>();
  const places = new Set<string>();
  for (const [index, source] of sources.entries()) {
    const at = [...path, 'sources', index];
    const { name, path: file, url, mcp } = typeof source === 'string' ? { path: source } : source;
    if (mcp !== undefined && name === undefined) say(at, `${nameOf(at)} is an MCP server and needs a name.`);
    if (name !== undefined && names.has(name)) say([...at, 'name'], `Two sources here are called "${name}".`);
    if (url !== undefined && URL.canParse(url) && new URL(url).username !== '')
      say([...at, 'url'], `${nameOf(at)}.url holds a user name; an address is shown in logs.`);
    const place = file ?? url;
    if (place !== undefined && name === undefined && places.has(place))
      say(at, `The source "${place}" stands here twice; give one of them a name.`);
    if (name !== undefined) names.add(name);
    else if (place !== undefined) places.add(place);
  }
  for (const id of Object.keys(calls.credentials ?? {})) {
    const near = names.has(id) ? undefined : nearest(id, [...names]);
    if (near !== undefined)
      say([...path, 'calls', 'credentials'], `There is no source "${id}"; did you mean "${near}"?`, id);
  }
}

function embedderParts(path: Path, { embedder }: WrittenCatalog, say: Say): void {
  if (embedder === undefined) return;
  const at = [...path, 'embedder'];
  const { url, model, module } = embedder;
  if (url !== undefined && model === undefined)
    say(at, `${nameOf(at)} has a url and no model; name the model, such as nomic-embed-text.`);
  if (url !== undefined && URL.canParse(url) && new URL(url).username !== '')
    say([...at, 'url'], `${nameOf(at)}.url holds a user name; an address is shown in logs. Use apiKey.`);
  if (module === undefined) return;
  for (const key of ['model', 'apiKey', 'dimensions'] as const)
    if (embedder[key] !== undefined) say(at, `${nameOf(at)}.${key} has no meaning beside a module.`, key);
}

function tokenNames({ tokens = [] }: ConfigFile, known: readonly string[], say: Say): void {
  const ids = new Set<string>();
  for (const [index, { id, catalogs = {} }] of tokens.entries()) {
    if (ids.has(id)) say(['tokens', index, 'id'], `Two tokens have the id "${id}".`);
    ids.add(id);
    for (const name of Object.keys(catalogs)) {
      if (known.includes(name)) continue;
      const near = nearest(name, known);
      const hint = near === undefined ? `there are ${known.join(', ')}.` : `did you mean "${near}"?`;
      say(
        ['tokens', index, 'catalogs'],
        `tokens[${index}] names the catalog "${name}", which is not here; ${hint}`,
        name,
      );
    }
  }
}

function sorted(problems: readonly ConfigProblem[]): ConfigProblem[] {
  return [...problems].sort((a, b) => a.line - b.line || a.column - b.column);
}
