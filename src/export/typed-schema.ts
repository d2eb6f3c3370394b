import { isNullable, isRecord, type JsonSchema, type JsonValue, setOwn } from '../core/json-schema.js';
import { foldUnions } from './fold-union.js';
import { below, itemsOf, type Lowering, type ProviderSchema } from './lowering.js';

/** Thrown inside the export of one tool when strict mode cannot say its schema; the caller falls back. */
export class NotStrict extends Error {
  override readonly name = 'NotStrict';
}

const maxDepth = 40;
const maxBranches = 30;

/** Keywords that mean something for a type; what a union's parent says for another type is no loss. */
const keywordsOfType: Readonly<Record<string, readonly string[]>> = {
  string: ['enum', 'const', 'format', 'pattern', 'minLength', 'maxLength', 'contentEncoding', 'contentMediaType'],
  number: ['enum', 'const', 'format', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  boolean: ['enum', 'const'],
  array: ['minItems', 'maxItems', 'uniqueItems'],
  object: ['additionalProperties', 'patternProperties', 'minProperties', 'maxProperties', 'const'],
};
const keywordsOfAny = ['default', 'deprecated', 'not'];

/**
 * A node in a form where it has one type, or is an `anyOf` of nodes with one type each. Type lists are split, unions
 * flattened, alternatives that only constrain an object folded into it; values of an `enum` go to the branch of
 * their type, and `null` becomes the nullable mark of the profile.
 */
export function lowerTyped(given: JsonSchema, path: string, to: Lowering, depth: number): ProviderSchema {
  const schema = to.enumOnItems(given, path);
  if (depth > maxDepth) return emitAny(schema, path, to);
  const nullable = isNullable(schema) || (schema.type === undefined && schema.enum?.includes(null) === true);
  const notes: string[] = [];
  const branches = alternatives(schema, notes, path, to);
  if (branches.length === 0) return emitNull(schema, path, to);
  const [first] = branches;
  if (branches.length === 1 && first !== undefined)
    return withNull(emit(first, path, to, depth, notes), nullable || isNullable(first), to);
  if (schema.oneOf !== undefined) to.lose('union-folded', path, `oneOf is given as anyOf to ${to.profile.label}`);
  return emitUnion(branches, schema.description, nullable, { path, to, depth, notes });
}

/** The schema as single-typed schemas; empty when only `null` is accepted. An unknown type gives one without `type`. */
function alternatives(schema: JsonSchema, notes: string[], path: string, to: Lowering): JsonSchema[] {
  const union = schema.oneOf ?? schema.anyOf;
  if (union === undefined || union.length === 0) return splitTypes(schema);
  if (isObjectWithChoice(schema, union)) {
    const folded = foldUnions(schema);
    notes.push(...folded.notes);
    to.lose('union-folded', path, 'alternatives of an object became one set of properties');
    return splitTypes({ ...folded.schema, type: 'object' });
  }
  const { anyOf: _, oneOf: __, ...base } = schema;
  const live = union.filter((branch) => branch.type !== 'null');
  const flat = live.flatMap((branch) => alternatives(mergeBranch(base, branch, live.length === 1), notes, path, to));
  const distinct = [...new Map(flat.map((branch) => [JSON.stringify(branch), branch])).values()];
  return oneEnum(distinct) ?? distinct.slice(0, maxBranches);
}

/** Does the union only say more about an object whose properties stand beside it or in it without a type? */
function isObjectWithChoice(schema: JsonSchema, union: readonly JsonSchema[]): boolean {
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  const isObject = schema.properties !== undefined || types.includes('object');
  const partial = union.some(
    (branch) => branch.type === undefined && branch.anyOf === undefined && branch.oneOf === undefined,
  );
  return (
    isObject &&
    (partial || schema.properties !== undefined) &&
    types.every((type) => type === 'object' || type === 'null')
  );
}

function mergeBranch(base: JsonSchema, branch: JsonSchema, only: boolean): JsonSchema {
  const { description, default: given, ...shared } = base;
  const type = branch.type ?? base.type;
  return {
    ...shared,
    ...(only && description !== undefined ? { description } : {}),
    ...(only && given !== undefined ? { default: given } : {}),
    ...branch,
    ...(type === undefined ? {} : { type }),
    ...(base.enum === undefined || branch.enum === undefined
      ? {}
      : { enum: branch.enum.filter((value) => base.enum?.includes(value)) }),
  };
}

function splitTypes(schema: JsonSchema): JsonSchema[] {
  const listed = typeof schema.type === 'string' ? [schema.type] : [...(schema.type ?? [])];
  const types = listed.filter((type) => type !== 'null');
  if (listed.length > 0 && types.length === 0) return [];
  if (types.length === 0) return splitUntyped(schema);
  const plain = types.includes('number') ? types.filter((type) => type !== 'integer') : types;
  return plain.map((type) => ofType(schema, type, plain.length === 1));
}

/** No type is given: the fixed values tell, else it stays unknown. */
function splitUntyped(schema: JsonSchema): JsonSchema[] {
  const values = schema.const !== undefined ? [schema.const] : schema.enum;
  if (values === undefined || values.length === 0) return [schema];
  const types = [...new Set(values.filter((value) => value !== null).map(typeOfValue))];
  const plain = types.includes('number') ? types.filter((type) => type !== 'integer') : types;
  return plain.map((type) => ofType(schema, type, plain.length === 1));
}

function ofType(schema: JsonSchema, type: string, only: boolean): JsonSchema {
  const { enum: values, const: fixed, description, default: given, type: _, ...rest } = schema;
  const own = values?.filter((value) => fits(value, type));
  return {
    type,
    ...rest,
    ...(only && description !== undefined ? { description } : {}),
    ...(given !== undefined && (only || fits(given, type)) ? { default: given } : {}),
    ...(own === undefined || own.length === 0 ? {} : { enum: [...new Set(own)] }),
    ...(fixed === undefined || !fits(fixed, type) ? {} : { const: fixed }),
  };
}

function fits(value: JsonValue, type: string): boolean {
  const own = typeOfValue(value);
  return own === type || (own === 'integer' && type === 'number');
}

function typeOfValue(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** Alternatives that are all fixed strings are one string with an `enum`. */
function oneEnum(branches: readonly JsonSchema[]): JsonSchema[] | undefined {
  if (branches.length < 2) return undefined;
  const values = branches.map((branch) => (branch.const !== undefined ? [branch.const] : branch.enum));
  if (!values.every((list) => list?.every((value) => typeof value === 'string'))) return undefined;
  const said = branches.flatMap((branch, index) => {
    const text = branch.description ?? branch.title;
    return text === undefined ? [] : [`${(values[index] ?? []).join(', ')}: ${text}`];
  });
  return [
    {
      type: 'string',
      enum: [...new Set(values.flat())] as JsonValue[],
      ...(said.length === 0 ? {} : { description: said.join('; ') }),
    },
  ];
}

interface Place {
  readonly path: string;
  readonly to: Lowering;
  readonly depth: number;
  readonly notes: readonly string[];
}

/** An `anyOf` that is the only field of its node; the node's description moves to the first branch. */
function emitUnion(
  branches: readonly JsonSchema[],
  description: string | undefined,
  nullable: boolean,
  { path, to, depth, notes }: Place,
): ProviderSchema {
  const lowered = branches.map((branch, index) => {
    const own =
      index === 0 && description !== undefined
        ? { ...branch, description: joined(description, branch.description) }
        : branch;
    return emit(own, path, to, depth, index === 0 ? notes : []);
  });
  const flat = lowered.flatMap((branch) =>
    Array.isArray(branch['anyOf']) ? (branch['anyOf'] as ProviderSchema[]) : [branch],
  );
  const distinct = [...new Map(flat.map((branch) => [JSON.stringify(branch), branch])).values()];
  const [only] = distinct;
  if (distinct.length === 1 && only !== undefined) return withNull(only, nullable, to);
  if (!nullable) return { anyOf: distinct };
  if (to.profile.nullableKeyword) return { anyOf: distinct.map((branch) => withNull(branch, true, to)) };
  return { anyOf: [...distinct.map((branch) => branch), { type: 'null' }] };
}

function joined(first: string, second: string | undefined): string {
  if (second === undefined || first.includes(second)) return first;
  return `${first.trim()}${/[.!?]$/.test(first.trim()) ? '' : '.'} ${second}`;
}

/** The same node, also accepting `null`. */
export function withNull(node: ProviderSchema, nullable: boolean, to: Lowering): ProviderSchema {
  if (!nullable) return node;
  if (Array.isArray(node['anyOf'])) {
    const branches = node['anyOf'] as ProviderSchema[];
    if (to.profile.nullableKeyword)
      return { ...node, anyOf: branches.map((branch) => ({ ...branch, nullable: true })) };
    return branches.some((branch) => branch['type'] === 'null')
      ? node
      : { ...node, anyOf: [...branches, { type: 'null' }] };
  }
  if (to.profile.nullableKeyword) return { ...node, nullable: true };
  if (node['const'] !== undefined) {
    const { const: fixed, ...rest } = node;
    return { ...rest, type: [node['type'] as string, 'null'], enum: [fixed as JsonValue, null] };
  }
  const values = node['enum'];
  return {
    ...node,
    ...(typeof node['type'] === 'string' && node['type'] !== 'null' ? { type: [node['type'], 'null'] } : {}),
    ...(Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}),
  };
}

function emit(schema: JsonSchema, path: string, to: Lowering, depth: number, given: readonly string[]): ProviderSchema {
  const type = typeof schema.type === 'string' ? schema.type : undefined;
  if (type === undefined || !Object.hasOwn(keywordsOfType, type === 'integer' ? 'number' : type))
    return emitAny(schema, path, to);
  const out: ProviderSchema = { type };
  const notes = [...given];
  const meant = new Set([...(keywordsOfType[type === 'integer' ? 'number' : type] ?? []), ...keywordsOfAny]);
  for (const [key, value] of Object.entries(schema)) {
    if (value === undefined || !meant.has(key)) continue;
    emitKeyword(key, value, out, notes, { path, to, type });
  }
  if (type === 'object') emitProperties(schema, out, path, to, depth);
  if (type === 'array') emitItems(schema, out, notes, { path, to, depth });
  if (schema['x-cut'] === 'cycle' && schema['x-entity'] !== undefined) notes.push(`Again a ${schema['x-entity']}.`);
  to.describe(out, schema.description, notes, path);
  return out;
}

function emitKeyword(
  key: string,
  value: unknown,
  out: ProviderSchema,
  notes: string[],
  { path, to, type }: { readonly path: string; readonly to: Lowering; readonly type: string },
): void {
  if (key === 'additionalProperties') {
    if (!to.profile.strict && value !== false) notes.push(...to.drop(key, value, path));
    return;
  }
  if (key === 'const' && !to.profile.keywords.has('const') && type === 'string' && value !== '') {
    out['enum'] = [value as JsonValue];
    return;
  }
  if (key === 'enum' && Array.isArray(value)) {
    emitEnum(value as JsonValue[], out, notes, { path, to, type });
    return;
  }
  if (key === 'format') {
    const allowed = to.profile.formats?.[type];
    if (allowed?.includes(value as string) === true) out['format'] = value as JsonValue;
    else notes.push(...to.drop(key, value, path));
    return;
  }
  if (to.profile.keywords.has(key)) out[key] = value as JsonValue;
  else notes.push(...to.drop(key, value, path));
}

function emitEnum(
  values: readonly JsonValue[],
  out: ProviderSchema,
  notes: string[],
  { path, to, type }: { readonly path: string; readonly to: Lowering; readonly type: string },
): void {
  if (!to.profile.stringEnums) {
    out['enum'] = [...values];
    return;
  }
  if (type !== 'string') {
    notes.push(...to.drop('enum', values, path));
    return;
  }
  const usable = values.filter((value) => value !== '');
  if (usable.length < values.length) {
    to.lose(
      'constraint-dropped',
      path,
      `an empty text in an enum is refused by ${to.profile.label}; the description names it`,
    );
    notes.push('May also be left empty.');
  }
  if (usable.length > 0) out['enum'] = [...usable];
}

function emitProperties(schema: JsonSchema, out: ProviderSchema, path: string, to: Lowering, depth: number): void {
  const declared = Object.entries(schema.properties ?? {});
  const missing = (schema.required ?? []).filter((key) => !Object.hasOwn(schema.properties ?? {}, key));
  const entries: [string, JsonSchema][] = [
    ...declared,
    ...[...new Set(missing)].map((key): [string, JsonSchema] => [key, {}]),
  ];
  if (to.profile.strict && path !== '' && isOpenObject(schema, entries.length))
    throw new NotStrict(`input ${JSON.stringify(path)} takes keys that the schema does not name`);
  if (to.profile.strict && isRecord(schema.additionalProperties))
    throw new NotStrict('keys that the schema does not name are allowed');
  const required = new Set(schema.required ?? []);
  const properties: Record<string, ProviderSchema> = {};
  for (const [key, child] of entries) {
    const lowered = lowerTyped(child, below(path, key), to, depth + 1);
    setOwn(properties, key, to.profile.strict && !required.has(key) ? withNull(lowered, true, to) : lowered);
  }
  if (entries.length > 0 || path === '') out['properties'] = properties;
  const names = to.profile.strict ? entries.map(([key]) => key) : [...required];
  if (names.length > 0 || to.profile.strict) out['required'] = names;
  if (to.profile.strict) out['additionalProperties'] = false;
}

function isOpenObject(schema: JsonSchema, properties: number): boolean {
  return properties === 0 && schema.additionalProperties !== false;
}

function emitItems(
  schema: JsonSchema,
  out: ProviderSchema,
  notes: string[],
  { path, to, depth }: { readonly path: string; readonly to: Lowering; readonly depth: number },
): void {
  const slots = schema.prefixItems ?? [];
  const rest = schema.items === undefined || slots.length === 0 ? [] : [schema.items];
  const items = slots.length > 0 ? itemsOf({ prefixItems: [...slots, ...rest] }) : itemsOf(schema);
  out['items'] = lowerTyped(items ?? {}, `${path}[]`, to, depth + 1);
  if (slots.length === 0) return;
  to.lose(
    'constraint-dropped',
    path,
    `a list with a schema for each place is given to ${to.profile.label} as a list of any of them`,
  );
  const places = slots.map((slot, index) => slot.title ?? slot.description ?? kindOf(slot) ?? `item ${index + 1}`);
  notes.push(`In order: ${places.slice(0, 20).join(', ')}.`);
}

function kindOf(schema: JsonSchema): string | undefined {
  return typeof schema.type === 'string' ? schema.type : undefined;
}

function emitNull(schema: JsonSchema, path: string, to: Lowering): ProviderSchema {
  if (!to.profile.nullableKeyword) {
    const out: ProviderSchema = { type: 'null' };
    to.describe(out, schema.description, [], path);
    return out;
  }
  const out: ProviderSchema = { type: 'string', nullable: true };
  to.describe(out, schema.description, ['Always null.'], path);
  return out;
}

/** A node of unknown type. A schema that was cut at a cycle was an object; anything else may be any value. */
function emitAny(schema: JsonSchema, path: string, to: Lowering): ProviderSchema {
  if (to.profile.strict) throw new NotStrict(`input ${JSON.stringify(path)} takes any value`);
  const notes: string[] = [];
  for (const key of keywordsOfAny) {
    const value = (schema as Record<string, unknown>)[key];
    if (value !== undefined) notes.push(...to.drop(key, value, path));
  }
  if (schema['x-cut'] === 'cycle') {
    const out: ProviderSchema = { type: 'object' };
    if (schema['x-entity'] !== undefined) notes.push(`Again a ${schema['x-entity']}.`);
    to.describe(out, schema.description, notes, path);
    return out;
  }
  const text: ProviderSchema = { type: 'string' };
  to.describe(text, schema.description, [...notes, 'Any kind of value.'], path);
  return { anyOf: [text, { type: 'number' }, { type: 'boolean' }, { type: 'object' }] };
}
