import { getOwn, isNullable, isRecord, type JsonSchema, setOwn } from '../core/json-schema.js';
import type { ToolSchema } from '../core/tool-schema.js';
import { foldUnions } from './fold-union.js';
import { providerKeys } from './property-keys.js';
import {
  aiSdkProfile, anthropicProfile, geminiProfile, mcpProfile, openAiProfile, type ProviderProfile,
} from './provider-profile.js'; // biome-ignore format: one line

const profiles: Readonly<Record<'openai' | 'anthropic' | 'gemini' | 'mcp' | 'ai-sdk', ProviderProfile>> = {
  openai: openAiProfile,
  anthropic: anthropicProfile,
  gemini: geminiProfile,
  mcp: mcpProfile,
  'ai-sdk': aiSdkProfile,
};

/** A provider that tools can be exported for. */
export type ProviderId = keyof typeof profiles;

/**
 * The arguments a model gave for an exported tool, as the tool itself takes them: renamed keys have their own names
 * again, and `null` for an optional input that does not accept it (strict mode has no other way to leave one out) is
 * taken out, at every depth. The given object is not changed. Values are not checked.
 */
export function restoreArguments(
  tool: Pick<ToolSchema, 'inputSchema'>,
  args: Readonly<Record<string, unknown>>,
  provider: ProviderId,
): Record<string, unknown> {
  const folded = foldUnions(tool.inputSchema).schema;
  const names = providerKeys(Object.keys(folded.properties ?? {}), profiles[provider].propertyKey);
  const originals = new Map([...names].map(([original, name]) => [name, original]));
  const own: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(args)) setOwn(own, originals.get(key) ?? key, value);
  return withoutNulls(own, folded, 0) as Record<string, unknown>;
}

const maxDepth = 60;

function withoutNulls(value: unknown, schema: JsonSchema, depth: number): unknown {
  if (depth > maxDepth || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((item) => withoutNulls(item, items, depth + 1));
  }
  const { properties, required = [] } = foldUnions(schema).schema;
  const kept: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(value)) {
    const childSchema = getOwn(properties, key);
    if (child === null && childSchema !== undefined && !required.includes(key) && !acceptsNull(childSchema)) continue;
    setOwn(kept, key, isRecord(childSchema) ? withoutNulls(child, childSchema as JsonSchema, depth + 1) : child);
  }
  return kept;
}

/** A schema that names no type accepts `null` unless its fixed values say otherwise. */
function acceptsNull(schema: JsonSchema): boolean {
  if (schema.type !== undefined || schema.anyOf !== undefined || schema.oneOf !== undefined) return isNullable(schema);
  if (schema.const !== undefined) return schema.const === null;
  return schema.enum === undefined || schema.enum.includes(null);
}
