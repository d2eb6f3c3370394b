import type { JsonValue } from '../core/json-schema.js';
import type { ExportResult } from './export-result.js';
import { type Exportable, type ExportOptions, lowerSelection } from './export-tools.js';
import type { ProviderSchema } from './lowering.js';
import { geminiProfile } from './provider-profile.js';

/** One function declaration. */
export interface GeminiFunctionDeclaration {
  name: string;
  description: string;
  parameters: ProviderSchema;
}

/** Gemini gathers declarations in one tool. */
export interface GeminiTool {
  functionDeclarations: GeminiFunctionDeclaration[];
}

export interface GeminiOptions extends ExportOptions {
  /** `lower` (default): `"object"`, as the REST API takes it. `upper`: `"OBJECT"`, the SDK's `Type` values. */
  readonly typeCase?: 'lower' | 'upper';
}

/**
 * Tools for Gemini: one `{ functionDeclarations }` in a list. Its schema subset has one type a node, `nullable`,
 * `enum` for strings only, `anyOf` that stands alone, and few formats; what it lacks is written into descriptions.
 */
export function toGemini(selection: readonly Exportable[], options: GeminiOptions = {}): ExportResult<GeminiTool[]> {
  const { lowered, losses, omitted } = lowerSelection(selection, geminiProfile, options);
  const functionDeclarations = lowered.map(({ name, description, inputSchema }) => ({
    name,
    description,
    parameters: options.typeCase === 'upper' ? upperCaseTypes(inputSchema) : inputSchema,
  }));
  const empty = functionDeclarations.length === 0;
  return { tools: empty ? undefined : [{ functionDeclarations }], empty, losses, omitted };
}

function upperCaseTypes(node: ProviderSchema): ProviderSchema {
  const out: ProviderSchema = { ...node };
  if (typeof node['type'] === 'string') out['type'] = node['type'].toUpperCase();
  if (node['items'] !== undefined) out['items'] = upperCaseTypes(node['items'] as ProviderSchema);
  if (Array.isArray(node['anyOf'])) out['anyOf'] = (node['anyOf'] as ProviderSchema[]).map(upperCaseTypes);
  if (node['properties'] !== undefined) {
    const entries = Object.entries(node['properties'] as Record<string, ProviderSchema>);
    out['properties'] = Object.fromEntries(
      entries.map(([key, child]): [string, JsonValue] => [key, upperCaseTypes(child)]),
    );
  }
  return out;
}
