import { RequestError } from './problem.js';

/** How many requests one principal may make. */
export interface RateLimit {
  /** Requests per minute in the long run, > 0. */
  readonly perMinute: number;
  /** Requests at once, >= 1. Default: a tenth of a minute's. */
  readonly burst?: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** A token bucket for each principal. */
export class RateLimiter {
  readonly #perMs: number;
  readonly #burst: number;
  readonly #buckets = new Map<string, Bucket>();
  readonly #now: () => number;

  constructor(limit: RateLimit, now: () => number = () => performance.now()) {
    this.#perMs = limit.perMinute / 60_000;
    this.#burst = Math.max(1, limit.burst ?? limit.perMinute / 10);
    this.#now = now;
  }

  /** @throws RequestError 429 with `retry-after` when the principal has used up its requests. */
  take(principal: string): void {
    const now = this.#now();
    const bucket = this.#buckets.get(principal) ?? { tokens: this.#burst, at: now };
    bucket.tokens = Math.min(this.#burst, bucket.tokens + (now - bucket.at) * this.#perMs);
    bucket.at = now;
    this.#buckets.set(principal, bucket);
    if (bucket.tokens < 1) {
      const seconds = Math.ceil((1 - bucket.tokens) / this.#perMs / 1000);
      throw new RequestError(429, 'rate-limit', `Too many requests; ask again in ${seconds} s.`, {
        'retry-after': String(seconds),
      });
    }
    bucket.tokens -= 1;
  }
}
