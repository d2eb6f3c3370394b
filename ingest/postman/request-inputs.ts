import { inferSchema } from '../../src/core/infer-schema.js';
import { isRecord, type JsonSchema, setOwn } from '../../src/core/json-schema.js';
import type { InputLocation, ToolInput } from '../../src/core/tool-schema.js';
import { exposeInputNames } from '../openapi/input-names.js';
import { parseExampleJson } from './example-json.js';
import { isSecretName, type SecretFilter } from './secrets.js';

/** A request's inputs with their schema, and what was left out on purpose. */
export interface RequestInputs {
  readonly inputs: readonly ToolInput[];
  readonly inputSchema: JsonSchema;
  /** Names that carry credentials; they are the host's to supply. */
  readonly secrets: readonly string[];
  /** GraphQL text of a GraphQL body. */
  readonly document?: string;
}

interface Found {
  readonly originalName: string;
  readonly in: InputLocation;
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly whole?: true;
  readonly contentType?: string;
}

/** Headers that a client sets by itself or that say what the body is. */
const technicalHeaders = new Set([
  'content-type', 'accept', 'accept-encoding', 'accept-language', 'user-agent', 'content-length', 'host', 'connection',
  'cache-control', 'origin', 'referer', 'pragma', 'postman-token',
]); // biome-ignore format: a list

/**
 * The inputs of a saved request: path variables (`:id`, `{{id}}` in a segment), query, headers and body. Only types
 * are taken from its example values, never the values. Credentials are no inputs.
 */
export function requestInputs(
  request: Record<string, unknown>,
  segments: readonly string[],
  variables: ReadonlySet<string>,
  secrets: SecretFilter,
): RequestInputs {
  const body = bodyOf(request['body'], secrets);
  const candidates = [
    ...pathInputs(request, segments, variables, secrets),
    ...namedInputs(recordsIn(urlOf(request)['query']), 'query', secrets),
    ...namedInputs(recordsIn(request['header']), 'header', secrets).filter(
      (input) => !technicalHeaders.has(input.originalName.toLowerCase()),
    ),
    ...body.inputs,
  ];
  const hidden = candidates
    .filter((input) => input.in !== 'path' && isCredential(input))
    .map((input) => input.originalName);
  const kept = withoutRepeats(candidates.filter((input) => input.in === 'path' || !isCredential(input)));
  const names = exposeInputNames(kept);
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  const inputs = kept.map(({ schema, ...input }, index): ToolInput => {
    const name = names[index] as string;
    setOwn(properties, name, schema);
    if (input.required) required.push(name);
    return { name, ...input };
  });
  return {
    inputs,
    inputSchema: { type: 'object', properties, ...(required.length === 0 ? {} : { required }) },
    secrets: [...new Set(hidden)],
    ...(body.document === undefined ? {} : { document: body.document }),
  };
}

/** A body field called `token` may be what the request is about; in a query or header it lets the caller in. */
function isCredential(input: Found): boolean {
  return (input.in === 'query' || input.in === 'header') && isSecretName(input.originalName);
}

function withoutRepeats(inputs: readonly Found[]): Found[] {
  return [
    ...new Map(inputs.map((input) => [`${input.in} ${input.originalName}`, input] as const).reverse()).values(),
  ].reverse();
}

/** `request.url` as an object, whichever version wrote it. */
export function urlOf(request: Record<string, unknown>): Record<string, unknown> {
  const { url } = request;
  if (isRecord(url)) return url;
  if (typeof url !== 'string') return {};
  const start = url.indexOf('?');
  const query =
    start < 0
      ? []
      : [...new URLSearchParams(url.slice(start + 1).split('#')[0] ?? '')].map(([key, value]) => ({ key, value }));
  return { raw: url, query };
}

function pathInputs(
  request: Record<string, unknown>,
  segments: readonly string[],
  variables: ReadonlySet<string>,
  secrets: SecretFilter,
): Found[] {
  const described = new Map(recordsIn(urlOf(request)['variable']).map((entry) => [entry['key'] ?? entry['id'], entry]));
  return segments.flatMap((segment) => {
    const colon = /^:([^/?#]+)$/.exec(segment)?.[1];
    const names = colon === undefined ? templateNames(segment).filter((name) => !variables.has(name)) : [colon];
    return names.map((originalName): Found => {
      const entry = described.get(originalName) ?? {};
      return { originalName, in: 'path', required: true, schema: describe(valueSchema(entry), entry, secrets) };
    });
  });
}

function templateNames(text: string): string[] {
  return [...text.matchAll(/\{\{([^{}]{1,200})\}\}/g)].map((match) => (match[1] as string).trim());
}

function namedInputs(
  entries: readonly Record<string, unknown>[],
  location: InputLocation,
  secrets: SecretFilter,
  contentType?: string,
): Found[] {
  return entries.flatMap((entry): Found[] => {
    const { key } = entry;
    if (typeof key !== 'string' || key.trim() === '') return [];
    const isFile = entry['type'] === 'file';
    const schema: JsonSchema = isFile ? { type: 'string', format: 'binary' } : valueSchema(entry);
    return [
      {
        originalName: key,
        in: location,
        required: false,
        schema: describe(schema, entry, secrets),
        ...(contentType === undefined ? {} : { contentType }),
      },
    ];
  });
}

/** The type of a text value: a number or truth value as text is one. */
function valueSchema(entry: Record<string, unknown>): JsonSchema {
  const { value } = entry;
  if (typeof value !== 'string') return value === undefined || value === null ? { type: 'string' } : inferSchema(value);
  if (value === '' || /\{\{/.test(value)) return { type: 'string' };
  if (/^(true|false)$/.test(value)) return { type: 'boolean' };
  if (/^-?(0|[1-9]\d{0,14})$/.test(value)) return { type: 'integer' };
  if (/^-?(0|[1-9]\d{0,14})\.\d{1,15}$/.test(value)) return { type: 'number' };
  return inferSchema(value);
}

function describe(schema: JsonSchema, entry: Record<string, unknown>, secrets: SecretFilter): JsonSchema {
  const text = textOf(entry['description']);
  return text === '' ? schema : { ...schema, description: secrets.clean(text) };
}

/** A description, as text or as `{ content }`. */
export function textOf(description: unknown): string {
  const text = isRecord(description) ? description['content'] : description;
  return typeof text === 'string' ? text.trim() : '';
}

function bodyOf(body: unknown, secrets: SecretFilter): { readonly inputs: Found[]; readonly document?: string } {
  if (!isRecord(body) || body['disabled'] === true) return { inputs: [] };
  switch (body['mode']) {
    case 'raw':
      return { inputs: rawInputs(body) };
    case 'urlencoded':
      return {
        inputs: namedInputs(recordsIn(body['urlencoded']), 'body', secrets, 'application/x-www-form-urlencoded'),
      };
    case 'formdata':
      return { inputs: namedInputs(recordsIn(body['formdata']), 'body', secrets, 'multipart/form-data') };
    case 'file':
      return { inputs: [wholeBody({ type: 'string', format: 'binary' }, 'application/octet-stream')] };
    case 'graphql':
      return graphqlInputs(body['graphql']);
    default:
      return { inputs: [] };
  }
}

function rawInputs(body: Record<string, unknown>): Found[] {
  const { raw } = body;
  if (typeof raw !== 'string' || raw.trim() === '') return [];
  const options = isRecord(body['options']) && isRecord(body['options']['raw']) ? body['options']['raw'] : {};
  const parsed = parseExampleJson(raw);
  if (parsed === undefined)
    return [wholeBody({ type: 'string' }, options['language'] === 'xml' ? 'application/xml' : 'text/plain')];
  return jsonInputs(parsed.value);
}

function jsonInputs(value: unknown): Found[] {
  const schema = inferSchema(value, { readText: variableText });
  if (!isRecord(value)) return [wholeBody(schema, 'application/json')];
  return Object.entries(schema.properties ?? {}).map(([originalName, property]) => ({
    originalName,
    in: 'body',
    required: false,
    schema: property,
    contentType: 'application/json',
  }));
}

/** A variable says nothing about the type of what will stand there. */
function variableText(text: string): JsonSchema | undefined {
  return /^\{\{[^{}]*\}\}$/.test(text) ? {} : undefined;
}

function wholeBody(schema: JsonSchema, contentType: string): Found {
  return { originalName: 'body', in: 'body', required: true, schema, whole: true, contentType };
}

function graphqlInputs(graphql: unknown): { readonly inputs: Found[]; readonly document?: string } {
  if (!isRecord(graphql) || typeof graphql['query'] !== 'string') return { inputs: [] };
  const given = graphql['variables'];
  const parsed = typeof given === 'string' ? parseExampleJson(given)?.value : given;
  return { inputs: isRecord(parsed) ? jsonInputs(parsed) : [], document: graphql['query'].slice(0, 20_000) };
}

/** The objects of a list; Postman writes headers of old collections as one text, which names no values to fill. */
function recordsIn(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
