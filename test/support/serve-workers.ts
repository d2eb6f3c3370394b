import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { until } from './backend.js';
import { commandLine } from './command-line.js';

/** A `toolgraph serve --workers` that runs. */
export interface ServedByWorkers {
  readonly url: string;
  readonly pid: number;
  /** What it and its workers wrote so far, on both outputs. */
  readonly said: () => string;
  /** Resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** Serves a file in workers, in processes that end with the test. */
export async function serveWorkers(
  source: string,
  snapshot: string,
  count: number,
  { args = [], env = {} }: { readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<ServedByWorkers> {
  const workers = ['--port', '0', '--workers', String(count), '--snapshot', snapshot];
  const child = spawn(process.execPath, [commandLine, 'serve', source, ...workers, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', ...env },
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
  await until(() => /curl -s .*\n/.test(out) || child.exitCode !== null, 'it serves');
  if (child.exitCode !== null) throw new Error(`serve ended: ${err}`);
  const stop = () => {
    child.kill('SIGTERM');
    return exited;
  };
  return { url: /http:\/\/[^\s)]+/.exec(out)?.[0] ?? '', pid: child.pid ?? 0, said: () => out + err, stop };
}

/** The processes that answer for one that serves. */
export function workersOf(pid: number): number[] {
  return execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('worker-main'))
    .map((line) => Number.parseInt(line, 10));
}

/** The arguments that a process was started with. */
export function argumentsOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
}

/** Asks over a connection of its own, so that any worker may answer. */
export function postAnew(url: string, body: object = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    signal: AbortSignal.timeout(8000),
    body: JSON.stringify(body),
  });
}
