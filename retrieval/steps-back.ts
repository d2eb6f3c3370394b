import { compareCodeUnits } from '../src/core/names.js';
import type { ToolEdge } from '../src/core/tool-edge.js';
import type { ToolSchema } from '../src/core/tool-schema.js';
import { strengthOf } from '../src/graph/confidence.js';
import { isRequired, isSayable } from '../src/graph/demand.js';

/**
 * What steps back are worth; found on all dev sets at once, on either half of their queries. `minStrength`: edges below are
 * not followed. `discount`: what one step back costs, beside the edge's strength. `optional`: what is left where the input
 * may stay empty, and `sayable` where the user is likely to know its value: a repository's name is often in the request, an
 * opaque id never. `perInput`: producers of one input that may come, each lower place costing `lowerPlace`. A dependency
 * that a source declares is no guess: a step back costs next to nothing, `declaredStep`, and each further one of a tool
 * `declaredPlace` more. `perTool` and `declaredPerTool` bound the steps from one tool.
 */
const settings = {
  minStrength: 0.45,
  discount: 0.99,
  optional: 0.84,
  sayable: 0.82,
  perInput: 2,
  lowerPlace: 0.89,
  declaredStep: 0.998,
  declaredPlace: 0.002,
  perTool: 6,
  declaredPerTool: 12,
} as const;

/** May the edge bring a prerequisite? */
export function isCredible(edge: ToolEdge): boolean {
  return strengthOf(edge) >= settings.minStrength;
}

/** One step back over an edge, and what is left of a score after it. */
export interface StepBack {
  readonly edge: ToolEdge;
  readonly worth: number;
}

/**
 * The best edges into each input, each further one for the same input worth less, and the declared dependencies, each
 * further one worth a little less.
 */
export function stepsOver(edges: readonly ToolEdge[], consumer: ToolSchema | undefined): readonly StepBack[] {
  const places = new Map<string, { count: number; strength: number }>();
  const declared: StepBack[] = [];
  const inferred: StepBack[] = [];
  for (const edge of edges) {
    const strength = strengthOf(edge);
    if (strength < settings.minStrength) continue;
    if (isDeclared(edge)) {
      declared.push({ edge, worth: settings.declaredStep - settings.declaredPlace * declared.length });
      continue;
    }
    const { count, strength: before } = places.get(edge.to) ?? { count: 0, strength: 1 };
    if (count === settings.perInput) continue;
    // None overtakes one that is to be preferred.
    const trust = Math.min(before, strength);
    places.set(edge.to, { count: count + 1, strength: trust });
    const [required, sayable] = [isRequired(edge, consumer), isSayable(edge, consumer)];
    // Who knows the value of an option says it; a body is read before it is put back.
    if (!required && sayable && edge.to !== '') continue;
    const demand = (required ? 1 : settings.optional) * (sayable ? settings.sayable : 1);
    inferred.push({ edge, worth: settings.discount * trust * demand * settings.lowerPlace ** count });
  }
  inferred.sort((a, b) => b.worth - a.worth || compareCodeUnits(a.edge.producer, b.edge.producer));
  return [...declared.slice(0, settings.declaredPerTool), ...inferred.slice(0, settings.perTool)];
}

function isDeclared(edge: ToolEdge): boolean {
  return edge.evidence[0]?.kind === 'declared';
}
