import { APICallError } from '@ai-sdk/provider';
import { MockEmbeddingModelV3 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { ToolGraph } from '../../src/index.js';
import { type AiSdkEmbeddingModel, aiSdkEmbedder } from '../../src/integrations/embedders/index.js';
import { ToyEmbedder } from '../support/toy-embedder.js';

const toy = new ToyEmbedder('toy', 48);

function model(fault?: (at: number) => Error | undefined) {
  let at = 0;
  return new MockEmbeddingModelV3({
    provider: 'maker.embedding',
    modelId: 'small',
    maxEmbeddingsPerCall: 2,
    doEmbed: async ({ values }) => {
      const thrown = fault?.(at++);
      if (thrown !== undefined) throw thrown;
      return { embeddings: values.map((value) => toy.vector(value)), warnings: [] };
    },
  });
}

function failure(isRetryable: boolean, headers: Record<string, string> = {}): Error {
  return new APICallError({
    message: 'Too many requests',
    url: 'https://models.test',
    requestBodyValues: {},
    isRetryable,
    responseHeaders: headers,
  });
}

describe('an embedder of an AI SDK model', () => {
  it('has its name, learns its dimensions and asks for no more texts at once than it takes', async () => {
    const own = model();
    const embedder = await aiSdkEmbedder(own);
    expect(embedder).toMatchObject({ id: 'maker.embedding:small', dimensions: 48, batchSize: 2 });
    const graph = new ToolGraph();
    graph.ingestTools([
      { name: 'bake_bread', description: 'Bake bread' },
      { name: 'shear_sheep', description: 'Shear a sheep' },
      { name: 'milk_cow', description: 'Milk a cow' },
    ]);
    await graph.embedTools(embedder);
    expect((await graph.search('loaf', 1))[0]?.tool.name).toBe('bake_bread');
    expect(own.doEmbedCalls.map(({ values }) => values.length)).toEqual([1, 2, 1, 1]);
    expect(own.doEmbedCalls.every(({ abortSignal }) => abortSignal instanceof AbortSignal)).toBe(true);
  });

  it('makes no call when it is told the dimensions', async () => {
    const own = model();
    expect(await aiSdkEmbedder(own, { dimensions: 48, id: 'mine' })).toMatchObject({ id: 'mine', dimensions: 48 });
    expect(own.doEmbedCalls).toEqual([]);
  });

  it('asks again after a failure that may pass, and not after another', async () => {
    const busy = model((at) => (at === 0 ? failure(true, { 'retry-after': '0.01' }) : undefined));
    expect((await aiSdkEmbedder(busy)).dimensions).toBe(48);
    expect(busy.doEmbedCalls).toHaveLength(2);
    const refused = model(() => failure(false));
    await expect(aiSdkEmbedder(refused)).rejects.toThrow('Too many requests');
    expect(refused.doEmbedCalls).toHaveLength(1);
  });

  it('takes a model without a limit', async () => {
    const unlimited = { ...model(), maxEmbeddingsPerCall: Promise.resolve(Number.POSITIVE_INFINITY) };
    const own = { ...unlimited, doEmbed: model().doEmbed };
    expect((await aiSdkEmbedder(own, { dimensions: 48 })).batchSize).toBe(64);
  });

  it('refuses what is no model', async () => {
    await expect(aiSdkEmbedder('openai/small' as unknown as AiSdkEmbeddingModel)).rejects.toThrow(
      /not string.*provider/,
    );
    await expect(aiSdkEmbedder({} as AiSdkEmbeddingModel)).rejects.toThrow(/doEmbed/);
  });
});
