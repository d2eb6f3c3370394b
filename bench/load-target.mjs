/**
 * The process that bench/service-load.mjs loads. `service FILE…`: toolgraph over the files; `empty`: Hono with one
 * route that answers nothing but a constant. Says its address, and at every line on standard input how it fared since.
 */
import { createRequire } from 'node:module';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { argv, cpuUsage, memoryUsage, stdin, stdout } from 'node:process';
import { pathToFileURL } from 'node:url';
import { serviceSource } from '../dist/src/cli/service-sources.js';
import { ToolService } from '../dist/src/service/index.js';

const [, , kind, ...files] = argv;
const fromLibrary = createRequire(new URL('../package.json', import.meta.url));
const load = (name) => import(pathToFileURL(fromLibrary.resolve(name)).href);

async function emptyRoute() {
  const [{ Hono }, { serve }] = await Promise.all([load('hono'), load('@hono/node-server')]);
  const app = new Hono();
  app.post('/search', (context) => context.json({ tools: [] }));
  return new Promise((resolve) => {
    serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => resolve(`http://127.0.0.1:${port}`));
  });
}

async function service() {
  const { url, host } = await ToolService.start({
    sources: files.map((file) => serviceSource(file)),
    port: 0,
    logLevel: 'error',
  });
  host.graph.retrieveWithScores('anything', 1);
  return url;
}

const url = await (kind === 'empty' ? emptyRoute() : service());
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let before = cpuUsage();
stdin.on('data', () => {
  const { user, system } = cpuUsage(before);
  const report = { cpuMs: (user + system) / 1000, blockedMs: delay.max / 1e6, rssMb: memoryUsage.rss() / 1e6 };
  delay.reset();
  before = cpuUsage();
  stdout.write(`${JSON.stringify(report)}\n`);
});
stdin.on('end', () => process.exit(0));
stdout.write(`${JSON.stringify({ url })}\n`);
