import { describe, expect, it } from 'vitest';
import type { ToolSchema } from '../../src/core/tool-schema.js';
import { findingFirst, makingFirst } from '../../src/graph/finding-first.js';
import { func, linked, listOf, operation } from '../support/graph.js';

const makeBoat = operation('POST /boats', { originalName: 'makeBoat', gives: { id: 'string' } });
const boats = operation('GET /boats', { originalName: 'boats', gives: listOf({ id: 'string' }) });
const boat = operation('GET /boats/{boatId}', { originalName: 'boat', takes: { boatId: 'string' } });
const sinkBoat = operation('DELETE /boats/{boatId}', { originalName: 'sinkBoat', takes: { boatId: 'string' } });

function kept(drafts: Parameters<typeof linked>[0], name: string, { readers = false, runs = '' } = {}): string[] {
  const { catalog, graph } = linked(drafts);
  const toolOf = (other: string): ToolSchema | undefined => catalog.get(other);
  const context = { toolOf, runsAnyway: (other: string) => other === runs, readers };
  return findingFirst(graph.producersOf(name), toolOf(name), context).map((edge) => edge.producer);
}

describe('finding before making', () => {
  it('makes nothing to be deleted, unless the maker runs anyway', () => {
    expect(kept([makeBoat, boats, sinkBoat], 'sinkBoat')).toEqual(['boats']);
    expect(kept([makeBoat, sinkBoat], 'sinkBoat')).toEqual([]);
    expect(kept([makeBoat, sinkBoat], 'sinkBoat', { runs: 'makeBoat' })).toEqual(['makeBoat']);
  });

  it('makes a thing to be read where nothing finds one, or where readers are let be', () => {
    expect(kept([makeBoat, boats, boat], 'boat', { readers: true })).toEqual(['boats']);
    expect(kept([makeBoat, boat], 'boat', { readers: true })).toEqual(['makeBoat']);
    expect(kept([makeBoat, boats, boat], 'boat')).toEqual(['boats', 'makeBoat']);
  });

  it('lets whoever hands out a token run before a deletion', () => {
    const login = func('open_session', { gives: { token: 'string' } });
    const drop = func('drop_table', { takes: { token: 'string', table: 'string' } });
    expect(kept([login, drop], 'drop_table')).toContain('open_session');
  });

  it('puts makers first on demand and loses no edge', () => {
    const { catalog, graph } = linked([makeBoat, boats, sinkBoat]);
    const edges = graph.producersOf('sinkBoat');
    expect(edges.map((edge) => edge.producer)).toEqual(['boats', 'makeBoat']);
    expect(makingFirst(edges, (name) => catalog.get(name)).map((edge) => edge.producer)).toEqual(['makeBoat', 'boats']);
  });
});
