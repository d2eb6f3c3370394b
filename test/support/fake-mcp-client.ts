/** One page of a listing, as a server would send it. */
export interface FakePage {
  readonly tools: readonly unknown[];
  readonly nextCursor?: string;
}

/**
 * A client object that answers `listTools` from a script: a function of the cursor, which may throw. It counts the
 * requests, and `changed()` is what a server's list_changed notification does.
 */
export class FakeMcpClient {
  requests = 0;
  closed = 0;
  readonly calls: unknown[] = [];
  pageOf: (cursor: string | undefined) => FakePage | Promise<FakePage>;
  onclose: (() => void) | undefined;
  readonly #name: string | undefined;
  #handlers = new Map<string, () => void>();

  constructor(name: string | undefined, pageOf: FakeMcpClient['pageOf']) {
    this.#name = name;
    this.pageOf = pageOf;
  }

  /** Present on the current SDK generation; the first one has no such method. */
  setVersionNegotiation(): void {
    throw new Error('not expected on a connected client');
  }

  getServerVersion(): { name?: string } {
    return this.#name === undefined ? {} : { name: this.#name };
  }

  async request(request: { method: string; params?: { cursor?: string } }): Promise<unknown> {
    if (request.method !== 'tools/list') throw new Error(`unexpected ${request.method}`);
    return this.listTools(request.params);
  }

  async listTools(params?: { cursor?: string }): Promise<unknown> {
    this.requests++;
    return this.pageOf(params?.cursor);
  }

  async callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<unknown> {
    this.calls.push(params);
    return { content: [{ type: 'text', text: `called ${params.name}` }] };
  }

  setNotificationHandler(method: string, handler: () => void): void {
    this.#handlers.set(method, handler);
  }

  changed(): void {
    this.#handlers.get('notifications/tools/list_changed')?.();
  }

  async close(): Promise<void> {
    this.closed++;
  }
}
