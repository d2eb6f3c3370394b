import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ToolGraph, ToolGraphError } from '../../../src/index.js';
import { apiOf, ingestDocument } from '../../support/openapi.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolgraph-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function failure(source: string | object, options: object = {}): Promise<{ code: string; message: string }> {
  const thrown: unknown = await ingestDocument(source, { validate: false, ...options }).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(ToolGraphError);
  const { code, message } = thrown as ToolGraphError;
  return { code, message };
}

const get = { get: { responses: { 200: { description: 'ok' } } } };
const spec = apiOf({ '/a': get });

describe('documents that are too much', () => {
  it.each([
    ['ten megabytes of open brackets', 'open.json', () => '['.repeat(10_000_000)],
    ['closed brackets', 'closed.json', () => '['.repeat(1_000_000) + ']'.repeat(1_000_000)],
    ['brackets in YAML', 'flow.yaml', () => `a: ${'['.repeat(10_000_000)}`],
    ['brackets on lines of their own', 'lines.yaml', () => `a:\n${' [\n'.repeat(100_000)}`],
    ['compact list markers', 'dashes.yaml', () => '- '.repeat(1_000_000)],
    [
      'indentation',
      'indent.yaml',
      () => Array.from({ length: 2000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
    ],
  ])('are refused quickly: %s', async (_, name, text) => {
    const path = file(name, text());
    const started = performance.now();
    const { code, message } = await failure(path);
    expect(performance.now() - started).toBeLessThan(3000);
    expect([code, message.includes(name), message.length < 300]).toEqual(['LIMIT_EXCEEDED', true, true]);
  });

  it('are refused by size and depth as the caller sets them', async () => {
    expect((await failure(file('big.json', JSON.stringify(spec)), { limits: { maxBytes: 20 } })).code).toBe(
      'LIMIT_EXCEEDED',
    );
    expect((await failure(JSON.stringify(spec), { limits: { maxDepth: 3 } })).code).toBe('LIMIT_EXCEEDED');
    expect((await failure(spec, { limits: { maxDepth: 3 } })).code).toBe('LIMIT_EXCEEDED');
  });

  it('are not mistaken: many aliases of a small node and lone brackets in prose are honest', async () => {
    const aliases = Array.from({ length: 3000 }, (_, index) => `  /p${index}: *item`).join('\n');
    const many = `openapi: 3.0.0\ninfo: {title: T, version: "1"}\nx: &item {get: {responses: {"200": {description: ok}}}}\npaths:\n${aliases}\n`;
    expect((await ingestDocument(many, { validate: false })).tools).toHaveLength(3000);
    const lone = Array.from({ length: 1500 }, (_, index) => `    x-${index}: a [ b`).join('\n');
    const prose = `openapi: 3.0.0\ninfo: {title: T, version: "1"}\npaths:\n  /a:\n${lone}\n    get: {responses: {}}\n`;
    expect((await ingestDocument(prose, { validate: false })).tools).toHaveLength(1);
  });

  it('are not checked against the specification, and that is said', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `S${index}`,
        {
          properties: {
            a: { $ref: `#/components/schemas/S${index + 1}` },
            b: { $ref: `#/components/schemas/S${index + 1}` },
          },
        },
      ]),
    );
    const report = await ingestDocument(apiOf({ '/a': get }, { components: { schemas } }));
    expect(report.diagnostics).toMatchObject([{ code: 'not-validated', severity: 'info' }]);
  });
});

describe('documents that are wrong', () => {
  it.each([
    ['a list', '[1, 2]', 'a list'],
    ['a sentence', 'hello\nthere', 'not an OpenAPI document'],
    ['some other JSON', '{"name": "x"}', 'neither "openapi" nor "swagger"'],
    ['Swagger 1.2', '{"swagger": "1.2"}', 'Swagger 1.2'],
    ['an XML document', '<?xml version="1.0"?><a/>', 'an XML document'],
    ['bytes', '\u0001\u0000\u0000', 'a binary file'],
  ])('are refused with what they are: %s', async (_, text, words) => {
    const { code, message } = await failure(file('odd.yaml', text));
    expect([code, message.includes('odd.yaml'), message.includes(words)]).toEqual(['INVALID_DOCUMENT', true, true]);
  });

  it('are named where they are cut off, without their content', async () => {
    const json = await failure(file('cut.json', JSON.stringify(apiOf({ '/secret': get })).slice(0, -9)));
    expect(json.message).toMatch(/cut\.json is not valid JSON at line 1, column \d+ .*cut off/);
    const yaml = await failure(file('cut.yaml', 'openapi: 3.0.0\ninfo: {title: secret, ver'));
    expect(yaml.message).toMatch(/cut\.yaml is not valid YAML at line 2, column \d+/);
    expect(json.message + yaml.message).not.toContain('secret');
  });

  it('are found missing, a folder, or named by a bad option', async () => {
    expect((await failure(join(folder, 'none.yaml'))).code).toBe('SOURCE_NOT_FOUND');
    expect((await failure(folder)).code).toBe('SOURCE_UNREADABLE');
    const unknown = await failure(spec, { sorce: 'x' });
    expect([unknown.code, unknown.message]).toEqual([
      'INVALID_OPTION',
      expect.stringContaining('source, server, refs'),
    ]);
    expect((await failure(spec, { limits: { maxBytes: Number.NaN } })).code).toBe('INVALID_OPTION');
    expect((await failure('')).code).toBe('INVALID_ARGUMENT');
  });

  it('are tolerated where it is safe: repeated keys, several documents, merge keys, UTF-16', async () => {
    const text =
      'openapi: 3.0.0\ninfo: {title: T, version: "1", title: U}\nx: &base {responses: {}}\npaths: {/a: {get: {<<: *base, operationId: merged}}}\n---\nother: 1\n';
    const report = await ingestDocument(text, { validate: false });
    expect(report.tools).toMatchObject([{ originalName: 'merged', source: { title: 'U', id: 'u' } }]);
    expect(report.diagnostics.map(({ code }) => code)).toEqual(['several-documents', 'duplicate-key']);
    const utf16 = join(folder, 'utf16.json');
    writeFileSync(utf16, Buffer.from(`\ufeff${JSON.stringify(spec)}`, 'utf16le'));
    expect((await ingestDocument(utf16, { validate: false })).tools).toHaveLength(1);
  });

  it('never throw anything but a ToolGraphError, whatever they hold', async () => {
    const keys = fc.constantFrom(
      'openapi',
      'paths',
      '/a/{b}',
      'get',
      'post',
      'parameters',
      'schema',
      '$ref',
      'allOf',
      'oneOf',
      'properties',
      'items',
      'type',
      'content',
      'application/json',
      'requestBody',
      'responses',
      '200',
      'name',
      'in',
      'components',
      'servers',
      'url',
      'links',
      'discriminator',
      'required',
      'example',
      '__proto__',
      'tags',
      'security',
      'description',
    );
    const leaf = fc.oneof(
      fc.constantFrom(
        '3.0.0',
        '2.0',
        'path',
        'query',
        'body',
        'object',
        '#',
        '#/paths',
        '#/paths/~1a~1{b}/get',
        'http://x',
        '%',
        'string',
      ),
      fc.jsonValue({ maxDepth: 1 }),
    );
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 7, withCrossShrink: true },
        leaf,
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(keys, tie('node'), { maxKeys: 5 }),
      ),
    })).node;
    const operation = fc.dictionary(keys, tree, { maxKeys: 6 });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('3.0.0', '3.1.0', '3.2.0'),
        operation,
        fc.dictionary(keys, tree),
        fc.boolean(),
        async (openapi, get, rest, swagger) => {
          const document = {
            ...rest,
            ...(swagger ? { swagger: '2.0', openapi: undefined } : { openapi }),
            paths: { '/a/{b}': { get, post: rest } },
          };
          const report = await ingestDocument(document, { validate: false });
          const ids = new Set([
            ...report.tools.map(({ originalId }) => originalId),
            ...report.diagnostics.map(({ item }) => item),
          ]);
          expect([ids.has('GET /a/{b}'), ids.has('POST /a/{b}')]).toEqual([true, true]);
          expect(JSON.parse(JSON.stringify(report.tools))).toHaveLength(report.tools.length);
        },
      ),
      { numRuns: 300 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          tree.map((value) => `${JSON.stringify(value)}\n`),
        ),
        async (text) => {
          await ingestDocument(`${text}\n`, { validate: false }).catch((error: unknown) =>
            expect(error).toBeInstanceOf(ToolGraphError),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('source ids', () => {
  it('are the file name, or the title of a document without a place', async () => {
    expect((await ingestDocument(file('My Shop.v2.json', JSON.stringify(spec)), { validate: false })).sources).toEqual([
      'my-shop.v2',
    ]);
    expect((await ingestDocument(spec, { validate: false })).sources).toEqual(['test-api']);
    expect((await ingestDocument(spec, { validate: false, source: 'mine' })).sources).toEqual(['mine']);
  });

  it('keep two files of one name apart, and one file together', async () => {
    const other = mkdtempSync(join(tmpdir(), 'toolgraph-'));
    const [first, second] = [file('same.json', JSON.stringify(spec)), join(other, 'same.json')];
    writeFileSync(second, JSON.stringify(apiOf({ '/b': get })));
    const graph = new ToolGraph();
    const reports = [];
    for (const path of [first, second, first]) reports.push(await graph.ingestOpenApi(path, { validate: false }));
    rmSync(other, { recursive: true });
    expect(reports.map(({ sources, added, unchanged }) => [sources, added, unchanged])).toEqual([
      [['same'], 1, 0],
      [['same-2'], 1, 0],
      [['same'], 0, 1],
    ]);
    expect(graph.tools.map(({ originalId }) => originalId).sort()).toEqual(['GET /a', 'GET /b']);
  });

  it('a document with cycles in memory is read, and not changed', async () => {
    const node: Record<string, unknown> = { type: 'object', properties: { name: { type: 'string' } } };
    (node['properties'] as Record<string, unknown>)['parent'] = node;
    const document = apiOf({
      '/a': { post: { responses: {}, requestBody: { content: { 'application/json': { schema: node } } } } },
    });
    const report = await ingestDocument(document, { validate: false });
    expect(report.tools[0]?.inputs.map(({ name }) => name)).toEqual(['name', 'parent']);
    expect(JSON.stringify(report.tools).length).toBeLessThan(2000);
    expect((node['properties'] as Record<string, unknown>)['parent']).toBe(node);
  });
});
