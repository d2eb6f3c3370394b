import type { ToolCallable, ToolCallContext } from '../../src/core/tool-schema.js';
import type { ToolForm, ToolRecord } from './tool-record.js';

type Live = Record<string, unknown>;
type Method = (...args: readonly unknown[]) => unknown;

/**
 * Reads a live tool object of a framework by its shape alone:
 *
 * - OpenAI Agents: `{ type: "function", name, parameters, invoke }`
 * - LangChain: `{ name, description, schema, invoke | func }`
 * - Mastra: `{ id, description, inputSchema, execute }`
 * - AI SDK: `{ description, inputSchema, execute }`, whose name is its key in the tool set
 */
export function readLiveTool(row: Live): ToolRecord[] | undefined {
  if (row['type'] === 'function' && typeof row['invoke'] === 'function') return [agentsRecord(row)];
  if ('schema' in row && (typeof row['invoke'] === 'function' || typeof row['func'] === 'function'))
    return [langChainRecord(row)];
  if (
    typeof row['id'] === 'string' &&
    'inputSchema' in row &&
    (typeof row['execute'] === 'function' || !('name' in row))
  )
    return [executableRecord('mastra', row['id'], row)];
  if (typeof row['execute'] === 'function' && ('inputSchema' in row || 'parameters' in row))
    return [executableRecord('ai-sdk', row['name'], row)];
  return undefined;
}

/** Reads an entry of an AI SDK tool set or of any record of tools: the key is the name where the tool has none. */
export function readToolSetEntry(key: string, value: Live): ToolRecord[] | undefined {
  const isTool = 'inputSchema' in value || typeof value['execute'] === 'function';
  if (!isTool || 'name' in value || 'function' in value) return undefined;
  return [executableRecord(typeof value['id'] === 'string' ? 'mastra' : 'ai-sdk', key, value)];
}

function agentsRecord(row: Live): ToolRecord {
  const call: ToolCallable = (args, context) =>
    (row['invoke'] as Method)({ context: context?.values ?? {} }, JSON.stringify(args), { signal: context?.signal });
  return { ...base('openai-agents', row['name'], row), input: row['parameters'], callable: call };
}

function langChainRecord(row: Live): ToolRecord {
  const call: ToolCallable = (args, context) => {
    const config = context?.signal === undefined ? {} : { signal: context.signal };
    return typeof row['invoke'] === 'function'
      ? row['invoke'](args, config)
      : (row['func'] as Method)(args, undefined, config);
  };
  return { ...base('langchain', row['name'], row), input: row['schema'], callable: call };
}

function executableRecord(form: ToolForm, name: unknown, row: Live): ToolRecord {
  const execute = row['execute'];
  const callable: ToolCallable | undefined =
    typeof execute === 'function' ? (args, context) => execute.call(row, args, executionOptions(context)) : undefined;
  return {
    ...base(form, name, row),
    title: row['title'],
    input: row['inputSchema'] ?? row['parameters'],
    output: row['outputSchema'],
    annotations: row['annotations'] ?? mcpAnnotations(row),
    ...(callable === undefined ? {} : { callable }),
  };
}

/** What the AI SDK passes beside the input; Mastra takes the same place for its own context and ignores these. */
function executionOptions(context: ToolCallContext | undefined): object {
  return {
    toolCallId: 'toolgraph',
    messages: [],
    ...(context?.signal === undefined ? {} : { abortSignal: context.signal }),
    ...(context?.values === undefined ? {} : { experimental_context: context.values }),
  };
}

function mcpAnnotations(row: Live): unknown {
  const mcp = row['mcp'];
  return typeof mcp === 'object' && mcp !== null ? (mcp as Live)['annotations'] : undefined;
}

function base(form: ToolForm, name: unknown, row: Live): ToolRecord {
  return {
    form,
    name,
    description: row['description'],
    tags: row['tags'],
    inputOptional: true,
    outputIsSchema: true,
  };
}
