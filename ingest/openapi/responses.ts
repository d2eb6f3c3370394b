import { isRecord, type JsonSchema } from '../../src/core/json-schema.js';
import type { OpenApiContext } from './context.js';
import { own, ownRecord, type Raw } from './document.js';
import { mediaSchema, mediaTypes } from './media.js';

/** The answer of an operation when it succeeds. */
export interface SuccessResponse {
  readonly schema?: JsonSchema;
  /** The response object, references followed. */
  readonly response: Raw;
  readonly contentType?: string;
}

/**
 * The success response: the lowest 2xx with content, else `2XX`; `default` only when no success is declared.
 * Status codes may be numbers in YAML; they are compared as text.
 */
export function readSuccess(operation: Raw, item: string, context: OpenApiContext): SuccessResponse | undefined {
  const responses = ownRecord(operation, 'responses');
  if (responses === undefined) return undefined;
  let empty: SuccessResponse | undefined;
  for (const code of successCodes(Object.keys(responses))) {
    const response = context.follow(responses[code], item);
    if (!isRecord(response)) continue;
    const content = successContent(response, operation, item, context);
    if (content !== undefined) return { response, ...content };
    empty ??= { response };
  }
  return empty;
}

function successCodes(codes: readonly string[]): string[] {
  const success = codes.filter((code) => /^2\d\d$/.test(code)).sort();
  const range = codes.filter((code) => /^2xx$/i.test(code));
  const declared = [...success, ...range];
  return declared.length > 0 ? declared : codes.filter((code) => code === 'default');
}

function successContent(
  response: Raw,
  operation: Raw,
  item: string,
  context: OpenApiContext,
): { schema: JsonSchema; contentType: string } | undefined {
  if (context.version === '2.0') {
    const schema = own(response, 'schema');
    if (schema === undefined || schema === null) return undefined;
    const produces = own(operation, 'produces') ?? own(context.document, 'produces');
    const type = Array.isArray(produces) && typeof produces[0] === 'string' ? produces[0] : 'application/json';
    const raw = own(schema, 'type') === 'file' ? { type: 'string', format: 'binary' } : schema;
    return { schema: context.schema(raw, 'output', item), contentType: type };
  }
  const chosen = mediaTypes(own(response, 'content'), item, context)[0];
  if (chosen === undefined) return undefined;
  return { schema: context.schema(mediaSchema(chosen), 'output', item), contentType: chosen.type };
}
