import type { CatalogChange, ToolCatalog } from '../core/catalog.js';
import type { Diagnostic } from '../core/diagnostics.js';
import { definitionTokens } from '../core/tokens.js';
import type { IngestReport, IngestResult, ToolSchema } from '../core/tool-schema.js';

/** Tokens of tools in catalogs, which never change: to count them costs as much as to read the document. */
const counted = new WeakMap<ToolSchema, number>();

function tokensOf(tool: ToolSchema): number {
  const known = counted.get(tool);
  if (known !== undefined) return known;
  const tokens = definitionTokens(tool);
  counted.set(tool, tokens);
  return tokens;
}

/** What one ingest did to the catalog, as the caller is told. */
export function reportOf(
  change: CatalogChange,
  result: IngestResult,
  sources: readonly string[],
  catalog: ToolCatalog,
): IngestReport {
  const tools = result.tools.flatMap((draft) => {
    const name = catalog.names.get(draft.source.id, draft.originalId);
    const tool = name === undefined ? undefined : catalog.get(name);
    return tool === undefined ? [] : [tool];
  });
  let tokens: number | undefined;
  return {
    sources,
    tools,
    added: change.added.length,
    changed: change.changed.length,
    unchanged: change.unchanged.length,
    removed: change.removed.length,
    repaired: new Set(result.diagnostics.filter((entry) => entry.repaired).map((entry) => entry.item)).size,
    quarantined: result.diagnostics.filter((entry) => entry.severity === 'error').length,
    get tokens() {
      tokens ??= tools.reduce((sum, tool) => sum + tokensOf(tool), 0);
      return tokens;
    },
    diagnostics: result.diagnostics,
  };
}

/** Says of each tool that an addition to a source has replaced, where the ingester did not. */
export function withReplaced(result: IngestResult, change: CatalogChange): IngestResult {
  const code = 'tool-replaced';
  const said = new Set(result.diagnostics.filter((entry) => entry.code === code).map((entry) => entry.item));
  const unsaid = change.changed.filter((tool) => !said.has(tool.originalName));
  const replaced = unsaid.map(
    (tool): Diagnostic => ({
      severity: 'info',
      code,
      source: tool.source.id,
      item: tool.originalName,
      message: `Tool ${JSON.stringify(tool.originalName)} was in the catalog with other content; the new one replaced it.`,
    }),
  );
  return { tools: result.tools, diagnostics: [...result.diagnostics, ...replaced] };
}

/** What was said before of tools that this result does not speak of anew. */
export function keptDiagnostics(before: readonly Diagnostic[], result: IngestResult): Diagnostic[] {
  const anew = new Set([
    ...result.tools.map((tool) => tool.originalName),
    ...result.diagnostics.flatMap((entry) => (entry.item === undefined ? [] : [entry.item])),
  ]);
  return before.filter((entry) => entry.item === undefined || !anew.has(entry.item));
}

/** Ids of the sources that a result speaks of, in order of appearance. */
export function sourcesOf(result: IngestResult): string[] {
  return [
    ...new Set([...result.tools.map((tool) => tool.source.id), ...result.diagnostics.map((entry) => entry.source)]),
  ];
}
