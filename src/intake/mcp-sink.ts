import { type McpSink, staleListing } from '../../ingest/mcp/index.js';
import type { TextPolicy } from '../../ingest/text-safety.js';
import type { ToolCatalog } from '../core/catalog.js';
import type { CatalogIntake } from './catalog-intake.js';

/**
 * Where a live MCP connection puts its listings: every one, also one of stale tools, is the complete listing of its
 * source and comes under the same text policy.
 *
 * @param textPolicy Default: the policy of the graph.
 */
export function mcpSink(catalog: ToolCatalog, intake: CatalogIntake, textPolicy?: TextPolicy): McpSink {
  return {
    has: (source) => catalog.toolsOf(source).length > 0,
    replace: (source, result) => intake.take(result, [source], true, textPolicy),
    revive: (source, callableOf) => {
      const diagnostics = intake.diagnostics.get(source) ?? [];
      const tools = catalog.toolsOf(source).map((tool) => ({ ...tool, callable: callableOf(tool.originalName) }));
      return intake.take({ tools, diagnostics }, [source], true, textPolicy);
    },
    markStale: (source, code, message) => {
      const known = intake.diagnostics.get(source) ?? [];
      const listing = staleListing(source, catalog.toolsOf(source), known, code, message);
      return intake.take(listing, [source], true, textPolicy);
    },
  };
}
