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
  /** How likely the request is one that this tool answers, 0 to 1. */
  readonly relevance: number;
  readonly role: 'target' | 'prerequisite';
  readonly reason: string;
}

/** A catalog of the service, in numbers made of what the token sees. */
export interface CatalogLine {
  readonly name: string;
  readonly tools: number;
  readonly tokens: number;
  readonly sources: number;
  readonly staleSources: number;
  readonly catalogVersion: string;
  readonly scopes: readonly ('read' | 'call' | 'admin')[];
  readonly calls: boolean;
}

/** A finding of ingestion. */
export interface DiagnosticLine {
  readonly severity: 'error' | 'warning' | 'info';
  readonly code: string;
  readonly source: string;
  readonly item?: string;
  readonly message: string;
}

/** What a bundle gives. */
export interface BundleAnswer {
  readonly definitions: readonly object[] | null;
  readonly provider: string;
  readonly tokens: number;
  readonly tools: readonly { readonly name: string; readonly role: string; readonly reason: string }[];
  readonly leftOut: readonly { readonly tool: string; readonly code: string; readonly message: string }[];
  readonly emptyReason: { readonly code: string; readonly message: string } | null;
  readonly catalogVersion: string;
}

/** What must run before a tool. */
export interface ClosureAnswer {
  readonly target: string;
  readonly required: readonly { readonly tool: string; readonly depth: number }[];
  readonly unresolved: readonly object[];
  readonly cycles: readonly (readonly string[])[];
  readonly cut: boolean;
}

/** Requests with the tools that are right for them, or the name of a set that the service has. */
export type EvaluationInput = {
  /** Cutoffs. Default 5 and 10. */
  readonly k?: readonly number[];
  readonly maxQueries?: number;
  /** Give the outcome of each query too. */
  readonly rows?: boolean;
} & (
  | { readonly queries: readonly { readonly id?: string; readonly query: string; readonly gold: readonly string[] }[] }
  | { readonly dataset: string }
);

/** Figures of one ranking. */
export interface MetricsLine {
  readonly at: readonly {
    readonly k: number;
    readonly recall: number;
    readonly complete: number;
    readonly ndcg: number;
  }[];
  readonly mrr: number;
  readonly latencyMs: { readonly p50: number; readonly p95: number };
}

/** Figures of one set: the default ranking, and the flat one of the same engine. */
export interface EvaluationLine {
  readonly dataset: string;
  readonly tools: number;
  readonly queries: number;
  readonly ranked: MetricsLine;
  readonly flat: MetricsLine;
  readonly rows: readonly object[];
  /** True when time ran out before all queries were asked. */
  readonly cut: boolean;
}

/** An answer that was kept, and what it is checked against. */
export interface Kept<T> {
  readonly value: T;
  readonly etag: string;
}

/** What a search gives. */
export interface SearchAnswer {
  readonly tools: readonly ToolHit[];
  readonly emptyReason: { readonly code: string; readonly message: string } | null;
  /** What the answer lacks, such as a model that failed. */
  readonly notes: readonly { readonly code: string; readonly message: string }[];
  readonly catalogVersion: string;
}

/** What a search may ask for beside the query. */
export interface SearchInput {
  readonly topK?: number;
  readonly sources?: readonly string[];
  readonly tags?: readonly string[];
  readonly readOnly?: boolean;
  readonly prerequisites?: boolean;
  /** Answer with no tools when none is this relevant, 0 to 1; 0 answers whatever matches. */
  readonly minRelevance?: number;
  /** Leave out tools that score less than this share of the best, 0 to 1. */
  readonly minScoreShare?: number;
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

  /** A client of one catalog by name. */
  in(catalog: string): ToolGraphClient {
    return new ToolGraphClient(`${this.#base}/catalogs/${encodeURIComponent(catalog)}`, this.#options);
  }

  /** The catalogs that the token may read. For a client of the whole service. */
  async catalogs(): Promise<readonly CatalogLine[]> {
    return (await this.#ask<{ catalogs: CatalogLine[] }>('GET', '/catalogs')).catalogs;
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

  /** What there is to know of a source, with what the last ingest did. */
  source(id: string): Promise<SourceState & { readonly report?: ReportView }> {
    return this.#ask('GET', `/sources/${encodeURIComponent(id)}`);
  }

  /** What ingestion found, repaired and refused, page by page. */
  async *diagnostics(
    filter: { readonly source?: string; readonly severity?: string } = {},
  ): AsyncGenerator<DiagnosticLine> {
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({ ...filter, ...(cursor === null ? {} : { cursor }) });
      const page: { diagnostics: DiagnosticLine[]; nextCursor: string | null } = await this.#ask(
        'GET',
        `/diagnostics?${query}`,
      );
      yield* page.diagnostics;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  /** Definitions that a request needs, ready to be sent, within a token budget. */
  bundle(
    query: string,
    input: { readonly topK?: number; readonly provider?: string; readonly tokenBudget?: number } = {},
  ): Promise<BundleAnswer> {
    return this.#ask('POST', '/bundle', { query, ...input });
  }

  /** Everything that must run before a tool. */
  closure(tool: string, available: readonly string[] = []): Promise<ClosureAnswer> {
    return this.#ask('POST', '/closure', { tool, available });
  }

  /** How good the ranking is on requests whose right tools are known. */
  async evaluate(input: EvaluationInput): Promise<readonly EvaluationLine[]> {
    return (await this.#ask<{ evaluations: EvaluationLine[] }>('POST', '/evaluate', input)).evaluations;
  }

  /**
   * The answer to a GET of that path, asked for only when it is not the kept one any more: `kept` itself comes back
   * while nothing has changed.
   */
  async current<T>(path: string, kept?: Kept<T>): Promise<Kept<T>> {
    const response = await this.#send('GET', path, undefined, kept === undefined ? {} : { 'if-none-match': kept.etag });
    if (response.status === 304 && kept !== undefined) return kept;
    return { value: await bodyOf<T>(response), etag: response.headers.get('etag') ?? '' };
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

  /**
   * Calls a tool, or shows what would be sent.
   *
   * @param version A `catalogVersion`: in another one nothing is called and the error has status 412.
   */
  call(
    tool: string,
    args: object = {},
    dryRun = false,
    version?: string,
  ): Promise<{ readonly kind: string; readonly result?: unknown; readonly request?: object }> {
    const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${version}"` };
    return this.#ask('POST', '/call', { tool, arguments: args, dryRun }, headers);
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

  async #ask<T>(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<T> {
    return bodyOf<T>(await this.#send(method, path, body, headers));
  }

  #send(
    method: string,
    path: string,
    body: object | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<Response> {
    const { token, timeoutMs = 30_000, fetch: send = fetch } = this.#options;
    return send(`${this.#base}${path}`, {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
  }
}

async function bodyOf<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') === true;
  throw new ServiceAnswerError(response.status, isProblem ? ((await response.json()) as Problem) : undefined);
}
