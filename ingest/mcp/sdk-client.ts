import type { Client, ConnectOptions } from '@modelcontextprotocol/client';
import { messageOf, ToolGraphError } from '../../src/core/errors.js';
import { isRecord } from '../../src/core/json-schema.js';
import { type McpClientLike, type McpPort, portOfClient } from './mcp-port.js';

/** A server that is started as a process and spoken to over its standard input and output. */
export interface McpStdioConfig {
  command: string;
  args?: readonly string[];
  /** Environment of the process, beside the few variables that are always safe to pass on. */
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  /** Where its standard error goes. Default `ignore`: what it writes there may hold secrets. */
  stderr?: 'ignore' | 'inherit';
}

/** A server that is reached over Streamable HTTP. */
export interface McpHttpConfig {
  url: string | URL;
  /** Sent with every request; never part of a diagnostic. */
  headers?: Readonly<Record<string, string>>;
}

/** How to reach an MCP server. */
export type McpServerConfig = McpStdioConfig | McpHttpConfig;

/** Is the value a description of how to reach a server? */
export function isMcpServerConfig(value: unknown): value is McpServerConfig {
  if (!isRecord(value)) return false;
  return (typeof value['command'] === 'string' && value['command'] !== '') || isUrl(value['url']);
}

type PriorDiscovery = NonNullable<ConnectOptions['prior']>;

/** A connection that a remembered revision led to and that lasts less than this makes it be asked for anew. */
const trustAfterMs = 10_000;

/**
 * Connects to a server, whichever protocol revision it speaks, and subscribes to its list changes. Remembers the
 * revision of a process: finding it out costs the start of one more process.
 */
export class McpDialer {
  readonly #config: McpServerConfig;
  #known: PriorDiscovery | undefined;

  constructor(config: McpServerConfig) {
    this.#config = config;
  }

  /** @throws ToolGraphError `SOURCE_UNREADABLE` when it cannot be started or reached, `MISSING_DEPENDENCY` without the SDK. */
  async connect(options: { readonly timeoutMs: number; readonly signal?: AbortSignal }): Promise<McpPort> {
    const sdk = await loadSdk();
    const client = new sdk.Client({ name: 'toolgraph', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const { timeoutMs: timeout, signal } = options;
    const requestOptions = { timeout, ...(signal === undefined ? {} : { signal }) };
    const prior = this.#known;
    const startedAt = Date.now();
    client.onclose = () => {
      if (prior !== undefined && Date.now() - startedAt < trustAfterMs) this.#known = undefined;
    };
    try {
      await client.connect(await transportOf(this.#config, sdk), {
        ...requestOptions,
        ...(prior === undefined ? {} : { prior }),
      });
    } catch (thrown) {
      this.#known = undefined;
      await client.close().catch(() => undefined); // the connection never stood; the first error is the one to report
      throw new ToolGraphError(
        'SOURCE_UNREADABLE',
        `The MCP server ${placeOf(this.#config)} could not be connected (${messageOf(thrown)}); check that it starts and speaks MCP.`,
        { cause: thrown },
      );
    }
    this.#remember(client);
    const port = portOfClient(client as unknown as McpClientLike, true);
    await listen(client, requestOptions);
    return port;
  }

  #remember(client: Client): void {
    if (!('command' in this.#config)) return; // an address is asked in passing
    const discover = client.getDiscoverResult();
    this.#known =
      client.getProtocolEra() === 'legacy'
        ? { kind: 'legacy' }
        : discover === undefined
          ? undefined
          : { kind: 'modern', discover };
  }
}

/** What messages call the server: never its arguments, headers or query, which may hold secrets. */
export function placeOf(config: McpServerConfig): string {
  if ('command' in config) return JSON.stringify(config.command);
  try {
    const url = new URL(config.url);
    return JSON.stringify(`${url.origin}${url.pathname}`);
  } catch {
    return JSON.stringify('an address that is no URL');
  }
}

/** Servers of the 2026 revision send changes only to who asks for them; older ones send them unasked. */
async function listen(client: Client, options: { timeout: number; signal?: AbortSignal }): Promise<void> {
  if (client.getProtocolEra() !== 'modern' || client.getServerCapabilities()?.tools?.listChanged !== true) return;
  try {
    await client.listen({ toolsListChanged: true }, options);
  } catch (thrown) {
    // Listing works without it; the host can refresh by hand.
    client.onerror?.(thrown instanceof Error ? thrown : new Error(String(thrown)));
  }
}

async function loadSdk() {
  try {
    return await import('@modelcontextprotocol/client');
  } catch (thrown) {
    throw new ToolGraphError(
      'MISSING_DEPENDENCY',
      'ingestMcp needs the package @modelcontextprotocol/client; install it, or pass a connected client.',
      { cause: thrown },
    );
  }
}

async function transportOf(config: McpServerConfig, sdk: Awaited<ReturnType<typeof loadSdk>>) {
  if ('command' in config) {
    const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
    return new StdioClientTransport({
      command: config.command,
      args: [...(config.args ?? [])],
      ...(config.env === undefined ? {} : { env: { ...config.env } }),
      ...(config.cwd === undefined ? {} : { cwd: config.cwd }),
      stderr: config.stderr ?? 'ignore',
    });
  }
  return new sdk.StreamableHTTPClientTransport(new URL(config.url), {
    requestInit: { headers: { ...config.headers } },
  });
}

function isUrl(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || value instanceof URL;
}
