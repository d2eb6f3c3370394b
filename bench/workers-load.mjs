/**
 * Search over GitHub's 1,223 operations with 64 connections against `toolgraph serve --workers` with one process and
 * with two, in turn. Needs dist/ and the packages of bench/. node bench/workers-load.mjs [--seconds 8] [--rounds 2]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, execPath, exit } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';

const { values } = parseArgs({
  args: argv.slice(2),
  options: { seconds: { type: 'string', default: '8' }, rounds: { type: 'string', default: '2' } },
});
const github = createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json');
const commandLine = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'toolgraph-workers-'));
const queries = ['fork a repository', 'open a new issue', 'list pull requests', 'star a gist', 'add a deploy key'];

/** Starts so many workers; resolves when they answer. */
async function serving(count) {
  const args = ['serve', github, '--port', '0', '--workers', count, '--snapshot', join(folder, 'catalog.tgs')];
  const child = spawn(execPath, [commandLine, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  while (!/curl -s .*\n/.test(out)) {
    if (child.exitCode !== null) throw new Error(`serve ended with ${child.exitCode}`);
    await pause(100);
  }
  return { child, url: /http:\/\/[^\s)]+/.exec(out)[0] };
}

const load = (url, duration) =>
  autocannon({
    url: `${url}/search`,
    connections: 64,
    duration,
    timeout: 60,
    requests: queries.map((query) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, topK: 5 }),
    })),
  });

let faults = 0;
console.log('| workers | requests/s | p50 | p99 | max | errors |');
console.log('|---|---|---|---|---|---|');
for (let round = 0; round < Number(values.rounds); round++)
  for (const count of ['1', '2']) {
    const { child, url } = await serving(count);
    await load(url, 4); // warm before it counts
    const { requests, latency, errors, non2xx } = await load(url, Number(values.seconds));
    faults += errors + non2xx;
    console.log(
      `| ${count} | ${Math.round(requests.average)} | ${latency.p50} ms | ${latency.p99} ms | ${latency.max} ms | ${errors + non2xx} |`,
    );
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
rmSync(folder, { recursive: true });
exit(faults === 0 ? 0 : 1);
