import type { Entry } from './source-entry.js';
import { reportView, type ServiceSource } from './source-record.js';
import type { Staged, StagedChange } from './staged-change.js';

/** What a change of the sources did, by place. */
export interface SourceChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly failures: ReadonlyMap<string, unknown>;
}

/** Sources that were read aside, to be put into the catalog. Both functions are called once, in this order. */
export interface SourceSwap {
  /** Makes the change in one step that no query sees half of. Does not wait for anything. */
  readonly commit: () => void;
  /** Makes the connections of new sources, one by one, and says what became of everything. */
  readonly connect: () => Promise<SourceChanges>;
}

/** A source that is to be read for a change. */
export interface Work {
  readonly entry: Entry;
  /** What the entry is to be read from; for a changed one not its own yet. */
  readonly source: ServiceSource;
  readonly isNew: boolean;
}

/** What was read, by entry; what failed is not in it. */
export type ReadAside = ReadonlyMap<Entry, Staged & { readonly fingerprint: string | undefined }>;

/** Waits for running refreshes of these entries and lets none begin until the returned function is called. */
export async function holdRefreshes(
  entries: readonly Entry[],
  failures: ReadonlyMap<string, unknown>,
): Promise<() => void> {
  await Promise.all(entries.map(({ running }) => running?.catch(noted)));
  let release = noted;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  for (const entry of entries) {
    const outcome = released.then(() => {
      const { place } = entry.source; // the new one, when it moved
      if (failures.has(place)) throw failures.get(place);
      return entry.report ?? reportView([]);
    });
    outcome.catch(noted);
    entry.running = outcome;
  }
  return () => {
    for (const entry of entries) entry.running = undefined;
    release();
  };
}

/** Reads everything that is not bound to its graph into the copy; `fail` is told of what cannot be read. */
export async function readAside(
  work: readonly Work[],
  staged: StagedChange,
  fail: (entry: Entry, source: ServiceSource, thrown: unknown) => void,
): Promise<ReadAside> {
  const read = new Map<Entry, Staged & { readonly fingerprint: string | undefined }>();
  for (const { entry, source } of work) {
    if (source.live === true) continue;
    try {
      const fingerprint = await source.fingerprint?.();
      read.set(entry, { ...(await staged.read(source, entry.ids)), fingerprint });
    } catch (thrown) {
      fail(entry, source, thrown);
    }
  }
  return read;
}

/** What a change did. */
export function changesOf(
  work: readonly Work[],
  gone: readonly Entry[],
  failures: ReadonlyMap<string, unknown>,
): SourceChanges {
  return {
    added: work.filter(({ isNew }) => isNew).map(({ source }) => source.place),
    changed: work.filter(({ isNew }) => !isNew).map(({ source }) => source.place),
    removed: gone.map(({ source }) => source.place),
    failures,
  };
}

/** The failure of a refresh that somebody else waits for: it was recorded where it happened. */
function noted(): void {}
