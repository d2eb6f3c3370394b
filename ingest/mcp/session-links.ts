import { ToolGraphError } from '../../src/core/errors.js';
import type { McpPort } from './mcp-port.js';
import { type LinkOptions, ServerLink } from './server-link.js';

/** Most sessions that one server holds a connection for. */
const mostSessions = 64;
/** A session that calls nothing for so long lets go of its connection. */
const idleMs = 600_000;

/** A connection to one server for each session, made when the session first calls: what one does, no other one sees. */
export class SessionLinks {
  readonly #name: string;
  readonly #dial: () => Promise<McpPort>;
  readonly #options: LinkOptions;
  readonly #links = new Map<string, ServerLink>();

  /** @param name What errors call the server. */
  constructor(name: string, dial: () => Promise<McpPort>, options: LinkOptions) {
    this.#name = name;
    this.#dial = dial;
    this.#options = { idleMs, ...options, reconnect: false };
  }

  /**
   * The link of a session. With too many of them, one that is not connected makes room.
   *
   * @throws ToolGraphError `BUSY` when so many are connected.
   */
  of(session: string): ServerLink {
    let link = this.#links.get(session);
    if (link === undefined) {
      this.#makeRoom();
      link = new ServerLink(this.#name, this.#dial, this.#options, { opened: () => undefined, lost: () => undefined });
      this.#links.set(session, link);
    }
    return link;
  }

  /** Ends what a session holds. */
  async end(session: string): Promise<void> {
    const link = this.#links.get(session);
    this.#links.delete(session);
    await link?.close();
  }

  async close(): Promise<void> {
    const links = [...this.#links.values()];
    this.#links.clear();
    await Promise.all(links.map((link) => link.close()));
  }

  #makeRoom(): void {
    if (this.#links.size < mostSessions) return;
    const unused = [...this.#links].find(([, { health }]) => health.state !== 'ready' && health.active === 0);
    if (unused === undefined)
      throw new ToolGraphError(
        'BUSY',
        `The MCP server ${JSON.stringify(this.#name)} holds connections for ${mostSessions} sessions already; end one first.`,
      );
    this.#links.delete(unused[0]);
  }
}
