import { execFile, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { commandLine, temporaryFolder, toolgraph } from '../support/command-line.js';

interface Running {
  readonly out: () => string;
  readonly url: string;
  stop(): Promise<number | null>;
}

/** Starts `toolgraph serve` and waits until it says how to try it. */
async function serve(...args: readonly string[]): Promise<Running> {
  const child = spawn(process.execPath, [commandLine, 'serve', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onTestFinished(() => void child.kill('SIGKILL'));
  while (!/curl -s .*\n/.test(out)) {
    if (child.exitCode !== null) throw new Error(`serve ended: ${err}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const url = /http:\/\/[^\s)]+/.exec(out)?.[0] ?? '';
  const stop = () => {
    child.kill('SIGTERM');
    return exited;
  };
  return { out: () => out, url, stop };
}

it('prints sources and a command that works as it stands, and stops with code 0', async () => {
  const snapshot = join(temporaryFolder(), 'catalog.tgs');
  const running = await serve('--snapshot', snapshot);
  expect(running.out()).toMatch(/toolgraph serves \d+ tools at http:\/\/127\.0\.0\.1:\d+/);
  expect(running.out()).toMatch(/shop +\d+ +[\d,]+/);
  const curl = /curl .*/.exec(running.out())?.[0] ?? '';
  const { stdout } = await promisify(execFile)('sh', ['-c', curl]);
  const { tools } = JSON.parse(stdout) as { tools: { name: string }[] };
  expect(tools.map(({ name }) => name)).toContain('cancelOrder');
  expect(await running.stop()).toBe(0);
  expect(existsSync(snapshot)).toBe(true);
}, 120_000);

it('takes tokens from a file, and refuses to let others in without', async () => {
  const file = join(temporaryFolder(), 'tokens.txt');
  writeFileSync(file, '# one token\na-token-of-sufficient-length\n');
  const running = await serve('--token-file', file);
  expect((await fetch(`${running.url}/tools`)).status).toBe(401);
  const headers = { authorization: 'Bearer a-token-of-sufficient-length' };
  expect((await fetch(`${running.url}/tools`, { headers })).status).toBe(200);
  await running.stop();
  writeFileSync(file, 'short\n');
  expect(await toolgraph(['serve', '--token-file', file])).toMatchObject({
    code: 2,
    err: expect.stringContaining('fewer than 16 characters'),
  });
  expect(await toolgraph(['serve', '--host', '0.0.0.0', '--port', '0'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('give tokens first'),
  });
  expect(await toolgraph(['serve', '/no/such/file.yaml', '--port', '0'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('does not exist'),
  });
}, 120_000);
