import { readFileSync } from 'node:fs';
import { type McpServerConfig, messageOf, ToolGraphError } from '../index.js';
import { type McpSourceOptions, mcpSource, type Secrets, type ServiceSource } from '../service/index.js';

/**
 * The MCP servers of a file in the form that MCP clients use: `{ "mcpServers": { name: { command, args, env } } }`, or
 * `{ url, headers }` for a server over HTTP. `${NAME}` in env, headers and args is replaced from the environment or
 * the secrets file. What
 * the gateway alone knows stands under `toolgraph`: `{ callTimeoutMs, maxConcurrent, perSession, … }`.
 *
 * @throws ToolGraphError `SOURCE_NOT_FOUND` or `INVALID_DOCUMENT` naming the file and the server.
 */
export function mcpServersOf(path: string, secrets: Secrets): ServiceSource[] {
  const servers = readServers(path);
  return Object.entries(servers).map(([name, entry]) =>
    mcpSource(
      name,
      serverOf(entry, `${path}: mcpServers.${name}`, secrets),
      gatewayOptions(entry, `${path}: mcpServers.${name}.toolgraph`),
    ),
  );
}

function readServers(path: string): Record<string, unknown> {
  let document: unknown;
  try {
    document = JSON.parse(readFileSync(path, 'utf8'));
  } catch (thrown) {
    const code = thrown instanceof SyntaxError ? 'INVALID_DOCUMENT' : 'SOURCE_NOT_FOUND';
    throw new ToolGraphError(code, `${path} cannot be read as JSON (${messageOf(thrown, 120)}).`, { cause: thrown });
  }
  const servers = isRecord(document) ? document['mcpServers'] : undefined;
  if (!isRecord(servers) || Object.keys(servers).length === 0)
    throw new ToolGraphError('INVALID_DOCUMENT', `${path} has no "mcpServers" object with servers by name.`);
  return servers;
}

function serverOf(entry: unknown, where: string, secrets: Secrets): McpServerConfig {
  if (isRecord(entry) && typeof entry['url'] === 'string') {
    const headers = texts(entry['headers'] ?? {}, `${where}.headers`, secrets);
    for (const value of Object.values(headers)) secrets.keep(value);
    return { url: entry['url'], headers };
  }
  if (isRecord(entry) && typeof entry['command'] === 'string') {
    const args = entry['args'] ?? [];
    if (!Array.isArray(args) || !args.every((arg) => typeof arg === 'string'))
      throw new ToolGraphError('INVALID_DOCUMENT', `${where}.args must be a list of texts.`);
    return {
      command: entry['command'],
      args: args.map((arg: string) => filledIn(arg, where, secrets)),
      env: texts(entry['env'] ?? {}, `${where}.env`, secrets),
      ...(typeof entry['cwd'] === 'string' ? { cwd: entry['cwd'] } : {}),
    };
  }
  throw new ToolGraphError(
    'INVALID_DOCUMENT',
    `${where} needs "command" (and "args", "env") or "url" (and "headers").`,
  );
}

const numbers = ['timeoutMs', 'callTimeoutMs', 'maxConcurrent', 'maxQueued', 'idleMs', 'refreshEveryMs'] as const;
const switches = ['lazy', 'perSession'] as const;

/** How the gateway treats the server; see {@link McpSourceOptions}. */
function gatewayOptions(entry: unknown, where: string): McpSourceOptions {
  const given = isRecord(entry) ? (entry['toolgraph'] ?? {}) : {};
  if (!isRecord(given)) throw new ToolGraphError('INVALID_DOCUMENT', `${where} must be an object.`);
  const known: readonly string[] = [...numbers, ...switches];
  const unknown = Object.keys(given).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw new ToolGraphError('INVALID_DOCUMENT', `${where}.${unknown} is not known; there are ${known.join(', ')}.`);
  for (const key of numbers)
    if (given[key] !== undefined && !(typeof given[key] === 'number' && given[key] >= (key === 'maxQueued' ? 0 : 1)))
      throw new ToolGraphError(
        'INVALID_DOCUMENT',
        `${where}.${key} must be a number of at least ${key === 'maxQueued' ? 0 : 1}.`,
      );
  for (const key of switches)
    if (given[key] !== undefined && typeof given[key] !== 'boolean')
      throw new ToolGraphError('INVALID_DOCUMENT', `${where}.${key} must be true or false.`);
  return given;
}

function texts(value: unknown, where: string, secrets: Secrets): Record<string, string> {
  if (!isRecord(value) || !Object.values(value).every((entry) => typeof entry === 'string'))
    throw new ToolGraphError('INVALID_DOCUMENT', `${where} must be an object of texts.`);
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, filledIn(String(entry), where, secrets)]),
  );
}

/** A secret is better named than written down. */
function filledIn(text: string, where: string, secrets: Secrets): string {
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = secrets.get(name);
    if (value === undefined)
      throw new ToolGraphError(
        'INVALID_DOCUMENT',
        `${where} names ${name}, which is set neither in the environment nor in --secrets.`,
      );
    return value;
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
