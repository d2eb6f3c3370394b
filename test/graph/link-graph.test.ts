import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolCatalog } from '../../src/core/catalog.js';
import type { ToolDraft } from '../../src/core/tool-schema.js';
import { strengthOf } from '../../src/graph/confidence.js';
import { LinkGraph } from '../../src/graph/link-graph.js';
import { edgeTexts, func, linked, listOf, operation } from '../support/graph.js';

describe('stated edges', () => {
  it('resolve a declared dependency by original name, id, METHOD path and exposed name, own source first', () => {
    const link = (tool: string) => [{ kind: 'depends-on', tool, direction: 'producer' } as const];
    const { graph } = linked([
      operation('POST /carts', { source: 'shop' }),
      operation('GET /carts', { source: 'shop', originalName: 'showCart' }),
      func('showCart', { source: 'other' }),
      operation('POST /orders', {
        source: 'shop',
        originalName: 'order',
        links: [...link('POST /carts'), ...link('showCart')],
      }),
      func('pay', { source: 'bank', links: link('order') }),
      func('lost', { source: 'bank', links: link('nowhere') }),
    ]);
    expect(
      graph
        .producersOf('order')
        .map((edge) => edge.producer)
        .sort(),
    ).toEqual(['POST_carts', 'showCart']);
    expect(graph.catalog.get('showCart')?.source.id).toBe('shop');
    expect(graph.producersOf('pay').map((edge) => [edge.producer, edge.evidence[0]?.kind])).toEqual([
      ['order', 'declared'],
    ]);
    expect(graph.producersOf('lost')).toEqual([]);
  });

  it('take an OpenAPI link from the producer that states it', () => {
    const { graph } = linked([
      operation('POST /jobs', {
        originalName: 'startJob',
        gives: { ticket: 'string' },
        links: [{ kind: 'openapi-link', tool: 'awaitJob', direction: 'consumer', from: 'ticket', to: 'handle' }],
      }),
      operation('GET /progress', { originalName: 'awaitJob', takes: { handle: 'string' } }),
    ]);
    expect(edgeTexts(graph)).toEqual(['startJob.ticket -> awaitJob.handle']);
    expect(graph.edges()[0]?.evidence[0]?.kind).toBe('link');
  });

  it('link context keys from who provides them to who requires them', () => {
    const { graph } = linked([
      func('open_workbook', { provides: ['workbook'] }),
      func('sum_column', { requires: ['workbook'] }),
      func('close_workbook', { requires: ['workbook'], provides: ['workbook'] }),
    ]);
    expect(graph.edges().map((edge) => [edge.producer, edge.consumer, edge.to, edge.evidence[0]?.kind])).toEqual([
      ['open_workbook', 'sum_column', 'workbook', 'context'],
      ['open_workbook', 'close_workbook', 'workbook', 'context'],
    ]);
  });

  it('give a declared edge without fields the fields of the inferred one, once', () => {
    const { graph } = linked([
      func('list_invoices', { gives: listOf({ id: 'string' }) }),
      func('send_invoice', {
        takes: { invoice_id: 'string' },
        links: [{ kind: 'depends-on', tool: 'list_invoices', direction: 'producer' }],
      }),
    ]);
    expect(edgeTexts(graph)).toEqual(['list_invoices.[].id -> send_invoice.invoice_id']);
    expect(graph.edges()[0]?.evidence.map((entry) => entry.kind)).toEqual(['declared', 'entity-key']);
  });
});

describe('inferred edges', () => {
  it('read entity and key through wrappers, parents and schema names', () => {
    const { graph } = linked([
      operation('GET /search/person', {
        originalName: 'findPeople',
        gives: { results: listOf({ id: 'integer', name: 'string' }) },
      }),
      operation('GET /person/{person_id}', {
        originalName: 'person',
        takes: { person_id: 'integer' },
        gives: { id: 'integer' },
      }),
      operation('GET /projects', {
        originalName: 'projects',
        gives: listOf({ title: 'string', owner: { login: 'string' } }),
      }),
      operation('GET /owners/{owner}/badges', { originalName: 'badges', takes: { owner: 'string' } }),
      operation('GET /mine', { originalName: 'mine', gives: { rows: listOf({ id: 'string' }, 'ParcelDto') } }),
      operation('GET /track', { originalName: 'track', takes: { parcelId: 'string' } }),
    ]);
    expect(graph.producersOf('person').map((edge) => [edge.producer, edge.from])).toEqual([
      ['findPeople', 'results[].id'],
    ]);
    expect(graph.producersOf('badges').map((edge) => [edge.producer, edge.from])).toEqual([
      ['projects', '[].owner.login'],
    ]);
    expect(graph.producersOf('track').map((edge) => [edge.producer, edge.from, edge.evidence[0]?.kind])).toEqual([
      ['mine', 'rows[].id', 'schema'],
    ]);
  });

  it('prefer listing to making, and offer no deletion beside a safe producer', () => {
    const { graph } = linked([
      operation('DELETE /boats/{boatId}', {
        originalName: 'sinkBoat',
        takes: { boatId: 'string' },
        gives: { id: 'string' },
      }),
      operation('POST /boats', { originalName: 'addBoat', gives: { id: 'string' } }),
      operation('GET /boats', { originalName: 'boats', gives: listOf({ id: 'string' }) }),
      operation('GET /boats/{boatId}', { originalName: 'boat', takes: { boatId: 'string' }, gives: { id: 'string' } }),
    ]);
    expect(graph.producersOf('boat').map((edge) => edge.producer)).toEqual(['boats', 'addBoat']);
  });

  it('say so when the producer does not document its output', () => {
    const { graph } = linked([
      func('list_tickets', { source: 'desk' }),
      func('close_ticket', { source: 'desk', takes: { ticket_id: 'string' } }),
    ]);
    const [edge] = graph.producersOf('close_ticket');
    expect(edge).toMatchObject({ producer: 'list_tickets', from: '', to: 'ticket_id' });
    expect(edge?.evidence[0]?.detail).toContain('undocumented');
    expect(edge === undefined ? 1 : strengthOf(edge)).toBeLessThan(0.8);
  });

  it('take a token from the tool that signs in', () => {
    const { graph } = linked([
      func('login_user', { takes: { username: 'string', password: 'string' }, gives: { token: 'string' } }),
      func('count_tokens', { takes: { text: 'string' }, gives: { total: 'integer' } }),
      func('read_mail', { takes: { token: 'string' } }),
    ]);
    expect(edgeTexts(graph)).toEqual(['login_user.token -> read_mail.token']);
  });
});

const nouns = ['boat', 'crew', 'harbour', 'cargo'];
const anyDraft: fc.Arbitrary<ToolDraft> = fc
  .record({
    verb: fc.constantFrom('list', 'create', 'get', 'delete', 'weigh'),
    noun: fc.constantFrom(...nouns),
    other: fc.constantFrom(...nouns),
    source: fc.constantFrom('a', 'b'),
  })
  .map(({ verb, noun, other, source }) =>
    func(`${verb}_${noun}_${other}`, {
      source,
      takes: verb === 'list' ? {} : { [`${other}_id`]: 'string', 'hull_paint_colour?': 'string' },
      gives:
        verb === 'list' ? listOf({ id: 'string', [`${other}Id`]: 'string' }) : { id: 'string', hullPaint: 'string' },
      tags: [noun],
    }),
  );
const anyDrafts = fc.uniqueArray(anyDraft, {
  selector: (draft) => `${draft.source.id} ${draft.originalId}`,
  maxLength: 24,
});

describe('changes', () => {
  it('leave the same edges as a graph built at once, whatever was read in between', () => {
    fc.assert(
      fc.property(anyDrafts, anyDrafts, fc.boolean(), (first, second, readBetween) => {
        const catalog = new ToolCatalog();
        const graph = new LinkGraph(catalog);
        graph.apply(catalog.apply(first, ['a', 'b']));
        if (readBetween) graph.edges();
        graph.apply(catalog.apply(second, ['a']));
        const fresh = new LinkGraph(catalog);
        fresh.apply({ added: catalog.tools, changed: [], unchanged: [], removed: [] });
        expect(graph.edges()).toEqual(fresh.edges());
      }),
      { numRuns: 150 },
    );
  });

  it('take a removed tool out of every edge', () => {
    const { catalog, graph } = linked([
      func('list_boats', { source: 'a', gives: listOf({ id: 'string' }) }),
      func('paint_boat', { source: 'a', takes: { boat_id: 'string' } }),
    ]);
    expect(graph.edges()).toHaveLength(1);
    graph.apply(catalog.apply([func('paint_boat', { source: 'a', takes: { boat_id: 'string' } })], ['a']));
    expect(graph.edges()).toEqual([]);
    expect(graph.producersOf('list_boats')).toEqual([]);
  });

  it('do not depend on the order of tools', () => {
    fc.assert(
      fc.property(anyDrafts, (drafts) => {
        const key = (texts: string[]) => [...texts].sort();
        expect(key(edgeTexts(linked([...drafts].reverse()).graph))).toEqual(key(edgeTexts(linked(drafts).graph)));
      }),
    );
  });
});

describe('keys in other roles', () => {
  it('reads role words, nested holders, mentions after a preposition and plural keys', () => {
    const { graph } = linked([
      func('list_warehouses', { gives: listOf({ id: 'string' }) }),
      func('move_stock', { takes: { from_warehouse_id: 'string', to_warehouse_id: 'string' } }),
      func('search_tickets', { takes: { words: 'string' }, gives: { tickets: listOf({ key: 'string' }) } }),
      func('comment_on_ticket', { takes: { key: 'string', text: 'string' } }),
      operation('GET /orders', {
        originalName: 'orders',
        gives: listOf({ id: 'string', lines: listOf({ id: 'string' }) }),
      }),
      operation('POST /labels', { originalName: 'label', takes: { order_line_id: 'string' } }),
      operation('GET /me/songs', { originalName: 'songs', gives: { items: listOf({ song: { id: 'string' } }) } }),
      operation('DELETE /me/songs', { originalName: 'dropSongs', takes: { ids: '[string]' } }),
    ]);
    const into = (name: string) => graph.producersOf(name).map((edge) => `${edge.producer}.${edge.from} -> ${edge.to}`);
    expect(into('move_stock')).toEqual([
      'list_warehouses.[].id -> from_warehouse_id',
      'list_warehouses.[].id -> to_warehouse_id',
    ]);
    expect(into('comment_on_ticket')).toEqual(['search_tickets.tickets[].key -> key']);
    expect(into('label')).toEqual(['orders.[].lines[].id -> order_line_id']);
    expect(into('dropSongs')).toEqual(['songs.items[].song.id -> ids']);
  });

  it('keeps names to their own collection and properties to their own thing', () => {
    const { graph } = linked([
      operation('GET /user/secrets', { originalName: 'mySecrets', gives: { secrets: listOf({ name: 'string' }) } }),
      operation('GET /orgs/{org}/secrets', {
        originalName: 'orgSecrets',
        takes: { org: 'string' },
        gives: { secrets: listOf({ name: 'string' }) },
      }),
      operation('DELETE /orgs/{org}/secrets/{secret_name}', {
        originalName: 'dropSecret',
        takes: { org: 'string', secret_name: 'string' },
      }),
      operation('GET /boats', { originalName: 'boats', gives: listOf({ id: 'string', hullColour: 'string' }) }),
      operation('POST /boats', { originalName: 'addBoat', takes: { hullColour: 'string' } }),
    ]);
    expect(graph.producersOf('dropSecret', 'secret_name').map((edge) => edge.producer)).toEqual(['orgSecrets']);
    expect(graph.producersOf('addBoat')).toEqual([]);
  });
});
