import { isRecord, type JsonSchema, type JsonValue, setOwn } from '../src/core/json-schema.js';
import { isExposedName } from '../src/core/names.js';
import type { ToolInput } from '../src/core/tool-schema.js';

/** One input that a function's parameter list asks for: a parameter, or one key of a destructured parameter. */
export interface SignatureInput {
  /** As it stands in the code: the parameter, or the key (never the local alias) of a pattern. */
  readonly name: string;
  /** Index of the parameter, from 0. */
  readonly position: number;
  /** A key of the object at `position`. */
  readonly property?: true;
  /** Gathers the remaining arguments. */
  readonly rest?: true;
  readonly required: boolean;
  readonly schema: JsonSchema;
  /** Not JSON (a callback, an AbortSignal): kept for calling, not offered as an input. */
  readonly opaque?: true;
}

/** Says that a parameter is opaque, for the diagnostic of that code. */
export function opaqueMessage(parameter: string, tool: string): string {
  return `Parameter ${JSON.stringify(parameter)} of ${JSON.stringify(tool)} has no JSON form (a callback or the like) and is not offered as an input.`;
}

/** What a parameter list asks for, in its order. */
export interface Signature {
  readonly inputs: readonly SignatureInput[];
  /** Position of an object pattern with a rest element, which takes keys that are not listed. */
  readonly open?: number;
}

/** A signature as ToolSchema holds it. */
export interface SignatureInputs {
  readonly inputSchema: JsonSchema;
  readonly inputs: readonly ToolInput[];
}

/**
 * Makes `inputSchema` and `inputs` of a signature, leaving out what is `hidden` or opaque. Two keys of one name at
 * different positions are told apart by a number at the end of the later one.
 */
export function inputsOfSignature(signature: Signature, hidden: ReadonlySet<string>): SignatureInputs {
  const properties: Record<string, JsonSchema> = {};
  const inputs: ToolInput[] = [];
  for (const entry of signature.inputs) {
    if (hidden.has(entry.name) || entry.opaque === true) continue;
    const name = freeName(entry.name, (candidate) => Object.hasOwn(properties, candidate));
    setOwn(properties, name, entry.schema);
    inputs.push({
      name,
      originalName: entry.name,
      in: 'argument',
      required: entry.required,
      position: entry.position,
      ...(entry.property === true ? { property: true as const } : {}),
      ...(entry.rest === true ? { rest: true as const } : {}),
    });
  }
  const required = inputs.filter((input) => input.required).map((input) => input.name);
  const inputSchema: JsonSchema = {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    ...(signature.open === undefined ? {} : { additionalProperties: true }),
  };
  return { inputSchema, inputs };
}

/** `base`, or `base` with the first number from 2 that is not taken. */
export function freeName(base: string, taken: (name: string) => boolean): string {
  let name = base;
  for (let count = 2; taken(name); count++) name = `${base}${count}`;
  return name;
}

/** A name for an array pattern, made of its elements (`[row, col]` → `rowCol`), or `values` when none is named. */
export function tupleName(elements: readonly (string | undefined)[]): string {
  const words = elements.filter((element): element is string => element !== undefined);
  const joined = words.map((word, index) => (index === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join('');
  return isExposedName(joined) ? joined : 'values';
}

/** A schema that a default value suggests: its type, and the default itself when it is JSON. */
export function schemaOfDefault(value: JsonValue | undefined): JsonSchema {
  if (value === undefined) return {};
  const type = jsonTypeOf(value);
  const items = Array.isArray(value) ? { items: itemsOf(value) } : {};
  return { ...(type === undefined ? {} : { type }), ...items, default: value };
}

function itemsOf(values: readonly JsonValue[]): JsonSchema {
  const types = new Set(values.map(jsonTypeOf));
  const [only] = types;
  return types.size === 1 && only !== undefined ? { type: only } : {};
}

function jsonTypeOf(value: JsonValue): string | undefined {
  if (value === null) return undefined;
  if (Array.isArray(value)) return 'array';
  return isRecord(value) ? 'object' : typeof value;
}

/**
 * The schema and the inputs of an object pattern: which of its keys are required depends on the default of the
 * pattern as a whole. Without one each key stands for itself; with one, a key that the default lacks is optional.
 */
export function applyPatternDefault(
  entries: readonly SignatureInput[],
  whole: { readonly present: boolean; readonly value: JsonValue | undefined },
): SignatureInput[] {
  if (!whole.present) return [...entries];
  return entries.map((entry) => {
    const value = isRecord(whole.value) && Object.hasOwn(whole.value, entry.name) ? whole.value[entry.name] : undefined;
    const schema =
      value === undefined || entry.schema.default !== undefined
        ? entry.schema
        : { ...schemaOfDefault(value as JsonValue), ...entry.schema, default: value as JsonValue };
    return { ...entry, required: false, schema };
  });
}

/** An object schema of pattern entries, for a pattern that is nested in another one. */
export function objectOfEntries(all: readonly SignatureInput[], open: boolean): JsonSchema {
  const entries = all.filter((entry) => entry.opaque !== true);
  const properties: Record<string, JsonSchema> = {};
  for (const entry of entries) setOwn(properties, entry.name, entry.schema);
  const required = entries.filter((entry) => entry.required).map((entry) => entry.name);
  return {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    ...(open ? { additionalProperties: true } : {}),
  };
}

/** Words of an identifier as a phrase: `lookupCustomer` → `lookup customer`. Never empty for a non-empty name. */
export function wordsOfName(name: string): string {
  const words = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[_\-.$\s]+/g, ' ')
    .trim();
  return words === '' ? name : words.toLowerCase();
}
