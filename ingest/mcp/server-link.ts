import { messageOf, ToolGraphError } from '../../src/core/errors.js';
import { backOffMs } from './back-off.js';
import { CallSlots } from './call-slots.js';
import { sessionWasForgotten } from './forgotten-session.js';
import type { McpCallOptions, McpCallParams, McpPort } from './mcp-port.js';

/**
 * How a server stands: `idle` was not needed yet or let go of while nothing called it, `waiting` failed and is tried
 * again, `down` failed and is tried again when it is called.
 */
export type McpLinkState = 'idle' | 'connecting' | 'ready' | 'waiting' | 'down' | 'closed';

/** What is known of a server's health. */
export interface McpHealth {
  readonly state: McpLinkState;
  /** How often it was connected. */
  readonly connects: number;
  /** Failures in a row; 0 while it is well. */
  readonly failures: number;
  /** Why it failed last; absent while it is well. */
  readonly problem?: string;
  /** When it is tried again, as an ISO 8601 time. */
  readonly retryAt?: string;
  /** Calls that run, and calls that wait for one of these to end. */
  readonly active: number;
  readonly queued: number;
}

/** Bounds of one link. */
export interface LinkOptions {
  /** Longest wait for the answer to a call, in milliseconds. Progress that the server reports starts it anew. */
  readonly callTimeoutMs: number;
  /** Most calls at once, and most that wait. */
  readonly maxConcurrent: number;
  readonly maxQueued: number;
  /** Connects again by itself after a loss. Without it the next call does. */
  readonly reconnect: boolean;
  /** Ends the connection when no call came for so long, in milliseconds; the next call makes it anew. */
  readonly idleMs?: number;
}

/** What a link tells its owner. */
export interface LinkEvents {
  /** A connection stands; it is not asked anything yet. */
  readonly opened: (port: McpPort) => void;
  /** The connection ended without our doing. */
  readonly lost: () => void;
}

/** A loss after less than this counts as another failure in a row. */
const steadyAfterMs = 10_000;
/** A call waits for the next try to connect when it is no further away than this. */
const patienceMs = 1500;
/** A server that reports progress may take this many times its time limit in all. */
const progressFactor = 20;

/**
 * The way to one server: connects when it is needed, one try at a time; connects again after a loss, with ever longer
 * pauses; and bounds the calls.
 */
export class ServerLink {
  readonly #name: string;
  readonly #dial: () => Promise<McpPort>;
  readonly #options: LinkOptions;
  readonly #events: LinkEvents;
  readonly #slots: CallSlots;
  #port: McpPort | undefined;
  #opening: Promise<McpPort> | undefined;
  #closed = false;
  #connects = 0;
  #failures = 0;
  #problem: string | undefined;
  #openedAt = 0;
  #retryAt = 0;
  #retryTimer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  /** @param name What errors call the server. */
  constructor(name: string, dial: () => Promise<McpPort>, options: LinkOptions, events: LinkEvents) {
    this.#name = name;
    this.#dial = dial;
    this.#options = options;
    this.#events = events;
    this.#slots = new CallSlots(name, options);
  }

  /** The connection, when it stands. */
  get port(): McpPort | undefined {
    return this.#port;
  }

  get health(): McpHealth {
    const retries = this.#retryTimer !== undefined;
    return {
      state: this.#state(),
      connects: this.#connects,
      failures: this.#port === undefined ? this.#failures : 0,
      ...(this.#port === undefined && this.#problem !== undefined ? { problem: this.#problem } : {}),
      ...(retries ? { retryAt: new Date(this.#retryAt).toISOString() } : {}),
      active: this.#slots.active,
      queued: this.#slots.queued,
    };
  }

  /** Takes over a connection that was made elsewhere. */
  adopt(port: McpPort): void {
    this.#attach(port);
  }

  /** Connects now, whatever failed before. Calls at the same time share one try. @throws what connecting throws. */
  connect(): Promise<McpPort> {
    if (this.#closed) return Promise.reject(this.#isClosed());
    if (this.#port !== undefined) return Promise.resolve(this.#port);
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  /**
   * Calls a tool, when it is its turn.
   *
   * @param prepare Runs when a connection stands, before the call is sent; it may throw to call it off.
   * @throws ToolGraphError `BUSY` with a full queue, `NOT_CALLABLE` once closed; an Error that names the server when it
   * is down, was lost or took too long, with what the server answered as `cause`.
   */
  async call(
    params: McpCallParams,
    options: Omit<McpCallOptions, 'timeoutMs' | 'definition' | 'totalTimeoutMs'>,
    prepare: (port: McpPort) => Promise<Readonly<Record<string, unknown>>>,
  ): Promise<unknown> {
    if (this.#closed) throw this.#isClosed();
    const free = await this.#slots.take(options.signal);
    clearTimeout(this.#idleTimer);
    try {
      const port = await this.#reach(options.signal);
      try {
        return await this.#send(port, params, { ...options, definition: await prepare(port) });
      } catch (thrown) {
        if (!this.letGoIfForgotten(port, thrown instanceof Error ? thrown.cause : undefined)) throw thrown;
      }
      const anew = await this.#reach(options.signal);
      return await this.#send(anew, params, { ...options, definition: await prepare(anew) });
    } finally {
      free();
      this.#rest();
    }
  }

  /**
   * Lets go of a connection whose server refused a request because it knows the session no more. Returns whether it was
   * that; the next use then begins a new session.
   */
  letGoIfForgotten(port: McpPort, thrown: unknown): boolean {
    if (!sessionWasForgotten(thrown)) return false;
    if (this.#port === port) this.#port = undefined;
    port.close().catch((error: unknown) => {
      this.#problem = messageOf(error);
    });
    return true;
  }

  /** Ends the connection for good. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#idleTimer);
    this.#retryTimer = undefined;
    const port = this.#port;
    this.#port = undefined;
    await port?.close();
  }

  #state(): McpLinkState {
    if (this.#closed) return 'closed';
    if (this.#port !== undefined) return 'ready';
    if (this.#opening !== undefined) return 'connecting';
    if (this.#failures === 0) return 'idle';
    return this.#retryTimer === undefined ? 'down' : 'waiting';
  }

  async #open(): Promise<McpPort> {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
    let port: McpPort;
    try {
      port = await this.#dial();
    } catch (thrown) {
      this.#failed(messageOf(thrown));
      throw thrown;
    }
    if (this.#closed) {
      await port.close();
      throw this.#isClosed();
    }
    this.#attach(port);
    return port;
  }

  #attach(port: McpPort): void {
    this.#port = port;
    this.#connects++;
    this.#openedAt = Date.now();
    port.onClosed(() => {
      if (this.#port !== port) return;
      this.#port = undefined;
      if (Date.now() - this.#openedAt > steadyAfterMs) this.#failures = 0;
      this.#failed('the server ended the connection');
      this.#events.lost();
    });
    this.#events.opened(port);
    this.#rest();
  }

  #failed(problem: string): void {
    this.#failures++;
    this.#problem = problem;
    const pauseMs = backOffMs(this.#failures);
    this.#retryAt = Date.now() + pauseMs;
    if (!this.#options.reconnect || this.#closed) return;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => {
      this.connect().catch(() => undefined); // noted as the link's problem where it failed
    }, pauseMs);
    this.#retryTimer.unref();
  }

  /** The connection, made anew if need be: not before the pause after a failure is over, which is waited for if short. */
  async #reach(signal: AbortSignal | undefined): Promise<McpPort> {
    if (this.#port !== undefined) return this.#port;
    const waitMs = this.#opening === undefined && this.#failures > 0 ? this.#retryAt - Date.now() : 0;
    if (waitMs > patienceMs) throw this.#isDown(waitMs);
    if (waitMs > 0) await pause(waitMs, signal);
    try {
      return await this.connect();
    } catch (thrown) {
      if (thrown instanceof ToolGraphError && thrown.code === 'NOT_CALLABLE') throw thrown;
      throw new Error(`the MCP server ${this.#quoted} cannot be reached (${messageOf(thrown)})`, { cause: thrown });
    }
  }

  async #send(port: McpPort, params: McpCallParams, options: Omit<McpCallOptions, 'timeoutMs' | 'totalTimeoutMs'>) {
    if (port.callTool === undefined)
      throw new ToolGraphError(
        'NOT_CALLABLE',
        `The MCP server ${this.#quoted} was given as a client that cannot call.`,
      );
    const timeoutMs = this.#options.callTimeoutMs;
    try {
      return await port.callTool(params, { ...options, timeoutMs, totalTimeoutMs: timeoutMs * progressFactor });
    } catch (thrown) {
      options.signal?.throwIfAborted();
      if (this.#port !== port)
        throw new Error(
          `the MCP server ${this.#quoted} ended during the call; whether the call took effect is not known`,
          { cause: thrown },
        );
      if (isTimeout(thrown))
        throw new Error(`the MCP server ${this.#quoted} did not answer within ${timeoutMs} ms`, { cause: thrown });
      throw new Error(`the MCP server ${this.#quoted} answered with an error: ${messageOf(thrown, 1000)}`, {
        cause: thrown,
      });
    }
  }

  /** Lets go of the server when nothing calls it for long. */
  #rest(): void {
    const { idleMs } = this.#options;
    clearTimeout(this.#idleTimer);
    if (idleMs === undefined || this.#closed || this.#slots.active > 0) return;
    this.#idleTimer = setTimeout(() => {
      const port = this.#port;
      this.#port = undefined;
      this.#failures = 0;
      port?.close().catch((thrown: unknown) => {
        this.#problem = messageOf(thrown);
      });
    }, idleMs);
    this.#idleTimer.unref();
  }

  get #quoted(): string {
    return JSON.stringify(this.#name);
  }

  #isDown(waitMs: number): Error {
    const seconds = Math.ceil(waitMs / 1000);
    return new Error(`the MCP server ${this.#quoted} is down (${this.#problem}); it is tried again in ${seconds} s`);
  }

  #isClosed(): ToolGraphError {
    return new ToolGraphError('NOT_CALLABLE', `The connection to the MCP server ${this.#quoted} is closed.`);
  }
}

/** Both SDK generations have a code of their own for it. */
function isTimeout(thrown: unknown): boolean {
  const code: unknown = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  return code === 'REQUEST_TIMEOUT' || code === -32001;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
