import { type Command, Option } from 'commander';
import type { ProviderId, ToolBundle } from '../../index.js';
import { Secrets } from '../../service/index.js';
import {
  chosenEmbedder,
  type EmbedderFlags,
  embedForOnce,
  keptEmbedderOptions,
  remarkNotes,
} from '../embedder-choice.js';
import { oneLine } from '../failure.js';
import { loadSources, remarkFailures } from '../load-sources.js';
import { gather, positiveInteger, splitQuery, wholeNumber } from '../options.js';
import { count, plural, print, printJson, style, table } from '../terminal.js';
import { edgeView, firstSentence } from '../views.js';

interface BundleFlags extends EmbedderFlags {
  readonly k: number;
  readonly budget?: number;
  readonly provider: ProviderId;
  readonly available?: readonly string[];
  readonly project: boolean;
  readonly prerequisites: boolean;
  readonly json?: true;
}

/** `toolgraph bundle`: what to put into the `tools` field of a model call. */
export function define(command: Command): void {
  keptEmbedderOptions(command)
    .description('Choose the tools for a request and write their definitions for a provider, within a token budget.')
    .usage('[options] <source...> <query>')
    .argument('[source-and-query...]', 'files, folders or URLs, and last the request in plain words')
    .option(
      '--budget <tokens>',
      'most tokens that the definitions may cost (default: no limit)',
      wholeNumber('--budget'),
    )
    .addOption(
      new Option('--provider <name>', 'whose form the definitions have')
        .choices(['openai', 'anthropic', 'gemini', 'mcp', 'ai-sdk'])
        .default('openai'),
    )
    .option('-k <number>', 'most tools, prerequisites among them', positiveInteger('-k'), 10)
    .option('--available <name>', 'an input, context key or tool whose value you have; may be repeated', gather)
    .option('--no-prerequisites', 'only what the request itself asks for')
    .option('--no-project', 'take tools whole or not at all, without cutting their schemas')
    .option('--json', 'print the bundle with its definitions as one JSON object')
    .addHelpText(
      'after',
      `
Examples:
  toolgraph bundle openapi.yaml "cancel an order" --budget 800
  toolgraph bundle specs/ "refund the customer" --budget 2000 --provider anthropic --json | jq .definitions
  toolgraph bundle catalog.json "delete a pet" --available petId`,
    )
    .action(async (args: string[], flags: BundleFlags) => {
      const { sources, query } = splitQuery(args, 'bundle');
      const secrets = new Secrets();
      const embedder = chosenEmbedder(flags, secrets);
      const loaded = await loadSources(sources);
      remarkFailures(loaded);
      const { graph } = loaded;
      const options = {
        topK: flags.k,
        provider: flags.provider,
        project: flags.project,
        prerequisites: flags.prerequisites,
        ...(flags.budget === undefined ? {} : { tokenBudget: flags.budget }),
        ...(flags.available === undefined ? {} : { available: flags.available }),
      };
      const withModel = embedder !== undefined && (await embedForOnce(graph, embedder, secrets, flags.vectors));
      const bundle = withModel ? await graph.searchBundle(query, options) : graph.retrieve(query, options);
      remarkNotes(bundle.notes, secrets);
      if (flags.json === true) printJson(bundleView(bundle));
      else print(bundleText(bundle));
    });
}

/** What `bundle --json` prints. */
function bundleView(bundle: ToolBundle<ProviderId>): object {
  return {
    query: bundle.query,
    provider: bundle.provider,
    tokenizer: bundle.tokenizer,
    tokens: bundle.tokens,
    tokenBudget: bundle.tokenBudget ?? null,
    tools: bundle.tools.map(({ tool, role, score, cuts }) => ({
      name: tool.name,
      role,
      score,
      source: tool.source.id,
      cuts,
    })),
    edges: bundle.edges.map(edgeView),
    definitions: bundle.definitions ?? null,
    losses: bundle.losses,
    leftOut: bundle.leftOut,
    emptyReason: bundle.emptyReason ?? null,
  };
}

function bundleText(bundle: ToolBundle<ProviderId>): string {
  const limit = bundle.tokenBudget === undefined ? '' : ` of ${count(bundle.tokenBudget)}`;
  const head = `${plural(bundle.tools.length, 'tool')} for ${bundle.provider}: ${count(bundle.tokens)}${limit} tokens (${bundle.tokenizer})`;
  const rows = table(bundle.tools, [
    { title: 'tool', cell: ({ tool }) => tool.name, paint: (text) => style.bold(style.cyan(text)) },
    { title: 'role', cell: ({ role }) => role },
    { title: 'cuts', cell: ({ cuts }) => (cuts.length === 0 ? '' : String(cuts.length)), right: true },
    { title: 'what it does', cell: ({ sent }) => firstSentence(sent.description) },
  ]);
  const left = bundle.leftOut.map(({ message }) => `  ${oneLine(message)}`);
  return [
    bundle.emptyReason === undefined ? head : oneLine(bundle.emptyReason.message),
    ...(bundle.tools.length === 0 ? [] : [rows]),
    ...(left.length === 0 ? [] : [style.dim('left out:'), ...left]),
  ].join('\n');
}
