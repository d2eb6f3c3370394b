import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the installed package or of the checkout: the nearest one above this file with a package.json. */
export const packageRoot = findRoot(dirname(fileURLToPath(import.meta.url)));

/** The package's own version. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  return (manifest as { version: string }).version;
}

/** How a reader calls the command line from here: a checkout has no `toolgraph` on the path. */
export function commandName(): string {
  return existsSync(join(packageRoot, 'bootstrap.mjs')) ? 'npm run -s toolgraph --' : 'toolgraph';
}

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json')) || dirname(folder) === folder) return folder;
  return findRoot(dirname(folder));
}
