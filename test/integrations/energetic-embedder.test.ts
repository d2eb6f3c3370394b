import { describe, expect, it } from 'vitest';
import { ToolGraph } from '../../src/index.js';
import { energeticEmbedder } from '../../src/integrations/embedders/index.js';

const rows = [
  ['create_refund', 'Return a payment to the customer'],
  ['list_orders', 'List the orders of a customer'],
  ['get_weather', 'Current weather conditions in a city'],
  ['send_email', 'Send an email message'],
  ['create_issue', 'Create an issue in a repository'],
  ['convert_currency', 'Convert an amount between currencies'],
  ['restart_server', 'Restart a server'],
  ['play_song', 'Play a song'],
].map(([name, description]) => ({ name, description }));

describe('the sentence model that npm ships', () => {
  it('finds what shares no word with the request', async () => {
    const graph = new ToolGraph();
    graph.ingestTools(rows);
    const report = await graph.embedTools(energeticEmbedder());
    expect(report).toMatchObject({ embedded: rows.length, failed: [], dimensions: 512 });
    const best = async (query: string) =>
      (await graph.search(query, 3, { onModelFailure: 'throw', timeoutMs: 30_000 }))[0]?.tool.name;
    expect(await best('temperature in Paris')).toBe('get_weather');
    expect(await best('exchange rate of dollars')).toBe('convert_currency');
    expect(await best('write to my colleague')).toBe('send_email');
    expect(await best('list the orders')).toBe('list_orders');
  }, 60_000);
});

describe('an embedder of that model', () => {
  it('loads it once, with the first text, and again after a load that failed', async () => {
    let loads = 0;
    const embedder = energeticEmbedder(async () => {
      loads++;
      if (loads === 1) throw new Error('not there yet');
      return { embed: async (texts) => texts.map(() => new Array<number>(512).fill(1)) };
    });
    expect(loads).toBe(0);
    const context = { purpose: 'query', signal: new AbortController().signal } as const;
    await expect(embedder.embed(['a'], context)).rejects.toThrow('not there yet');
    await embedder.embed(['a'], context);
    await embedder.embed(['a', 'b'], context);
    expect(loads).toBe(2);
  });
});
