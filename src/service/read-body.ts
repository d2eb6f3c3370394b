import { RequestError } from './problem.js';

/** Bounds of one request body. */
export interface BodyLimits {
  /** Most bytes. */
  readonly maxBytes: number;
  /** Longest wait for the last byte, in milliseconds. */
  readonly timeoutMs: number;
}

/** Longest time that the rest of a body that is too large is read and thrown away, and longest wait for more of it. */
const linger = { totalMs: 5000, pauseMs: 300 } as const;

/**
 * The body of a request as a JSON object. Reading stops at the byte limit, not after it, and at the time limit.
 *
 * @throws RequestError 415 for another content type, 413, 408, 400 for what is no JSON object.
 */
export async function readJsonObject(request: Request, limits: BodyLimits): Promise<Record<string, unknown>> {
  const value = parseJson(await readText(request, limits));
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RequestError(400, 'invalid-body', 'The body must be a JSON object.');
  return value as Record<string, unknown>;
}

/** The text of a JSON body; see {@link readJsonObject}. */
export async function readText(request: Request, limits: BodyLimits): Promise<string> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/json' && !/^application\/[\w.+-]+\+json$/.test(type))
    throw new RequestError(
      415,
      'unsupported-media-type',
      `The body must be sent with content-type application/json, not ${JSON.stringify(type.slice(0, 60))}.`,
    );
  const announced = request.headers.get('content-length');
  // no more than this comes, and to read it at once costs a fraction of a stream
  if (announced !== null && Number(announced) <= limits.maxBytes) return inTime(gatherAtOnce(request, limits), limits);
  if (request.body === null) return '';
  const reader = request.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  if (announced !== null && Number(announced) > limits.maxBytes) {
    await letGo(reader);
    throw tooLarge(limits);
  }
  try {
    return await inTime(gather(reader, limits), limits);
  } catch (thrown) {
    if (thrown instanceof RequestError && thrown.status === 413) await letGo(reader);
    throw thrown;
  }
}

/** @throws RequestError 408 when the text is late, 400 when it ends before it is complete. */
async function inTime(text: Promise<string>, limits: BodyLimits): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () =>
        reject(new RequestError(408, 'request-timeout', `The body was not complete within ${limits.timeoutMs} ms.`)),
      limits.timeoutMs,
    );
  });
  try {
    return await Promise.race([text, late]);
  } catch (thrown) {
    throw thrown instanceof RequestError
      ? thrown
      : new RequestError(400, 'incomplete-body', 'The body ended before it was complete.');
  } finally {
    clearTimeout(timer);
  }
}

async function gather(reader: ReadableStreamDefaultReader<Uint8Array>, limits: BodyLimits): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > limits.maxBytes) throw tooLarge(limits);
    chunks.push(value);
  }
  return decoded(Buffer.concat(chunks));
}

async function gatherAtOnce(request: Request, limits: BodyLimits): Promise<string> {
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > limits.maxBytes) throw tooLarge(limits);
  return decoded(bytes);
}

function decoded(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (thrown) {
    if (thrown instanceof TypeError) throw new RequestError(400, 'invalid-json', 'The body is not UTF-8 text.');
    throw thrown;
  }
}

/**
 * Reads on for a moment without keeping anything. A client that is still sending when the connection ends would not
 * see the answer.
 */
async function letGo(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const until = performance.now() + linger.totalMs;
  while (performance.now() < until) {
    const pause = new Promise<{ done: true }>((resolve) =>
      setTimeout(() => resolve({ done: true }), linger.pauseMs).unref(),
    );
    if ((await Promise.race([reader.read(), pause])).done) return;
  }
}

function tooLarge({ maxBytes }: BodyLimits): RequestError {
  return new RequestError(413, 'body-too-large', `The body is larger than ${maxBytes} bytes.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    throw new RequestError(400, 'invalid-json', 'The body is not valid JSON.');
  }
}
