import { setTimeout as sleep } from 'node:timers/promises';

/** How a call that failed is repeated. */
export interface RetryPlan {
  /** Repeats at most. */
  readonly retries: number;
  /** Longest wait before one repeat, in milliseconds; a server that asks for more is not waited for. */
  readonly longestWaitMs: number;
  readonly signal: AbortSignal;
  /** May the call be repeated after this, and after how many milliseconds, if the other side said so? */
  readonly afterwards: (thrown: unknown) => { readonly waitMs: number | undefined } | undefined;
}

const firstWaitMs = 300;

/** Calls, and calls again after failures that pass; each wait is twice as long as the one before. */
export async function withRetries<T>(call: () => Promise<T>, plan: RetryPlan): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call();
    } catch (thrown) {
      const next = attempt < plan.retries && !plan.signal.aborted ? plan.afterwards(thrown) : undefined;
      const waitMs = next?.waitMs ?? Math.min(plan.longestWaitMs, firstWaitMs * 2 ** attempt);
      if (next === undefined || waitMs > plan.longestWaitMs) throw thrown;
      await sleep(waitMs, undefined, { signal: plan.signal });
    }
  }
}

/** Milliseconds of a `Retry-After` header: seconds or a date; undefined for anything else. */
export function retryAfterMs(header: string | null | undefined, now: number = Date.now()): number | undefined {
  if (header === null || header === undefined || header.trim() === '') return undefined;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
