/**
 * Something an ingester found, repaired or refused.
 *
 * - `error`: the item is quarantined: it is not in the catalog.
 * - `warning`: the item is in the catalog, but repaired, renamed or incomplete.
 * - `info`: worth knowing; nothing was changed.
 */
export type Severity = 'error' | 'warning' | 'info';

/** One finding about one item of one source. Never holds file contents, secrets or fetched text. */
export interface Diagnostic {
  readonly severity: Severity;
  /** A stable kebab-case word, such as `missing-operation-id`. */
  readonly code: string;
  /** Id of the source, as in `ToolSource.id`. */
  readonly source: string;
  /** The item as the source names it (`GET /pets`, `createOrder`, `rows[3]`); absent for the source as a whole. */
  readonly item?: string;
  /** One sentence for people: the thing, the value seen, what was done about it. */
  readonly message: string;
  /** True when the item was changed to make it usable. Counted as `repaired` in the report. */
  readonly repaired?: boolean;
}

/** Collects the diagnostics of one ingest, bound to its source id. */
export class DiagnosticLog {
  readonly entries: Diagnostic[] = [];
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  /** The item is left out of the catalog. */
  error(code: string, item: string | undefined, message: string): void {
    this.#add('error', code, item, message, false);
  }

  /** The item stays, but the reader should know this. */
  warn(code: string, item: string | undefined, message: string): void {
    this.#add('warning', code, item, message, false);
  }

  /** The item stays after a change that made it usable. */
  repair(code: string, item: string | undefined, message: string): void {
    this.#add('warning', code, item, message, true);
  }

  info(code: string, item: string | undefined, message: string): void {
    this.#add('info', code, item, message, false);
  }

  #add(severity: Severity, code: string, item: string | undefined, message: string, repaired: boolean): void {
    this.entries.push({
      severity,
      code,
      source: this.source,
      ...(item === undefined ? {} : { item }),
      message,
      ...(repaired ? { repaired } : {}),
    });
  }
}
