import type { ReportView } from './source-record.js';

/** What a catalog host tells whoever writes logs and counts. */
export interface HostEvents {
  readonly ingested?: (place: string, report: ReportView) => void;
  readonly failed?: (place: string, error: unknown) => void;
  readonly saveFailed?: (error: unknown) => void;
}
