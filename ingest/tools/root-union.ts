import { getOwn, type JsonSchema, type JsonValue, setOwn } from '../../src/core/json-schema.js';

/** Deepest nesting of unions inside unions that is folded. */
const maxDepth = 8;
/** Most alternatives that the text of the folded schema lists. */
const listedAlternatives = 8;

/**
 * Folds `anyOf` and `oneOf` at the root of an input schema into one object: the properties of every branch are kept,
 * and an input is required when the root or every branch requires it. What the branches demanded is said in the
 * description, since the folded schema accepts more. A property that branches describe differently accepts any of
 * their forms.
 */
export function foldRootUnions(root: JsonSchema, onNote: (message: string) => void): JsonSchema {
  if (root.anyOf === undefined && root.oneOf === undefined) return root;
  const folded = fold(root, 0);
  const alternatives = alternativesOf(root);
  onNote(`the union at the root of its input schema was folded into one object (${alternatives.length} alternatives)`);
  const text = alternativesText(alternatives);
  if (text === undefined) return folded;
  return { ...folded, description: root.description === undefined ? text : `${root.description} ${text}` };
}

function fold(schema: JsonSchema, depth: number): JsonSchema {
  const { anyOf, oneOf, ...rest } = schema;
  let result: JsonSchema = rest;
  for (const branches of [anyOf, oneOf]) {
    if (branches === undefined || depth >= maxDepth) continue;
    const objects = branches.map((branch) => fold(branch, depth + 1)).filter(takesProperties);
    if (objects.length > 0) result = foldBranches(result, objects);
  }
  return result;
}

/** Branches that say nothing of an object (`null`, a text) cannot be given as a tool's arguments. */
function takesProperties(branch: JsonSchema): boolean {
  const types = branch.type === undefined ? [] : [branch.type].flat();
  return types.length === 0 || types.includes('object');
}

function foldBranches(root: JsonSchema, branches: readonly JsonSchema[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const schema of [root, ...branches]) {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const present = getOwn(properties, name);
      setOwn(properties, name, present === undefined ? property : mergeProperty(present, property));
    }
  }
  const shared = (branches[0]?.required ?? []).filter((name) =>
    branches.every((branch) => branch.required?.includes(name)),
  );
  const required = [...new Set([...(root.required ?? []), ...shared])];
  const closed =
    root.additionalProperties === false || branches.every((branch) => branch.additionalProperties === false);
  const { additionalProperties, required: _replaced, ...rest } = root;
  return {
    ...rest,
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    ...(closed ? { additionalProperties: false } : additionalProperties === undefined ? {} : { additionalProperties }),
  };
}

/** Fixed values of one property, as in a discriminator, become one enum; other differences a union. */
function mergeProperty(a: JsonSchema, b: JsonSchema): JsonSchema {
  if (JSON.stringify(a) === JSON.stringify(b)) return a;
  const valuesA = fixedValues(a);
  const valuesB = fixedValues(b);
  if (valuesA !== undefined && valuesB !== undefined && a.type === b.type) {
    const { const: _fixed, ...rest } = a;
    const seen = new Set(valuesA.map((value) => JSON.stringify(value)));
    return { ...rest, enum: [...valuesA, ...valuesB.filter((value) => !seen.has(JSON.stringify(value)))] };
  }
  const variants = a.anyOf !== undefined && Object.keys(a).length === 1 ? a.anyOf : [a];
  const text = JSON.stringify(b);
  return variants.some((variant) => JSON.stringify(variant) === text) ? a : { anyOf: [...variants, b] };
}

function fixedValues(schema: JsonSchema): readonly JsonValue[] | undefined {
  return schema.const === undefined ? schema.enum : [schema.const];
}

function alternativesOf(root: JsonSchema): JsonSchema[] {
  return [...(root.anyOf ?? []), ...(root.oneOf ?? [])].filter(takesProperties);
}

function alternativesText(alternatives: readonly JsonSchema[]): string | undefined {
  const texts = alternatives
    .map((branch) => branch.required ?? Object.keys(branch.properties ?? {}))
    .filter((names) => names.length > 0)
    .map((names) => names.join(' with '));
  const unique = [...new Set(texts)];
  if (unique.length < 2) return undefined;
  const listed = unique.slice(0, listedAlternatives);
  const more = unique.length > listed.length ? `, or one of ${unique.length - listed.length} more` : '';
  return `Give one of: ${listed.join('; ')}${more}.`;
}
