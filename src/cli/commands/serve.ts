import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { messageOf, ToolGraphError } from '../../index.js';
import { hashToken, type LogLevel, type TokenRule, ToolService } from '../../service/index.js';
import { callPolicy, foundNumber, listedWhenFound } from '../call-policy.js';
import { oneLine, UsageError } from '../failure.js';
import { mcpServersOf } from '../mcp-config.js';
import { gather } from '../options.js';
import { packageRoot, packageVersion } from '../package-root.js';
import { serviceSource } from '../service-sources.js';
import { count, plural, print, remark, style, table } from '../terminal.js';

interface ServeFlags {
  readonly port: number;
  readonly host: string;
  readonly snapshot?: string;
  readonly mcpConfig?: string;
  readonly tokenFile?: string;
  readonly allowHost?: readonly string[];
  readonly allowOrigin?: readonly string[];
  readonly logLevel: LogLevel;
  readonly calls?: true;
  readonly allowDestructive?: readonly string[];
  readonly allowPrivate?: readonly string[];
  readonly pin?: readonly string[];
  readonly listFound?: number | true;
}

const logLevels: readonly LogLevel[] = ['silent', 'error', 'warn', 'info', 'debug'];

/** `toolgraph serve`: the HTTP and MCP service over the sources. */
export function define(command: Command): void {
  command
    .description('Serve search, plans, schemas and sources over HTTP and MCP. Listens on this machine only by default.')
    .argument('[source...]', 'files, folders or URLs; default: the bundled shop API')
    .option('--port <number>', 'port to listen on; 0 is any free one', portNumber, 8765)
    .option('--host <name>', 'interface to listen on; beyond the loopback a token file is needed', '127.0.0.1')
    .option('--token-file <file>', 'bearer tokens, one a line; each may do everything')
    .option('--allow-host <name>', 'further host name of the service; may be repeated', gather)
    .option('--allow-origin <origin>', 'web page origin that may ask; may be repeated', gather)
    .option('--mcp-config <file>', 'MCP servers to stand in front of: a file with "mcpServers"')
    .option('--snapshot <file>', 'keep the catalog here over restarts')
    .option('--calls', 'let clients call tools, with credentials from the environment')
    .option(
      '--allow-destructive <name>',
      'tool that may be called although it destroys; may be repeated, ends in * for any rest',
      gather,
    )
    .option('--allow-private <host>', 'host on this network that calls may go to; may be repeated', gather)
    .option('--pin <name>', 'tool that MCP clients see as a tool of its own; may be repeated, may end in *', gather)
    .option(
      '--list-found [number]',
      `list the tools that a session found last as tools of their own (default ${listedWhenFound})`,
      foundNumber,
    )
    .option('--log-level <level>', logLevels.join(', '), logLevel, 'warn')
    .addHelpText(
      'after',
      `
Examples:
  toolgraph serve openapi.yaml
  toolgraph serve specs/ tools.jsonl --port 8080 --snapshot catalog.tgs
  toolgraph serve specs/ --host 0.0.0.0 --token-file tokens.txt`,
    )
    .action(async (sources: string[], flags: ServeFlags) => {
      const servers = flags.mcpConfig === undefined ? [] : mcpServersOf(flags.mcpConfig);
      const places =
        sources.length === 0 && servers.length === 0 ? [join(packageRoot, 'datasets', 'shop', 'specs')] : sources;
      const service = await ToolService.start({
        sources: [...places.map((place) => serviceSource(place)), ...servers],
        port: flags.port,
        hostname: flags.host,
        logLevel: flags.logLevel,
        version: packageVersion(),
        ...callPolicy(flags),
        ...(flags.snapshot === undefined ? {} : { snapshot: flags.snapshot }),
        ...(flags.tokenFile === undefined ? {} : { tokens: readTokens(flags.tokenFile) }),
        ...(flags.allowHost === undefined ? {} : { allowedHosts: flags.allowHost }),
        ...(flags.allowOrigin === undefined ? {} : { allowedOrigins: flags.allowOrigin }),
      });
      if (service.host.graph.tools.length === 0 && service.failures.size > 0) {
        await service.close();
        throw [...service.failures.values()][0];
      }
      for (const [place, error] of service.failures)
        remark(`toolgraph: left out ${place}: ${oneLine(messageOf(error))}`);
      print(greeting(service, flags));
      await untilStopped();
      await service.close();
    });
}

/** Where it listens, what it serves, and a command that works as it stands. */
function greeting({ url, host }: ToolService, { tokenFile }: ServeFlags): string {
  const { graph } = host;
  const rows = graph.sources.map((id) => {
    const tools = graph.tools.filter((tool) => tool.source.id === id);
    return { id, tools: tools.length, tokens: tools.reduce((sum, tool) => sum + host.tokensOf(tool), 0) };
  });
  const listed = table(
    rows,
    [
      { title: 'source', cell: (row) => row.id, paint: style.cyan },
      { title: 'tools', cell: (row) => count(row.tools), right: true },
      { title: 'tokens', cell: (row) => count(row.tokens), right: true },
    ],
    '  ',
  );
  const token = tokenFile === undefined ? '' : ' -H "authorization: Bearer $TOKEN"';
  return [
    `${style.bold(`toolgraph serves ${plural(graph.tools.length, 'tool')} at ${url}`)}  (page: ${url}/docs, MCP: ${url}/mcp)`,
    listed,
    `Try:\n  curl -s ${url}/search -H 'content-type: application/json'${token} -d '{"query":"cancel an order and refund it","topK":5}'`,
  ].join('\n\n');
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    process.removeAllListeners('SIGINT');
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}

/** Tokens of a file, one a line; empty lines and lines that begin with # do not count. */
function readTokens(path: string): TokenRule[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (thrown) {
    throw new ToolGraphError('SOURCE_NOT_FOUND', `The token file ${path} cannot be read (${messageOf(thrown, 100)}).`, {
      cause: thrown,
    });
  }
  const tokens = text.split('\n').map((line) => line.trim());
  const given = tokens.filter((line) => line !== '' && !line.startsWith('#'));
  const short = given.findIndex((token) => token.length < 16);
  if (given.length === 0 || short >= 0)
    throw new UsageError(
      `${path} ${given.length === 0 ? 'holds no token' : `holds a token of fewer than 16 characters (number ${short + 1})`} — make one: ${randomBytes(24).toString('base64url')}`,
    );
  return given.map((token, at) => ({
    id: `token-${at + 1}`,
    sha256: hashToken(token),
    scopes: ['read', 'call', 'admin'],
  }));
}

function portNumber(text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65_535) throw new UsageError(`--port must be 0 to 65535, not "${text}"`);
  return value;
}

function logLevel(text: string): LogLevel {
  const found = logLevels.find((level) => level === text);
  if (found === undefined) throw new UsageError(`--log-level must be one of ${logLevels.join(', ')}, not "${text}"`);
  return found;
}
