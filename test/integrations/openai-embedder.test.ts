import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ToolGraph } from '../../src/index.js';
import { type OpenAiEmbedderOptions, openAiEmbedder } from '../../src/integrations/embedders/index.js';
import { ToyEmbedder } from '../support/toy-embedder.js';

interface Request {
  readonly headers: IncomingMessage['headers'];
  readonly path: string;
  readonly body: { readonly model: string; readonly input: readonly string[]; readonly dimensions?: number };
}

type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown };

const key = 'sk-test-0123456789abcdef0123';
const toy = new ToyEmbedder('toy', 48);
const open: (() => void)[] = [];

afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A server of the protocol; `answer` may take the place of its answer to the n-th request, from 0. */
async function server(
  answer: (request: Request, at: number) => Answer | undefined | 'hang' | 'drop' = () => undefined,
) {
  const requests: Request[] = [];
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Request['body'];
    const request = { headers: incoming.headers, path: incoming.url ?? '', body };
    requests.push(request);
    const given = answer(request, requests.length - 1);
    if (given === 'hang') return;
    if (given === 'drop') {
      incoming.socket.destroy();
      return;
    }
    const { status = 200, headers = {}, body: text } = given ?? { body: vectorsOf(body.input) };
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
    outgoing.end(typeof text === 'string' ? text : JSON.stringify(text));
  };
  const listening = createServer((incoming, outgoing) => void serve(incoming, outgoing));
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    listening.closeAllConnections();
    listening.close();
  });
  const baseUrl = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/v1`;
  return { baseUrl, requests };
}

/** In another order than asked, as the protocol allows: the index says which is which. */
function vectorsOf(texts: readonly string[]) {
  const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: toy.vector(text) }));
  return { object: 'list', data: data.reverse(), model: 'm', usage: { prompt_tokens: 1, total_tokens: 1 } };
}

function shop(): ToolGraph {
  const graph = new ToolGraph();
  const row = (name: string, description: string) => ({ name, description });
  graph.ingestTools([
    row('bake_bread', 'Bake bread'),
    row('shear_sheep', 'Shear a sheep'),
    row('milk_cow', 'Milk a cow'),
    row('mend_fence', 'Mend the fence'),
  ]);
  return graph;
}

const context = { purpose: 'tool', signal: new AbortController().signal } as const;
const options = (baseUrl: string, more: Partial<OpenAiEmbedderOptions> = {}): OpenAiEmbedderOptions => ({
  model: 'm',
  baseUrl,
  apiKey: key,
  dimensions: 48,
  ...more,
});

describe('an embedder of an OpenAI-compatible endpoint', () => {
  it('embeds tools and requests, and puts vectors in the order of the texts', async () => {
    const { baseUrl, requests } = await server();
    const graph = shop();
    await graph.embedTools(await openAiEmbedder({ model: 'm', baseUrl, apiKey: key, batchSize: 3 }));
    expect((await graph.search('loaf', 2))[0]?.tool.name).toBe('bake_bread');
    expect(requests.map(({ body }) => body.input.length)).toEqual([1, 3, 1, 1]);
    expect(requests[0]).toMatchObject({ path: '/v1/embeddings', headers: { authorization: `Bearer ${key}` } });
    expect(Object.keys(requests[1]?.body ?? {}).sort()).toEqual(['input', 'model']);
  });

  it('learns the length of the vectors from one call, or asks for the one it is told', async () => {
    const { baseUrl, requests } = await server();
    const learned = await openAiEmbedder({ model: 'm', baseUrl: `${baseUrl}/` });
    expect(learned).toMatchObject({ id: 'openai:m', dimensions: 48 });
    expect(requests).toHaveLength(1);
    expect(requests[0]?.headers.authorization).toBeUndefined();
    const told = await openAiEmbedder(options(baseUrl));
    expect(told).toMatchObject({ id: 'openai:m/48', dimensions: 48 });
    expect(requests).toHaveLength(1);
    await told.embed(['a'], context);
    expect(requests[1]?.body.dimensions).toBe(48);
  });

  it('puts the prefix of its purpose before each text, and into the id', async () => {
    const { baseUrl, requests } = await server();
    const prefixes = { query: 'query: ', tool: 'passage: ' };
    const embedder = await openAiEmbedder(options(baseUrl, { prefixes }));
    await embedder.embed(['a'], context);
    await embedder.embed(['b'], { ...context, purpose: 'query' });
    expect(requests.map(({ body }) => body.input)).toEqual([['passage: a'], ['query: b']]);
    expect(embedder.id).toBe('openai:m/48 ["query: ","passage: "]');
  });

  it.each([
    [
      '429 with a time to wait',
      { status: 429, headers: { 'retry-after': '0.05' }, body: { error: { message: 'slow' } } },
    ],
    ['503', { status: 503, body: 'down' }],
    ['a lost connection', 'drop' as const],
  ])('asks again after %s', async (_what, fault) => {
    const { baseUrl, requests } = await server((_request, at) => (at === 0 ? fault : undefined));
    const embedder = await openAiEmbedder(options(baseUrl));
    const start = performance.now();
    expect(await embedder.embed(['bread'], context)).toEqual([toy.vector('bread')]);
    expect(requests).toHaveLength(2);
    expect(performance.now() - start).toBeGreaterThan(45);
  });

  it('does not wait longer than it may, and says for how long the server asked', async () => {
    const { baseUrl, requests } = await server(() => ({
      status: 429,
      headers: { 'retry-after': '120' },
      body: { error: { message: 'quota' } },
    }));
    const embedder = await openAiEmbedder(options(baseUrl, { longestWaitMs: 1000 }));
    await expect(embedder.embed(['a'], context)).rejects.toThrow(/answered 429 \(asks to wait 120 s\): quota/);
    expect(requests).toHaveLength(1);
  });

  it('asks a last time and gives up', async () => {
    const { baseUrl, requests } = await server(() => ({ status: 500, body: { error: 'boom' } }));
    const embedder = await openAiEmbedder(options(baseUrl, { retries: 2, longestWaitMs: 5 }));
    await expect(embedder.embed(['a'], context)).rejects.toThrow(/500: boom/);
    expect(requests).toHaveLength(3);
  });

  it('halves a batch that is too large for the server', async () => {
    const { baseUrl, requests } = await server(({ body }) =>
      body.input.length > 2
        ? { status: 400, body: { error: { message: 'batch size 7 exceeds the maximum of 2' } } }
        : undefined,
    );
    const embedder = await openAiEmbedder(options(baseUrl));
    const texts = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    expect(await embedder.embed(texts, context)).toEqual(texts.map((text) => toy.vector(text)));
    expect(Math.max(...requests.slice(-1).map(({ body }) => body.input.length))).toBeLessThanOrEqual(2);
  });

  it.each([
    [{ status: 401, body: { error: { message: `Incorrect API key provided: ${key}` } } }, /401: .*check the key/],
    [{ status: 404, body: { error: { message: 'no model m' } } }, /404: no model m/],
    [{ status: 400, body: '<html>bad</html>' }, /400: <html>bad/],
    [{ body: 'not json' }, /what is not JSON: not json/],
    [{ body: { data: [] } }, /0 vectors for 2 texts/],
    [{ body: {} }, /no list of vectors for 2 texts/],
    [
      {
        body: {
          data: [
            { index: 0, embedding: [1] },
            { index: 0, embedding: [1] },
          ],
        },
      },
      /no vector of index 1 of 2/,
    ],
    [
      {
        body: {
          data: [
            { index: 0, embedding: [1] },
            { index: 7, embedding: [1] },
          ],
        },
      },
      /no vector of index 1 of 2/,
    ],
    [{ body: { data: [null, { index: 1, embedding: 'AAAA' }] } }, /no vector of index 0 of 2/],
  ])('asks once and says what was wrong with %j, without the key', async (answer, message) => {
    const { baseUrl, requests } = await server(() => answer);
    const embedder = await openAiEmbedder(options(baseUrl));
    const failure = await embedder.embed(['a', 'b'], context).then(String, (thrown: Error) => thrown);
    expect(failure).toMatchObject({ code: 'MODEL_FAILED', message: expect.stringMatching(message) });
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain(key);
    expect(requests).toHaveLength(1);
  });

  it('follows no redirect, which could carry the key elsewhere', async () => {
    const elsewhere = await server();
    const { baseUrl } = await server(() => ({
      status: 307,
      headers: { location: `${elsewhere.baseUrl}/embeddings` },
      body: '',
    }));
    const embedder = await openAiEmbedder(options(baseUrl, { retries: 0 }));
    await expect(embedder.embed(['a'], context)).rejects.toThrow(/cannot be reached/);
    expect(elsewhere.requests).toEqual([]);
  });

  it('keeps the key out of the id, the snapshot, notes and errors', async () => {
    let isDown = false;
    const { baseUrl } = await server(() =>
      isDown ? { status: 401, body: { error: { message: `bad key ${key}` } } } : undefined,
    );
    const embedder = await openAiEmbedder(options(baseUrl));
    const graph = shop();
    await graph.embedTools(embedder);
    isDown = true;
    const ranking = await graph.search('bread', 1);
    expect(ranking[0]?.tool.name).toBe('bake_bread');
    expect(ranking.notes?.[0]?.message).toMatch(/401/);
    const failure = await graph.search('bread', 1, { onModelFailure: 'throw' }).catch((thrown: Error) => thrown);
    expect(JSON.stringify([embedder, ranking.notes, String(failure), graph.diagnostics])).not.toContain(key);
  });

  it('ends the request when nobody waits for it any more', async () => {
    const { baseUrl } = await server(({ body }) => (body.input[0]?.includes('bread') === true ? 'hang' : undefined));
    const graph = shop();
    graph.ingestTools([]);
    const embedder = await openAiEmbedder(options(baseUrl));
    const tools = new ToyEmbedder('openai:m/48', 48);
    await graph.embedTools({
      ...embedder,
      embed: (texts, own) => (own.purpose === 'tool' ? tools : embedder).embed(texts, own),
    });
    const ranking = await graph.search('bread', 1, { timeoutMs: 60 });
    expect(ranking.notes?.[0]?.message).toMatch(/no answer within 60 ms/);
  });

  it.each([
    [{ model: '' }, /name of a model/],
    [{ model: 'm', baseUrl: 'localhost:11434' }, /"baseUrl" must be a web address/],
    [{ model: 'm', baseUrl: 'file:///v1' }, /"baseUrl" must be a web address/],
    [{ model: 'm', baseUrl: 'http://me:secret@localhost/v1' }, /must not hold a password/],
  ])('refuses %j', async (bad, message) => {
    await expect(openAiEmbedder(bad)).rejects.toThrow(message);
  });
});
