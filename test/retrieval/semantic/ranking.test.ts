import { describe, expect, it } from 'vitest';
import { ToolGraph } from '../../../src/tool-graph.js';

function graphOf(tools: Record<string, string>): ToolGraph {
  const graph = new ToolGraph();
  graph.ingestTools(Object.entries(tools).map(([name, description]) => ({ name, description })));
  return graph;
}

const shop = graphOf({
  cancel_order: 'Cancels an order',
  create_movie: 'Adds a movie',
  get_forecast: 'Weather forecast of a city',
  delete_document: 'Deletes a document',
});

describe('ranking by meaning', () => {
  it('finds a tool by a word that its text never uses', () => {
    const [hit] = shop.retrieveWithScores('film', 1);
    expect(hit?.tool.name).toBe('create_movie');
    expect(hit?.explanation.terms[0]).toMatchObject({ word: 'film', term: 'movi', match: 'related' });
    expect(hit?.explanation.summary).toContain('"film" as "movi" (related)');
  });

  it('lets no verb of another intent stand in for a word', () => {
    const graph = graphOf({ create_invoice: 'Create one invoice', update_invoice: 'Update one invoice' });
    const hits = graph.retrieveWithScores('make a new invoice', 2);
    expect(hits.map((hit) => hit.tool.name)).toEqual(['create_invoice', 'update_invoice']);
    expect(hits.flatMap((hit) => hit.explanation.terms.map(({ term }) => term))).toEqual(['invoic', 'invoic']);
    const [deleted] = graphOf({ remove_file: 'Removes a file' }).retrieveWithScores('delete the file', 1);
    expect(deleted?.explanation.terms).toContainEqual(expect.objectContaining({ word: 'delete', term: 'remov' }));
  });

  it('takes the word itself when the catalog knows it', () => {
    const graph = graphOf({ rent_film: 'Rents a film', rent_movie: 'Rents a movie' });
    const hits = graph.retrieveWithScores('film', 5);
    expect(hits.map((hit) => hit.tool.name)).toEqual(['rent_film']);
    expect(hits[0]?.explanation.terms.map((term) => term.match)).toEqual(['exact']);
  });

  it('lifts the nearer of two equal text matches', () => {
    const graph = graphOf({
      list_a: 'List invoices of the weather station',
      list_b: 'List invoices of the bank account',
    });
    expect(graph.retrieveWithScores('invoices to pay with money', 2)[0]?.tool.name).toBe('list_b');
  });

  it('says what nearness adds, and adds it to the score', () => {
    const [hit] = shop.retrieveWithScores('cancel the order', 1);
    const { terms, intent, nameCoverage, meaning } = hit?.explanation ?? { terms: [] };
    const words = terms.reduce((sum, term) => sum + term.contribution, 0);
    const text = words * (intent?.factor ?? 1) * (nameCoverage?.factor ?? 1);
    expect(meaning?.similarity).toBeGreaterThan(0.5);
    expect(hit?.score).toBeCloseTo(text + (meaning?.contribution ?? 0), 4);
  });

  it('does not depend on the order of ingestion', () => {
    const tools = { read_mail: 'Reads a message', send_mail: 'Sends a message', drop_mail: 'Deletes a message' };
    const ranked = (graph: ToolGraph) =>
      graph.retrieveWithScores('erase the email', 3).map((hit) => [hit.tool.name, hit.score]);
    const reversed = graphOf(Object.fromEntries(Object.entries(tools).reverse()));
    expect(ranked(reversed)).toEqual(ranked(graphOf(tools)));
    expect(ranked(reversed)).toHaveLength(3);
  });

  it('reads a tool anew when its text changes', () => {
    const graph = new ToolGraph();
    const meaning = (description: string) => {
      graph.ingestTools([{ name: 'station_report', description }], { source: 'stations' });
      return graph.retrieveWithScores('report rain', 1)[0]?.explanation.meaning?.similarity ?? 0;
    };
    expect(meaning('Report of the weather')).toBeGreaterThan(meaning('Report of the invoices') + 0.1);
    expect(meaning('Report of the weather')).toBeGreaterThan(meaning('Report of the invoices') + 0.1);
  });

  it('keeps topK a prefix of a larger topK beyond the tools compared by meaning', () => {
    const graph = new ToolGraph();
    graph.ingestTools(
      Array.from({ length: 400 }, (_, i) => ({
        name: `tool_${i}`,
        description: `invoice ${i % 7 === 0 ? 'payment' : 'weather'} ${i}`,
      })),
    );
    const names = (k: number) => graph.retrieveWithScores('pay an invoice', k).map((hit) => hit.tool.name);
    const all = names(400);
    for (const k of [1, 10, 99, 100, 101, 250]) expect(names(k)).toEqual(all.slice(0, k));
  });
});
