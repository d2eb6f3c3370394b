import { canonicalSchema, getOwn, isRecord, type JsonSchema, setOwn } from '../../src/core/json-schema.js';
import type { InputLocation, ToolInput } from '../../src/core/tool-schema.js';
import { isFieldRecord, isSchemaObject, jsonSchemaOf } from '../schema-object.js';
import { describeValue } from './read-row.js';
import { foldRootUnions } from './root-union.js';
import { isTrueText, tidySchema } from './tidy-schema.js';

type Raw = Record<string, unknown>;

/** Findings about one tool's schemas, without the item they belong to. */
export interface SchemaNotes {
  repair(code: string, message: string): void;
  warn(code: string, message: string): void;
}

/** A tool's inputs as the catalog keeps them. */
export interface ReadInputs {
  readonly schema: JsonSchema;
  readonly inputs: readonly ToolInput[];
}

const locations: ReadonlySet<string> = new Set(['path', 'query', 'header', 'cookie', 'body', 'argument']);
const emptyRoot: JsonSchema = { type: 'object', properties: {} };

/**
 * Reads whatever stands where an input schema should: JSON Schema of any dialect, a schema library's object, a list
 * or a bare map of parameters, JSON as text, or nothing. The result's root is always `type: "object"` with
 * `properties`, without a union; what had to be changed is noted. Root properties say their location in `x-in`.
 *
 * @param given What the caller knows of locations by input name; wins over `x-in`.
 */
export function readInputs(
  raw: unknown,
  optional: boolean,
  notes: SchemaNotes,
  given?: ReadonlyMap<string, string>,
): ReadInputs {
  const record = toRecord(raw, optional, notes);
  const tidy = tidySchema(record);
  for (const repair of tidy.repairs) notes.repair('input-schema-repaired', `its input schema was repaired: ${repair}`);
  const root = readRoot(tidy.schema as Raw, record, notes);
  const required = new Set(root.required ?? []);
  const inputs = Object.keys(root.properties ?? {}).map((name): ToolInput => {
    const stated = given?.get(name);
    const location = isLocation(stated) ? stated : ownLocation(record, name);
    return { name, originalName: name, in: location ?? 'argument', required: required.has(name) };
  });
  return { schema: root, inputs };
}

/** The value as a schema record, from any of the shapes seen in its place. */
function toRecord(raw: unknown, optional: boolean, notes: SchemaNotes): Raw {
  if (raw === undefined || raw === null) {
    if (!optional)
      notes.repair('missing-input-schema', `its input schema is ${describeValue(raw)}; it takes no inputs`);
    return {};
  }
  if (isSchemaObject(raw) || (isRecord(raw) && isFieldRecord(raw))) return fromLibrary(raw, notes);
  if (Array.isArray(raw)) return fromList(raw, notes);
  if (typeof raw === 'string') return fromText(raw, notes);
  if (!isRecord(raw)) {
    notes.repair('invalid-input-schema', `its input schema is ${describeValue(raw)}; it takes no inputs`);
    return {};
  }
  return isParameterMap(raw) ? fromMap(raw, notes) : raw;
}

function fromLibrary(raw: unknown, notes: SchemaNotes): Raw {
  const schema = jsonSchemaOf(raw, 'input', ({ code, message }) => {
    if (code !== 'unreadable-schema') notes.repair('input-without-json-form', `in its input schema, ${message}`);
    else notes.repair('unreadable-input-schema', `its input schema: ${message}; it takes no inputs`);
  });
  return isRecord(schema) ? schema : {};
}

/** `[{ name, type, description, required }]`, as tables of parameters are often written. */
function fromList(raw: readonly unknown[], notes: SchemaNotes): Raw {
  const properties: Raw = {};
  const required: string[] = [];
  let texts = false;
  for (const entry of raw) {
    if (!isRecord(entry) || typeof entry['name'] !== 'string') continue;
    const { name, required: isRequired, ...schema } = entry;
    setOwn<unknown>(properties, name, isRecord(schema['schema']) ? { ...schema['schema'], ...schema } : schema);
    if (isRequired === true || isTrueText(isRequired)) required.push(name);
    texts ||= isTrueText(isRequired);
  }
  if (texts) notes.repair('required-as-text', 'in its input schema, required: "true" is a text; it is read as true');
  const read = Object.keys(properties).length;
  notes.repair(
    'input-schema-list',
    `its input schema is a list; ${read} of its ${raw.length} entries are read as inputs`,
  );
  return { type: 'object', properties, required };
}

function fromText(raw: string, notes: SchemaNotes): Raw {
  if (raw.length <= 1_000_000 && raw.trimStart().startsWith('{')) {
    try {
      const parsed: unknown = JSON.parse(raw);
      if (isRecord(parsed)) {
        notes.repair('input-schema-text', 'its input schema is JSON as text; it was parsed');
        return parsed;
      }
    } catch (thrown) {
      notes.repair(
        'invalid-input-schema',
        `its input schema is a text that is not JSON (${(thrown as Error).message.slice(0, 60)}); it takes no inputs`,
      );
      return {};
    }
  }
  notes.repair('invalid-input-schema', `its input schema is ${describeValue(raw)}; it takes no inputs`);
  return {};
}

const schemaKeys = new Set([
  'type', 'properties', 'required', 'items', 'enum', 'const', '$ref', '$schema', '$id', '$defs', 'definitions', 'allOf',
  'anyOf', 'oneOf', 'not', 'additionalProperties', 'patternProperties', 'title', 'description', 'default', 'examples',
]); // biome-ignore format: a list

/** `{ city: { type: "string" } }` in the place of a schema: its keys are no keywords, its values are all schemas. */
function isParameterMap(raw: Raw): boolean {
  const entries = Object.entries(raw);
  return (
    entries.length > 0 &&
    entries.every(
      ([key, value]) =>
        !schemaKeys.has(key) && isRecord(value) && ('type' in value || 'description' in value || 'enum' in value),
    )
  );
}

function fromMap(raw: Raw, notes: SchemaNotes): Raw {
  notes.repair('input-schema-map', 'its input schema is a bare map of parameters; they are read as its properties');
  return { type: 'object', properties: raw };
}

/** The canonical schema with an object root. */
function readRoot(tidy: Raw, original: Raw, notes: SchemaNotes): JsonSchema {
  const canonical = canonicalSchema(tidy, {
    onIssue: (issue) =>
      issue.code === 'invalid-schema'
        ? notes.repair(issue.code, `in its input schema, ${issue.message}`)
        : notes.warn(issue.code, `in its input schema, ${issue.message}`),
  });
  const types = canonical.type === undefined ? [] : [canonical.type].flat();
  if (types.length > 0 && !types.includes('object')) {
    notes.repair(
      'input-schema-not-object',
      `the root of its input schema is ${types.join(' or ')}, not an object; it takes no inputs`,
    );
    return emptyRoot;
  }
  const folded = foldRootUnions(canonical, (message) => notes.repair('root-union-folded', message));
  const { enum: values, const: value, not, items, prefixItems, ...root } = folded;
  if (values !== undefined || value !== undefined || not !== undefined)
    notes.repair('root-constraint-dropped', 'enum, const or not at the root of its input schema was dropped');
  return withRequired({ ...root, type: 'object', properties: root.properties ?? {} }, original, notes);
}

/** Drops required names without a property, and takes in those that draft 3 marks at the property. */
function withRequired(root: JsonSchema, original: Raw, notes: SchemaNotes): JsonSchema {
  const properties = root.properties ?? {};
  const marked = Object.entries(isRecord(original['properties']) ? original['properties'] : {})
    .filter(([, property]) => isRecord(property) && (property['required'] === true || isTrueText(property['required'])))
    .map(([name]) => name);
  const wanted = [...new Set([...(root.required ?? []), ...marked])];
  const required = wanted.filter((name) => Object.hasOwn(properties, name));
  const unknown = wanted.filter((name) => !Object.hasOwn(properties, name));
  if (unknown.length > 0)
    notes.repair(
      'unknown-required',
      `its input schema requires ${unknown
        .slice(0, 5)
        .map((name) => JSON.stringify(name.slice(0, 60)))
        .join(', ')}, which it does not describe; dropped`,
    );
  if (marked.length > 0)
    notes.repair('required-at-property', '"required: true" at a property was moved to the list of required inputs');
  const { required: _dropped, ...rest } = root;
  return required.length > 0 ? { ...rest, required } : rest;
}

function ownLocation(record: Raw, name: string): InputLocation | undefined {
  const properties = isRecord(record['properties']) ? record['properties'] : undefined;
  const property = getOwn(properties, name);
  const location = isRecord(property) ? property['x-in'] : undefined;
  return isLocation(location) ? location : undefined;
}

function isLocation(value: unknown): value is InputLocation {
  return typeof value === 'string' && locations.has(value);
}
