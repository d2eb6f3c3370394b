import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ToolCatalog } from '../../src/core/catalog.js';
import type * as Library from '../../src/index.js';
import { type DocumentProgress, ToolGraph } from '../../src/index.js';
import { CatalogIntake } from '../../src/intake/catalog-intake.js';
import { takeDocuments } from '../../src/intake/document-list.js';
import { temporaryFolder } from '../support/command-line.js';

/** Worker threads run compiled code; `npm test` compiles first. */
const compiled: typeof Library = await import(new URL('../../dist/src/index.js', import.meta.url).href);

const fixtures = fileURLToPath(new URL('../fixtures/openapi', import.meta.url));
const documents = readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
  .filter((path) => /input\.(json|ya?ml)$/.test(path))
  .sort()
  .map((path) => join(fixtures, path));

function spec(operations: number, title = 'Depot'): string {
  const paths = Object.fromEntries(
    Array.from({ length: operations }, (_, index) => [
      `/crates${index}/{id}`,
      {
        get: {
          summary: `Crate ${index}`,
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: {
            200: {
              description: 'A crate',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Crate' } } },
            },
          },
        },
      },
    ]),
  );
  const schemas = {
    Crate: {
      type: 'object',
      properties: { id: { type: 'string' }, label: { type: 'string', description: 'Shown\u200b.' } },
    },
  };
  return JSON.stringify({ openapi: '3.0.3', info: { title, version: '1' }, paths, components: { schemas } });
}

describe('a list of documents', () => {
  it('makes the same catalog with any number of worker threads as one by one', async () => {
    const alone = new ToolGraph();
    const readable: string[] = [];
    for (const path of documents) {
      const report = await alone.ingestOpenApi(path, { validate: false }).catch(() => undefined);
      if (report !== undefined) readable.push(path);
    }
    const texts = [];
    for (const workers of [0, 1, 2, 4]) {
      const graph = new compiled.ToolGraph();
      await graph.ingestOpenApiList(documents, { workers, validate: false });
      texts.push(JSON.stringify(graph.exportCatalog()));
    }
    expect(new Set(texts).size).toBe(1);
    expect(readable.length).toBeGreaterThan(15);
    expect(readable.length).toBeLessThan(documents.length);
    const together = new compiled.ToolGraph();
    await together.ingestOpenApiList(readable, { workers: 2, validate: false });
    expect(JSON.stringify(together.exportCatalog())).toBe(JSON.stringify(alone.exportCatalog()));
    expect(together.edges()).toEqual(alone.edges());
  }, 90_000);

  it('leaves out the documents that fail, each with its reason', async () => {
    const folder = temporaryFolder();
    const files = {
      'good.json': spec(3),
      'cut.json': spec(3).slice(0, 200),
      'page.json': '<html></html>',
      'last.json': spec(2, 'Last'),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const paths = [...Object.keys(files), 'missing.json'].map((name) => join(folder, name));
    for (const workers of [0, 2]) {
      const graph = new compiled.ToolGraph();
      const outcomes = await graph.ingestOpenApiList(paths, { workers });
      expect(graph.sources).toEqual(['good', 'last']);
      expect(outcomes.map(({ failure }) => failure?.code)).toEqual([
        undefined, 'INVALID_DOCUMENT', 'INVALID_DOCUMENT', undefined, 'SOURCE_NOT_FOUND',
      ]); // biome-ignore format: one line
      expect(outcomes[1]?.failure).toBeInstanceOf(compiled.ToolGraphError);
      const left = graph.diagnostics.filter(({ code }) => code === 'document-left-out');
      expect(left.map(({ source, item }) => [source, item])).toEqual([
        ['cut', paths[1]],
        ['page', paths[2]],
        ['missing', paths[4]],
      ]);
      expect(left.map(({ message }) => message)).toEqual(outcomes.flatMap(({ failure }) => failure?.message ?? []));
    }
  });

  it.each([undefined, null, 'openapi.yaml', {}])('must be a list, not %j', async (documents) => {
    await expect(new ToolGraph().ingestOpenApiList(documents as never)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('must be a list'),
    });
  });

  it('names the document whose worker thread ended, and reads the rest', async () => {
    const catalog = new ToolCatalog();
    const intake = new CatalogIntake(catalog, 'flag', () => undefined);
    const entry = new URL('../support/crashing-document-worker.mjs', import.meta.url);
    const paths = ['a.json', 'crash.json', 'b.json'];
    const outcomes = await takeDocuments(paths, { workers: 2 }, intake, ({ defaultId }) => defaultId, entry);
    expect(catalog.tools.map(({ source }) => source.id)).toEqual(['a', 'b']);
    expect(outcomes[1]?.failure?.message).toContain('crash.json');
    expect(intake.diagnostics.get('crash')?.map(({ severity, code, item }) => [severity, code, item])).toEqual([
      ['error', 'document-left-out', 'crash.json'],
    ]);
  });

  it('gives two files of one name two sources', async () => {
    const graph = new compiled.ToolGraph();
    const [first, second] = documents.filter((path) => path.endsWith('input.yaml'));
    await graph.ingestOpenApiList([first ?? '', second ?? '', first ?? ''], { workers: 2 });
    expect(graph.sources).toEqual(['input', 'input-2']);
    expect(graph.diagnostics.every(({ source }) => graph.sources.includes(source))).toBe(true);
    expect(graph.tools.filter(({ source }) => source.id === 'input-2').length).toBeGreaterThan(0);
  });

  it('keeps the tools of a document that cannot be read any more', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'depot.json');
    writeFileSync(path, spec(2));
    const graph = new compiled.ToolGraph();
    await graph.ingestOpenApiList([path]);
    writeFileSync(path, '{');
    const [outcome] = await graph.ingestOpenApiList([path]);
    expect(outcome?.failure?.code).toBe('INVALID_DOCUMENT');
    expect(graph.tools).toHaveLength(2);
    writeFileSync(path, spec(1));
    await graph.ingestOpenApiList([path]);
    expect(graph.tools).toHaveLength(1);
    expect(graph.diagnostics.filter(({ code }) => code === 'document-left-out')).toEqual([]);
  });

  it('tells how far it is, and stops when the signal says so, with the documents before it taken', async () => {
    const folder = temporaryFolder();
    const paths = Array.from({ length: 4 }, (_, index) => join(folder, `spec${index}.json`));
    for (const path of paths) writeFileSync(path, spec(2));
    const states: DocumentProgress[] = [];
    const stop = new AbortController();
    const graph = new compiled.ToolGraph();
    const onProgress = (state: DocumentProgress) => {
      states.push(state);
      if (state.done === 2) stop.abort(new Error('enough'));
    };
    await expect(graph.ingestOpenApiList(paths, { workers: 2, onProgress, signal: stop.signal })).rejects.toThrow(
      'enough',
    );
    const bytes = spec(2).length;
    expect(states).toEqual([
      {
        done: 1,
        total: 4,
        doneBytes: Buffer.byteLength(spec(2)),
        totalBytes: 4 * Buffer.byteLength(spec(2)),
        tools: 2,
      },
      {
        done: 2,
        total: 4,
        doneBytes: 2 * Buffer.byteLength(spec(2)),
        totalBytes: 4 * Buffer.byteLength(spec(2)),
        tools: 4,
      },
    ]);
    expect(bytes).toBeGreaterThan(100);
    expect(graph.sources).toEqual(['spec0', 'spec1']);
  });

  it('reads in this thread what holds a function', async () => {
    const graph = new compiled.ToolGraph();
    const path = join(fixtures, 'servers/input.yaml');
    const [outcome] = await graph.ingestOpenApiList([path], { workers: 2, filter: () => false });
    expect(outcome?.report.tools).toEqual([]);
    expect(outcome?.report.diagnostics.map(({ code }) => code)).toContain('filtered');
  });

  it.each([{ workers: 1.5 }, { workers: -1 }, { workers: 65 }, { validate: 'no', colour: 1 }])(
    'refuses %o',
    async (options) => {
      const failure = new ToolGraph().ingestOpenApiList([], options as object);
      await expect(failure).rejects.toMatchObject({ code: 'INVALID_OPTION' });
    },
  );

  it.each([[[7]], [[{ location: '' }]], [[{ location: 'a.json', source: ' ' }]]])('refuses %o', async (list) => {
    const failure = new ToolGraph().ingestOpenApiList(list as unknown as string[]);
    await expect(failure).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});
