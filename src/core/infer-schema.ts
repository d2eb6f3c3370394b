import { isRecord, type JsonSchema, setOwn } from './json-schema.js';

/** Bounds of {@link inferSchema}. */
export interface InferOptions {
  /** Deepest nesting described; the value itself is at 0. Default 12. */
  readonly maxDepth?: number;
  /** Most schema nodes, spent depth first. Default 1000. */
  readonly maxNodes?: number;
  /** Elements of one array that are looked at, from its start. Default 50. */
  readonly maxItems?: number;
  /** Reads a text that stands for something else, such as a type word. Default: every text is a string's example. */
  readonly readText?: (text: string) => JsonSchema | undefined;
}

const defaults = {
  maxDepth: 12,
  maxNodes: 1000,
  maxItems: 50,
  readText: () => undefined,
} as const satisfies Required<InferOptions>;

interface Budget {
  readonly options: Required<InferOptions>;
  nodes: number;
}

/**
 * Describes the shape of an example value as JSON Schema. No value is copied into the schema, only types, keys and
 * the few string formats that can be told from the text (date-time, date, uuid, email, uri). Elements of an array are
 * merged into one `items` schema: integer and number become number, `null` makes the rest nullable, keys of objects
 * are united. One example cannot say what is required, so nothing is. Always finite: what lies beyond the bounds, and
 * a value that contains itself, is cut with `x-cut`. Values that are not JSON (functions, symbols, undefined) accept
 * anything.
 */
export function inferSchema(value: unknown, options: InferOptions = {}): JsonSchema {
  return infer(value, { options: { ...defaults, ...options }, nodes: 0 }, []);
}

function infer(value: unknown, budget: Budget, path: readonly object[]): JsonSchema {
  if (budget.nodes >= budget.options.maxNodes) return { 'x-cut': 'nodes' };
  budget.nodes++;
  if (value === null) return { type: 'null' };
  switch (typeof value) {
    case 'string':
      return budget.options.readText(value) ?? inferString(value);
    case 'number':
      return Number.isFinite(value) ? { type: Number.isInteger(value) ? 'integer' : 'number' } : { type: 'number' };
    case 'bigint':
      return { type: 'integer' };
    case 'boolean':
      return { type: 'boolean' };
    case 'object':
      return inferObject(value, budget, path);
    default:
      return {};
  }
}

function inferObject(value: object, budget: Budget, path: readonly object[]): JsonSchema {
  if (value instanceof Date) return { type: 'string', format: 'date-time' };
  const type = Array.isArray(value) ? 'array' : 'object';
  if (path.includes(value)) return { type, 'x-cut': 'cycle' };
  if (path.length >= budget.options.maxDepth) return { type, 'x-cut': 'depth' };
  const inner = [...path, value];
  if (Array.isArray(value)) {
    const seen = value.slice(0, budget.options.maxItems).map((element) => infer(element, budget, inner));
    return { type: 'array', items: seen.length === 0 ? {} : seen.reduce(mergeSchemas) };
  }
  const properties: Record<string, JsonSchema> = {};
  for (const [key, child] of Object.entries(value)) {
    if (budget.nodes >= budget.options.maxNodes) return { type: 'object', properties, 'x-cut': 'nodes' };
    setOwn(properties, key, infer(child, budget, inner));
  }
  return { type: 'object', properties };
}

const formats: readonly (readonly [string, RegExp])[] = [
  ['date-time', /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:?\d{2})?$/],
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['uuid', /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/],
  ['email', /^[^\s@<>"]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,8}$/],
  ['uri', /^https?:\/\/[^\s<>"{}]{1,2000}$/],
];

function inferString(value: string): JsonSchema {
  if (value.length > 2100) return { type: 'string' };
  const format = formats.find(([, pattern]) => pattern.test(value));
  return format === undefined ? { type: 'string' } : { type: 'string', format: format[0] };
}

/**
 * One schema that accepts what either of two inferred schemas accepts, keeping what both agree on. Meant for schemas
 * made by {@link inferSchema}; other keywords than type, format, properties, items and `x-cut` are not merged.
 */
export function mergeSchemas(a: JsonSchema, b: JsonSchema): JsonSchema {
  const types = mergeTypes(typesOf(a), typesOf(b));
  if (types.length === 0) return a['x-cut'] === undefined ? b : a;
  const format = mergeFormats(a, b);
  const properties = mergeProperties(a.properties, b.properties);
  const items = a.items === undefined || b.items === undefined ? (a.items ?? b.items) : mergeItems(a.items, b.items);
  const cut = a['x-cut'] ?? b['x-cut'];
  return {
    type: types.length === 1 ? (types[0] as string) : types,
    ...(format === undefined ? {} : { format }),
    ...(properties === undefined ? {} : { properties }),
    ...(items === undefined ? {} : { items }),
    ...(cut === undefined ? {} : { 'x-cut': cut }),
  };
}

/** `{}` as items comes from an empty array: it says nothing, so the other side counts. */
function mergeItems(a: JsonSchema, b: JsonSchema): JsonSchema {
  if (Object.keys(a).length === 0) return b;
  return Object.keys(b).length === 0 ? a : mergeSchemas(a, b);
}

function mergeProperties(a: JsonSchema['properties'], b: JsonSchema['properties']): JsonSchema['properties'] {
  if (a === undefined || b === undefined) return a ?? b;
  const merged: Record<string, JsonSchema> = {};
  for (const [key, schema] of Object.entries(a)) setOwn(merged, key, schema);
  for (const [key, schema] of Object.entries(b)) {
    setOwn(
      merged,
      key,
      Object.hasOwn(merged, key) && isRecord(merged[key]) ? mergeSchemas(merged[key], schema) : schema,
    );
  }
  return merged;
}

function mergeFormats(a: JsonSchema, b: JsonSchema): string | undefined {
  const textA = typesOf(a).includes('string');
  const textB = typesOf(b).includes('string');
  if (textA && textB) return a.format === b.format ? a.format : undefined;
  return textA ? a.format : textB ? b.format : undefined;
}

function mergeTypes(a: readonly string[], b: readonly string[]): string[] {
  const all = [...new Set([...a, ...b])];
  const numeric = all.includes('number') ? all.filter((type) => type !== 'integer') : all;
  return [...numeric.filter((type) => type !== 'null'), ...numeric.filter((type) => type === 'null')];
}

function typesOf(schema: JsonSchema): readonly string[] {
  return schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type;
}
