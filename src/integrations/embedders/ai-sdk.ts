import { type EmbedContext, type Embedder, ToolGraphError } from '../../index.js';
import { retryAfterMs, withRetries } from './retries.js';

/** What is used of an embedding model of the AI SDK, versions 5 and 6. */
export interface AiSdkEmbeddingModel {
  readonly provider: string;
  readonly modelId: string;
  readonly maxEmbeddingsPerCall: PromiseLike<number | undefined> | number | undefined;
  doEmbed(options: { values: string[]; abortSignal?: AbortSignal }): PromiseLike<{ embeddings: number[][] }>;
}

/** How a model of the AI SDK is used. */
export interface AiSdkEmbedderOptions {
  /** Length of the vectors. Default: learned from one short call. */
  readonly dimensions?: number;
  /** Repeats after failures that the SDK says may pass. Default 2. */
  readonly retries?: number;
  /** Default: the model's provider and id. */
  readonly id?: string;
}

const defaults = { retries: 2, longestWaitMs: 20_000, batchSize: 64, probeMs: 30_000 } as const;

/**
 * An embedder of an AI SDK embedding model, such as `openai.embedding('text-embedding-3-small')`.
 *
 * @throws ToolGraphError `INVALID_ARGUMENT` when it is none; `MODEL_FAILED` when the call fails that learns its dimensions.
 * @example
 * const embedder = await aiSdkEmbedder(openai.embedding('text-embedding-3-small'));
 */
export async function aiSdkEmbedder(model: AiSdkEmbeddingModel, options: AiSdkEmbedderOptions = {}): Promise<Embedder> {
  if (typeof model !== 'object' || model === null || typeof model.doEmbed !== 'function')
    throw new ToolGraphError(
      'INVALID_ARGUMENT',
      `aiSdkEmbedder() takes an embedding model object with doEmbed(), not ${typeof model}; a model named by a text is first looked up in its provider.`,
    );
  const { retries = defaults.retries } = options;
  const most = await model.maxEmbeddingsPerCall;
  const embed = async (texts: readonly string[], { signal }: Pick<EmbedContext, 'signal'>) => {
    const call = async () => model.doEmbed({ values: [...texts], abortSignal: signal });
    const answer = await withRetries(call, {
      retries,
      longestWaitMs: defaults.longestWaitMs,
      signal,
      afterwards: mayPass,
    });
    return answer.embeddings;
  };
  const probe = { signal: AbortSignal.timeout(defaults.probeMs) };
  return {
    id: options.id ?? `${model.provider}:${model.modelId}`.slice(0, 200),
    dimensions: options.dimensions ?? (await embed(['tool'], probe))[0]?.length ?? 0,
    batchSize: Math.max(1, Math.min(defaults.batchSize, Math.floor(most ?? defaults.batchSize))),
    embed,
  };
}

/** The SDK's own errors say whether they may pass, and hold the headers of the answer. */
function mayPass(thrown: unknown): { waitMs: number | undefined } | undefined {
  const { isRetryable, responseHeaders } = (thrown ?? {}) as {
    isRetryable?: unknown;
    responseHeaders?: Record<string, string>;
  };
  return isRetryable === true ? { waitMs: retryAfterMs(responseHeaders?.['retry-after']) } : undefined;
}
