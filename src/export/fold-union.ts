import { type JsonSchema, type JsonValue, schemaTypes, setOwn } from '../core/json-schema.js';

/** An object schema without `anyOf` and `oneOf`, and sentences that say what they said. */
export interface FoldedObject {
  readonly schema: JsonSchema;
  readonly notes: readonly string[];
  /** Branches that no object can match, as they stood. */
  readonly unmatched: readonly JsonSchema[];
}

const maxFoldDepth = 8;

/**
 * Folds the unions of an object schema into one set of properties, for providers that refuse them at the root. Every
 * branch's properties stay visible; required is what the base requires and what every branch requires; the choice
 * between branches becomes a sentence. A property that differs between branches accepts what any of them accepts.
 */
export function foldUnions(schema: JsonSchema, depth = 0): FoldedObject {
  if (schema.anyOf === undefined && schema.oneOf === undefined) return { schema, notes: [], unmatched: [] };
  const { anyOf, oneOf, ...base } = schema;
  const properties = new Map(Object.entries(base.properties ?? {}).map(([key, child]) => [key, [child]]));
  const required = new Set(base.required ?? []);
  const notes: string[] = [];
  const unmatched: JsonSchema[] = [];
  for (const [branches, exactly] of [
    [oneOf, true],
    [anyOf, false],
  ] as const) {
    if (branches === undefined || branches.length === 0) continue;
    const objects = branches.filter((branch) => isObjectBranch(branch));
    unmatched.push(...branches.filter((branch) => !isObjectBranch(branch) && branch.type !== 'null'));
    const folded = objects.map((branch) => (depth >= maxFoldDepth ? bare(branch) : foldUnions(branch, depth + 1)));
    for (const { schema: branch } of folded) {
      for (const [key, child] of Object.entries(branch.properties ?? {})) {
        const known = properties.get(key);
        if (known === undefined) properties.set(key, [child]);
        else known.push(child);
      }
    }
    for (const key of commonRequired(folded)) required.add(key);
    const note = choiceText(folded, required, exactly);
    if (note !== undefined) notes.push(note);
    notes.push(...folded.flatMap((branch) => branch.notes));
  }
  const merged: Record<string, JsonSchema> = {};
  for (const [key, children] of properties) setOwn(merged, key, anyOfThese(children));
  const { required: _, properties: __, ...rest } = base;
  return {
    schema: {
      ...rest,
      properties: merged,
      ...(required.size === 0 ? {} : { required: [...required] }),
      ...(base.additionalProperties === false && properties.size > Object.keys(base.properties ?? {}).length
        ? { additionalProperties: false }
        : {}),
    },
    notes: [...new Set(notes)],
    unmatched,
  };
}

function bare(schema: JsonSchema): FoldedObject {
  const { anyOf: _, oneOf: __, ...rest } = schema;
  return { schema: rest, notes: [], unmatched: [] };
}

function isObjectBranch(branch: JsonSchema): boolean {
  const types = schemaTypes(branch);
  return types.includes('object') || (types.length === 0 && branch.type !== 'null' && branch.const === undefined);
}

function commonRequired(branches: readonly FoldedObject[]): string[] {
  const [first, ...others] = branches;
  return (first?.schema.required ?? []).filter((key) =>
    others.every((branch) => branch.schema.required?.includes(key)),
  );
}

/** `Give at least one of a or (b and c).` Undefined when there is nothing to choose between. */
function choiceText(
  branches: readonly FoldedObject[],
  always: ReadonlySet<string>,
  exactly: boolean,
): string | undefined {
  const labels = branches.map((branch) => labelOf(branch.schema, always));
  const distinct = [...new Set(labels.filter((label) => label !== ''))];
  if (branches.length < 2 || distinct.length === 0) return undefined;
  if (distinct.length === 1) return labels.includes('') ? `${distinct[0]} may be left out together.` : undefined;
  const shown = distinct.slice(0, 12);
  const more = distinct.length > shown.length ? ` (and ${distinct.length - shown.length} more forms)` : '';
  return `Give ${exactly ? 'exactly' : 'at least'} one of ${shown.join(' or ')}${more}.`;
}

/** What tells a branch from the others: its fixed values, and the keys it requires or, failing that, has. */
function labelOf(branch: JsonSchema, always: ReadonlySet<string>): string {
  const entries = Object.entries(branch.properties ?? {});
  const fixed = entries.filter(([, child]) => fixedValue(child) !== undefined).map(([key]) => key);
  const required = (branch.required ?? []).filter((key) => !always.has(key) && !fixed.includes(key));
  const keys =
    required.length > 0
      ? required
      : fixed.length > 0
        ? []
        : entries.map(([key]) => key).filter((key) => !always.has(key));
  const fixedTexts = entries.flatMap(([key, child]) => {
    const value = fixedValue(child);
    return value === undefined ? [] : [`${key} ${JSON.stringify(value)}`];
  });
  const parts = [...fixedTexts, ...keys.slice(0, 12)];
  if (parts.length === 0) return branch.title ?? '';
  return parts.length === 1 ? (parts[0] as string) : `(${parts.join(' and ')})`;
}

function fixedValue(schema: JsonSchema): JsonValue | undefined {
  if (schema.const !== undefined) return schema.const;
  return schema.enum?.length === 1 ? schema.enum[0] : undefined;
}

/** One schema that accepts what any of these accepts; fixed values of one type become one `enum`. */
export function anyOfThese(schemas: readonly JsonSchema[]): JsonSchema {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const only = distinct[0];
  if (only === undefined) return {};
  if (distinct.length === 1) return only;
  if (distinct.some((schema) => Object.keys(schema).length === 0)) return {};
  const values = distinct.map((schema) => (schema.const !== undefined ? [schema.const] : schema.enum));
  const types = new Set(values.flat().map((value) => (value === null ? 'null' : typeof value)));
  if (values.every((list) => list !== undefined) && types.size === 1 && !types.has('object')) {
    const { const: _, enum: __, ...base } = only;
    const type = base.type ?? (types.has('string') ? 'string' : types.has('boolean') ? 'boolean' : undefined);
    return { ...base, ...(type === undefined ? {} : { type }), enum: [...new Set(values.flat())] as JsonValue[] };
  }
  const described = distinct.find((schema) => schema.description !== undefined)?.description;
  return { ...(described === undefined ? {} : { description: described }), anyOf: distinct };
}
