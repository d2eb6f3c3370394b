import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { messageOf } from '../../index.js';
import {
  type LogLevel,
  logLevels,
  readSecretsFile,
  Secrets,
  type ServiceOptions,
  ToolService,
} from '../../service/index.js';
import { type CallFlags, callPolicy, foundNumber, listedWhenFound } from '../call-policy.js';
import { serveConfigured } from '../configured-run.js';
import { chosenEmbedder, type EmbedderFlags, embedderOptions } from '../embedder-choice.js';
import { oneLine, UsageError } from '../failure.js';
import { mcpServersOf } from '../mcp-config.js';
import { gather } from '../options.js';
import { commandName, packageRoot, packageVersion } from '../package-root.js';
import { greeting } from '../service-greeting.js';
import { serviceSource } from '../service-sources.js';
import { print, remark } from '../terminal.js';
import { readTokens } from '../token-file.js';
import { untilStopped } from '../until-stopped.js';
import { serveInWorkers } from '../workers-run.js';

interface ServeFlags extends CallFlags, EmbedderFlags {
  readonly config?: string;
  readonly port: number;
  readonly host: string;
  readonly snapshot?: string;
  readonly mcpConfig?: string;
  readonly tokenFile?: string;
  readonly secrets?: string;
  readonly allowHost?: readonly string[];
  readonly allowOrigin?: readonly string[];
  readonly logLevel: LogLevel;
  readonly workers?: number;
}

/** Options that stand above the configuration file; what the others say is written in it. */
const besideConfig = new Set(['config', 'port', 'host', 'logLevel']);

/** `toolgraph serve`: the HTTP and MCP service over the sources. */
export function define(command: Command): void {
  embedderOptions(command)
    .description('Serve search, plans, schemas and sources over HTTP and MCP. Listens on this machine only by default.')
    .argument('[source...]', 'files, folders or URLs; default: the bundled shop API')
    .option('-c, --config <file>', 'serve what a toolgraph.yaml says, and follow its changes')
    .option('--port <number>', 'port to listen on; 0 is any free one', portNumber, 8765)
    .option('--host <name>', 'interface to listen on; beyond the loopback a token file is needed', '127.0.0.1')
    .option('--token-file <file>', 'bearer tokens, or sha256: and a hash, one a line; each may do everything')
    .option('--secrets <file>', 'credentials as NAME=value lines, in a file that only its owner may read')
    .option('--allow-host <name>', 'further host name of the service; may be repeated', gather)
    .option('--allow-origin <origin>', 'web page origin that may ask; may be repeated', gather)
    .option('--mcp-config <file>', 'MCP servers to stand in front of: a file with "mcpServers"')
    .option('--snapshot <file>', 'keep the catalog here over restarts')
    .option('--calls', 'let clients call tools, with credentials from the environment or --secrets')
    .option(
      '--allow-destructive <name>',
      'tool that may be called although it destroys; may be repeated, * is a wildcard',
      gather,
    )
    .option('--allow-private <host>', 'host on this network that calls may go to; may be repeated', gather)
    .option('--pin <name>', 'tool that MCP clients see as a tool of its own; may be repeated, may end in *', gather)
    .option(
      '--list-found [number]',
      `list the tools that a session found last as tools of their own (default ${listedWhenFound})`,
      foundNumber,
    )
    .option('--workers <number>', 'processes that answer from one snapshot, which they do not change', workerNumber)
    .option('--log-level <level>', logLevels.join(', '), logLevel, 'warn')
    .addHelpText(
      'after',
      `
Examples:
  toolgraph serve openapi.yaml
  toolgraph serve --config toolgraph.yaml
  toolgraph serve specs/ tools.jsonl --port 8080 --snapshot catalog.tgs
  toolgraph serve specs/ --host 0.0.0.0 --token-file tokens.txt`,
    )
    .action(async (sources: string[], flags: ServeFlags) => {
      if (flags.config === undefined && flags.workers !== undefined)
        await serveInWorkers(sources, flags, flags.workers);
      else if (flags.config === undefined) await serveSources(sources, flags);
      else {
        refuseBesideConfig(command, sources);
        const given = (name: keyof ServeFlags): boolean => command.getOptionValueSource(name) === 'cli';
        await serveConfigured(flags.config, {
          ...(given('port') ? { port: flags.port } : {}),
          ...(given('host') ? { hostname: flags.host } : {}),
          ...(given('logLevel') ? { logLevel: flags.logLevel } : {}),
        });
      }
    });
}

async function serveSources(sources: readonly string[], flags: ServeFlags): Promise<void> {
  const secrets = new Secrets(flags.secrets === undefined ? undefined : readSecretsFile(flags.secrets));
  const servers = flags.mcpConfig === undefined ? [] : mcpServersOf(flags.mcpConfig, secrets);
  const isDemo = sources.length === 0 && servers.length === 0;
  const places = isDemo ? [join(packageRoot, 'datasets', 'shop', 'specs')] : sources;
  refuseQuery(places);
  const embedder = chosenEmbedder(flags, secrets);
  const options: ServiceOptions = {
    sources: [...places.map((place) => serviceSource(place)), ...servers],
    port: flags.port,
    hostname: flags.host,
    logLevel: flags.logLevel,
    version: packageVersion(),
    hideSecrets: secrets.hide,
    ...callPolicy(flags, secrets),
    ...(flags.snapshot === undefined ? {} : { snapshot: flags.snapshot }),
    ...(embedder === undefined ? {} : { embedder }),
    ...(flags.tokenFile === undefined ? {} : { tokens: readTokens(flags.tokenFile) }),
    ...(flags.allowHost === undefined ? {} : { allowedHosts: flags.allowHost }),
    ...(flags.allowOrigin === undefined ? {} : { allowedOrigins: flags.allowOrigin }),
  };
  const service = await ToolService.start(options);
  if (service.host.graph.tools.length === 0 && service.failures.size > 0) {
    await service.close();
    throw [...service.failures.values()][0];
  }
  for (const [place, error] of service.failures)
    remark(`toolgraph: left out ${place}: ${secrets.hide(oneLine(messageOf(error)))}`);
  print(greeting(service, { needsToken: flags.tokenFile !== undefined, isDemo }));
  await untilStopped();
  await service.close();
}

/** A request in words is no source: whoever gives one wants an answer on the terminal. */
function refuseQuery(places: readonly string[]): void {
  const last = places.at(-1) ?? '';
  if (places.length < 2 || !/\s/.test(last) || existsSync(last)) return;
  const sources = places.slice(0, -1).join(' ');
  throw new UsageError(
    `serve takes sources, and "${last}" is none — for one answer: ${commandName()} demo ${sources} "${last}"`,
  );
}

function refuseBesideConfig(command: Command, sources: readonly string[]): void {
  const [source] = sources;
  if (source !== undefined)
    throw new UsageError(`with --config, sources are written in the file; take "${source}" out`);
  const given = command.options.find(
    (option) =>
      !besideConfig.has(option.attributeName()) && command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (given !== undefined) throw new UsageError(`with --config, ${given.long} is written in the file; leave it out`);
}

function portNumber(text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65_535) throw new UsageError(`--port must be 0 to 65535, not "${text}"`);
  return value;
}

function workerNumber(text: string): number {
  if (!/^([1-9]|[1-5]\d|6[0-4])$/.test(text)) throw new UsageError(`--workers must be 1 to 64, not "${text}"`);
  return Number(text);
}

function logLevel(text: string): LogLevel {
  const found = logLevels.find((level) => level === text);
  if (found === undefined) throw new UsageError(`--log-level must be one of ${logLevels.join(', ')}, not "${text}"`);
  return found;
}
