import type { ExportResult } from './export-result.js';
import { type Exportable, type ExportOptions, lowerSelection } from './export-tools.js';
import type { ProviderSchema } from './lowering.js';
import { anthropicProfile } from './provider-profile.js';

/** A client tool of the Messages API. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: ProviderSchema & { type: 'object' };
}

/**
 * Tools for Anthropic's Messages API. The root has no composition, and keys outside `^[a-zA-Z0-9_.-]{1,64}$` are
 * renamed, since one such key fails the whole request; `restoreArguments` brings the model's arguments back.
 */
export function toAnthropic(
  selection: readonly Exportable[],
  options: ExportOptions = {},
): ExportResult<AnthropicTool[]> {
  const { lowered, losses, omitted } = lowerSelection(selection, anthropicProfile, options);
  const tools = lowered.map(({ name, description, inputSchema }) => ({
    name,
    description,
    input_schema: { ...inputSchema, type: 'object' as const },
  }));
  return { tools: tools.length === 0 ? undefined : tools, empty: tools.length === 0, losses, omitted };
}
