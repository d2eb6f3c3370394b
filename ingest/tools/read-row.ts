import { isRecord } from '../../src/core/json-schema.js';
import { readAnthropic } from './anthropic-form.js';
import { readGemini } from './gemini-form.js';
import { readLiveTool } from './live-forms.js';
import { readMcp } from './mcp-form.js';
import { readOpenAiChat, readOpenAiCustom, readOpenAiResponses } from './openai-form.js';
import type { RowReading } from './tool-record.js';
import { toolgraphRecord } from './toolgraph-form.js';

/** Forms that can be told by their keys, most distinctive first; what none claims is a row of our own form. */
const readers = [
  readOpenAiChat, readLiveTool, readOpenAiResponses, readAnthropic, readOpenAiCustom, readGemini, readMcp,
]; // biome-ignore format: a list in order

/** Tells a row's form by its keys and reads the tools it holds: one, or several for a namespace or declaration list. */
export function readRow(row: unknown): RowReading {
  if (!isRecord(row) && typeof row !== 'function')
    return { code: 'invalid-tool', reason: `it is ${describeValue(row)}, not a tool object` };
  const object = row as Record<string, unknown>;
  for (const read of readers) {
    const records = read(object);
    if (records !== undefined) return { records };
  }
  const type = object['type'];
  if (typeof type === 'string' && type !== 'function' && !('parameters' in object) && !('description' in object))
    return {
      code: 'provider-hosted-tool',
      reason: `it is the provider's own ${JSON.stringify(type.slice(0, 60))} tool, whose inputs only the provider knows`,
    };
  if (!('name' in object) && Object.keys(object).length === 1) {
    const key = Object.keys(object)[0] as string;
    if (isRecord(object[key]) && Object.keys(object[key]).length === 0)
      return {
        code: 'provider-hosted-tool',
        reason: `it is the provider's own ${JSON.stringify(key.slice(0, 60))} tool`,
      };
  }
  return { records: [toolgraphRecord(object)] };
}

/** A value in a few words, for a message: `null`, `a list of 3`, `a number`. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'absent';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'string')
    return value === '' ? 'an empty text' : `the text ${JSON.stringify(value.slice(0, 40))}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
