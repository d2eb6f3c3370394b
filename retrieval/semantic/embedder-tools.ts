import { messageOf, ToolGraphError } from '../../src/core/errors.js';
import { isRecord } from '../../src/core/json-schema.js';
import type { ToolSchema } from '../../src/core/tool-schema.js';
import { defaultBatchSize, type Embedder } from './embedder.js';
import { callEmbedder } from './embedder-call.js';
import { embeddedText, textKey } from './embedder-text.js';
import type { VectorTable } from './embedder-vectors.js';

/** How tools are embedded. */
export interface EmbedToolsOptions {
  /** Texts of one call, at least 1. Default: what the embedder says, else 64. */
  readonly batchSize?: number;
  /** Calls at the same time, 1 to 64. Default 2. */
  readonly concurrency?: number;
  /** Longest wait for one call, in milliseconds. Default 60,000. */
  readonly timeoutMs?: number;
  /** Ends the work; what was embedded so far is kept. */
  readonly signal?: AbortSignal;
  /** Called after each call of the model. What it throws ends the work. */
  readonly onProgress?: (progress: EmbedProgress) => void;
}

/** How far the work is. */
export interface EmbedProgress {
  /** Texts that were embedded or refused. */
  readonly done: number;
  /** Texts to embed: equal texts count once, texts embedded before not at all. */
  readonly total: number;
}

/** What one call of `embedTools` did. Counts are tools. */
export interface EmbedReport {
  readonly embedder: string;
  readonly dimensions: number;
  /** Tools whose text was embedded now. */
  readonly embedded: number;
  /** Tools whose text had a vector already. */
  readonly reused: number;
  /** Tools that have no vector now, each with the reason; text alone speaks for them. */
  readonly failed: readonly { readonly tool: string; readonly reason: string }[];
  /** Vectors of another embedder that these took the place of. */
  readonly replaced: number;
}

const defaults = { concurrency: 2, timeoutMs: 60_000 } as const;

/** Calls that fail in a row before the rest is not tried: a wrong key or a dead endpoint stays wrong. */
const failuresInRow = 3;

type Settings = Required<Omit<EmbedToolsOptions, 'signal' | 'onProgress'>> & EmbedToolsOptions;

/** The options with their defaults. @throws ToolGraphError `INVALID_OPTION` naming the option and what it takes. */
export function checkEmbedToolsOptions(options: unknown, embedder: Embedder): Settings {
  if (!isRecord(options)) throw new ToolGraphError('INVALID_OPTION', 'embedTools() takes an object of options.');
  const ranges: Readonly<Record<string, number>> = { batchSize: 4096, concurrency: 64, timeoutMs: 3_600_000 };
  for (const [key, value] of Object.entries(options)) {
    const most = Object.hasOwn(ranges, key) ? ranges[key] : undefined;
    const isNumber = most !== undefined;
    if (!isNumber && key !== 'signal' && key !== 'onProgress')
      throw new ToolGraphError(
        'INVALID_OPTION',
        `embedTools() has no option ${JSON.stringify(key)}; it takes ${[...Object.keys(ranges), 'signal', 'onProgress'].join(', ')}.`,
      );
    if (
      isNumber &&
      value !== undefined &&
      !(Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most)
    )
      throw new ToolGraphError(
        'INVALID_OPTION',
        `Option "${key}" must be a whole number from 1 to ${most}, not ${String(value)}.`,
      );
  }
  const { batchSize, concurrency, timeoutMs, ...rest } = options as EmbedToolsOptions;
  return {
    ...rest,
    batchSize: batchSize ?? embedder.batchSize ?? defaultBatchSize,
    concurrency: concurrency ?? defaults.concurrency,
    timeoutMs: timeoutMs ?? defaults.timeoutMs,
  };
}

/**
 * Embeds the texts of tools that a table has no vector for and puts them there, equal texts once. Calls that fail
 * leave their tools without a vector; after three in a row the rest is not tried.
 *
 * @returns Why a text has no vector, by its key.
 * @throws the reason of `options.signal` when that is aborted, and what `onProgress` throws.
 */
export async function embedMissing(
  embedder: Embedder,
  tools: readonly ToolSchema[],
  table: VectorTable,
  options: Settings,
): Promise<ReadonlyMap<string, string>> {
  const missing = new Map(
    tools.filter((tool) => table.rowOf(textKey(tool)) === undefined).map((tool) => [textKey(tool), tool] as const),
  );
  const batches = inBatches([...missing], options.batchSize);
  const failed = new Map<string, string>();
  let [next, done, inRow] = [0, 0, 0];
  const work = async (): Promise<void> => {
    while (next < batches.length) {
      const batch = batches[next++] ?? [];
      if (inRow >= failuresInRow) note(failed, batch, `not tried after ${failuresInRow} calls failed in a row`);
      else inRow = (await embedBatch(embedder, batch, table, failed, options)) ? 0 : inRow + 1;
      done += batch.length;
      options.onProgress?.({ done, total: missing.size });
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.concurrency, batches.length) }, work));
  return failed;
}

type Batch = readonly (readonly [key: string, tool: ToolSchema])[];

/** Did the model answer? */
async function embedBatch(
  embedder: Embedder,
  batch: Batch,
  table: VectorTable,
  failed: Map<string, string>,
  { signal, timeoutMs }: Settings,
): Promise<boolean> {
  const texts = batch.map(([, tool]) => embeddedText(tool));
  try {
    const answer = await callEmbedder(embedder, texts, { purpose: 'tool', signal, timeoutMs });
    batch.forEach(([key], at) => {
      const vector = answer[at];
      if (vector instanceof Float32Array) table.set(key, vector);
      else failed.set(key, `its vector ${vector ?? 'is missing'}`);
    });
    return true;
  } catch (thrown) {
    signal?.throwIfAborted();
    note(failed, batch, messageOf(thrown));
    return false;
  }
}

function note(failed: Map<string, string>, batch: Batch, reason: string): void {
  for (const [key] of batch) failed.set(key, reason);
}

function inBatches<T>(items: readonly T[], size: number): T[][] {
  const batches: T[][] = [];
  for (let start = 0; start < items.length; start += size) batches.push(items.slice(start, start + size));
  return batches;
}
