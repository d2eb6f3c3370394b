import { describe, expect, it } from 'vitest';
import { evaluate, evaluateSearch, ToolGraph } from '../../src/index.js';
import { ToyEmbedder } from '../support/toy-embedder.js';

const queries = [
  { id: '1', query: 'shear a sheep', gold: ['shear_sheep'] },
  { id: '2', query: 'loaf', gold: ['bake_bread'] },
  { id: '3', query: 'bake bread and then shear a sheep', gold: ['bake_bread', 'shear_sheep'] },
];

async function embedded(model = new ToyEmbedder()): Promise<ToolGraph> {
  const graph = new ToolGraph();
  graph.ingestTools(
    ['Bake bread', 'Shear sheep', 'Milk cow', 'Mend fence'].map((description) => ({
      name: description.toLowerCase().replace(' ', '_'),
      description,
    })),
  );
  await graph.embedTools(model);
  return graph;
}

describe('evaluateSearch', () => {
  it('gives the figures without models, and beside them those with', async () => {
    const graph = await embedded();
    const result = await evaluateSearch(graph, { name: 'farm', queries }, { k: [1, 2] });
    const alone = evaluate(graph, { name: 'farm', queries }, { k: [1, 2] });
    expect(result.flat.at).toEqual(alone.flat.at);
    expect(result.rows).toEqual(alone.rows);
    expect(result.flat.at.map(({ recall }) => recall)).toEqual([0.5, 2 / 3]);
    expect(result.withModels.flat.at.map(({ recall }) => recall)).toEqual([(1 + 1 + 0.5) / 3, 1]);
    expect(result.withModels.rows.map(({ id, flatRanking }) => [id, flatRanking[0]])).toEqual([
      ['1', 'shear_sheep'],
      ['2', 'bake_bread'],
      ['3', expect.any(String)],
    ]);
    expect(result.withModels.severalTools?.flat.at[1]?.complete).toBe(1);
    expect(result.withModels.ranked.latencyMs.p95).toBeGreaterThan(0);
  });

  it('asks the same queries as evaluate does, and says how far it is', async () => {
    const told: number[] = [];
    const result = await evaluateSearch(
      await embedded(),
      { name: 'farm', queries },
      { maxQueries: 1, onProgress: ({ done, total }) => told.push(done, total) },
    );
    expect(result.withModels.rows.map(({ id }) => id)).toEqual(result.rows.map(({ id }) => id));
    expect(told).toEqual([1, 1]);
  });

  it('fails when the model does, so that figures of text alone do not pass for its own', async () => {
    const model = new ToyEmbedder();
    const graph = await embedded(model);
    model.answer = () => Promise.reject(new Error('out of order'));
    await expect(evaluateSearch(graph, { name: 'farm', queries })).rejects.toThrow(/out of order/);
  });
});
