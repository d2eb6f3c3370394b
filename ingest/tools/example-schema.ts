import { isRecord, type JsonSchema, setOwn } from '../../src/core/json-schema.js';
import { jsonTypeOf } from './tidy-schema.js';

/** Bounds of what is read from one example. */
const limits = { depth: 12, nodes: 1000, listItems: 20 } as const;

/**
 * Infers a schema from an example of a value: objects give properties, lists the merged shape of their first items,
 * texts `string`. A text that is only a type word (`"int"`, `"string"`) stands for that type. Nothing is `required`:
 * one example cannot tell.
 */
export function schemaOfExample(value: unknown): JsonSchema {
  return infer(value, 0, { nodes: 0 });
}

interface Budget {
  nodes: number;
}

function infer(value: unknown, depth: number, budget: Budget): JsonSchema {
  budget.nodes++;
  if (depth > limits.depth || budget.nodes > limits.nodes) return { 'x-cut': depth > limits.depth ? 'depth' : 'nodes' };
  if (Array.isArray(value)) return { type: 'array', items: inferItems(value, depth, budget) };
  if (isRecord(value)) {
    const properties: Record<string, JsonSchema> = {};
    for (const [name, child] of Object.entries(value)) setOwn(properties, name, infer(child, depth + 1, budget));
    return { type: 'object', properties };
  }
  if (typeof value === 'string') return inferText(value);
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
  return typeof value === 'boolean' ? { type: 'boolean' } : {};
}

function inferText(value: string): JsonSchema {
  const type = value.length <= 12 ? jsonTypeOf(value.trim()) : undefined;
  if (type === undefined || type === 'null') return { type: 'string' };
  return type === 'array' ? { type, items: {} } : { type };
}

function inferItems(items: readonly unknown[], depth: number, budget: Budget): JsonSchema {
  let merged: JsonSchema | undefined;
  for (const item of items.slice(0, limits.listItems)) {
    const schema = infer(item, depth + 1, budget);
    merged = merged === undefined ? schema : mergeShapes(merged, schema);
  }
  return merged ?? {};
}

/** Properties of both; anything where the two disagree. */
function mergeShapes(a: JsonSchema, b: JsonSchema): JsonSchema {
  if (a.type !== b.type) return a.type === undefined ? b : b.type === undefined ? a : mixed(a, b);
  if (a.type === 'array') return { type: 'array', items: mergeShapes(a.items ?? {}, b.items ?? {}) };
  if (a.type !== 'object') return a;
  const properties: Record<string, JsonSchema> = {};
  for (const [name, schema] of Object.entries(a.properties ?? {})) setOwn(properties, name, schema);
  for (const [name, schema] of Object.entries(b.properties ?? {})) {
    const present = Object.hasOwn(properties, name) ? properties[name] : undefined;
    setOwn(properties, name, present === undefined ? schema : mergeShapes(present, schema));
  }
  return { type: 'object', properties };
}

function mixed(a: JsonSchema, b: JsonSchema): JsonSchema {
  const numbers = [a.type, b.type].every((type) => type === 'integer' || type === 'number');
  return numbers ? { type: 'number' } : {};
}
