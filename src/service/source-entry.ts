import type { ReportView, ServiceSource } from './source-record.js';

/** A source of a running catalog and how it stands. */
export interface Entry {
  source: ServiceSource;
  /** Ids that its tools have. */
  ids: readonly string[];
  refreshEveryMs: number | undefined;
  /** Refreshes that failed since the last one that did not. */
  failures: number;
  /** The refresh that is under way; who asks for another one shares it. */
  running: Promise<ReportView> | undefined;
  report: ReportView | undefined;
  refreshedAt: string | undefined;
  problem: string | undefined;
  staleSince: string | undefined;
  fingerprint: string | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** An entry for a source that was not taken in yet; `ids` and `fingerprint` are what a snapshot has of it. */
export function newEntry(source: ServiceSource, ids: readonly string[], fingerprint: string | undefined): Entry {
  return {
    source,
    ids,
    refreshEveryMs: source.refreshEveryMs,
    failures: 0,
    running: undefined,
    report: undefined,
    refreshedAt: undefined,
    problem: undefined,
    staleSince: undefined,
    fingerprint,
    timer: undefined,
  };
}
