import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { McpStdioConfig } from '../../src/index.js';
import { temporaryFolder } from './command-line.js';

const script = fileURLToPath(new URL('./stdio-backend.mjs', import.meta.url));

/** A real MCP server process for tests, and what it wrote down about itself. */
export interface TestBackend {
  readonly server: McpStdioConfig;
  /** Lines so far: `start <pid>`, `list`, `cancelled` and the like. */
  lines(): readonly string[];
  /** How often it was started to be asked anything. */
  starts(): number;
  /** Kills the process that was started last. */
  kill(): void;
}

/** A backend of its own log, with all tools or those named. */
export function testBackend(env: Readonly<Record<string, string>> = {}): TestBackend {
  const log = join(temporaryFolder(), 'backend.log');
  const lines = (): string[] => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : []);
  return {
    server: { command: process.execPath, args: [script], env: { BACKEND_LOG: log, ...env } },
    lines,
    starts: () => lines().filter((line) => line.startsWith('start ')).length,
    kill() {
      const last = lines().findLast((line) => line.startsWith('start '));
      if (last === undefined) throw new Error('the backend was not started yet');
      process.kill(Number(last.slice(6)), 'SIGKILL');
    },
  };
}

/** Waits until a condition holds. @throws Error after fifteen seconds. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + 15_000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
