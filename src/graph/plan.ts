import type { ToolEdge } from '../core/tool-edge.js';
import type { ToolSchema } from '../core/tool-schema.js';
import { type ClosureOptions, dependencyClosure, type LinkView, type UnresolvedInput } from './closure.js';
import { subjectOf } from './entity.js';

/** How a plan is made. */
export interface PlanOptions extends ClosureOptions {}

/** One value that flows between two steps. */
export interface PlanBinding {
  /** Number of the producing step, from 1. */
  readonly fromStep: number;
  /** Path in that step's output; `""` when the output is not documented. */
  readonly from: string;
  /** The input it fills. */
  readonly to: string;
  /** The output holds many and the input takes one: choose one, or run this step for each. */
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
}

/** Makes one plan for `targets`, in the order given as far as their dependencies allow; shared steps run once. */
export function planFor(view: LinkView, targets: readonly ToolSchema[], options: PlanOptions = {}): Plan {
  const wanted = new Set(targets.map((tool) => tool.name));
  const steps: PlanStep[] = [];
  const stepOf = new Map<string, number>();
  const slots = new Map<string, UnresolvedInput>();
  const cycles: (readonly string[])[] = [];
  let cut = false;
  for (const target of targets) {
    const closure = dependencyClosure(preferFinding(view, target), target, options);
    cut ||= closure.cut;
    cycles.push(...closure.cycles);
    for (const input of closure.unresolved) slots.set(`${input.tool}\n${input.input}`, input);
    for (const { tool, bindings } of closure.required) {
      if (stepOf.has(tool.name)) continue;
      const step = steps.length + 1;
      stepOf.set(tool.name, step);
      const bound = bindings.map(({ edge, alternatives }) =>
        planBinding(edge, alternatives, stepOf.get(edge.producer) ?? 0, step, tool),
      );
      const serves = closure.required.flatMap((other) =>
        other.bindings.filter(({ edge }) => edge.producer === tool.name),
      );
      steps.push({
        step,
        tool,
        bindings: bound,
        reason: reasonFor(
          tool,
          wanted,
          serves.map(({ edge }) => edge),
        ),
      });
    }
  }
  return { targets, steps, slots: [...slots.values()], cycles, cut };
}

/**
 * Reading, changing or deleting a thing starts by finding it, not by making one: for such targets creating producers
 * come after all others, and are left out where the input has another.
 */
function preferFinding(view: LinkView, target: ToolSchema): LinkView {
  const kind = subjectOf(target).kind;
  if (kind === 'create' || kind === 'action') return view;
  return {
    catalog: view.catalog,
    producersOf: (name) => {
      const edges = view.producersOf(name);
      const makes = (edge: ToolEdge) => {
        const tool = view.catalog.get(edge.producer);
        return tool !== undefined && subjectOf(tool).kind === 'create' && edge.evidence[0]?.kind !== 'declared';
      };
      return edges.filter((edge) => !makes(edge) || !edges.some((other) => other.to === edge.to && !makes(other)));
    },
  };
}

function planBinding(
  edge: ToolEdge,
  alternatives: readonly ToolEdge[],
  fromStep: number,
  step: number,
  tool: ToolSchema,
): PlanBinding {
  const takesMany =
    edge.to.includes('[]') || tool.consumes.some((field) => field.path === edge.to && field.type === 'array');
  const fanOut = edge.from.includes('[]') && !takesMany;
  const from = fanOut ? edge.from.replaceAll('[]', '[0]') : edge.from;
  const source = from === '' ? '(its result)' : from.startsWith('[') ? from : `.${from}`;
  return {
    fromStep,
    from: edge.from,
    to: edge.to,
    fanOut,
    confidence: edge.confidence,
    text: `step ${fromStep} ${source} → step ${step} .${edge.to}`,
    alternatives: [...new Set(alternatives.map((other) => other.producer))],
  };
}

function reasonFor(tool: ToolSchema, wanted: ReadonlySet<string>, serves: readonly ToolEdge[]): string {
  const edge = serves[0];
  if (wanted.has(tool.name) || edge === undefined) return `${tool.name} is what was asked for.`;
  const inputs = [...new Set(serves.map((other) => `${other.to || 'a result'} of ${other.consumer}`))].join(', ');
  return `${tool.name} supplies ${inputs}: ${edge.evidence[0]?.detail ?? 'linked'}.`;
}
