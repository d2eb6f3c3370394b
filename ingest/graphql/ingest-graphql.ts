import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isScalarType,
  OperationTypeNode,
} from 'graphql';
import { DiagnosticLog } from '../../src/core/diagnostics.js';
import { messageOf, ToolGraphError } from '../../src/core/errors.js';
import type { IngestResult, ToolAnnotations, ToolDraft, ToolInput } from '../../src/core/tool-schema.js';
import { argumentsSchema } from './input-schema.js';
import { loadGraphqlSchema } from './load-schema.js';
import { operationDocument } from './operation-document.js';
import { outputSchema } from './output-schema.js';
import { defaultSelectionLimits, type SelectionLimits, selectFields } from './selection.js';

/** How a GraphQL schema becomes tools. */
export interface GraphqlOptions extends Partial<SelectionLimits> {
  /** Id of the source. Default: the endpoint's host, else `graphql`. */
  readonly source?: string;
  /** Name of the API, searchable. */
  readonly title?: string;
  /** Where the operations are sent; stored without user name, password, query and fragment. */
  readonly endpoint?: string;
  /** Operation kinds taken. Default: all three. */
  readonly operations?: readonly ('query' | 'mutation' | 'subscription')[];
}

const operationTypes = [OperationTypeNode.QUERY, OperationTypeNode.MUTATION, OperationTypeNode.SUBSCRIPTION] as const;
const destructiveWords = new Set(['delete', 'remove', 'destroy', 'purge', 'drop', 'erase', 'wipe', 'revoke']);

/**
 * One tool for each root field of a GraphQL schema: SDL text, introspection JSON as text or parsed, or a schema
 * object's introspection result. Root types are those the schema names, whatever they are called. The tool's output
 * is what its prepared document (`metadata.document`) asks for. Nothing is fetched.
 *
 * @throws ToolGraphError `INVALID_DOCUMENT` when there is no schema in the document, `LIMIT_EXCEEDED` when it is too
 * long or too deep, `INVALID_OPTION` for limits below 1.
 */
export function ingestGraphqlSchema(document: unknown, options: GraphqlOptions = {}): IngestResult {
  const endpoint = options.endpoint === undefined ? undefined : publicAddress(options.endpoint);
  const source = options.source ?? (endpoint === undefined ? 'graphql' : new URL(endpoint).host);
  const limits = selectionLimits(options);
  const log = new DiagnosticLog(source);
  const schema = loadGraphqlSchema(document, log);
  const wanted = options.operations ?? operationTypes;
  const tools = operationTypes
    .filter((operation) => wanted.includes(operation))
    .flatMap((operation) => toolsOf(schema, operation, { source, endpoint, limits, log, title: options.title }));
  if (tools.length === 0)
    log.warn(
      'no-operations',
      undefined,
      'The GraphQL schema has no root field of the kinds asked for; no tool was made.',
    );
  return { tools, diagnostics: log.entries };
}

interface Context {
  readonly source: string;
  readonly endpoint: string | undefined;
  readonly title: string | undefined;
  readonly limits: SelectionLimits;
  readonly log: DiagnosticLog;
}

function selectionLimits(options: GraphqlOptions): SelectionLimits {
  const limits = { ...defaultSelectionLimits };
  for (const key of ['selectionDepth', 'selectionFields', 'selectionTypes'] as const) {
    const value = options[key];
    if (value === undefined) continue;
    if (!(value >= 1)) throw new ToolGraphError('INVALID_OPTION', `${key} must be at least 1, not ${value}.`);
    Object.assign(limits, { [key]: value });
  }
  return limits;
}

function toolsOf(schema: GraphQLSchema, operation: OperationTypeNode, context: Context): ToolDraft[] {
  const root = rootType(schema, operation);
  if (root === undefined) return [];
  return Object.values(root.getFields()).flatMap((field) => {
    const item = `${operation} ${field.name}`;
    try {
      return [toolOf(field, operation, schema, context)];
    } catch (error) {
      context.log.error('invalid-operation', item, `The operation cannot be read: ${messageOf(error)}`);
      return [];
    }
  });
}

function rootType(schema: GraphQLSchema, operation: OperationTypeNode): GraphQLObjectType | undefined {
  const type = schema.getRootType(operation);
  return type !== undefined && type !== null && 'getFields' in type ? type : undefined;
}

function toolOf(
  field: GraphQLField<unknown, unknown>,
  operation: OperationTypeNode,
  schema: GraphQLSchema,
  { source, endpoint, title, limits, log }: Context,
): ToolDraft {
  const item = `${operation} ${field.name}`;
  const inputSchema = argumentsSchema(field.args, (issue) => log.info(issue.code, item, `${issue.message}.`));
  const selection = selectFields(field.type, schema, limits);
  const result = getNamedType(field.type);
  const inputs = field.args.map(
    ({ name }): ToolInput => ({
      name,
      originalName: name,
      in: 'argument',
      required: inputSchema.required?.includes(name) === true,
    }),
  );
  const about = result.description?.trim();
  const entity = isScalarType(result) ? [] : [result.name, ...(about === undefined ? [] : [about.slice(0, 300)])];
  return {
    source: {
      kind: 'graphql',
      id: source,
      ...(title === undefined ? {} : { title }),
      operation,
      ...(endpoint === undefined ? {} : { endpoint }),
    },
    originalId: item,
    originalName: field.name,
    description: describe(field),
    inputSchema,
    outputSchema: outputSchema(field.type, selection),
    inputs,
    annotations: annotationsOf(field.name, operation),
    ...(field.deprecationReason == null ? {} : { deprecated: true }),
    ...(entity.length === 0 ? {} : { keywords: entity }),
    metadata: { document: operationDocument(operation, field, selection), resultType: String(field.type) },
  };
}

function describe(field: GraphQLField<unknown, unknown>): string {
  const text = field.description?.trim() || sentenceOf(field.name);
  return field.deprecationReason == null ? text : `${text} Deprecated: ${field.deprecationReason.trim()}`;
}

/** `sinkBarge` as "Sink barge." */
function sentenceOf(name: string): string {
  const words = wordsOf(name).join(' ');
  return words === '' ? `${name}.` : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g) ?? []).map((word) => word.toLowerCase());
}

function annotationsOf(name: string, operation: OperationTypeNode): ToolAnnotations {
  if (operation !== OperationTypeNode.MUTATION) return { readOnlyHint: true };
  const destructive = wordsOf(name).some((word) => destructiveWords.has(word));
  return { readOnlyHint: false, ...(destructive ? { destructiveHint: true } : {}) };
}

/** An address without what may be a secret: user name, password, query and fragment. */
function publicAddress(endpoint: string): string {
  let url: URL;
  try {
    url = new URL(endpoint);
  } catch (error) {
    throw new ToolGraphError(
      'INVALID_OPTION',
      'endpoint must be an absolute address such as https://api.example.com/graphql.',
      {
        cause: error,
      },
    );
  }
  return `${url.protocol}//${url.host}${url.pathname}`;
}
