import type { IngestReport, JsonValue, McpHealth, ToolGraph } from '../index.js';

/** What taking a source in gave. */
export interface Ingested {
  readonly reports: readonly IngestReport[];
  /** Why a part could not be read; the tools that the missing part gave before are then kept. */
  readonly incomplete?: string;
}

/** Something the service takes tools from and can take them from again. */
export interface ServiceSource {
  /** Where it is, for logs and for knowing it again after a restart: a path, a URL, a command. Not sent to clients. */
  readonly place: string;
  /**
   * Takes its tools into the graph. A source may be a folder and so give several reports. `own` are the ids of the
   * catalog that it gave the last time. `changed` is called whenever the source itself changes its tools later, with
   * what went wrong if that is why.
   */
  readonly ingest: (
    graph: ToolGraph,
    own: readonly string[],
    changed?: (problem?: string) => void,
  ) => Promise<Ingested>;
  /** Instead of `ingest` when the snapshot has its tools already: makes them callable without reading them again. */
  readonly resume?: (graph: ToolGraph, changed: (problem?: string) => void) => Promise<void>;
  /** It is kept, and tried again with ever longer pauses, also when it has never given a tool. */
  readonly retry?: boolean;
  /** How the server behind it stands; undefined before it was first taken in. */
  readonly health?: () => McpHealth | undefined;
  /** Ends what it holds for one client session. */
  readonly endSession?: (session: string) => Promise<void>;
  /** Ends what the source holds open: a connection, a process. */
  readonly close?: () => Promise<void>;
  /** A text that changes when the content does; a restart does not ingest again what has the same. */
  readonly fingerprint?: () => Promise<string | undefined>;
  /** How to make this source again after a restart, for one that is in no configuration. Never holds a credential. */
  readonly again?: JsonValue;
  /** How often it is taken in anew, in milliseconds; with longer pauses while it fails. Default: only when asked. */
  readonly refreshEveryMs?: number;
  /** The id that its tools have, where it is known before it is read. */
  readonly id?: string;
  /** A text that differs when the source is to be read in another way than before; compared, never written or shown. */
  readonly definition?: string;
  /** True for one that is bound to the graph it is taken into: a connection. */
  readonly live?: true;
}

/** What one source of the catalog is and how it stands, as clients see it. */
export interface SourceState {
  readonly id: string;
  readonly kind: string;
  readonly title?: string;
  readonly tools: number;
  /** Estimated model tokens of all its definitions. */
  readonly tokens: number;
  /** `stale`: the last refresh failed and the tools are those from before. `failed`: it has given none yet. */
  readonly status: 'ready' | 'stale' | 'failed';
  /** ISO 8601. */
  readonly staleSince?: string;
  readonly problem?: string;
  /** ISO 8601; absent for a source that came from a snapshot and was not taken in since. */
  readonly refreshedAt?: string;
  readonly refreshable: boolean;
  /** For a server behind the gateway: how it stands. */
  readonly backend?: BackendState;
}

/** How a server behind the gateway stands, as clients see it: not what exactly failed, which may name places. */
export type BackendState = Omit<McpHealth, 'problem'>;

/** What the last ingest did, in numbers. */
export interface ReportView {
  readonly sources: readonly string[];
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly repaired: number;
  readonly quarantined: number;
  readonly tokens: number;
}

/** The numbers of one or several reports together. */
export function reportView(reports: readonly IngestReport[]): ReportView {
  const sum = (pick: (report: IngestReport) => number): number =>
    reports.reduce((total, report) => total + pick(report), 0);
  return {
    sources: [...new Set(reports.flatMap((report) => report.sources))],
    added: sum((report) => report.added),
    changed: sum((report) => report.changed),
    unchanged: sum((report) => report.unchanged),
    removed: sum((report) => report.removed),
    repaired: sum((report) => report.repaired),
    quarantined: sum((report) => report.quarantined),
    tokens: sum((report) => report.tokens),
  };
}
