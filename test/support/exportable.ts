import { ToolCatalog } from '../../src/core/catalog.js';
import { canonicalSchema, isRecord, type JsonSchema } from '../../src/core/json-schema.js';
import type { ToolDraft, ToolSchema } from '../../src/core/tool-schema.js';
import { readJsonFixture } from './cases.js';

/** A catalog tool with that input schema, as an ingester would hand it over. */
export function exportable(name: string, inputSchema: unknown, rest: Partial<ToolDraft> = {}): ToolSchema {
  const schema: JsonSchema = { ...canonicalSchema(isRecord(inputSchema) ? inputSchema : {}), type: 'object' };
  const draft: ToolDraft = {
    source: { kind: 'data', id: 'test', form: 'mcp' },
    originalId: name,
    originalName: name,
    description: `Does ${name}.`,
    inputSchema: schema,
    inputs: Object.keys(schema.properties ?? {}).map((key) => ({
      name: key,
      originalName: key,
      in: 'argument',
      required: schema.required?.includes(key) === true,
    })),
    ...rest,
  };
  return new ToolCatalog().apply([draft]).added[0] as ToolSchema;
}

/** The tools of a stored tools/list fixture. */
export function exportablesOf(path: string): ToolSchema[] {
  const list = readJsonFixture(path) as { tools: { name: string; description?: string; inputSchema?: unknown }[] };
  return list.tools.map((tool) =>
    exportable(tool.name, tool.inputSchema, tool.description === undefined ? {} : { description: tool.description }),
  );
}
