import type { JsonSchema } from '../../index.js';

const text = { type: 'string' } as const satisfies JsonSchema;
const texts = { type: 'array', items: text } as const satisfies JsonSchema;
const anyObject = { type: 'object', additionalProperties: true } as const satisfies JsonSchema;

/** Exposed name of a tool, as an input. */
export const toolName: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description: 'Exposed name of a tool',
};

/** How many tools are wanted. */
export const topK: JsonSchema = {
  type: 'integer',
  minimum: 0,
  maximum: 1_000_000_000,
  default: 10,
  description: 'Most tools to return',
};

/** A request in plain words. */
export const query: JsonSchema = {
  type: 'string',
  maxLength: 200_000,
  description: 'The request in plain words; its first 20,000 characters are read',
};

/** One line a tool, as lists hold it. */
export const toolLineSchema: JsonSchema = {
  type: 'object',
  'x-entity': 'ToolLine',
  required: ['name', 'description', 'source', 'tags', 'annotations', 'tokens'],
  properties: {
    name: { ...text, description: 'Exposed name, unique in the catalog' },
    description: text,
    source: {
      type: 'object',
      required: ['id', 'kind'],
      properties: { id: text, kind: text, title: text, method: text, path: text, stale: { type: 'boolean' } },
    },
    tags: texts,
    annotations: anyObject,
    tokens: { type: 'integer', description: 'Estimated model tokens of the definition' },
  },
};

const lineProperties = toolLineSchema.properties ?? {};

/** A tool of a ranking. */
export const hitSchema: JsonSchema = {
  ...toolLineSchema,
  'x-entity': 'Hit',
  required: [...(toolLineSchema.required ?? []), 'score', 'relevance', 'role', 'reason'],
  properties: {
    ...lineProperties,
    score: { type: 'number', description: 'Above 0, unbounded, comparable within one answer only' },
    relevance: {
      type: 'number',
      description: 'How likely the request is one that this tool answers, 0 to 1; comparable between requests',
    },
    role: { type: 'string', enum: ['target', 'prerequisite'] },
    reason: { ...text, description: 'Why it is here' },
    explanation: { ...anyObject, description: 'Every reason; with explain=true only' },
  },
};

/** A tool with its schemas. */
export const toolDetailSchema: JsonSchema = {
  ...toolLineSchema,
  'x-entity': 'Tool',
  required: [...(toolLineSchema.required ?? []), 'originalName', 'inputSchema', 'requires', 'provides'],
  properties: {
    ...lineProperties,
    originalName: text,
    title: text,
    inputSchema: anyObject,
    outputSchema: anyObject,
    requires: texts,
    provides: texts,
    deprecated: { type: 'boolean' },
  },
};

/** Why an answer is empty. */
export const emptyReasonSchema: JsonSchema = {
  type: ['object', 'null'],
  required: ['code', 'message'],
  properties: { code: text, message: text },
};

/** What a ranking has to say of the models that took part in it, or failed to. */
export const notesSchema: JsonSchema = {
  type: 'array',
  description: 'What the answer lacks, such as a model that failed; empty where it lacks nothing',
  items: { type: 'object', required: ['code', 'message'], properties: { code: text, message: text } },
};

/** How a source stands. */
export const sourceSchema: JsonSchema = {
  type: 'object',
  'x-entity': 'Source',
  required: ['id', 'kind', 'tools', 'tokens', 'status', 'refreshable'],
  properties: {
    id: { ...text, description: 'Id of the source' },
    kind: text,
    title: text,
    tools: { type: 'integer' },
    tokens: { type: 'integer' },
    status: { type: 'string', enum: ['ready', 'stale', 'failed'] },
    staleSince: { ...text, format: 'date-time' },
    problem: text,
    refreshedAt: { ...text, format: 'date-time' },
    refreshable: { type: 'boolean' },
    backend: {
      type: 'object',
      description: 'For a server behind the gateway: how it stands',
      required: ['state', 'connects', 'failures', 'active', 'queued'],
      properties: {
        state: { type: 'string', enum: ['idle', 'connecting', 'ready', 'waiting', 'down', 'closed'] },
        connects: { type: 'integer', description: 'How often it was connected' },
        failures: { type: 'integer', description: 'Failures in a row' },
        retryAt: { ...text, format: 'date-time' },
        active: { type: 'integer', description: 'Calls that run' },
        queued: { type: 'integer', description: 'Calls that wait' },
      },
    },
  },
};

const count = { type: 'integer', minimum: 0 } as const satisfies JsonSchema;

/** What an ingest did. */
export const reportSchema: JsonSchema = {
  type: 'object',
  'x-entity': 'Report',
  required: ['sources', 'added', 'changed', 'unchanged', 'removed', 'repaired', 'quarantined', 'tokens'],
  properties: {
    sources: texts,
    added: count,
    changed: count,
    unchanged: count,
    removed: count,
    repaired: count,
    quarantined: count,
    tokens: count,
  },
};

/** One finding of ingestion. */
export const diagnosticSchema: JsonSchema = {
  type: 'object',
  'x-entity': 'Diagnostic',
  required: ['severity', 'code', 'source', 'message'],
  properties: {
    severity: { type: 'string', enum: ['error', 'warning', 'info'] },
    code: text,
    source: text,
    item: text,
    message: text,
    repaired: { type: 'boolean' },
  },
};

/** An object with these properties, all of them given. */
export function objectOf(
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((key) => !optional.includes(key)),
  };
}

/** A list of these, with where to go on. */
export function pageOf(key: string, items: JsonSchema): JsonSchema {
  return objectOf({
    [key]: { type: 'array', items },
    total: count,
    nextCursor: { type: ['string', 'null'], description: 'Pass as cursor for the next page; null on the last' },
    catalogVersion: text,
  });
}
