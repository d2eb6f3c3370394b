export { type IngestMcpToolsOptions, ingestMcpTools } from './mcp/index.js';
export { type ConvertedSchema, toJsonSchema } from './standard-schema.js';
export { type IngestToolsOptions, ingestTools } from './tools/index.js';
