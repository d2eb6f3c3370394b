import { estimateTokenCount } from 'tokenx';
import type { ToolSchema } from './tool-schema.js';

/** Counts model tokens of a text. The default is an estimate without a vocabulary, within some 10 % on JSON. */
export interface Tokenizer {
  readonly name: string;
  count(text: string): number;
}

/** The built-in estimate (package tokenx): no vocabulary, no model, good enough for a budget. */
export const estimatingTokenizer: Tokenizer = { name: 'tokenx-estimate', count: (text) => estimateTokenCount(text) };

/** Model tokens that one tool's definition costs: name, description and input schema as JSON, as providers take them. */
export function definitionTokens(
  tool: Pick<ToolSchema, 'name' | 'description' | 'inputSchema'>,
  tokenizer: Tokenizer = estimatingTokenizer,
): number {
  return tokenizer.count(
    JSON.stringify({ name: tool.name, description: tool.description, parameters: tool.inputSchema }),
  );
}
