import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadSources } from '../../src/cli/load-sources.js';
import { printed, temporaryFolder } from '../support/command-line.js';

const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url));
const tool = { name: 'pay', description: 'Pay.', parameters: { type: 'object', properties: {} } };

function folderOf(files: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const code = {
  'find.py':
    'def find_order(order_id: str) -> dict:\n    """Find an order.\n\n    Looks in the archive too.\n    """\n',
  'mail.ts': '/** Sends a mail\n * to anybody. Twice. */\nexport function sendMail(to: string): void {}\n',
  'broken.ts': 'export function (',
};

describe('a folder', () => {
  it('of code in several languages is one source, listed with name, place and first sentence', async () => {
    const folder = folderOf(code);
    const { graph, failed } = await loadSources([folder]);
    expect(graph.sources).toHaveLength(1);
    expect(failed).toEqual([]);
    expect(graph.diagnostics.filter(({ severity }) => severity === 'error').map((entry) => entry.code)).toEqual([
      'syntax-error',
    ]);
    const lines = (await printed('list', folder)).out.trimEnd().split('\n');
    expect(lines.map((line) => line.replace(`${folder}/`, '').split(/\s{2,}/))).toEqual([
      ['sendMail', 'mail.ts:3', 'Sends a mail to anybody.'],
      ['find_order', 'find.py:1', 'Find an order.'],
    ]);
  });

  it('that is an installed package is read from its build, one with a src is not', async () => {
    const built = folderOf({ 'dist/mail.js': '/** Sends. */ export function sendMail(to) {}', 'package.json': '{}' });
    expect((await loadSources([built])).graph.tools.map(({ name }) => name)).toEqual(['sendMail']);
    const both = folderOf({ 'dist/a.json': JSON.stringify([tool]), 'src/find.py': code['find.py'] });
    expect((await loadSources([both])).graph.tools.map(({ name }) => name)).toEqual(['find_order']);
  });

  it('of all formats gives each file to its own', async () => {
    const folder = folderOf({
      ...code,
      'api/a.proto': 'syntax = "proto3";\nimport "b.proto";\nservice Stock { rpc Count (Item) returns (Item); }\n',
      'api/b.proto': 'syntax = "proto3";\nmessage Item { string sku = 1; }\n',
      'tools.json': JSON.stringify([tool]),
    });
    for (const path of ['arazzo/shop.arazzo.yaml', 'arazzo/shop.yaml', 'postman/kiosk.json'])
      cpSync(join(fixtures, path), join(folder, path));
    const { graph, failed } = await loadSources([folder]);
    expect(failed).toEqual([]);
    const kinds = new Set(graph.tools.map(({ source }) => source.kind));
    expect([...kinds].sort()).toEqual(['code', 'data', 'grpc', 'openapi']);
    expect(graph.tools.find((entry) => entry.source.kind === 'grpc')?.inputSchema.properties).toHaveProperty('sku');
    const declared = graph.edges().filter((edge) => edge.evidence.some(({ detail }) => /workflow/i.test(detail)));
    expect(declared.length).toBeGreaterThan(0);
  });
});

describe('a URL', () => {
  const served: Record<string, [type: string, body: string]> = {
    '/spec': [
      'text/plain',
      'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths:\n  /pets: {get: {operationId: listPets}}\n',
    ],
    '/openapi.json': ['application/json', JSON.stringify({ swagger: '2.0', paths: { '/a': { get: {} } } })],
    '/tools': ['application/json', JSON.stringify({ tools: [tool] })],
    '/rows.jsonl': ['application/octet-stream', `${JSON.stringify(tool)}\n`],
    '/introspection': [
      'application/json',
      JSON.stringify({
        data: {
          __schema: {
            queryType: { name: 'Query' },
            types: [{ kind: 'OBJECT', name: 'Query', fields: [{ name: 'pets', args: [], type: { name: 'Int' } }] }],
          },
        },
      }),
    ],
    '/schema.graphql': ['text/plain', 'type Query { pet(id: ID!): Int }'],
    '/stock': ['text/plain', 'syntax = "proto3";\nservice Stock { rpc Count (A) returns (A); }\nmessage A {}\n'],
    '/page': ['text/html', '<!doctype html><html></html>'],
    '/find.py': ['text/x-python', code['find.py']],
  };

  async function serve(): Promise<string> {
    const server = createServer((request, response) => {
      const [type, body] = served[request.url ?? ''] ?? ['text/plain', ''];
      response.writeHead(200, { 'content-type': type }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it.each([
    ['/spec', 'openapi', 'listPets'],
    ['/openapi.json', 'openapi', undefined],
    ['/tools', 'data', 'pay'],
    ['/rows.jsonl', 'data', 'pay'],
    ['/introspection', 'graphql', 'pets'],
    ['/schema.graphql', 'graphql', 'pet'],
    ['/stock', 'grpc', 'Count'],
  ])('%s is told by its content', async (path, kind, name) => {
    const { graph } = await loadSources([`${await serve()}${path}`]);
    expect(graph.tools.map((entry) => entry.source.kind)).toEqual([kind]);
    if (name !== undefined) expect(graph.tools[0]?.originalName).toBe(name);
  });

  it.each([
    ['/page', /page is a web page or XML/],
    ['/nothing', /nothing is empty/],
    ['/find.py', /source code behind a URL; download it/],
  ])('%s is refused with the reason', async (path, message) => {
    await expect(loadSources([`${await serve()}${path}`])).rejects.toThrow(message);
  });
});
