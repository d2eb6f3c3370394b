import { ToolGraphError } from '../core/errors.js';
import type { ToolSchema } from '../core/tool-schema.js';
import { type AiSdkOptions, type AiSdkTool, toAiSdk } from './ai-sdk.js';
import { type AnthropicTool, toAnthropic } from './anthropic.js';
import type { ExportResult } from './export-result.js';
import type { ExportOptions } from './export-tools.js';
import { type GeminiOptions, type GeminiTool, toGemini } from './gemini.js';
import { type McpTool, toMcp } from './mcp.js';
import { type OpenAiChatTool, type OpenAiOptions, type OpenAiResponsesTool, toOpenAI } from './openai.js';
import {
  aiSdkProfile,
  anthropicProfile,
  geminiProfile,
  mcpProfile,
  openAiProfile,
  type ProviderProfile,
} from './provider-profile.js';
import { type Selection, selectTools } from './select-tools.js';

/** What every catalog can do with its tools, or with a selection of them: write them as a provider takes them. */
export abstract class ProviderExports {
  abstract get tools(): readonly ToolSchema[];

  /** The tool of that exposed name, or undefined. */
  abstract get(name: string): ToolSchema | undefined;

  /**
   * Tools for OpenAI: those of a selection (results, tools or names, best first), or the whole catalog when it fits
   * into the provider's cap. `tools` is undefined when nothing was selected; losses and omissions are listed.
   */
  toOpenAI(
    selection: Selection | undefined,
    options: OpenAiOptions & { readonly format: 'responses' },
  ): ExportResult<OpenAiResponsesTool[]>;
  toOpenAI(
    selection?: Selection,
    options?: OpenAiOptions & { readonly format?: 'chat' },
  ): ExportResult<OpenAiChatTool[]>;
  toOpenAI(selection?: Selection, options: OpenAiOptions = {}): ExportResult<OpenAiChatTool[] | OpenAiResponsesTool[]> {
    return toOpenAI(this.#selected(selection, openAiProfile, options), options);
  }

  /** Tools for Anthropic's Messages API; selection and result as in {@link ProviderExports.toOpenAI}. */
  toAnthropic(selection?: Selection, options: ExportOptions = {}): ExportResult<AnthropicTool[]> {
    return toAnthropic(this.#selected(selection, anthropicProfile, options), options);
  }

  /** Function declarations for Gemini; selection and result as in {@link ProviderExports.toOpenAI}. */
  toGemini(selection?: Selection, options: GeminiOptions = {}): ExportResult<GeminiTool[]> {
    return toGemini(this.#selected(selection, geminiProfile, options), options);
  }

  /** Tools as an MCP server lists them; selection and result as in {@link ProviderExports.toOpenAI}. */
  toMcp(selection?: Selection, options: ExportOptions = {}): ExportResult<McpTool[]> {
    return toMcp(this.#selected(selection, mcpProfile, options), options);
  }

  /** An AI SDK `ToolSet`, with `execute` where the tool can be called; selection as in {@link ProviderExports.toOpenAI}. */
  toAiSdk(selection?: Selection, options: AiSdkOptions = {}): ExportResult<Record<string, AiSdkTool>> {
    return toAiSdk(this.#selected(selection, aiSdkProfile, options), options);
  }

  /** The tool of that exposed name. @throws ToolGraphError `UNKNOWN_TOOL` when there is none. */
  protected known(name: string): ToolSchema {
    const tool = this.get(name);
    if (tool === undefined)
      throw new ToolGraphError(
        'UNKNOWN_TOOL',
        `No tool named ${JSON.stringify(name)} is in the catalog; graph.tools lists the names.`,
      );
    return tool;
  }

  #selected(selection: Selection | undefined, profile: ProviderProfile, options: ExportOptions) {
    return selectTools(selection, this.tools, (name) => this.known(name), profile, options);
  }
}
