import type { ExportResult } from './export-result.js';
import { type Exportable, type ExportOptions, type LoweredTool, lowerSelection } from './export-tools.js';
import type { ProviderSchema } from './lowering.js';
import { openAiProfile, openAiStrictProfile } from './provider-profile.js';

/** A function tool of Chat Completions. */
export interface OpenAiChatTool {
  type: 'function';
  function: { name: string; description: string; parameters: ProviderSchema; strict?: boolean };
}

/** A function tool of the Responses API, where `strict` must be said. */
export interface OpenAiResponsesTool {
  type: 'function';
  name: string;
  description: string;
  parameters: ProviderSchema;
  strict: boolean;
}

export interface OpenAiOptions extends ExportOptions {
  /** `chat` (default): Chat Completions. `responses`: the Responses API. */
  readonly format?: 'chat' | 'responses';
  /**
   * Strict mode: the model's arguments always fit the schema. Every input becomes required and optional ones
   * nullable (see `restoreArguments`); a tool that strict mode cannot say is exported without and listed as
   * `not-strict`. Default false.
   */
  readonly strict?: boolean;
}

/**
 * Tools for OpenAI. Best first; at most 128, descriptions at most 1,024 characters, unless options say otherwise.
 * Spread-safe: `tools` is undefined when nothing was selected, because OpenAI refuses an empty list.
 *
 * @example
 * const { tools, losses, omitted } = toOpenAI(graph.retrieveWithScores("cancel an order", 5));
 */
export function toOpenAI(
  selection: readonly Exportable[],
  options: OpenAiOptions & { readonly format: 'responses' },
): ExportResult<OpenAiResponsesTool[]>;
export function toOpenAI(
  selection: readonly Exportable[],
  options?: OpenAiOptions & { readonly format?: 'chat' },
): ExportResult<OpenAiChatTool[]>;
export function toOpenAI(
  selection: readonly Exportable[],
  options?: OpenAiOptions,
): ExportResult<OpenAiChatTool[] | OpenAiResponsesTool[]>;
export function toOpenAI(
  selection: readonly Exportable[],
  options: OpenAiOptions = {},
): ExportResult<OpenAiChatTool[] | OpenAiResponsesTool[]> {
  const strict = options.strict === true;
  const profile = strict ? openAiStrictProfile : openAiProfile;
  const { lowered, losses, omitted } = lowerSelection(selection, profile, options, openAiProfile);
  const tools =
    options.format === 'responses' ? lowered.map(responsesTool) : lowered.map((one) => chatTool(one, strict));
  return { tools: tools.length === 0 ? undefined : tools, empty: tools.length === 0, losses, omitted };
}

function chatTool({ name, description, inputSchema, strict }: LoweredTool, asked: boolean): OpenAiChatTool {
  return { type: 'function', function: { name, description, parameters: inputSchema, ...(asked ? { strict } : {}) } };
}

function responsesTool({ name, description, inputSchema, strict }: LoweredTool): OpenAiResponsesTool {
  return { type: 'function', name, description, parameters: inputSchema, strict };
}
