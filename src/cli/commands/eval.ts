import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import {
  type Dataset,
  type Evaluation,
  evaluate,
  loadDatasets,
  messageOf,
  type RankingMetrics,
  type Share,
  ToolGraph,
  ToolGraphError,
} from '../../index.js';
import { cutoffs, positiveInteger } from '../options.js';
import { packageVersion } from '../package-root.js';
import { count, print, printJson, progress, remark, style, table } from '../terminal.js';

interface EvalFlags {
  readonly k: readonly number[];
  readonly json?: string;
  readonly flat?: true;
  readonly specs?: true;
  readonly split?: string;
  readonly maxQueries: number;
}

/** `toolgraph eval`: how good the ranking is on judged queries, with the flat ranking beside it. */
export function define(command: Command): void {
  command
    .description(
      'Measure the ranking on evaluation sets: folders with queries.jsonl beside tools.jsonl or specs/. ' +
        'The flat ranking of the same engine stands beside it.',
    )
    .argument('<folder...>', 'evaluation sets')
    .option('-k <number>', 'cutoff of the metrics; several as 5,10', cutoffs, [5, 10])
    .option('--json <file>', 'also write all figures and one row a query to a file; "-" prints only that')
    .option('--specs', 'take the catalog from specs/ where the set has tools.jsonl as well')
    .option('--split <name>', 'only the queries of one split')
    .option(
      '--max-queries <number>',
      'of a larger set every n-th query, this many at most',
      positiveInteger('--max-queries'),
      400,
    )
    .option('--flat', 'only the flat ranking: text alone, without prerequisites')
    .addHelpText(
      'after',
      `
R: gold tools found in the top k. C: queries with all of them there. nDCG, mAP, MRR: how high they stand.
p50, p95: milliseconds a query. Queries that need several tools have rows of their own where a set has others too.
Where a folder has producers.jsonl or edges.jsonl, a second table compares the edges with them, three an input.

Examples:
  toolgraph eval datasets/shop
  toolgraph eval datasets/* -k 3,5,10 --json results.json
  toolgraph eval datasets/shop --json - | jq '.evaluations[].rows[] | select(.complete[1] == 0)'`,
    )
    .action(async (folders: string[], flags: EvalFlags) => {
      const evaluations: Evaluation[] = [];
      for (const folder of folders) evaluations.push(...(await evaluateFolder(folder, flags)));
      progress('');
      for (const evaluation of evaluations) remarkUnknownGold(evaluation);
      if (flags.json === '-') printJson(report(evaluations));
      else {
        print(figures(evaluations, flags.flat === true));
        if (flags.json !== undefined) writeReport(flags.json, evaluations);
      }
    });
}

/** The sets of one folder share a catalog, so it is taken in once. */
async function evaluateFolder(folder: string, flags: EvalFlags): Promise<Evaluation[]> {
  progress(`reading ${folder} …`);
  const datasets = loadDatasets(folder);
  const [first] = datasets;
  if (first === undefined) return [];
  const graph = await catalogOf(first, flags.specs === true);
  return datasets.map((dataset) => {
    progress(`${dataset.name}: ${dataset.queries.length} queries over ${graph.tools.length} tools …`);
    return evaluate(graph, dataset, {
      k: flags.k,
      maxQueries: flags.maxQueries,
      ...(flags.split === undefined ? {} : { split: flags.split }),
      ...(flags.flat === true ? { retrieve: { prerequisites: false } } : {}),
    });
  });
}

async function catalogOf(dataset: Dataset, fromSpecs: boolean): Promise<ToolGraph> {
  const graph = new ToolGraph();
  if (dataset.tools.length > 0 && !(fromSpecs && dataset.specs.length > 0)) graph.ingestTools(dataset.tools);
  else for (const spec of dataset.specs) await graph.ingestOpenApi(spec);
  return graph;
}

function remarkUnknownGold({ dataset, rows }: Evaluation): void {
  const unknown = [...new Set(rows.flatMap((row) => row.unknownGold))];
  if (unknown.length === 0) return;
  const shown = `${unknown.slice(0, 5).join(', ')}${unknown.length > 5 ? ', …' : ''}`;
  remark(
    `toolgraph: ${dataset}: ${unknown.length} gold names are no tool of the catalog and count as missed: ${shown}`,
  );
}

interface Line {
  readonly dataset: string;
  readonly size: string;
  readonly ranking: string;
  readonly metrics: RankingMetrics;
}

function figures(evaluations: readonly Evaluation[], flatOnly: boolean): string {
  const lines = evaluations.flatMap(({ dataset, tools, queries, ranked, flat, severalTools }): Line[] => [
    ...pair(dataset, `${count(tools)} / ${count(queries)}`, { ranked, flat }, flatOnly),
    ...(severalTools === undefined ? [] : pair('  several tools', count(severalTools.queries), severalTools, flatOnly)),
  ]);
  const empty = evaluations.filter(({ queries }) => queries === 0).map(({ dataset }) => dataset);
  const reason = empty.length === 0 ? [] : [`No queries to measure in ${empty.join(', ')}: all figures are 0.`];
  return [metricsTable(lines), ...edgesTable(evaluations), ...reason].join('\n\n');
}

function pair(
  dataset: string,
  size: string,
  { ranked, flat }: { readonly ranked: RankingMetrics; readonly flat: RankingMetrics },
  flatOnly: boolean,
): Line[] {
  if (flatOnly) return [{ dataset, size, ranking: 'flat', metrics: flat }];
  return [
    { dataset, size, ranking: 'graph', metrics: ranked },
    { dataset: '', size: '', ranking: 'flat', metrics: flat },
  ];
}

/** How the edges compare with labelled producers and known links, where sets have them. */
function edgesTable(evaluations: readonly Evaluation[]): string[] {
  const lines = evaluations.flatMap(({ dataset, edges }) => (edges === undefined ? [] : [{ dataset, edges }]));
  if (lines.length === 0) return [];
  const share = ({ part, whole }: Share): string =>
    whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} (${count(part)}/${count(whole)})`;
  const judged = table(lines, [
    { title: 'edges of', cell: (line) => line.dataset, paint: style.cyan },
    { title: 'a tool', cell: (line) => line.edges.edgesPerTool.toFixed(2), right: true },
    { title: 'first right', cell: (line) => share(line.edges.firstRight), right: true },
    { title: 'right of drawn', cell: (line) => share(line.edges.rightOfDrawn), right: true },
    { title: 'edge recall', cell: (line) => share(line.edges.found), right: true },
    { title: 'known links found', cell: (line) => share(line.edges.linksFound), right: true },
  ]);
  return [judged];
}

function metricsTable(lines: readonly Line[]): string {
  const ks = lines[0]?.metrics.at.map(({ k }) => k) ?? [];
  const share = (value: number | undefined): string => ((value ?? 0) * 100).toFixed(1);
  return table(lines, [
    { title: 'set', cell: (line) => line.dataset, paint: style.cyan },
    { title: 'tools / queries', cell: (line) => line.size, right: true },
    { title: 'ranking', cell: (line) => line.ranking },
    ...ks.flatMap((k, index) => [
      { title: `R@${k}`, cell: (line: Line) => share(line.metrics.at[index]?.recall), right: true },
      { title: `C@${k}`, cell: (line: Line) => share(line.metrics.at[index]?.complete), right: true },
      { title: `nDCG@${k}`, cell: (line: Line) => share(line.metrics.at[index]?.ndcg), right: true },
      { title: `mAP@${k}`, cell: (line: Line) => share(line.metrics.at[index]?.averagePrecision), right: true },
    ]),
    { title: 'MRR', cell: (line) => share(line.metrics.mrr), right: true },
    { title: 'p50', cell: (line) => line.metrics.latencyMs.p50.toFixed(2), right: true },
    { title: 'p95', cell: (line) => line.metrics.latencyMs.p95.toFixed(2), right: true },
  ]);
}

function report(evaluations: readonly Evaluation[]): object {
  return { toolgraph: packageVersion(), node: process.version, evaluations };
}

function writeReport(path: string, evaluations: readonly Evaluation[]): void {
  try {
    writeFileSync(path, `${JSON.stringify(report(evaluations), null, 2)}\n`);
  } catch (thrown) {
    throw new ToolGraphError(
      'SOURCE_UNREADABLE',
      `cannot write ${path} (${messageOf(thrown, 120)}) — check that its folder exists and may be written.`,
      { cause: thrown },
    );
  }
}
