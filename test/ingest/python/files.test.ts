import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ingestPython } from '../../../ingest/python/index.js';
import { ToolGraph } from '../../../src/index.js';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'toolgraph-python-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, content: string | Uint8Array): void {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const tool = (name: string) => `def ${name}(x: int):\n    """Do ${name}."""\n`;

test('reads folders recursively and reports all that it skips', async () => {
  write('pkg/__init__.py', tool('top'));
  write('pkg/deep/mod.py', tool('deep'));
  write('pkg/__pycache__/mod.py', tool('cached'));
  write('.venv/lib/x.py', tool('installed'));
  write('pkg/site-packages/x.py', tool('vendored'));
  write('tests/test_x.py', tool('tested'));
  write('pkg/test_y.py', tool('tested_too'));
  write('pkg/.hidden.py', tool('hidden'));
  write('pkg/mod.pyi', tool('stub'));
  write('pkg/notes.txt', 'no code');
  const { tools, diagnostics } = await ingestPython(root);
  expect(tools.map((found) => found.originalId)).toEqual(['pkg:top', 'pkg.deep.mod:deep', 'pkg.mod:stub']);
  expect(tools[1]?.source).toMatchObject({ file: 'pkg/deep/mod.py', line: 1 });
  expect(diagnostics.map((entry) => [entry.code, entry.item])).toEqual(
    expect.arrayContaining([
      ['folder-skipped', '.venv'],
      ['folder-skipped', 'pkg/site-packages'],
      ['folder-skipped', 'tests'],
      ['file-skipped', 'pkg/.hidden.py'],
      ['file-skipped', 'pkg/test_y.py'],
    ]),
  );
  const withTests = await ingestPython(root, { includeTests: true });
  expect(withTests.tools.map((found) => found.originalName)).toEqual(expect.arrayContaining(['tested', 'tested_too']));
});

test('does not follow links out of the folder, nor links in a circle', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'toolgraph-outside-'));
  writeFileSync(join(outside, 'secret.py'), tool('secret'));
  write('a/mod.py', tool('inside'));
  symlinkSync(outside, join(root, 'link'));
  symlinkSync(join(outside, 'secret.py'), join(root, 'secret.py'));
  symlinkSync(root, join(root, 'a', 'loop'));
  symlinkSync(join(root, 'nowhere.py'), join(root, 'dangling.py'));
  const { tools, diagnostics } = await ingestPython(root);
  rmSync(outside, { recursive: true });
  expect(tools.map((found) => found.originalName)).toEqual(['inside']);
  expect(diagnostics.filter((entry) => entry.code === 'link-skipped').map((entry) => entry.item)).toEqual([
    'dangling.py',
    'link',
    'secret.py',
  ]);
});

test('a byte order mark, Windows lines and declared encodings are read; other bytes cost the file alone', async () => {
  write('bom.py', `\uFEFF${tool('bom')}`);
  write('crlf.py', tool('crlf').replaceAll('\n', '\r\n'));
  write('latin.py', Buffer.from(`# -*- coding: latin-1 -*-\ndef latin():\n    """Caf\xe9."""\n`, 'latin1'));
  write('bad.py', Buffer.from(`def bad():\n    """Caf\xe9."""\n`, 'latin1'));
  write('wide.py', Buffer.from(tool('wide'), 'utf16le'));
  write('empty.py', '');
  const { tools, diagnostics } = await ingestPython(root);
  expect(tools.map((found) => found.originalName)).toEqual(['bom', 'crlf', 'latin']);
  expect(tools[2]?.description).toBe('Café.');
  expect(diagnostics.filter((entry) => entry.severity === 'error').map((entry) => [entry.code, entry.item])).toEqual([
    ['not-utf8', 'bad.py'],
    ['not-utf8', 'wide.py'],
  ]);
});

test('files over the size limit are reported', async () => {
  write('big.py', `${tool('big')}#${'x'.repeat(500)}`);
  write('small.py', tool('small'));
  const { tools, diagnostics } = await ingestPython(root, { maxFileBytes: 400 });
  expect(tools.map((found) => found.originalName)).toEqual(['small']);
  expect(diagnostics).toMatchObject([{ severity: 'error', code: 'file-too-large', item: 'big.py' }]);
});

test('bad paths and options are refused with the value', async () => {
  await expect(ingestPython(join(root, 'none'))).rejects.toMatchObject({ code: 'SOURCE_NOT_FOUND' });
  await expect(ingestPython(root)).rejects.toMatchObject({ code: 'SOURCE_NOT_FOUND' });
  await expect(ingestPython([])).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  await expect(ingestPython(root, { maxFileBytes: Number.NaN })).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  await expect(ingestPython(root, { select: 'some' as never })).rejects.toMatchObject({ code: 'INVALID_OPTION' });
});

test('a graph takes folders in, and re-ingesting replaces what changed', async () => {
  write('a.py', `${tool('one')}${tool('two')}`);
  write('b.py', tool('one'));
  const graph = new ToolGraph();
  const first = await graph.ingestPython(root);
  expect(first).toMatchObject({ added: 3, quarantined: 0, sources: [root] });
  expect(new Set(graph.tools.map((found) => found.name)).size).toBe(3);
  const names = graph.tools.map((found) => found.name);
  write('a.py', `${tool('two')}${tool('three')}`);
  const second = await graph.ingestPython(root);
  expect(second).toMatchObject({ added: 1, removed: 1, unchanged: 1 });
  expect(graph.tools.map((found) => found.name)).toEqual(
    expect.arrayContaining(names.filter((name) => graph.get(name) !== undefined)),
  );
  expect(graph.diagnostics).toEqual([]);
});

test('several paths are several sources, each named as given', async () => {
  write('a.py', tool('one'));
  write('b.py', tool('one'));
  const graph = new ToolGraph();
  const report = await graph.ingestPython([join(root, 'a.py'), join(root, 'b.py')]);
  expect(report.sources).toEqual([join(root, 'a.py'), join(root, 'b.py')]);
  expect(report.tools.map((found) => found.originalId)).toEqual(['a:one', 'b:one']);
});

test('a tool that one path offers and another defines belongs to the path that defines it, once', async () => {
  write('a/lib.py', tool('shared'));
  write('b/main.py', 'from lib import shared\nagent = Agent(tools=[shared])\n');
  const { tools } = await ingestPython([join(root, 'b'), join(root, 'a')]);
  expect(tools.map((found) => [found.originalName, found.source.id])).toEqual([['shared', join(root, 'a')]]);
  expect(tools[0]?.metadata?.['marked']).toBe(true);
});
