import type { Enum, Field, ReflectionObject, Type } from 'protobufjs';
import { canonicalSchema, type JsonSchema, type SchemaIssue, setOwn } from '../../src/core/json-schema.js';

type Raw = Record<string, unknown>;

const scalars: Readonly<Record<string, Raw>> = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  double: { type: 'number', format: 'double' },
  float: { type: 'number', format: 'float' },
  int32: { type: 'integer', format: 'int32' },
  sint32: { type: 'integer', format: 'int32' },
  sfixed32: { type: 'integer', format: 'int32' },
  uint32: { type: 'integer', minimum: 0 },
  fixed32: { type: 'integer', minimum: 0 },
  bytes: { type: 'string', contentEncoding: 'base64' },
};

/** 64-bit numbers are text in JSON, as JavaScript numbers do not hold them; numbers are taken too. */
const wide = new Set(['int64', 'uint64', 'sint64', 'fixed64', 'sfixed64']);

/** JSON forms of the types that protobuf itself defines. */
const wellKnown: Readonly<Record<string, Raw>> = {
  Timestamp: { type: 'string', format: 'date-time' },
  Duration: { type: 'string', description: 'Seconds with an "s" behind, such as "3.5s".' },
  FieldMask: { type: 'string', description: 'Field paths, joined by commas.' },
  Struct: { type: 'object' },
  Value: {},
  ListValue: { type: 'array', items: {} },
  NullValue: { type: 'null' },
  Any: { type: 'object', description: 'A message with its type URL in "@type".' },
  Empty: { type: 'object', properties: {} },
  DoubleValue: { type: ['number', 'null'] },
  FloatValue: { type: ['number', 'null'] },
  Int64Value: { type: ['string', 'integer', 'null'] },
  UInt64Value: { type: ['string', 'integer', 'null'] },
  Int32Value: { type: ['integer', 'null'] },
  UInt32Value: { type: ['integer', 'null'], minimum: 0 },
  BoolValue: { type: ['boolean', 'null'] },
  StringValue: { type: ['string', 'null'] },
  BytesValue: { type: ['string', 'null'], contentEncoding: 'base64' },
};

const limits = { maxDepth: 10, maxNodes: 1000 } as const;

/**
 * A message as JSON Schema, in protobuf's JSON form with field names as written. Messages that contain themselves are
 * cut where they come round again.
 *
 * @param name The type as the method names it.
 * @param from Where the name is looked up.
 */
export function messageSchema(
  name: string,
  from: ReflectionObject,
  direction: 'input' | 'output',
  onIssue: (issue: SchemaIssue) => void,
): JsonSchema {
  const types = new Map<string, Type>();
  const schema = canonicalSchema(typeSchema(name, from, types), {
    ...limits,
    direction,
    onIssue,
    resolveRef: (ref) => {
      const type = types.get(ref);
      return type === undefined ? undefined : { name: type.name, schema: objectSchema(type, types) };
    },
  });
  return schema;
}

function objectSchema(type: Type, types: Map<string, Type>): Raw {
  const properties: Record<string, Raw> = {};
  const required: string[] = [];
  for (const field of type.fieldsArray) {
    setOwn(properties, field.name, fieldSchema(field, types));
    if (isRequired(field)) required.push(field.name);
  }
  return {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    ...(type.comment ? { description: type.comment } : {}),
  };
}

function fieldSchema(field: Field, types: Map<string, Type>): Raw {
  const from = field.parent ?? field;
  const inner = typeSchema(field.type, from, types);
  const schema: Raw = field.map
    ? { type: 'object', additionalProperties: inner }
    : field.repeated
      ? { type: 'array', items: inner }
      : inner;
  const group = field.partOf !== null && !isSynthetic(field) ? field.partOf.oneof : [];
  const texts = [field.comment ?? '', group.length > 1 ? `At most one of ${group.join(', ')}.` : ''].filter(
    (text) => text !== '',
  );
  const behaviours = behavioursOf(field);
  return {
    ...schema,
    ...(texts.length === 0 ? {} : { description: texts.join(' ') }),
    ...(field.options?.['deprecated'] === true ? { deprecated: true } : {}),
    ...(behaviours.includes('OUTPUT_ONLY') ? { readOnly: true } : {}),
    ...(behaviours.includes('INPUT_ONLY') ? { writeOnly: true } : {}),
  };
}

/** Read from what the file says: the tree's own answer is known only after all types are resolved, which one gap prevents. */
function isRequired(field: Field): boolean {
  const { rule } = field as unknown as { readonly rule?: unknown };
  const { features } = (field.options ?? {}) as { readonly features?: { readonly field_presence?: unknown } };
  return (
    rule === 'required' || features?.field_presence === 'LEGACY_REQUIRED' || behavioursOf(field).includes('REQUIRED')
  );
}

/** `optional` of proto3 is written as a oneof of one. */
function isSynthetic(field: Field): boolean {
  return field.options?.['proto3_optional'] === true;
}

/** Values of `(google.api.field_behavior)`, of which a field may have several. */
function behavioursOf(field: Field): string[] {
  const key = '(google.api.field_behavior)';
  const parsed = Array.isArray(field.parsedOptions) ? (field.parsedOptions as Record<string, unknown>[]) : [];
  const values = [field.options?.[key], ...parsed.map((option) => option[key])].flat();
  return values.filter((value): value is string => typeof value === 'string');
}

function typeSchema(name: string, from: ReflectionObject, types: Map<string, Type>): Raw {
  if (Object.hasOwn(scalars, name)) return { ...scalars[name] };
  if (wide.has(name)) return { type: ['string', 'integer'], format: 'int64' };
  const known = /^\.?google\.protobuf\.(\w+)$/.exec(name)?.[1];
  if (known !== undefined && Object.hasOwn(wellKnown, known)) return { ...wellKnown[known] };
  const found = lookUp(name, from);
  if (found === undefined) return { $ref: `proto#/definitions/${name.replaceAll('/', '~1')}` };
  if ('values' in found) return enumSchema(found);
  // Read as the name of a definition, so that cut nodes carry the type's own name.
  const ref = `proto#${found.fullName}/definitions/${found.name}`;
  types.set(ref, found);
  return { $ref: ref };
}

function lookUp(name: string, from: ReflectionObject): Type | Enum | undefined {
  const space = 'lookup' in from ? from : from.parent;
  const found = space === null || space === undefined ? null : (space as Type).lookup(name);
  if (found === null) return undefined;
  return 'fieldsArray' in found || 'values' in found ? (found as Type | Enum) : undefined;
}

function enumSchema(type: Enum): Raw {
  const names = Object.keys(type.values);
  const said = names.flatMap((name) => {
    const comment = type.comments[name];
    return comment ? [`${name}: ${comment}`] : [];
  });
  const text = [type.comment ?? '', said.join('; ').slice(0, 600)].filter((part) => part !== '').join(' ');
  return { type: 'string', enum: names, ...(text === '' ? {} : { description: text }) };
}
