import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discoverTools, ToolGraph, type ToolSchema } from '../../src/index.js';

let root: string;
const files: Record<string, string | Uint8Array> = {
  'mixed/orders.py': `"""Orders of the shop."""
from .models import Order

def find_order(order_id: str, limit: int = 5) -> Order:
    """Find an order by its id.

    Args:
        order_id: Id of the order.
    """

def _inner(x): ...
`,
  'mixed/models.py': 'from dataclasses import dataclass\n\n@dataclass\nclass Order:\n    id: str\n    total: float\n',
  'mixed/mail.ts': '/** Sends a mail. */ export function sendMail(to: string): void {}',
  'mixed/plain.js': '/** Adds. @param {number} a one */\nexport const add = (a) => a + 1;',
  'mixed/broken.py': 'def fine(a: int) -> int:\n    """Stays."""\n    return a\n\ndef lost(a: int:\n    pass\n',
  'mixed/broken.ts': 'export function (',
  'mixed/latin.py': Buffer.concat([
    Buffer.from('# -*- coding: latin-1 -*-\ndef greet(name: str):\n    """Gr'),
    Buffer.from([0xfc]),
    Buffer.from('sse."""\n'),
  ]),
  'mixed/blob.py': new Uint8Array([0xff, 0xfe, 0x00, 0x81]),
  'mixed/fast.py': 'def square(x: int) -> int:\n    """Square a number."""\n',
  'mixed/fast.pyi': 'def square(x: int) -> int: ...\n',
  'mixed/env/pyvenv.cfg': 'home = /usr\n',
  'mixed/env/activate.py': 'def activate(): ...\n',
  'mixed/test_orders.py': 'def helper(): ...\n',
  'marked/tools.py': `def tool(f): return f

@tool
def offered(a: str) -> str:
    """Offered."""

def plain(a: str) -> str:
    """Not marked."""
`,
  'global/mail.py': `def send_mail(to: str) -> None:
    """Send a mail."""

def shared(a: str) -> str:
    """The global one."""
`,
  'global/broken.py': 'def (\n',
  'project/own.ts': `/** The project's. */ export function shared(a: string): string { return a; }`,
  'project/rules.py': `def documented(a: int) -> int:
    """Doubles."""

def undocumented(a: int) -> int: ...

def untyped(a):
    """Has no type."""

def _private(a: int):
    """Private."""

class Box:
    def open(self, key: str):
        """Opens."""
`,
};

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'toolgraph-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
});
afterAll(() => rmSync(root, { recursive: true }));

const named = (graph: ToolGraph, name: string): ToolSchema => {
  const found = graph.tools.find((tool) => tool.originalName === name);
  if (found === undefined) throw new Error(`no ${name} among ${graph.tools.map((tool) => tool.name).join(', ')}`);
  return found;
};

describe('a folder of several languages', () => {
  it('is one source, whatever language a file is in', () => {
    const graph = new ToolGraph();
    const { tools } = graph.ingestSource(join(root, 'mixed'));
    expect(tools.map((tool) => tool.originalName).sort()).toEqual([
      'add', 'find_order', 'fine', 'greet', 'sendMail', 'square',
    ]); // biome-ignore format: a list
    expect(graph.sources).toEqual(['mixed']);
    expect(named(graph, 'find_order')).toMatchObject({
      originalId: 'orders.py#find_order',
      description: 'Find an order by its id.',
      source: { kind: 'code', id: 'mixed', language: 'python', line: 4 },
      inputSchema: { properties: { order_id: { type: 'string', description: 'Id of the order.' } } },
      outputSchema: { properties: { id: { type: 'string' }, total: { type: 'number' } } },
      metadata: { typed: true, documented: true },
    });
    expect(named(graph, 'sendMail').source).toMatchObject({ id: 'mixed', language: 'typescript' });
    expect(named(graph, 'greet').description).toBe('Grüsse.');
  });

  it('loses of a broken file only what is broken, and names every file that was not read', () => {
    const { diagnostics } = new ToolGraph().ingestSource(join(root, 'mixed'));
    const found = diagnostics.map((entry) => `${entry.code}:${entry.item?.split('/').at(-1)}`);
    expect(found).toContain('syntax-error:broken.py');
    expect(found).toContain('broken-definition:broken:lost');
    expect(found).toContain('syntax-error:broken.ts');
    expect(found).toContain('not-utf8:blob.py');
    expect(found).toContain('skipped-file:fast.pyi');
    expect(found).toContain('skipped-file:env');
    expect(found).toContain('skipped-file:test_orders.py');
  });

  it('replaces the tools of all its languages when it is read again', () => {
    const graph = new ToolGraph();
    graph.ingestSource(join(root, 'mixed'));
    const { removed } = graph.ingestSource(join(root, 'mixed', 'mail.ts'), { source: 'mixed' });
    expect(removed).toBe(6);
    expect(graph.tools.map((tool) => tool.originalName)).toEqual(['sendMail']);
  });

  it('gives the marked tools of a file that marks them, and with includePrivate its other functions', () => {
    const names = (includePrivate: boolean): string[] =>
      new ToolGraph()
        .ingestSource(join(root, 'marked', 'tools.py'), { includePrivate })
        .tools.map((tool) => tool.originalName)
        .sort();
    expect(names(false)).toEqual(['offered']);
    expect(names(true)).toEqual(['offered', 'plain', 'tool']);
  });

  it('names one Python file by its functions alone', () => {
    const { tools } = new ToolGraph().ingestSource(join(root, 'mixed', 'fast.py'));
    expect(tools.map((tool) => [tool.originalId, tool.source.id])).toEqual([['square', 'fast.py']]);
  });
});

describe('discovery in Python files', () => {
  it('takes public, documented, typed functions; the project wins over the global folder, across languages', () => {
    const { tools, diagnostics } = discoverTools({ global: join(root, 'global'), project: join(root, 'project') });
    expect(tools.map((tool) => [tool.originalName, tool.source.id, tool.description])).toEqual([
      ['send_mail', 'global', 'Send a mail.'],
      ['shared', 'project', "The project's."],
      ['documented', 'project', 'Doubles.'],
    ]);
    const found = diagnostics.map((entry) => `${entry.severity} ${entry.code}:${entry.item?.split('/').at(-1)}`);
    expect(found).toEqual([
      'warning syntax-error:broken.py',
      'info tool-overridden:shared',
      'info not-discoverable:undocumented',
      'info not-discoverable:untyped',
    ]);
    expect(diagnostics.find((entry) => entry.code === 'tool-overridden')?.message).toMatch(/mail\.py:4.*own\.ts:1/);
  });
});
