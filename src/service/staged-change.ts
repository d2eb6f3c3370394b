import type { ToolGraph } from '../index.js';
import { type Ingested, type ReportView, reportView, type ServiceSource } from './source-record.js';

/** What one source gave aside. */
export interface Staged {
  readonly report: ReportView;
  readonly incomplete: string | undefined;
}

/**
 * Sources read into a copy of a catalog, so that they can be put into the catalog itself together, in one step that
 * no query can see half of.
 */
export class StagedChange {
  readonly #staging: ToolGraph;
  readonly #ids = new Set<string>();

  /** @param gone Ids of sources that the change takes out; names and ids that they held are free in the copy. */
  constructor(live: ToolGraph, gone: ReadonlySet<string>) {
    this.#staging = live.subset((tool) => !gone.has(tool.source.id));
  }

  /** Reads a source into the copy; `own` are the ids that it gave before. @throws what ingestion throws */
  async read(source: ServiceSource, own: readonly string[]): Promise<Staged> {
    const { reports, incomplete }: Ingested = await source.ingest(this.#staging, own);
    const report = reportView(reports);
    for (const id of report.sources) this.#ids.add(id);
    return { report, incomplete };
  }

  /** Ids that a source gave without tools of their own: what it does to other tools is not in a copy of its tools. */
  idsWithoutTools(): ReadonlySet<string> {
    const filled = new Set(this.#staging.tools.map((tool) => tool.source.id));
    return new Set([...this.#ids].filter((id) => !filled.has(id)));
  }

  /** Puts everything that was read into the catalog, in place of what these sources gave before. */
  putInto(live: ToolGraph): void {
    const { tools, diagnostics, ...head } = this.#staging.exportCatalog();
    live.ingestCatalog({
      ...head,
      tools: tools.filter(({ source }) => this.#ids.has(source.id)),
      diagnostics: diagnostics.filter(({ source }) => this.#ids.has(source)),
    });
  }
}
