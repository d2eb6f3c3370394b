import {
  type Embedder,
  type EmbedReport,
  messageOf,
  type ProviderId,
  type Ranking,
  type RankingNote,
  type SearchBundleOptions,
  type SearchOptions,
  type ToolBundle,
  type ToolGraph,
} from '../index.js';

/** A model that takes part in the ranking of a catalog. */
export interface CatalogEmbedder {
  /** Another one where any setting differs; it tells a changed model from the same. Holds no secret that can be read. */
  readonly key: string;
  /** Makes it; called again until it succeeds, as an endpoint may be away. */
  readonly make: () => Promise<Embedder>;
  /** Longest wait of a search for it, in milliseconds. Default 3,000. */
  readonly timeoutMs?: number;
}

/** What a bundle is asked for here. */
export type ServedBundleOptions = SearchBundleOptions & { readonly provider?: ProviderId };

/** What it needs of the catalog that it belongs to. */
export interface EmbeddedHost {
  readonly graph: ToolGraph;
  readonly problems: Map<string, string>;
  onChange(listener: () => void): () => void;
  /** Told when the tools rank by other vectors, and whether the model made some of them just now. */
  vectorsChanged(isNew: boolean): void;
}

/** Gives the tools of a graph their vectors of an embedder. @throws as `ToolGraph.embedTools` */
export type TakeVectors = (graph: ToolGraph, embedder: Embedder, signal: AbortSignal) => Promise<EmbedReport>;

/** First pause after a failure to embed the tools, and the longest; each is twice the one before. */
const pauses = { firstMs: 5_000, longestMs: 600_000 } as const;

/** Milliseconds to wait before the tools are embedded again, after so many failures in a row, 1 or more. */
export function pauseAfter(failures: number): number {
  return Math.min(pauses.longestMs, pauses.firstMs * 2 ** (failures - 1));
}

/** What clients are told until the tools are embedded. */
const notEmbedded: RankingNote = {
  code: 'tools-not-embedded',
  message: 'The tools are being embedded; text ranks alone until then.',
};

/** What the health check shows of tools that the model failed to embed. */
export const toolsNotEmbedded = 'Tools could not be embedded; it is tried again, and the log says more.';

/** Thrown by a {@link TakeVectors} where text has to rank alone for a reason that is no failure of the model. */
export class VectorsMissing extends Error {
  /** What clients are told; the tools are being embedded where it is left out. */
  readonly note: RankingNote;
  /** What the health check shows; nothing where that is only a matter of time. */
  readonly problem: string | undefined;

  constructor(note: RankingNote = notEmbedded, problem?: string) {
    super(note.message);
    this.name = 'VectorsMissing';
    this.note = note;
    this.problem = problem;
  }
}

/**
 * Keeps the vectors of a catalog's tools up to its changes, aside, and asks the model in searches. While it fails, and
 * until the tools are embedded, text ranks alone, and a note says so: clients learn that it failed, the log why.
 */
export class CatalogEmbedding {
  readonly key: string;
  readonly #take: TakeVectors;
  readonly #chosen: CatalogEmbedder;
  readonly #host: EmbeddedHost;
  readonly #failed: (error: unknown) => void;
  readonly #stop = new AbortController();
  readonly #unfollow: () => void;
  #embedder: Embedder | undefined;
  #note: RankingNote | undefined = notEmbedded;
  #running: Promise<void> | undefined;
  #again = false;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #searchFails = false;

  /**
   * @param failed Hears of each failure to embed the tools, and of the first of searches that fail in a row.
   * @param take By default the model embeds what has no vector yet.
   */
  constructor(
    chosen: CatalogEmbedder,
    host: EmbeddedHost,
    failed: (error: unknown) => void,
    take: TakeVectors = (graph, embedder, signal) => graph.embedTools(embedder, { signal }),
  ) {
    this.key = chosen.key;
    this.#take = take;
    this.#chosen = chosen;
    this.#host = host;
    this.#failed = failed;
    this.#unfollow = host.onChange(() => void this.embed());
  }

  /** Embeds the tools that have no vector yet. Calls while it works are one more round. Never rejects. */
  embed(): Promise<void> {
    if (this.#stop.signal.aborted) return Promise.resolve();
    this.#again = true;
    this.#running ??= this.#rounds().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** The ranking of a view of the catalog, with the model where it works. @throws as `ToolGraph.search` */
  async search(graph: ToolGraph, query: string, topK: number, options: SearchOptions): Promise<Ranking> {
    if (this.#embedder === undefined)
      return withNote(graph.retrieveWithScores(query, topK, retrieval(options)), this.#note);
    const ranking = await graph.search(query, topK, { ...options, ...this.#patience });
    const notes = this.#told(ranking.notes);
    return notes === undefined ? ranking : withNotes(ranking, notes);
  }

  /** The bundle of a view of the catalog, with the model where it works. @throws as `ToolGraph.searchBundle` */
  async bundle(graph: ToolGraph, query: string, options: ServedBundleOptions): Promise<ToolBundle<ProviderId>> {
    if (this.#embedder === undefined) {
      const bundle = graph.retrieve(query, retrieval(options));
      return this.#note === undefined ? bundle : { ...bundle, notes: [this.#note] };
    }
    const bundle = await graph.searchBundle(query, { ...options, ...this.#patience });
    const notes = this.#told(bundle.notes);
    return notes === undefined ? bundle : { ...bundle, notes };
  }

  /**
   * A view of the catalog to be measured: `search` asks the model, and rejects when that fails. Undefined while text ranks
   * alone, which `note` says why.
   */
  measured(graph: ToolGraph): Pick<ToolGraph, 'search'> | undefined {
    if (this.#embedder === undefined) return undefined;
    return { search: (query, topK, options) => graph.search(query, topK, { ...options, ...this.#patience }) };
  }

  /** What clients are told while text ranks alone. */
  get note(): RankingNote | undefined {
    return this.#note;
  }

  /** Ends what it does. */
  async close(): Promise<void> {
    this.#unfollow();
    clearTimeout(this.#timer);
    this.#stop.abort();
    this.#host.problems.delete('embedder');
    await this.#running;
  }

  get #patience(): { readonly timeoutMs?: number } {
    const { timeoutMs } = this.#chosen;
    return timeoutMs === undefined ? {} : { timeoutMs };
  }

  /** The notes as clients are told them; the first failure of several in a row is heard of where it is logged. */
  #told(notes: readonly RankingNote[] | undefined): readonly RankingNote[] | undefined {
    const failure = notes?.find(({ code }) => code === 'embedder-failed');
    if (failure !== undefined && !this.#searchFails) this.#failed(new Error(failure.message));
    this.#searchFails = failure !== undefined;
    return notes?.map((note) => (note === failure ? notAnswering : note));
  }

  async #rounds(): Promise<void> {
    while (this.#again && !this.#stop.signal.aborted) {
      this.#again = false;
      try {
        await this.#round();
      } catch (thrown) {
        if (!this.#stop.signal.aborted) this.#failedRound(thrown);
      }
    }
  }

  async #round(): Promise<void> {
    clearTimeout(this.#timer);
    const embedder = this.#embedder ?? (await this.#chosen.make());
    const { signal } = this.#stop;
    signal.throwIfAborted();
    const { embedded, replaced, failed } = await this.#take(this.#host.graph, embedder, signal);
    const isFirst = this.#embedder === undefined;
    const isNew = embedded > 0 || replaced > 0;
    this.#embedder = embedder;
    this.#note = undefined;
    if (isFirst || isNew) this.#host.vectorsChanged(isNew);
    if (failed.length > 0) throw new Error(`${failed.length} tools have no vector; the first: ${failed[0]?.reason}`);
    this.#failures = 0;
    this.#host.problems.delete('embedder');
  }

  #failedRound(thrown: unknown): void {
    if (thrown instanceof VectorsMissing) {
      this.#waitForVectors(thrown);
      return;
    }
    if (this.#embedder === undefined) this.#note = notAnswering;
    this.#host.problems.set('embedder', toolsNotEmbedded);
    this.#failed(new Error(messageOf(thrown), { cause: thrown }));
    this.#failures++;
    this.#timer = setTimeout(() => void this.embed(), pauseAfter(this.#failures));
    this.#timer.unref();
  }

  /** Nothing is tried again: the host changes when they are there. */
  #waitForVectors({ note, problem, message }: VectorsMissing): void {
    this.#embedder = undefined;
    this.#note = note;
    if (problem === undefined) this.#host.problems.delete('embedder');
    else {
      this.#host.problems.set('embedder', problem);
      this.#failed(new Error(message));
    }
  }
}

/** What clients are told of a model that fails: the log says why. */
export const notAnswering: RankingNote = {
  code: 'embedder-failed',
  message: 'The embedder did not answer; text ranked alone. The log says more.',
};

/** The options without those of models. */
function retrieval<T extends { readonly timeoutMs?: number; readonly signal?: AbortSignal }>({
  timeoutMs: _,
  signal: __,
  ...rest
}: T): Omit<T, 'timeoutMs' | 'signal'> {
  return rest;
}

function withNote(ranking: Ranking, note: RankingNote | undefined): Ranking {
  return note === undefined ? ranking : withNotes(ranking, [note]);
}

/** The same hits with these notes alone. */
function withNotes(ranking: Ranking, notes: readonly RankingNote[]): Ranking {
  const copy = [...ranking];
  if (ranking.emptyReason !== undefined)
    Object.defineProperty(copy, 'emptyReason', { value: ranking.emptyReason, enumerable: false });
  return Object.defineProperty(copy, 'notes', { value: notes, enumerable: false });
}
