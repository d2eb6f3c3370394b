import { isRecord } from '../../src/core/json-schema.js';
import { isSchemaObject } from '../schema-object.js';
import { FunctionTool } from './tool.js';

/**
 * Public methods and tools of an object, its own before inherited ones. Getters are never run; names that begin
 * with `_`, the constructor and what every object has are left out.
 */
export function membersOf(entry: object): [string, unknown][] {
  const members = new Map<string, unknown>();
  for (let holder: unknown = entry; isHolder(holder); holder = Object.getPrototypeOf(holder)) {
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(holder))) {
      if (members.has(name) || name.startsWith('_') || (name === 'constructor' && holder !== entry)) continue;
      const value: unknown = property.value;
      const own = holder === entry;
      if (typeof value === 'function' || (own && (value instanceof FunctionTool || isToolObject(value))))
        members.set(name, value);
    }
  }
  return [...members];
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null && value !== Object.prototype;
}

/** Where tool objects keep their input schema. */
export const schemaKeys = ['parameters', 'inputSchema', 'input_schema', 'schema'] as const;
/** Where tool objects keep what is to be called. */
export const callKeys = ['execute', 'func', 'call', 'invoke'] as const;

/** Is it a description of one tool, as the AI SDK, LangChain, Mastra and OpenAI Agents shape them? */
export function isToolObject(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value) || Array.isArray(value)) return false;
  const hasSchema = schemaKeys.some((key) => isRecord(value[key]) || isSchemaObject(value[key]));
  const described = typeof value['description'] === 'string';
  const callable = callKeys.some((key) => typeof value[key] === 'function');
  return (described && (hasSchema || callable)) || (hasSchema && typeof value['execute'] === 'function');
}
