import { type CallToolResult, ProtocolError, Server } from '@modelcontextprotocol/server';
import type { Principal } from '../access.js';
import type { CatalogHost } from '../catalog-host.js';
import { asRequestError, RequestError } from '../problem.js';
import type { CallOutcome, ToolCalls } from '../tool-calls.js';
import { callTool, type MetaTool, readingTools } from './meta-tools.js';

/** What one MCP server instance answers from. */
export interface McpServerParts {
  readonly host: CatalogHost;
  readonly principal: Principal;
  readonly version: string;
  /** Calls tools of the catalog; absent when this server only finds them. */
  readonly calls?: ToolCalls;
  /** Called with what went wrong inside; the client is told only that it did. */
  readonly onError?: (error: unknown) => void;
}

const invalidParams = -32602;

/**
 * An MCP server whose few tools reach a whole catalog: `search_tools`, `get_tool_schemas`, `plan_tools`. Works for
 * clients of the 2025 and 2026 revisions. With `calls` there is `call_tool` too, which works for clients that do not
 * follow changes of the tool list. Arguments that are wrong, and tools that fail, are error results; an unknown
 * tool is a protocol error.
 */
export function createMcpServer(parts: McpServerParts): Server {
  const server = new Server(
    { name: 'toolgraph', title: 'toolgraph', version: parts.version },
    {
      capabilities: { tools: { listChanged: true } },
      instructions:
        'This server stands in front of many tools. Call search_tools with what should be done, then get_tool_schemas ' +
        'for the tools you choose; plan_tools says what must run first.',
    },
  );
  const offered = parts.calls === undefined ? readingTools : [...readingTools, callTool];
  const tools = new Map(offered.map((tool) => [tool.name, tool]));
  server.setRequestHandler('tools/list', () => ({
    tools: [...tools.values()].map(listed),
    ttlMs: 60_000,
    cacheScope: 'public' as const,
  }));
  server.setRequestHandler('tools/call', async (request, context) => {
    const tool = tools.get(request.params.name);
    if (tool === undefined)
      throw new ProtocolError(
        invalidParams,
        `There is no tool ${JSON.stringify(request.params.name.slice(0, 100))} here; there are ${[...tools.keys()].join(', ')}. Tools of the catalog are found with search_tools.`,
      );
    return answer(tool, request.params.arguments ?? {}, parts, context.mcpReq.signal);
  });
  return server;
}

function listed({ name, title, description, inputSchema, outputSchema }: MetaTool) {
  return {
    name,
    title,
    description,
    inputSchema: inputSchema as { type: 'object' },
    ...(outputSchema === undefined ? {} : { outputSchema: outputSchema as { type: 'object' } }),
    annotations:
      name === callTool.name
        ? { title, readOnlyHint: false, openWorldHint: true }
        : { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

async function answer(
  tool: MetaTool,
  input: Record<string, unknown>,
  parts: McpServerParts,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const { host, principal } = parts;
  try {
    if (tool === callTool) return await called(tool.check({ ...input }), parts, signal);
    const value = await tool.run(tool.check({ ...input }), { graph: host.view(principal), host, principal, signal });
    const structured = JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
    return { content: [{ type: 'text', text: JSON.stringify(structured) }], structuredContent: structured };
  } catch (thrown) {
    if (!(thrown instanceof RequestError) && asRequestError(thrown).status >= 500) parts.onError?.(thrown);
    return { content: [{ type: 'text', text: asRequestError(thrown).message }], isError: true };
  }
}

/** What the called tool gave; an MCP server's own result passes through as it came. */
async function called(
  input: Readonly<Record<string, unknown>>,
  { calls, host, principal }: McpServerParts,
  signal: AbortSignal,
): Promise<CallToolResult> {
  if (calls === undefined) throw new RequestError(409, 'not-callable', 'This server does not call tools.');
  const outcome = await calls.call(host.view(principal), principal, {
    tool: input['name'] as string,
    args: input['arguments'] as Record<string, unknown>,
    dryRun: input['dry_run'] === true,
    signal,
  });
  return resultOf(outcome);
}

function resultOf(outcome: CallOutcome): CallToolResult {
  if (outcome.kind === 'mcp') return outcome.result as CallToolResult;
  const value = outcome.kind === 'dry-run' ? outcome.request : outcome.result;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null');
  return {
    content: [{ type: 'text', text }],
    ...(outcome.kind === 'http' && !outcome.result.ok ? { isError: true } : {}),
  };
}
