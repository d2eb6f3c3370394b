import { type EmbedContext, type Embedder, messageOf, ToolGraphError } from '../../index.js';
import { retryAfterMs, withRetries } from './retries.js';

/** An endpoint that speaks OpenAI's `POST /embeddings`, as most model servers do. */
export interface OpenAiEmbedderOptions {
  readonly model: string;
  /** Address up to and with the version: `http://localhost:11434/v1`. Default: OpenAI's own. */
  readonly baseUrl?: string;
  /** Sent as a bearer token, and shown nowhere. Default: none is sent. */
  readonly apiKey?: string;
  /** Asks for vectors of this length, which not every model can. Default: the model's own, learned from one short call. */
  readonly dimensions?: number;
  /** What a model wants before a text: `{ query: 'query: ', tool: 'passage: ' }`. Default: nothing. */
  readonly prefixes?: { readonly query?: string; readonly tool?: string };
  /** Further headers, such as a gateway's. Shown nowhere. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Most texts of one request. A request that is too large for the server is halved. Default 128. */
  readonly batchSize?: number;
  /** Repeats after a lost connection, 408, 429 and 5xx. Default 3. */
  readonly retries?: number;
  /** Longest wait before a repeat; `Retry-After` beyond it fails at once. Default 20,000. */
  readonly longestWaitMs?: number;
  /** Default: `openai:` and the model, with `dimensions` and `prefixes` where given. */
  readonly id?: string;
}

const defaults = {
  baseUrl: 'https://api.openai.com/v1',
  batchSize: 128,
  retries: 3,
  longestWaitMs: 20_000,
} as const;

/** An answer larger than this is not read. */
const largestAnswer = 64 << 20;

/** How long the call may take that learns the length of the vectors. */
const probeMs = 30_000;

/**
 * An embedder of an OpenAI-compatible endpoint.
 *
 * @throws ToolGraphError `INVALID_OPTION`; `MODEL_FAILED` when `dimensions` is absent and the endpoint does not answer.
 * @example
 * const embedder = await openAiEmbedder({ model: 'nomic-embed-text', baseUrl: 'http://localhost:11434/v1' });
 */
export async function openAiEmbedder(options: OpenAiEmbedderOptions): Promise<Embedder> {
  const endpoint = new Endpoint(options);
  const { dimensions, batchSize = defaults.batchSize } = options;
  const length =
    dimensions ??
    (await endpoint.embed(['tool'], { purpose: 'tool', signal: AbortSignal.timeout(probeMs) }))[0]?.length ??
    0;
  return {
    id: options.id ?? idOf(options),
    dimensions: length,
    batchSize,
    embed: (texts, context) => endpoint.embed(texts, context),
  };
}

function idOf({ model, dimensions, prefixes }: OpenAiEmbedderOptions): string {
  const length = dimensions === undefined ? '' : `/${dimensions}`;
  const prefix = prefixes === undefined ? '' : ` ${JSON.stringify([prefixes.query ?? '', prefixes.tool ?? ''])}`;
  return `openai:${model}${length}${prefix}`.slice(0, 200);
}

/** The server's refusal. */
class Refusal extends ToolGraphError {
  readonly status: number;
  readonly waitMs: number | undefined;

  constructor(status: number, message: string, waitMs: number | undefined) {
    super('MODEL_FAILED', message);
    this.status = status;
    this.waitMs = waitMs;
  }
}

class Endpoint {
  readonly #options: OpenAiEmbedderOptions;
  readonly #address: string;

  constructor(options: OpenAiEmbedderOptions) {
    if (typeof options.model !== 'string' || options.model === '')
      throw new ToolGraphError('INVALID_OPTION', 'openAiEmbedder() needs the name of a model.');
    const base = options.baseUrl ?? defaults.baseUrl;
    if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol))
      throw new ToolGraphError(
        'INVALID_OPTION',
        `Option "baseUrl" must be a web address, not ${JSON.stringify(base)}.`,
      );
    const url = new URL(base);
    if (url.username !== '' || url.password !== '')
      throw new ToolGraphError('INVALID_OPTION', 'Option "baseUrl" must not hold a password; use apiKey or headers.');
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/embeddings`;
    this.#options = options;
    this.#address = url.href;
  }

  /** Vectors of the texts; a request that is too large for the server is asked in halves. */
  async embed(texts: readonly string[], context: EmbedContext): Promise<readonly (readonly number[])[]> {
    try {
      return await this.#embedTogether(texts, context);
    } catch (thrown) {
      if (texts.length < 2 || !isTooLarge(thrown)) throw thrown;
      const half = texts.length >> 1;
      const first = await this.embed(texts.slice(0, half), context);
      return [...first, ...(await this.embed(texts.slice(half), context))];
    }
  }

  async #embedTogether(texts: readonly string[], context: EmbedContext): Promise<readonly (readonly number[])[]> {
    const { retries = defaults.retries, longestWaitMs = defaults.longestWaitMs, prefixes, ...rest } = this.#options;
    const prefix = prefixes?.[context.purpose] ?? '';
    const body = JSON.stringify({
      model: rest.model,
      input: texts.map((text) => prefix + text),
      ...(rest.dimensions === undefined ? {} : { dimensions: rest.dimensions }),
    });
    const text = await withRetries(() => this.#post(body, context.signal), {
      retries,
      longestWaitMs,
      signal: context.signal,
      afterwards: mayPass,
    });
    return this.#vectorsIn(text, texts.length);
  }

  async #post(body: string, signal: AbortSignal): Promise<string> {
    const { apiKey, headers } = this.#options;
    let response: Response;
    try {
      response = await fetch(this.#address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...headers,
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body,
        signal,
        redirect: 'error', // elsewhere the key has no business
      });
    } catch (thrown) {
      signal.throwIfAborted();
      const cause = thrown instanceof Error && thrown.cause !== undefined ? thrown.cause : thrown;
      throw new Refusal(0, `${this.#place} cannot be reached: ${this.#clean(messageOf(cause, 200))}`, undefined);
    }
    const text = await this.#read(response);
    if (response.ok) return text;
    const wait = retryAfterMs(response.headers.get('retry-after'));
    const waits = wait === undefined ? '' : ` (asks to wait ${Math.ceil(wait / 1000)} s)`;
    const hint = response.status === 401 || response.status === 403 ? '; check the key' : '';
    throw new Refusal(
      response.status,
      `${this.#place} answered ${response.status}${waits}: ${this.#clean(errorText(text))}${hint}`,
      wait,
    );
  }

  async #read(response: Response): Promise<string> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > largestAnswer)
        throw new ToolGraphError('MODEL_FAILED', `${this.#place} answered more than ${largestAnswer >> 20} MiB.`);
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  /** The vectors by the index that the server gave each; without indexes, as they came. */
  #vectorsIn(text: string, count: number): readonly (readonly number[])[] {
    let data: unknown;
    try {
      data = (JSON.parse(text) as { data?: unknown } | null)?.data;
    } catch {
      throw new ToolGraphError(
        'MODEL_FAILED',
        `${this.#place} answered what is not JSON: ${this.#clean(text.slice(0, 80))}`,
      );
    }
    if (!Array.isArray(data) || data.length !== count)
      throw new ToolGraphError(
        'MODEL_FAILED',
        `${this.#place} answered ${Array.isArray(data) ? `${data.length} vectors` : 'no list of vectors'} for ${count} texts.`,
      );
    const vectors = new Map<number, readonly number[]>();
    data.forEach((entry: { index?: unknown; embedding?: unknown } | null, at) => {
      const index = typeof entry?.index === 'number' ? entry.index : at;
      if (Array.isArray(entry?.embedding) && index >= 0 && index < count) vectors.set(index, entry.embedding);
    });
    const found = Array.from({ length: count }, (_, at) => vectors.get(at));
    const missing = found.indexOf(undefined);
    if (missing >= 0)
      throw new ToolGraphError('MODEL_FAILED', `${this.#place} answered no vector of index ${missing} of ${count}.`);
    return found.filter((vector) => vector !== undefined);
  }

  get #place(): string {
    const { host, pathname } = new URL(this.#address);
    return `${host}${pathname}`;
  }

  /** What a server says, without the credentials that it may repeat. */
  #clean(text: string): string {
    const secrets = [this.#options.apiKey ?? '', ...Object.values(this.#options.headers ?? {})];
    const shown = secrets
      .filter((secret) => secret.length > 3)
      .reduce((all, secret) => all.replaceAll(secret, '[hidden]'), text);
    return messageOf(shown, 200);
  }
}

/** The message in an error answer; servers put it in one of three places. */
function errorText(text: string): string {
  try {
    const body = JSON.parse(text) as { error?: unknown; message?: unknown; detail?: unknown } | null;
    const error = body?.error ?? body?.message ?? body?.detail;
    const message = typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : error;
    return typeof message === 'string' ? message : text;
  } catch {
    return text; // not JSON: a proxy's page
  }
}

function mayPass(thrown: unknown): { waitMs: number | undefined } | undefined {
  if (!(thrown instanceof Refusal)) return undefined;
  const { status, waitMs } = thrown;
  return status === 0 || status === 408 || status === 429 || status >= 500 ? { waitMs } : undefined;
}

function isTooLarge(thrown: unknown): boolean {
  if (!(thrown instanceof Refusal)) return false;
  const says = /batch|too (?:large|long|many|big)|maximum|exceed|token/i.test(thrown.message);
  return thrown.status === 413 || ((thrown.status === 400 || thrown.status === 422) && says);
}
