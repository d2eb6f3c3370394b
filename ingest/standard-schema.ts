import { messageOf } from '../src/core/errors.js';
import { isRecord } from '../src/core/json-schema.js';

/** A schema library's object as JSON Schema, and what had to be loosened on the way. */
export interface ConvertedSchema {
  /** JSON Schema of the accepted input, in whatever dialect the library writes. */
  readonly schema: unknown;
  /** One sentence for each part without a JSON form; anything is accepted there. */
  readonly warnings: readonly string[];
}

/**
 * Reads the input side of a schema object as JSON Schema, without importing its library: Zod 4, ArkType, Valibot
 * wrapped by its own converter, any other Standard JSON Schema, the `{ jsonSchema }` wrapper of the AI SDK, and JSON
 * Schema itself, which passes unchanged. A part without a JSON form (a function, a Date) does not fail the whole:
 * dates become `{ type: "string", format: "date-time" }`, the rest accepts anything, and a warning says so.
 * Inputs with a default are optional and keep their type.
 *
 * @returns undefined for a value that is no schema, or a library's schema that offers no JSON form. Never throws.
 */
export function toJsonSchema(schema: unknown): ConvertedSchema | undefined {
  if (!isObjectLike(schema)) return undefined;
  const warnings: string[] = [];
  try {
    const converted = convert(schema, warnings);
    return converted === undefined ? undefined : { schema: converted, warnings };
  } catch (thrown) {
    return {
      schema: {},
      warnings: [...warnings, `the schema has no JSON form (${messageOf(thrown, 160)}); anything is accepted`],
    };
  }
}

/** Is the value an object of a schema library (Standard Schema) or the AI SDK's wrapper, rather than plain JSON? */
export function isSchemaObject(value: unknown): boolean {
  return isObjectLike(value) && (isObjectLike(value['~standard']) || isWrapper(value) || isObjectLike(value['_def']));
}

type ObjectLike = Record<string, unknown>;

/** Converters by library first, because they can loosen one field; the common interface can only fail as a whole. */
function convert(schema: ObjectLike, warnings: string[]): unknown {
  if (isWrapper(schema)) return unwrap(schema, warnings);
  const standard = schema['~standard'];
  if (isObjectLike(standard)) {
    if (isObjectLike(schema['_zod']) && typeof schema['toJSONSchema'] === 'function') return fromZod(schema, warnings);
    if (typeof schema['toJsonSchema'] === 'function') return fromArkType(schema, warnings);
    return fromStandard(standard, warnings);
  }
  if (isObjectLike(schema['_def']) || typeof schema === 'function') return undefined;
  return schema;
}

function isWrapper(schema: ObjectLike): boolean {
  return 'jsonSchema' in schema && (Object.getOwnPropertySymbols(schema).length > 0 || 'validate' in schema);
}

/** The AI SDK's `jsonSchema()`: the schema itself or a function that makes it. A promise cannot be waited for here. */
function unwrap(schema: ObjectLike, warnings: string[]): unknown {
  const inner = schema['jsonSchema'];
  const value: unknown = typeof inner === 'function' ? (inner as () => unknown)() : inner;
  if (isRecord(value) && typeof value['then'] !== 'function') return value;
  warnings.push('the wrapped schema is not ready synchronously; anything is accepted');
  return {};
}

function fromZod(schema: ObjectLike, warnings: string[]): unknown {
  const toJson = schema['toJSONSchema'] as (options: object) => unknown;
  return toJson.call(schema, {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    cycles: 'ref',
    override: (context: ZodContext) => loosenZod(context, warnings),
  });
}

interface ZodContext {
  readonly zodSchema: { readonly _zod: { readonly def: { readonly type: string } } };
  readonly jsonSchema: ObjectLike;
  readonly path: readonly (string | number)[];
}

const withoutJsonForm = new Set([
  'undefined', 'void', 'function', 'symbol', 'bigint', 'nan', 'map', 'set', 'custom', 'promise',
]); // biome-ignore format: a list

function loosenZod({ zodSchema, jsonSchema, path }: ZodContext, warnings: string[]): void {
  const kind = zodSchema._zod.def.type;
  if (kind === 'date') {
    jsonSchema['type'] = 'string';
    jsonSchema['format'] = 'date-time';
  } else if (kind === 'bigint') {
    jsonSchema['type'] = 'integer';
  } else if (withoutJsonForm.has(kind)) {
    const place = path.filter((step) => step !== 'properties').join('.');
    warnings.push(
      `${place === '' ? 'the schema' : JSON.stringify(place)} is a ${kind} type; anything is accepted there`,
    );
  }
}

function fromArkType(schema: ObjectLike, warnings: string[]): unknown {
  const toJson = schema['toJsonSchema'] as (options: object) => unknown;
  return toJson.call(schema, {
    fallback: ({ code, base }: { code: string; base: ObjectLike }) => {
      if (code === 'date') return { ...base, type: 'string', format: 'date-time' };
      if (code !== 'default') warnings.push(`a ${code} type has no JSON form; anything is accepted there`);
      return base;
    },
  });
}

function fromStandard(standard: ObjectLike, warnings: string[]): unknown {
  const converter = standard['jsonSchema'];
  if (!isObjectLike(converter) || typeof converter['input'] !== 'function') return undefined;
  const input = converter['input'] as (options: object) => unknown;
  const target = 'draft-2020-12';
  try {
    return input.call(converter, { target });
  } catch (thrown) {
    warnings.push(`part of the schema has no JSON form (${messageOf(thrown, 160)}); anything is accepted there`);
    return input.call(converter, { target, libraryOptions: { errorMode: 'ignore', unrepresentable: 'any' } });
  }
}

function isObjectLike(value: unknown): value is ObjectLike {
  return (typeof value === 'object' && value !== null && !Array.isArray(value)) || typeof value === 'function';
}
