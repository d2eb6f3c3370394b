import { type McpConnection, type McpServerConfig, ToolGraphError } from '../index.js';
import type { ServiceSource } from './source-record.js';

/**
 * An MCP server as a source: its tools are listed, followed and called over one connection, which a refresh makes
 * anew when it was lost.
 *
 * @param id Id of the source; two servers need two.
 */
export function mcpSource(
  id: string,
  server: McpServerConfig,
  options: { readonly timeoutMs?: number; readonly refreshEveryMs?: number } = {},
): ServiceSource {
  let connection: McpConnection | undefined;
  return {
    place: `mcp:${id}`,
    ingest: async (graph) => {
      if (connection === undefined) {
        const { timeoutMs } = options;
        connection = await graph.ingestMcp(server, { source: id, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
        return { reports: [connection.report] };
      }
      const report = await connection.refresh();
      if (connection.stale)
        throw new ToolGraphError(
          'SOURCE_UNREADABLE',
          `MCP server ${JSON.stringify(id)}: ${report.diagnostics.at(-1)?.message ?? 'its tools could not be listed.'}`,
        );
      return { reports: [report] };
    },
    close: async () => connection?.close(),
    ...(options.refreshEveryMs === undefined ? {} : { refreshEveryMs: options.refreshEveryMs }),
  };
}
