import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolGraph } from '../../src/index.js';
import { backupPathOf } from '../../src/storage/snapshot-file.js';
import { fixture } from '../support/cases.js';
import { temporaryFolder } from '../support/command-line.js';
import { killDuringSave } from '../support/kill-during-save.js';

const shop = new URL('../../datasets/shop/specs/shop.yaml', import.meta.url).pathname;
const row = (name: string, description = `Does ${name}`) => ({
  name,
  description,
  inputSchema: { type: 'object', properties: {} },
});
const place = () => join(temporaryFolder(), 'catalog.tgs');
/** `TOOLGRAPH_KILL_ROUNDS=200` for the long run. */
const killRounds = Number(process.env['TOOLGRAPH_KILL_ROUNDS'] ?? 4);
const damagedFiles = new URL('../fixtures/cases/ix-04-damaged-file/', import.meta.url);

async function loadedAgain(graph: ToolGraph): Promise<ToolGraph> {
  const path = place();
  await graph.save(path);
  return ToolGraph.load(path);
}

/** A snapshot as version 1 was written. */
function firstVersion(graph: ToolGraph): Buffer {
  const names = graph.tools.map(({ name, originalId, source }) => ({ sourceId: source.id, originalId, name }));
  const gone = { sourceId: 'gone', originalId: 'x', name: 'kept_for_later' };
  const catalog = graph.exportCatalog();
  const document = { catalog, sources: graph.sources, names: [...names, gone], origins: [], traces: [], note: 'old' };
  const body = gzipSync(JSON.stringify(document));
  return Buffer.concat([
    Buffer.from(`toolgraph-snapshot 1 ${createHash('sha256').update(body).digest('hex')}\n`),
    body,
  ]);
}

function answers(graph: ToolGraph, queries: readonly string[]) {
  return queries.map((query) => {
    const ranking = graph.retrieveWithScores(query, 10);
    return [query, ranking.map(({ tool, score, role }) => [tool.name, score, role]), ranking.emptyReason];
  });
}

describe('a saved graph', () => {
  it('gives the same tools, edges, diagnostics and rankings after loading', async () => {
    const graph = new ToolGraph();
    await graph.ingestOpenApi(shop);
    const { specs: _unused, ...queries } = { specs: 0, list: ['cancel an order and refund it', 'parcel', 'zzz'] };
    const path = place();
    await graph.save(path);
    const loaded = await ToolGraph.load(path);
    expect(loaded.exportCatalog()).toEqual(graph.exportCatalog());
    expect(loaded.edges()).toEqual(graph.edges());
    expect(answers(loaded, queries.list)).toEqual(answers(graph, queries.list));
  });

  it('ranks alike whatever was added, refreshed and removed before', async () => {
    const words = fc.constantFrom('dig', 'well', 'paint', 'wall', 'order', 'refund', 'list');
    const rows = fc.uniqueArray(fc.tuple(words, words), { maxLength: 6, selector: String });
    const steps = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), rows), { minLength: 1, maxLength: 6 });
    const path = place();
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const graph = new ToolGraph();
        for (const [source, pairs] of list) {
          const tools = pairs.map((pair) => row(pair.join('_'), `${pair.join(' the ')} now`));
          if (tools.length === 0) graph.removeSource(source);
          else graph.ingestTools(tools, { source });
        }
        await graph.save(path);
        const loaded = await ToolGraph.load(path);
        expect(answers(loaded, ['dig a well', 'list', 'refund order'])).toEqual(
          answers(graph, ['dig a well', 'list', 'refund order']),
        );
      }),
      { numRuns: 25 },
    );
  });

  it('remembers names of tools that are gone, and places of source ids', async () => {
    const graph = new ToolGraph();
    graph.ingestTools([row('pay')], { source: 'north' });
    graph.ingestTools([row('pay')], { source: 'south' });
    const name = graph.tools[1]?.name;
    graph.removeSource('north');
    await graph.ingestOpenApi(shop);
    const path = place();
    await graph.save(path);
    const loaded = await ToolGraph.load(path);
    loaded.ingestTools([row('pay')], { source: 'north' });
    expect(loaded.tools.find((tool) => tool.source.id === 'south')?.name).toBe(name);
    expect(loaded.tools.find((tool) => tool.source.id === 'north')?.name).toBe('pay');
    const { sources, unchanged } = await loaded.ingestOpenApi(shop);
    expect(sources).toEqual(['shop']);
    expect(unchanged).toBeGreaterThan(0);
  });

  it('has learned from the same calls', async () => {
    const graph = new ToolGraph();
    await graph.ingestOpenApi(shop);
    const [edge] = graph.edges();
    graph.recordTrace([edge?.producer ?? '', edge?.consumer ?? '']);
    const path = place();
    await graph.save(path);
    expect((await ToolGraph.load(path)).edges()).toEqual(graph.edges());
    expect(graph.edges()[0]?.evidence.some(({ kind }) => kind === 'trace')).toBe(true);
  });

  it('knows what workflow documents stated: a refresh keeps their links, and they go with their document', async () => {
    const graph = new ToolGraph();
    await graph.ingestOpenApi(fixture('arazzo/shop.yaml'));
    await graph.ingestArazzo(fixture('arazzo/shop.arazzo.yaml'), { source: 'flows' });
    const path = place();
    await graph.save(path);
    const loaded = await ToolGraph.load(path);
    const links = ({ tools }: ToolGraph) => tools.map(({ name, links = [] }) => [name, links]);
    expect(links(loaded)).toEqual(links(graph));
    expect(graph.tools.some((tool) => (tool.links ?? []).length > 0)).toBe(true);
    for (const each of [graph, loaded]) {
      each.removeSource('shop');
      await each.ingestOpenApi(fixture('arazzo/shop.yaml'));
    }
    expect(links(loaded)).toEqual(links(graph));
    expect(loaded.edges()).toEqual(graph.edges());
    const again = await loadedAgain(loaded);
    again.removeSource('flows');
    graph.removeSource('flows');
    expect(links(again)).toEqual(links(graph));
    expect(again.edges()).toEqual(graph.edges());
  });

  it('carries a note of its writer', async () => {
    const graph = new ToolGraph();
    const path = place();
    await graph.save(path, { sources: ['a'] });
    const notes: unknown[] = [];
    await ToolGraph.load(path, { onNote: (note) => notes.push(note) });
    expect(notes).toEqual([{ sources: ['a'] }]);
  });

  it('keeps prototype names as data, before and after', async () => {
    const graph = new ToolGraph();
    await graph.ingestOpenApi(new URL('../fixtures/openapi/prototype-keys/input.json', import.meta.url).pathname);
    const path = place();
    await graph.save(path);
    const loaded = await ToolGraph.load(path);
    expect(loaded.tools).toHaveLength(2);
    expect(loaded.tools[0]?.inputs.map(({ originalName }) => originalName).sort()).toEqual([
      '__proto__',
      'constructor',
      'hasOwnProperty',
      'prototype',
      'toString',
    ]);
    expect(loaded.exportCatalog()).toEqual(graph.exportCatalog());
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('a snapshot file', () => {
  it.each(readdirSync(damagedFiles))('is refused with the path and the remedy when it is %s', async (name) => {
    const path = place();
    writeFileSync(path, readFileSync(new URL(name, damagedFiles)));
    const error = await ToolGraph.load(path).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'INVALID_SNAPSHOT', message: expect.stringContaining(path) });
    expect(String(error)).toMatch(/ingest the sources again/);
  });

  it('is refused after any change of one byte or any cut', async () => {
    const graph = new ToolGraph();
    graph.ingestTools([row('dig'), row('fill')], { source: 'north' });
    const path = place();
    await graph.save(path);
    const good = readFileSync(path);
    for (let at = 0; at < good.length; at += 7) {
      const bad = Buffer.from(good);
      bad[at] = (bad[at] as number) ^ 0x21;
      for (const bytes of [bad, good.subarray(0, at)]) {
        writeFileSync(path, bytes);
        await expect(ToolGraph.load(path)).rejects.toMatchObject({ code: 'INVALID_SNAPSHOT' });
      }
    }
    writeFileSync(path, good);
    expect((await ToolGraph.load(path)).tools).toHaveLength(2);
  });

  it('of version 1 is still read, and refused when it is damaged', async () => {
    const graph = new ToolGraph();
    await graph.ingestOpenApi(shop);
    const path = place();
    const old = firstVersion(graph);
    writeFileSync(path, old);
    const notes: unknown[] = [];
    const loaded = await ToolGraph.load(path, { onNote: (note) => notes.push(note) });
    expect(notes).toEqual(['old']);
    expect(loaded.exportCatalog()).toEqual(graph.exportCatalog());
    expect(answers(loaded, ['cancel an order', 'parcel'])).toEqual(answers(graph, ['cancel an order', 'parcel']));
    expect((await loadedAgain(loaded)).exportCatalog()).toEqual(graph.exportCatalog());
    writeFileSync(path, old.subarray(0, old.length - 3));
    await expect(ToolGraph.load(path)).rejects.toThrow(/its checksum does not fit/);
    writeFileSync(path, old);
    await graph.save(path);
    expect((await ToolGraph.load(backupPathOf(path))).tools).toHaveLength(graph.tools.length);
  });

  it('of another version names both versions', async () => {
    const path = place();
    writeFileSync(path, 'toolgraph-snapshot 9 00\n');
    await expect(ToolGraph.load(path)).rejects.toThrow(/version "9" and this toolgraph reads 1, 2 and 3;/);
  });

  it('that is not there is another error than a damaged one', async () => {
    await expect(ToolGraph.load(place())).rejects.toMatchObject({ code: 'SOURCE_NOT_FOUND' });
  });

  it('leaves the one before it as a backup, but never a damaged one', async () => {
    const graph = new ToolGraph();
    const path = place();
    for (const name of ['first', 'second', 'third']) {
      graph.ingestTools([row(name)], { source: 'north' });
      await graph.save(path);
    }
    const backup = async () => (await ToolGraph.load(backupPathOf(path))).tools.map((tool) => tool.name);
    expect(await backup()).toEqual(['second']);
    writeFileSync(path, 'damaged');
    await graph.save(path);
    expect(await backup()).toEqual(['second']);
  });

  it('stays as it was when the new one cannot be written', async () => {
    const path = join(temporaryFolder(), 'missing', 'catalog.tgs');
    await expect(new ToolGraph().save(path)).rejects.toMatchObject({
      code: 'SOURCE_UNREADABLE',
      message: expect.stringContaining('could not be written'),
    });
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    await expect(new ToolGraph().save(join(file, 'catalog.tgs'))).rejects.toMatchObject({
      code: 'SOURCE_UNREADABLE',
      message: expect.stringContaining('could not be written'),
    });
  });

  it('is whole after many writers at once, and nothing is left beside it', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'catalog.tgs');
    const graphs = [1, 2, 3, 4, 5].map((size) => {
      const graph = new ToolGraph();
      const rows = Array.from({ length: size }, (_, index) => row(`tool_${index}`));
      graph.ingestTools(rows, { source: 'rows' });
      return graph;
    });
    await Promise.all(graphs.map((graph) => graph.save(path)));
    expect([1, 2, 3, 4, 5]).toContain((await ToolGraph.load(path)).tools.length);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('gets rid of what killed writers left behind', async () => {
    const path = place();
    const old = `${path}.1-0123456789ab.tmp`;
    const young = `${path}.2-0123456789ab.tmp`;
    writeFileSync(old, 'half');
    writeFileSync(young, 'half');
    utimesSync(old, new Date(0), new Date(0));
    await new ToolGraph().save(path);
    expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
  });

  it(
    'is the old one or the new one when its writer is killed',
    async () => {
      const found = await killDuringSave(place(), killRounds);
      expect(found).toHaveLength(killRounds);
      expect(found.filter((count) => count !== 200 && count !== 300)).toEqual([]);
    },
    60_000 + killRounds * 15_000,
  );
});

describe('a subset of a graph', () => {
  it('holds the allowed tools under their names, and only their edges and diagnostics', async () => {
    const graph = new ToolGraph();
    await graph.ingestOpenApi(shop);
    graph.ingestTools([row('pay'), { name: 'bad' }], { source: 'north' });
    const all = graph.subset(() => true);
    expect(all.exportCatalog()).toEqual(graph.exportCatalog());
    const reading = graph.subset((tool) => tool.source.kind === 'openapi' && tool.source.method === 'GET');
    const names = new Set(reading.tools.map((tool) => tool.name));
    expect(names.size).toBeGreaterThan(3);
    expect(names.size).toBeLessThan(graph.tools.length);
    expect(reading.edges().every((edge) => names.has(edge.producer) && names.has(edge.consumer))).toBe(true);
    expect(reading.diagnostics).toEqual([]);
  });
});
