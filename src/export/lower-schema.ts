import { type JsonSchema, type JsonValue, setOwn } from '../core/json-schema.js';
import { constraintText } from './constraint-text.js';
import { cutDescription, joinSentences } from './cut-description.js';
import type { ExportLoss } from './export-result.js';
import { anyOfThese, foldUnions } from './fold-union.js';
import { providerKeys } from './property-keys.js';
import type { ProviderProfile } from './provider-profile.js';
import { lowerTyped } from './typed-schema.js';

/** A schema in a provider's form: plain JSON. */
export type ProviderSchema = { [key: string]: JsonValue };

/** A tool's input schema in a provider's form, and what has to be said beside it. */
export interface LoweredRoot {
  readonly schema: ProviderSchema;
  /** Sentences for the tool's description: the choices that the root can no longer say. */
  readonly notes: readonly string[];
}

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

/** Turns one tool's schemas into a provider's form and collects what was lost on the way. */
export class SchemaLowering {
  readonly profile: ProviderProfile;
  readonly losses: ExportLoss[] = [];
  readonly #tool: string;

  constructor(profile: ProviderProfile, tool: string) {
    this.profile = profile;
    this.#tool = tool;
  }

  /** The root: always an object with `properties`, never a union, enum, const or negation. */
  root(schema: JsonSchema): LoweredRoot {
    const folded = foldUnions(schema);
    const { enum: values, const: fixed, not, title: _, description: __, ...object } = folded.schema;
    const notes = [...folded.notes];
    for (const [keyword, value] of Object.entries({ enum: values, const: fixed, not })) {
      if (value === undefined) continue;
      const text = constraintText(keyword, value);
      if (text !== undefined) notes.push(text);
      this.lose('constraint-dropped', '', `${keyword} is refused at the root of a schema by ${this.profile.label}`);
    }
    if (schema.anyOf !== undefined || schema.oneOf !== undefined)
      this.lose('union-folded', '', 'alternatives at the root of the schema became one set of properties');
    if (folded.unmatched.length > 0)
      this.lose(
        'constraint-dropped',
        '',
        `${folded.unmatched.length} alternatives at the root are no objects and were left out`,
      );
    const renamed = this.#renameKeys({ ...object, type: 'object' });
    const lowered = this.profile.shape === 'typed' ? lowerTyped(renamed, '', this, 0) : this.open(renamed, '', 0);
    const { description: own, ...rest } = lowered;
    if (typeof own === 'string' && this.profile.shape === 'typed') notes.push(own);
    return { schema: { ...rest, type: lowered['type'] ?? 'object', properties: lowered['properties'] ?? {} }, notes };
  }

  /** A node as JSON Schema, without keys of ours and without what every provider refuses. */
  open(given: JsonSchema, path: string, depth: number): ProviderSchema {
    if (depth > maxDepth) return {};
    const schema = this.enumOnItems(given, path);
    const out: ProviderSchema = {};
    if (schema.type !== undefined) out['type'] = typeof schema.type === 'string' ? schema.type : [...schema.type];
    const notes: string[] = [];
    for (const [key, value] of Object.entries(schema)) {
      if (value === undefined || silent.has(key) || key.startsWith('x-')) continue;
      if (key === 'additionalProperties')
        out[key] = typeof value === 'boolean' ? value : this.open(value as JsonSchema, `${path}.*`, depth + 1);
      else if (key === 'not') out[key] = this.open(value as JsonSchema, path, depth + 1);
      else if (key === 'pattern' && !compiles(value)) notes.push(...this.drop(key, value, path));
      else if (this.profile.keywords.has(key)) out[key] = value as JsonValue;
      else notes.push(...this.drop(key, value, path));
    }
    if (this.profile.keywords.has('examples') && schema.examples !== undefined) out['examples'] = schema.examples;
    if (schema.title !== undefined && this.profile.keywords.has('title')) out['title'] = schema.title;
    this.#openChildren(schema, out, path, depth);
    this.describe(out, schema.description, notes, path);
    return out;
  }

  #openChildren(schema: JsonSchema, out: ProviderSchema, path: string, depth: number): void {
    if (schema.properties !== undefined) {
      const properties: Record<string, ProviderSchema> = {};
      for (const [key, child] of Object.entries(schema.properties))
        setOwn(properties, key, this.open(child, below(path, key), depth + 1));
      out['properties'] = properties;
    }
    if (schema.required !== undefined && schema.required.length > 0) out['required'] = [...new Set(schema.required)];
    for (const key of ['anyOf', 'oneOf'] as const) {
      const branches = schema[key];
      if (branches !== undefined && branches.length > 0)
        out[key] = branches.map((branch) => this.open(branch, path, depth + 1));
    }
    if (schema.prefixItems !== undefined && schema.prefixItems.length > 0)
      out['prefixItems'] = schema.prefixItems.map((slot) => this.open(slot, `${path}[]`, depth + 1));
    const items = itemsOf(schema);
    if (items !== undefined) out['items'] = this.open(items, `${path}[]`, depth + 1);
  }

  /** An `enum` of single values on an array is meant for its items. */
  enumOnItems(schema: JsonSchema, path: string): JsonSchema {
    const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
    const values = schema.enum?.filter((value) => value !== null);
    if (!types.includes('array') || types.some((type) => type !== 'array' && type !== 'null')) return schema;
    if (values === undefined || values.length === 0 || values.some((value) => Array.isArray(value))) return schema;
    const { enum: _, ...rest } = schema;
    this.lose('repaired', path, 'an enum of single values stood on an array and was moved to its items');
    return schema.items?.enum === undefined ? { ...rest, items: { ...schema.items, enum: values } } : rest;
  }

  /** Records a dropped keyword and gives its text for the description. */
  drop(keyword: string, value: unknown, path: string): string[] {
    const text = constraintText(keyword, value);
    this.lose(
      'constraint-dropped',
      path,
      `${keyword} is not taken by ${this.profile.label}${text === undefined ? '' : '; the description says it'}`,
    );
    return text === undefined ? [] : [text];
  }

  /** Puts the description and the notes into a node, within the profile's limit. */
  describe(out: ProviderSchema, description: string | undefined, notes: readonly string[], path: string): void {
    const tail = [...new Set(notes)].filter((note) => description?.includes(note) !== true).join(' ');
    const text = description ?? '';
    if (text === '' && tail === '') return;
    const cut = cutDescription(text, this.profile.maxDescription, tail);
    const whole = joinSentences(text, tail);
    if (whole.length > this.profile.maxDescription)
      this.lose('description-cut', path, `the description was cut from ${whole.length} to ${cut.length} characters`);
    out['description'] = cut;
  }

  lose(kind: ExportLoss['kind'], path: string, what: string): void {
    const place = path === '' ? '' : `, input ${JSON.stringify(path)}`;
    this.losses.push({ tool: this.#tool, path, kind, message: `Tool ${JSON.stringify(this.#tool)}${place}: ${what}.` });
  }

  #renameKeys(schema: JsonSchema): JsonSchema {
    const keys = Object.keys(schema.properties ?? {});
    const names = providerKeys(keys, this.profile.propertyKey);
    if (keys.every((key) => names.get(key) === key)) return schema;
    const properties: Record<string, JsonSchema> = {};
    for (const [key, child] of Object.entries(schema.properties ?? {})) {
      const name = names.get(key) ?? key;
      if (name !== key) this.lose('key-renamed', key, `the key is exported as ${JSON.stringify(name)}`);
      setOwn(properties, name, child);
    }
    const required = (schema.required ?? []).map((key) => names.get(key) ?? key);
    return { ...schema, properties, required };
  }
}

/** `items`, also for a tuple without: what any of its slots accepts. */
export function itemsOf(schema: JsonSchema): JsonSchema | undefined {
  if (schema.items !== undefined) return schema.items;
  if (schema.prefixItems !== undefined && schema.prefixItems.length > 0) return anyOfThese(schema.prefixItems);
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.includes('array') ? {} : undefined;
}

/** Path of a property below a path. */
export function below(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function compiles(pattern: unknown): boolean {
  if (typeof pattern !== 'string') return false;
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false; // a dialect of another language: the sentence in the description still says it
  }
}
