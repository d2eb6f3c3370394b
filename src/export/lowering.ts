import type { JsonSchema, JsonValue } from '../core/json-schema.js';
import { constraintText } from './constraint-text.js';
import { cutDescription, joinSentences } from './cut-description.js';
import type { ExportLoss } from './export-result.js';
import { anyOfThese } from './fold-union.js';
import type { ProviderProfile } from './provider-profile.js';

/** A schema in a provider's form: plain JSON. */
export type ProviderSchema = { [key: string]: JsonValue };

/** One tool's way into a provider's form: the profile, and what was lost so far. */
export class Lowering {
  readonly profile: ProviderProfile;
  readonly losses: ExportLoss[] = [];
  readonly #tool: string;

  constructor(profile: ProviderProfile, tool: string) {
    this.profile = profile;
    this.#tool = tool;
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
