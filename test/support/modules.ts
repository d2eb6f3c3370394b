import { pathToFileURL } from 'node:url';
import { fixture } from './cases.js';

/** Loads a fixture module, as an application would load its own tools. */
export async function importFixture<T = unknown>(path: string): Promise<Record<string, T>> {
  return (await import(pathToFileURL(fixture(path)).href)) as Record<string, T>;
}
