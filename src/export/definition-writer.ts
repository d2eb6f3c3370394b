import { ToolGraphError } from '../core/errors.js';
import type { ToolSchema } from '../core/tool-schema.js';
import { type AiSdkTool, toAiSdk } from './ai-sdk.js';
import { type AnthropicTool, toAnthropic } from './anthropic.js';
import type { ExportLoss, ExportResult } from './export-result.js';
import { type GeminiTool, toGemini } from './gemini.js';
import { type McpTool, toMcp } from './mcp.js';
import { type OpenAiChatTool, toOpenAI } from './openai.js';
import { type ProjectedTool, projectionForms, projectTool } from './project-tool.js';
import { aiSdkProfile, anthropicProfile, geminiProfile, mcpProfile, openAiProfile } from './provider-profile.js';
import type { ProviderId } from './restore-arguments.js';

/** What goes into a provider's `tools` field. */
export interface ProviderDefinitions {
  readonly openai: OpenAiChatTool[];
  readonly anthropic: AnthropicTool[];
  readonly gemini: GeminiTool[];
  readonly mcp: McpTool[];
  readonly 'ai-sdk': Record<string, AiSdkTool>;
}

const providers: {
  readonly [P in ProviderId]: {
    readonly maxTools: number;
    readonly write: (tools: readonly ToolSchema[]) => ExportResult<ProviderDefinitions[P]>;
  };
} = {
  openai: { maxTools: openAiProfile.maxTools, write: (tools) => toOpenAI(tools) },
  anthropic: { maxTools: anthropicProfile.maxTools, write: (tools) => toAnthropic(tools) },
  gemini: { maxTools: geminiProfile.maxTools, write: (tools) => toGemini(tools) },
  mcp: { maxTools: mcpProfile.maxTools, write: (tools) => toMcp(tools) },
  'ai-sdk': { maxTools: aiSdkProfile.maxTools, write: (tools) => toAiSdk(tools) },
};

/** Writes tools for one provider, whole or in a smaller form. */
export interface DefinitionWriter<Definitions> {
  readonly provider: ProviderId;
  /** Most tools the provider takes in one request. */
  readonly maxTools: number;
  /** How many forms {@link DefinitionWriter.form} knows; 0 is the whole tool, the last the smallest. */
  readonly forms: number;
  readonly form: (tool: ToolSchema, form: number, keep: ReadonlySet<string>) => ProjectedTool;
  readonly write: (tools: readonly ToolSchema[]) => ExportResult<Definitions>;
}

/** The writer for a provider. Throws `INVALID_OPTION` for one that is not known. */
export function definitionWriter<P extends ProviderId>(provider: P): DefinitionWriter<ProviderDefinitions[P]> {
  if (!Object.hasOwn(providers, provider)) {
    const known = Object.keys(providers).join(', ');
    throw new ToolGraphError('INVALID_OPTION', `Provider ${JSON.stringify(provider)} is unknown; use one of ${known}.`);
  }
  const { maxTools, write } = providers[provider];
  const isSent = (cut: ExportLoss) => provider === 'mcp' || cut.kind !== 'output-left-out';
  return {
    provider,
    maxTools,
    forms: projectionForms,
    form: (tool, form, keep) => {
      const projected = projectTool(tool, form, keep);
      return { tool: projected.tool, cuts: projected.cuts.filter(isSent) };
    },
    write,
  };
}
