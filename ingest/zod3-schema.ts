import { isRecord, setOwn } from '../src/core/json-schema.js';

/**
 * JSON Schema of a Zod 3 schema object, by its definition tree: Zod 3 has no JSON Schema form of its own. The input
 * side is read: effects and pipelines are what goes in. What has no JSON form accepts anything and is reported.
 */
export function zod3Schema(schema: unknown, report: (type: string) => void): Record<string, unknown> {
  return new Zod3Reader(report).read(schema);
}

/** Is it a schema of Zod 3 (or of the `zod/v3` part of Zod 4)? */
export function isZod3(value: unknown): boolean {
  return typeNameOf(value)?.startsWith('Zod') === true;
}

type Definition = Readonly<Record<string, unknown>>;

const maxDepth = 24;

const scalars: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map<string, Record<string, unknown>>([
  ['ZodBoolean', { type: 'boolean' }],
  ['ZodBigInt', { type: 'integer' }],
  ['ZodDate', { type: 'string', format: 'date-time' }],
  ['ZodNull', { type: 'null' }],
  ['ZodAny', {}],
  ['ZodUnknown', {}],
]);

/** Wrappers, and the key of what they wrap. */
const wrappers: ReadonlyMap<string, string> = new Map([
  ['ZodOptional', 'innerType'],
  ['ZodDefault', 'innerType'],
  ['ZodCatch', 'innerType'],
  ['ZodReadonly', 'innerType'],
  ['ZodEffects', 'schema'],
  ['ZodBranded', 'type'],
  ['ZodPipeline', 'in'],
  ['ZodPromise', 'type'],
]);

const optionalTypes = new Set(['ZodOptional', 'ZodDefault', 'ZodCatch', 'ZodUndefined', 'ZodVoid', 'ZodFunction']);

const formats: ReadonlyMap<string, string> = new Map([
  ['email', 'email'],
  ['url', 'uri'],
  ['uuid', 'uuid'],
  ['datetime', 'date-time'],
  ['date', 'date'],
  ['time', 'time'],
]);

class Zod3Reader {
  readonly #report: (type: string) => void;
  readonly #above: unknown[] = [];

  constructor(report: (type: string) => void) {
    this.#report = report;
  }

  read(schema: unknown): Record<string, unknown> {
    if (this.#above.includes(schema) || this.#above.length > maxDepth) return {}; // a schema inside itself ends here
    this.#above.push(schema);
    const node = this.#node(schema);
    this.#above.pop();
    const description = isRecord(schema) ? schema['description'] : undefined;
    return typeof description === 'string' ? { ...node, description } : node;
  }

  #node(schema: unknown): Record<string, unknown> {
    const type = typeNameOf(schema) ?? '';
    const def = definitionOf(schema);
    const scalar = scalars.get(type);
    if (scalar !== undefined) return { ...scalar };
    const wrapped = wrappers.get(type);
    if (wrapped !== undefined) return this.#wrapped(type, def, this.read(def[wrapped]));
    switch (type) {
      case 'ZodString':
        return { type: 'string', ...bounds(def['checks'], 'Length') };
      case 'ZodNumber':
        return { type: 'number', ...bounds(def['checks'], undefined) };
      case 'ZodObject':
        return this.#object(def);
      case 'ZodArray':
        return { type: 'array', items: this.read(def['type']), ...sizes(def) };
      case 'ZodSet':
        return { type: 'array', items: this.read(def['valueType']), uniqueItems: true };
      case 'ZodTuple':
        return { type: 'array', prefixItems: listOf(def['items']).map((item) => this.read(item)) };
      case 'ZodRecord':
      case 'ZodMap':
        return { type: 'object', additionalProperties: this.read(def['valueType']) };
      case 'ZodLiteral':
        return { const: def['value'] };
      case 'ZodEnum':
        return { type: 'string', enum: def['values'] };
      case 'ZodNativeEnum':
        return { enum: enumValues(def['values']) };
      case 'ZodUnion':
      case 'ZodDiscriminatedUnion':
        return { anyOf: listOf(def['options']).map((option) => this.read(option)) };
      case 'ZodIntersection':
        return { allOf: [this.read(def['left']), this.read(def['right'])] };
      case 'ZodNullable':
        return { anyOf: [this.read(def['innerType']), { type: 'null' }] };
      case 'ZodLazy':
        return typeof def['getter'] === 'function' ? this.read(def['getter']()) : {};
    }
    this.#report(type);
    return {};
  }

  #wrapped(type: string, def: Definition, inner: Record<string, unknown>): Record<string, unknown> {
    if (type !== 'ZodDefault' || typeof def['defaultValue'] !== 'function') return inner;
    const value: unknown = def['defaultValue']();
    return { ...inner, default: value };
  }

  #object(def: Definition): Record<string, unknown> {
    const shape: unknown = typeof def['shape'] === 'function' ? def['shape']() : def['shape'];
    const properties: Record<string, unknown> = {};
    const required: string[] = [];
    for (const [name, field] of Object.entries(isRecord(shape) ? shape : {})) {
      setOwn(properties, name, this.read(field));
      if (!acceptsUndefined(field)) required.push(name);
    }
    const additional =
      def['unknownKeys'] === 'strict' ? false : def['unknownKeys'] === 'passthrough' ? true : undefined;
    return {
      type: 'object',
      properties,
      required,
      ...(additional === undefined ? {} : { additionalProperties: additional }),
    };
  }
}

function definitionOf(schema: unknown): Definition {
  const def = isRecord(schema) ? schema['_def'] : undefined;
  return isRecord(def) ? def : {};
}

function typeNameOf(schema: unknown): string | undefined {
  const name = definitionOf(schema)['typeName'];
  return typeof name === 'string' ? name : undefined;
}

/** Looks through wrappers that keep a value optional. */
function acceptsUndefined(schema: unknown): boolean {
  let inner = schema;
  for (let depth = 0; depth < maxDepth; depth++) {
    const type = typeNameOf(inner) ?? '';
    if (optionalTypes.has(type)) return true;
    const key = type === 'ZodNullable' ? 'innerType' : wrappers.get(type);
    if (key === undefined) return false;
    inner = definitionOf(inner)[key];
  }
  return false;
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value instanceof Map ? [...value.values()] : [];
}

/** Values of a TypeScript enum object, without the reverse entries of a numeric one. */
function enumValues(values: unknown): unknown[] {
  if (!isRecord(values)) return [];
  return Object.entries(values)
    .filter(
      ([key, value]) => typeof value !== 'string' || typeof values[value] !== 'number' || String(values[value]) !== key,
    )
    .map(([, value]) => value);
}

function sizes(def: Definition): Record<string, unknown> {
  const size = (key: string): unknown => (isRecord(def[key]) ? def[key]['value'] : undefined);
  const exact = size('exactLength');
  const least = exact ?? size('minLength');
  const most = exact ?? size('maxLength');
  return { ...(least === undefined ? {} : { minItems: least }), ...(most === undefined ? {} : { maxItems: most }) };
}

function bounds(checks: unknown, suffix: 'Length' | undefined): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const check of listOf(checks)) {
    if (!isRecord(check)) continue;
    const { kind, value, inclusive } = check;
    const format = typeof kind === 'string' ? formats.get(kind) : undefined;
    if (format !== undefined && suffix === 'Length') out['format'] = format;
    else if (kind === 'int') out['type'] = 'integer';
    else if (kind === 'multipleOf') out['multipleOf'] = value;
    else if (kind === 'length') Object.assign(out, { minLength: value, maxLength: value });
    else if (kind === 'min')
      out[suffix === 'Length' ? 'minLength' : inclusive === false ? 'exclusiveMinimum' : 'minimum'] = value;
    else if (kind === 'max')
      out[suffix === 'Length' ? 'maxLength' : inclusive === false ? 'exclusiveMaximum' : 'maximum'] = value;
  }
  return out;
}
