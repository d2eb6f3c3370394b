import { isRecord } from '../../src/core/json-schema.js';

/** The published rules of each provider, written out again here, apart from the code that follows them. */
type Provider = 'openai' | 'openai-strict' | 'anthropic' | 'gemini' | 'mcp' | 'ai-sdk';

/** What a provider would refuse in a tool's input schema; empty when it is fine. */
export function schemaViolations(provider: Provider, schema: unknown): string[] {
  const found: string[] = [];
  if (!isRecord(schema)) return ['the schema is no object'];
  if (schema['type'] !== 'object') found.push(`root type is ${JSON.stringify(schema['type'])}`);
  if (!isRecord(schema['properties'])) found.push('root has no properties');
  for (const key of ['oneOf', 'anyOf', 'allOf', 'enum', 'not', 'const'])
    if (Object.hasOwn(schema, key)) found.push(`root has ${key}`);
  if (provider === 'anthropic') rootKeys(schema, /^[a-zA-Z0-9_.-]{1,64}$/, found);
  if (provider === 'gemini') geminiNode(schema, '', found);
  else if (provider === 'openai-strict') strictNode(schema, '', found);
  else openNode(schema, '', found);
  return found;
}

/** Is the name one that all providers take? */
export function nameViolations(name: string): string[] {
  return /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name) ? [] : [`name ${JSON.stringify(name)}`];
}

function rootKeys(schema: Record<string, unknown>, grammar: RegExp, found: string[]): void {
  for (const key of Object.keys((schema['properties'] as object | undefined) ?? {}))
    if (!grammar.test(key)) found.push(`key ${JSON.stringify(key)}`);
}

const jsonTypes = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/** JSON Schema 2020-12 as its meta-schema has it, without references and without keys of ours. */
function openNode(node: unknown, path: string, found: string[]): void {
  if (typeof node === 'boolean') return;
  if (!isRecord(node)) {
    found.push(`${path}: no schema`);
    return;
  }
  for (const key of Object.keys(node)) {
    if (key.startsWith('x-') || ['$ref', '$defs', 'definitions', '$schema', 'nullable', 'allOf'].includes(key))
      found.push(`${path}: ${key}`);
  }
  const types = node['type'] === undefined ? [] : [node['type']].flat();
  if (types.some((type) => !jsonTypes.has(type as string)) || new Set(types).size !== types.length)
    found.push(`${path}: type ${JSON.stringify(node['type'])}`);
  if (types.includes('array') && node['items'] === undefined) found.push(`${path}: array without items`);
  if (Array.isArray(node['items'])) found.push(`${path}: items is a list`);
  if (
    node['required'] !== undefined &&
    (!Array.isArray(node['required']) || new Set(node['required']).size !== node['required'].length)
  )
    found.push(`${path}: required`);
  if (node['description'] !== undefined && typeof node['description'] !== 'string') found.push(`${path}: description`);
  if (typeof node['pattern'] === 'string') new RegExp(node['pattern'], 'u');
  if (Array.isArray(node['enum']) && node['enum'].length === 0) found.push(`${path}: empty enum`);
  for (const [childPath, child] of childrenOf(node, path)) openNode(child, childPath, found);
}

const geminiKeys = new Set([
  'type', 'format', 'description', 'nullable', 'enum', 'properties', 'required', 'items', 'minItems', 'maxItems',
  'minimum', 'maximum', 'anyOf',
]); // biome-ignore format: a list
const geminiFormats: Record<string, string[]> = {
  string: ['date-time', 'enum'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
};

/** The Schema message of Gemini. */
function geminiNode(node: unknown, path: string, found: string[]): void {
  if (!isRecord(node)) {
    found.push(`${path}: no schema`);
    return;
  }
  for (const key of Object.keys(node)) if (!geminiKeys.has(key)) found.push(`${path}: ${key}`);
  if (node['anyOf'] !== undefined) {
    if (Object.keys(node).length !== 1) found.push(`${path}: anyOf with ${Object.keys(node).join(', ')}`);
    if (!Array.isArray(node['anyOf']) || node['anyOf'].length < 2) found.push(`${path}: anyOf of one`);
  } else if (!['string', 'number', 'integer', 'boolean', 'object', 'array'].includes(node['type'] as string))
    found.push(`${path}: type ${JSON.stringify(node['type'])}`);
  const type = node['type'] as string;
  if (node['enum'] !== undefined) {
    const values = node['enum'] as unknown[];
    if (type !== 'string') found.push(`${path}: enum on ${type}`);
    if (values.length === 0 || values.some((value) => typeof value !== 'string' || value === ''))
      found.push(`${path}: enum ${JSON.stringify(values)}`);
  }
  if (node['format'] !== undefined && geminiFormats[type]?.includes(node['format'] as string) !== true)
    found.push(`${path}: format ${JSON.stringify(node['format'])} on ${type}`);
  if (type === 'array' && !isRecord(node['items'])) found.push(`${path}: array without items`);
  if (type !== 'array' && (node['items'] ?? node['minItems'] ?? node['maxItems']) !== undefined)
    found.push(`${path}: items on ${type}`);
  if (type !== 'object' && (node['properties'] ?? node['required']) !== undefined)
    found.push(`${path}: properties on ${type}`);
  if (!['number', 'integer'].includes(type) && (node['minimum'] ?? node['maximum']) !== undefined)
    found.push(`${path}: bounds on ${type}`);
  for (const key of (node['required'] ?? []) as string[])
    if (!Object.hasOwn((node['properties'] as object | undefined) ?? {}, key)) found.push(`${path}: requires ${key}`);
  for (const [childPath, child] of childrenOf(node, path)) geminiNode(child, childPath, found);
}

const strictKeys = new Set([
  'type', 'description', 'enum', 'const', 'properties', 'required', 'additionalProperties', 'items', 'anyOf', 'pattern', 'format',
  'multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minItems', 'maxItems',
]); // biome-ignore format: a list

/** OpenAI structured outputs. */
function strictNode(node: unknown, path: string, found: string[]): void {
  if (!isRecord(node)) {
    found.push(`${path}: no schema`);
    return;
  }
  for (const key of Object.keys(node)) if (!strictKeys.has(key)) found.push(`${path}: ${key}`);
  const types = [node['type']].flat();
  if (node['anyOf'] === undefined && types.some((type) => !jsonTypes.has(type as string)))
    found.push(`${path}: type ${JSON.stringify(node['type'])}`);
  if (types.includes('object')) {
    if (node['additionalProperties'] !== false) found.push(`${path}: additionalProperties`);
    const keys = Object.keys((node['properties'] as object | undefined) ?? {});
    if (JSON.stringify(keys.sort()) !== JSON.stringify([...((node['required'] as string[] | undefined) ?? [])].sort()))
      found.push(`${path}: required is not every key`);
  }
  if (types.includes('array') && !isRecord(node['items'])) found.push(`${path}: array without items`);
  for (const [childPath, child] of childrenOf(node, path)) strictNode(child, childPath, found);
}

function childrenOf(node: Record<string, unknown>, path: string): [string, unknown][] {
  const children: [string, unknown][] = [];
  for (const [key, child] of Object.entries((node['properties'] as object | undefined) ?? {}))
    children.push([`${path}.${key}`, child]);
  if (node['items'] !== undefined) children.push([`${path}[]`, node['items']]);
  for (const key of ['anyOf', 'oneOf', 'prefixItems'] as const)
    for (const [index, child] of ((node[key] ?? []) as unknown[]).entries())
      children.push([`${path}/${key}/${index}`, child]);
  for (const key of ['not', 'additionalProperties'] as const)
    if (isRecord(node[key])) children.push([`${path}/${key}`, node[key]]);
  return children;
}
