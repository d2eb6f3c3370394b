import { randomBytes } from 'node:crypto';
import { definitionTokens, type JsonValue, messageOf, ToolGraph, ToolGraphError, type ToolSchema } from '../index.js';
import type { Principal } from './access.js';
import { RequestError } from './problem.js';
import {
  type BackendState,
  type ReportView,
  reportView,
  type ServiceSource,
  type SourceState,
} from './source-record.js';

/** What the host tells whoever writes logs and counts. */
export interface HostEvents {
  readonly ingested?: (place: string, report: ReportView) => void;
  readonly failed?: (place: string, error: unknown) => void;
  readonly saveFailed?: (error: unknown) => void;
}

interface Entry {
  readonly source: ServiceSource;
  ids: readonly string[];
  running: Promise<ReportView> | undefined;
  report: ReportView | undefined;
  refreshedAt: string | undefined;
  problem: string | undefined;
  staleSince: string | undefined;
  fingerprint: string | undefined;
  timer: NodeJS.Timeout | undefined;
  retryTimer: NodeJS.Timeout | undefined;
}

interface View {
  readonly version: number;
  readonly graph: ToolGraph;
}

/**
 * The catalog that a service answers from: its sources, their refreshing, its version, what each principal sees of
 * it, and its snapshot. Sources are read aside and taken in by one step that no query can see half of.
 */
export class CatalogHost {
  readonly #events: HostEvents;
  readonly #snapshot: string | undefined;
  readonly #boot = randomBytes(6).toString('hex');
  readonly #entries = new Set<Entry>();
  readonly #views = new Map<string, View>();
  readonly #listeners = new Set<() => void>();
  readonly #tokensOf = new WeakMap<ToolSchema, number>();
  #graph = new ToolGraph();
  #lastTools: readonly ToolSchema[] = [];
  #version = 1;
  #saving: Promise<void> | undefined;
  #saveAgain = false;
  #saved: SnapshotNote = { entries: [] };
  #closed = false;
  /** What is wrong although the service answers; shown by the health check. */
  readonly problems = new Map<string, string>();

  constructor(options: { readonly snapshot?: string; readonly graph?: ToolGraph; readonly events?: HostEvents } = {}) {
    this.#snapshot = options.snapshot;
    this.#events = options.events ?? {};
    if (options.graph !== undefined) this.#graph = options.graph;
  }

  /** The whole catalog. Answers to clients come from {@link view}. */
  get graph(): ToolGraph {
    return this.#graph;
  }

  /** Grows with every change of the catalog. */
  get version(): number {
    const tools = this.#graph.tools;
    if (tools !== this.#lastTools) {
      const same = tools.length === this.#lastTools.length && tools.every((tool, at) => tool === this.#lastTools[at]);
      this.#lastTools = tools;
      if (!same) this.#version++;
    }
    return this.#version;
  }

  /** The version as clients see it: other starts of the service have other versions. */
  get versionLabel(): string {
    return `${this.#boot}-${this.version}`;
  }

  /** The catalog as the principal may see it: made of its tools alone, so that nothing else can show through. */
  view(principal: Principal): ToolGraph {
    if (principal.seesAll) return this.#graph;
    const { version } = this;
    const cached = this.#views.get(principal.id);
    if (cached?.version === version) return cached.graph;
    const graph = this.#graph.subset((tool) => principal.sees(tool));
    this.#views.set(principal.id, { version, graph });
    return graph;
  }

  /**
   * Loads the snapshot when there is one, or its backup when it is damaged; then nothing is lost but what came after
   * it. Returns how many tools came of it. A damaged snapshot is a problem of the service, not its end.
   */
  async restore(): Promise<number> {
    if (this.#snapshot === undefined) return 0;
    for (const path of [this.#snapshot, `${this.#snapshot}.bak`]) {
      try {
        let note: JsonValue = null;
        this.#graph = await ToolGraph.load(path, {
          onNote: (value) => {
            note = value;
          },
        });
        this.#saved = readNote(note);
        return this.#graph.tools.length;
      } catch (thrown) {
        if (thrown instanceof ToolGraphError && thrown.code === 'SOURCE_NOT_FOUND') continue;
        this.problems.set('snapshot', 'The snapshot was damaged and is not used; the log says more.');
        this.#events.failed?.(path, thrown);
      }
    }
    return 0;
  }

  /**
   * Takes a source in and keeps it for refreshing. With content that the snapshot already has, nothing is ingested.
   *
   * @throws what ingestion throws; the source is then kept when the snapshot has tools of it, and left out otherwise.
   */
  async add(source: ServiceSource): Promise<ReportView | undefined> {
    const present = [...this.#entries].find((entry) => entry.source.place === source.place);
    if (present !== undefined) return this.#ingest(present);
    const saved = this.#saved.entries.find((entry) => entry.place === source.place);
    const known = saved?.ids.filter((id) => this.#graph.sources.includes(id)) ?? [];
    const entry: Entry = {
      source, ids: known, running: undefined, report: undefined, refreshedAt: undefined, problem: undefined,
      staleSince: undefined, fingerprint: saved?.fingerprint, timer: undefined, retryTimer: undefined,
    }; // biome-ignore format: all of it
    this.#entries.add(entry);
    this.#schedule(entry);
    const fingerprint = await source.fingerprint?.();
    if (known.length > 0 && fingerprint !== undefined && fingerprint === saved?.fingerprint) {
      await source.resume?.(this.#graph, (problem) => this.#changed(entry, problem));
      return undefined;
    }
    try {
      return await this.#ingest(entry);
    } catch (thrown) {
      if (source.retry === true) this.#retryLater(entry, 1);
      else if (entry.ids.length === 0) this.#forget(entry);
      throw thrown;
    }
  }

  /** How to make the sources again that were added to the running service before the snapshot was written. */
  get addedBefore(): readonly JsonValue[] {
    return this.#saved.entries.flatMap(({ again }) => (again === undefined ? [] : [again]));
  }

  /** Removes from the catalog what no source given so far stands for: sources taken out of the configuration. */
  dropOrphans(): readonly string[] {
    const known = new Set([...this.#entries].flatMap((entry) => entry.ids));
    const managed = new Set(this.#saved.entries.flatMap((entry) => entry.ids));
    const orphans = this.#graph.sources.filter((id) => managed.has(id) && !known.has(id));
    for (const id of orphans) this.#graph.removeSource(id);
    if (orphans.length > 0) this.#persist();
    return orphans;
  }

  /**
   * Takes a source in anew. Calls while one is running share it. When it fails, the tools stay, marked stale.
   *
   * @throws RequestError 404 for an unknown id, 409 for a source that cannot be read again; what ingestion throws.
   */
  refresh(id: string): Promise<ReportView> {
    const entry = this.#entryOf(id);
    if (entry !== undefined) return this.#ingest(entry);
    if (!this.#graph.sources.includes(id)) throw unknownSource(id);
    throw new RequestError(
      409,
      'not-refreshable',
      `Source ${JSON.stringify(id)} was given as a document; add the new document instead.`,
    );
  }

  /** Takes a source out. @throws RequestError 404 */
  remove(id: string): number {
    const entry = this.#entryOf(id);
    if (entry === undefined && !this.#graph.sources.includes(id)) throw unknownSource(id);
    const removed = this.#graph.removeSource(id);
    if (entry !== undefined) {
      entry.ids = entry.ids.filter((other) => other !== id);
      if (entry.ids.length === 0) this.#forget(entry);
    }
    this.#persist();
    return removed.length;
  }

  /** Says that the catalog was changed by its graph itself: a server's list changed, a document was added. */
  touched(): void {
    this.#persist();
  }

  /** Calls `listener` after every change of the catalog. Returns what ends that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** How the servers behind the gateway stand, by source id. */
  backends(): (readonly [id: string, health: BackendState])[] {
    return [...this.#entries].flatMap((entry) => {
      const health = backendState(entry);
      return health === undefined ? [] : entry.ids.map((id) => [id, health] as const);
    });
  }

  /** Ends what the servers behind the gateway hold for a client session. A server that fails at it is reported. */
  async endSession(session: string): Promise<void> {
    await Promise.all(
      [...this.#entries].map(({ source }) =>
        source.endSession?.(session).catch((thrown: unknown) => this.#events.failed?.(source.place, thrown)),
      ),
    );
  }

  /** How each source that the principal sees stands, in catalog order. */
  sources(principal: Principal): SourceState[] {
    return this.#graph.sources.filter((id) => principal.seesSource(id)).map((id) => this.#state(id, principal));
  }

  /** @throws RequestError 404 */
  source(id: string, principal: Principal): SourceState {
    if (!principal.seesSource(id) || !this.#graph.sources.includes(id)) throw unknownSource(id);
    return this.#state(id, principal);
  }

  /** What the last ingest of a source did; undefined when it came from a snapshot. */
  reportOf(id: string): ReportView | undefined {
    return this.#entryOf(id)?.report;
  }

  /** Is the source marked stale? */
  isStale(id: string): boolean {
    return this.#entryOf(id)?.staleSince !== undefined;
  }

  /** Estimated tokens of a tool's definition, worked out once. */
  tokensOf(tool: ToolSchema): number {
    let tokens = this.#tokensOf.get(tool);
    if (tokens === undefined) {
      tokens = definitionTokens(tool);
      this.#tokensOf.set(tool, tokens);
    }
    return tokens;
  }

  /** Stops timers and waits for the snapshot to be written. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const entry of this.#entries) stopTimers(entry);
    await Promise.all([...this.#entries].map((entry) => entry.source.close?.()));
    while (this.#saving !== undefined) await this.#saving;
  }

  #entryOf(id: string): Entry | undefined {
    return [...this.#entries].find((entry) => entry.ids.includes(id));
  }

  #forget(entry: Entry): void {
    stopTimers(entry);
    this.#entries.delete(entry);
    entry.source.close?.().catch((thrown: unknown) => this.#events.failed?.(entry.source.place, thrown));
  }

  /** Tries a source again that could not be taken in yet: after a second, then after twice as long, up to a minute. */
  #retryLater(entry: Entry, tries: number): void {
    if (this.#closed) return;
    const pauseMs = Math.min(60_000, 1000 * 2 ** (tries - 1)) * (1 - Math.random() / 2);
    entry.retryTimer = setTimeout(() => {
      if (this.#entries.has(entry)) this.#ingest(entry).catch(() => this.#retryLater(entry, tries + 1));
    }, pauseMs);
    entry.retryTimer.unref();
  }

  #schedule(entry: Entry): void {
    const every = entry.source.refreshEveryMs;
    if (every === undefined) return;
    entry.timer = setInterval(() => {
      this.#ingest(entry).catch(() => undefined); // recorded and reported where it failed
    }, every);
    entry.timer.unref();
  }

  #ingest(entry: Entry): Promise<ReportView> {
    entry.running ??= this.#run(entry).finally(() => {
      entry.running = undefined;
    });
    return entry.running;
  }

  async #run(entry: Entry): Promise<ReportView> {
    const fingerprint = await entry.source.fingerprint?.();
    try {
      const { reports, incomplete } = await entry.source.ingest(this.#graph, entry.ids, (problem) =>
        this.#changed(entry, problem),
      );
      const report = reportView(reports);
      this.#settle(entry, report, incomplete);
      entry.fingerprint = incomplete === undefined ? fingerprint : undefined;
      this.#events.ingested?.(entry.source.place, report);
      this.#persist();
      return report;
    } catch (thrown) {
      entry.problem = messageOf(thrown);
      entry.staleSince ??= new Date().toISOString();
      this.#events.failed?.(entry.source.place, thrown);
      throw thrown;
    }
  }

  /** A source changed its tools by itself: its server said so, was lost or came back. */
  #changed(entry: Entry, problem: string | undefined): void {
    if (problem !== undefined) this.#events.failed?.(entry.source.place, new Error(problem));
    this.#persist();
  }

  /** Notes what a source gave; sources that it gave before and not now are gone, as is what came after its removal. */
  #settle(entry: Entry, report: ReportView, incomplete: string | undefined): void {
    const wanted = this.#entries.has(entry) && !this.#closed;
    const missing = entry.ids.filter((id) => !report.sources.includes(id));
    if (incomplete === undefined) for (const id of missing) this.#graph.removeSource(id);
    if (!wanted) for (const id of report.sources) if (this.#entryOf(id) === undefined) this.#graph.removeSource(id);
    entry.ids = incomplete === undefined ? report.sources : [...report.sources, ...missing];
    entry.report = report;
    entry.refreshedAt = new Date().toISOString();
    entry.problem = incomplete;
    entry.staleSince = incomplete === undefined ? undefined : (entry.staleSince ?? entry.refreshedAt);
  }

  #state(id: string, principal: Principal): SourceState {
    const entry = this.#entryOf(id);
    const tools = this.#graph.tools.filter((tool) => tool.source.id === id && principal.sees(tool));
    const first = this.#graph.tools.find((tool) => tool.source.id === id)?.source;
    const listed = first?.kind === 'mcp' && first.stale === true ? first : undefined;
    const staleSince = entry?.staleSince ?? listed?.staleSince;
    const backend = entry === undefined ? undefined : backendState(entry);
    const problem =
      entry?.problem === undefined ? undefined : 'The last refresh failed; the tools are those from before.';
    return {
      id,
      kind: first?.kind ?? 'unknown',
      ...(first?.title === undefined ? {} : { title: first.title }),
      tools: tools.length,
      tokens: tools.reduce((sum, tool) => sum + this.tokensOf(tool), 0),
      status: staleSince === undefined && listed === undefined ? 'ready' : 'stale',
      ...(staleSince === undefined ? {} : { staleSince }),
      ...(problem === undefined ? {} : { problem }),
      ...(entry?.refreshedAt === undefined ? {} : { refreshedAt: entry.refreshedAt }),
      refreshable: entry !== undefined,
      ...(backend === undefined ? {} : { backend }),
    };
  }

  /** Says that the catalog changed, and writes the snapshot soon; changes that come while it is written are in the one after. */
  #persist(): void {
    for (const listener of this.#listeners) listener();
    if (this.#snapshot === undefined) return;
    if (this.#saving !== undefined) {
      this.#saveAgain = true;
      return;
    }
    const path = this.#snapshot;
    this.#saving = (async () => {
      do {
        this.#saveAgain = false;
        try {
          await this.#graph.save(path, this.#note());
          this.problems.delete('snapshot');
        } catch (thrown) {
          this.problems.set('snapshot', 'The snapshot could not be written; the log says more.');
          this.#events.saveFailed?.(thrown);
        }
      } while (this.#saveAgain);
      this.#saving = undefined;
    })();
  }

  #note(): JsonValue {
    return {
      entries: [...this.#entries].map(({ source, ids, fingerprint }) => ({
        place: source.place,
        ids: [...ids],
        ...(source.again === undefined ? {} : { again: source.again }),
        ...(fingerprint === undefined ? {} : { fingerprint }),
      })),
    };
  }
}

function stopTimers({ timer, retryTimer }: Entry): void {
  clearInterval(timer);
  clearTimeout(retryTimer);
}

function backendState({ source }: Entry): BackendState | undefined {
  const health = source.health?.();
  if (health === undefined) return undefined;
  const { problem: _notShown, ...state } = health;
  return state;
}

interface SavedEntry {
  readonly place: string;
  readonly ids: readonly string[];
  readonly fingerprint?: string;
  readonly again?: JsonValue;
}

interface SnapshotNote {
  readonly entries: readonly SavedEntry[];
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

function unknownSource(id: string): RequestError {
  return new RequestError(
    404,
    'unknown-source',
    `There is no source ${JSON.stringify(id.slice(0, 100))}; GET /sources lists them.`,
  );
}
