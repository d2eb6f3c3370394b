import { type CallToolResult, ProtocolError, Server, type ServerContext } from '@modelcontextprotocol/server';
import type { ToolProgress } from '../../index.js';
import type { Principal } from '../access.js';
import type { CatalogHost } from '../catalog-host.js';
import { asRequestError, RequestError } from '../problem.js';
import type { CallOutcome, ToolCalls } from '../tool-calls.js';
import { traced } from '../tracing.js';
import { callTool, type MetaTool, readingTools, searchTools } from './meta-tools.js';
import { type ExposureOptions, SessionTools } from './session-tools.js';

/** What one MCP server instance answers from. */
export interface McpServerParts {
  readonly host: CatalogHost;
  readonly principal: Principal;
  readonly version: string;
  /** Calls tools of the catalog; absent when this server only finds them. */
  readonly calls?: ToolCalls;
  /** Tools of the catalog that are listed as tools of their own; only with `calls`. */
  readonly expose?: ExposureOptions;
  /** Whose state it is. Absent where the transport knows no sessions: one for each principal then. */
  readonly session?: string;
  /** Tells the client that the list is another one. Default: a notification of the instance. */
  readonly announce?: () => void;
  /** Called with what went wrong inside; the client is told only that it did. */
  readonly onError?: (error: unknown) => void;
}

/** A server instance of one session. */
export interface McpSession {
  readonly server: Server;
  /** Tells the client when a change of the catalog made the tools it lists others. */
  catalogChanged(): void;
}

const invalidParams = -32602;

/**
 * An MCP server whose few tools reach a whole catalog: `search_tools`, `get_tool_schemas`, `plan_tools`. Works for
 * clients of the 2025 and 2026 revisions. With `calls` there is `call_tool` too, which works for clients that do not
 * follow changes of the tool list; those that do can be shown tools of the catalog as tools of their own. Arguments
 * that are wrong, and tools that fail, are error results; an unknown tool is a protocol error.
 */
export function createMcpSession(parts: McpServerParts): McpSession {
  const server = new Server(
    { name: 'toolgraph', title: 'toolgraph', version: parts.version },
    {
      capabilities: { tools: { listChanged: true } },
      instructions:
        'This server stands in front of many tools. Call search_tools with what should be done, then get_tool_schemas ' +
        `for the tools you choose${parts.calls === undefined ? '' : ', and call_tool to call one'}; plan_tools says what must run first.`,
    },
  );
  const offered = parts.calls === undefined ? readingTools : [...readingTools, callTool];
  const own = new Map(offered.map((tool) => [tool.name, tool]));
  const isExposing = parts.calls !== undefined && parts.expose !== undefined;
  const exposed = new SessionTools(
    isExposing ? (parts.expose ?? {}) : {},
    () => parts.host.view(parts.principal),
    new Set(own.keys()),
  );
  let shown = isExposing ? JSON.stringify(exposed.definitions()) : '';
  /** Tells the client when the list is another one than it was told of last. */
  const announce = (): void => {
    const now = isExposing ? JSON.stringify(exposed.definitions()) : '';
    if (now === shown) return;
    shown = now;
    if (parts.announce !== undefined) parts.announce();
    else server.sendToolListChanged().catch((thrown: unknown) => parts.onError?.(thrown));
  };
  server.setRequestHandler('tools/list', () =>
    traced('mcp.request', { 'mcp.method.name': 'tools/list' }, () => ({
      tools: [...[...own.values()].map(listed), ...exposed.definitions()] as ReturnType<typeof listed>[],
      ttlMs: 60_000,
      cacheScope: isExposing ? ('private' as const) : ('public' as const),
    })),
  );
  server.setRequestHandler('tools/call', (request, context) => {
    const isKnown = own.has(request.params.name) || parts.host.graph.get(request.params.name) !== undefined;
    const facts = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': isKnown ? request.params.name : undefined };
    return traced(
      'mcp.request',
      facts,
      () => respond(request.params, context),
      ({ isError }) => ({ 'toolgraph.call.failed': isError === true }),
    );
  });
  const respond = async (
    { name, arguments: args = {} }: { name: string; arguments?: Record<string, unknown> | undefined },
    context: ServerContext,
  ): Promise<CallToolResult> => {
    const tool = own.get(name);
    if (tool !== undefined) return answer(tool, args, { parts, context, exposed, announce });
    if (isExposing && parts.host.view(parts.principal).get(name) !== undefined)
      return direct(name, args, parts, context);
    throw new ProtocolError(
      invalidParams,
      `There is no tool ${JSON.stringify(name.slice(0, 100))} here; there are ${[...own.keys()].join(', ')}. Tools of the catalog are found with search_tools.`,
    );
  };
  return { server, catalogChanged: announce };
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

interface Answering {
  readonly parts: McpServerParts;
  readonly context: ServerContext;
  readonly exposed: SessionTools;
  readonly announce: () => void;
}

/** What one of the server's own tools gives. */
async function answer(tool: MetaTool, input: Record<string, unknown>, within: Answering): Promise<CallToolResult> {
  const { parts, context, exposed, announce } = within;
  const { host, principal } = parts;
  try {
    const checked = tool.check({ ...input });
    if (tool === callTool) {
      const { name, arguments: args, dry_run: dryRun } = checked;
      return await called(name as string, args as Record<string, unknown>, dryRun === true, parts, context);
    }
    const { signal } = context.mcpReq;
    const value = await tool.run(checked, { graph: host.view(principal), host, principal, signal });
    const structured = JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
    if (tool === searchTools) {
      exposed.found(namesIn(structured));
      announce();
    }
    return { content: [{ type: 'text', text: JSON.stringify(structured) }], structuredContent: structured };
  } catch (thrown) {
    return errorResult(thrown, parts);
  }
}

function namesIn(found: Record<string, unknown>): string[] {
  return (found['tools'] as { name: string }[]).map(({ name }) => name);
}

/** A tool of the catalog that is called by its own name. What its server answered with an error stays that error. */
async function direct(
  name: string,
  args: Record<string, unknown>,
  parts: McpServerParts,
  context: ServerContext,
): Promise<CallToolResult> {
  try {
    return await called(name, args, false, parts, context);
  } catch (thrown) {
    const refusal = protocolErrorIn(thrown);
    if (refusal !== undefined) throw refusal;
    return errorResult(thrown, parts);
  }
}

function errorResult(thrown: unknown, { onError }: McpServerParts): CallToolResult {
  const error = asRequestError(thrown);
  if (!(thrown instanceof RequestError) && error.code === 'internal') onError?.(thrown);
  return { content: [{ type: 'text', text: error.message }], isError: true };
}

/** The JSON-RPC error that a server behind the gateway answered with, where that is what went wrong. */
function protocolErrorIn(thrown: unknown): ProtocolError | undefined {
  for (let cause = thrown, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const code = 'code' in cause ? cause.code : undefined;
    if (typeof code !== 'number' || !Number.isInteger(code) || isLocal(code)) continue;
    const text = cause.message.replace(/^MCP error -?\d+: /, '');
    return new ProtocolError(code, text, 'data' in cause ? cause.data : undefined);
  }
  return undefined;
}

/** Codes that the first SDK generation gives to what happens on this side: connection closed, request timed out. */
function isLocal(code: number): boolean {
  return code === -32000 || code === -32001;
}

/** What the called tool gave; an MCP server's own result passes through as it came. */
async function called(
  name: string,
  args: Record<string, unknown>,
  dryRun: boolean,
  { calls, host, principal, session }: McpServerParts,
  { mcpReq }: ServerContext,
): Promise<CallToolResult> {
  if (calls === undefined) throw new RequestError(409, 'not-callable', 'This server does not call tools.');
  const { progressToken, ...meta } = mcpReq._meta ?? {};
  const report = (progress: ToolProgress): void => {
    if (progressToken === undefined) return;
    const { progress: done, total, message } = progress;
    const params = {
      progressToken,
      progress: done,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message }),
    };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined); // the client is gone: so is its wish
  };
  const outcome = await calls.call(host.view(principal), principal, {
    tool: name,
    args,
    dryRun,
    signal: mcpReq.signal,
    ...(progressToken === undefined ? {} : { onProgress: report }),
    ...(Object.keys(meta).length === 0 ? {} : { meta }),
    ...(session === undefined ? {} : { session }),
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
