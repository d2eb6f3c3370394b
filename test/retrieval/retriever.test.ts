import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RetrieveOptions, ToolGraph, tool, toolkit } from '../../src/index.js';

const tools = [
  { name: 'one', description: 'First thing', tags: ['Alpha'], annotations: { readOnlyHint: true } },
  { name: 'two', description: 'Second thing', tags: ['beta'], source: 'other' },
  { name: 'three', description: 'Third thing', annotations: { readOnlyHint: false } },
];

function graphOf(rows: readonly unknown[]): ToolGraph {
  const graph = new ToolGraph();
  graph.ingestTools(rows);
  return graph;
}

function names(graph: ToolGraph, query: string, topK = 10, options: RetrieveOptions = {}): string[] {
  return graph.retrieveWithScores(query, topK, options).map((hit) => hit.tool.originalName);
}

describe('arguments', () => {
  const graph = graphOf(tools);

  it.each([
    ['', 'empty-query'],
    ['   \n', 'empty-query'],
    ['!!! ??? ...', 'no-content-words'],
    ['the of and', 'no-content-words'],
    ['xylophone', 'no-term-matched'],
  ])('answers %j with nothing and the reason', (query, code) => {
    const ranking = graph.retrieveWithScores(query, 5);
    expect(ranking).toEqual([]);
    expect(ranking.emptyReason?.code).toBe(code);
    expect(ranking.emptyReason?.message).toMatch(/\w/);
  });

  it('answers topK 0 with nothing, and topK beyond the catalog with all that match', () => {
    expect(graph.retrieveWithScores('thing', 0).emptyReason?.code).toBe('top-k-zero');
    expect(names(graph, 'thing', 1_000_000_000).sort()).toEqual(['one', 'three', 'two']);
  });

  it.each([-1, 2.5, Number.NaN, Number.POSITIVE_INFINITY, '3', null, undefined])('refuses topK %s', (topK) => {
    expect(() => graph.retrieveWithScores('thing', topK as number)).toThrow(/topK must be a whole number/);
  });

  it.each([null, undefined, 7, ['thing'], {}])('refuses the query %j', (query) => {
    expect(() => graph.retrieveWithScores(query as string, 5)).toThrow(/query must be a string/);
  });

  it('refuses an unknown option by name', () => {
    expect(() => graph.retrieveWithScores('thing', 5, { topk: 3 } as RetrieveOptions)).toThrow(/"topk".*prerequisites/);
  });

  it('reads a query of 120,000 characters within a second', () => {
    const start = performance.now();
    expect(names(graph, 'thing '.repeat(20_000))).toHaveLength(3);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('reads a single word of 20,000 letters within a second', () => {
    const start = performance.now();
    expect(names(graph, `thing ${'x'.repeat(20_000)}`)).toHaveLength(3);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('says that the catalog is empty', () => {
    expect(new ToolGraph().retrieveWithScores('thing', 5).emptyReason?.code).toBe('empty-catalog');
  });
});

describe('filters', () => {
  const graph = graphOf(tools);

  it('keeps to sources, to tags without case, and to annotations that are there', () => {
    expect(names(graph, 'thing', 5, { sources: ['other'] })).toEqual(['two']);
    expect(names(graph, 'thing', 5, { tags: ['alpha', 'BETA'] })).toEqual(['one', 'two']);
    expect(names(graph, 'thing', 5, { annotations: { readOnlyHint: false } })).toEqual(['three']);
    expect(names(graph, 'thing', 5, { filter: (tool) => tool.originalName !== 'one' }).sort()).toEqual([
      'three',
      'two',
    ]);
  });

  it('keeps to metadata that is there with that very value', () => {
    const graph = new ToolGraph();
    graph.ingestFunctions([
      toolkit({
        name: 'till',
        tools: [tool(() => 1, { name: 'refund_sale' }), tool(() => 1, { name: 'show_sale', cache: { ttlSeconds: 5 } })],
        options: { refund_sale: { requiresConfirmation: true } },
      }),
      tool(() => 1, { name: 'open_sale', requiresConfirmation: false }),
    ]);
    const asked = (metadata: RetrieveOptions['metadata'] & {}) => names(graph, 'sale', 5, { metadata }).sort();
    expect(asked({ requiresConfirmation: true })).toEqual(['refund_sale']);
    expect(asked({ cache: { ttlSeconds: 5 } })).toEqual(['show_sale']);
    expect(asked({ cache: { ttlSeconds: 6 } })).toEqual([]);
    expect(asked({ constructor: 'x', __proto__: 'x' })).toEqual([]);
    expect(names(graph, 'sale', 5, { tags: ['till'] }).sort()).toEqual(['refund_sale', 'show_sale']);
  });

  it('says when filters left nothing', () => {
    expect(graph.retrieveWithScores('thing', 5, { sources: ['none'] }).emptyReason?.code).toBe('filtered-out');
  });
});

describe('options of the wrong kind', () => {
  const graph = graphOf(tools);

  it.each([
    [{ sources: 'other' }, 'Option "sources" must be a list of texts, not the string "other".'],
    [{ sources: 5 }, 'Option "sources" must be a list of texts, not 5.'],
    [{ tags: [null] }, 'Option "tags" must be a list of texts, not a list.'],
    [{ prerequisites: 'no' }, 'Option "prerequisites" must be true or false, not the string "no".'],
    [{ metadata: 'x' }, 'Option "metadata" must be an object, not the string "x".'],
    [{ annotations: [] }, 'Option "annotations" must be an object of hints, not a list.'],
    [{ filter: 'beta' }, 'Option "filter" must be a function, not the string "beta".'],
  ])('are refused by name: %j', (options, message) => {
    expect(() => graph.retrieveWithScores('thing', 3, options as unknown as RetrieveOptions)).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION', message }),
    );
  });
});

describe('order', () => {
  it('puts a tool first that the query names, whatever the texts say', () => {
    const graph = graphOf([
      { name: 'export_report', description: 'Writes a file' },
      { name: 'run_query', description: 'export report export report export the report' },
    ]);
    expect(names(graph, 'export_report')[0]).toBe('export_report');
    expect(names(graph, 'EXPORT REPORT')[0]).toBe('export_report');
  });

  it('ranks exact above prefix above typo', () => {
    const graph = graphOf([
      { name: 'a', description: 'refund' },
      { name: 'b', description: 'refunding' },
      { name: 'c', description: 'refundable' },
    ]);
    expect(names(graph, 'refund').slice(0, 2)).toEqual(['a', 'b']);
    expect(names(graph, 'refnud')).toContain('a');
  });

  it('tells near-twins apart by what their names say beyond the request', () => {
    const graph = graphOf([
      { name: 'comments/list-for-change-request', description: 'List the comments of a change request of a project' },
      {
        name: 'change-requests/list',
        description:
          'Lists change requests in a project. Drafts are shown to members of it only, and closed ones on demand.',
      },
      { name: 'change-request-labels/list', description: 'List change request labels' },
    ]);
    expect(names(graph, 'list change requests of a project')[0]).toBe('change-requests/list');
  });

  it('finds a word with two neighbouring letters swapped, and no other word two edits away', () => {
    const graph = graphOf([
      { name: 'a', description: 'Send an email' },
      { name: 'b', description: 'Enamel of jars, and how to paint it' },
    ]);
    expect(names(graph, 'emial')).toEqual(['a']);
    expect(names(graph, 'paind it')).toEqual(['b']);
    expect(names(graph, 'emvcl')).toEqual([]);
  });

  it('reads "my" as the authenticated user', () => {
    const graph = graphOf([
      { name: 'repos/get-profile-metrics', description: 'Get the profile metrics of a repository' },
      { name: 'users/get-authenticated', description: 'Get the authenticated user, with private profile information' },
      { name: 'users/get', description: 'Get a user, with public profile information' },
    ]);
    expect(names(graph, 'get my profile information')[0]).toBe('users/get-authenticated');
    expect(names(graph, 'get the public profile of a user')[0]).toBe('users/get');
  });

  it('joins and splits compounds', () => {
    const graph = graphOf([
      { name: 'encode', description: 'Encode as base64' },
      { name: 'hook', description: 'Register a web hook' },
    ]);
    expect(names(graph, 'base 64')[0]).toBe('encode');
    expect(names(graph, 'webhook')[0]).toBe('hook');
  });

  it('serves both halves of a request', () => {
    const noise = Array.from({ length: 6 }, (_, i) => ({
      name: `invoice_report_${i}`,
      description: `Report ${i} on overdue customer invoices of the quarter`,
    }));
    const graph = graphOf([
      ...noise,
      { name: 'find_overdue_invoices', description: 'Find overdue customer invoices of a quarter' },
      { name: 'post_chat_message', description: 'Post a message to a chat channel' },
    ]);
    const found = names(graph, 'find the overdue customer invoices of the quarter and then post a message in chat', 3);
    expect(found).toContain('find_overdue_invoices');
    expect(found).toContain('post_chat_message');
  });
});

const word = fc.constantFrom(
  'order',
  'orders',
  'cancel',
  'list',
  'pay',
  'refund',
  'parcel',
  'user',
  'get',
  'ship',
  'stock',
);
const row = fc.record({
  name: fc.array(word, { minLength: 1, maxLength: 3 }),
  description: fc.array(word, { maxLength: 8 }),
});
const rows = fc
  .array(row, { minLength: 1, maxLength: 12 })
  .map((list) =>
    list.map(({ name, description }, i) => ({ name: `${name.join('_')}_${i}`, description: description.join(' ') })),
  );
const query = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));

const scored = (graph: ToolGraph, text: string, topK: number): [string, number][] =>
  graph.retrieveWithScores(text, topK).map((hit) => [hit.tool.name, hit.score]);

describe('properties', () => {
  it('gives the same names and scores whatever the order of the tools', () => {
    fc.assert(
      fc.property(rows, query, (list, text) => {
        expect(scored(graphOf(list), text, 5)).toEqual(scored(graphOf([...list].reverse()), text, 5));
      }),
      { numRuns: 60 },
    );
  });

  it('gives topK as a prefix of topK + 1 when ranking flat', () => {
    fc.assert(
      fc.property(rows, query, fc.integer({ min: 1, max: 6 }), (list, text, topK) => {
        const graph = graphOf(list);
        expect(names(graph, text, topK + 1, { prerequisites: false }).slice(0, topK)).toEqual(
          names(graph, text, topK, { prerequisites: false }),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('ranks after additions, replacements and removals as a fresh graph does', () => {
    fc.assert(
      fc.property(rows, rows, query, (first, second, text) => {
        const graph = new ToolGraph();
        graph.ingestTools(first, { source: 'gone' });
        graph.ingestTools(first, { source: 'kept' });
        graph.retrieveWithScores(text, 20); // what is remembered of its words must not outlive the change
        graph.ingestTools(second, { source: 'kept' });
        graph.retrieveWithScores(text, 20);
        graph.removeSource('gone');
        const fresh = new ToolGraph();
        fresh.ingestTools(second, { source: 'kept' });
        const plain = (ranked: ToolGraph): [string, number][] =>
          ranked
            .retrieveWithScores(text, 20, { prerequisites: false })
            .map((hit): [string, number] => [hit.tool.originalName, hit.score])
            .sort();
        expect(plain(graph)).toEqual(plain(fresh));
      }),
      { numRuns: 60 },
    );
  });
});

describe('explanations', () => {
  it('adds the contributions up to the score, and names words, fields and intent', () => {
    const graph = graphOf([
      { name: 'cancel_order', description: 'Cancel an order that was not shipped' },
      { name: 'list_orders', description: 'List orders' },
    ]);
    const [hit] = graph.retrieveWithScores('cancel my order', 1);
    const { terms, intent, nameCoverage, meaning, summary } = hit?.explanation ?? { terms: [], summary: '' };
    const text = terms.reduce((total, term) => total + term.contribution, 0);
    const sum = text * (intent?.factor ?? 1) * (nameCoverage?.factor ?? 1);
    expect(nameCoverage).toEqual({ share: 1, factor: 1.5 });
    expect(sum + (meaning?.contribution ?? 0)).toBeCloseTo(hit?.score ?? 0, 4);
    expect(terms.map((term) => term.word)).toEqual(['cancel', 'order']);
    expect(terms[0]?.fields).toEqual(['name', 'description']);
    expect(intent?.query).toEqual(['delete']);
    expect(summary).toContain('"cancel" in name');
    expect(JSON.parse(JSON.stringify(hit)).explanation.summary).toBe(summary);
  });
});
