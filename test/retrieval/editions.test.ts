import { expect, test } from 'vitest';
import { Editions } from '../../retrieval/editions.js';
import { TopDocs } from '../../retrieval/top-k.js';
import { ToolGraph } from '../../src/index.js';
import { documentOf, type Operation } from '../support/vendor-catalog.js';

const forge: readonly Operation[] = [
  { method: 'get', path: '/ponds/{pond}/patches/comments/{comment}', summary: 'Get a comment on a patch of a pond' },
  { method: 'get', path: '/ponds/{pond}/patches/{patch}/comments', summary: 'List remarks: comments on patches' },
  { method: 'get', path: '/ponds', summary: 'List ponds' },
];

/** One forge in several releases, as its makers publish them. */
async function releases(): Promise<ToolGraph> {
  const graph = new ToolGraph();
  for (const release of ['1.0', '1.1', '2.0', '2.1', '3.0', '3.1'])
    await graph.ingestOpenApi(documentOf('Mill API', `https://mill.example.com/v${release}`, forge), {
      source: `mill.com/server-${release}`,
    });
  return graph;
}

test('editions of one operation leave room for other operations', async () => {
  const graph = await releases();
  for (const query of ['mill: comment on a patch', 'get a comment on a patch']) {
    const hits = graph.retrieveWithScores(query, 3, { prerequisites: false });
    const paths = hits.map(({ tool }) => tool.source.kind === 'openapi' && tool.source.path);
    expect(paths, query).toContain('/ponds/{pond}/patches/{patch}/comments');
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a));
  }
});

test('where nothing else answers all editions follow', async () => {
  const graph = await releases();
  const hits = graph.retrieveWithScores('list ponds', 6, { prerequisites: false });
  expect(hits.filter(({ tool }) => tool.source.kind === 'openapi' && tool.source.path === '/ponds')).toHaveLength(6);
});

test('fewer tools are a beginning of more', async () => {
  const graph = await releases();
  const names = (topK: number) =>
    graph.retrieveWithScores('comments on patches', topK, { prerequisites: false }).map(({ tool }) => tool.name);
  const all = names(18);
  for (let topK = 1; topK < 18; topK++) expect(names(topK)).toEqual(all.slice(0, topK));
});

test('operations of different owners on equal paths are no editions', async () => {
  const graph = new ToolGraph();
  for (const owner of ['alder', 'birch', 'cedar'])
    await graph.ingestOpenApi(documentOf(`${owner} API`, `https://${owner}.example`, forge), {
      source: `${owner}.com`,
    });
  const hits = graph.retrieveWithScores('get a comment on a patch', 3, { prerequisites: false });
  expect(new Set(hits.map(({ tool }) => tool.source.kind === 'openapi' && tool.source.path)).size).toBe(1);
});

test('the other editions are no repeats any more once the first is gone', async () => {
  const graph = await releases();
  for (const release of ['1.0', '1.1', '2.0', '2.1', '3.0']) graph.removeSource(`mill.com/server-${release}`);
  const [first] = graph.retrieveWithScores('get a comment on a patch', 1, { prerequisites: false });
  expect(first?.tool.source.id).toBe('mill.com/server-3.1');
});

test('documents are looked at in any order', async () => {
  const { tools } = await releases();
  const toolOf = (doc: number) => tools[doc % tools.length] as (typeof tools)[number];
  const inOrder = (a: number, b: number): boolean => a < b;
  const best = (doc: number): TopDocs => {
    const docs = new TopDocs(inOrder);
    docs.start(1);
    docs.offer(doc, 1);
    return docs;
  };
  for (let first = 0; first < 60; first++)
    for (let next = first; next < 2 * first + 4; next++) {
      const editions = new Editions(inOrder);
      for (const doc of [first, next]) expect(editions.count(best(doc), 1, toolOf)).toBe(0);
    }
});
