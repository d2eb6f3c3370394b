import type { Problem } from './problem.js';
import type { ReportView, SourceState } from './source-record.js';

/** How a client reaches a service. */
export interface ToolGraphClientOptions {
  /** Bearer token, where the service wants one. */
  readonly token?: string;
  /** Longest wait for an answer, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
}

/** A tool of an answer. */
export interface ToolLine {
  readonly name: string;
  readonly description: string;
  readonly source: { readonly id: string; readonly kind: string; readonly title?: string; readonly stale?: boolean };
  readonly tags: readonly string[];
  readonly annotations: Readonly<Record<string, unknown>>;
  readonly tokens: number;
}

/** A place of a ranking. */
export interface ToolHit extends ToolLine {
  readonly score: number;
  readonly role: 'target' | 'prerequisite';
  readonly reason: string;
}

/** What a search gives. */
export interface SearchAnswer {
  readonly tools: readonly ToolHit[];
  readonly emptyReason: { readonly code: string; readonly message: string } | null;
  readonly catalogVersion: string;
}

/** What a search may ask for beside the query. */
export interface SearchInput {
  readonly topK?: number;
  readonly sources?: readonly string[];
  readonly tags?: readonly string[];
  readonly readOnly?: boolean;
  readonly prerequisites?: boolean;
}

/** An error answer of the service; `problem` is its body, where it had one. */
export class ServiceAnswerError extends Error {
  override readonly name = 'ServiceAnswerError';
  readonly status: number;
  readonly problem: Problem | undefined;

  constructor(status: number, problem: Problem | undefined) {
    super(problem?.detail ?? `The service answered with status ${status}.`);
    this.status = status;
    this.problem = problem;
  }
}

/** A client of a running service. It needs nothing but `fetch`. Every method throws ServiceAnswerError for an error answer. */
export class ToolGraphClient {
  readonly #base: string;
  readonly #options: ToolGraphClientOptions;

  /** @param url Where the service is: `http://127.0.0.1:8765`. */
  constructor(url: string, options: ToolGraphClientOptions = {}) {
    this.#base = url.replace(/\/+$/, '');
    this.#options = options;
  }

  /** The tools that a request needs, best first. */
  search(query: string, input: SearchInput = {}): Promise<SearchAnswer> {
    return this.#ask('POST', '/search', { query, ...input });
  }

  /** One tool with its schemas. */
  tool(name: string): Promise<ToolLine & { readonly inputSchema: object; readonly outputSchema?: object }> {
    return this.#ask('GET', `/tools/${encodeURIComponent(name)}`);
  }

  /** Every tool of the catalog, page by page. */
  async *tools(filter: { readonly source?: string; readonly tag?: string } = {}): AsyncGenerator<ToolLine> {
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({ ...filter, ...(cursor === null ? {} : { cursor }) });
      const page: { tools: ToolLine[]; nextCursor: string | null } = await this.#ask('GET', `/tools?${query}`);
      yield* page.tools;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  /** The calls that tools need, in an order that can run. */
  plan(
    targets: readonly string[],
    available: readonly string[] = [],
  ): Promise<{
    readonly targets: readonly string[];
    readonly steps: readonly { readonly step: number; readonly tool: string; readonly reason: string }[];
    readonly slots: readonly object[];
  }> {
    return this.#ask('POST', '/plan', { targets, available });
  }

  /** Definitions in a provider's form; `tools` is null when there are none to send. */
  export(provider: string, tools: readonly string[]): Promise<{ readonly tools: readonly object[] | null }> {
    return this.#ask('POST', '/export', { provider, tools });
  }

  /** Calls a tool, or shows what would be sent. */
  call(tool: string, args: object = {}, dryRun = false): Promise<{ readonly kind: string; readonly result?: unknown }> {
    return this.#ask('POST', '/call', { tool, arguments: args, dryRun });
  }

  /** How each source stands. */
  async sources(): Promise<readonly SourceState[]> {
    return (await this.#ask<{ sources: SourceState[] }>('GET', '/sources?limit=500')).sources;
  }

  /** Adds a source by address, document or tool list. */
  addSource(source: {
    id?: string;
    url?: string;
    document?: object | string;
    tools?: readonly object[];
  }): Promise<ReportView> {
    return this.#ask('POST', '/sources', source);
  }

  /** Reads a source again. */
  refreshSource(id: string): Promise<ReportView> {
    return this.#ask('POST', `/sources/${encodeURIComponent(id)}/refresh`);
  }

  /** Removes a source; how many tools went. */
  async removeSource(id: string): Promise<number> {
    return (await this.#ask<{ removed: number }>('DELETE', `/sources/${encodeURIComponent(id)}`)).removed;
  }

  async #ask<T>(method: string, path: string, body?: object): Promise<T> {
    const { token, timeoutMs = 30_000, fetch: send = fetch } = this.#options;
    const response = await send(`${this.#base}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.ok) return (await response.json()) as T;
    const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') === true;
    throw new ServiceAnswerError(response.status, isProblem ? ((await response.json()) as Problem) : undefined);
  }
}
