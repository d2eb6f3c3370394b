import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadDatasets } from '../../retrieval/dataset.js';
import { Retriever } from '../../retrieval/retriever.js';
import { readTables } from '../../retrieval/search-tables.js';
import { ToolCatalog } from '../../src/core/catalog.js';
import type { Columns } from '../../src/core/columns.js';
import { ToolGraph, type ToolSchema } from '../../src/index.js';
import { temporaryFolder } from '../support/command-line.js';

const sets = ['devbox', 'polyglot', 'shop'].flatMap((name) =>
  loadDatasets(new URL(`../../datasets/${name}`, import.meta.url).pathname),
);
const natural = readFileSync(new URL('../../datasets/public-apis/natural.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { query: string }).query);
const queries = [...sets.flatMap((set) => set.queries.map(({ query }) => query)), ...natural, 'paymnt', 'list_orders'];

async function graphOfSets(): Promise<ToolGraph> {
  const graph = new ToolGraph();
  for (const { tools, specs } of sets) {
    if (tools.length > 0) graph.ingestTools(tools);
    for (const spec of specs) await graph.ingestOpenApi(spec);
  }
  return graph;
}

function rankings(graph: { retrieveWithScores: ToolGraph['retrieveWithScores'] }) {
  return queries.map((query) =>
    graph.retrieveWithScores(query, 10).map(({ tool, score, role }) => [tool.name, score, role]),
  );
}

const noEdges = { producersOf: () => [] };

function indexed(tools: readonly ToolSchema[], expected?: Columns): Retriever {
  const retriever = new Retriever(noEdges);
  if (expected !== undefined) retriever.expect(expected);
  retriever.apply({ added: tools, changed: [], unchanged: [], removed: [] });
  return retriever;
}

function answers(retriever: Retriever) {
  return queries.map((query) => retriever.retrieve(query, 10).map(({ tool, score }) => [tool.name, score]));
}

describe('what search worked out, in a snapshot', () => {
  it('ranks bit for bit as before, and so it does after further changes', async () => {
    const graph = await graphOfSets();
    const path = `${temporaryFolder()}/catalog.tgs`;
    await graph.save(path);
    const loaded = await ToolGraph.load(path);
    expect(rankings(loaded)).toEqual(rankings(graph));
    expect(loaded.retrieveWithScores(queries[0] ?? '', 3)[0]?.explanation).toEqual(
      graph.retrieveWithScores(queries[0] ?? '', 3)[0]?.explanation,
    );
    const [first, second] = graph.sources;
    for (const each of [graph, loaded]) {
      each.removeSource(first ?? '');
      each.ingestTools([{ name: 'refund_parcel', description: 'Refunds a parcel that was lost.' }], { source: 'new' });
      each.removeSource(second ?? '');
      for (const { tools } of sets.slice(0, 1)) each.ingestTools(tools);
    }
    expect(rankings(loaded)).toEqual(rankings(graph));
  }, 60_000);

  it('is taken over and not worked out again', async () => {
    const { tools } = await graphOfSets();
    const columns = indexed(tools).columns(tools);
    const texts = new Set<string>();
    const watched = tools.map(
      (tool) =>
        new Proxy(tool, {
          get: (target, key) => {
            if (key === 'description') texts.add(target.name);
            return Reflect.get(target, key, target);
          },
        }),
    );
    const filled = indexed(watched, columns);
    expect(texts.size).toBeLessThanOrEqual(64);
    expect(tools.length).toBeGreaterThan(100);
    expect(answers(filled)).toEqual(answers(indexed(tools)));
    expect(filled.columns(watched)).toEqual(columns);
  }, 60_000);

  it('is worked out again when it does not fit the tools or is not what would be worked out now', async () => {
    const tools = (await graphOfSets()).tools.slice(0, 80);
    const columns = indexed(tools).columns(tools);
    const { numbers, texts } = columns;
    const change = (name: string, alter: (column: number[]) => number[]): Columns => {
      const column = numbers[name] as Float32Array;
      const altered = (column.constructor as Float32ArrayConstructor).from(alter([...column]));
      return { texts, numbers: { ...numbers, [name]: altered } };
    };
    const wrong: Columns[] = [
      { numbers: {}, texts: {} },
      ...Object.keys(numbers).map((name) => change(name, (column) => column.slice(1))),
      ...Object.keys(numbers).map((name) => change(name, (column) => column.map((value) => value + 1))),
      { numbers, texts: { ...texts, 'search.terms': (texts['search.terms'] ?? []).map((term) => `${term}x`) } },
      { numbers, texts: { ...texts, 'search.terms': (texts['search.terms'] ?? []).map(() => 'x') } },
      { numbers, texts: { ...texts, 'search.names': [] } },
      indexed(tools.slice(1)).columns(tools.slice(1)),
    ];
    const lengths = numbers['search.lengths'] ?? new Int32Array(0);
    const several = lengths.findIndex((length) => length > 1);
    const second = [...lengths.subarray(0, several)].reduce((sum, length) => sum + length, 1);
    const unordered = change('search.steps', (column) => column.map((step, at) => (at === second ? 0 : step)));
    expect(several).toBeGreaterThanOrEqual(0);
    expect(readTables(unordered)).toBeUndefined();
    for (const expected of wrong) expect(indexed(tools, expected).columns(tools)).toEqual(columns);
  }, 60_000);

  it('is of the tools that are asked for, whatever else is indexed', async () => {
    const { tools } = await graphOfSets();
    const some = tools.filter((_, at) => at % 3 === 0).reverse();
    expect(indexed(tools).columns(some)).toEqual(indexed(some).columns(some));
  }, 60_000);
});

describe('an index filled from columns', () => {
  it('gives up terms that nobody holds any more', () => {
    const catalog = new ToolCatalog();
    const graph = new ToolGraph();
    graph.ingestTools([{ name: 'dig_well', description: 'Digs a well.' }], { source: 'a' });
    const tools = catalog.apply(graph.exportCatalog().tools).added;
    const filled = indexed(tools, indexed(tools).columns(tools));
    filled.apply({ added: [], changed: [], unchanged: [], removed: tools });
    expect(filled.retrieve('dig a well', 5)).toHaveLength(0);
    filled.apply({ added: tools, changed: [], unchanged: [], removed: [] });
    expect(filled.retrieve('dig a well', 5)).toHaveLength(1);
    expect(filled.columns(tools)).toEqual(indexed(tools).columns(tools));
  });
});
