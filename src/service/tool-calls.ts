import { type HttpCaller, type ToolGraph, ToolGraphError, type ToolProgress, type ToolSchema } from '../index.js';
import { matches, type Principal } from './access.js';
import type { CatalogHost } from './catalog-host.js';
import { RequestError } from './problem.js';
import { traced } from './tracing.js';

/** What may be called through the service, and with what. */
export interface CallPolicy {
  /** Calls the tools of OpenAPI sources. */
  readonly http: HttpCaller;
  /**
   * Exposed names of tools that may be called although they are annotated as destructive, or as DELETE operations; a
   * trailing `*` stands for any rest. Default: none.
   */
  readonly allowDestructive?: readonly string[];
}

/** What a call gave: an MCP server's own result, an HTTP answer, a function's value, or the request of a dry run. */
export type CallOutcome =
  | { readonly kind: 'mcp'; readonly result: Readonly<Record<string, unknown>> }
  | { readonly kind: 'http'; readonly result: Awaited<ReturnType<HttpCaller['call']>> }
  | { readonly kind: 'value'; readonly result: unknown }
  | { readonly kind: 'dry-run'; readonly request: unknown };

/** One call as a client asks for it. */
export interface CallRequest {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  /** Hears how far the call is. */
  readonly onProgress?: (progress: ToolProgress) => void;
  /** Metadata that goes on to an MCP server. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The client session that calls. Default: one for each principal. */
  readonly session?: string;
}

/** How a call ended: `refused` before anything was sent, `error` at the tool. */
export type CallEnd = 'ok' | 'error' | 'refused';

/** Calls tools of a catalog for clients: by the name that the catalog holds, with checked arguments, under a policy. */
export class ToolCalls {
  readonly #policy: CallPolicy;
  readonly #host: CatalogHost;
  readonly #ended: (end: CallEnd) => void;

  /** @param ended Hears how each call ended. */
  constructor(policy: CallPolicy, host: CatalogHost, ended: (end: CallEnd) => void = () => undefined) {
    this.#policy = policy;
    this.#host = host;
    this.#ended = ended;
  }

  /**
   * Calls a tool that the principal sees.
   *
   * @throws RequestError 403 without the scope and for a destructive tool that is not allowed, 404 for an unknown one;
   * ToolInputError, ToolError and ToolGraphError as the call does.
   */
  call(graph: ToolGraph, principal: Principal, request: CallRequest): Promise<CallOutcome> {
    const source = graph.get(request.tool)?.source;
    // A name that is none may be anything that a client sent.
    const name = source === undefined ? undefined : request.tool;
    const facts = { 'gen_ai.tool.name': name, 'toolgraph.source': source?.id, 'toolgraph.source.kind': source?.kind };
    return traced(
      'call',
      { ...facts, 'toolgraph.dry_run': request.dryRun },
      () => this.#counted(graph, principal, request),
      (outcome) => ({ 'toolgraph.call.failed': isFailure(outcome) }),
    );
  }

  async #counted(graph: ToolGraph, principal: Principal, request: CallRequest): Promise<CallOutcome> {
    try {
      const outcome = await this.#call(graph, principal, request);
      this.#ended(isFailure(outcome) ? 'error' : 'ok');
      return outcome;
    } catch (thrown) {
      this.#ended(thrown instanceof ToolGraphError && thrown.code === 'TOOL_FAILED' ? 'error' : 'refused');
      throw thrown;
    }
  }

  async close(): Promise<void> {
    await this.#policy.http.close();
  }

  async #call(graph: ToolGraph, principal: Principal, request: CallRequest): Promise<CallOutcome> {
    if (!principal.may('call'))
      throw new RequestError(403, 'forbidden', `The token ${JSON.stringify(principal.id)} may not call tools.`);
    const tool = graph.get(request.tool);
    if (tool === undefined)
      throw new RequestError(
        404,
        'unknown-tool',
        `There is no tool ${JSON.stringify(request.tool.slice(0, 100))}; search first.`,
      );
    if (request.dryRun) return { kind: 'dry-run', request: await this.#preview(tool, request.args) };
    this.#confirm(tool);
    if (tool.callable !== undefined) return this.#callLive(tool, principal, request);
    if (tool.source.kind === 'openapi')
      return { kind: 'http', result: await this.#policy.http.call(tool, request.args, request.signal) };
    throw new ToolGraphError('NOT_CALLABLE', `Tool "${tool.name}" (${tool.source.kind}) cannot be called from here.`);
  }

  async #preview(tool: ToolSchema, args: CallRequest['args']): Promise<unknown> {
    if (tool.source.kind === 'openapi') return this.#policy.http.preview(tool, args);
    if (tool.callable !== undefined) await this.#host.graph.call(tool.name, args, { dryRun: true });
    return { source: tool.source.id, tool: tool.originalName, arguments: args };
  }

  #confirm(tool: ToolSchema): void {
    const { destructiveHint } = tool.annotations;
    const isDelete = tool.source.kind === 'openapi' && tool.source.method === 'DELETE' && destructiveHint !== false;
    if (destructiveHint !== true && !isDelete) return;
    if (matches(this.#policy.allowDestructive ?? [], tool.name)) return;
    throw new RequestError(
      403,
      'needs-confirmation',
      `Tool "${tool.name}" is destructive and not allowed here; whoever runs the service can allow it by name. A dry run shows what it would do.`,
    );
  }

  /** By the identity that the catalog holds for the name; the tool's own callable knows its server. */
  async #callLive(tool: ToolSchema, principal: Principal, request: CallRequest): Promise<CallOutcome> {
    const { args, signal, onProgress, meta, session = `principal:${principal.id}` } = request;
    const result = await this.#host.graph.call(tool.name, args, {
      signal,
      session,
      ...(onProgress === undefined ? {} : { onProgress }),
      ...(meta === undefined ? {} : { meta }),
    });
    return tool.source.kind === 'mcp' && isObject(result) ? { kind: 'mcp', result } : { kind: 'value', result };
  }
}

function isFailure(outcome: CallOutcome): boolean {
  if (outcome.kind === 'http') return !outcome.result.ok;
  return outcome.kind === 'mcp' && outcome.result['isError'] === true;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
