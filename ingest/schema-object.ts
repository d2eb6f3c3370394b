import { messageOf } from '../src/core/errors.js';
import {
  canonicalSchema,
  getOwn,
  isRecord,
  type JsonSchema,
  type JsonValue,
  type SchemaIssue,
  setOwn,
} from '../src/core/json-schema.js';
import { isZod3, zod3Schema } from './zod3-schema.js';

/** Which side of a schema with transforms is meant: what goes in, or what comes out. */
export type SchemaDirection = 'input' | 'output';

/** Something that the schema says and JSON Schema cannot. */
export interface SchemaFinding {
  readonly code: SchemaIssue['code'] | 'unrepresentable-type' | 'unreadable-schema';
  readonly message: string;
}

type Report = (finding: SchemaFinding) => void;

/**
 * Reads whatever a caller hands over as a schema: JSON Schema; an object with Standard JSON Schema
 * (`~standard.jsonSchema`: Zod 4.2+, ArkType, Valibot through `toStandardJsonSchema`); Zod 3; the AI SDK's
 * `jsonSchema()` box; a record of field schemas. Never throws: one field that has no JSON form accepts anything and is reported, the
 * rest of the schema stands. Undefined when the value is no schema at all, or none that can be read.
 */
export function readSchemaObject(value: unknown, direction: SchemaDirection, report: Report): JsonSchema | undefined {
  let raw: unknown;
  try {
    raw = rawSchema(value, direction, report);
  } catch (error) {
    report({ code: 'unreadable-schema', message: `the schema cannot be read: ${messageOf(error)}` });
  }
  if (raw === undefined) return undefined;
  // no direction: a readOnly or writeOnly field of a function's schema is an argument or a result like any other
  return collapseUnions(canonicalSchema(raw, { onIssue: report }));
}

function rawSchema(value: unknown, direction: SchemaDirection, report: Report): unknown {
  if (typeof value === 'boolean') return {};
  if (typeof value !== 'function' && !isRecord(value)) {
    report({ code: 'unreadable-schema', message: `a schema must be an object, not ${typeof value}` });
    return undefined;
  }
  const holder = value as Record<string, unknown>;
  if (isZod3(holder))
    return zod3Schema(holder, (type) =>
      report({
        code: 'unrepresentable-type',
        message: `a part of the schema is a ${type}, which JSON does not have; anything is accepted there`,
      }),
    );
  if (isRecord(holder['~standard'])) return standardSchema(holder, direction, report);
  const boxed = holder['jsonSchema'];
  if (isRecord(boxed) && holder['type'] === undefined) return boxed;
  if (typeof value === 'function') {
    report({ code: 'unreadable-schema', message: 'a function is not a schema' });
    return undefined;
  }
  return isFieldRecord(holder) ? fieldRecord(holder, direction, report) : holder;
}

/** A record such as `{ id: z.string() }`: every value is a schema object of a library. */
function isFieldRecord(value: Record<string, unknown>): boolean {
  const fields = Object.values(value);
  return fields.length > 0 && fields.every((field) => isSchemaObject(field));
}

/** Is the value a schema object of a library, by its Standard Schema mark or as one of Zod 3? */
export function isSchemaObject(value: unknown): boolean {
  if (typeof value !== 'function' && !isRecord(value)) return false;
  return isZod3(value) || isRecord((value as Record<string, unknown>)['~standard']);
}

function standardSchema(value: Record<string, unknown>, direction: SchemaDirection, report: Report): unknown {
  const standard = value['~standard'] as Record<string, unknown>;
  const vendor = typeof standard['vendor'] === 'string' ? standard['vendor'] : 'schema library';
  const converter = standard['jsonSchema'];
  const convert = isRecord(converter) || typeof converter === 'function' ? (converter as never)[direction] : undefined;
  if (typeof convert !== 'function') {
    const next = vendor === 'valibot' ? '; wrap it with toStandardJsonSchema of @valibot/to-json-schema' : '';
    report({ code: 'unreadable-schema', message: `this ${vendor} schema has no JSON Schema form${next}` });
    return undefined;
  }
  const permissive = libraryOptions(direction, report);
  let failure: unknown;
  for (const options of [{ target: 'draft-2020-12', libraryOptions: permissive }, { target: 'draft-07' }]) {
    try {
      return (convert as (options: unknown) => unknown).call(converter, options);
    } catch (error) {
      failure = error;
    }
  }
  return fieldwise(value, direction, report, failure);
}

/** What makes the libraries permissive. Each takes the keys it knows: Zod the first two, ArkType the third. */
function libraryOptions(direction: SchemaDirection, report: Report): Record<string, unknown> {
  return {
    unrepresentable: 'any',
    override: (context: unknown) => describeZodNode(context, direction, report),
    fallback: (context: unknown) => {
      const base = isRecord(context) && isRecord(context['base']) ? context['base'] : {};
      const code = isRecord(context) ? context['code'] : undefined;
      if (code === 'date') return { ...base, type: 'string', format: 'date-time' };
      report({
        code: 'unrepresentable-type',
        message: `a part of the schema (${String(code)}) has no JSON form; what JSON Schema can say of it is kept`,
      });
      return base;
    },
  };
}

/** Zod types for which no JSON value is right: never required of a model. */
const zodWithoutJson = new Set(['undefined', 'function', 'symbol', 'void']);
const zodLoose = new Set(['map', 'set', 'custom', 'nan', ...zodWithoutJson]);

/** Called by Zod for each node: names what it could not say, and gives dates and big integers a type. */
function describeZodNode(context: unknown, direction: SchemaDirection, report: Report): void {
  if (!isRecord(context) || !isRecord(context['jsonSchema'])) return;
  const node = context['jsonSchema'];
  const type = zodType(context['zodSchema']);
  if (type === 'date') Object.assign(node, { type: 'string', format: 'date-time' });
  else if (type === 'bigint') Object.assign(node, { type: 'integer' });
  else if (type === 'set') Object.assign(node, { type: 'array', uniqueItems: true });
  else if (type === 'object') node['required'] = jsonFields(node, context['zodSchema'], direction);
  if (type !== undefined && zodLoose.has(type)) {
    const path = Array.isArray(context['path']) ? context['path'].filter((step) => step !== 'properties') : [];
    report({
      code: 'unrepresentable-type',
      message: `${path.length === 0 ? 'the schema' : `field ${JSON.stringify(path.join('.'))}`} is a ${type}, which JSON does not have; anything is accepted there`,
    });
  }
}

/** The `required` list of a Zod object without the fields that no JSON value can fill. */
function jsonFields(node: Record<string, unknown>, schema: unknown, direction: SchemaDirection): string[] {
  const required = Array.isArray(node['required']) ? (node['required'] as string[]) : [];
  const shape = zodDef(schema)?.['shape'];
  if (!isRecord(shape) || direction === 'output') return required;
  return required.filter((name) => {
    const type = zodType(getOwn(shape, name));
    return type === undefined || !zodWithoutJson.has(type);
  });
}

function zodDef(schema: unknown): Record<string, unknown> | undefined {
  const internals =
    isRecord(schema) || typeof schema === 'function' ? (schema as Record<string, unknown>)['_zod'] : undefined;
  return isRecord(internals) && isRecord(internals['def']) ? internals['def'] : undefined;
}

function zodType(schema: unknown): string | undefined {
  const type = zodDef(schema)?.['type'];
  return typeof type === 'string' ? type : undefined;
}

/** The library refused the whole: each field of an object is converted alone, and one that fails accepts anything. */
function fieldwise(
  value: Record<string, unknown>,
  direction: SchemaDirection,
  report: Report,
  failure: unknown,
): unknown {
  const shape = zodDef(value)?.['shape'] ?? value['shape'] ?? value['entries'];
  const reason = failure instanceof Error ? failure.message : String(failure);
  if (!isRecord(shape)) {
    report({ code: 'unreadable-schema', message: `the schema could not be turned into JSON Schema: ${reason}` });
    return undefined;
  }
  report({
    code: 'unrepresentable-type',
    message: `the schema was read field by field, because as a whole it failed: ${reason}`,
  });
  return fieldRecord(shape, direction, report);
}

function fieldRecord(shape: Record<string, unknown>, direction: SchemaDirection, report: Report): unknown {
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries(shape)) {
    const named: Report = (finding) =>
      report({ ...finding, message: `field ${JSON.stringify(name)}: ${finding.message}` });
    setOwn(properties, name, rawSchema(field, direction, named) ?? {});
    if (!isOptionalField(field)) required.push(name);
  }
  return { type: 'object', properties, required };
}

function isOptionalField(field: unknown): boolean {
  const internals =
    isRecord(field) || typeof field === 'function' ? (field as Record<string, unknown>)['_zod'] : undefined;
  return isRecord(internals) && internals['optin'] === 'optional';
}

/**
 * Joins a union whose branches are all literals into one `enum`, and takes a lone `null` branch into the type.
 * Other unions stay as they are.
 */
export function collapseUnions(schema: JsonSchema): JsonSchema {
  const next: Record<string, unknown> = { ...schema };
  for (const key of ['items', 'additionalProperties', 'not'] as const) {
    if (isRecord(next[key])) next[key] = collapseUnions(next[key] as JsonSchema);
  }
  for (const key of ['anyOf', 'oneOf', 'prefixItems'] as const) {
    if (Array.isArray(next[key])) next[key] = (next[key] as JsonSchema[]).map(collapseUnions);
  }
  if (schema.properties !== undefined) {
    const properties: Record<string, JsonSchema> = {};
    for (const [name, property] of Object.entries(schema.properties))
      setOwn(properties, name, collapseUnions(property));
    next['properties'] = properties;
  }
  for (const key of ['anyOf', 'oneOf'] as const) {
    const joined = Array.isArray(next[key]) ? joinBranches(next[key] as JsonSchema[]) : undefined;
    if (joined === undefined) continue;
    delete next[key];
    return { ...joined, ...next } as JsonSchema;
  }
  return next as JsonSchema;
}

function joinBranches(branches: readonly JsonSchema[]): JsonSchema | undefined {
  const nulls = branches.filter((branch) => branch.type === 'null');
  const rest = branches.filter((branch) => branch.type !== 'null');
  const [only] = rest;
  if (rest.length === 1 && nulls.length > 0 && only !== undefined && typeof only.type === 'string')
    return withNull(only);
  const values: JsonValue[] = [];
  const types = new Set<string>();
  for (const branch of rest) {
    const literals = branch.const !== undefined ? [branch.const] : branch.enum;
    if (literals === undefined || branch.description !== undefined) return undefined;
    values.push(...literals);
    for (const type of typeof branch.type === 'string' ? [branch.type] : (branch.type ?? [])) types.add(type);
  }
  if (values.length === 0) return undefined;
  const unique = [...new Set(values)];
  const [type] = types;
  const joined: JsonSchema = { ...(types.size === 1 && type !== undefined ? { type } : {}), enum: unique };
  return nulls.length > 0 ? withNull(joined) : joined;
}

/** The schema with `null` accepted beside what it accepts. */
export function withNull(schema: JsonSchema): JsonSchema {
  const types = schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type;
  return {
    ...schema,
    ...(types.length === 0 || types.includes('null') ? {} : { type: [...types, 'null'] }),
    ...(schema.enum === undefined || schema.enum.includes(null) ? {} : { enum: [...schema.enum, null] }),
  };
}
