import { describe, expect, it } from 'vitest';
import { detectFormat, isSourceName, ProbedFile } from '../../src/cli/sources.js';

const detect = (path: string, text: string): string | undefined => detectFormat(new ProbedFile({ path, text }))?.word;
const tool = { name: 'pay', description: 'Pay.', parameters: { type: 'object', properties: {} } };
const json = (value: unknown): string => JSON.stringify(value);

describe('the format of a source', () => {
  it.each([
    ['rows, one a line', 'a.jsonl', `${json(tool)}\n\n${json({ ...tool, name: 'refund' })}\n`],
    ['rows with a broken line', 'a.jsonl', `${json(tool)}\n{ "name": \n`],
    ['an array of rows', 'a.json', json([tool])],
    ['one tool', 'a.json', json(tool)],
    ['a list under tools', 'a.json', json({ tools: [tool] })],
    ['OpenAI chat tools', 'a.json', json([{ type: 'function', function: { name: 'pay' } }])],
    ['Anthropic tools', 'a.txt', json([{ name: 'pay', input_schema: { type: 'object' } }])],
    ['Gemini declarations', 'a.json', json([{ functionDeclarations: [tool] }])],
    ['a list whose first entries are broken', 'a.json', json([null, 3, tool])],
  ])('is tools for %s', (_name, path, text) => {
    expect(detect(path, text)).toBe('tools');
  });

  it('is catalog for what ingest writes, whatever the name', () => {
    expect(detect('x', json({ format: 'toolgraph-catalog', version: 1, tools: [tool], diagnostics: [] }))).toBe(
      'catalog',
    );
  });

  it.each([
    ['a package manifest', 'package.json', json({ name: 'x', description: 'y', version: '1.0.0' })],
    ['evaluation queries', 'queries.jsonl', json({ id: 'q1', query: 'pay', gold: ['pay'] })],
    ['an empty list', 'a.json', '[]'],
    ['a number', 'a.json', '3'],
    ['nothing', 'a.json', ''],
    ['a web page', 'a.json', '<!doctype html><html></html>'],
    ['other YAML', 'a.yaml', 'name: x\njobs:\n  openapi: no\n'],
    ['items without a collection', 'a.json', json({ info: { title: 'x' }, item: [] })],
    ['prose on services', 'a.txt', 'The service Shop {x} is reached by rpc Find (A).'],
    ['brackets without end', 'a.json', '['.repeat(2_000_000)],
  ])('is unknown for %s', (_name, path, text) => {
    expect(detect(path, text)).toBeUndefined();
  });

  it.each([
    ['openapi', 'a.json', json({ openapi: '3.1.0', paths: {} })],
    ['openapi', 'a.txt', '{ "info": {},\n  "swagger": "2.0" }'],
    ['openapi', 'a.yaml', '# ours\nopenapi: 3.0.3\ninfo:\n  title: x\n'],
    ['openapi', 'a.yml', '"swagger": "2.0"\n'],
    ['openapi', 'cut off.json', '{ "openapi": "3.0.0", "paths": { "/a": {'],
    ['openapi', 'cut off.yaml', 'openapi: 3.0.0\npaths:\n  /a: {get: [\n'],
    ['mcp', 'a.json', json({ tools: [null, { name: 'pay', inputSchema: { type: 'object' } }] })],
    ['mcp', 'a.json', json({ jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'pay', inputSchema: {} }] } })],
    ['mcp', 'pages.json', json([{ tools: [{ name: 'pay', inputSchema: {} }], nextCursor: 'x' }])],
    ['graphql', 'schema.graphql', 'type Query { a: Int }'],
    ['graphql', 'schema.json', json({ data: { __schema: {} } })],
    ['code', 'tools.py', 'openapi: str = "3"\n'],
    ['code', 'tools.mts', 'export const openapi = 1;'],
    ['arazzo', 'flows.yaml', 'arazzo: 1.0.1\ninfo:\n  title: x\nsourceDescriptions: []\n'],
    ['arazzo', 'flows.json', json({ arazzo: '1.0.0', workflows: [] })],
    ['postman', 'a.json', json({ info: { _postman_id: 'x', name: 'Kiosk' }, item: [] })],
    ['postman', 'a.json', json({ info: { schema: 'https://schema.getpostman.com/v2.1.0/x.json' }, item: [] })],
    ['postman', 'a.json', json({ collection: { info: { schema: 'https://schema.postman.com/x.json' }, item: [] } })],
    ['protobuf', 'a.proto', 'message A {}'],
    ['protobuf', 'definition', '// Ours.\nsyntax = "proto3";\npackage a;\n'],
    ['protobuf', 'definition', 'edition = "2023";\n'],
    ['protobuf', 'definition', 'service Shop {\n  rpc Find (A) returns (B);\n}\n'],
  ])('is %s for %s', (word, path, text) => {
    expect(detect(path, text)).toBe(word);
  });

  it('is told by content behind a byte order mark and white space', () => {
    expect(detect('a', `\ufeff\n  ${json([tool])}`)).toBe('tools');
  });
});

describe('names of a folder that are opened', () => {
  it('are those of data, schemas and code, without type declarations', () => {
    const names = ['a.json', 'a.JSONL', 'a.yml', 'a.py', 'a.mts', 'a.gql', 'a.proto', 'a.d.ts', 'a.md', 'a'];
    expect(names.filter(isSourceName)).toEqual(['a.json', 'a.JSONL', 'a.yml', 'a.py', 'a.mts', 'a.gql', 'a.proto']);
  });
});
