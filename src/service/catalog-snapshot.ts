import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type JsonValue, ToolGraph, ToolGraphError, type ToolGraphOptions } from '../index.js';
import type { HostEvents } from './host-events.js';

/** What a snapshot keeps of one source beside its tools. */
export interface SavedEntry {
  readonly place: string;
  readonly ids: readonly string[];
  readonly fingerprint?: string;
  readonly again?: JsonValue;
}

/** What the service writes into a snapshot beside the catalog. */
export interface SnapshotNote {
  readonly entries: readonly SavedEntry[];
}

/** The file that keeps a catalog over restarts. */
export class CatalogSnapshot {
  readonly #path: string;
  readonly #problems: Map<string, string>;
  readonly #events: HostEvents;
  #saving: Promise<void> | undefined;
  #saveAgain = false;

  /** @param problems Where it is written, under `snapshot`, that the file is damaged or cannot be written. */
  constructor(path: string, problems: Map<string, string>, events: HostEvents) {
    this.#path = path;
    this.#problems = problems;
    this.#events = events;
  }

  /** The catalog of the file, or of its backup when it is damaged; undefined when there is neither. */
  async restore(options: ToolGraphOptions): Promise<{ graph: ToolGraph; note: SnapshotNote } | undefined> {
    for (const path of [this.#path, `${this.#path}.bak`]) {
      try {
        let note: JsonValue = null;
        const graph = await ToolGraph.load(path, {
          ...options,
          onNote: (value) => {
            note = value;
          },
        });
        return { graph, note: readNote(note) };
      } catch (thrown) {
        if (thrown instanceof ToolGraphError && thrown.code === 'SOURCE_NOT_FOUND') continue;
        this.#problems.set('snapshot', 'The snapshot was damaged and is not used; the log says more.');
        this.#events.failed?.(path, thrown);
      }
    }
    return undefined;
  }

  /** Writes the file soon, and makes its folder when that is missing; changes that come while it is written are in the one after. */
  saveSoon(graph: () => ToolGraph, note: () => SnapshotNote): void {
    if (this.#saving !== undefined) {
      this.#saveAgain = true;
      return;
    }
    this.#saving = (async () => {
      do {
        this.#saveAgain = false;
        try {
          await mkdir(dirname(this.#path), { recursive: true });
          await graph().save(this.#path, note() as unknown as JsonValue);
          this.#problems.delete('snapshot');
        } catch (thrown) {
          this.#problems.set('snapshot', 'The snapshot could not be written; the log says more.');
          this.#events.saveFailed?.(thrown);
        }
      } while (this.#saveAgain);
      this.#saving = undefined;
    })();
  }

  /** Resolves when nothing is being written. */
  async written(): Promise<void> {
    while (this.#saving !== undefined) await this.#saving;
  }
}

/** The note of a snapshot; one that another writer made holds nothing for us. */
function readNote(note: JsonValue): SnapshotNote {
  const entries = typeof note === 'object' && note !== null && 'entries' in note ? note['entries'] : [];
  if (!Array.isArray(entries)) return { entries: [] };
  return { entries: entries.filter(isSavedEntry) };
}

function isSavedEntry(value: unknown): value is SavedEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { place, ids, fingerprint } = value as Record<string, unknown>;
  return (
    typeof place === 'string' &&
    Array.isArray(ids) &&
    ids.every((id) => typeof id === 'string') &&
    (fingerprint === undefined || typeof fingerprint === 'string')
  );
}
