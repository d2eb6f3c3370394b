import { isRecord, type JsonSchema, type JsonValue, setOwn } from '../src/core/json-schema.js';

/**
 * Joins a union whose branches are all literals into one `enum`, and takes a lone `null` branch into the type.
 * Other unions stay as they are.
 */
export function collapseUnions(schema: JsonSchema): JsonSchema {
  const next: Record<string, unknown> = { ...schema };
  for (const key of ['items', 'additionalProperties', 'not'] as const) {
    if (isRecord(next[key])) next[key] = collapseUnions(next[key] as JsonSchema);
  }
  for (const key of ['anyOf', 'oneOf', 'prefixItems'] as const) {
    if (Array.isArray(next[key])) next[key] = (next[key] as JsonSchema[]).map(collapseUnions);
  }
  if (schema.properties !== undefined) {
    const properties: Record<string, JsonSchema> = {};
    for (const [name, property] of Object.entries(schema.properties))
      setOwn(properties, name, collapseUnions(property));
    next['properties'] = properties;
  }
  for (const key of ['anyOf', 'oneOf'] as const) {
    const joined = Array.isArray(next[key]) ? joinBranches(next[key] as JsonSchema[]) : undefined;
    if (joined === undefined) continue;
    delete next[key];
    return { ...joined, ...next } as JsonSchema;
  }
  return next as JsonSchema;
}

function joinBranches(branches: readonly JsonSchema[]): JsonSchema | undefined {
  const nulls = branches.filter((branch) => branch.type === 'null');
  const rest = branches.filter((branch) => branch.type !== 'null');
  const [only] = rest;
  if (rest.length === 1 && nulls.length > 0 && only !== undefined && typeof only.type === 'string')
    return withNull(only);
  const values: JsonValue[] = [];
  const types = new Set<string>();
  for (const branch of rest) {
    const literals = branch.const !== undefined ? [branch.const] : branch.enum;
    if (literals === undefined || branch.description !== undefined) return undefined;
    values.push(...literals);
    for (const type of typeof branch.type === 'string' ? [branch.type] : (branch.type ?? [])) types.add(type);
  }
  if (values.length === 0) return undefined;
  const unique = [...new Set(values)];
  const [type] = types;
  const joined: JsonSchema = { ...(types.size === 1 && type !== undefined ? { type } : {}), enum: unique };
  return nulls.length > 0 ? withNull(joined) : joined;
}

/** The schema with `null` accepted beside what it accepts. */
export function withNull(schema: JsonSchema): JsonSchema {
  const types = schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type;
  return {
    ...schema,
    ...(types.length === 0 || types.includes('null') ? {} : { type: [...types, 'null'] }),
    ...(schema.enum === undefined || schema.enum.includes(null) ? {} : { enum: [...schema.enum, null] }),
  };
}
