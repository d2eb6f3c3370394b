import { createHash } from 'node:crypto';
import {
  type IngestReport,
  type McpConnection,
  type McpServerConfig,
  type ToolGraph,
  ToolGraphError,
} from '../index.js';
import type { ServiceSource } from './source-record.js';

/** How an MCP server behind the service is treated. */
export interface McpSourceOptions {
  /** Longest wait to connect and for one page of tools, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /** Longest wait for the answer to a call, in milliseconds; progress starts it anew. Default: `timeoutMs`. */
  readonly callTimeoutMs?: number;
  /** Most calls at once. Default 16. */
  readonly maxConcurrent?: number;
  /** Most calls that wait for their turn; one more is refused. Default 100. */
  readonly maxQueued?: number;
  /** Connect only when a tool is called, once a snapshot has the server's tools. Default true. */
  readonly lazy?: boolean;
  /** End the connection when no call came for so long, in milliseconds. Default: never. */
  readonly idleMs?: number;
  /** A connection of its own for every client session, for servers that keep state between calls. Default false. */
  readonly perSession?: boolean;
  /** How often its tools are listed anew, in milliseconds. Default: when the server says that they changed. */
  readonly refreshEveryMs?: number;
}

/**
 * An MCP server as a source: its tools are listed, followed and called over one connection, which is made anew when it
 * was lost, with ever longer pauses. With a snapshot that has its tools the server is started by the first call.
 *
 * @param id Id of the source; two servers need two.
 */
export function mcpSource(id: string, server: McpServerConfig, options: McpSourceOptions = {}): ServiceSource {
  const { refreshEveryMs, lazy = true, ...bounds } = options;
  let connection: McpConnection | undefined;
  const open = async (graph: ToolGraph, changed: (problem?: string) => void, isLazy: boolean): Promise<McpConnection> =>
    graph.ingestMcp(server, {
      source: id,
      reconnect: !isLazy,
      lazy: isLazy,
      ...bounds,
      onUpdate: (report) => changed(connection?.stale === true ? lastMessage(report) : undefined),
    });
  return {
    place: `mcp:${id}`,
    id,
    live: true,
    retry: true,
    definition: createHash('sha256')
      .update(JSON.stringify([id, server, lazy, bounds]))
      .digest('hex'),
    ingest: async (graph, _own, changed = () => undefined) => {
      if (connection === undefined) {
        connection = await open(graph, changed, false);
        return { reports: [connection.report] };
      }
      const report = await connection.refresh();
      if (connection.stale)
        throw new ToolGraphError(
          'SOURCE_UNREADABLE',
          `MCP server ${JSON.stringify(id)}: ${lastMessage(report) ?? 'its tools could not be listed.'}`,
        );
      return { reports: [report] };
    },
    ...(lazy
      ? {
          fingerprint: async () => fingerprintOf(server),
          resume: async (graph: ToolGraph, changed: (problem?: string) => void) => {
            connection = await open(graph, changed, true);
          },
        }
      : {}),
    health: () => connection?.health,
    endSession: async (session) => connection?.endSession(session),
    close: async () => connection?.close(),
    ...(refreshEveryMs === undefined ? {} : { refreshEveryMs }),
  };
}

function lastMessage(report: IngestReport): string | undefined {
  return report.diagnostics.at(-1)?.message;
}

/** Changes when another server is meant. Values of headers and variables may be credentials, and change without it. */
function fingerprintOf(server: McpServerConfig): string {
  const meant =
    'command' in server
      ? [server.command, server.args ?? [], server.cwd ?? '', Object.keys(server.env ?? {}).sort()]
      : [String(server.url), Object.keys(server.headers ?? {}).sort()];
  return createHash('sha256').update(JSON.stringify(meant)).digest('hex');
}
