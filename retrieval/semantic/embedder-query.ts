import { ToolGraphError } from '../../src/core/errors.js';
import { defaultBatchSize, type Embedder } from './embedder.js';
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

/** Unit vectors of a request and of the things it asks for, none where that is one thing. */
export interface RequestVectors {
  readonly whole: Float32Array;
  readonly clauses: readonly Float32Array[];
}

/** Embeds requests with one embedder, each once while it is remembered. */
export class QueryEmbedder {
  readonly embedder: Embedder;
  /** In the order of last use. */
  readonly #vectors = new Map<string, RequestVectors>();
  readonly #now: () => number;
  #failures = 0;
  #restsUntil = 0;

  /** `now` tells the time in milliseconds. */
  constructor(embedder: Embedder, now: () => number = () => performance.now()) {
    this.embedder = embedder;
    this.#now = now;
  }

  /**
   * The unit vectors of a request: of the whole first, then of its clauses when there are several.
   *
   * @throws ToolGraphError `MODEL_FAILED`; the reason of `signal` when that is aborted.
   */
  async vectorsOf(query: string, options: QueryEmbedOptions): Promise<RequestVectors> {
    const texts = embeddedQuery(query);
    const key = texts.join('\n');
    const known = this.#vectors.get(key);
    if (known !== undefined) {
      this.#remember(key, known);
      return known;
    }
    const rest = this.#restsUntil - this.#now();
    if (rest > 0)
      throw new ToolGraphError(
        'MODEL_FAILED',
        `The embedder ${JSON.stringify(this.embedder.id)} failed ${this.#failures} times in a row and is asked again in ${Math.ceil(rest / 1000)} s.`,
      );
    try {
      const vectors = await this.#ask(texts, options);
      this.#failures = 0;
      this.#remember(key, vectors);
      return vectors;
    } catch (thrown) {
      options.signal?.throwIfAborted();
      this.#failures++;
      if (this.#failures >= patience.failures) this.#restsUntil = this.#now() + patience.restMs;
      throw thrown;
    }
  }

  /** Asks in as many calls as the embedder's batch size wants, which is one for all but the smallest. */
  async #ask(texts: readonly string[], options: QueryEmbedOptions): Promise<RequestVectors> {
    const size = this.embedder.batchSize ?? defaultBatchSize;
    const vectors: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += size)
      for (const vector of await callEmbedder(this.embedder, texts.slice(start, start + size), {
        purpose: 'query',
        ...options,
      }))
        vectors.push(this.#checked(vector));
    const [whole, ...clauses] = vectors;
    return { whole: this.#checked(whole), clauses };
  }

  #checked(vector: Float32Array | string | undefined): Float32Array {
    if (vector instanceof Float32Array) return vector;
    throw new ToolGraphError(
      'MODEL_FAILED',
      `The embedder ${JSON.stringify(this.embedder.id)} gave a vector for the request that ${vector ?? 'is missing'}.`,
    );
  }

  #remember(key: string, vectors: RequestVectors): void {
    this.#vectors.delete(key);
    this.#vectors.set(key, vectors);
    const [oldest] = this.#vectors.keys();
    if (this.#vectors.size > remembered && oldest !== undefined) this.#vectors.delete(oldest);
  }
}
