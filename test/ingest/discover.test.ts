import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discoverTools, ToolGraph } from '../../src/index.js';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'toolgraph-'));
  const files: Record<string, string> = {
    'global/mail.ts':
      '/** Sends a mail. */ export function sendMail(to: string): void {}\n/** Shared. */ export function both(a: string): void {}',
    'global/broken.ts': 'export function (',
    'project/own.ts': `/** The project's. */
export const both = (a: string): string => a;
export function undocumented(a: string): void {}
/** Has no type. */ export function untyped(a) {}
function inner() {}
/** A class. */ export class Box { /** Opens. */ open(key: string): void {} }`,
    'project/plain.js':
      '/** Adds.\n * @param {number} a one\n * @param {number} b other */\nexport const add = (a, b) => a + b;',
  };
  for (const folder of ['global', 'project']) mkdirSync(join(root, folder));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
});
afterAll(() => rmSync(root, { recursive: true }));

describe('discoverTools', () => {
  it('takes public, documented, typed functions; the project wins, and it says so', () => {
    const { tools, diagnostics } = discoverTools({ global: join(root, 'global'), project: join(root, 'project') });
    expect(tools.map((tool) => [tool.originalName, tool.source.id, tool.description])).toEqual([
      ['sendMail', 'global', 'Sends a mail.'],
      ['both', 'project', "The project's."],
      ['add', 'project', 'Adds.'],
    ]);
    expect(tools[1]?.source).toMatchObject({ line: 2, file: expect.stringMatching(/project\/own\.ts$/) });
    const found = diagnostics.map((entry) => `${entry.code}:${entry.item?.split('/').at(-1)}`);
    expect(found).toEqual([
      'syntax-error:broken.ts',
      'tool-overridden:both',
      'not-discoverable:undocumented',
      'not-discoverable:untyped',
      'not-discoverable:Box.open',
    ]);
    expect(diagnostics.find((entry) => entry.code === 'tool-overridden')?.message).toMatch(/mail\.ts:\d.*own\.ts:2/);
  });

  it('replaces what it found before', () => {
    const graph = new ToolGraph();
    graph.discoverTools({ global: join(root, 'global'), project: join(root, 'project') });
    const report = graph.discoverTools({ global: join(root, 'global') });
    expect(report.removed).toBe(2);
    expect(graph.tools.map((tool) => tool.originalName)).toEqual(['sendMail', 'both']);
  });

  it('goes on when a folder is not there', () => {
    const { tools, diagnostics } = discoverTools({ global: join(root, 'gone'), project: join(root, 'project') });
    expect(tools).toHaveLength(2);
    expect(diagnostics[0]).toMatchObject({ severity: 'warning', code: 'source-not-found', source: 'global' });
  });
});
