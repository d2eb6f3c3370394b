import { isRecord, type JsonValue } from '../core/json-schema.js';
import type { ToolAnnotations, ToolSchema } from '../core/tool-schema.js';
import type { ExportLoss, ExportResult } from './export-result.js';
import { type Exportable, type ExportOptions, lowerSelection } from './export-tools.js';
import { Lowering, type ProviderSchema } from './lowering.js';
import { openSchema } from './open-schema.js';
import { mcpProfile } from './provider-profile.js';

/** A tool of an MCP `tools/list` result. */
export interface McpTool {
  name: string;
  title?: string;
  description: string;
  inputSchema: ProviderSchema & { type: 'object' };
  outputSchema?: ProviderSchema & { type: 'object' };
  annotations?: ToolAnnotations;
  /** What the tool's own MCP server sent there, unchanged. */
  _meta?: Readonly<Record<string, JsonValue>>;
}

/**
 * Tools as an MCP server lists them. `outputSchema` is left out where the tool's output is not an object, as MCP
 * takes nothing else there. `tools` is undefined when nothing was selected; a server answers with an empty list then.
 */
export function toMcp(selection: readonly Exportable[], options: ExportOptions = {}): ExportResult<McpTool[]> {
  const { lowered, losses, omitted } = lowerSelection(selection, mcpProfile, options);
  const outputLosses: ExportLoss[] = [];
  const tools = lowered.map(({ tool, name, description, inputSchema }): McpTool => {
    const outputSchema = outputOf(tool, outputLosses);
    const meta = tool.metadata?.['_meta'];
    return {
      name,
      ...(tool.title === undefined ? {} : { title: tool.title }),
      description,
      inputSchema: { ...inputSchema, type: 'object' },
      ...(outputSchema === undefined ? {} : { outputSchema }),
      ...(Object.keys(tool.annotations).length === 0 ? {} : { annotations: tool.annotations }),
      ...(isRecord(meta) ? { _meta: meta as NonNullable<McpTool['_meta']> } : {}),
    };
  });
  const empty = tools.length === 0;
  return { tools: empty ? undefined : tools, empty, losses: [...losses, ...outputLosses], omitted };
}

function outputOf(tool: ToolSchema, losses: ExportLoss[]): McpTool['outputSchema'] {
  if (tool.outputSchema === undefined) return undefined;
  const lowering = new Lowering(mcpProfile, tool.name);
  if (tool.outputSchema.type !== 'object') {
    lowering.lose('constraint-dropped', '', 'its output is not an object, so that MCP takes no output schema for it');
    losses.push(...lowering.losses);
    return undefined;
  }
  return { ...openSchema(tool.outputSchema, '', 0, lowering), type: 'object' };
}
