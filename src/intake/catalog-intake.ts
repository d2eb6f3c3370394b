import { applyTextPolicy, type SafeResult, type TextPolicy } from '../../ingest/text-safety.js';
import type { CatalogChange, ToolCatalog } from '../core/catalog.js';
import type { Diagnostic } from '../core/diagnostics.js';
import type { IngestReport, IngestResult, OperationReference, WorkflowLink } from '../core/tool-schema.js';
import { keyOf, type StatedLinks, unknownOperations, WorkflowLinks } from '../core/workflow-links.js';
import { keptDiagnostics, reportOf, withReplaced } from './ingest-report.js';

/** What a workflow document states, as its ingester hands it over. */
export interface StatedWorkflows {
  readonly links: readonly WorkflowLink[];
  readonly operations: readonly OperationReference[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What is restored beside tools and diagnostics. */
export interface RestoredBeside {
  /** Sources that something was said about, in order. */
  readonly sources: readonly string[];
  readonly workflows?: StatedLinks;
}

/**
 * The one door into a catalog: puts an ingester's result under the text policy, adds the links that workflows state,
 * keeps what was said about each source, and tells `onChange` what became different.
 */
export class CatalogIntake {
  /** What ingestion found, by source id, in order of first ingestion. */
  readonly diagnostics = new Map<string, Diagnostic[]>();
  /** What happens to unsafe texts of a result that is given no policy of its own. */
  readonly textPolicy: TextPolicy;
  readonly #catalog: ToolCatalog;
  readonly #onChange: (change: CatalogChange) => void;
  readonly #workflows = new WorkflowLinks();

  constructor(catalog: ToolCatalog, textPolicy: TextPolicy, onChange: (change: CatalogChange) => void) {
    this.#catalog = catalog;
    this.textPolicy = textPolicy;
    this.#onChange = onChange;
  }

  /**
   * Takes one ingester's result into the catalog. A tool that the text policy quarantines leaves the catalog too, when
   * an ingest before had let it in.
   *
   * @param sources The sources that the result is about; with `complete` it is their whole listing.
   * @param policy Default: the policy of the graph.
   */
  take(read: IngestResult, sources: readonly string[], complete: boolean, policy = this.textPolicy): IngestReport {
    return this.takeSafe(applyTextPolicy(read, policy), sources, complete);
  }

  /** As {@link take}, for a result that has been under the policy. */
  takeSafe(safe: SafeResult, sources: readonly string[], complete: boolean): IngestReport {
    const change = this.#catalog.apply(
      safe.tools.map((draft) => this.#workflows.attach(draft)),
      complete ? sources : [],
    );
    const removed = complete ? [] : this.#catalog.remove(safe.quarantined);
    const result = complete ? safe : withReplaced(safe, change);
    for (const id of sources) {
      const kept = complete ? [] : keptDiagnostics(this.diagnostics.get(id) ?? [], result);
      this.diagnostics.set(id, [...kept, ...result.diagnostics.filter((entry) => entry.source === id)]);
    }
    const total = { ...change, removed: [...change.removed, ...removed] };
    this.#onChange(total);
    return reportOf(total, result, sources, this.#catalog);
  }

  /** What workflow documents state, for a snapshot. */
  get workflows(): StatedLinks {
    return this.#workflows.entries();
  }

  /**
   * Takes back what was under the policy before: the tools and diagnostics of a snapshot, or of another catalog, and the
   * exposed names that the tools had.
   */
  restore({ tools, diagnostics }: IngestResult, names: readonly string[], more: RestoredBeside): void {
    this.#workflows.restore(more.workflows ?? [], tools);
    const change = this.#catalog.restore(tools, names);
    for (const id of more.sources) this.diagnostics.set(id, []);
    for (const entry of diagnostics) {
      const entries = this.diagnostics.get(entry.source);
      if (entries === undefined) this.diagnostics.set(entry.source, [entry]);
      else entries.push(entry);
    }
    this.#onChange(change);
  }

  /** Takes in what a workflow document states, and puts it onto the tools that are there. */
  takeWorkflows(source: string, { links, operations, diagnostics }: StatedWorkflows): IngestReport {
    this.#workflows.set(source, links);
    const missing = unknownOperations(operations, this.#catalog.tools).map((operation): Diagnostic => {
      const message = `No tool stands for the operation ${JSON.stringify(keyOf(operation))}; ingest the API description that has it.`;
      return { severity: 'warning', code: 'unknown-operation', source, item: keyOf(operation), message };
    });
    const found = [...diagnostics, ...missing];
    this.diagnostics.set(source, found);
    return this.#relink({ tools: [], diagnostics: found }, source);
  }

  /** Takes a source and all that was said of it out; the tools that went. */
  removeSource(id: string): CatalogChange['removed'] {
    const removed = this.#catalog.removeSource(id);
    this.diagnostics.delete(id);
    this.#onChange({ added: [], changed: [], unchanged: [], removed });
    if (this.#workflows.delete(id)) this.#relink({ tools: [], diagnostics: [] }, id);
    return removed;
  }

  /** Puts the workflow links as they are now onto the tools in the catalog. */
  #relink(result: IngestResult, source: string): IngestReport {
    const tools = this.#catalog.tools.flatMap((tool) => {
      const draft = this.#workflows.attach(tool);
      return draft === tool ? [] : [draft];
    });
    const change = this.#catalog.apply(tools);
    this.#onChange(change);
    return reportOf(change, { ...result, tools }, [source], this.#catalog);
  }
}
