import { ingestPythonText, type PythonOptions } from '../../../ingest/python/index.js';
import type { JsonSchema } from '../../../src/core/json-schema.js';
import type { IngestResult, ToolDraft } from '../../../src/core/tool-schema.js';

/** Ingests text as one file and gives its tools by name. */
export function readTools(text: string, options?: PythonOptions): Map<string, ToolDraft> {
  return byName(ingestPythonText({ file: 'sample.py', text }, options));
}

export function byName({ tools }: IngestResult): Map<string, ToolDraft> {
  return new Map(tools.map((tool) => [tool.originalName, tool]));
}

/** The tool of that name; throws with the names there are. */
export function toolNamed(tools: ReadonlyMap<string, ToolDraft>, name: string): ToolDraft {
  const found = tools.get(name);
  if (found === undefined) throw new Error(`no tool ${name} among ${[...tools.keys()].join(', ')}`);
  return found;
}

/** Schema of one input; throws when the tool does not have it. */
export function inputOf(tool: ToolDraft, name: string): JsonSchema {
  const schema = tool.inputSchema.properties?.[name];
  if (schema === undefined)
    throw new Error(`no input ${name} among ${Object.keys(tool.inputSchema.properties ?? {}).join(', ')}`);
  return schema;
}

/** Input names in order. */
export function inputNames(tool: ToolDraft): string[] {
  return Object.keys(tool.inputSchema.properties ?? {});
}

/** The schema that one annotation comes to, with `prelude` above the function. */
export function schemaOf(annotation: string, prelude = ''): JsonSchema | undefined {
  const tool = toolNamed(readTools(`${prelude}\ndef f(x: ${annotation}): ...\n`, { select: 'all' }), 'f');
  return tool.inputSchema.properties?.['x'];
}
