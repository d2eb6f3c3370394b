import type { Diagnostic } from '../../src/core/diagnostics.js';
import type { IngestResult, ToolDraft, ToolSchema } from '../../src/core/tool-schema.js';

const staleCodes: ReadonlySet<string> = new Set(['source-unreachable', 'listing-failed', 'connection-closed']);

/**
 * The tools a source has, marked stale since `now`, with what was said of them before and why they are stale. A source
 * that was stale already keeps the time when it became so.
 */
export function staleListing(
  source: string,
  tools: readonly ToolSchema[],
  diagnostics: readonly Diagnostic[],
  code: string,
  message: string,
  now: Date = new Date(),
): IngestResult {
  const marked = tools.map((tool): ToolDraft => {
    if (tool.source.kind !== 'mcp' || tool.source.stale === true) return tool;
    return { ...tool, source: { ...tool.source, stale: true, staleSince: now.toISOString() } };
  });
  const kept = diagnostics.filter((entry) => !staleCodes.has(entry.code));
  const count = `${tools.length} ${tools.length === 1 ? 'tool' : 'tools'} of before`;
  const text = `${message} ${tools.length === 0 ? 'It has no tools of before.' : `Its ${count} were kept, marked stale at ${now.toISOString()}.`}`;
  return { tools: marked, diagnostics: [...kept, { severity: 'warning', code, source, message: text }] };
}
