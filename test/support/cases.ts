import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Absolute path of a file under test/fixtures. */
export function fixture(path: string): string {
  return fileURLToPath(new URL(`../fixtures/${path}`, import.meta.url));
}

export function readJsonFixture(path: string): unknown {
  return JSON.parse(readFileSync(fixture(path), 'utf8'));
}
