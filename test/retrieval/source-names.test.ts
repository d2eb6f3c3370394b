import { expect, test } from 'vitest';
import { ToolGraph } from '../../src/index.js';
import { documentOf } from '../support/vendor-catalog.js';

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

/** Two services of one owner, which speaks of the first in the second, and others who speak of neither. */
async function services(): Promise<ToolGraph> {
  const graph = new ToolGraph();
  const store = [
    { method: 'put', path: '/{Shelf}/{Key}', summary: 'Adds a file to a shelf' },
    { method: 'get', path: '/{Shelf}', summary: 'Lists the files of a shelf' },
  ];
  const nightly = [
    { method: 'post', path: '/jobs', summary: 'Create a job that copies a file to q7' },
    { method: 'get', path: '/jobs', summary: 'List the jobs that copy files to q7' },
    { method: 'get', path: '/jobs/{job}', summary: 'Get a job that copies files to q7' },
    { method: 'delete', path: '/jobs/{job}', summary: 'Delete a job that copies files to q7' },
  ];
  await graph.ingestOpenApi(documentOf('Orchard Storage', 'https://q7.orchard.example', store), {
    source: 'orchard.com/q7',
  });
  await graph.ingestOpenApi(documentOf('Orchard Nightly', 'https://nightly.orchard.example', nightly), {
    source: 'orchard.com/nightly_v1',
  });
  const archive = [
    { method: 'put', path: '/shelves/{shelf}/file', summary: 'Put a file on a shelf' },
    { method: 'post', path: '/shelves/{shelf}/file', summary: 'Add a file to a shelf' },
    { method: 'get', path: '/shelves/{shelf}/files', summary: 'List the files on a shelf' },
    { method: 'get', path: '/jobs', summary: 'List all nightly jobs' },
    { method: 'get', path: '/users', summary: 'List users' },
    { method: 'get', path: '/readers', summary: 'List readers' },
    { method: 'get', path: '/fees', summary: 'List fees' },
  ];
  await graph.ingestOpenApi(documentOf('Archive', 'https://archive.example.net', archive), { source: 'archive.net' });
  return graph;
}

function firstSource(graph: ToolGraph, query: string): string | undefined {
  return graph.retrieveWithScores(query, 1, { prerequisites: false })[0]?.tool.source.id;
}

test('a service is named by a short code that mostly its siblings speak of', async () => {
  const graph = await services();
  expect(firstSource(graph, 'put a file on a q7 shelf')).toBe('orchard.com/q7');
});

test('beside its owner a service is named by a word of its id', async () => {
  const graph = await services();
  expect(firstSource(graph, 'orchard: add a file')).toBe('orchard.com/q7');
  expect(firstSource(graph, 'orchard nightly: add a file')).toBe('orchard.com/nightly_v1');
});

test('whom a request is for may be said in a sentence of its own', async () => {
  const graph = await catalog();
  const [first] = graph.retrieveWithScores('Which rooms does the team have? Parley rooms', 5, { prerequisites: false });
  expect(first?.tool.source.id).toBe('parley.com');
});
