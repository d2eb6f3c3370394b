import { readSecretsFile, Secrets, SharedVectors, ToolService } from '../service/index.js';
import type { CallFlags } from './call-policy.js';
import { chosenEmbedder, type EmbedderFlags } from './embedder-choice.js';
import { UsageError } from './failure.js';
import { packageVersion } from './package-root.js';
import { ServingWorkers, type WorkerSettings } from './serve-workers.js';
import { greeting } from './service-greeting.js';
import { serviceSource } from './service-sources.js';
import { print } from './terminal.js';
import { readTokens } from './token-file.js';
import { untilStopped } from './until-stopped.js';

/** What of the options of `serve` concerns workers. */
export interface WorkersFlags extends CallFlags, EmbedderFlags {
  readonly port: number;
  readonly host: string;
  readonly snapshot?: string;
  readonly mcpConfig?: string;
  readonly tokenFile?: string;
  readonly secrets?: string;
  readonly allowHost?: readonly string[];
  readonly allowOrigin?: readonly string[];
  readonly logLevel: WorkerSettings['logLevel'];
}

/**
 * Reads the sources into the snapshot once, then lets several processes answer from it until told to stop. Where a model is chosen,
 * this process embeds the tools, aside, and writes their vectors into the snapshot; the others ask it for requests only.
 */
export async function serveInWorkers(sources: readonly string[], flags: WorkersFlags, count: number): Promise<void> {
  const { snapshot, logLevel, tokenFile } = flags;
  if (snapshot === undefined)
    throw new UsageError(
      '--workers needs --snapshot: the file that the sources are read into and every worker answers from',
    );
  if (flags.mcpConfig !== undefined)
    throw new UsageError(
      '--workers cannot stand in front of MCP servers: each worker would start its own; leave one out',
    );
  if (flags.listFound !== undefined)
    throw new UsageError(
      '--list-found needs sessions, which workers do not share; leave out --list-found or --workers',
    );
  const secrets = new Secrets(flags.secrets === undefined ? undefined : readSecretsFile(flags.secrets));
  const embedder = chosenEmbedder(flags, secrets);
  let first: ToolService | undefined = await readSources(sources, snapshot, logLevel, secrets);
  const workers = new ServingWorkers(count, settingsOf(snapshot, flags));
  await workers.start();
  const { url } = workers;
  const needsToken = tokenFile !== undefined;
  print(greeting({ url, catalogs: first.catalogs, host: first.host }, { needsToken, isDemo: false }));
  const vectors = embedder && new SharedVectors(first, embedder, (news) => workers.tell(news));
  first = undefined; // its catalog is in memory while tools are embedded, and no longer
  await untilStopped();
  await Promise.all([workers.stop(), vectors?.close()]);
}

/** A service that took the sources into the snapshot, closed. */
async function readSources(
  sources: readonly string[],
  snapshot: string,
  logLevel: WorkerSettings['logLevel'],
  secrets: Secrets,
): Promise<ToolService> {
  const first = await ToolService.start({
    sources: sources.map((place) => serviceSource(place)),
    snapshot,
    port: 0,
    logLevel,
    hideSecrets: secrets.hide,
  });
  await first.close(); // waits until the snapshot is written
  if (first.failures.size > 0) throw [...first.failures.values()][0];
  if (first.host.graph.tools.length === 0)
    throw new UsageError(`${snapshot} holds no tools yet; name the sources to read into it`);
  return first;
}

function settingsOf(snapshot: string, flags: WorkersFlags): Omit<WorkerSettings, 'boot' | 'writings'> {
  const { tokenFile, secrets, allowHost, allowOrigin, calls, allowDestructive, allowPrivate, pin } = flags;
  const { embedder, embedderModel, embedderKey } = flags;
  return {
    snapshot,
    port: flags.port,
    hostname: flags.host,
    logLevel: flags.logLevel,
    version: packageVersion(),
    ...(secrets === undefined ? {} : { secretsFile: secrets }),
    ...(tokenFile === undefined ? {} : { tokens: readTokens(tokenFile) }),
    ...(allowHost === undefined ? {} : { allowedHosts: allowHost }),
    ...(allowOrigin === undefined ? {} : { allowedOrigins: allowOrigin }),
    embedderFlags: {
      ...(embedder === undefined ? {} : { embedder }),
      ...(embedderModel === undefined ? {} : { embedderModel }),
      ...(embedderKey === undefined ? {} : { embedderKey }),
    },
    callFlags: {
      ...(calls === undefined ? {} : { calls }),
      ...(allowDestructive === undefined ? {} : { allowDestructive }),
      ...(allowPrivate === undefined ? {} : { allowPrivate }),
      ...(pin === undefined ? {} : { pin }),
    },
  };
}
