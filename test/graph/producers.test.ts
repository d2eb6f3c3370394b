import { describe, expect, it } from 'vitest';
import type { ToolDraft } from '../../src/core/tool-schema.js';
import { strengthOf } from '../../src/graph/confidence.js';
import { splitWords } from '../../src/graph/words.js';
import { func, linked, listOf, operation } from '../support/graph.js';

/** A tool whose inputs carry descriptions. */
function described(draft: ToolDraft, descriptions: Readonly<Record<string, string>>): ToolDraft {
  const properties = Object.fromEntries(
    Object.entries(draft.inputSchema.properties ?? {}).map(([name, schema]) => [
      name,
      { ...schema, ...(descriptions[name] === undefined ? {} : { description: descriptions[name] }) },
    ]),
  );
  return { ...draft, inputSchema: { ...draft.inputSchema, properties } };
}

function into(drafts: readonly ToolDraft[], name: string, input?: string): string[] {
  return linked(drafts)
    .graph.producersOf(name, input)
    .map((edge) => `${edge.producer}.${edge.from}`);
}

const boat = operation('GET /boats/{boatId}', {
  originalName: 'boat',
  takes: { boatId: 'string' },
  gives: { id: 'string' },
});

describe('producers', () => {
  it('a POST that is named by its path makes a thing and lists none', () => {
    const drafts = [
      operation('GET /boats', { gives: listOf({ id: 'string' }) }),
      operation('POST /boats', { takes: { hull: 'string' }, gives: { id: 'string' } }),
      boat,
    ];
    expect(into(drafts, 'boat')).toEqual(['GET_boats.[].id', 'POST_boats.id']);
  });

  it('a view beside the item lists items, a collection beside it does not', () => {
    const drafts = [
      operation('GET /boats/fastest', { originalName: 'fastest', gives: listOf({ id: 'string' }) }),
      operation('GET /boats/harbours', { originalName: 'harbours', gives: listOf({ id: 'string' }) }),
      boat,
    ];
    expect(into(drafts, 'boat')[0]).toBe('fastest.[].id');
    expect(into(drafts, 'boat')).not.toContain('harbours.[].id');
  });

  it('a maker keeps a place among lists', () => {
    const list = (name: string) =>
      operation(`GET /${name}/boats`, { originalName: name, gives: listOf({ id: 'string' }) });
    const maker = operation('POST /boats', { originalName: 'addBoat', gives: { id: 'string' } });
    const found = into([list('north'), list('south'), list('east'), list('west'), maker, boat], 'boat');
    expect(found).toHaveLength(3);
    expect(found[2]).toBe('addBoat.id');
  });

  it('a search over several kinds of things keeps a place among lists of one', () => {
    const list = (name: string) =>
      operation(`GET /${name}/boats`, { originalName: name, gives: listOf({ id: 'string' }) });
    const kinds = { boats: listOf({ id: 'string' }), crews: listOf({ id: 'string' }), piers: listOf({ id: 'string' }) };
    const search = operation('GET /search', { originalName: 'search', takes: { words: 'string' }, gives: kinds });
    const maker = operation('POST /boats', { originalName: 'addBoat', gives: { id: 'string' } });
    const found = into([list('north'), list('south'), list('east'), list('west'), search, maker, boat], 'boat');
    expect(found).toHaveLength(3);
    expect(found[2]).toBe('search.boats[].id');
  });

  it('a bare key belongs to what its description speaks of', () => {
    const boats = operation('GET /boats', { originalName: 'boats', gives: listOf({ id: 'string' }) });
    const hide = operation('PUT /attic', { originalName: 'hide', takes: { ids: '[string]' } });
    expect(into([boats, hide], 'hide', 'ids')).toEqual([]);
    const told = described(hide, { ids: 'A list of the boat IDs to put out of sight' });
    expect(into([boats, told], 'hide', 'ids')).toEqual(['boats.[].id']);
  });

  it('an output that the document leaves open still holds the key', () => {
    const open = operation('GET /boats', { originalName: 'boats', gives: { total: 'integer', rows: '[object]' } });
    expect(into([open, boat], 'boat')).toEqual(['boats.']);
  });

  it('a description can name the tool to ask', () => {
    const drafts = [
      func('northwind_find_berth', { gives: { mooring_mark: 'string' } }),
      described(func('dock', { takes: { mooring_mark: 'string' } }), {
        mooring_mark: 'Can be taken from the Find Berth tool.',
      }),
    ];
    const [edge] = linked(drafts).graph.producersOf('dock');
    expect(edge?.producer).toBe('northwind_find_berth');
    expect(edge?.evidence.some((entry) => entry.detail.includes('names northwind_find_berth'))).toBe(true);
  });

  it('a key named after its thing is known by its description', () => {
    const drafts = [
      func('list_boats', { gives: listOf({ id: 'string' }) }),
      described(func('list_repairs', { takes: { 'boat?': 'string' } }), { boat: 'Id of the boat' }),
      described(func('list_paints', { takes: { 'boat?': 'string' } }), { boat: 'A few words on the boat' }),
    ];
    expect(into(drafts, 'list_repairs')).toEqual(['list_boats.[].id']);
    expect(into(drafts, 'list_paints')).toEqual([]);
  });

  it('the same kind of thing below another parent does not stand beside the right one', () => {
    const drafts = [
      operation('GET /boats/{boatId}/repairs', { originalName: 'boatRepairs', takes: { boatId: 'string' }, gives: listOf({ id: 'string' }) }),
      operation('GET /docks/{dockId}/repairs', { originalName: 'dockRepairs', takes: { dockId: 'string' }, gives: listOf({ id: 'string' }) }),
      operation('DELETE /boats/{boatId}/repairs/{repairId}', { originalName: 'undo', takes: { boatId: 'string', repairId: 'string' } }),
    ]; // biome-ignore format: one operation a line
    expect(into(drafts, 'undo', 'repairId')).toEqual(['boatRepairs.[].id']);
  });

  it('a key right after another key is not of the same thing, and a new name comes from nobody', () => {
    const drafts = [
      operation('GET /boats', {
        originalName: 'boats',
        gives: listOf({ id: 'string', sha: 'string', name: 'string' }),
      }),
      operation('GET /boats/{boatId}/{sha}', { originalName: 'old', takes: { boatId: 'string', sha: 'string' } }),
      operation('PATCH /boats/{boatId}', { originalName: 'rename', takes: { boatId: 'string', name: 'string' } }),
    ];
    expect(into(drafts, 'old', 'sha')).toEqual([]);
    expect(into(drafts, 'rename')).toEqual(['boats.[].id']);
  });

  it('the name of the account beside a password is the caller’s own', () => {
    const drafts = [
      func('list_users', { gives: listOf({ username: 'string' }) }),
      func('login', { takes: { username: 'string', password: 'string' }, gives: { token: 'string' } }),
      func('show_user', { takes: { username: 'string' } }),
    ];
    expect(into(drafts, 'login')).toEqual([]);
    expect(into(drafts, 'show_user')).toEqual(['list_users.[].username']);
  });

  it('a stream of changes is not asked for a key', () => {
    const drafts = [
      operation('GET /watch/boats', { originalName: 'watchBoats', gives: { kind: 'string', thing: 'object' } }),
      operation('GET /boats', { originalName: 'boats', gives: listOf({ id: 'string' }) }),
      boat,
    ];
    expect(into(drafts, 'boat')).toEqual(['boats.[].id']);
  });

  it('an equal name counts for less where the producer is there for something else', () => {
    const drafts = [
      func('measure_rainfall', { gives: { rainfall: 'number', station_height: 'number', observed_by: 'string' } }),
      func('describe_statue', {
        gives: { sculptor: 'string', rainfall: 'number', material: 'string', pedestal: 'string' },
      }),
      func('forecast_floods', { takes: { rainfall: 'number' } }),
    ];
    const edges = linked(drafts).graph.producersOf('forecast_floods');
    const of = (name: string) => edges.filter((edge) => edge.producer === name).map(strengthOf)[0] ?? 0;
    expect(edges[0]?.producer).toBe('measure_rainfall');
    expect(of('describe_statue')).toBeLessThan(0.85 * of('measure_rainfall'));
  });
});

describe('words of names', () => {
  it('are the same for plain and for other letters', () => {
    expect(splitWords('HTTPServer2Id_list-all')).toEqual(['http', 'server2', 'id', 'list', 'all']);
    expect(splitWords('HTTPServer2Id_list-äll')).toEqual(['http', 'server2', 'id', 'list', 'äll']);
  });
});
