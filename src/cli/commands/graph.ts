import { type Command, Option } from 'commander';
import { type GraphFormat, graphFormats, type SubgraphOptions, type ToolGraph, ToolGraphError } from '../../index.js';
import { UsageError } from '../failure.js';
import { loadSources, remarkFailures } from '../load-sources.js';
import { share, wholeNumber } from '../options.js';
import { remark } from '../terminal.js';
import { writeWhole } from '../write-whole.js';

interface GraphFlags {
  readonly format: GraphFormat;
  readonly tool?: string;
  readonly depth?: number;
  readonly plan?: string;
  readonly minConfidence?: number;
  readonly output: string;
}

/** `toolgraph graph`: the graph to look at, as a whole or in part. */
export function define(command: Command): void {
  command
    .description('Write the graph, the neighbourhood of one tool or a plan, for a diagram, a graph tool or a browser.')
    .argument('<source...>', 'files, folders or URLs')
    .addOption(new Option('--format <name>', 'how it is written').choices(graphFormats).default('mermaid'))
    .option('--tool <name>', 'only this tool and those around it')
    .option('--depth <number>', 'with --tool: how many edges away (default 1)', wholeNumber('--depth'))
    .option('--plan <goal>', 'only the steps of the plan for this goal, in plain words or the name of a tool')
    .option('--min-confidence <share>', 'without edges below this confidence, 0 to 1', share('--min-confidence'))
    .option('-o, --output <file>', 'where to write; "-" is standard output', '-')
    .addHelpText(
      'after',
      `
Examples:
  toolgraph graph openapi.yaml --format html -o graph.html
  toolgraph graph openapi.yaml --tool cancelOrder --depth 2
  toolgraph graph openapi.yaml --plan "refund a payment" --format dot | dot -Tsvg -o plan.svg`,
    )
    .action(async (sources: string[], flags: GraphFlags) => {
      if (flags.tool !== undefined && flags.plan !== undefined)
        throw new UsageError('--tool and --plan each choose a part of the graph; give one of them');
      if (flags.depth !== undefined && flags.tool === undefined)
        throw new UsageError('--depth counts from a tool; give --tool too');
      const loaded = await loadSources(sources);
      remarkFailures(loaded);
      const text = loaded.graph.exportGraph(flags.format, partOf(loaded.graph, flags));
      if (flags.output === '-') process.stdout.write(text);
      else {
        writeWhole(flags.output, text);
        remark(`${flags.format} → ${flags.output}`);
      }
    });
}

function partOf(graph: ToolGraph, { tool, depth, plan, minConfidence }: GraphFlags): SubgraphOptions {
  if (plan !== undefined) {
    const made = graph.plan(plan);
    if (made.steps.length === 0)
      throw new ToolGraphError('INVALID_ARGUMENT', `there is no plan to draw: ${made.emptyReason?.message ?? plan}`);
    return { plan: made };
  }
  return {
    ...(tool === undefined ? {} : { around: tool }),
    ...(depth === undefined ? {} : { depth }),
    ...(minConfidence === undefined ? {} : { minConfidence }),
  };
}
