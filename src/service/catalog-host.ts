import { randomBytes } from 'node:crypto';
import { definitionTokens, type JsonValue, messageOf, type TextPolicy, ToolGraph, type ToolSchema } from '../index.js';
import type { CatalogEmbedding } from './catalog-embedding.js';
import { CatalogSnapshot, type SnapshotNote } from './catalog-snapshot.js';
import type { HostEvents } from './host-events.js';
import type { Principal } from './principal.js';
import { RequestError } from './problem.js';
import { pauseBefore } from './refresh-schedule.js';
import { type Entry, newEntry } from './source-entry.js';
import {
  type BackendState,
  type ReportView,
  reportView,
  type ServiceSource,
  type SourceState,
} from './source-record.js';
import { changesOf, holdRefreshes, type ReadAside, readAside, type SourceSwap, type Work } from './source-swap.js';
import { type Staged, StagedChange } from './staged-change.js';
import { type SpanFacts, traced } from './tracing.js';

/** How a host is made. */
export interface HostOptions {
  /** File that keeps the catalog. */
  readonly snapshot?: string;
  readonly graph?: ToolGraph;
  readonly textPolicy?: TextPolicy;
  readonly events?: HostEvents;
  /** Begins the version of its catalog. Default: another one at each start. */
  readonly boot?: string;
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
  readonly #snapshot: CatalogSnapshot | undefined;
  readonly #boot: string;
  readonly #entries = new Set<Entry>();
  readonly #views = new Map<string, View>();
  readonly #listeners = new Set<() => void>();
  readonly #tokensOf = new WeakMap<ToolSchema, number>();
  readonly #textPolicy: TextPolicy | undefined;
  #graph: ToolGraph;
  #lastTools: readonly ToolSchema[] = [];
  #version = 1;
  #revision = 0;
  #saved: SnapshotNote = { entries: [] };
  #closed = false;
  /** What is wrong although the service answers; shown by the health check. */
  readonly problems = new Map<string, string>();
  /** The model that takes part in searches; undefined where text ranks alone. */
  embedding: CatalogEmbedding | undefined;

  constructor(options: HostOptions = {}) {
    this.#boot = options.boot ?? randomBytes(6).toString('hex');
    this.#events = options.events ?? {};
    if (options.snapshot !== undefined)
      this.#snapshot = new CatalogSnapshot(options.snapshot, this.problems, this.#events);
    this.#textPolicy = options.textPolicy;
    this.#graph = options.graph ?? new ToolGraph(this.#graphOptions);
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

  /** The version of the catalog and of how its sources stand: what a kept answer is checked against. */
  get stateLabel(): string {
    return `${this.versionLabel}.${this.#revision}`;
  }

  /** The catalog as the principal may see it: made of its tools alone, so that nothing else can show through. */
  view(principal: Principal): ToolGraph {
    if (principal.seesAll) return this.#graph;
    const { version } = this;
    const cached = this.#views.get(principal.key);
    if (cached?.version === version) return cached.graph;
    const graph = this.#graph.subset((tool) => principal.sees(tool));
    this.#views.set(principal.key, { version, graph });
    return graph;
  }

  /**
   * Loads the snapshot when there is one, or its backup when it is damaged; then nothing is lost but what came after
   * it. Returns how many tools came of it. A damaged snapshot is a problem of the service, not its end.
   */
  async restore(): Promise<number> {
    const restored = await this.#snapshot?.restore(this.#graphOptions);
    if (restored === undefined) return 0;
    this.#graph = restored.graph;
    this.#saved = restored.note;
    return this.#graph.tools.length;
  }

  /**
   * Takes a source in and keeps it for refreshing. With content that the snapshot already has, nothing is ingested.
   *
   * @throws what ingestion throws; the source is then kept when the snapshot has tools of it, and left out otherwise.
   */
  async add(source: ServiceSource): Promise<ReportView | undefined> {
    const present = this.#entryAt(source.place);
    if (present !== undefined) return this.#ingest(present);
    const entry = this.#newEntry(source);
    const { ids, fingerprint: saved } = entry;
    this.#entries.add(entry);
    const fingerprint = await source.fingerprint?.();
    if (ids.length > 0 && fingerprint !== undefined && fingerprint === saved) {
      this.#schedule(entry);
      await source.resume?.(this.#graph, (problem) => this.#changed(entry, problem));
      return undefined;
    }
    try {
      return await this.#ingest(entry);
    } catch (thrown) {
      if (entry.ids.length === 0 && source.retry !== true) this.#forget(entry);
      throw thrown;
    }
  }

  /**
   * Begins to make these the sources of the catalog, beside those that clients added: what is new or defined otherwise
   * is read aside, and nothing is different yet. What cannot be read will keep the tools that it gave before, marked
   * stale. A refresh of such a source that is asked for meanwhile shares the outcome.
   */
  async stageSources(sources: readonly ServiceSource[]): Promise<SourceSwap> {
    const { work, gone } = this.#workFor(sources);
    const failures = new Map<string, unknown>();
    const release = await holdRefreshes([...work.map(({ entry }) => entry), ...gone], failures);
    try {
      const staged = new StagedChange(this.#graph, new Set(gone.flatMap(({ ids }) => ids)));
      const read = await readAside(work, staged, (entry, source, thrown) => {
        failures.set(source.place, thrown);
        this.#failed(entry, thrown);
      });
      return {
        commit: () => this.#commit(work, gone, read, staged),
        connect: async () => {
          try {
            await this.#connect(work, read, staged, failures);
          } finally {
            release();
          }
          return changesOf(work, gone, failures);
        },
      };
    } catch (thrown) {
      release();
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

  /** Says that the tools rank by other vectors: rankings are others, and the snapshot is written when they are new. */
  vectorsChanged(isNew: boolean): void {
    this.#views.clear();
    this.#revision++;
    if (isNew) this.#saveSoon();
  }

  /** Answers from a graph of the same tools from now on: the one at hand, read again when it had other vectors. */
  replaceGraph(graph: ToolGraph): void {
    this.#graph = graph;
    this.#lastTools = graph.tools;
    this.vectorsChanged(false);
    for (const listener of this.#listeners) listener();
  }

  /** Resolves when the snapshot is written. */
  async written(): Promise<void> {
    await this.#snapshot?.written();
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
    const ids = [...this.#graph.sources, ...this.#unread.keys()];
    return ids.filter((id) => this.#shows(id, principal)).map((id) => this.#state(id, principal));
  }

  /** A source of which a principal may see no tool is none to it; one that has no tools yet hides none. */
  #shows(id: string, principal: Principal): boolean {
    if (!principal.seesSource(id)) return false;
    const tools = this.#graph.tools.filter((tool) => tool.source.id === id);
    return tools.length === 0 || tools.some((tool) => principal.sees(tool));
  }

  /** @throws RequestError 404 */
  source(id: string, principal: Principal): SourceState {
    const isKnown = this.#graph.sources.includes(id) || this.#unread.has(id);
    if (!isKnown || !this.#shows(id, principal)) throw unknownSource(id);
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
    await this.embedding?.close();
    for (const entry of this.#entries) clearTimeout(entry.timer);
    await Promise.all([...this.#entries].map((entry) => entry.source.close?.()));
    await this.written();
  }

  get #graphOptions(): { textPolicy?: TextPolicy } {
    return this.#textPolicy === undefined ? {} : { textPolicy: this.#textPolicy };
  }

  /** Configured sources that have not given a tool yet, by the id they will have. */
  get #unread(): ReadonlyMap<string, Entry> {
    const unread = [...this.#entries].filter(({ ids, problem }) => ids.length === 0 && problem !== undefined);
    return new Map(unread.flatMap((entry) => (entry.source.id === undefined ? [] : [[entry.source.id, entry]])));
  }

  #entryOf(id: string): Entry | undefined {
    return [...this.#entries].find((entry) => entry.ids.includes(id)) ?? this.#unread.get(id);
  }

  /** An entry for a source, with what the snapshot has of it. */
  #newEntry(source: ServiceSource): Entry {
    const saved = this.#saved.entries.find(({ place }) => place === source.place);
    return newEntry(source, saved?.ids.filter((id) => this.#graph.sources.includes(id)) ?? [], saved?.fingerprint);
  }

  #entryAt(place: string): Entry | undefined {
    return [...this.#entries].find((entry) => entry.source.place === place);
  }

  #forget(entry: Entry): void {
    clearTimeout(entry.timer);
    this.#entries.delete(entry);
    this.#revision++;
    this.#end(entry.source);
  }

  #end(source: ServiceSource): void {
    source.close?.().catch((thrown: unknown) => this.#events.failed?.(source.place, thrown));
  }

  #schedule(entry: Entry): void {
    clearTimeout(entry.timer);
    const terms = { everyMs: entry.refreshEveryMs, retry: entry.source.retry === true };
    const pause = pauseBefore(terms, entry.failures);
    if (pause === undefined || this.#closed || !this.#entries.has(entry)) return;
    entry.timer = setTimeout(
      () => {
        this.#ingest(entry).catch(() => undefined); // recorded and reported where it failed
      },
      pause * (entry.failures === 0 ? 1 : 1 - Math.random() / 4),
    ); // not all at once when a network comes back
    entry.timer.unref();
  }

  #ingest(entry: Entry): Promise<ReportView> {
    entry.running ??= traced('ingest', {}, () => this.#run(entry), ingestFacts).finally(() => {
      entry.running = undefined;
    });
    return entry.running;
  }

  async #run(entry: Entry): Promise<ReportView> {
    try {
      const fingerprint = await entry.source.fingerprint?.();
      const { reports, incomplete } = await entry.source.ingest(this.#graph, entry.ids, (problem) =>
        this.#changed(entry, problem),
      );
      const report = reportView(reports);
      this.#settle(entry, { report, incomplete });
      entry.fingerprint = incomplete === undefined ? fingerprint : undefined;
      this.#events.ingested?.(entry.source.place, report);
      this.#persist();
      return report;
    } catch (thrown) {
      this.#failed(entry, thrown);
      throw thrown;
    } finally {
      this.#schedule(entry);
    }
  }

  #failed(entry: Entry, thrown: unknown): void {
    entry.problem = messageOf(thrown);
    entry.staleSince ??= new Date().toISOString();
    entry.failures++;
    this.#revision++;
    this.#events.failed?.(entry.source.place, thrown);
  }

  /** What is to be read for these sources, and what is gone. New refresh intervals hold at once. */
  #workFor(sources: readonly ServiceSource[]): { readonly work: readonly Work[]; readonly gone: readonly Entry[] } {
    const wanted = new Map(sources.map((source) => [source.place, source]));
    const gone = new Set(
      [...this.#entries].filter(({ source }) => source.again === undefined && !wanted.has(source.place)),
    );
    const work: Work[] = [];
    for (const source of wanted.values()) {
      const entry = this.#entryAt(source.place) ?? namesakeOf(source, gone);
      if (entry !== undefined) gone.delete(entry);
      if (entry === undefined) work.push({ entry: this.#newEntry(source), source, isNew: true });
      else if (entry.source.place !== source.place || entry.source.definition !== source.definition)
        work.push({ entry, source, isNew: false });
      if (entry === undefined || entry.refreshEveryMs === source.refreshEveryMs) continue;
      entry.refreshEveryMs = source.refreshEveryMs;
      this.#schedule(entry);
    }
    return { work, gone: [...gone] };
  }

  /** A source changed its tools by itself: its server said so, was lost or came back. */
  #changed(entry: Entry, problem: string | undefined): void {
    if (problem !== undefined) this.#events.failed?.(entry.source.place, new Error(problem));
    this.#revision++;
    this.#persist();
  }

  /** Puts in what was read and takes out what is gone, in one step. */
  #commit(work: readonly Work[], gone: readonly Entry[], read: ReadAside, staged: StagedChange): void {
    if (this.#closed) return;
    for (const entry of gone) {
      for (const id of entry.ids) this.#graph.removeSource(id);
      this.#forget(entry);
    }
    staged.putInto(this.#graph);
    for (const { entry, source } of work) {
      this.#entries.add(entry);
      if (entry.source !== source) this.#end(entry.source);
      entry.source = source;
      const result = read.get(entry);
      if (result === undefined) continue;
      this.#settle(entry, result);
      entry.fingerprint = result.incomplete === undefined ? result.fingerprint : undefined;
      this.#events.ingested?.(source.place, result.report);
    }
    if (work.length > 0 || gone.length > 0) this.#persist();
  }

  /** Takes in what could not be read aside: connections, and what adds to other sources' tools. */
  async #connect(
    work: readonly Work[],
    read: ReadAside,
    staged: StagedChange,
    failures: Map<string, unknown>,
  ): Promise<void> {
    const bare = staged.idsWithoutTools();
    for (const { entry, source } of work) {
      if (this.#closed) return;
      const direct = source.live === true || read.get(entry)?.report.sources.some((id) => bare.has(id)) === true;
      if (direct) await this.#run(entry).catch((thrown: unknown) => failures.set(source.place, thrown));
      if (failures.has(source.place) && entry.ids.length === 0 && source.retry !== true) this.#forget(entry);
      else this.#schedule(entry);
    }
  }

  /** Notes what a source gave; sources that it gave before and not now are gone, as is what came after its removal. */
  #settle(entry: Entry, { report, incomplete }: Staged): void {
    const wanted = this.#entries.has(entry) && !this.#closed;
    const missing = entry.ids.filter((id) => !report.sources.includes(id));
    if (incomplete === undefined) for (const id of missing) this.#graph.removeSource(id);
    if (!wanted) for (const id of report.sources) if (this.#entryOf(id) === undefined) this.#graph.removeSource(id);
    entry.ids = incomplete === undefined ? report.sources : [...report.sources, ...missing];
    entry.report = report;
    entry.refreshedAt = new Date().toISOString();
    entry.problem = incomplete;
    entry.failures = 0;
    this.#revision++;
    entry.staleSince = incomplete === undefined ? undefined : (entry.staleSince ?? entry.refreshedAt);
  }

  #state(id: string, principal: Principal): SourceState {
    const entry = this.#entryOf(id);
    const tools = this.#graph.tools.filter((tool) => tool.source.id === id && principal.sees(tool));
    const first = this.#graph.tools.find((tool) => tool.source.id === id)?.source;
    const listed = first?.kind === 'mcp' && first.stale === true ? first : undefined;
    const staleSince = entry?.staleSince ?? listed?.staleSince;
    const backend = entry === undefined ? undefined : backendState(entry);
    const isUnread = entry !== undefined && entry.ids.length === 0;
    const message = isUnread
      ? 'It could not be read yet; it is tried again, and the log says more.'
      : 'The last refresh failed; the tools are those from before.';
    const problem = entry?.problem === undefined ? undefined : message;
    return {
      id,
      kind: first?.kind ?? 'unknown',
      ...(first?.title === undefined ? {} : { title: first.title }),
      tools: tools.length,
      tokens: tools.reduce((sum, tool) => sum + this.tokensOf(tool), 0),
      status: isUnread ? 'failed' : staleSince === undefined && listed === undefined ? 'ready' : 'stale',
      ...(staleSince === undefined ? {} : { staleSince }),
      ...(problem === undefined ? {} : { problem }),
      ...(entry?.refreshedAt === undefined ? {} : { refreshedAt: entry.refreshedAt }),
      refreshable: entry !== undefined,
      ...(backend === undefined ? {} : { backend }),
    };
  }

  /** Says that the catalog changed, and writes the snapshot soon. */
  #persist(): void {
    for (const listener of this.#listeners) listener();
    this.#saveSoon();
  }

  #saveSoon(): void {
    this.#snapshot?.saveSoon(
      () => this.#graph,
      () => this.#note(),
    );
  }

  #note(): SnapshotNote {
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

function ingestFacts({ sources, added, changed, unchanged, removed }: ReportView): SpanFacts {
  return {
    'toolgraph.sources': sources.slice(0, 20).join(' '),
    'toolgraph.added': added,
    'toolgraph.changed': changed,
    'toolgraph.unchanged': unchanged,
    'toolgraph.removed': removed,
  };
}

function backendState({ source }: Entry): BackendState | undefined {
  const health = source.health?.();
  if (health === undefined) return undefined;
  const { problem: _notShown, ...state } = health;
  return state;
}

function unknownSource(id: string): RequestError {
  return new RequestError(
    404,
    'unknown-source',
    `There is no source ${JSON.stringify(id.slice(0, 100))}; GET /sources lists them.`,
  );
}

/** The source of the same name at another place: that one moved, and keeps its tools when its new place fails. */
function namesakeOf({ id }: ServiceSource, entries: ReadonlySet<Entry>): Entry | undefined {
  return id === undefined ? undefined : [...entries].find((entry) => entry.source.id === id);
}
