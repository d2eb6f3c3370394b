import { inferSchema } from '../../src/core/infer-schema.js';
import { canonicalSchema, isRecord, type JsonSchema } from '../../src/core/json-schema.js';
import { isFieldRecord, isSchemaObject, readSchemaObject } from '../schema-object.js';
import type { SchemaNotes } from './input-schema.js';
import { describeValue } from './read-row.js';
import { jsonTypeOf, tidySchema } from './tidy-schema.js';

/** What a tool gives back: a schema, or a text about it that only search can use. */
export interface ReadOutput {
  readonly schema?: JsonSchema;
  readonly text?: string;
}

const schemaKeywords = new Set([
  '$ref', '$schema', '$id', '$defs', '$comment', 'definitions', 'type', 'title', 'description', 'properties', 'required', 'items',
  'prefixItems', 'additionalProperties', 'patternProperties', 'enum', 'const', 'default', 'example', 'examples', 'format', 'pattern',
  'minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minItems',
  'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'allOf', 'anyOf', 'oneOf', 'not', 'nullable',
  'deprecated', 'readOnly', 'writeOnly', 'discriminator', 'xml', 'externalDocs', 'contentEncoding', 'contentMediaType',
]); // biome-ignore format: a list

/**
 * Reads what stands where a tool's result is described: a schema, an example value, or a text. A form whose key can
 * only hold a schema passes `schemaOnly`; anything else there is dropped with a warning and the tool stays.
 */
export function readOutput(raw: unknown, schemaOnly: boolean, notes: SchemaNotes): ReadOutput {
  if (raw === undefined || raw === null) return {};
  if (isSchemaObject(raw) || (isRecord(raw) && isFieldRecord(raw))) return fromLibrary(raw, notes);
  if (isRecord(raw) && (looksLikeSchema(raw) || (schemaOnly && Object.keys(raw).length === 0)))
    return fromSchema(raw, notes);
  if (schemaOnly) {
    notes.repair(
      'invalid-output-schema',
      `its output schema is ${isRecord(raw) ? 'no JSON Schema' : describeValue(raw)}; dropped`,
    );
    return {};
  }
  if (typeof raw === 'string') return fromText(raw, notes);
  return { schema: inferSchema(raw, { readText: schemaOfTypeWord }) };
}

function fromLibrary(raw: unknown, notes: SchemaNotes): ReadOutput {
  const schema = readSchemaObject(raw, 'output', ({ code, message }) => {
    if (code !== 'unreadable-schema') notes.warn('output-without-json-form', `in its output schema, ${message}`);
    else notes.warn('unreadable-output-schema', `its output schema: ${message}; dropped`);
  });
  return schema === undefined ? {} : { schema };
}

function fromSchema(raw: Record<string, unknown>, notes: SchemaNotes): ReadOutput {
  const tidy = tidySchema(raw);
  for (const repair of tidy.repairs)
    notes.repair('output-schema-repaired', `its output schema was repaired: ${repair}`);
  const schema = canonicalSchema(tidy.schema, {
    direction: 'output',
    onIssue: (issue) => notes.warn(issue.code, `in its output schema, ${issue.message}`),
  });
  if (schema['x-cut'] === 'unresolved') {
    notes.warn('invalid-output-schema', 'its output schema is a reference that leads nowhere; dropped');
    return {};
  }
  return { schema };
}

/** A text is a type word, JSON of an example or schema, or prose about the result. */
function fromText(raw: string, notes: SchemaNotes): ReadOutput {
  const text = raw.trim();
  const word = schemaOfTypeWord(text);
  if (word !== undefined) return { schema: word };
  if (text.length <= 1_000_000 && /^[[{]/.test(text)) {
    const parsed = parseJson(text);
    if (parsed !== undefined) return readOutput(parsed, false, notes);
  }
  return text === '' ? {} : { text: text.slice(0, 2000) };
}

/** Examples often name the type instead of a value: `"id": "int"`. */
function schemaOfTypeWord(text: string): JsonSchema | undefined {
  const type = text.length <= 12 ? jsonTypeOf(text.trim()) : undefined;
  if (type === undefined || type === 'null') return undefined;
  return type === 'array' ? { type, items: {} } : { type };
}

/** JSON as an object or list; undefined for a text that only begins like it, which is then prose. */
function parseJson(text: string): object | undefined {
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

/**
 * Is the object a JSON Schema rather than an example that happens to have a `type`? Its shape keywords must be well
 * formed and its other keys known.
 */
function looksLikeSchema(raw: Record<string, unknown>): boolean {
  const { type, properties } = raw;
  const types = Array.isArray(type) ? type : [type];
  const typed = type !== undefined && types.every((word) => typeof word === 'string' && jsonTypeOf(word) !== undefined);
  if (isRecord(properties) && (typed || type === undefined))
    return Object.values(properties).every((value) => isRecord(value) || typeof value === 'boolean');
  const composed = ['allOf', 'anyOf', 'oneOf'].some(
    (key) => Array.isArray(raw[key]) && (raw[key] as unknown[]).every(isRecord),
  );
  const shaped =
    typed || composed || typeof raw['$ref'] === 'string' || Array.isArray(raw['enum']) || isRecord(raw['items']);
  const known = Object.keys(raw).every((key) => schemaKeywords.has(key) || key.startsWith('x-'));
  return shaped && known && (composed || typeof type !== 'string' || isExactType(type) || isRecord(raw['items']));
}

/** An example may well say `type: "text"`; a schema says one of JSON's own types. */
function isExactType(type: string): boolean {
  return jsonTypeOf(type) === type.toLowerCase();
}
