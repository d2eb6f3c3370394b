import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Embedder, messageOf, ToolGraphError } from '../index.js';
import {
  type CatalogEmbedder,
  notAnswering,
  pauseAfter,
  type TakeVectors,
  toolsNotEmbedded,
  VectorsMissing,
} from './catalog-embedding.js';
import type { CatalogHost } from './catalog-host.js';

/** What the process that embeds the tools tells those that answer: new vectors are in the snapshot, every tool has one, or the model failed. */
export type VectorNews = 'written' | 'complete' | 'failed';

/** What it needs of the closed service that read the sources into the snapshot. */
export interface SnapshotWriter {
  readonly host: CatalogHost;
  readonly log: Logger;
}

/** Under this name the problems of a catalog say that the process which embeds its tools failed. */
const elsewhere = 'vectors';

/**
 * Embeds the tools of a snapshot that other processes answer from, aside, and writes it anew. What fails is tried
 * again; when every tool has a vector, nothing of the catalog is held any more.
 */
export class SharedVectors {
  readonly #stop = new AbortController();
  readonly #done: Promise<void>;

  /** @param tell Tells the other processes; waited for. */
  constructor(writer: SnapshotWriter, chosen: CatalogEmbedder, tell: (news: VectorNews) => Promise<void>) {
    this.#done = this.#embed(writer, chosen, tell);
  }

  /** Ends what it does and waits for a snapshot that is being written. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#done;
  }

  async #embed(
    { host, log }: SnapshotWriter,
    chosen: CatalogEmbedder,
    tell: (news: VectorNews) => Promise<void>,
  ): Promise<void> {
    const { signal } = this.#stop;
    for (let failures = 1; !signal.aborted; failures++) {
      try {
        const left = await this.#round(host, chosen, tell);
        if (left !== undefined) throw new Error(left);
        await tell('complete');
        return;
      } catch (thrown) {
        if (signal.aborted) return;
        log.warn({ err: new Error(messageOf(thrown), { cause: thrown }) }, 'embedder failed; tools have no vectors');
        await tell('failed');
        await sleep(pauseAfter(failures), undefined, { signal, ref: false }).catch(stopped);
      }
    }
  }

  /** One attempt. Gives what is still missing, and undefined when nothing is. */
  async #round(
    host: CatalogHost,
    chosen: CatalogEmbedder,
    tell: (news: VectorNews) => Promise<void>,
  ): Promise<string | undefined> {
    const embedder = await chosen.make();
    const { signal } = this.#stop;
    signal.throwIfAborted();
    const { embedded, replaced, failed } = await host.graph.embedTools(embedder, { signal });
    if (embedded > 0 || replaced > 0) {
      host.vectorsChanged(true);
      await host.written();
      await tell('written');
    }
    return failed.length === 0 ? undefined : `${failed.length} tools have no vector; the first: ${failed[0]?.reason}`;
  }
}

/** Notes in a catalog of this process what the one that embeds its tools said. */
export function noteVectorNews(host: CatalogHost, news: VectorNews): void {
  if (news === 'complete') host.problems.delete(elsewhere);
  else if (news === 'failed') host.problems.set(elsewhere, toolsNotEmbedded);
  void host.embedding?.embed();
}

/**
 * Takes the vectors that a graph was saved with and has the model embed no tool: another process does. `problems` are
 * those of the catalog.
 */
export function savedVectors(problems: ReadonlyMap<string, string>): TakeVectors {
  return async (graph, embedder, signal) => {
    try {
      const report = await graph.embedTools(forRequests(embedder), { signal });
      return { ...report, failed: [] }; // searches say what is missing
    } catch (thrown) {
      if (!(thrown instanceof ToolGraphError) || thrown.code !== 'MODEL_FAILED') throw thrown;
      const mismatch = graph.diagnostics.find(({ code }) => code === 'embedder-mismatch');
      if (mismatch !== undefined)
        throw new VectorsMissing({ code: 'embedder-mismatch', message: mismatch.message }, mismatchProblem);
      throw problems.has(elsewhere) ? new VectorsMissing(notAnswering) : new VectorsMissing();
    }
  };
}

const mismatchProblem = 'The vectors in the snapshot are of another model; text ranks alone, and the log says more.';

/** The model without the part that embeds tools. */
function forRequests(embedder: Embedder): Embedder {
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    ...(embedder.batchSize === undefined ? {} : { batchSize: embedder.batchSize }),
    embed: async (texts, context) => {
      if (context.purpose === 'tool') throw new Error('another process embeds the tools');
      return embedder.embed(texts, context);
    },
  };
}

function stopped(): void {}
