import { describe, expect, it } from 'vitest';
import { operationOf } from '../../retrieval/operation.js';
import { ToolGraph } from '../../src/index.js';

function catalog(rows: readonly object[]): ToolGraph {
  const graph = new ToolGraph();
  graph.ingestTools(rows);
  return graph;
}

function http(method: string, path: string, name: string, description: string): object {
  return { name, description, method, path, parameters: { type: 'object', properties: {} } };
}

const albums = [
  http('GET', '/albums/{id}', 'getAlbum', 'One album of the catalog.'),
  http('GET', '/me/albums', 'listSavedAlbums', 'Albums that were saved to the library.'),
  http('GET', '/albums/{id}/tracks', 'listAlbumTracks', 'The tracks of an album.'),
  http('GET', '/repos/{owner}/{repo}/pulls', 'listPulls', 'Pull requests of a repository.'),
  http('POST', '/orders/{orderId}/cancel', 'cancelOrder', 'Stops fulfilment.'),
  http('DELETE', '/orgs/{org}/members/{user}', 'removeMember', 'Removes somebody from an organization.'),
];

describe('an operation as it is understood', () => {
  const graph = catalog(albums);
  const read = (name: string) => {
    const tool = graph.tools.find((candidate) => candidate.originalName === name);
    return tool === undefined ? undefined : operationOf(tool);
  };

  it('has a verb, an object and whether it lists', () => {
    expect(read('getAlbum')).toMatchObject({ intents: ['read'], object: 'album', collection: false });
    expect(read('listAlbumTracks')).toMatchObject({ intents: ['list'], object: 'track', collection: true });
    expect(read('cancelOrder')).toMatchObject({ object: 'order', within: [] });
    expect(read('removeMember')).toMatchObject({ intents: ['delete'], object: 'member' });
  });

  it('has what it is within, and whether it is about the caller', () => {
    expect(read('listPulls')?.within).toEqual(['repository']);
    expect(read('removeMember')?.within).toEqual(['organization']);
    expect(read('listSavedAlbums')?.ofCaller).toBe(true);
    expect(read('getAlbum')?.ofCaller).toBe(false);
  });

  it('is read from the name where there is no path', () => {
    const [tool] = catalog([{ name: 'cancel_order', description: 'Stops an order.' }]).tools;
    expect(tool && operationOf(tool)).toEqual({
      intents: ['delete'],
      object: 'order',
      collection: false,
      within: [],
      ofCaller: false,
    });
  });
});

describe('ranking by operation', () => {
  const flat = { prerequisites: false } as const;

  it('puts what is about the caller first when the request says "my"', () => {
    const graph = catalog(albums);
    const [mine] = graph.retrieveWithScores('my albums', 3, flat);
    expect(mine?.tool.originalName).toBe('listSavedAlbums');
    expect(mine?.explanation.operation).toMatchObject({ caller: true, object: 1 });
    const [any] = graph.retrieveWithScores('get an album', 3, flat);
    expect(any?.tool.originalName).toBe('getAlbum');
    expect(any?.explanation.operation).toMatchObject({ caller: false, object: 1, factor: 1.4 });
  });

  it('tells the object from what it is within', () => {
    const graph = catalog([
      http('GET', '/namespaces/{namespace}/pods', 'a', 'Reads pods of a namespace'),
      http('GET', '/pods/{pod}/namespaces', 'b', 'Reads pods of a namespace'),
    ]);
    expect(graph.retrieveWithScores('read the pods', 2, flat)[0]?.tool.originalName).toBe('a');
    expect(graph.retrieveWithScores('read the namespaces', 2, flat)[0]?.tool.originalName).toBe('b');
  });
});
