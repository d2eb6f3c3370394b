import type { Diagnostic } from '../src/core/diagnostics.js';
import { messageOf, ToolGraphError } from '../src/core/errors.js';
import type { ToolSchema } from '../src/core/tool-schema.js';
import { rerank } from './rerank.js';
import type { Retriever } from './retriever.js';
import type { Ranking, RankingNote } from './scored-tool.js';
import { readSearchOptions, type SearchOptions, type SearchSettings } from './search-options.js';
import { checkEmbedder, type Embedder } from './semantic/embedder.js';
import { Nearness } from './semantic/embedder-fusion.js';
import { QueryEmbedder } from './semantic/embedder-query.js';
import { VectorScan } from './semantic/embedder-scan.js';
import { textKey } from './semantic/embedder-text.js';
import {
  checkEmbedToolsOptions,
  type EmbedReport,
  type EmbedToolsOptions,
  embedMissing,
} from './semantic/embedder-tools.js';
import { type SavedVectors, VectorTable } from './semantic/embedder-vectors.js';

export type { Embedder, EmbedReport, EmbedToolsOptions, SearchOptions };

/** The source that diagnostics about saved vectors name. */
const source = 'embedder';

const noVectors = new VectorTable('', 1);

/** Retrieval with a user's models: the vectors of one catalog's tools, and searches that ask an embedder and a reranker. */
export class ModelSearch {
  readonly #retriever: Retriever;
  readonly #tools: () => readonly ToolSchema[];
  #table: VectorTable | undefined;
  #queries: QueryEmbedder | undefined;
  #scan:
    | {
        readonly table: VectorTable;
        readonly vectors: number;
        readonly tools: readonly ToolSchema[];
        readonly scan: VectorScan;
      }
    | undefined;
  /** Why the table cannot be used with the embedder at hand. */
  #mismatch: RankingNote | undefined;

  /** `tools` gives the catalog as it is; the list must be another one when a tool has changed. */
  constructor(retriever: Retriever, tools: () => readonly ToolSchema[]) {
    this.#retriever = retriever;
    this.#tools = tools;
  }

  /** What a restored graph has to say of its vectors. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#mismatch === undefined
      ? []
      : [{ severity: 'warning', code: this.#mismatch.code, source, message: this.#mismatch.message }];
  }

  /**
   * Embeds every tool whose text has no vector of this embedder yet. Vectors of another embedder are replaced, and
   * only once the first new one is there.
   *
   * @throws ToolGraphError `INVALID_ARGUMENT` for no embedder, `INVALID_OPTION`, and `MODEL_FAILED` when no tool at
   * all has a vector afterwards; the reason of `options.signal` when that is aborted.
   */
  async embedTools(value: Embedder, given: EmbedToolsOptions = {}): Promise<EmbedReport> {
    const embedder = checkEmbedder(value);
    const options = checkEmbedToolsOptions(given, embedder);
    const tools = this.#tools();
    const before = this.#table;
    const isSame = before?.embedder === embedder.id && before.dimensions === embedder.dimensions;
    const table = isSame ? before : new VectorTable(embedder.id, embedder.dimensions);
    const had = new Set(tools.filter((tool) => table.rowOf(textKey(tool)) !== undefined));
    let failures: ReadonlyMap<string, string> = new Map();
    try {
      failures = await embedMissing(embedder, tools, table, options);
    } finally {
      if (table.size > 0 || before === undefined) this.#use(table, embedder);
      else if (this.#mismatch !== undefined) this.#mismatch = mismatchNote(before, embedder);
    }
    const failed = tools
      .filter((tool) => table.rowOf(textKey(tool)) === undefined)
      .map((tool) => ({ tool: tool.name, reason: failures.get(textKey(tool)) ?? 'it was not asked for' }));
    if (failed.length > 0 && failed.length === tools.length)
      throw new ToolGraphError('MODEL_FAILED', `No tool could be embedded; the first: ${failed[0]?.reason ?? ''}`);
    return {
      embedder: embedder.id,
      dimensions: embedder.dimensions,
      embedded: tools.length - had.size - failed.length,
      reused: had.size,
      failed,
      replaced: isSame ? 0 : (before?.size ?? 0),
    };
  }

  /** The best tools by text, by the embedder when there is one, and in the order of the reranker when one is given. */
  async search(query: string, topK: number, given: SearchOptions = {}): Promise<Ranking> {
    const { retrieve, settings } = readSearchOptions(given);
    settings.signal?.throwIfAborted();
    const notes: RankingNote[] = [];
    const near = isBlank(query) ? undefined : await this.#nearness(query, settings, notes);
    const { reranker } = settings;
    const depth = reranker === undefined || topK === 0 ? topK : Math.max(topK, settings.rerankTopN);
    let targets = this.#retriever.targets(query, depth, retrieve, near);
    if (reranker !== undefined) {
      try {
        const { signal, rerankTopN: topN, rerankTimeoutMs: timeoutMs } = settings;
        const reranked = await rerank(query, targets, reranker, { topN, timeoutMs, signal });
        targets = this.#stillThere(reranked.ranking);
        notes.push(...reranked.notes);
      } catch (thrown) {
        notes.push(this.#noteOrThrow('reranker-failed', 'the order is the one from before', thrown, settings));
      }
    }
    return withNotes(this.#retriever.withPrerequisites(targets, query, topK, retrieve), notes);
  }

  /** What a saved graph keeps: the vectors of the tools it holds. */
  saved(): SavedVectors | undefined {
    return this.#table?.save(this.#tools().map(textKey));
  }

  /**
   * Goes on with saved vectors. Those of another embedder are kept and not used, and {@link diagnostics} and every
   * search say so, until `embedTools` replaces them.
   */
  restore(saved: SavedVectors | undefined, value: Embedder | undefined): void {
    const embedder = value === undefined ? undefined : checkEmbedder(value);
    this.#queries = embedder === undefined ? undefined : new QueryEmbedder(embedder);
    this.#table = saved === undefined ? undefined : VectorTable.restore(saved);
    this.#mismatch = this.#table === undefined ? damagedNote(saved) : mismatchNote(this.#table, embedder);
    this.#scan = undefined;
  }

  /** Uses the vectors and the embedder of another catalog that holds the same tools, or more. */
  adopt(other: ModelSearch): void {
    this.#table = other.#table;
    this.#queries = other.#queries;
    this.#mismatch = other.#mismatch;
  }

  #use(table: VectorTable, embedder: Embedder): void {
    this.#table = table;
    this.#mismatch = undefined;
    if (this.#queries?.embedder !== embedder) this.#queries = new QueryEmbedder(embedder);
  }

  async #nearness(query: string, settings: SearchSettings, notes: RankingNote[]): Promise<Nearness | undefined> {
    if (this.#mismatch !== undefined) notes.push(this.#mismatch);
    if (this.#queries === undefined || this.#mismatch !== undefined || this.#tools().length === 0) return undefined;
    if (this.#scanNow().size === 0) {
      notes.push(missingNote(this.#scanNow()));
      return undefined;
    }
    try {
      const { whole, clauses } = await this.#queries.vectorsOf(query, settings);
      const scan = this.#scanNow();
      if (scan.missing > 0) notes.push(missingNote(scan));
      return scan.size === 0 ? undefined : new Nearness(scan, whole, clauses);
    } catch (thrown) {
      notes.push(this.#noteOrThrow('embedder-failed', 'text ranked alone', thrown, settings));
      return undefined;
    }
  }

  /** The scan over the catalog and the vectors as they are now. */
  #scanNow(): VectorScan {
    const tools = this.#tools();
    const table = this.#table ?? noVectors;
    const vectors = table.size;
    if (this.#scan?.table !== table || this.#scan.vectors !== vectors || this.#scan.tools !== tools)
      this.#scan = { table, vectors, tools, scan: new VectorScan(table, tools) };
    return this.#scan.scan;
  }

  #noteOrThrow(code: RankingNote['code'], effect: string, thrown: unknown, settings: SearchSettings): RankingNote {
    settings.signal?.throwIfAborted();
    if (settings.onModelFailure === 'throw' || !(thrown instanceof ToolGraphError)) throw thrown;
    return { code, message: `${messageOf(thrown).replace(/\.$/, '')}; ${effect}.` };
  }

  /** The catalog may have changed while a model was asked. */
  #stillThere(ranking: Ranking): Ranking {
    const tools = new Set(this.#tools());
    return ranking.filter(({ tool }) => tools.has(tool));
  }
}

function isBlank(query: unknown): boolean {
  return typeof query !== 'string' || query.trim() === '';
}

function mismatchNote(table: VectorTable, embedder: Embedder | undefined): RankingNote | undefined {
  const saved = `vectors of ${JSON.stringify(table.embedder)} with ${table.dimensions} numbers each`;
  if (embedder === undefined)
    return {
      code: 'no-embedder',
      message: `The graph was saved with ${saved}; load it with that embedder to use them. Text ranks alone.`,
    };
  if (embedder.id === table.embedder && embedder.dimensions === table.dimensions) return undefined;
  return {
    code: 'embedder-mismatch',
    message:
      `The graph was saved with ${saved}, and the embedder given is ${JSON.stringify(embedder.id)} with ` +
      `${embedder.dimensions}; they cannot be compared. Text ranks alone until embedTools() makes new vectors, or load with ${JSON.stringify(table.embedder)}.`,
  };
}

function damagedNote(saved: SavedVectors | undefined): RankingNote | undefined {
  if (saved === undefined) return undefined;
  return {
    code: 'embedder-mismatch',
    message: `The saved vectors of ${JSON.stringify(saved.embedder)} do not fit their tools and were left out; call embedTools() to make new ones.`,
  };
}

function missingNote(scan: VectorScan): RankingNote {
  const all = scan.size + scan.missing;
  return {
    code: 'tools-not-embedded',
    message: `${scan.missing} of ${all} tools have no vector; call embedTools() again to embed them. Text alone speaks for them.`,
  };
}

function withNotes(ranking: Ranking, notes: readonly RankingNote[]): Ranking {
  return notes.length === 0 ? ranking : Object.defineProperty(ranking, 'notes', { value: notes, enumerable: false });
}
