import { ToolGraphError } from '../../src/core/errors.js';

/** How many calls one server is given at the same time. */
export interface CallSlotOptions {
  /** Most calls at once, >= 1. */
  readonly maxConcurrent: number;
  /** Most calls that wait for their turn, >= 0. */
  readonly maxQueued: number;
}

interface Waiting {
  readonly start: () => void;
}

/** Lets so many calls run at once, makes so many more wait in order, and refuses the rest. */
export class CallSlots {
  readonly #name: string;
  readonly #options: CallSlotOptions;
  readonly #waiting = new Set<Waiting>();
  #active = 0;

  /** @param name What errors call the server. */
  constructor(name: string, options: CallSlotOptions) {
    this.#name = name;
    this.#options = options;
  }

  /** Calls that run now. */
  get active(): number {
    return this.#active;
  }

  /** Calls that wait. */
  get queued(): number {
    return this.#waiting.size;
  }

  /**
   * Resolves with what gives the slot back, when it is this call's turn.
   *
   * @throws ToolGraphError `BUSY` when the queue is full; the signal's reason when it aborts while waiting.
   */
  take(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#active < this.#options.maxConcurrent) return Promise.resolve(this.#slot());
    if (this.#waiting.size >= this.#options.maxQueued) return Promise.reject(this.#full());
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.#waiting.delete(entry);
        reject(signal?.reason);
      };
      const entry: Waiting = {
        start: () => {
          signal?.removeEventListener('abort', stop);
          resolve(this.#slot());
        },
      };
      this.#waiting.add(entry);
      signal?.addEventListener('abort', stop, { once: true });
    });
  }

  #slot(): () => void {
    this.#active++;
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      this.#active--;
      const [next] = this.#waiting;
      if (next === undefined) return;
      this.#waiting.delete(next);
      next.start();
    };
  }

  #full(): ToolGraphError {
    const { maxConcurrent, maxQueued } = this.#options;
    return new ToolGraphError(
      'BUSY',
      `The MCP server ${JSON.stringify(this.#name)} is busy: ${maxConcurrent} calls run and ${maxQueued} wait; try again later.`,
    );
  }
}
