import { expect, test } from 'vitest';
import { ToolGraph } from '../../src/index.js';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

function documentOf(title: string, server: string, operations: readonly Operation[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { method, path, summary } of operations) {
    paths[path] = { ...paths[path], [method]: { summary, responses: { 200: { description: 'ok' } } } };
  }
  return { openapi: '3.0.3', info: { title, version: '1' }, servers: [{ url: server }], paths };
}

/** A vendor, others that offer to connect to it, and others with the same things. */
async function catalog(): Promise<ToolGraph> {
  const graph = new ToolGraph();
  const chat = [
    { method: 'get', path: '/rooms', summary: 'List all rooms of a team' },
    { method: 'get', path: '/rooms/{room}', summary: 'Get a room' },
    { method: 'post', path: '/rooms/{room}/notices', summary: 'Send a notice to a room' },
    { method: 'get', path: '/teams/{team}/people', summary: 'List the people of a team' },
    { method: 'get', path: '/movies', summary: 'List movies' },
  ];
  await graph.ingestOpenApi(documentOf('Parley Web API', 'https://api.parley.example.com', chat), {
    source: 'parley.com',
  });
  const connected = [
    { method: 'get', path: '/parley', summary: 'Parley settings: list parley rooms' },
    { method: 'put', path: '/parley', summary: 'Connect parley' },
    { method: 'get', path: '/invoices', summary: 'List invoices' },
  ];
  await graph.ingestOpenApi(documentOf('Ledger', 'https://ledger.example.net', connected), { source: 'ledger.net' });
  const hotel = [
    { method: 'get', path: '/rooms', summary: 'List all rooms' },
    { method: 'get', path: '/guests', summary: 'List guests' },
    { method: 'get', path: '/films', summary: 'List films' },
  ];
  await graph.ingestOpenApi(documentOf('Hotel', 'https://hotel.example.org', hotel), { source: 'hotel.org' });
  return graph;
}

test('an owner that a request names comes before others that speak of it', async () => {
  const graph = await catalog();
  for (const query of ['list my parley rooms', 'parley: list rooms', 'list all rooms on Parley']) {
    const [first] = graph.retrieveWithScores(query, 5, { prerequisites: false });
    expect(`${first?.tool.source.id} ${first?.tool.title}`, query).toBe('parley.com List all rooms of a team');
  }
});

test('without the name all sources are asked alike', async () => {
  const graph = await catalog();
  const sources = graph.retrieveWithScores('list rooms', 3, { prerequisites: false }).map(({ tool }) => tool.source.id);
  expect(sources).toContain('hotel.org');
  expect(sources).toContain('parley.com');
});
