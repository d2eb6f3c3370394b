import { ToolGraphError } from '../src/core/errors.js';
import { isRecord } from '../src/core/json-schema.js';
import { checkReranker, type Reranker } from './rerank.js';
import type { RetrieveOptions } from './retrieve-options.js';

/** What a search takes beside query and topK. */
export interface SearchOptions extends RetrieveOptions {
  /** Longest wait for the embedder, in milliseconds. Default 3,000. */
  readonly timeoutMs?: number;
  /** Orders the best tools anew. Default: none. */
  readonly reranker?: Reranker;
  /** How many of the best it is shown: 2 to 200. Default 20. */
  readonly rerankTopN?: number;
  /** Longest wait for the reranker, in milliseconds. Default 15,000. */
  readonly rerankTimeoutMs?: number;
  /** `rank` goes on without a model that fails, with a note; `throw` hands its failure on. Default `rank`. */
  readonly onModelFailure?: 'rank' | 'throw';
  /** Ends the search: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The part of the options that is about models, with defaults. */
export interface SearchSettings {
  readonly timeoutMs: number;
  readonly reranker: Reranker | undefined;
  readonly rerankTopN: number;
  readonly rerankTimeoutMs: number;
  readonly onModelFailure: 'rank' | 'throw';
  readonly signal: AbortSignal | undefined;
}

const defaults = { timeoutMs: 3000, rerankTopN: 20, rerankTimeoutMs: 15_000, onModelFailure: 'rank' } as const;

/**
 * The options apart: those of retrieval, which it checks itself, and those about models.
 *
 * @throws ToolGraphError `INVALID_OPTION` naming the option, the value and what it takes.
 */
export function readSearchOptions(options: SearchOptions): { retrieve: RetrieveOptions; settings: SearchSettings } {
  if (!isRecord(options)) throw new ToolGraphError('INVALID_OPTION', 'search() takes an object of options.');
  const { timeoutMs, reranker, rerankTopN, rerankTimeoutMs, onModelFailure, signal, ...retrieve } =
    options as SearchOptions;
  if (onModelFailure !== undefined && onModelFailure !== 'rank' && onModelFailure !== 'throw')
    throw new ToolGraphError(
      'INVALID_OPTION',
      `Option "onModelFailure" must be rank or throw, not ${String(onModelFailure)}.`,
    );
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw new ToolGraphError('INVALID_OPTION', 'Option "signal" must be an AbortSignal.');
  const settings = {
    timeoutMs: whole('timeoutMs', timeoutMs, 1, 600_000) ?? defaults.timeoutMs,
    reranker: reranker === undefined ? undefined : checkReranker(reranker),
    rerankTopN: whole('rerankTopN', rerankTopN, 2, 200) ?? defaults.rerankTopN,
    rerankTimeoutMs: whole('rerankTimeoutMs', rerankTimeoutMs, 1, 600_000) ?? defaults.rerankTimeoutMs,
    onModelFailure: onModelFailure ?? defaults.onModelFailure,
    signal,
  };
  return { retrieve, settings };
}

function whole(key: string, value: number | undefined, least: number, most: number): number | undefined {
  if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return value;
  throw new ToolGraphError(
    'INVALID_OPTION',
    `Option "${key}" must be a whole number from ${least} to ${most}, not ${String(value)}.`,
  );
}
