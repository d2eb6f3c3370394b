import { DiagnosticLog } from '../../src/core/diagnostics.js';
import { messageOf, ToolGraphError } from '../../src/core/errors.js';
import { isRecord } from '../../src/core/json-schema.js';
import type { IngestResult, McpSource, ToolCallable } from '../../src/core/tool-schema.js';
import type { TextPolicy } from '../text-safety.js';
import { draftTool } from '../tools/draft-tool.js';
import { mcpRecord } from '../tools/mcp-form.js';
import { describeValue } from '../tools/read-row.js';
import { UniqueTools } from '../tools/unique-tools.js';

/** How a stored list of an MCP server's tools is read. */
export interface IngestMcpToolsOptions {
  /** The server's name: id of the source, and the half of each tool's identity that keeps two servers apart. */
  source: string;
  /** The server's name for people; searchable. Default: none. */
  title?: string;
  /** Further searchable text about the server. */
  description?: string;
  /** What happens to tools whose text hides something or gives orders to the model. Default `flag`. */
  textPolicy?: TextPolicy;
  /** Makes what a host calls for a tool, by its name at the server. Default: the tools are not callable. */
  callableOf?: (name: string, definition: Readonly<Record<string, unknown>>) => ToolCallable;
}

/**
 * Reads what an MCP server answered to `tools/list`: the result, a list of its pages, a JSON-RPC response, or the
 * array of tools. Title, annotations, output schema and `_meta` are kept as sent; a hint that is absent stays absent.
 * A malformed tool is repaired or quarantined alone, each with a diagnostic that names its place in the list.
 *
 * @throws ToolGraphError `INVALID_ARGUMENT` when `listResult` holds no list of tools or `source` is empty.
 */
export function ingestMcpTools(listResult: unknown, options: IngestMcpToolsOptions): IngestResult {
  if (typeof options?.source !== 'string' || options.source === '')
    throw new ToolGraphError(
      'INVALID_ARGUMENT',
      'ingestMcpTools needs options.source, the name of the server that listed the tools.',
    );
  const { tools, nextCursor } = readList(listResult);
  const source: McpSource = {
    id: options.source,
    kind: 'mcp',
    ...(options.title === undefined || options.title === options.source ? {} : { title: options.title }),
  };
  const log = new DiagnosticLog(source.id);
  if (nextCursor)
    log.warn(
      'partial-listing',
      undefined,
      `The list of ${JSON.stringify(source.id)} says that another page follows; only the pages given were read.`,
    );
  const unique = new UniqueTools(() => log);
  tools.forEach((tool, index) => {
    const item = `tools[${index}]`;
    const draft = readTool(tool, item, source, options, log);
    if (draft !== undefined) unique.add(draft, item);
  });
  return { tools: unique.tools, diagnostics: log.entries };
}

function readTool(tool: unknown, item: string, source: McpSource, options: IngestMcpToolsOptions, log: DiagnosticLog) {
  if (!isRecord(tool)) {
    log.error('invalid-tool', item, `${item}: it is ${describeValue(tool)}, not a tool object; it was left out.`);
    return undefined;
  }
  try {
    const record = mcpRecord(tool);
    const name = record.name;
    const callable = typeof name === 'string' ? options.callableOf?.(name, tool) : undefined;
    const keywords = options.description === undefined ? {} : { keywords: [options.description] };
    return draftTool(
      { ...record, ...keywords, ...(callable === undefined ? {} : { callable }) },
      item,
      () => source,
      log,
    );
  } catch (thrown) {
    log.error('unreadable-tool', item, `${item}: reading it failed (${messageOf(thrown)}); it was left out.`);
    return undefined;
  }
}

function readList(value: unknown): { tools: readonly unknown[]; nextCursor: boolean } {
  if (isRecord(value)) {
    if (Array.isArray(value['tools'])) return { tools: value['tools'], nextCursor: hasCursor(value) };
    if (isRecord(value['result'])) return readList(value['result']);
  }
  if (Array.isArray(value)) {
    const pages = value.filter((page) => isRecord(page) && Array.isArray(page['tools']));
    if (value.length === 0 || pages.length < value.length) return { tools: value, nextCursor: false };
    const last = value.at(-1) as Record<string, unknown>;
    return { tools: value.flatMap((page: { tools: unknown[] }) => page.tools), nextCursor: hasCursor(last) };
  }
  throw new ToolGraphError(
    'INVALID_ARGUMENT',
    `ingestMcpTools takes a tools/list result, { tools: [...] }, or a list of such pages, not ${describeValue(value)}.`,
  );
}

function hasCursor(page: Record<string, unknown>): boolean {
  return typeof page['nextCursor'] === 'string' && page['nextCursor'] !== '';
}
