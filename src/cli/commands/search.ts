import type { Command } from 'commander';
import type { Ranking } from '../../index.js';
import { Secrets } from '../../service/index.js';
import {
  chosenEmbedder,
  type EmbedderFlags,
  embedForOnce,
  keptEmbedderOptions,
  remarkNotes,
} from '../embedder-choice.js';
import { explanationLines } from '../explanation.js';
import { loadSources, remarkFailures } from '../load-sources.js';
import { gather, positiveInteger, share, splitQuery } from '../options.js';
import { print, printJson, style, table } from '../terminal.js';
import { firstSentence, placeOf } from '../views.js';

interface SearchFlags extends EmbedderFlags {
  readonly k: number;
  readonly explain?: true;
  readonly json?: true;
  readonly prerequisites: boolean;
  readonly source?: readonly string[];
  readonly tag?: readonly string[];
  readonly minRelevance?: number;
}

/** `toolgraph search`: the main job on the command line. */
export function define(command: Command): void {
  keptEmbedderOptions(command)
    .description('Find the tools that a request needs and the tools that must run first to supply their inputs.')
    .usage('[options] <source...> <query>')
    .argument('[source-and-query...]', 'files, folders or URLs, and last the request in plain words')
    .option('-k <number>', 'how many tools to return', positiveInteger('-k'), 5)
    .option('--explain', 'say for each tool why it is there')
    .option('--json', 'print the scored tools as one JSON object')
    .option('--no-prerequisites', 'rank by the request alone, without the tools that must run first')
    .option('--source <id>', 'only tools of this source; may be repeated', gather)
    .option(
      '--min-relevance <number>',
      'answer nothing when no tool is this relevant, 0 (whatever matches) to 1',
      share('--min-relevance'),
    )
    .option('--tag <tag>', 'only tools with this tag; may be repeated', gather)
    .addHelpText(
      'after',
      `
Examples:
  toolgraph search openapi.yaml "cancel an order"
  toolgraph search specs/ "refund the customer" -k 3 --explain
  toolgraph search catalog.json "open an issue" --json | jq -r '.tools[].name'
  toolgraph search specs/ "give the money back" --embedder http://localhost:11434/v1 --embedder-model nomic-embed-text
  toolgraph search specs/ "give the money back" --embedder energetic --vectors specs.vectors`,
    )
    .action(async (args: string[], flags: SearchFlags) => {
      const { sources, query } = splitQuery(args, 'search');
      const secrets = new Secrets();
      const embedder = chosenEmbedder(flags, secrets);
      const loaded = await loadSources(sources);
      remarkFailures(loaded);
      const { graph } = loaded;
      const options = {
        prerequisites: flags.prerequisites,
        ...(flags.source === undefined ? {} : { sources: flags.source }),
        ...(flags.minRelevance === undefined ? {} : { minRelevance: flags.minRelevance }),
        ...(flags.tag === undefined ? {} : { tags: flags.tag }),
      };
      const withModel = embedder !== undefined && (await embedForOnce(graph, embedder, secrets, flags.vectors));
      const hits = withModel
        ? await graph.search(query, flags.k, options)
        : graph.retrieveWithScores(query, flags.k, options);
      remarkNotes(hits.notes, secrets);
      if (flags.json === true) printJson(searchView(query, hits));
      else if (hits.length === 0) print(hits.emptyReason?.message ?? 'Nothing matches.');
      else print(hitTable(hits, flags.explain === true ? 'full' : 'none'));
    });
}

/** What `search --json` prints; `emptyReason` is null when there are tools. */
function searchView(query: string, hits: Ranking): object {
  const tools = hits.map(({ tool, score, relevance, role, explanation }) => ({
    name: tool.name,
    originalName: tool.originalName,
    role,
    score,
    relevance,
    source: tool.source.id,
    explanation,
  }));
  return { query, tools, emptyReason: hits.emptyReason ?? null };
}

/** The hits as a table; each followed by its summary or by every reason, as `reasons` says. */
export function hitTable(hits: Ranking, reasons: 'none' | 'summary' | 'full'): string {
  const rows = table(hits, [
    { title: '', cell: (hit) => String(hits.indexOf(hit) + 1), right: true, paint: style.dim },
    { title: 'tool', cell: (hit) => hit.tool.name, paint: (text) => style.bold(style.cyan(text)) },
    { title: 'role', cell: (hit) => hit.role },
    { title: 'score', cell: (hit) => hit.score.toFixed(2), right: true },
    { title: 'place', cell: (hit) => placeOf(hit.tool), paint: style.dim },
    { title: 'what it does', cell: (hit) => firstSentence(hit.tool.description) },
  ]);
  if (reasons === 'none') return rows;
  const [head = '', ...lines] = rows.split('\n');
  const explained = lines.flatMap((line, index) => {
    const hit = hits[index];
    const why = hit === undefined ? [] : explanationLines(hit).slice(0, reasons === 'full' ? undefined : 1);
    return [line, ...why.map((reason) => style.dim(`     ${reason}`))];
  });
  return [head, ...explained].join('\n');
}
