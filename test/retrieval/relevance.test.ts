import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { evidenceNames, relevanceOf } from '../../retrieval/relevance.js';
import { defaultMinRelevance } from '../../retrieval/relevance-weights.js';
import { ToolGraph } from '../../src/index.js';

const rows = (path: string): readonly Record<string, unknown>[] =>
  readFileSync(new URL(`../../datasets/${path}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const offTopic = rows('off-topic/queries.jsonl').map(({ query }) => String(query));
const devbox = new ToolGraph();
const shop = new ToolGraph();
const polyglot = new ToolGraph();

beforeAll(async () => {
  devbox.ingestTools(rows('devbox/tools.jsonl'));
  polyglot.ingestTools(rows('polyglot/tools.jsonl'));
  await shop.ingestOpenApi(new URL('../../datasets/shop/specs/shop.yaml', import.meta.url).pathname);
});

describe('a request about something else', () => {
  it.each([
    ['devbox', devbox, 0.45, 0.6],
    ['shop', shop, 0.7, 0.85],
  ] as const)('gets nothing from %s, more often at a stricter value', (_, graph, byDefault, strict) => {
    const refused = (minRelevance?: number) => {
      const options = minRelevance === undefined ? {} : { minRelevance };
      return offTopic.filter((query) => graph.retrieveWithScores(query, 10, options).length === 0).length;
    };
    expect(refused() / offTopic.length).toBeGreaterThanOrEqual(byDefault);
    expect(refused(0.15) / offTopic.length).toBeGreaterThanOrEqual(strict);
  });

  it.each([
    ['devbox', 'devbox', devbox],
    ['shop', 'shop', shop],
  ] as const)('is hardly ever one that people put loosely to %s', (_, set, graph) => {
    const asked = rows(`${set}/queries.jsonl`).map(({ query }) => String(query));
    const empty = (options: { minRelevance?: number }) =>
      asked.filter((query) => graph.retrieveWithScores(query, 10, options).length === 0).length;
    expect((empty({}) - empty({ minRelevance: 0 })) / asked.length).toBeLessThan(0.05);
  });

  it('is not one that shares a word with one of two tools', () => {
    const graph = new ToolGraph();
    graph.ingestTools([
      { name: 'list_vendors', description: 'List invoices of vendors' },
      { name: 'list_banks', description: 'List invoices of bank accounts' },
    ]);
    for (const query of ['invoices to pay with money', 'which invoices did the plumber write'])
      expect(graph.retrieveWithScores(query, 2).length).toBe(2);
  });

  it.each([
    ['devbox', devbox, 'issue WEB-140'],
    ['devbox', devbox, 'open jira'],
    ['devbox', devbox, 'restart nginx'],
    ['shop', shop, 'order ord_5512'],
    ['shop', shop, 'refund acme'],
  ] as const)('is not one of few words, ids and unknown names asked of %s', (_, graph, query) => {
    expect(graph.retrieveWithScores(query, 5).length).toBeGreaterThan(0);
  });

  it('is never one of which a tool holds all content words', () => {
    const graph = new ToolGraph();
    graph.ingestTools(
      Array.from({ length: 400 }, (_, i) => ({ name: `tool_${i}`, description: `Does thing number ${i} of many` })),
    );
    graph.ingestTools([{ name: 'read_almanac', description: 'Read the almanac' }]);
    for (const query of ['get almanac', 'the almanac please', 'almanak'])
      expect(graph.retrieveWithScores(query, 1)[0]?.tool.originalName).toBe('read_almanac');
  });

  it('gets a reason that names the words nobody knows', () => {
    const ranking = devbox.retrieveWithScores('which wine goes with grilled trout', 5, { minRelevance: 0.1 });
    expect(ranking.emptyReason?.code).toMatch(/^(off-topic|no-term-matched)$/);
    expect(ranking.emptyReason?.message).toMatch(/wine/);
  });

  it('is answered with what matches when minRelevance is 0', () => {
    const query = 'how old is the universe of this project';
    expect(devbox.retrieveWithScores(query, 5, { minRelevance: 0 }).length).toBeGreaterThan(0);
    expect(devbox.retrieveWithScores(query, 5, { minRelevance: 1 }).emptyReason?.code).toBe('off-topic');
  });

  it('does not keep a tool from being found by its name', () => {
    const [first] = devbox.retrieveWithScores('pod_logs', 3, { minRelevance: 1 });
    expect(first).toMatchObject({ tool: { originalName: 'pod_logs' }, relevance: 1 });
  });
});

describe('relevance', () => {
  it('lies between 0 and 1 and is made of the evidence in the explanation', () => {
    for (const hit of devbox.retrieveWithScores('merge the pull request', 10, { minRelevance: 0 })) {
      expect(hit.relevance).toBeGreaterThan(0);
      expect(hit.relevance).toBeLessThanOrEqual(1);
      if (hit.role === 'target') expect(hit.explanation.relevance?.catalog).toBeCloseTo(Math.log(devbox.tools.length));
    }
  });

  it('is high for what a catalog serves and low for what it does not', () => {
    const best = (query: string) => devbox.retrieveWithScores(query, 1, { minRelevance: 0 })[0]?.relevance ?? 0;
    expect(best('merge the pull request')).toBeGreaterThan(0.8);
    expect(best('boil water for the release party')).toBeLessThan(0.5);
  });

  it('counts no more than 4000 tools against a request', () => {
    const graph = new ToolGraph();
    const evidence = (tools: number) => {
      graph.ingestTools(
        Array.from({ length: tools }, (_, i) => ({ name: `paint_${i}`, description: `Paint wall ${i}` })),
        { source: 'walls' },
      );
      const [first] = graph.retrieveWithScores('paint the wall in blue', 1, { prerequisites: false, minRelevance: 0 });
      return first?.explanation.relevance;
    };
    expect(evidence(30)).toMatchObject({ catalog: Math.log(30), few: Math.log(2) });
    expect(evidence(4100)).toMatchObject({ catalog: Math.log(4000), few: 0 });
  });

  it('is never below the default for words that clearly are of the topic of a catalog', () => {
    const row = (topic: number) => evidenceNames.map((name) => (name === 'topic' ? topic : name === 'foreign' ? 4 : 0));
    expect(relevanceOf(row(0.1))).toBeLessThan(defaultMinRelevance);
    expect(relevanceOf(row(0.15))).toBeGreaterThan(defaultMinRelevance);
  });

  it.each(['ko', 'ja', 'zh', 'es'])('loses no answered request in %s', (lang) => {
    const asked = rows('polyglot/queries.jsonl').filter((row) => row['lang'] === lang);
    const found = asked.filter(({ query, gold }) =>
      polyglot
        .retrieveWithScores(String(query), 10, { minRelevance: 0 })
        .some(({ tool }) => (gold as string[]).includes(tool.originalName)),
    );
    const lost = found.filter(({ query }) => polyglot.retrieveWithScores(String(query), 10).length === 0);
    expect(found.length).toBeGreaterThan(5);
    expect(lost).toEqual([]);
  });

  it('cuts what scores less than a share of the best when asked to', () => {
    const best = devbox.retrieveWithScores('merge the pull request', 10, { prerequisites: false });
    const cut = devbox.retrieveWithScores('merge the pull request', 10, { prerequisites: false, minScoreShare: 0.8 });
    expect(cut.map(({ tool }) => tool.name)).toEqual(
      best.filter(({ score }) => score >= 0.8 * (best[0]?.score ?? 0)).map(({ tool }) => tool.name),
    );
    expect(cut.length).toBeLessThan(best.length);
  });

  it.each([{ minRelevance: 2 }, { minRelevance: Number.NaN }, { minScoreShare: -1 }])('refuses %j', (options) => {
    expect(() => devbox.retrieveWithScores('merge', 1, options)).toThrow(/a number from 0 to 1/);
  });
});
