export { type EndpointOptions, fetchIntrospection } from './graphql/fetch-schema.js';
export { type GraphqlOptions, ingestGraphqlSchema } from './graphql/ingest-graphql.js';
export { type GraphqlSourceOptions, ingestGraphqlSource } from './graphql/read-source.js';
export { type IngestMcpToolsOptions, ingestMcpTools } from './mcp/index.js';
export { ingestOpenApi } from './openapi/index.js';
export type { OpenApiOptions, OperationInfo, ReferencePolicy } from './openapi/options.js';
export {
  ingestPython,
  ingestPythonText,
  type PythonFile,
  type PythonOptions,
  type PythonSelect,
} from './python/index.js';
export { type ConvertedSchema, toJsonSchema } from './standard-schema.js';
export { applyTextPolicy, type SafeResult, type TextPolicy, textFindingsKey } from './text-safety.js';
export { type IngestToolsOptions, ingestTools } from './tools/index.js';
