import { type HttpCaller, type ToolGraph, ToolGraphError, type ToolSchema } from '../index.js';
import { matches, type Principal } from './access.js';
import type { CatalogHost } from './catalog-host.js';
import { RequestError } from './problem.js';

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
}

/** Calls tools of a catalog for clients: by the name that the catalog holds, with checked arguments, under a policy. */
export class ToolCalls {
  readonly #policy: CallPolicy;
  readonly #host: CatalogHost;
  /** Sources whose reconnection failed, with when the next try may be made. */
  readonly #backOff = new Map<string, { readonly until: number; readonly waitMs: number }>();

  constructor(policy: CallPolicy, host: CatalogHost) {
    this.#policy = policy;
    this.#host = host;
  }

  /**
   * Calls a tool that the principal sees.
   *
   * @throws RequestError 403 without the scope and for a destructive tool that is not allowed, 404 for an unknown one;
   * ToolInputError, ToolError and ToolGraphError as the call does.
   */
  async call(graph: ToolGraph, principal: Principal, request: CallRequest): Promise<CallOutcome> {
    if (!principal.may('call'))
      throw new RequestError(403, 'forbidden', `The token ${JSON.stringify(principal.id)} may not call tools.`);
    const tool = graph.get(request.tool);
    if (tool === undefined)
      throw new RequestError(
        404,
        'unknown-tool',
        `There is no tool ${JSON.stringify(request.tool.slice(0, 100))}; search first.`,
      );
    if (request.dryRun) return { kind: 'dry-run', request: this.#preview(tool, request.args) };
    this.#confirm(tool);
    if (tool.callable !== undefined) return this.#callLive(tool, request);
    if (tool.source.kind === 'openapi')
      return { kind: 'http', result: await this.#policy.http.call(tool, request.args, request.signal) };
    throw new ToolGraphError('NOT_CALLABLE', `Tool "${tool.name}" (${tool.source.kind}) cannot be called from here.`);
  }

  async close(): Promise<void> {
    await this.#policy.http.close();
  }

  #preview(tool: ToolSchema, args: CallRequest['args']): unknown {
    if (tool.source.kind === 'openapi') return this.#policy.http.preview(tool, args);
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

  async #callLive(tool: ToolSchema, request: CallRequest): Promise<CallOutcome> {
    const isMcp = tool.source.kind === 'mcp';
    const run = async (): Promise<CallOutcome> => {
      const result = await this.#host.graph.call(tool.name, request.args, { signal: request.signal });
      return isMcp && isObject(result) ? { kind: 'mcp', result } : { kind: 'value', result };
    };
    try {
      return await run();
    } catch (thrown) {
      if (!isMcp || !(await this.#reconnected(tool.source.id, thrown))) throw thrown;
      return run();
    }
  }

  /** Was the call not sent because its server was gone, and is it back? Tries again after ever longer pauses. */
  async #reconnected(source: string, thrown: unknown): Promise<boolean> {
    const cause = thrown instanceof Error ? thrown.cause : undefined;
    const wasSent = ![thrown, cause].some((error) => error instanceof ToolGraphError && error.code === 'NOT_CALLABLE');
    const pause = this.#backOff.get(source);
    if (wasSent || (pause !== undefined && pause.until > Date.now())) return false;
    try {
      await this.#host.refresh(source);
      this.#backOff.delete(source);
      return true;
    } catch (failure) {
      if (!(failure instanceof Error)) throw failure;
      const waitMs = Math.min(60_000, (pause?.waitMs ?? 500) * 2);
      this.#backOff.set(source, { until: Date.now() + waitMs, waitMs });
      return false;
    }
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
