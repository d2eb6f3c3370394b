/**
 * Lets those who have much to work out do it one after the other, with a look at the network between two. When many
 * connections send at once, Node deals with all that was sent before it accepts another connection or answers a probe,
 * and accepts one at a time: without turns, the last of 64 new clients waits for some seconds.
 */
export class Turns {
  readonly #waiting = new Set<() => void>();
  readonly #next = (): void => {
    const [first] = this.#waiting;
    if (first === undefined) return;
    this.#waiting.delete(first);
    first();
    if (this.#waiting.size > 0) setImmediate(this.#next);
  };

  /** Resolves when it is the caller's turn, in the order of the calls. The turn lasts until the caller waits for something. */
  take(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.size === 0) setImmediate(this.#next);
      this.#waiting.add(resolve);
    });
  }
}
