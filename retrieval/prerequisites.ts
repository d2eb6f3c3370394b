import { compareCodeUnits } from '../src/core/names.js';
import type { ToolEdge } from '../src/core/tool-edge.js';
import type { ToolSchema } from '../src/core/tool-schema.js';
import { strengthOf } from '../src/graph/confidence.js';
import { isRequired, isSayable } from '../src/graph/demand.js';
import { type Explanation, type ScoredTool, scoredTool } from './scored-tool.js';

/** What placing prerequisites asks of its surroundings. */
export interface PrerequisiteContext {
  /** Edges into a tool, those to be preferred first. */
  readonly producersOf: (name: string) => readonly ToolEdge[];
  /** The tool of that name when it passes the query's filters. */
  readonly accepts: (name: string) => ToolSchema | undefined;
  /** The tool of that name. */
  readonly toolOf: (name: string) => ToolSchema | undefined;
  readonly explain: (edges: readonly ToolEdge[]) => Explanation;
}

/**
 * How prerequisites share the topK; found on all dev sets at once, on either half of their queries. `leading` and
 * `relative`: a target brings its producers when it is among the first ten and scores at least 0.55 of the best.
 * `minStrength`: edges below are not followed. `discount`: what one step back costs, beside the edge's strength.
 * `optional`: what is left where the input may stay empty, and `sayable` where the user is likely to know its value:
 * a repository's name is often in the request, an opaque id never. `perInput`: producers of one input that may come,
 * each lower place costing `lowerPlace`. A dependency that a source declares is no guess: a step back costs next to
 * nothing, `declaredStep`, and each further one of a tool `declaredPlace` more. `perTool`, `declaredPerTool`, `depth`
 * and `expanded` bound the walk.
 */
const settings = {
  leading: 10,
  relative: 0.55,
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
  depth: 5,
  expanded: 64,
} as const;

/** Targets that have to be ranked before prerequisites can be placed, whatever the topK. */
export const leadingTargets: number = settings.leading;

/** May the edge bring a prerequisite? */
export function isCredible(edge: ToolEdge): boolean {
  return strengthOf(edge) >= settings.minStrength;
}

/** The targets whose producers are brought along: those of the leading ones that score near the best. */
export function strongTargets(targets: readonly ScoredTool[]): readonly ScoredTool[] {
  const least = settings.relative * (targets[0]?.score ?? 0);
  return targets.slice(0, settings.leading).filter(({ score }) => score >= least);
}

/** The edges that are still needed by a caller who has `available`: inputs, context keys, or outputs of tools. */
export function withoutAvailable(edges: readonly ToolEdge[], available: ReadonlySet<string>): readonly ToolEdge[] {
  if (available.size === 0) return edges;
  const filled = new Set(edges.filter(({ producer, to }) => to !== '' && available.has(producer)).map(({ to }) => to));
  return edges.filter(
    ({ producer, to }) =>
      !available.has(producer) && !filled.has(to) && !available.has(to) && !available.has(lastName(to)),
  );
}

function lastName(path: string): string {
  return path.split('.').at(-1)?.replaceAll('[]', '') ?? path;
}

interface Needed {
  readonly tool: ToolSchema;
  /** Edges into the tools that need it, the one that gave the score first. */
  readonly edges: ToolEdge[];
  score: number;
}

/**
 * Lets the producers that the leading targets need into the ranking, transitively, and cuts it to `limit`. For each
 * input the most credible producers count. Its score is that of the tool it serves times the edge's strength times
 * a discount: it never stands above the tool that needs it, and only displaces targets that match less. A target that
 * is a producer as well keeps the better of both scores.
 */
export function placePrerequisites(
  targets: readonly ScoredTool[],
  limit: number,
  context: PrerequisiteContext,
): readonly ScoredTool[] {
  const needed = collectNeeded(targets, context);
  if (needed.size === 0) return targets.slice(0, limit);
  const direct = new Set(targets.slice(0, limit).map((target) => target.tool.name));
  const first = targets[0] as ScoredTool;
  const shareOf = (score: number): number => Math.min(1, first.relevance * (score / first.score));
  const placed = targets.map((target) => {
    const need = needed.get(target.tool.name);
    if (need === undefined || need.score <= target.score) return target;
    const role = direct.has(target.tool.name) ? 'target' : 'prerequisite';
    return scoredTool(target.tool, need.score, Math.max(target.relevance, shareOf(need.score)), role, () =>
      joinExplanations(target.explanation, context.explain(need.edges)),
    );
  });
  const known = new Set(targets.map((target) => target.tool.name));
  for (const [name, need] of needed) {
    if (!known.has(name))
      placed.push(
        scoredTool(need.tool, need.score, shareOf(need.score), 'prerequisite', () => context.explain(need.edges)),
      );
  }
  return placed.sort((a, b) => b.score - a.score || compareCodeUnits(a.tool.name, b.tool.name)).slice(0, limit);
}

/** A tool whose producers are to be looked at, with the best score that reached it. */
interface Frontier {
  readonly name: string;
  readonly score: number;
  readonly steps: number;
}

/**
 * Walks back from the leading targets, always from the tool with the best score next, so that each is looked at once
 * and from the best way to it: a weak target that a strong one needs counts as needed by the strong one.
 */
function collectNeeded(targets: readonly ScoredTool[], context: PrerequisiteContext): Map<string, Needed> {
  const needed = new Map<string, Needed>();
  const frontier = new Map<string, Frontier>();
  for (const { tool, score } of strongTargets(targets)) frontier.set(tool.name, { name: tool.name, score, steps: 0 });
  const done = new Set<string>();
  while (frontier.size > 0 && done.size < settings.expanded) {
    const next = bestOf(frontier.values());
    frontier.delete(next.name);
    done.add(next.name);
    if (next.steps === settings.depth) continue;
    for (const { edge, worth } of mostCredible(context.producersOf(next.name), context.toolOf(next.name))) {
      const score = next.score * worth;
      if (!note(needed, edge, score, context) || done.has(edge.producer)) continue;
      const known = frontier.get(edge.producer);
      if (known === undefined || score > known.score)
        frontier.set(edge.producer, { name: edge.producer, score, steps: next.steps + 1 });
    }
  }
  return needed;
}

function bestOf(frontier: Iterable<Frontier>): Frontier {
  let best: Frontier | undefined;
  for (const entry of frontier)
    if (best === undefined || entry.score > best.score || (entry.score === best.score && entry.name < best.name))
      best = entry;
  return best as Frontier;
}

function note(needed: Map<string, Needed>, edge: ToolEdge, value: number, context: PrerequisiteContext): boolean {
  const known = needed.get(edge.producer);
  if (known === undefined) {
    const tool = context.accepts(edge.producer);
    if (tool === undefined) return false;
    needed.set(edge.producer, { tool, edges: [edge], score: value });
    return true;
  }
  if (value > known.score) {
    known.edges.unshift(edge);
    known.score = value;
  } else known.edges.push(edge);
  return true;
}

/**
 * The best edges into each input, each further one for the same input worth less, and the declared dependencies, each
 * further one worth a little less. Worth is what is left of a score after the step back.
 */
function mostCredible(
  edges: readonly ToolEdge[],
  consumer: ToolSchema | undefined,
): { edge: ToolEdge; worth: number }[] {
  const places = new Map<string, { count: number; strength: number }>();
  const declared: { edge: ToolEdge; worth: number }[] = [];
  const inferred: { edge: ToolEdge; worth: number }[] = [];
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
    const demand =
      (isRequired(edge, consumer) ? 1 : settings.optional) * (isSayable(edge, consumer) ? settings.sayable : 1);
    inferred.push({ edge, worth: settings.discount * trust * demand * settings.lowerPlace ** count });
  }
  inferred.sort((a, b) => b.worth - a.worth || compareCodeUnits(a.edge.producer, b.edge.producer));
  return [...declared.slice(0, settings.declaredPerTool), ...inferred.slice(0, settings.perTool)];
}

function isDeclared(edge: ToolEdge): boolean {
  return edge.evidence[0]?.kind === 'declared';
}

function joinExplanations(text: Explanation, links: Explanation): Explanation {
  return {
    ...text,
    summary: `${text.summary}; ${links.summary}`,
    ...(links.edges === undefined ? {} : { edges: links.edges }),
  };
}
