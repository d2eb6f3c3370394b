import { ToolGraphError } from '../core/errors.js';
import { isRecord } from '../core/json-schema.js';
import type { ToolDraft } from '../core/tool-schema.js';
import { CanonicalCheck, readDraft } from './catalog-document.js';
import { DamagedChunks, type StoredChunk } from './chunk-file.js';
import { readValueTable } from './value-table.js';

/** What is known of a saved tool before its row is read. */
export type SavedIdentity = Pick<ToolDraft, 'source' | 'originalId' | 'originalName'>;

/** The parts of a tool that its row does not have: they stand in columns, as they are needed of all tools at once. */
export const columnParts = ['name', 'source', 'originalId', 'originalName'] as const;

/**
 * Rows of saved tools, unpacked when the first of them is looked at, and each checked when it is. Once unpacked they stay:
 * a tool's schema is the same object at every look.
 */
export class SavedRows {
  readonly #path: string;
  #chunk: StoredChunk | undefined;
  #values: readonly unknown[] = [];
  readonly #drafts: (ToolDraft | undefined)[] = [];
  readonly #canonical = new CanonicalCheck();

  /** @param path The file that they are from, for errors. */
  constructor(chunk: StoredChunk, path: string) {
    this.#chunk = chunk;
    this.#path = path;
  }

  /**
   * The tool of a row.
   *
   * @throws ToolGraphError `INVALID_SNAPSHOT` when there is no such row or it is no tool: then the file was not written by
   * toolgraph, as its checksums fit.
   */
  read(row: number, identity: SavedIdentity): ToolDraft {
    return this.#drafts[row] ?? this.#check(row, identity);
  }

  #check(row: number, { source, originalId, originalName }: SavedIdentity): ToolDraft {
    const value = this.#unpacked()[row];
    const draft = isRecord(value)
      ? readDraft({ ...value, source, originalId, originalName }, this.#canonical)
      : 'it has no row';
    if (typeof draft === 'string') throw this.#unreadable(`${originalId} of ${source.id} is no tool: ${draft}`);
    this.#drafts[row] = draft;
    return draft;
  }

  #unpacked(): readonly unknown[] {
    const chunk = this.#chunk;
    if (chunk === undefined) return this.#values;
    try {
      this.#values = readValueTable(textOf(chunk.unpackNow()));
    } catch (thrown) {
      if (thrown instanceof DamagedChunks) throw this.#unreadable(thrown.message, thrown);
      throw thrown;
    }
    this.#chunk = undefined;
    return this.#values;
  }

  #unreadable(what: string, cause?: unknown): ToolGraphError {
    return new ToolGraphError(
      'INVALID_SNAPSHOT',
      `The snapshot ${this.#path} is whole but cannot be read: ${what}; ingest the sources again and save.`,
      { cause },
    );
  }
}

/** The bytes of a chunk as text. */
export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
