/**
 * Search over GitHub's 1,223 operations with 64 connections, while one source is refreshed every second; beside it the
 * same without refresh and an empty Hono route, in turn. Fails when a request fails or an answer mixes two versions.
 * Needs dist/ and the packages of bench/. node bench/service-load.mjs [--seconds 10] [--rounds 1] [--connections 64]
 */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';

const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '1' },
    connections: { type: 'string', default: '64' },
  },
});
const [seconds, rounds, connections] = [values.seconds, values.rounds, values.connections].map(Number);
const require = createRequire(import.meta.url);
const { parse } = createRequire(new URL('../package.json', import.meta.url))('yaml');
const github = require.resolve('@octokit/openapi/generated/api.github.com.json');
const shop = fileURLToPath(new URL('../datasets/shop/specs/shop.yaml', import.meta.url));
const queries = [
  'fork a repository',
  'open a new issue',
  'list pull requests of a repository',
  'delete a branch protection rule',
  'who starred this project',
  'cancel an order and refund it',
  'add a label to an issue',
  'create a release and upload an asset',
  'rerun a failed workflow',
  'invite somebody to my organization',
  'compare two commits',
  'ship a parcel to a customer',
  'get the contents of a file',
  'star a gist',
  'approve a pull request',
  'list the secrets of an environment',
  'search code for a word',
  'apply a coupon to a cart',
  'add a deploy key',
  'see who has access to a repository',
  'mark notifications as read',
  'create a team and add members to it',
  'close a milestone',
  'restock a product in a warehouse',
];

/** Marks every `nth` operation of a source with a tag that later editions replace; the text with the mark in it. */
function marked(document, source, nth) {
  const copy = structuredClone(document);
  const operations = Object.values(copy.paths).flatMap((item) =>
    Object.values(item).filter((operation) => operation?.operationId !== undefined),
  );
  for (const [at, operation] of operations.entries())
    if (at % nth === 0) operation.tags = [...(operation.tags ?? []), `${source}-edition-0`];
  return JSON.stringify(copy);
}

class Target {
  static async start(...args) {
    const child = spawn(process.execPath, [fileURLToPath(new URL('load-target.mjs', import.meta.url)), ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const target = new Target();
    target.child = child;
    target.next = async () => JSON.parse((await lines.next()).value);
    target.url = (await target.next()).url;
    return target;
  }

  /** What the process used since it was last asked. */
  fared() {
    this.child.stdin.write('\n');
    return this.next();
  }

  stop() {
    this.child.stdin.end();
  }
}

/** Counts on over all scenarios: no two documents of a source are the same. */
let edition = 0;

/** Refreshes the source every second, or as soon as the refresh before has ended, until told to stop. */
function refreshing(url, { id, file, text }, tally) {
  let going = true;
  const loop = (async () => {
    while (going) {
      const started = performance.now();
      if (text !== undefined) {
        writeFileSync(`${file}.next`, text.replaceAll('-edition-0', `-edition-${++edition}`));
        renameSync(`${file}.next`, file);
      }
      const response = await fetch(`${url}/sources/${id}/refresh`, { method: 'POST' });
      const report = await response.json();
      tally.refreshes++;
      if (response.status !== 200) tally.faults.push(`refresh: ${JSON.stringify(report)}`);
      tally.changed = Math.max(tally.changed, report.changed);
      await pause(Math.max(0, 1000 - (performance.now() - started)));
    }
  })();
  return () => {
    going = false;
    return loop;
  };
}

/** Notes an answer's version and the editions of its tools: of one source, a version has one edition. */
function checkVersions(text, editions, tally) {
  const version = /"catalogVersion":"([^"]+)"/.exec(text)?.[1];
  if (version === undefined) {
    tally.faults.push(`no version: ${text.slice(0, 200)}`);
    return;
  }
  for (const [, source, seen] of text.matchAll(/"(api|shop)-edition-(\d+)"/g)) {
    const key = `${version} of ${source}`;
    const known = editions.get(key);
    if (known === undefined) editions.set(key, seen);
    else if (known !== seen) tally.faults.push(`version ${key} has editions ${known} and ${seen}`);
  }
}

async function load(target, refresh, duration = seconds) {
  const tally = { refreshes: 0, changed: 0, faults: [] };
  const editions = new Map();
  await target.fared();
  const stop = refresh === undefined ? async () => undefined : refreshing(target.url, refresh, tally);
  const result = await autocannon({
    url: `${target.url}/search`,
    connections,
    duration,
    timeout: 60, // a machine that others load stalls for seconds
    requests: queries.map((query) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, topK: 5 }),
      onResponse: (_status, body) => {
        if (refresh !== undefined) checkVersions(body, editions, tally);
      },
    })),
  });
  const fared = await target.fared();
  await stop();
  if (result.errors + result.timeouts + result.non2xx > 0)
    tally.faults.push(`${result.errors} errors, ${result.timeouts} timeouts, ${result.non2xx} refused`);
  return {
    latency: result.latency,
    perSecond: result.requests.average,
    sent: result.requests.total,
    fared,
    versions: new Set([...editions.keys()].map((key) => key.split(' ')[0])).size,
    ...tally,
  };
}

const folder = mkdtempSync(join(tmpdir(), 'toolgraph-load-'));
const files = { github: join(folder, 'github.json'), shop: join(folder, 'shop.yaml') };
copyFileSync(github, files.github);
copyFileSync(shop, files.shop);
const document = JSON.parse(readFileSync(github, 'utf8'));
const shopDocument = parse(readFileSync(shop, 'utf8'));
const scenarios = [
  ['empty Hono route', 'empty'],
  ['search', 'service'],
  [
    '… a small source refreshed, all changed',
    'service',
    { id: 'shop', file: files.shop, text: marked(shopDocument, 'shop', 1) },
  ],
  ['… GitHub refreshed, nothing new', 'service', { id: 'api', file: files.github }],
  [
    '… GitHub refreshed, 1 in 20 changed',
    'service',
    { id: 'api', file: files.github, text: marked(document, 'api', 20) },
  ],
  ['… GitHub refreshed, all changed', 'service', { id: 'api', file: files.github, text: marked(document, 'api', 1) }],
];
const targets = { empty: await Target.start('empty'), service: await Target.start('service', ...Object.values(files)) };
const { sources } = await (await fetch(`${targets.service.url}/sources`)).json();
const idOf = Object.fromEntries(sources.map(({ id, tools }) => [tools > 1000 ? 'api' : 'shop', id]));
const faults = [];
for (const target of Object.values(targets)) await load(target, undefined, Math.max(1, seconds / 2)); // warm before it counts
console.log(
  '| | requests/s | p50 | p97.5 | p99 | max | CPU a request | longest block | refreshes | changed each | versions seen |',
);
console.log('|---|---|---|---|---|---|---|---|---|---|---|');
for (let round = 0; round < rounds; round++)
  for (const [name, kind, refresh] of scenarios) {
    const given = refresh === undefined ? undefined : { ...refresh, id: idOf[refresh.id] };
    const { latency, perSecond, sent, fared, versions, ...tally } = await load(targets[kind], given);
    faults.push(...tally.faults);
    console.log(
      `| ${[name, Math.round(perSecond), ...[latency.p50, latency.p97_5, latency.p99, latency.max].map((ms) => `${ms} ms`), `${(fared.cpuMs / sent).toFixed(2)} ms`, `${Math.round(fared.blockedMs)} ms`, tally.refreshes, tally.changed, versions].join(' | ')} |`,
    );
  }
for (const target of Object.values(targets)) target.stop();
rmSync(folder, { recursive: true });
for (const fault of faults.slice(0, 10)) console.error(fault);
console.log(`${faults.length} faults`);
exit(faults.length === 0 ? 0 : 1);
