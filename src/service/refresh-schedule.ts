/** When a source is taken in again by itself. */
export interface RefreshTerms {
  /** Pause between successful refreshes, in milliseconds. Undefined: only when asked. */
  readonly everyMs: number | undefined;
  /** Is a source that failed tried again although it has no interval? */
  readonly retry: boolean;
}

const retryMs = { first: 1_000, longest: 60_000 } as const;
const longestPauseMs = 3_600_000;

/**
 * Milliseconds until the next refresh, or undefined for none. After each further failure the pause doubles, from the
 * interval up to an hour, or to the interval where that is longer; where there is none, from a second up to a minute.
 *
 * @param failures Refreshes that failed since the last one that did not.
 */
export function pauseBefore({ everyMs, retry }: RefreshTerms, failures: number): number | undefined {
  if (failures === 0) return everyMs;
  if (everyMs === undefined) return retry ? Math.min(retryMs.first * 2 ** (failures - 1), retryMs.longest) : undefined;
  return Math.min(everyMs * 2 ** failures, Math.max(everyMs, longestPauseMs));
}
