import type Anthropic from '@anthropic-ai/sdk';
import type { Tool as McpSdkTool } from '@modelcontextprotocol/client';
import type { ToolSet } from 'ai';
import type OpenAI from 'openai';
import { ToolGraph } from '../../../src/index.js';

/** What each export gives must be what the provider's own SDK takes, without a cast. Compiled by a test, never run. */
const graph = new ToolGraph();

export const chat: OpenAI.Chat.Completions.ChatCompletionTool[] = graph.toOpenAI().tools ?? [];
export const responses: OpenAI.Responses.FunctionTool[] =
  graph.toOpenAI(undefined, { format: 'responses' }).tools ?? [];
export const anthropic: Anthropic.Tool[] = graph.toAnthropic().tools ?? [];
export const aiSdk: ToolSet = graph.toAiSdk().tools ?? {};
export const mcp: McpSdkTool[] = graph.toMcp().tools ?? [];

// @ts-expect-error The check is one: a tool of another provider is refused.
export const wrong: Anthropic.Tool[] = graph.toOpenAI().tools ?? [];
