import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import {
  type Dataset,
  type Embedder,
  type Evaluation,
  evaluate,
  evaluateSearch,
  loadDatasets,
  messageOf,
  type RankingMetrics,
  type SearchEvaluation,
  type Share,
  ToolGraph,
  ToolGraphError,
} from '../../index.js';
import { Secrets } from '../../service/index.js';
import { chosenEmbedder, type EmbedderFlags, keptEmbedder, keptEmbedderOptions } from '../embedder-choice.js';
import { cutoffs, positiveInteger } from '../options.js';
import { packageVersion } from '../package-root.js';
import { count, print, printJson, progress, remark, style, table } from '../terminal.js';

interface EvalFlags extends EmbedderFlags {
  readonly k: readonly number[];
  readonly json?: string;
  readonly flat?: true;
  readonly specs?: true;
  readonly split?: string;
  readonly maxQueries: number;
}

/** `toolgraph eval`: how good the ranking is on judged queries, with the flat ranking beside it. */
export function define(command: Command): void {
  keptEmbedderOptions(command)
    .description(
      'Measure the ranking on evaluation sets: folders with queries.jsonl beside tools.jsonl or specs/. ' +
        'The flat ranking of the same engine stands beside it, and both with an embedding model where one is given.',
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
  toolgraph eval datasets/shop --embedder ./my-embedder.mjs
  toolgraph eval datasets/shop --json - | jq '.evaluations[].rows[] | select(.complete[1] == 0)'`,
    )
    .action(async (folders: string[], flags: EvalFlags) => {
      const evaluations: (Evaluation | SearchEvaluation)[] = [];
      const chosen = chosenEmbedder(flags, new Secrets());
      const kept = chosen === undefined ? undefined : await keptEmbedder(chosen, flags.vectors);
      try {
        for (const folder of folders) evaluations.push(...(await evaluateFolder(folder, flags, kept?.embedder)));
      } finally {
        kept?.keep();
      }
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
async function evaluateFolder(
  folder: string,
  flags: EvalFlags,
  embedder: Embedder | undefined,
): Promise<(Evaluation | SearchEvaluation)[]> {
  progress(`reading ${folder} …`);
  const datasets = loadDatasets(folder);
  const [first] = datasets;
  if (first === undefined) return [];
  const graph = await catalogOf(first, flags.specs === true);
  if (embedder !== undefined) await embedAll(graph, embedder, folder);
  const evaluations: (Evaluation | SearchEvaluation)[] = [];
  for (const dataset of datasets) {
    progress(`${dataset.name}: ${dataset.queries.length} queries over ${graph.tools.length} tools …`);
    const options = {
      k: flags.k,
      maxQueries: flags.maxQueries,
      ...(flags.split === undefined ? {} : { split: flags.split }),
      ...(flags.flat === true ? { retrieve: { prerequisites: false } } : {}),
    };
    const onProgress = ({ done, total }: { readonly done: number; readonly total: number }): void =>
      progress(`${dataset.name}: ${done} of ${total} queries with the model …`);
    evaluations.push(
      embedder === undefined
        ? evaluate(graph, dataset, options)
        : await evaluateSearch(graph, dataset, { ...options, search: { timeoutMs: longestWaitMs }, onProgress }),
    );
  }
  return evaluations;
}

/** A measurement waits for a slow model: what it would be without is measured beside. */
const longestWaitMs = 60_000;

/** Every tool must have a vector, or the figures would be those of another catalog. */
async function embedAll(graph: ToolGraph, embedder: Embedder, folder: string): Promise<void> {
  const { failed } = await graph.embedTools(embedder, {
    onProgress: ({ done, total }) => progress(`${folder}: embedding ${done} of ${total} texts …`),
  });
  const [first] = failed;
  if (first !== undefined)
    throw new ToolGraphError(
      'MODEL_FAILED',
      `${failed.length} tools of ${folder} could not be embedded (${first.tool}: ${first.reason}); run again when the model answers.`,
    );
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

function figures(evaluations: readonly (Evaluation | SearchEvaluation)[], flatOnly: boolean): string {
  const lines = evaluations.flatMap((evaluation): Line[] => {
    const { dataset, tools, queries, severalTools } = evaluation;
    const model = 'withModels' in evaluation ? evaluation.withModels : undefined;
    const all = { ...evaluation, model };
    const several = severalTools && { ...severalTools, model: model?.severalTools };
    return [
      ...together(dataset, `${count(tools)} / ${count(queries)}`, all, flatOnly),
      ...(several === undefined ? [] : together('  several tools', count(several.queries), several, flatOnly)),
    ];
  });
  const empty = evaluations.filter(({ queries }) => queries === 0).map(({ dataset }) => dataset);
  const reason = empty.length === 0 ? [] : [`No queries to measure in ${empty.join(', ')}: all figures are 0.`];
  return [metricsTable(lines), ...edgesTable(evaluations), ...reason].join('\n\n');
}

interface Rankings {
  readonly ranked: RankingMetrics;
  readonly flat: RankingMetrics;
}

/** The lines of one set: each ranking, and below it the same with the model. */
function together(
  dataset: string,
  size: string,
  { ranked, flat, model }: Rankings & { readonly model: Rankings | undefined },
  flatOnly: boolean,
): Line[] {
  const graph = [
    { ranking: 'graph', metrics: ranked },
    ...(model === undefined ? [] : [{ ranking: '+ model', metrics: model.ranked }]),
  ];
  const text = [
    { ranking: 'flat', metrics: flat },
    ...(model === undefined ? [] : [{ ranking: '+ model', metrics: model.flat }]),
  ];
  return [...(flatOnly ? [] : graph), ...text].map((line, at) =>
    at === 0 ? { dataset, size, ...line } : { dataset: '', size: '', ...line },
  );
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
