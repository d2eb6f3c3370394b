import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { commandLine, temporaryFolder } from '../support/command-line.js';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/openapi/${name}`, import.meta.url), 'utf8');
const smallHeap = '--max-old-space-size=256';

/** The command line with a heap of 256 MB; resolves when it ended, or for `serve` when it listens. */
function run(args: readonly string[]): Promise<{ readonly code: number | null; readonly text: string }> {
  const child = spawn(process.execPath, [smallHeap, commandLine, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  return new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (/stop {2}/.test(text)) resolve({ code: null, text });
      });
    child.on('close', (code) => resolve({ code, text }));
  });
}

it('hostile documents cost a service of 256 MB nothing but a refusal, and make it ask nobody', async () => {
  let hits = 0;
  const trap = createServer((_, response) => {
    hits++;
    response.end('{"title":"FETCHED-CONTENT"}');
  });
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void trap.close());
  const { text } = await run(['serve', '--port', '0', '--log-level', 'error']);
  const url = /http:\/\/[^\s)]+/.exec(text)?.[0] ?? '';
  const post = async (body: object) => {
    const response = await fetch(`${url}/sources`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };

  const started = performance.now();
  const bomb = await post({ id: 'bomb', document: fixture('yaml-bomb/input.yaml') });
  expect(performance.now() - started).toBeLessThan(10_000); // 2 s on an idle machine
  expect([201, 400, 413]).toContain(bomb.status);
  if (bomb.status !== 201) expect(bomb.text).toMatch(/expands/);

  const { port } = trap.address() as AddressInfo;
  const lures = fixture('ssrf-refs/input.yaml').replaceAll('18765', String(port));
  expect((await post({ id: 'lures', document: lures })).status).toBe(201);
  const found = await (await fetch(`${url}/diagnostics?source=lures`)).text();
  for (const item of ['POST /a', 'POST /b', 'POST /c', 'POST /d']) expect(found).toContain(item);
  const tools = await (await fetch(`${url}/tools?source=lures`)).text();
  expect(tools).toContain('honest');
  expect(hits).toBe(0);
  expect(found + tools).not.toContain('FETCHED-CONTENT');

  const answer = await fetch(`${url}/search?query=cancel+an+order`);
  expect(((await answer.json()) as { tools: { name: string }[] }).tools.map(({ name }) => name)).toContain(
    'cancelOrder',
  );
}, 120_000);

it('the command line of 256 MB reads them, and nothing outside their folder', async () => {
  const folder = temporaryFolder();
  const secret = join(temporaryFolder(), 'outside.yaml');
  writeFileSync(secret, 'title: LEAKED-CONTENT\ntype: object\n');
  mkdirSync(join(folder, 'specs'));
  writeFileSync(join(folder, 'specs', 'lures.json'), fixture('local-file-refs/input.json'));
  symlinkSync(secret, join(folder, 'specs', 'link-out.yaml'));
  const inspected = await run(['inspect', join(folder, 'specs', 'lures.json'), '--json']);
  expect(inspected.code).toBe(0);
  expect(inspected.text).not.toContain('LEAKED-CONTENT');
  expect(inspected.text.match(/"unresolved-ref"/g)).toHaveLength(6);
  rmSync(join(folder, 'specs', 'link-out.yaml'));
  writeFileSync(join(folder, 'bomb.yaml'), fixture('yaml-bomb/input.yaml'));
  const bomb = await run(['inspect', join(folder, 'bomb.yaml')]);
  expect([0, 1]).toContain(bomb.code);
  if (bomb.code === 1) expect(bomb.text).toMatch(/expands/);
  expect(bomb.text).not.toMatch(/heap out of memory/i);
}, 120_000);
