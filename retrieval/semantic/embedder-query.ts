import { ToolGraphError } from '../../src/core/errors.js';
import type { Embedder } from './embedder.js';
import { callEmbedder } from './embedder-call.js';
import { embeddedQuery } from './embedder-text.js';

/** Requests whose vectors are remembered. */
const remembered = 256;

/** After this many failures in a row the model is left alone for a while, so that requests do not each wait for it. */
const patience = { failures: 3, restMs: 30_000 } as const;

/** How one request is embedded. */
export interface QueryEmbedOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Embeds requests with one embedder, each text once while it is remembered. */
export class QueryEmbedder {
  readonly embedder: Embedder;
  /** In the order of last use. */
  readonly #vectors = new Map<string, Float32Array>();
  readonly #now: () => number;
  #failures = 0;
  #restsUntil = 0;

  /** `now` tells the time in milliseconds. */
  constructor(embedder: Embedder, now: () => number = () => performance.now()) {
    this.embedder = embedder;
    this.#now = now;
  }

  /**
   * The unit vector of a request.
   *
   * @throws ToolGraphError `MODEL_FAILED`; the reason of `signal` when that is aborted.
   */
  async vectorOf(query: string, options: QueryEmbedOptions): Promise<Float32Array> {
    const text = embeddedQuery(query);
    const known = this.#vectors.get(text);
    if (known !== undefined) {
      this.#remember(text, known);
      return known;
    }
    const rest = this.#restsUntil - this.#now();
    if (rest > 0)
      throw new ToolGraphError(
        'MODEL_FAILED',
        `The embedder ${JSON.stringify(this.embedder.id)} failed ${this.#failures} times in a row and is asked again in ${Math.ceil(rest / 1000)} s.`,
      );
    try {
      const vector = await this.#ask(text, options);
      this.#failures = 0;
      this.#remember(text, vector);
      return vector;
    } catch (thrown) {
      options.signal?.throwIfAborted();
      this.#failures++;
      if (this.#failures >= patience.failures) this.#restsUntil = this.#now() + patience.restMs;
      throw thrown;
    }
  }

  async #ask(text: string, options: QueryEmbedOptions): Promise<Float32Array> {
    const [vector] = await callEmbedder(this.embedder, [text], { purpose: 'query', ...options });
    if (vector instanceof Float32Array) return vector;
    throw new ToolGraphError(
      'MODEL_FAILED',
      `The embedder ${JSON.stringify(this.embedder.id)} gave a vector for the request that ${vector ?? 'is missing'}.`,
    );
  }

  #remember(text: string, vector: Float32Array): void {
    this.#vectors.delete(text);
    this.#vectors.set(text, vector);
    const [oldest] = this.#vectors.keys();
    if (this.#vectors.size > remembered && oldest !== undefined) this.#vectors.delete(oldest);
  }
}
