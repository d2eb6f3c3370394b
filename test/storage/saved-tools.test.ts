import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ToolGraph, type ToolSchema } from '../../src/index.js';
import { toRow } from '../../src/storage/catalog-document.js';
import { type Chunk, readChunks, writeChunks } from '../../src/storage/chunk-file.js';
import { readValueTable, ValueTable } from '../../src/storage/value-table.js';
import { temporaryFolder } from '../support/command-line.js';

const shop = new URL('../../datasets/shop/specs/shop.yaml', import.meta.url).pathname;
const place = () => join(temporaryFolder(), 'catalog.tgs');

async function shopGraph(): Promise<ToolGraph> {
  const graph = new ToolGraph();
  await graph.ingestOpenApi(shop);
  graph.ingestTools([{ name: 'dig', description: 'Digs', inputSchema: { type: 'object', properties: {} } }]);
  return graph;
}

async function chunksOf(path: string): Promise<Chunk[]> {
  const file = await open(path, 'r');
  const chunks: Chunk[] = [];
  for await (const chunk of readChunks(file)) chunks.push({ kind: chunk.kind, bytes: await chunk.unpack() });
  await file.close();
  return chunks;
}

/** Writes chunks with checksums that fit, as somebody might who is not toolgraph. */
async function writeFile(path: string, version: number, chunks: readonly Chunk[]): Promise<void> {
  writeFileSync(path, '');
  const file = await open(path, 'r+');
  await writeChunks(file, { word: 'toolgraph-snapshot', version }, chunks);
  await file.close();
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const textOf = ({ bytes }: Chunk) => Buffer.from(bytes).toString('utf8');

describe('tools of a snapshot', () => {
  it('are plain data like any others: listed, copied, cloned and written', async () => {
    const graph = await shopGraph();
    const path = place();
    await graph.save(path);
    const loaded = (await ToolGraph.load(path)).tools;
    const views: ((tool: ToolSchema) => unknown)[] = [
      (tool) => Object.keys(tool),
      (tool) => JSON.stringify(tool),
      (tool) => JSON.stringify({ ...tool }),
      (tool) => structuredClone(tool),
      (tool) => [tool.consumes, tool.produces],
      (tool) => ['outputSchema' in tool, 'title' in tool, 'links' in tool],
    ];
    for (const view of views) expect(loaded.map(view)).toEqual(graph.tools.map(view));
    expect(loaded.length).toBeGreaterThan(10);
    const [tool] = loaded;
    expect(tool?.inputSchema).toBe(tool?.inputSchema);
    expect(Object.create(tool ?? null).description).toBe(tool?.description);
    expect(inspect(tool)).toContain(tool?.name);
  });

  it('are saved again as they were', async () => {
    const graph = await shopGraph();
    const [first, second] = [place(), place()];
    await graph.save(first);
    await (await ToolGraph.load(first)).save(second);
    expect(await chunksOf(second)).toEqual(await chunksOf(first));
  });

  it('are not unpacked before they are looked at', async () => {
    const graph = new ToolGraph();
    const rows = Array.from({ length: 3000 }, (_, at) => ({
      name: `dig_${at}`,
      description: `Digs hole ${at}. ${'Deep and wide. '.repeat(60)}`,
      inputSchema: { type: 'object', properties: { depth: { type: 'number', description: `In metres ${at}` } } },
    }));
    graph.ingestTools(rows, { source: 'garden' });
    const path = place();
    await graph.save(path);
    const chunks = await chunksOf(path);
    const packed = chunks.filter(({ kind }) => kind === 'rows');
    expect(packed.length).toBeGreaterThan(2);
    const last = packed.at(-1);
    // A chunk of rows that is no table goes unnoticed until one of its tools is read.
    await writeFile(path, 3, chunks.map((chunk) => (chunk === last ? { ...chunk, bytes: json([]) } : chunk))); // biome-ignore format: one line
    const loaded = await ToolGraph.load(path);
    expect(loaded.tools).toHaveLength(3000);
    expect(loaded.get('dig_1')?.description).toMatch(/hole 1\./);
    expect(loaded.retrieveWithScores('dig_2', 1, { prerequisites: false })[0]?.tool.name).toBe('dig_2');
    expect(() => loaded.get('dig_2999')?.description).toThrow(expect.objectContaining({ code: 'INVALID_SNAPSHOT' }));
  });

  it('that are no tools are refused by a typed error, at loading or when they are read', async () => {
    const graph = await shopGraph();
    const path = place();
    await graph.save(path);
    const chunks = await chunksOf(path);
    const altered = (kind: string, alter: (text: string) => string) =>
      chunks.map((chunk) => (chunk.kind === kind ? { kind, bytes: Buffer.from(alter(textOf(chunk))) } : chunk));
    const atLoading: Chunk[][] = [
      ...chunks
        .filter(({ kind }) => kind.includes(' catalog.'))
        .map((gone) => chunks.filter((chunk) => chunk !== gone)),
      chunks.filter(({ kind }) => kind !== 'rows'),
      altered('texts catalog.names', (text) => JSON.stringify((JSON.parse(text) as string[]).map(() => 'same'))),
      altered('texts catalog.names', (text) =>
        JSON.stringify((JSON.parse(text) as string[]).map((name) => `${name} `)),
      ),
      altered('texts catalog.ids', (text) => JSON.stringify((JSON.parse(text) as string[]).map(() => ''))),
      altered('texts catalog.ids', (text) => JSON.stringify((JSON.parse(text) as string[]).slice(1))),
      altered('texts catalog.shapes', () => '[]'),
      altered('values catalog.sources', () => new ValueTable().text()),
      altered('texts catalog.shapes', () => '7'),
    ];
    for (const bad of atLoading) {
      await writeFile(path, 3, bad);
      await expect(ToolGraph.load(path)).rejects.toMatchObject({ code: 'INVALID_SNAPSHOT' });
    }
    const inRows = (alter: (row: Record<string, unknown>) => object) => (text: string) => {
      const table = new ValueTable();
      for (const row of readValueTable(text)) table.add(alter(row as Record<string, unknown>));
      return table.text();
    };
    const whenRead = [
      altered('rows', () => 'no JSON'),
      altered('rows', () => new ValueTable().text()),
      altered(
        'rows',
        inRows((row) => ({ ...row, inputSchema: { type: 'string' } })),
      ),
      altered(
        'rows',
        inRows((row) => ({ ...row, description: 7 })),
      ),
    ];
    for (const bad of whenRead) {
      await writeFile(path, 3, bad);
      const read = async () => (await ToolGraph.load(path)).tools.map(({ description }) => description);
      await expect(read()).rejects.toMatchObject({ code: 'INVALID_SNAPSHOT' });
    }
  });

  it('of version 2 are still read', async () => {
    const graph = await shopGraph();
    const path = place();
    await graph.save(path);
    const table = new ValueTable();
    for (const tool of graph.tools) table.add(toRow(tool));
    const kept = (await chunksOf(path)).filter(({ kind }) => kind !== 'rows' && !kind.includes(' catalog.'));
    await writeFile(path, 2, [...kept, { kind: 'tools', bytes: Buffer.from(table.text()) }]);
    const loaded = await ToolGraph.load(path);
    expect(loaded.exportCatalog()).toEqual(graph.exportCatalog());
    expect(loaded.edges()).toEqual(graph.edges());
  });
});
