import { describe, expect, it } from 'vitest';
import { type RerankAnswer, type Reranker, type RerankRequest, ToolGraph } from '../../src/index.js';

const row = (name: string, description: string, properties: object = {}, required: string[] = []) => ({
  name,
  description,
  inputSchema: { type: 'object', properties, required },
});

function shop(): ToolGraph {
  const graph = new ToolGraph();
  graph.ingestTools([
    row('cancel_order', 'Cancel an order', { orderId: { type: 'string' } }, ['orderId']),
    row('cancel_order_line', 'Cancel one line of an order'),
    row('list_orders', 'List the orders of a customer'),
    row('delete_order', 'Delete an order for good'),
    row('find_parcel', 'Find a parcel'),
  ]);
  return graph;
}

const reranker = (
  rerank: (request: RerankRequest, context: { signal: AbortSignal }) => RerankAnswer | Promise<RerankAnswer>,
): Reranker => ({ id: 'mine', rerank });

async function search(graph: ToolGraph, own: Reranker, options: object = {}) {
  const ranking = await graph.search('cancel the order', 4, { reranker: own, prerequisites: false, ...options });
  return { names: ranking.map(({ tool }) => tool.name), ranking, notes: ranking.notes ?? [] };
}

describe('a reranker', () => {
  it('is shown the best tools with schema, score and explanation, and orders them by a list of names', async () => {
    let seen: RerankRequest | undefined;
    const { names, ranking } = await search(
      shop(),
      reranker((request) => {
        seen = request;
        return ['delete_order', 'cancel_order'];
      }),
    );
    expect(seen?.query).toBe('cancel the order');
    const [first] = seen?.candidates ?? [];
    expect(first?.tool.name).toBe('cancel_order');
    expect(first?.tool.inputSchema.required).toEqual(['orderId']);
    expect(first?.explanation.terms.map(({ word }) => word)).toContain('order');
    expect(names.slice(0, 2)).toEqual(['delete_order', 'cancel_order']);
    const plain = shop().retrieveWithScores('cancel the order', 4, { prerequisites: false });
    expect(names.slice(2)).toEqual(
      plain.map(({ tool }) => tool.name).filter((name) => name !== 'delete_order' && name !== 'cancel_order'),
    );
    expect(ranking[0]?.explanation.rerank?.after).toBe(1);
    expect(ranking[0]?.explanation.rerank?.before).toBeGreaterThan(1);
    expect(ranking.map(({ score }) => score)).toEqual(plain.map(({ score }) => expect.closeTo(score, 6)));
  });

  it('orders by scores, the larger first, whatever their order', async () => {
    const { names, ranking } = await search(
      shop(),
      reranker(({ candidates }) => candidates.map(({ tool }) => ({ name: tool.name, score: -tool.name.length }))),
    );
    expect(names.map((name) => name.length)).toEqual([...names.map((name) => name.length)].sort((a, b) => a - b));
    expect(ranking[0]?.explanation.rerank?.score).toBe(-(names[0]?.length ?? 0));
  });

  it('can be a language model that answers in text, with names it makes up', async () => {
    const complete = async (prompt: string): Promise<string> => {
      expect(prompt).toContain('cancel_order_line: Cancel one line of an order');
      return 'Best first:\n1. cancel_order_line\n2. cancel_everything\n3. cancel_order_line\n4. cancel_order';
    };
    const { names, notes } = await search(
      shop(),
      reranker(async ({ query, candidates }) => {
        const list = candidates.map(({ tool }) => `${tool.name}: ${tool.description}`).join('\n');
        const text = await complete(`Which of these tools answers ${JSON.stringify(query)}?\n${list}`);
        return [...text.matchAll(/^\d+\. (\S+)$/gm)].map(([, name = '']) => name);
      }),
    );
    expect(names.slice(0, 2)).toEqual(['cancel_order_line', 'cancel_order']);
    expect(notes.map(({ code }) => code)).toEqual(['reranker-answer']);
    expect(notes[0]?.message).toMatch(/"cancel_everything" is no candidate, "cancel_order_line" came twice/);
  });

  it('is shown topN at most; what lies below stays below', async () => {
    let shown = 0;
    const { names } = await search(
      shop(),
      reranker(({ candidates }) => {
        shown = candidates.length;
        return [...candidates].reverse().map(({ tool }) => tool.name);
      }),
      { rerankTopN: 2 },
    );
    expect(shown).toBe(2);
    const plain = shop().retrieveWithScores('cancel the order', 4, { prerequisites: false });
    const [first, second, ...rest] = plain.map(({ tool }) => tool.name);
    expect(names).toEqual([second, first, ...rest]);
  });

  it.each([
    ['throws', () => Promise.reject(new Error('quota used up')), /"mine" failed: quota used up; the order is the one/],
    ['throws at once', () => { throw new Error('bug'); }, /failed: bug/], // biome-ignore format: one line a fault
    ['is too slow', () => new Promise<RerankAnswer>(() => {}), /no answer within 20 ms/],
    ['names no candidate', () => ['refund'], /named none of the/],
    ['answers with no list', () => 'cancel_order' as unknown as RerankAnswer, /named none of the/],
    ['answers nothing', () => undefined as unknown as RerankAnswer, /named none of the/],
  ])('that %s leaves the order as it was, with a note', async (_what, answer, message) => {
    const { names, notes } = await search(shop(), reranker(answer), { rerankTimeoutMs: 20 });
    const plain = shop().retrieveWithScores('cancel the order', 4, { prerequisites: false });
    expect(names).toEqual(plain.map(({ tool }) => tool.name));
    expect(notes.map(({ code }) => code)).toEqual(['reranker-failed']);
    expect(notes[0]?.message).toMatch(message);
    const strict = search(shop(), reranker(answer), { rerankTimeoutMs: 20, onModelFailure: 'throw' });
    await expect(strict).rejects.toMatchObject({ code: 'MODEL_FAILED' });
  });

  it('leaves out scores that are no numbers', async () => {
    const { names, notes } = await search(
      shop(),
      reranker(() => [
        { name: 'delete_order', score: Number.NaN },
        { name: 'list_orders', score: 2 },
      ]),
    );
    expect(names[0]).toBe('list_orders');
    expect(notes[0]?.message).toMatch(/"delete_order" has the score NaN/);
  });

  it('decides before prerequisites are placed, so that they serve what it put first', async () => {
    const graph = new ToolGraph();
    graph.ingestTools([
      { ...row('send_parcel', 'Send a parcel', { addressId: { type: 'string' } }, ['addressId']), depends_on: [] },
      {
        ...row('send_letter', 'Send a letter or parcel', { stampId: { type: 'string' } }, ['stampId']),
        depends_on: [{ name: 'buy_stamp', parameter: 'stampId' }],
      },
      row('buy_stamp', 'Buy one'),
    ]);
    const names = async (first: string) =>
      (await graph.search('send a parcel', 2, { reranker: reranker(() => [first]) })).map(({ tool }) => tool.name);
    expect(await names('send_letter')).toEqual(['send_letter', 'buy_stamp']);
    expect((await names('send_parcel'))[0]).toBe('send_parcel');
  });

  it('does not bring back a tool that left the catalog while it thought', async () => {
    const graph = shop();
    const { names } = await search(
      graph,
      reranker(async ({ candidates }) => {
        graph.removeSource(graph.sources[0] ?? '');
        return candidates.map(({ tool }) => tool.name);
      }),
    );
    expect(names).toEqual([]);
  });
});
