export { type AiSdkOptions, type AiSdkTool, toAiSdk } from './ai-sdk.js';
export { type AnthropicTool, toAnthropic } from './anthropic.js';
export type { ExportLoss, ExportResult, OmittedTool } from './export-result.js';
export type { Exportable, ExportOptions } from './export-tools.js';
export { type GeminiOptions, type GeminiTool, toGemini } from './gemini.js';
export { type McpTool, toMcp } from './mcp.js';
export { type OpenAiChatTool, type OpenAiOptions, type OpenAiResponsesTool, toOpenAI } from './openai.js';
export { type ProviderId, restoreArguments } from './restore-arguments.js';
