import type { ToolRecord } from './tool-record.js';

const ownKeys = new Set(['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations']);

/** A tool of an MCP `tools/list` result: `{ name, title, inputSchema, outputSchema, annotations, icons, _meta }`. */
export function mcpRecord(row: Record<string, unknown>): ToolRecord {
  const metadata: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(row)) {
    // Icons are pictures for people, often megabytes of base64.
    if (!ownKeys.has(key) && key !== 'icons' && key !== '__proto__') metadata[key] = value;
  }
  return {
    form: 'mcp',
    name: row['name'],
    title: row['title'],
    description: row['description'],
    input: row['inputSchema'],
    inputOptional: false,
    output: row['outputSchema'],
    outputIsSchema: true,
    annotations: row['annotations'],
    metadata,
  };
}

/** Reads a row as an MCP tool when it has MCP's keys and none that only rows of our own form have. */
export function readMcp(row: Record<string, unknown>): ToolRecord[] | undefined {
  if (!('inputSchema' in row)) return undefined;
  const foreign = ['execute', 'invoke', 'source', 'server', 'requires', 'provides', 'tags', 'parameters', 'returns',
    'depends_on', 'links', 'keywords', 'inputs', 'id', 'method', 'path']; // biome-ignore format: a list
  return foreign.some((key) => row[key] !== undefined) ? undefined : [mcpRecord(row)];
}
