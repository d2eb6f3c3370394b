import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ToolGraph } from '../../src/index.js';

const script = fileURLToPath(new URL('save-forever.mjs', import.meta.url));

/**
 * Starts a process that saves to `path` without end and kills it with SIGKILL at a random moment after its first save,
 * `rounds` times. After each it loads the snapshot. Returns how many tools each load found.
 */
export async function killDuringSave(path: string, rounds: number): Promise<number[]> {
  const found: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await saveUntilKilled(path, Math.random() * 60);
    if (!existsSync(path)) throw new Error(`round ${round}: no snapshot is left`);
    found.push((await ToolGraph.load(path)).tools.length);
  }
  return found;
}

function saveUntilKilled(path: string, afterMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, path], { stdio: ['ignore', 'pipe', 'pipe'] });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString();
    });
    child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), afterMs));
    child.once('error', reject);
    child.once('exit', (_code, signal) =>
      signal === 'SIGKILL' ? resolve() : reject(new Error(`the saving process failed by itself: ${complaint}`)),
    );
  });
}
