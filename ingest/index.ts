export { type ConvertedSchema, toJsonSchema } from './standard-schema.js';
export { type IngestToolsOptions, ingestTools } from './tools/index.js';
