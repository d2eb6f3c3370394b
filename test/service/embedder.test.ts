import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type CatalogEmbedder, hashToken, type ToolService } from '../../src/service/index.js';
import { temporaryFolder } from '../support/command-line.js';
import { ask, RowSource, row, startService } from '../support/service.js';
import { ToyEmbedder } from '../support/toy-embedder.js';

const farm = [row('bake_bread', 'Bake bread'), row('shear', 'Shear'), row('milk_cow', 'Milk'), row('mend', 'Mend')];

function toy(model = new ToyEmbedder(), key = model.id): CatalogEmbedder {
  return { key, make: async () => model };
}

interface Answer {
  readonly names: readonly string[];
  readonly notes: readonly { readonly code: string; readonly message: string }[];
}

async function search(service: ToolService, query = 'loaf', headers: Record<string, string> = {}): Promise<Answer> {
  const { json } = await ask(service, 'POST', '/search', { query, topK: 5 }, headers);
  return {
    names: (json['tools'] as { name: string }[]).map(({ name }) => name),
    notes: json['notes'] as Answer['notes'],
  };
}

/** Waits until the tools are embedded: nothing is missing from the answer. */
function embedded(service: ToolService): Promise<void> {
  return vi.waitFor(async () => expect((await search(service)).notes).toEqual([]), { timeout: 5000 });
}

describe('a catalog with an embedder', () => {
  it('finds by meaning over HTTP, and follows its sources', async () => {
    const source = new RowSource('farm', farm);
    const service = await startService({ sources: [source], embedder: toy() });
    await embedded(service);
    expect((await search(service)).names).toEqual(['bake_bread']);
    source.rows = [...farm, row('fleece_it', 'Comb the wool')];
    await service.host.refresh('farm');
    await vi.waitFor(async () => expect((await search(service, 'fleece sheep')).names[0]).toBe('fleece_it'));
  });

  it('finds by meaning over MCP, where hits carry their relevance', async () => {
    const service = await startService({ sources: [new RowSource('farm', farm)], embedder: toy() });
    await embedded(service);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)));
    onTestFinished(() => client.close());
    const ask = async (query: string) =>
      (await client.callTool({ name: 'search_tools', arguments: { query } })).structuredContent as {
        tools: { name: string; relevance: number }[];
        notes?: string[];
      };
    expect((await ask('loaf')).tools.map(({ name }) => name)).toEqual(['bake_bread']);
    const hit = service.host.graph.retrieveWithScores('milk_cow', 1)[0];
    const [found] = (await ask('milk_cow')).tools;
    expect([found?.name, found?.relevance]).toEqual(['milk_cow', hit?.relevance]);
    expect((await ask('milk_cow')).notes).toBeUndefined();
  });

  it('plans, bundles and exports by meaning, over HTTP and MCP', async () => {
    const service = await startService({ sources: [new RowSource('farm', farm)], embedder: toy() });
    await embedded(service);
    const plan = await ask(service, 'POST', '/plan', { query: 'loaf' });
    expect([plan.json['targets'], plan.json['notes']]).toEqual([['bake_bread'], []]);
    const bundle = await ask(service, 'POST', '/bundle', { query: 'loaf' });
    expect((bundle.json['tools'] as { name: string }[]).map(({ name }) => name)).toEqual(['bake_bread']);
    expect(bundle.json['notes']).toEqual([]);
    const sent = await ask(service, 'POST', '/export', { query: 'loaf', provider: 'anthropic' });
    expect(sent.json['tools']).toEqual([expect.objectContaining({ name: 'bake_bread' })]);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)));
    onTestFinished(() => client.close());
    const planned = await client.callTool({ name: 'plan_tools', arguments: { query: 'loaf' } });
    expect(planned.structuredContent).toMatchObject({ targets: ['bake_bread'] });
  });

  it('plans and bundles by text while the model fails, and says so', async () => {
    const model = new ToyEmbedder();
    const service = await startService({ sources: [new RowSource('farm', farm)], embedder: toy(model) });
    await embedded(service);
    model.answer = () => Promise.reject(new Error('backend 10.1.2.3 is on fire'));
    const failed = [expect.objectContaining({ code: 'embedder-failed', message: expect.not.stringContaining('10.1') })];
    const plan = await ask(service, 'POST', '/plan', { query: 'milk' });
    expect([plan.json['targets'], plan.json['notes']]).toEqual([['milk_cow'], failed]);
    const bundle = await ask(service, 'POST', '/bundle', { query: 'milk it' });
    expect((bundle.json['tools'] as { name: string }[]).map(({ name }) => name)).toEqual(['milk_cow']);
    expect(bundle.json['notes']).toEqual(failed);
  });

  it('measures the ranking with the model beside that without, and without alone when it fails', async () => {
    const model = new ToyEmbedder();
    const service = await startService({ sources: [new RowSource('farm', farm)], embedder: toy(model) });
    await embedded(service);
    const measured = async (query: string) => {
      const body = { queries: [{ query, gold: ['bake_bread'] }], k: [1], rows: true };
      const { json } = await ask(service, 'POST', '/evaluate', body);
      const [evaluation] = json['evaluations'] as Record<string, { at: { recall: number }[]; length: number }>[];
      const { flat, withModel, notes } = evaluation as Record<string, unknown>;
      return { flat, withModel, notes } as {
        flat: { at: { recall: number }[] };
        withModel?: { flat: { at: { recall: number }[] }; rows: { flatRanking: string[] }[] };
        notes: { code: string }[];
      };
    };
    const { flat, withModel, notes } = await measured('loaf');
    expect(flat.at[0]?.recall).toBe(0);
    expect(withModel?.flat.at[0]?.recall).toBe(1);
    expect(withModel?.rows.map(({ flatRanking }) => flatRanking)).toEqual([['bake_bread']]);
    expect(notes).toEqual([]);
    model.answer = () => Promise.reject(new Error('out of order'));
    const without = await measured('one more loaf');
    expect([without.withModel, without.notes.map(({ code }) => code)]).toEqual([undefined, ['embedder-failed']]);
  });

  it('ranks by text while the model fails, tells clients that it does and only the log why', async () => {
    const model = new ToyEmbedder();
    const service = await startService({ sources: [new RowSource('farm', farm)], embedder: toy(model) });
    await embedded(service);
    model.answer = () => Promise.reject(new Error('backend 10.1.2.3 is on fire'));
    const plain = service.host.graph.retrieveWithScores('milk', 5).map(({ tool }) => tool.name);
    const { names, notes } = await search(service, 'milk');
    expect(names).toEqual(plain);
    expect(notes.map(({ code }) => code)).toEqual(['embedder-failed']);
    expect(notes[0]?.message).not.toContain('10.1.2.3');
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)));
    onTestFinished(() => client.close());
    const over = await client.callTool({ name: 'search_tools', arguments: { query: 'milk it' } });
    expect(over.structuredContent).toMatchObject({ notes: [expect.stringMatching(/text ranked alone/)] });
    model.answer = undefined;
    expect((await search(service, 'mend a loaf')).notes).toEqual([]);
  });

  it('ranks by text, with a note, while the model cannot be made', async () => {
    const make = (): Promise<never> => Promise.reject(new Error('endpoint away'));
    const service = await startService({ sources: [new RowSource('farm', farm)], embedder: { key: 'away', make } });
    await vi.waitFor(async () => expect((await search(service)).notes[0]?.code).toBe('embedder-failed'));
    expect((await search(service, 'milk')).names).toEqual(['milk_cow']);
    expect(service.host.problems.get('embedder')).toMatch(/could not be embedded/);
  });

  it('ranks what a token may see, and nothing else', async () => {
    const tokens = [
      { id: 'all', sha256: hashToken('all-0123456789abcdef') },
      { id: 'some', sha256: hashToken('some-0123456789abcdef'), tools: ['mend', 'shear', 'milk_cow'] },
    ];
    const service = await startService({ sources: [new RowSource('farm', farm)], embedder: toy(), tokens });
    const as = (token: string) => search(service, 'loaf', { authorization: `Bearer ${token}` });
    expect((await as('some-0123456789abcdef')).names).toEqual([]);
    await vi.waitFor(async () => expect((await as('all-0123456789abcdef')).names).toEqual(['bake_bread']));
    await vi.waitFor(async () => expect((await as('some-0123456789abcdef')).notes).toEqual([]));
    expect((await as('some-0123456789abcdef')).names).not.toContain('bake_bread');
  });

  it('embeds nothing anew after a restart with its snapshot', async () => {
    const snapshot = join(temporaryFolder(), 'farm.tgs');
    const first = await startService({ sources: [new RowSource('farm', farm)], embedder: toy(), snapshot });
    await embedded(first);
    await first.close();
    const model = new ToyEmbedder();
    const second = await startService({ sources: [new RowSource('farm', farm)], embedder: toy(model), snapshot });
    await embedded(second);
    expect((await search(second)).names).toEqual(['bake_bread']);
    expect(model.toolTexts).toEqual([]);
  });

  it('takes another model, or none, without a restart', async () => {
    const sources = [new RowSource('farm', farm)];
    const service = await startService({ sources });
    expect((await search(service)).names).toEqual([]);
    await service.reconfigure({ sources, embedder: toy() });
    await embedded(service);
    expect((await search(service)).names).toEqual(['bake_bread']);
    const other = new ToyEmbedder('other', 48);
    await service.reconfigure({ sources, embedder: toy(other) });
    await vi.waitFor(() => expect(other.toolTexts.length).toBe(4));
    const calls = other.calls.length;
    await service.reconfigure({ sources, embedder: toy(new ToyEmbedder('third'), 'other') });
    expect(other.calls.length).toBe(calls);
    await service.reconfigure({ sources });
    expect(await search(service)).toEqual({ names: [], notes: [] });
  });
});
