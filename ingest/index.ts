export {
  type ArazzoOptions,
  type ArazzoResult,
  ingestArazzoDocument,
  type LoadedArazzo,
  linksOfArazzo,
  loadArazzo,
} from './arazzo/index.js';
export { type EndpointOptions, fetchIntrospection } from './graphql/fetch-schema.js';
export { type GraphqlOptions, ingestGraphqlSchema } from './graphql/ingest-graphql.js';
export { draftGraphql, type GraphqlSourceOptions, type LoadedGraphql, loadGraphql } from './graphql/read-source.js';
export { type IngestMcpToolsOptions, ingestMcpTools } from './mcp/index.js';
export { ingestOpenApi } from './openapi/index.js';
export type { OpenApiOptions, OperationInfo, ReferencePolicy } from './openapi/options.js';
export {
  draftPostman,
  ingestPostmanCollection,
  type LoadedPostman,
  loadPostman,
  type PostmanOptions,
} from './postman/index.js';
export { draftProto, type LoadedProto, loadProto, type ProtoOptions } from './protobuf/index.js';
export {
  ingestPython,
  ingestPythonText,
  type PythonFile,
  type PythonOptions,
  type PythonSelect,
} from './python/index.js';
export { type ConvertedSchema, type SchemaDirection, toJsonSchema } from './schema-object.js';
export { applyTextPolicy, type SafeResult, type TextPolicy, textFindingsKey } from './text-safety.js';
export { type IngestToolsOptions, ingestTools } from './tools/index.js';
