import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Command } from 'commander';
import { definitionTokens, type Ranking } from '../../index.js';
import { type LoadedSources, loadSources, remarkFailures } from '../load-sources.js';
import { commandName, packageRoot } from '../package-root.js';
import { count, plural, print, style } from '../terminal.js';
import { tokensOf } from '../views.js';
import { hitTable } from './search.js';

const bundled = {
  folder: join(packageRoot, 'datasets', 'shop', 'specs'),
  query: 'cancel the order of a customer and refund the payment',
} as const;
const topK = 5;

/** `toolgraph demo`: the main job on one page, on the bundled shop or on the reader's own source. */
export function define(command: Command): void {
  command
    .description('Show one request answered: its tools, why they are there, what must run first, and the tokens saved.')
    .usage('[source...] [query]')
    .argument('[source-and-query...]', 'files, folders or URLs, and last the request; default: the bundled shop API')
    .addHelpText(
      'after',
      `
Examples:
  toolgraph demo
  toolgraph demo "where is my parcel?"
  toolgraph demo openapi.yaml "cancel an order"`,
    )
    .action(async (args: string[]) => {
      const { sources, query } = splitDemo(args);
      const loaded = await loadSources(sources);
      remarkFailures(loaded);
      print([headline(loaded), ...answer(loaded, query), nextSteps(sources, query)].join('\n\n'));
    });
}

/** One argument alone is a source when it exists or is an address, otherwise a request to the bundled catalog. */
function splitDemo(args: readonly string[]): { sources: readonly string[]; query: string | undefined } {
  const [first] = args;
  if (first === undefined) return { sources: [bundled.folder], query: bundled.query };
  if (args.length > 1) return { sources: args.slice(0, -1), query: args.at(-1) };
  const isSource = existsSync(first) || /^https?:\/\/|\.(json|jsonl|ya?ml|py|[cm]?[jt]s)$/i.test(first);
  return isSource ? { sources: [first], query: undefined } : { sources: [bundled.folder], query: first };
}

function headline({ graph, elapsedMs }: LoadedSources): string {
  const titles = graph.sources.map((id) => graph.tools.find((tool) => tool.source.id === id)?.source.title ?? id);
  const names =
    titles.length > 3 ? `${titles.slice(0, 3).join(', ')} and ${titles.length - 3} more` : titles.join(', ');
  return `${style.bold(names)}: ${plural(graph.tools.length, 'tool')}, ${plural(graph.edges().length, 'edge')} from producer to consumer, read in ${count(elapsedMs)} ms`;
}

function answer({ graph }: LoadedSources, query: string | undefined): string[] {
  if (query === undefined)
    return [`Sending all of them costs ${count(tokensOf(graph.tools))} tokens in every request.`];
  const started = performance.now();
  const hits = graph.retrieveWithScores(query, topK);
  const elapsedMs = performance.now() - started;
  const asked = `${style.dim('request')}  ${style.bold(`"${query}"`)}`;
  if (hits.length === 0) return [asked, hits.emptyReason?.message ?? 'Nothing matches.'];
  return [asked, hitTable(hits, 'summary'), savings(hits, tokensOf(graph.tools), elapsedMs)];
}

function savings(hits: Ranking, all: number, elapsedMs: number): string {
  const sent = hits.reduce((sum, hit) => sum + definitionTokens(hit.tool), 0);
  const saved = all === 0 ? 0 : Math.floor((1 - sent / all) * 100);
  return (
    `${style.green(`${count(sent)} tokens instead of ${count(all)}: ${saved} % saved`)} ` +
    `(estimate), answered in ${elapsedMs.toFixed(1)} ms without a model.`
  );
}

function nextSteps(sources: readonly string[], query: string | undefined): string {
  const command = commandName();
  const source = sources.map((path) => quoted(shortPath(path))).join(' ');
  const request = quoted(query ?? 'what you want to do');
  const steps = [
    ['every reason for every tool', `${command} search ${source} ${request} --explain`],
    ['what was found, repaired and left out', `${command} inspect ${source}`],
    ['the same on your own source', `${command} demo openapi.yaml "what you want to do"`],
  ];
  return ['Next:', ...steps.map(([what, line]) => `  ${style.dim(`# ${what}`)}\n  ${line}`)].join('\n');
}

function shortPath(path: string): string {
  if (/^https?:/i.test(path)) return path;
  const near = relative(process.cwd(), path);
  return near === '' ? '.' : near.length < path.length && !near.startsWith('..') ? near : path;
}

function quoted(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
