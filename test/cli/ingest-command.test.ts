import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IngestClock } from '../../src/cli/ingest-clock.js';
import { ToolGraph } from '../../src/index.js';
import { commandLine, temporaryFolder, toolgraph } from '../support/command-line.js';

function spec(name: string, operations: number): string {
  const schema = { type: 'object', properties: { id: { type: 'string' }, label: { type: 'string' } } };
  const operation = (at: number) => ({
    get: { summary: `Find ${name} ${at}`, responses: { 200: { description: 'Found', content: { 'application/json': { schema } } } } },
  }); // biome-ignore format: one line
  const paths = Object.fromEntries(Array.from({ length: operations }, (_, at) => [`/${name}/${at}`, operation(at)]));
  return JSON.stringify({ openapi: '3.0.3', info: { title: name, version: '1' }, paths });
}

function specFolder(files: number, operations: number): string {
  const folder = join(temporaryFolder(), 'specs');
  mkdirSync(folder);
  for (let at = 0; at < files; at++) writeFileSync(join(folder, `part${at}.json`), spec(`part${at}`, operations));
  return folder;
}

describe('toolgraph ingest', () => {
  it('writes a snapshot of a folder that holds every file in order, and names those left out', async () => {
    const folder = specFolder(3, 2);
    writeFileSync(join(folder, 'part1.json'), spec('part1', 2).slice(0, 100));
    const file = join(folder, '..', 'catalog.tgs');
    const { code, err } = await toolgraph(['ingest', folder, '--save', file]);
    expect(err).toContain('left out');
    expect(err).toContain('part1.json');
    expect(code).toBe(0);
    const graph = await ToolGraph.load(file);
    expect(graph.sources).toEqual(['part0', 'part2']);
    expect(
      graph.diagnostics.filter(({ severity }) => severity === 'error').map(({ code, source }) => [code, source]),
    ).toEqual([['document-left-out', 'part1']]);
  });

  it('stops on Ctrl-C with exit code 130 and leaves the snapshot from before', async () => {
    const folder = specFolder(60, 400);
    const home = join(folder, '..');
    const file = join(home, 'catalog.tgs');
    expect((await toolgraph(['ingest', join(folder, 'part0.json'), '--save', file])).code).toBe(0);
    const before = readFileSync(file);
    const child = spawn(process.execPath, [commandLine, 'ingest', folder, '--save', file], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    setTimeout(() => child.kill('SIGINT'), 1500);
    expect(await ended).toBe(130);
    expect(said).toBe('toolgraph: stopped\n');
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(home).sort()).toEqual(['catalog.tgs', 'specs']);
  });
});

describe('the line that says how far ingest is', () => {
  const state = { done: 30, total: 120, doneBytes: 5e6, totalBytes: 20e6, tools: 1234 };

  it('shows a bar, counts, the rate and the time left, by bytes', () => {
    let now = 0;
    const clock = new IngestClock(() => now);
    now = 2500;
    expect(clock.line(state)).toBe('█████░░░░░░░░░░░░░░░ 25 % · 30 of 120 files · 1,234 tools · 2.0 MB/s · 8 s left');
    now = 60_000;
    expect(clock.line(state)).toContain('0.1 MB/s · 3 min 0 s left');
  });

  it('tells no rate before there is one, and none by bytes where these are unknown', () => {
    let now = 0;
    const clock = new IngestClock(() => now);
    now = 500;
    expect(clock.line(state)).toBe('█████░░░░░░░░░░░░░░░ 25 % · 30 of 120 files · 1,234 tools');
    now = 4000;
    expect(clock.line({ ...state, doneBytes: 0, totalBytes: 0 })).toContain(
      '25 % · 30 of 120 files · 1,234 tools · 12 s left',
    );
  });
});
