import type { DiagnosticLog } from '../../src/core/diagnostics.js';
import type { ToolDraft } from '../../src/core/tool-schema.js';

/**
 * Gathers drafts that are unique by identity. A second tool of one identity is merged when it is the same, and
 * quarantined when it differs: which of the two is meant cannot be known, and the first keeps its place.
 */
export class UniqueTools {
  readonly #byKey = new Map<string, ToolDraft>();
  readonly #logOf: (source: string) => DiagnosticLog;

  constructor(logOf: (source: string) => DiagnosticLog) {
    this.#logOf = logOf;
  }

  /** The drafts, in order of arrival. */
  get tools(): readonly ToolDraft[] {
    return [...this.#byKey.values()];
  }

  get size(): number {
    return this.#byKey.size;
  }

  add(draft: ToolDraft, item: string): void {
    const key = JSON.stringify([draft.source.id, draft.originalId]);
    const first = this.#byKey.get(key);
    if (first === undefined) {
      this.#byKey.set(key, draft);
      return;
    }
    const log = this.#logOf(draft.source.id);
    const name = JSON.stringify(draft.originalName.slice(0, 100));
    if (JSON.stringify(first) === JSON.stringify(draft))
      log.info(
        'duplicate-tool',
        draft.originalName,
        `${item}: tool ${name} is listed again, unchanged; the two were merged.`,
      );
    else
      log.error(
        'conflicting-tool',
        `${item} ${draft.originalName}`,
        `${item}: tool ${name} is listed before with other content; the first one was kept, rename one of them.`,
      );
  }
}
