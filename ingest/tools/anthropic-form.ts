import type { ToolRecord } from './tool-record.js';

/** Anthropic: `{ name, description, input_schema }`, also with `type: "custom"`. */
export function readAnthropic(row: Record<string, unknown>): ToolRecord[] | undefined {
  if (!('input_schema' in row)) return undefined;
  const metadata: Record<string, unknown> = {};
  for (const key of ['cache_control', 'defer_loading', 'strict', 'input_examples'])
    if (row[key] !== undefined) metadata[key] = row[key];
  return [
    {
      form: 'anthropic',
      name: row['name'],
      description: row['description'],
      input: row['input_schema'],
      inputOptional: false,
      outputIsSchema: true,
      metadata,
    },
  ];
}
