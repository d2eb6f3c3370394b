import { type Exportable, toAiSdk, toAnthropic, toGemini, toMcp, toOpenAI } from '../../src/export/index.js';
import { nameViolations, schemaViolations } from './provider-rules.js';

/** Every provider's input schemas by tool name. */
export function everyExport(tools: readonly Exportable[]) {
  const all = { maxTools: 100_000 };
  const strict = toOpenAI(tools, { ...all, strict: true }).tools ?? [];
  return {
    openai: (toOpenAI(tools, all).tools ?? []).map(({ function: { name, parameters } }) => [name, parameters] as const),
    'openai-strict': strict
      .filter((tool) => tool.function.strict)
      .map(({ function: { name, parameters } }) => [name, parameters] as const),
    anthropic: (toAnthropic(tools, all).tools ?? []).map((tool) => [tool.name, tool.input_schema] as const),
    gemini: (toGemini(tools, all).tools?.[0]?.functionDeclarations ?? []).map(
      (tool) => [tool.name, tool.parameters] as const,
    ),
    mcp: (toMcp(tools).tools ?? []).map((tool) => [tool.name, tool.inputSchema] as const),
    'ai-sdk': Object.entries(toAiSdk(tools).tools ?? {}).map(
      ([name, tool]) => [name, tool.inputSchema.jsonSchema] as const,
    ),
  };
}

/** What any provider would refuse in the export of these tools; empty when all is fine. */
export function exportViolations(tools: readonly Exportable[]): string[] {
  return Object.entries(everyExport(tools)).flatMap(([provider, list]) =>
    list.flatMap(([name, schema]) =>
      [...nameViolations(name), ...schemaViolations(provider as 'gemini', schema)].map(
        (what) => `${provider} ${name}: ${what}`,
      ),
    ),
  );
}
