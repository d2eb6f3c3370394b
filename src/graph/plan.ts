import { ToolGraphError } from '../core/errors.js';
import type { ToolEdge } from '../core/tool-edge.js';
import type { ToolField, ToolSchema } from '../core/tool-schema.js';
import {
  type Binding,
  type Closure,
  type ClosureOptions,
  dependencyClosure,
  type LinkView,
  type UnresolvedInput,
} from './closure.js';
import { findingFirst, makingFirst } from './finding-first.js';

/** How a plan is made. */
export interface PlanOptions extends ClosureOptions {
  /**
   * How the things come by that are read, changed or deleted: `finding` looks for them, `making` prefers to make them.
   * Default `finding`; `making` for a request that speaks of a thing newly made.
   */
  readonly start?: 'finding' | 'making';
}

/** One value that flows between two steps. */
export interface PlanBinding {
  /** Number of the producing step, from 1. */
  readonly fromStep: number;
  /** Path in that step's output, lists as `[]`; `""` when the output is not documented. */
  readonly from: string;
  /** The input it fills. */
  readonly to: string;
  /** The output holds more than the input takes: choose one (`[0]` in `text`), or run this step for each. */
  readonly fanOut: boolean;
  readonly confidence: number;
  /** `step 1 .results[0].id → step 2 .person_id` */
  readonly text: string;
  /** Exposed names of other tools that could produce the value, best first. */
  readonly alternatives: readonly string[];
}

/** One call of a plan. */
export interface PlanStep {
  /** From 1. */
  readonly step: number;
  readonly tool: ToolSchema;
  readonly bindings: readonly PlanBinding[];
  /** Why the step is there, in one sentence. */
  readonly reason: string;
}

/** Calls in an order that can run, with what flows between them. */
export interface Plan {
  readonly targets: readonly ToolSchema[];
  readonly steps: readonly PlanStep[];
  /** Inputs the caller has to supply: the plan's slots. */
  readonly slots: readonly UnresolvedInput[];
  readonly cycles: readonly (readonly string[])[];
  /** True when depth or size stopped the search for producers. */
  readonly cut: boolean;
  /** Present when the plan was asked for by a request that no tool answers; the plan is then empty. */
  readonly emptyReason?: { readonly code: string; readonly message: string };
}

/**
 * Makes one plan for `targets`, in the order given as far as their dependencies allow. A step that several need runs
 * once, and a producer that runs anyway is taken before a new one that is hardly more certain.
 */
export function planFor(
  view: LinkView,
  targets: readonly ToolSchema[],
  { start = 'finding', ...options }: PlanOptions = {},
): Plan {
  if (start !== 'finding' && start !== 'making')
    throw new ToolGraphError('INVALID_OPTION', `start must be finding or making, not ${String(start)}.`);
  const wanted = new Set(targets.map((tool) => tool.name));
  const steps: PlanStep[] = [];
  const stepOf = new Map<string, number>();
  const slots: UnresolvedInput[] = [];
  const cycles = new Map<string, readonly string[]>();
  let cut = false;
  for (const target of targets) {
    const planned = new Set(stepOf.keys());
    const closure = dependencyClosure(startingBy(start, view, planned), target, options, planned);
    cut ||= closure.cut;
    for (const cycle of closure.cycles) cycles.set(cycle.join('\n'), cycle);
    slots.push(...closure.unresolved.filter((input) => !planned.has(input.tool)));
    for (const { tool, bindings } of closure.required) {
      if (stepOf.has(tool.name)) continue;
      const step = steps.length + 1;
      stepOf.set(tool.name, step);
      const bound = bindings.map((binding) => planBinding(view, binding, stepOf, tool));
      steps.push({ step, tool, bindings: bound, reason: reasonFor(tool, wanted, closure) });
    }
  }
  return { targets, steps, slots, cycles: [...cycles.values()], cut };
}

/** The view that a plan is made from: see {@link findingFirst} and {@link makingFirst}. */
function startingBy(start: 'finding' | 'making', view: LinkView, planned: ReadonlySet<string>): LinkView {
  const toolOf = (name: string) => view.catalog.get(name);
  const runsAnyway = (name: string) => planned.has(name);
  return {
    catalog: view.catalog,
    producersOf: (name) =>
      start === 'making'
        ? makingFirst(view.producersOf(name), toolOf)
        : findingFirst(view.producersOf(name), toolOf(name), { toolOf, runsAnyway, readers: true }),
  };
}

function planBinding(
  view: LinkView,
  { edge, alternatives }: Binding,
  stepOf: ReadonlyMap<string, number>,
  tool: ToolSchema,
): PlanBinding {
  const fromStep = stepOf.get(edge.producer) ?? 0;
  const { from, fanOut } = firstOfMany(edge, view.catalog.get(edge.producer), tool);
  const source = from === '' ? '(its result)' : from.startsWith('[') ? from : `.${from}`;
  const input = edge.to === '' ? '(before it)' : `.${edge.to}`;
  return {
    fromStep,
    from: edge.from,
    to: edge.to,
    fanOut,
    confidence: edge.confidence,
    text: `step ${fromStep} ${source} → step ${stepOf.get(tool.name) ?? 0} ${input}`,
    alternatives: [...new Set(alternatives.map((other) => other.producer))],
  };
}

/** The producer's path with a choice made, `[0]`, in each list around the value that the input cannot take. */
function firstOfMany(
  edge: ToolEdge,
  producer: ToolSchema | undefined,
  consumer: ToolSchema,
): { from: string; fanOut: boolean } {
  const given = depthOf(edge.from, producer?.produces ?? []);
  const taken = depthOf(edge.to, consumer.consumes);
  let choices = Math.max(0, given - taken);
  const fanOut = choices > 0 && edge.from.includes('[]');
  const from = edge.from.replaceAll('[]', () => (choices-- > 0 ? '[0]' : '[]'));
  return { from, fanOut };
}

/** How many lists lie between the root and a single value at `path`. */
function depthOf(path: string, fields: readonly ToolField[]): number {
  const isList = fields.some((field) => field.path === path && field.type === 'array');
  return path.split('[]').length - 1 + (isList ? 1 : 0);
}

function reasonFor(tool: ToolSchema, wanted: ReadonlySet<string>, closure: Closure): string {
  const serves = closure.required.flatMap(({ bindings }) =>
    bindings.map(({ edge }) => edge).filter((edge) => edge.producer === tool.name),
  );
  const edge = serves[0];
  if (wanted.has(tool.name) || edge === undefined) return `${tool.name} is what was asked for.`;
  const inputs = [...new Set(serves.map((other) => `${other.to || 'a result'} of ${other.consumer}`))].join(', ');
  const why = edge.evidence[0]?.detail ?? 'linked';
  return `${tool.name} supplies ${inputs}: ${why}${/[.!?]$/.test(why) ? '' : '.'}`;
}
