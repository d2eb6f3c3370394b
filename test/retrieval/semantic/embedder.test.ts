import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Embedder, type SearchOptions, ToolGraph } from '../../../src/index.js';
import { readJsonFixture } from '../../support/cases.js';
import { temporaryFolder } from '../../support/command-line.js';
import { ToyEmbedder } from '../../support/toy-embedder.js';

const row = (name: string, description: string) => ({
  name,
  description,
  inputSchema: { type: 'object', properties: {} },
});

const farm = [
  row('bake_bread', 'Bake bread'),
  row('shear_sheep', 'Shear a sheep'),
  row('milk_cow', 'Milk a cow'),
  row('issue_refund', 'Issue a refund to a customer'),
  row('mend_fence', 'Mend the fence'),
];

function graphOf(rows: readonly object[] = farm): ToolGraph {
  const graph = new ToolGraph();
  graph.ingestTools(rows);
  return graph;
}

async function names(graph: ToolGraph, query: string, options?: SearchOptions): Promise<string[]> {
  return (await graph.search(query, 5, options)).map(({ tool }) => tool.originalName);
}

const codes = async (graph: ToolGraph, query: string) =>
  (await graph.search(query, 5)).notes?.map(({ code }) => code) ?? [];

describe('plans and bundles with models', () => {
  it('are made of what the model finds, and of text alone without one', async () => {
    const graph = graphOf();
    expect(await graph.searchPlan('bake bread')).toEqual(graph.plan('bake bread'));
    expect(await graph.searchBundle('bake bread')).toEqual(graph.retrieve('bake bread'));
    await graph.embedTools(new ToyEmbedder());
    expect((await graph.searchPlan('loaf')).targets.map(({ name }) => name)).toEqual(['bake_bread']);
    expect((await graph.searchPlan({ query: 'loaf' })).steps.map(({ tool }) => tool.name)).toEqual(['bake_bread']);
    const bundle = await graph.searchBundle('loaf', { provider: 'anthropic', topK: 3, tokenBudget: 500 });
    expect(bundle.definitions?.map(({ name }) => name)).toEqual(['bake_bread']);
    expect([bundle.provider, bundle.tokenBudget, bundle.notes]).toEqual(['anthropic', 500, undefined]);
    expect(graph.retrieve('loaf').emptyReason?.code).toBe('no-term-matched');
  });

  it('take each thing that a plan is asked for, and names without asking the model', async () => {
    const graph = graphOf();
    const model = new ToyEmbedder();
    await graph.embedTools(model);
    const plan = await graph.searchPlan('bake a loaf and then mend it');
    expect(plan.targets.map(({ name }) => name)).toEqual(['bake_bread']);
    const asked = model.calls.filter(({ purpose }) => purpose === 'query').map(({ texts }) => texts[0]);
    expect(asked).toEqual(['bake a loaf and then mend it']); // "mend it" alone names no task
    await graph.searchPlan('bake a loaf and then mend a fence');
    expect(model.calls.slice(-2).map(({ texts }) => texts)).toEqual([['bake a loaf'], ['mend a fence']]);
    const calls = model.calls.length;
    expect(await graph.searchPlan(['bake_bread', 'mend_fence'])).toEqual(graph.plan(['bake_bread', 'mend_fence']));
    expect((await graph.searchPlan('mend_fence')).targets.map(({ name }) => name)).toEqual(['mend_fence']);
    expect(model.calls.length).toBe(calls);
    await expect(graph.searchPlan(['nothing_such'])).rejects.toThrow(/nothing_such/);
  });

  it('go on without a model that fails, with one note, or hand its failure on', async () => {
    const graph = graphOf();
    const model = new ToyEmbedder();
    await graph.embedTools(model);
    model.answer = () => Promise.reject(new Error('out of order'));
    const plan = await graph.searchPlan('bake some bread and then mend a fence');
    expect(plan.targets.map(({ name }) => name)).toEqual(['bake_bread', 'mend_fence']);
    expect(plan.notes?.map(({ code }) => code)).toContain('embedder-failed');
    expect((await graph.searchBundle('bake bread')).notes?.map(({ code }) => code)).toEqual(['embedder-failed']);
    const models = { onModelFailure: 'throw' } as const;
    await expect(graph.searchPlan('bake more bread', { models })).rejects.toThrow(/out of order|in a row/);
    await expect(graph.searchBundle('bake bread', { onModelFailure: 'throw' })).rejects.toThrow(
      /out of order|in a row/,
    );
  });
});

describe('a model that text contradicts', () => {
  /** Vectors by the words of the toy model's texts, turned so that `far` lies where the request does. */
  const gainOf = async (far: string, near: string): Promise<number> => {
    const rows = [
      row('list_invoices', 'List invoices'),
      row('get_invoice', 'Get an invoice'),
      row('pay_invoice', 'Pay an invoice'),
    ];
    const others = Array.from({ length: 20 }, (_, at) => row(`other_${at}`, `Something else ${at}`));
    const graph = graphOf([...rows, row('ring_bell', 'Ring the bell'), ...others]);
    const model = new ToyEmbedder();
    const place = (text: string): number[] => {
      if (text.includes(far) || text === 'invoices please') return [1, 0.05, 0];
      return /invoice/i.test(text) && near !== '' ? [0.9, 0.4, 0] : [0, 1, text.length / 100];
    };
    model.answer = async (texts) => texts.map((text) => [...place(text), ...Array(61).fill(0)]);
    await graph.embedTools(model);
    const hits = await graph.search('invoices please', 5, { prerequisites: false });
    return hits.find(({ tool }) => tool.name === 'ring_bell')?.explanation.embedding?.contribution ?? 0;
  };

  it('adds less than one that agrees with the best by text, and not nothing', async () => {
    const [agreed, contradicted] = [await gainOf('bell', 'invoices'), await gainOf('bell', '')];
    expect(contradicted).toBeGreaterThan(0);
    expect(contradicted).toBeLessThan(0.7 * agreed);
  });
});

describe('a search', () => {
  it('ranks as retrieveWithScores does while no tool is embedded, without a note', async () => {
    const graph = graphOf();
    const ranking = await graph.search('bake some bread', 5);
    const plain = graph.retrieveWithScores('bake some bread', 5);
    expect(ranking.map(({ tool, score }) => [tool.name, score])).toEqual(
      plain.map(({ tool, score }) => [tool.name, score]),
    );
    expect(ranking.notes).toBeUndefined();
  });

  it('finds by meaning what shares no word with the request, and says so', async () => {
    const graph = graphOf();
    expect(graph.retrieveWithScores('fleece loaf', 5)).toEqual([]);
    await graph.embedTools(new ToyEmbedder());
    const ranking = await graph.search('loaf', 5);
    expect(ranking[0]?.tool.name).toBe('bake_bread');
    expect(ranking[0]?.explanation.summary).toMatch(/near in meaning/);
    expect(ranking[0]?.explanation.embedding?.contribution).toBeCloseTo(ranking[0]?.score ?? 0);
    expect(graph.retrieveWithScores('loaf', 5)).toEqual([]);
  });

  it('lifts a tool found by text that the model finds near, and lowers one that it does not by half at most', async () => {
    const graph = graphOf([
      row('write_letter', 'Write to the customer'),
      row('send_blick', 'Sends the customer one more blick'),
      ...farm,
    ]);
    const query = 'give the customer the zorp zorp';
    const before = graph.retrieveWithScores(query, 5);
    expect(before[0]?.tool.name).toBe('write_letter');
    await graph.embedTools(new ToyEmbedder());
    const after = await graph.search(query, 5);
    expect(after[0]?.tool.name).toBe('send_blick');
    expect(after.map(({ tool }) => tool.name)).not.toContain('milk_cow');
    const now = (name: string) => after.find(({ tool }) => tool.name === name)?.score ?? 0;
    const was = (name: string) => before.find(({ tool }) => tool.name === name)?.score ?? 0;
    expect(now('send_blick')).toBeGreaterThan(was('send_blick'));
    expect(now('write_letter')).toBeLessThan(was('write_letter'));
    expect(now('write_letter')).toBeGreaterThanOrEqual(0.5 * was('write_letter'));
  });

  it('heeds filters for the tools that only the model finds', async () => {
    const graph = graphOf();
    await graph.embedTools(new ToyEmbedder());
    expect(await names(graph, 'loaf', { filter: ({ name }) => name !== 'bake_bread' })).not.toContain('bake_bread');
    await expect(graph.search('loaf', 5, { sources: 'x' } as unknown as SearchOptions)).rejects.toThrow(/"sources"/);
  });

  it('has a topK that is a prefix of a larger one', async () => {
    const graph = graphOf();
    await graph.embedTools(new ToyEmbedder());
    const all = (await graph.search('mend bread sheep', 5)).map(({ tool, score }) => [tool.name, score]);
    for (let topK = 1; topK < all.length; topK++) {
      const some = await graph.search('mend bread sheep', topK, { prerequisites: false });
      expect(some.map(({ tool, score }) => [tool.name, score])).toEqual(all.slice(0, topK));
    }
  });

  it('answers words that say nothing, an empty request and an empty catalog as ever, without asking the model', async () => {
    const graph = graphOf();
    const embedder = new ToyEmbedder();
    await graph.embedTools(embedder);
    expect((await graph.search(' ', 5)).emptyReason?.code).toBe('empty-query');
    expect((await graph.search('the of and', 5)).emptyReason?.code).toBe('no-content-words');
    const empty = new ToolGraph();
    await empty.embedTools(embedder);
    expect((await empty.search('bread', 5)).emptyReason?.code).toBe('empty-catalog');
  });

  it('asks the model once for a request that comes again', async () => {
    const graph = graphOf();
    const embedder = new ToyEmbedder();
    await graph.embedTools(embedder);
    await graph.search('loaf', 5);
    await graph.search('loaf ', 2);
    expect(embedder.calls.filter(({ purpose }) => purpose === 'query')).toHaveLength(1);
  });

  it('gives the model each thing that a request asks for beside the whole, in one call', async () => {
    const graph = graphOf();
    const model = new ToyEmbedder();
    await graph.embedTools(model);
    const asked = async (query: string) => {
      await graph.search(query, 5);
      return model.calls.at(-1)?.texts;
    };
    const several = 'bake some bread and then milk the cow, without a fence';
    expect(await asked(several)).toEqual([several, 'bake some bread', 'milk the cow']);
    expect(model.calls.filter(({ purpose }) => purpose === 'query')).toHaveLength(1);
    expect(await asked('mend a fence')).toEqual(['mend a fence']);
    expect(await asked('mend it and go')).toEqual(['mend it and go']);
    const many = Array.from({ length: 12 }, (_, at) => `shear sheep number${at}`).join('. ');
    expect(await asked(many)).toHaveLength(1 + 8);
  });

  it('asks in several calls where the embedder takes few texts at once', async () => {
    const graph = graphOf();
    const model = new ToyEmbedder('toy', 64, 2);
    await graph.embedTools(model);
    const before = model.calls.length;
    await graph.search('bake some bread and then milk the cow', 5, { onModelFailure: 'throw' });
    expect(model.calls.slice(before).map(({ texts }) => texts.length)).toEqual([2, 1]);
  });

  it('lifts what is near to one of the things asked for, however loud the others are', async () => {
    const rows = [...farm, row('write_letter', 'Write a letter'), row('count_eggs', 'Count the eggs')];
    const graph = graphOf(rows);
    await graph.embedTools(new ToyEmbedder());
    const contribution = async (query: string) => {
      const hits = await graph.search(query, 5);
      return hits.find(({ tool }) => tool.name === 'issue_refund')?.explanation.embedding?.contribution ?? 0;
    };
    const parts = ['shear a sheep, shear a sheep with fleece, shear fleece', 'their money back'];
    expect(await contribution(parts.join(' and then '))).toBeGreaterThan(await contribution(parts.join(' ')));
  });

  it('asks anew for the request that was asked longest ago, of more than 256', async () => {
    const graph = graphOf();
    const embedder = new ToyEmbedder();
    await graph.embedTools(embedder);
    for (let i = 0; i < 257; i++) await graph.search(`loaf ${i}`, 1);
    const asked = () => embedder.calls.filter(({ purpose }) => purpose === 'query').length;
    expect(asked()).toBe(257);
    await graph.search('loaf 256', 1);
    expect(asked()).toBe(257);
    await graph.search('loaf 0', 1);
    expect(asked()).toBe(258);
  });

  it.each([
    ['timeoutMs', 0],
    ['onModelFailure', 'explode'],
    ['rerankTopN', 1],
    ['signal', {}],
    ['reranker', () => []],
    ['topN', 3],
  ])('refuses the option %s: %s by name', async (key, value) => {
    await expect(graphOf().search('bread', 3, { [key]: value })).rejects.toThrow(new RegExp(`"${key}"`));
  });
});

describe('a model that fails', () => {
  const faults: readonly (readonly [string, (texts: readonly string[]) => Promise<unknown>, RegExp])[] = [
    ['throws', async () => Promise.reject(new Error('out of memory')), /"toy" failed: out of memory/],
    ['gives too few numbers', async () => [[1, 2, 3]], /has 3 numbers instead of 64/],
    ['gives NaN', async () => [new Array(64).fill(Number.NaN)], /holds NaN at position 0/],
    ['gives zeros', async () => [new Float32Array(64)], /is all zeros/],
    ['gives text', async () => ['vector'], /is vector, not a list of numbers/],
    [
      'gives infinity',
      async () => [[...new Array(63).fill(1), Number.POSITIVE_INFINITY]],
      /holds Infinity at position 63/,
    ],
    ['gives a hole', async () => [[1, null, ...new Array(62).fill(1)]], /holds null at position 1/],
    ['gives numbers beyond all measure', async () => [new Array(64).fill(1e200)], /too large/],
    ['gives no vector', async () => [], /gave 0 vectors for 1 texts/],
    ['gives nothing', async () => undefined, /gave undefined, not a list/],
    ['never answers', () => new Promise(() => {}), /no answer within 20 ms/],
  ];

  it.each(faults)('and %s leaves the ranking by text, with a note', async (_what, answer, message) => {
    const graph = graphOf();
    const embedder = new ToyEmbedder();
    await graph.embedTools(embedder);
    embedder.answer = answer;
    const ranking = await graph.search('bread', 3, { timeoutMs: 20 });
    expect(ranking.map(({ tool, score }) => [tool.name, score])).toEqual(
      graph.retrieveWithScores('bread', 3).map(({ tool, score }) => [tool.name, score]),
    );
    expect(ranking.notes?.[0]?.code).toBe('embedder-failed');
    expect(ranking.notes?.[0]?.message).toMatch(message);
    expect(ranking.notes?.[0]?.message).toMatch(/text ranked alone\.$/);
    await expect(graph.search('bread', 3, { timeoutMs: 20, onModelFailure: 'throw' })).rejects.toThrow(message);
  });

  it('is left alone for a while after three failures in a row', async () => {
    const graph = graphOf();
    const embedder = new ToyEmbedder();
    await graph.embedTools(embedder);
    embedder.answer = async () => Promise.reject(new Error('down'));
    const asked = embedder.calls.length;
    for (const query of ['one bread', 'two bread', 'three bread', 'four bread', 'five bread'])
      expect(await codes(graph, query)).toEqual(['embedder-failed']);
    expect(embedder.calls.length - asked).toBe(3);
    expect((await graph.search('six bread', 1)).notes?.[0]?.message).toMatch(
      /failed 3 times in a row and is asked again in \d+ s/,
    );
  });

  it('shows no credential in a note or an error', async () => {
    const graph = graphOf();
    const embedder = new ToyEmbedder();
    await graph.embedTools(embedder);
    const secret = 'sk-proj-4f9A8b7C6d5E4f3a2B1c';
    embedder.answer = async () =>
      Promise.reject(new Error(`401: Bearer ${secret}; api_key=${secret} for key ${secret}, token: abcdef123456`));
    const ranking = await graph.search('bread', 1);
    expect(ranking.notes?.[0]?.message).toContain('401');
    expect(JSON.stringify(ranking.notes)).not.toMatch(/4f9A8b7C|abcdef123456/);
  });

  it('ends a search that its caller gives up, with the reason', async () => {
    const graph = graphOf();
    const embedder = new ToyEmbedder();
    await graph.embedTools(embedder);
    let heard: unknown;
    embedder.answer = (_texts, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          heard = signal.reason;
          reject(signal.reason);
        });
      });
    const reason = new Error('the user left');
    const control = new AbortController();
    const search = graph.search('bread', 1, { signal: control.signal });
    setTimeout(() => control.abort(reason), 5);
    await expect(search).rejects.toBe(reason);
    expect(heard).toBe(reason);
  });
});

describe('embedding tools', () => {
  it('asks for each text once, in batches, and reports progress', async () => {
    const graph = graphOf([...farm, row('bake-bread', 'Bake bread')]);
    const embedder = new ToyEmbedder('toy', 64, 2);
    const progress: string[] = [];
    const report = await graph.embedTools(embedder, {
      concurrency: 1,
      onProgress: ({ done, total }) => progress.push(`${done}/${total}`),
    });
    expect(report).toEqual({ embedder: 'toy', dimensions: 64, embedded: 6, reused: 0, failed: [], replaced: 0 });
    expect(embedder.calls.map(({ texts }) => texts.length)).toEqual([2, 2, 1]);
    expect(progress).toEqual(['2/5', '4/5', '5/5']);
  });

  it('asks again only for tools whose text has changed', async () => {
    const graph = graphOf();
    const embedder = new ToyEmbedder();
    await graph.embedTools(embedder);
    graph.ingestTools([{ ...row('milk_cow', 'Milk a cow'), tags: ['dairy'] }, row('mend_fence', 'Mend a wall')]);
    embedder.calls.length = 0;
    expect(await codes(graph, 'loaf')).toEqual(['tools-not-embedded']);
    const report = await graph.embedTools(embedder);
    expect([report.embedded, report.reused]).toEqual([1, 4]);
    expect(embedder.toolTexts).toEqual(['mend fence. Mend a wall']);
    expect(await codes(graph, 'loaf')).toEqual([]);
  });

  it('gives the model short plain text: no control or hidden characters, 300 characters at most', async () => {
    const hidden = `Bake\u0000\u202E bread\n\n${'\u{E0041}'.repeat(9)}${'very '.repeat(100)}\u{1F35E}`;
    const graph = graphOf([row('bakeWholeBread', hidden)]);
    const embedder = new ToyEmbedder();
    await graph.embedTools(embedder);
    const [text = ''] = embedder.toolTexts;
    expect(text).toMatch(/^bake Whole Bread\. Bake bread very very/);
    expect(text.length).toBeLessThanOrEqual(300);
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    await graph.search(`bread ${'x'.repeat(50_000)}`, 1);
    expect(embedder.calls.at(-1)?.texts[0]?.length).toBe(2000);
  });

  it('refuses a bad vector by the name of its tool and keeps the others', async () => {
    const graph = graphOf();
    const embedder = new ToyEmbedder();
    embedder.answer = async (texts) => texts.map((text) => (text.includes('cow') ? [1, 2] : embedder.vector(text)));
    const report = await graph.embedTools(embedder);
    expect(report.failed).toEqual([{ tool: 'milk_cow', reason: 'its vector has 2 numbers instead of 64' }]);
    expect(report.embedded).toBe(4);
    embedder.answer = undefined;
    const ranking = await graph.search('loaf', 5);
    expect(ranking[0]?.tool.name).toBe('bake_bread');
    expect(ranking.notes?.[0]?.message).toMatch(/1 of 5 tools have no vector/);
  });

  it('throws when no tool could be embedded, and tries no more after three calls that failed', async () => {
    const graph = graphOf();
    const embedder = new ToyEmbedder('toy', 64, 1);
    embedder.answer = async () => Promise.reject(new Error('no such model'));
    await expect(graph.embedTools(embedder, { concurrency: 1 })).rejects.toMatchObject({
      code: 'MODEL_FAILED',
      message: expect.stringMatching(/No tool could be embedded.*no such model/),
    });
    expect(embedder.calls).toHaveLength(3);
  });

  it('keeps what was embedded when it is ended half way', async () => {
    const graph = graphOf();
    const embedder = new ToyEmbedder('toy', 64, 1);
    const control = new AbortController();
    const ended = graph.embedTools(embedder, {
      concurrency: 1,
      signal: control.signal,
      onProgress: ({ done }) => {
        if (done === 2) control.abort(new Error('enough'));
      },
    });
    await expect(ended).rejects.toThrow('enough');
    expect((await graph.embedTools(embedder)).reused).toBe(2);
  });

  it('keeps the vectors of the old embedder while the new one fails, and replaces them once it works', async () => {
    const graph = graphOf();
    const old = new ToyEmbedder('old');
    await graph.embedTools(old);
    const next = new ToyEmbedder('next', 128);
    next.answer = async () => Promise.reject(new Error('down'));
    await expect(graph.embedTools(next)).rejects.toThrow('down');
    expect(await names(graph, 'loaf')).toContain('bake_bread');
    next.answer = undefined;
    expect(await graph.embedTools(next)).toMatchObject({ embedded: 5, reused: 0, replaced: 5, dimensions: 128 });
    old.calls.length = 0;
    expect((await names(graph, 'loaf'))[0]).toBe('bake_bread');
    expect(old.calls).toEqual([]);
  });

  it.each([
    [null, /it is null/],
    [{ dimensions: 3, embed: () => [] }, /"id"/],
    [{ id: 'x'.repeat(201), dimensions: 3, embed: () => [] }, /"id"/],
    [{ id: 'a', dimensions: 0, embed: () => [] }, /"dimensions" of "a" must be 1 to 16384, not 0/],
    [{ id: 'a', dimensions: Number.NaN, embed: () => [] }, /not NaN/],
    [{ id: 'a', dimensions: 3, batchSize: 0, embed: () => [] }, /"batchSize"/],
    [{ id: 'a', dimensions: 3 }, /no function "embed"/],
  ])('refuses %j as an embedder', async (value, message) => {
    await expect(graphOf().embedTools(value as unknown as Embedder)).rejects.toThrow(message);
  });

  it.each([
    ['batchSize', 0],
    ['concurrency', 65],
    ['timeoutMs', Number.NaN],
    ['batch', 3],
  ])('refuses the option %s: %s by name', async (key, value) => {
    await expect(graphOf().embedTools(new ToyEmbedder(), { [key]: value })).rejects.toThrow(new RegExp(`"${key}"`));
  });

  it('gives a part of the catalog the same vectors', async () => {
    const graph = graphOf();
    await graph.embedTools(new ToyEmbedder());
    const part = graph.subset(({ name }) => name !== 'milk_cow');
    const ranking = await part.search('loaf', 5);
    expect(ranking[0]?.tool.name).toBe('bake_bread');
    expect(ranking.notes).toBeUndefined();
  });
});

describe('a saved graph with vectors', () => {
  const place = () => join(temporaryFolder(), 'catalog.tgs');

  it('goes on with them when it is loaded with their embedder, and embeds nothing anew', async () => {
    const path = place();
    const graph = graphOf();
    await graph.embedTools(new ToyEmbedder());
    await graph.save(path);
    const embedder = new ToyEmbedder();
    const loaded = await ToolGraph.load(path, { embedder });
    const [before, after] = [await graph.search('loaf and fleece', 5), await loaded.search('loaf and fleece', 5)];
    expect(after.map(({ tool, score }) => [tool.name, score])).toEqual(
      before.map(({ tool, score }) => [tool.name, score]),
    );
    expect(after.notes).toBeUndefined();
    expect((await loaded.embedTools(embedder)).reused).toBe(5);
    expect(embedder.toolTexts).toEqual([]);
  });

  it('says that it needs an embedder when it is loaded without, and keeps the vectors through another save', async () => {
    const path = place();
    const graph = graphOf();
    await graph.embedTools(new ToyEmbedder());
    await graph.save(path);
    const loaded = await ToolGraph.load(path);
    expect((await loaded.search('bread', 1)).notes?.[0]?.message).toMatch(
      /"toy" with 64 numbers.*load it with that embedder/,
    );
    await loaded.save(path);
    const embedder = new ToyEmbedder();
    const again = await ToolGraph.load(path, { embedder });
    expect(await names(again, 'loaf')).toContain('bake_bread');
    expect(embedder.toolTexts).toEqual([]);
  });

  it('keeps no vector of a tool that is gone', async () => {
    const path = place();
    const graph = graphOf();
    const embedder = new ToyEmbedder();
    await graph.embedTools(embedder);
    graph.ingestTools([farm[0]], { source: 'data' });
    graph.removeSource(graph.sources.find((id) => id !== 'data') ?? '');
    await graph.save(path);
    const loaded = await ToolGraph.load(path, { embedder });
    expect(loaded.tools).toHaveLength(1);
    loaded.ingestTools(farm);
    expect((await loaded.embedTools(embedder)).embedded).toBe(4);
  });

  it('is the same file for the same vectors, in whatever order they came', async () => {
    const vectorsOf = async (batchSize: number) => {
      const graph = graphOf();
      await graph.embedTools(new ToyEmbedder('toy', 64, batchSize), { concurrency: 3 });
      return graph;
    };
    const [one, other] = [place(), place()];
    await (await vectorsOf(1)).save(one);
    await (await vectorsOf(5)).save(other);
    const { readFileSync } = await import('node:fs');
    expect(readFileSync(one).equals(readFileSync(other))).toBe(true);
  });
});

describe('the case ix-03-vector-dimension', () => {
  const input = readJsonFixture('cases/ix-03-vector-dimension/input.json') as {
    tools: object[];
    embedders: { id: string; dim: number }[];
  };
  const [toy4, toy6, toy4b] = input.embedders.map(({ id, dim }) => new ToyEmbedder(id, dim)) as [
    ToyEmbedder,
    ToyEmbedder,
    ToyEmbedder,
  ];

  async function saved(): Promise<string> {
    const path = join(temporaryFolder(), 'farm.tgs');
    const graph = graphOf(input.tools);
    await graph.embedTools(toy4);
    await graph.save(path);
    return path;
  }

  it.each([
    [
      'of another size',
      toy6,
      /"toy-4" with 4 numbers each, and the embedder given is "toy-6" with 6; .*embedTools\(\)/,
    ],
    [
      'of the same size and another name',
      toy4b,
      /"toy-4" with 4 numbers each, and the embedder given is "toy-4b" with 4/,
    ],
  ])(
    'names both models when it is loaded with one %s; text still ranks, and new vectors can be made',
    async (_what, other, message) => {
      const loaded = await ToolGraph.load(await saved(), { embedder: other });
      expect(
        loaded.diagnostics.filter(({ code }) => code === 'embedder-mismatch').map((entry) => entry.message),
      ).toEqual([expect.stringMatching(message)]);
      const asked = other.calls.length;
      const ranking = await loaded.search('bread', 2);
      expect(ranking[0]?.tool.name).toBe('bake_bread');
      expect(ranking.notes?.[0]?.message).toMatch(message);
      expect(other.calls.length).toBe(asked);
      expect(loaded.retrieveWithScores('bread', 2)[0]?.tool.name).toBe('bake_bread');
      await loaded.embedTools(other);
      expect(loaded.diagnostics).toEqual([]);
      const after = await loaded.search('bread', 2);
      expect(after[0]?.tool.name).toBe('bake_bread');
      expect(after.notes).toBeUndefined();
      expect(after.every(({ score }) => Number.isFinite(score))).toBe(true);
    },
  );

  it.each([
    ['five numbers', async () => [[1, 2, 3, 4, 5]]],
    ['NaN', async () => [[Number.NaN, 1, 1, 1]]],
    ['an error', async () => Promise.reject(new Error('gone'))],
  ])('ranks one request by text, with a note, when the model gives %s', async (_what, answer) => {
    const embedder = new ToyEmbedder('toy-4', 4);
    const loaded = await ToolGraph.load(await saved(), { embedder });
    embedder.answer = answer;
    const failed = await loaded.search('bread', 2);
    expect(failed[0]?.tool.name).toBe('bake_bread');
    expect(failed.notes?.map(({ code }) => code)).toEqual(['embedder-failed']);
    embedder.answer = undefined;
    const next = await loaded.search('bread', 2);
    expect(next.notes).toBeUndefined();
    expect(next[0]?.explanation.embedding?.similarity).toBeGreaterThan(0.5);
  });
});
