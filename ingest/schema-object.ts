import { messageOf } from '../src/core/errors.js';
import {
  canonicalSchema,
  getOwn,
  isRecord,
  type JsonSchema,
  type SchemaIssue,
  setOwn,
} from '../src/core/json-schema.js';
import { collapseUnions } from './join-unions.js';
import { isZod3, zod3Schema } from './zod3-schema.js';

/** Which side of a schema with transforms is meant: what goes in, or what comes out. */
export type SchemaDirection = 'input' | 'output';

/** Something that the schema says and JSON Schema cannot. */
export interface SchemaFinding {
  readonly code: SchemaIssue['code'] | 'unrepresentable-type' | 'unreadable-schema';
  readonly message: string;
}

type Report = (finding: SchemaFinding) => void;

/** A schema library's object as JSON Schema, and what had to be loosened on the way. */
export interface ConvertedSchema {
  /** JSON Schema in whatever dialect the library writes. */
  readonly schema: unknown;
  /** One sentence for each part without a JSON form; anything is accepted there. */
  readonly warnings: readonly string[];
}

/**
 * Reads a schema object as JSON Schema without importing its library; see {@link readSchemaObject} for what it takes.
 * JSON Schema passes unchanged. Undefined for a value that is no schema, or a library's schema without a JSON form.
 * Never throws.
 *
 * @param direction For a schema with transforms or defaults: what goes in, or what comes out.
 */
export function toJsonSchema(value: unknown, direction: SchemaDirection = 'input'): ConvertedSchema | undefined {
  const warnings: string[] = [];
  const schema = jsonSchemaOf(value, direction, ({ message }) => warnings.push(message));
  return schema === undefined ? undefined : { schema, warnings };
}

/**
 * Reads whatever a caller hands over as a schema: JSON Schema; an object with Standard JSON Schema
 * (`~standard.jsonSchema`: Zod 4.2+, ArkType, Valibot through `toStandardJsonSchema`); Zod 3; the AI SDK's
 * `jsonSchema()` box; a record of field schemas. Never throws: one field that has no JSON form accepts anything and is
 * reported, the rest of the schema stands. Undefined when the value is no schema at all, or none that can be read.
 */
export function readSchemaObject(value: unknown, direction: SchemaDirection, report: Report): JsonSchema | undefined {
  const raw = jsonSchemaOf(value, direction, report);
  if (raw === undefined) return undefined;
  // no direction: a readOnly or writeOnly field of a function's schema is an argument or a result like any other
  return collapseUnions(canonicalSchema(raw, { onIssue: report }));
}

/** As {@link readSchemaObject}, in the dialect that the library writes. */
export function jsonSchemaOf(value: unknown, direction: SchemaDirection, report: Report): unknown {
  try {
    return rawSchema(value, direction, report);
  } catch (error) {
    report({ code: 'unreadable-schema', message: `the schema cannot be read: ${messageOf(error)}` });
    return undefined;
  }
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
  if (isBox(holder)) return unboxed(holder['jsonSchema'], report);
  if (typeof value === 'function' || isRecord(holder['_def'])) {
    const what = typeof value === 'function' ? 'a function' : "this library's object";
    report({ code: 'unreadable-schema', message: `${what} is not a schema that can be read` });
    return undefined;
  }
  return isFieldRecord(holder) ? fieldRecord(holder, direction, report) : holder;
}

/** The AI SDK's `jsonSchema()`: a schema, or a function that makes it, behind one key. */
function isBox(value: Record<string, unknown>): boolean {
  if (!Object.hasOwn(value, 'jsonSchema') || value['type'] !== undefined) return false;
  return isRecord(value['jsonSchema']) || Object.getOwnPropertySymbols(value).length > 0 || 'validate' in value;
}

function unboxed(inner: unknown, report: Report): unknown {
  const schema: unknown = typeof inner === 'function' ? (inner as () => unknown)() : inner;
  if (isRecord(schema) && typeof schema['then'] !== 'function') return schema;
  report({
    code: 'unreadable-schema',
    message: 'the boxed schema is not ready when it is asked for; anything is accepted',
  });
  return {};
}

/** A record such as `{ id: z.string() }`: every value is a schema object of a library. */
export function isFieldRecord(value: Record<string, unknown>): boolean {
  const fields = Object.values(value);
  return fields.length > 0 && fields.every((field) => isSchemaObject(field));
}

/** Is the value an object of a schema library, or the AI SDK's box, rather than plain JSON? */
export function isSchemaObject(value: unknown): boolean {
  if (typeof value !== 'function' && !isRecord(value)) return false;
  const holder = value as Record<string, unknown>;
  return isZod3(holder) || isRecord(holder['~standard']) || isRecord(holder['_def']) || isBox(holder);
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
  const whole = direction === 'input' ? arkTypeSchema(value) : undefined;
  if (whole !== undefined) return whole;
  const permissive = libraryOptions(direction, report);
  let failure: unknown;
  for (const options of [{ target: 'draft-2020-12', libraryOptions: permissive }, { target: 'draft-07' }]) {
    try {
      return (convert as (options: unknown) => unknown).call(converter, options);
    } catch (error) {
      failure = error;
    }
  }
  const loose = { target: 'draft-2020-12', libraryOptions: { errorMode: 'ignore' } };
  try {
    const schema: unknown = (convert as (options: unknown) => unknown).call(converter, loose);
    report({
      code: 'unrepresentable-type',
      message: `a part of the schema has no JSON form (${messageOf(failure, 160)}); anything is accepted there`,
    });
    return schema;
  } catch (error) {
    return fieldwise(value, direction, report, error);
  }
}

/**
 * ArkType leaves defaults out of the input side of its standard form; its own form has them, but has no word for
 * transforms. Undefined for another library's schema, and for one that says more than that form can.
 */
function arkTypeSchema(value: Record<string, unknown>): unknown {
  const convert = value['toJsonSchema'];
  if (typeof convert !== 'function') return undefined;
  const fallback = ({ code, base }: { readonly code: unknown; readonly base: object }) => {
    if (code === 'date') return { ...base, type: 'string', format: 'date-time' };
    if (code === 'default') return base;
    throw new Error(`no form for ${String(code)}`);
  };
  try {
    return convert.call(value, { fallback });
  } catch {
    return undefined; // the standard form says what is missing
  }
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
    if (!isOptionalField(field, direction)) required.push(name);
  }
  return { type: 'object', properties, required };
}

/** May a field be left out? Zod 4 says so of either side, with its own word for defaults; Zod 3 by the field's kind. */
function isOptionalField(field: unknown, direction: SchemaDirection): boolean {
  if (!isRecord(field) && typeof field !== 'function') return false;
  const { _zod: internals, _def: definition } = field as Record<string, unknown>;
  if (isRecord(internals)) return internals[direction === 'input' ? 'optin' : 'optout'] !== undefined;
  const kind = isRecord(definition) ? definition['typeName'] : undefined;
  return kind === 'ZodOptional' || (direction === 'input' && kind === 'ZodDefault');
}
