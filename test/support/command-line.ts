import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';
import { runProgram } from '../../src/cli/program.js';

/** The compiled command line; `npm test` compiles first. */
export const commandLine = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in this process and gathers what it prints; rejects with what the command throws. One at a time. */
export async function printed(...args: readonly string[]): Promise<{ out: string; err: string }> {
  const texts = { out: '', err: '' };
  const gather = (key: 'out' | 'err') => (chunk: string | Uint8Array) => {
    texts[key] += String(chunk);
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(gather('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(gather('err')),
  ];
  try {
    await runProgram(args);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return texts;
}

/** Runs the command line in a process of its own and gathers what it printed. */
export function toolgraph(args: readonly string[], options: { cwd?: string } = {}): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [commandLine, ...args], {
      ...options,
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
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

/** An empty folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolgraph-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
