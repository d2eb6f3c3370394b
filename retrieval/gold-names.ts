import { isRecord } from '../src/core/json-schema.js';
import type { ToolSchema } from '../src/core/tool-schema.js';

/**
 * Every name a gold list may use for a tool, to its exposed name: original name, original id, either behind
 * `<source>::` or `<source> `, and the exposed name. Where a set has rows as well as specs, a row's name stands for
 * the operation of its method and path, of the source it resembles most. Of several tools with one name the first counts.
 */
export function goldNames(tools: readonly ToolSchema[], rows: readonly unknown[] = []): Map<string, string> {
  const names = new Map<string, string>();
  const note = (name: string, tool: ToolSchema): void => {
    if (!names.has(name)) names.set(name, tool.name);
  };
  for (const tool of tools) note(tool.originalName, tool);
  for (const tool of tools) note(tool.originalId, tool);
  for (const tool of tools) {
    for (const own of [tool.originalName, tool.originalId]) {
      note(`${tool.source.id}::${own}`, tool);
      note(`${tool.source.id} ${own}`, tool);
    }
    note(tool.name, tool);
  }
  noteRows(rows, tools, names);
  return names;
}

function noteRows(rows: readonly unknown[], tools: readonly ToolSchema[], names: Map<string, string>): void {
  const byOperation = new Map<string, ToolSchema[]>();
  for (const tool of tools) {
    if (tool.source.kind === 'openapi') append(byOperation, `${tool.source.method} ${tool.source.path}`, tool);
  }
  for (const row of rows) {
    if (!isRecord(row)) continue;
    const { name, method, path } = row;
    if (typeof name !== 'string' || names.has(name) || typeof method !== 'string' || typeof path !== 'string') continue;
    const twins = byOperation.get(`${method.toUpperCase()} ${path}`) ?? [];
    const match = twins.find((tool) => resembles(row, tool)) ?? (twins.length === 1 ? twins[0] : undefined);
    if (match !== undefined) names.set(name, match.name);
  }
}

function append(map: Map<string, ToolSchema[]>, key: string, tool: ToolSchema): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [tool]);
  else list.push(tool);
}

/** Does the row's source go by the same letters and digits as the tool's, or begin it? */
function resembles(row: Record<string, unknown>, tool: ToolSchema): boolean {
  const own = letters(tool.source.id);
  const named = letters(typeof row['source'] === 'string' ? row['source'] : '');
  return named !== '' && (own.startsWith(named) || named.startsWith(own));
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
