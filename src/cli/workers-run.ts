import { ToolService } from '../service/index.js';
import type { CallFlags } from './call-policy.js';
import { UsageError } from './failure.js';
import { packageVersion } from './package-root.js';
import { ServingWorkers, type WorkerSettings } from './serve-workers.js';
import { greeting } from './service-greeting.js';
import { serviceSource } from './service-sources.js';
import { print } from './terminal.js';
import { readTokens } from './token-file.js';
import { untilStopped } from './until-stopped.js';

/** What of the options of `serve` concerns workers. */
export interface WorkersFlags extends CallFlags {
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

/** Reads the sources into the snapshot once, then lets several processes answer from it until told to stop. */
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
  const first = await ToolService.start({
    sources: sources.map((place) => serviceSource(place)),
    snapshot,
    port: 0,
    logLevel,
  });
  await first.close(); // waits until the snapshot is written
  if (first.failures.size > 0) throw [...first.failures.values()][0];
  if (first.host.graph.tools.length === 0)
    throw new UsageError(`${snapshot} holds no tools yet; name the sources to read into it`);
  const workers = new ServingWorkers(count, settingsOf(snapshot, flags));
  await workers.start();
  const { catalogs, host } = first;
  print(greeting({ url: workers.url, catalogs, host }, { needsToken: tokenFile !== undefined, isDemo: false }));
  await untilStopped();
  await workers.stop();
}

function settingsOf(snapshot: string, flags: WorkersFlags): Omit<WorkerSettings, 'boot'> {
  const { tokenFile, secrets, allowHost, allowOrigin, calls, allowDestructive, allowPrivate, pin } = flags;
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
    callFlags: {
      ...(calls === undefined ? {} : { calls }),
      ...(allowDestructive === undefined ? {} : { allowDestructive }),
      ...(allowPrivate === undefined ? {} : { allowPrivate }),
      ...(pin === undefined ? {} : { pin }),
    },
  };
}
