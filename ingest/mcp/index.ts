export { type IngestMcpOptions, McpConnection, type McpSink } from './connection.js';
export { type IngestMcpToolsOptions, ingestMcpTools } from './list-result.js';
export type { McpClientLike } from './mcp-port.js';
export type { McpHttpConfig, McpServerConfig, McpStdioConfig } from './sdk-client.js';
export type { McpHealth, McpLinkState } from './server-link.js';
export { staleListing } from './stale-listing.js';
