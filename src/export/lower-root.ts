import { type JsonSchema, setOwn } from '../core/json-schema.js';
import { constraintText } from './constraint-text.js';
import { foldUnions } from './fold-union.js';
import type { Lowering, ProviderSchema } from './lowering.js';
import { openSchema } from './open-schema.js';
import { providerKeys } from './property-keys.js';
import { lowerTyped } from './typed-schema.js';

/** A tool's input schema in a provider's form, and what has to be said beside it. */
export interface LoweredRoot {
  readonly schema: ProviderSchema;
  /** Sentences for the tool's description: the choices that the root can no longer say. */
  readonly notes: readonly string[];
}

/** The root: always an object with `properties`, never a union, enum, const or negation. */
export function lowerRoot(schema: JsonSchema, to: Lowering): LoweredRoot {
  const folded = foldUnions(schema);
  const { enum: values, const: fixed, not, title: _, description: __, ...object } = folded.schema;
  const notes = [...folded.notes];
  for (const [keyword, value] of Object.entries({ enum: values, const: fixed, not })) {
    if (value === undefined) continue;
    const text = constraintText(keyword, value);
    if (text !== undefined) notes.push(text);
    to.lose('constraint-dropped', '', `${keyword} is refused at the root of a schema by ${to.profile.label}`);
  }
  if (schema.anyOf !== undefined || schema.oneOf !== undefined)
    to.lose('union-folded', '', 'alternatives at the root of the schema became one set of properties');
  if (folded.unmatched.length > 0)
    to.lose(
      'constraint-dropped',
      '',
      `${folded.unmatched.length} alternatives at the root are no objects and were left out`,
    );
  const renamed = renameKeys({ ...object, type: 'object' }, to);
  const lowered = to.profile.shape === 'typed' ? lowerTyped(renamed, '', to, 0) : openSchema(renamed, '', 0, to);
  const { description: own, ...rest } = lowered;
  if (typeof own === 'string' && to.profile.shape === 'typed') notes.push(own);
  return { schema: { ...rest, type: lowered['type'] ?? 'object', properties: lowered['properties'] ?? {} }, notes };
}

function renameKeys(schema: JsonSchema, to: Lowering): JsonSchema {
  const keys = Object.keys(schema.properties ?? {});
  const names = providerKeys(keys, to.profile.propertyKey);
  if (keys.every((key) => names.get(key) === key)) return schema;
  const properties: Record<string, JsonSchema> = {};
  for (const [key, child] of Object.entries(schema.properties ?? {})) {
    const name = names.get(key) ?? key;
    if (name !== key) to.lose('key-renamed', key, `the key is exported as ${JSON.stringify(name)}`);
    setOwn(properties, name, child);
  }
  const required = (schema.required ?? []).map((key) => names.get(key) ?? key);
  return { ...schema, properties, required };
}
