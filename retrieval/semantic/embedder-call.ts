import { messageOf, ToolGraphError } from '../../src/core/errors.js';
import { type EmbedContext, type Embedder, readVector } from './embedder.js';

/** One answer of an embedder: for each text a unit vector, or a phrase that says why there is none. */
export type EmbedAnswer = readonly (Float32Array | string)[];

/**
 * Asks an embedder once and checks what it gives. A vector that cannot be used is refused by itself.
 *
 * @throws ToolGraphError `MODEL_FAILED` when it throws, takes longer than `timeoutMs`, or gives another number of vectors
 * than texts; the reason of `signal` when that is aborted.
 */
export async function callEmbedder(
  embedder: Embedder,
  texts: readonly string[],
  {
    purpose,
    signal,
    timeoutMs,
  }: Pick<EmbedContext, 'purpose'> & { signal: AbortSignal | undefined; timeoutMs: number },
): Promise<EmbedAnswer> {
  const named = `The embedder ${JSON.stringify(embedder.id)}`;
  const answer: unknown = await withinTime(named, timeoutMs, signal, (inner) =>
    embedder.embed(texts, { purpose, signal: inner }),
  );
  if (!Array.isArray(answer))
    throw new ToolGraphError(
      'MODEL_FAILED',
      `${named} gave ${answer === null ? 'null' : typeof answer}, not a list of vectors.`,
    );
  if (answer.length !== texts.length)
    throw new ToolGraphError(
      'MODEL_FAILED',
      `${named} gave ${answer.length} vectors for ${texts.length} texts; none was used, as their order is not sure.`,
    );
  return Array.from(answer, (vector: unknown) => readVector(vector, embedder.dimensions));
}

/**
 * What a model answers, within a time. Whatever it throws becomes a ToolGraphError without credentials in its text.
 *
 * @throws ToolGraphError `MODEL_FAILED`; the reason of `signal` when that is aborted.
 */
export async function withinTime<T>(
  named: string,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const own = new AbortController();
  const abort = (): void => own.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const late = new ToolGraphError('MODEL_FAILED', `${named} gave no answer within ${timeoutMs} ms.`);
  const timer = setTimeout(() => own.abort(late), timeoutMs);
  try {
    // A model may not heed the signal: the race ends the wait all the same.
    return await Promise.race([ended(own.signal), Promise.resolve().then(() => ask(own.signal))]);
  } catch (thrown) {
    signal?.throwIfAborted();
    if (own.signal.aborted) throw late;
    throw new ToolGraphError('MODEL_FAILED', `${named} failed: ${withoutKeys(messageOf(thrown))}`, { cause: thrown });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** A message of someone else's code, with whatever looks like a credential taken out. */
export function withoutKeys(message: string): string {
  return message
    .replace(/\b(Bearer|Basic)\s+\S+/gi, '$1 [hidden]')
    .replace(/\b(api[-_]?key|key|token|secret|password)(["']?\s*[=:]\s*["']?)[^\s"'&,;]+/gi, '$1$2[hidden]')
    .replace(/\b(?:sk|pk|rk|key)[-_][\w*-]{6,}/gi, '[hidden]')
    .replace(/\b(?=[A-Za-z]*\d)[A-Za-z0-9]{24,}\b/g, '[hidden]');
}
