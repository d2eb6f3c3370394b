import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { McpSession } from './mcp-server.js';

interface Held {
  readonly session: McpSession;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly owner: string;
  usedAt: number;
}

/** Bounds of the sessions that are held. */
export interface SessionLimits {
  /** Most sessions of one principal. */
  readonly perPrincipal: number;
  /** A session that asks nothing for so long is ended, in milliseconds. */
  readonly idleMs: number;
  /** Largest request body, in bytes. */
  readonly maxBytes: number;
}

/**
 * The sessions of clients of the 2025 revision over Streamable HTTP: each has a server of its own, so that what one
 * finds is listed to no other. A session belongs to the principal that opened it.
 */
export class HttpSessions {
  readonly #held = new Map<string, Held>();
  readonly #limits: SessionLimits;
  readonly #ended: (session: string) => void;
  readonly #sweeper: NodeJS.Timeout;

  /** @param ended Hears of every session that is over, whoever ended it. */
  constructor(limits: SessionLimits, ended: (session: string) => void) {
    this.#limits = limits;
    this.#ended = ended;
    this.#sweeper = setInterval(() => this.#sweep(), Math.min(60_000, limits.idleMs));
    this.#sweeper.unref();
  }

  /** How many sessions are open. */
  get size(): number {
    return this.#held.size;
  }

  /**
   * Opens a session for the request that asks for one. The session of the principal that was not used for longest
   * makes room when there are too many.
   */
  async open(request: Request, body: unknown, owner: string, make: (id: string) => McpSession): Promise<Response> {
    const id = randomUUID();
    const session = make(id);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      maxRequestBodySize: this.#limits.maxBytes,
      onsessioninitialized: () => {
        this.#makeRoom(owner);
        this.#held.set(id, { session, transport, owner, usedAt: Date.now() });
      },
      onsessionclosed: () => this.#end(id),
    });
    await session.server.connect(transport);
    const response = await transport.handleRequest(request, { parsedBody: body });
    if (!this.#held.has(id)) await session.server.close(); // refused before it began
    return response;
  }

  /** Answers a request within a session; undefined when the principal has no such session. */
  async answer(id: string, request: Request, body: unknown, owner: string): Promise<Response | undefined> {
    const held = this.#held.get(id);
    if (held === undefined || held.owner !== owner) return undefined;
    held.usedAt = Date.now();
    return held.transport.handleRequest(request, body === undefined ? {} : { parsedBody: body });
  }

  /** Tells every session that the catalog is another one. */
  catalogChanged(): void {
    for (const { session } of this.#held.values()) session.catalogChanged();
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    await Promise.all([...this.#held.keys()].map((id) => this.#end(id)));
  }

  async #end(id: string): Promise<void> {
    const held = this.#held.get(id);
    if (held === undefined) return;
    this.#held.delete(id);
    this.#ended(id);
    await held.session.server.close();
  }

  #makeRoom(owner: string): void {
    const own = [...this.#held].filter(([, held]) => held.owner === owner);
    if (own.length < this.#limits.perPrincipal) return;
    const [oldest] = own.sort(([, a], [, b]) => a.usedAt - b.usedAt);
    if (oldest !== undefined) void this.#end(oldest[0]);
  }

  #sweep(): void {
    const before = Date.now() - this.#limits.idleMs;
    for (const [id, { usedAt }] of this.#held) if (usedAt < before) void this.#end(id);
  }
}
