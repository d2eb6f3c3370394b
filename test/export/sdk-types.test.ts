import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Gemini's SDK is not among them: it would bring an install script along; its rules are written out in test/support. */
it("exports what the providers' own SDK types take", { timeout: 120_000 }, () => {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  const project = fileURLToPath(new URL('./sdk-types/tsconfig.json', import.meta.url));
  let complaints = '';
  try {
    execFileSync(process.execPath, [compiler, '-p', project], { encoding: 'utf8', stdio: 'pipe' });
  } catch (thrown) {
    complaints = String((thrown as { stdout?: unknown }).stdout);
  }
  expect(complaints).toBe('');
});
