import { type JsonSchema, type JsonValue, setOwn } from '../core/json-schema.js';
import { below, itemsOf, type Lowering, type ProviderSchema } from './lowering.js';

/** Nesting that is followed at most; canonical schemas end long before. */
const maxDepth = 40;

/** Keywords of ours, or said by other means: their absence from an export is no loss. */
const silent = new Set([
  'type',
  'title',
  'description',
  'properties',
  'required',
  'items',
  'prefixItems',
  'anyOf',
  'oneOf',
  'examples',
]);

/** A node as JSON Schema, without keys of ours and without what every provider refuses. */
export function openSchema(given: JsonSchema, path: string, depth: number, to: Lowering): ProviderSchema {
  if (depth > maxDepth) return {};
  const schema = to.enumOnItems(given, path);
  const out: ProviderSchema = {};
  if (schema.type !== undefined) out['type'] = typeof schema.type === 'string' ? schema.type : [...schema.type];
  const notes: string[] = [];
  for (const [key, value] of Object.entries(schema)) {
    if (value === undefined || silent.has(key) || key.startsWith('x-')) continue;
    if (key === 'additionalProperties')
      out[key] = typeof value === 'boolean' ? value : openSchema(value as JsonSchema, `${path}.*`, depth + 1, to);
    else if (key === 'not') out[key] = openSchema(value as JsonSchema, path, depth + 1, to);
    else if (key === 'pattern' && !compiles(value)) notes.push(...to.drop(key, value, path));
    else if (to.profile.keywords.has(key)) out[key] = value as JsonValue;
    else notes.push(...to.drop(key, value, path));
  }
  if (to.profile.keywords.has('examples') && schema.examples !== undefined) out['examples'] = schema.examples;
  if (schema.title !== undefined && to.profile.keywords.has('title')) out['title'] = schema.title;
  openChildren(schema, out, path, depth, to);
  to.describe(out, schema.description, notes, path);
  return out;
}

function openChildren(schema: JsonSchema, out: ProviderSchema, path: string, depth: number, to: Lowering): void {
  if (schema.properties !== undefined) {
    const properties: Record<string, ProviderSchema> = {};
    for (const [key, child] of Object.entries(schema.properties))
      setOwn(properties, key, openSchema(child, below(path, key), depth + 1, to));
    out['properties'] = properties;
  }
  if (schema.required !== undefined && schema.required.length > 0) out['required'] = [...new Set(schema.required)];
  for (const key of ['anyOf', 'oneOf'] as const) {
    const branches = schema[key];
    if (branches !== undefined && branches.length > 0)
      out[key] = branches.map((branch) => openSchema(branch, path, depth + 1, to));
  }
  if (schema.prefixItems !== undefined && schema.prefixItems.length > 0)
    out['prefixItems'] = schema.prefixItems.map((slot) => openSchema(slot, `${path}[]`, depth + 1, to));
  const items = itemsOf(schema);
  if (items !== undefined) out['items'] = openSchema(items, `${path}[]`, depth + 1, to);
}

function compiles(pattern: unknown): boolean {
  if (typeof pattern !== 'string') return false;
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false; // a dialect of another language: the sentence in the description still says it
  }
}
