import { isRecord } from '../../src/core/json-schema.js';
import type { ToolRecord } from './tool-record.js';

/** Chat Completions: `{ type: "function", function: { name, description, parameters, strict } }`. */
export function readOpenAiChat(row: Record<string, unknown>): ToolRecord[] | undefined {
  const inner = row['function'];
  if (row['type'] !== 'function' || !isRecord(inner)) return undefined;
  return [functionRecord('openai-chat', inner)];
}

/** Responses: `{ type: "function", name, parameters, strict }`, alone or inside `{ type: "namespace", name, tools }`. */
export function readOpenAiResponses(row: Record<string, unknown>): ToolRecord[] | undefined {
  if (row['type'] === 'namespace' && Array.isArray(row['tools'])) return namespaceRecords(row, row['tools']);
  if (row['type'] !== 'function' || typeof row['invoke'] === 'function') return undefined;
  return 'name' in row || 'parameters' in row ? [functionRecord('openai-responses', row)] : undefined;
}

/** Custom tools take one free text: `{ type: "custom", name, format }` or the same under `custom`. */
export function readOpenAiCustom(row: Record<string, unknown>): ToolRecord[] | undefined {
  if (row['type'] !== 'custom' || 'input_schema' in row) return undefined;
  const inner = isRecord(row['custom']) ? row['custom'] : row;
  return [
    {
      form: 'openai-custom',
      name: inner['name'],
      description: inner['description'],
      input: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
      inputOptional: true,
      outputIsSchema: true,
      ...(inner['format'] === undefined ? {} : { metadata: { format: inner['format'] } }),
    },
  ];
}

function namespaceRecords(row: Record<string, unknown>, tools: readonly unknown[]): ToolRecord[] {
  const group = typeof row['name'] === 'string' ? row['name'] : undefined;
  const groupDescription = typeof row['description'] === 'string' ? row['description'] : undefined;
  return tools.map((tool) => ({
    ...functionRecord('openai-responses', functionOf(tool)),
    ...(group === undefined ? {} : { group }),
    ...(groupDescription === undefined ? {} : { groupDescription }),
  }));
}

/** The tool itself or what stands under its `function`; what is no object has no name and is quarantined for that. */
function functionOf(tool: unknown): Record<string, unknown> {
  if (!isRecord(tool)) return {};
  return isRecord(tool['function']) ? tool['function'] : tool;
}

function functionRecord(form: 'openai-chat' | 'openai-responses', row: Record<string, unknown>): ToolRecord {
  const metadata: Record<string, unknown> = {};
  for (const key of ['strict', 'defer_loading']) if (row[key] !== undefined) metadata[key] = row[key];
  return {
    form,
    name: row['name'],
    description: row['description'],
    input: row['parameters'],
    inputOptional: true,
    outputIsSchema: true,
    metadata,
  };
}
