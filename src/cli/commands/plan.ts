import type { Command } from 'commander';
import type { Plan, PlanBinding, PlanStep, SearchedPlan } from '../../index.js';
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
import { gather, splitQuery, wholeNumber } from '../options.js';
import { print, printJson, style } from '../terminal.js';
import { placeOf } from '../views.js';

interface PlanFlags extends EmbedderFlags {
  readonly available?: readonly string[];
  readonly depth?: number;
  readonly alternatives?: number;
  readonly json?: true;
}

/** `toolgraph plan`: what has to be called for a goal, in which order, and with what. */
export function define(command: Command): void {
  keptEmbedderOptions(command)
    .description('Plan the calls that a goal takes: in order, with the values that flow between them and why.')
    .usage('[options] <source...> <goal>')
    .argument('[source-and-goal...]', 'files, folders or URLs, and last the goal in plain words or the name of a tool')
    .option('--available <name>', 'an input, context key or tool whose value you have; may be repeated', gather)
    .option(
      '--depth <number>',
      'most steps between a producer and what was asked for (default 4)',
      wholeNumber('--depth'),
    )
    .option(
      '--alternatives <number>',
      'most other producers named for an input (default 2)',
      wholeNumber('--alternatives'),
    )
    .option('--json', 'print the plan as one JSON object')
    .addHelpText(
      'after',
      `
Examples:
  toolgraph plan openapi.yaml "cancel an order and refund it"
  toolgraph plan openapi.yaml deletePet --available petId
  toolgraph plan specs/ "merge the pull request" --json | jq -r '.steps[].tool'`,
    )
    .action(async (args: string[], flags: PlanFlags) => {
      const { sources, query } = splitQuery(args, 'plan');
      const secrets = new Secrets();
      const embedder = chosenEmbedder(flags, secrets);
      const loaded = await loadSources(sources);
      remarkFailures(loaded);
      const { graph } = loaded;
      const options = {
        ...(flags.available === undefined ? {} : { available: flags.available }),
        ...(flags.depth === undefined ? {} : { maxDepth: flags.depth }),
        ...(flags.alternatives === undefined ? {} : { maxAlternatives: flags.alternatives }),
      };
      const withModel = embedder !== undefined && (await embedForOnce(graph, embedder, secrets, flags.vectors));
      const plan: SearchedPlan = withModel ? await graph.searchPlan(query, options) : graph.plan(query, options);
      remarkNotes(plan.notes, secrets);
      if (flags.json === true) printJson(planView(query, plan));
      else print(planText(plan));
    });
}

/** What `plan --json` prints. */
function planView(goal: string, plan: Plan): object {
  return {
    goal,
    targets: plan.targets.map((tool) => tool.name),
    steps: plan.steps.map(({ step, tool, bindings, reason }) => ({
      step,
      tool: tool.name,
      source: tool.source.id,
      bindings,
      reason,
    })),
    slots: plan.slots,
    cycles: plan.cycles,
    cut: plan.cut,
    emptyReason: plan.emptyReason ?? null,
  };
}

function planText(plan: Plan): string {
  if (plan.steps.length === 0) return plan.emptyReason?.message ?? 'There is nothing to plan.';
  const lines = plan.steps.flatMap((step) => stepLines(step, plan));
  for (const cycle of plan.cycles) lines.push(style.yellow(`circle, not closed: ${cycle.join(' → ')}`));
  if (plan.cut) lines.push(style.yellow('cut: producers further away were not looked for; raise --depth'));
  return lines.join('\n');
}

function stepLines({ step, tool, bindings, reason }: PlanStep, plan: Plan): string[] {
  const supplied = plan.slots.filter((slot) => slot.tool === tool.name);
  return [
    `${style.dim(String(step).padStart(2))}  ${style.bold(style.cyan(tool.name))}  ${style.dim(placeOf(tool))}`,
    `    ${oneLine(reason)}`,
    ...bindings.map((binding) => `    ${oneLine(bindingText(binding))}`),
    ...supplied.map((slot) => `    ${oneLine(`.${slot.input} from you (${slot.class})`)}`),
  ];
}

function bindingText({ text, fanOut, confidence, alternatives }: PlanBinding): string {
  const choice = fanOut ? '; choose one, or run for each' : '';
  const others = alternatives.length === 0 ? '' : `; or from ${alternatives.join(', ')}`;
  return `${text}  ${Math.round(confidence * 100)} %${choice}${others}`;
}
