import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { estimatingTokenizer, type ProviderId, ToolGraph } from '../../src/index.js';

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const linesOf = (path: string) =>
  readFileSync(pathOf(path), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));

const shop = new ToolGraph();
const petstore = new ToolGraph();
const devbox = new ToolGraph();

beforeAll(async () => {
  for (const file of readdirSync(pathOf('datasets/shop/specs')))
    await shop.ingestOpenApi(pathOf(`datasets/shop/specs/${file}`));
  await petstore.ingestOpenApi(pathOf('node_modules/@readme/oas-examples/3.0/json/petstore.json'));
  devbox.ingestTools(linesOf('datasets/devbox/tools.jsonl'), { source: 'devbox' });
});

const providers: readonly ProviderId[] = ['openai', 'anthropic', 'gemini', 'mcp', 'ai-sdk'];
const queries = [
  ...linesOf('datasets/shop/queries.jsonl').map((row): string => row.query),
  ...linesOf('datasets/devbox/queries.jsonl').map((row): string => row.query),
  'delete a pet',
  'place an order for a pet and update the user',
  'zzz',
  '',
];

/** A tokenizer that is not additive at all: what stands together costs more than its parts. */
const superadditive = { name: 'squares', count: (text: string) => Math.ceil((text.length / 100) ** 2) };
const characters = { name: 'characters', count: (text: string) => text.length };

function smallGraph(): ToolGraph {
  const graph = new ToolGraph();
  const input = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
  graph.ingestTools(
    [
      {
        name: 'cancel_order',
        description: 'Cancel an order.',
        parameters: input({ order_id: { type: 'string' }, reason: { type: 'string' } }, ['order_id']),
        depends_on: [{ name: 'purchases', parameter: 'order_id' }],
      },
      {
        name: 'purchases',
        description: 'Everything somebody bought.',
        parameters: input({ customer: { type: 'string', description: 'A name. '.repeat(60) } }),
        returns: { type: 'array', items: { type: 'object', properties: { order_id: { type: 'string' } } } },
      },
      { name: 'send_letter', description: 'Send a letter about an order.', parameters: input({}) },
    ],
    { source: 'shop' },
  );
  return graph;
}

describe('retrieve', () => {
  it('never exceeds its budget, measured on exactly what is returned, on any bundled catalog', () => {
    const graphs = { shop, petstore, devbox };
    const seen = { full: 0, cut: 0, empty: 0 };
    fc.assert(
      fc.property(
        fc.constantFrom('shop' as const, 'petstore' as const, 'devbox' as const),
        fc.constantFrom(...queries),
        fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 3000 })),
        fc.constantFrom(...providers),
        fc.integer({ min: 0, max: 14 }),
        fc.constantFrom(estimatingTokenizer, characters, superadditive),
        fc.boolean(),
        (name, query, tokenBudget, provider, topK, tokenizer, project) => {
          const bundle = graphs[name].retrieve(query, { tokenBudget, provider, topK, tokenizer, project });
          const { definitions } = bundle;
          const tokens = definitions === undefined ? 0 : tokenizer.count(JSON.stringify(definitions));
          expect(tokens).toBeLessThanOrEqual(tokenBudget);
          expect(bundle.tokens).toBe(tokens);
          expect(bundle.tools.length).toBeLessThanOrEqual(topK);
          expect(definitions === undefined).toBe(bundle.tools.length === 0);
          expect(bundle.emptyReason === undefined).toBe(bundle.tools.length > 0);
          if (!project) expect(bundle.tools.every(({ tool, sent }) => tool === sent)).toBe(true);
          for (const { tool, sent, cuts } of bundle.tools) expect(cuts.length > 0).toBe(tool !== sent);
          seen[bundle.tools.length === 0 ? 'empty' : bundle.tools.some(({ cuts }) => cuts.length) ? 'cut' : 'full']++;
        },
      ),
      { numRuns: 150 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
  });

  it('gives a place to a prerequisite only where every better target had its chance, and a tool needs it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...queries), fc.integer({ min: 0, max: 1500 }), (query, tokenBudget) => {
        const ranking = shop.retrieveWithScores(query, 10);
        const { tools, prerequisites, leftOut, edges } = shop.retrieve(query, { tokenBudget });
        const names = tools.map(({ tool }) => tool.name);
        expect(names).toEqual(ranking.map(({ tool }) => tool.name).filter((name) => names.includes(name)));
        const refused = new Map(leftOut.map((entry) => [entry.tool, entry.code]));
        for (const { tool } of ranking) expect(names.includes(tool.name) || refused.has(tool.name)).toBe(true);
        for (const { tool } of prerequisites) expect(edges.some((edge) => edge.producer === tool.name)).toBe(true);
        for (const edge of edges) expect(names.includes(edge.producer) && names.includes(edge.consumer)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('holds the tools of the ranking, whole, where nothing limits it', () => {
    const bundle = shop.retrieve('cancel an order and refund the payment', { topK: 6 });
    const ranking = shop.retrieveWithScores('cancel an order and refund the payment', 6);
    expect(bundle.tools.map(({ tool, role, score }) => ({ tool, role, score }))).toEqual(
      ranking.map(({ tool, role, score }) => ({ tool, role, score })),
    );
    expect(bundle.definitions).toEqual(shop.toOpenAI(ranking).tools);
    expect(bundle).toMatchObject({ provider: 'openai', tokenizer: 'tokenx-estimate', query: bundle.query });
    expect('tokenBudget' in bundle).toBe(false);
    expect(bundle.tools.flatMap(({ cuts }) => cuts)).toEqual([]);
  });

  it('cuts the weaker hit first and says what was cut', () => {
    const graph = smallGraph();
    const whole = graph.retrieve('cancel an order');
    expect(whole.tools.map(({ tool, role }) => `${role} ${tool.name}`)).toEqual([
      'target cancel_order',
      'prerequisite purchases',
      'target send_letter',
    ]);
    const { tools, tokens } = graph.retrieve('cancel an order', { tokenBudget: whole.tokens - 1 });
    expect(tools.map(({ tool, cuts }) => [tool.name, cuts.map((cut) => cut.kind)])).toEqual([
      ['cancel_order', []],
      ['purchases', ['description-cut']],
      ['send_letter', []],
    ]);
    expect(tokens).toBeLessThan(whole.tokens);
    expect(tools[1]?.cuts[0]?.message).toMatch(/^Tool "purchases", input "customer": the description was cut from 480/);
  });

  it('is empty with a reason when the budget is 0 or below the smallest tool, and names what each would need', () => {
    const graph = smallGraph();
    for (const tokenBudget of [0, 5]) {
      const bundle = graph.retrieve('cancel an order', { tokenBudget });
      expect(bundle).toMatchObject({ tools: [], definitions: undefined, tokens: 0, edges: [], tokenBudget });
      expect(bundle.emptyReason?.code).toBe('token-budget');
      expect(bundle.emptyReason?.message).toMatch(/budget of \d tokens holds no tool; the smallest of 3 needs \d\d/);
      expect(bundle.leftOut.map(({ tool, code }) => [tool, code])).toEqual([
        ['cancel_order', 'token-budget'],
        ['purchases', 'not-needed'],
        ['send_letter', 'token-budget'],
      ]);
    }
    expect(graph.retrieve('zebra', { tokenBudget: 100 }).emptyReason?.code).toBe('no-term-matched');
  });

  it('brings no prerequisite for what is available', () => {
    const names = (available: string[]) =>
      smallGraph()
        .retrieve('cancel an order', { available })
        .tools.map(({ tool }) => tool.name);
    expect(names(['order_id'])).toEqual(['cancel_order', 'send_letter']);
    expect(names(['purchases'])).toEqual(['cancel_order', 'send_letter']);
    expect(names(['customer'])).toEqual(['cancel_order', 'purchases', 'send_letter']);
  });

  it('names a prerequisite that found no place in the topK', () => {
    const { tools, leftOut } = smallGraph().retrieve('cancel an order', { topK: 1 });
    expect(tools.map(({ tool }) => tool.name)).toEqual(['cancel_order']);
    expect(leftOut).toEqual([
      {
        tool: 'purchases',
        code: 'top-k',
        message: '"purchases" supplies order_id of cancel_order and found no place in the topK.',
      },
    ]);
    expect(smallGraph().retrieve('cancel an order', { topK: 1, available: ['order_id'] }).leftOut).toEqual([]);
  });

  it('leaves out what a provider does not take', () => {
    const graph = new ToolGraph();
    const rows = Array.from({ length: 140 }, (_, at) => ({ name: `lamp_${at}`, description: 'Switch a lamp.', parameters: {} })); // biome-ignore format: rows
    graph.ingestTools(rows, { source: 'lamps' });
    const { tools, leftOut } = graph.retrieve('switch a lamp', { topK: 130 });
    expect([tools.length, leftOut.map(({ code }) => code)]).toEqual([128, ['provider-limit', 'provider-limit']]);
    expect(graph.retrieve('switch a lamp', { topK: 130, provider: 'anthropic' }).tools).toHaveLength(130);
  });

  it('refuses options that are none', () => {
    const graph = smallGraph();
    const refused = (options: object, message: string) =>
      expect(() => graph.retrieve('cancel', options)).toThrow(message);
    refused({ tokenBudget: Number.NaN }, 'tokenBudget must be a number of 0 or more, not NaN');
    refused({ tokenBudget: -1 }, 'not -1');
    refused({ provider: 'nobody' }, 'Provider "nobody" is unknown; use one of openai,');
    refused({ provider: 'constructor' }, 'Provider "constructor" is unknown');
    refused({ tokenizer: {} }, 'tokenizer must be an object');
    refused({ tokenizer: { name: 'broken', count: () => Number.NaN } }, 'Tokenizer "broken" counted NaN tokens');
    refused({ topK: 1.5 }, 'topK must be a whole number');
    refused({ budget: 5 }, 'Unknown option "budget"');
  });
});

describe('plan for a request', () => {
  const stepsOf = (graph: ToolGraph, goal: string) => graph.plan(goal).steps.map(({ tool }) => tool.name);

  it('finds a pet before it deletes it, by name and by request', () => {
    expect(stepsOf(petstore, 'Delete a pet')).toEqual(['findPetsByStatus', 'deletePet']);
    expect(stepsOf(petstore, 'deletePet')).toEqual(stepsOf(petstore, 'Delete a pet'));
    expect(petstore.plan({ query: 'deletePet' })).toEqual(petstore.plan('deletePet'));
    expect(petstore.plan('Delete a pet', { available: ['petId'] }).steps).toHaveLength(1);
  });

  it('serves each thing a request asks for, in its order, and shares steps', () => {
    const { targets, steps } = shop.plan('cancel the order of a customer and refund the payment');
    expect(targets.map((tool) => tool.name)).toEqual(['cancelOrder', 'createRefund']);
    expect(steps.map(({ tool }) => tool.name)).toEqual(['listOrders', 'cancelOrder', 'listPayments', 'createRefund']);
    expect(steps.flatMap(({ bindings }) => bindings.map(({ text }) => text))).toEqual([
      'step 1 .data[0].id → step 2 .orderId',
      'step 1 .data[0].id → step 3 .orderId',
      'step 3 .data[0].id → step 4 .paymentId',
    ]);
    expect(devbox.plan('merge the pull request and delete the branch').targets.map((tool) => tool.name)).toEqual([
      'merge_pull_request',
      'delete_branch',
    ]);
  });

  it('is empty with the reason of the ranking when nothing matches', () => {
    expect(petstore.plan('xyzzy')).toMatchObject({ steps: [], emptyReason: { code: 'no-term-matched' } });
    expect(petstore.plan('')).toMatchObject({ steps: [], emptyReason: { code: 'empty-query' } });
    expect(() => petstore.plan(['xyzzy'])).toThrow('No tool named "xyzzy"');
    expect('emptyReason' in petstore.plan('delete a pet')).toBe(false);
  });

  it('runs from start to end for every request of the bundled sets', () => {
    for (const query of queries.slice(0, -2))
      for (const graph of [shop, devbox]) {
        const { steps } = graph.plan(query);
        for (const { step, bindings } of steps)
          for (const { fromStep } of bindings) expect(fromStep >= 1 && fromStep < step).toBe(true);
        expect(steps.length).toBeLessThanOrEqual(64);
      }
  });
});
