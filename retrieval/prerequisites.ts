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

/** Most tools that are put in order by insertion. */
const sortedByInsertion = 64;

/** Targets that have to be ranked before prerequisites can be placed, whatever the topK. */
export const leadingTargets: number = settings.leading;

/** May the edge bring a prerequisite? */
export function isCredible(edge: ToolEdge): boolean {
  return strengthOf(edge) >= settings.minStrength;
}

/** The targets whose producers are brought along: those of the leading ones that score near the best. */
export function strongTargets(targets: readonly ScoredTool[]): readonly ScoredTool[] {
  return targets.filter((_, at) => isStrong(targets, at));
}

function isStrong(targets: readonly ScoredTool[], at: number): boolean {
  const least = settings.relative * (targets[0]?.score ?? 0);
  return at < settings.leading && (targets[at]?.score ?? 0) >= least;
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

/** A tool that takes part: a target, a producer on the way back from the targets, or both. */
interface Reached {
  readonly name: string;
  readonly target: ScoredTool | undefined;
  /** Is it among the targets that would be the ranking without prerequisites? */
  readonly isDirect: boolean;
  need: Needed | undefined;
  /** Are its own producers looked at, waiting to be, or not asked for so far? */
  state: 'found' | 'waiting' | 'done';
  /** The best score it was reached with, and in how many steps. */
  score: number;
  steps: number;
  /** The score of its place: as a target or as what is needed, whichever is higher. */
  worth: number;
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
  const { reached, needed } = reachedFrom(targets, limit, context);
  if (!needed) return targets.slice(0, limit);
  sortByWorth(reached);
  const first = targets[0] as ScoredTool;
  const ranking: ScoredTool[] = [];
  // what does not come among the first `limit` is never made
  for (let at = 0; at < reached.length && at < limit; at++)
    ranking.push(placed(reached[at] as Reached, first, context));
  return ranking;
}

/** Puts tools in order. Of few by insertion: targets are in order already, and few producers move far. */
function sortByWorth(reached: Reached[]): void {
  if (reached.length > sortedByInsertion) {
    reached.sort((a, b) => (comesBefore(a, b) ? -1 : 1));
    return;
  }
  for (let at = 1; at < reached.length; at++) {
    const tool = reached[at] as Reached;
    let to = at;
    for (; to > 0 && comesBefore(tool, reached[to - 1] as Reached); to--) reached[to] = reached[to - 1] as Reached;
    reached[to] = tool;
  }
}

function comesBefore(a: Reached, b: Reached): boolean {
  return a.worth !== b.worth ? a.worth > b.worth : compareCodeUnits(a.name, b.name) < 0;
}

function placed(
  { target, need, isDirect, worth }: Reached,
  first: ScoredTool,
  context: PrerequisiteContext,
): ScoredTool {
  if (target !== undefined && (need === undefined || need.score <= target.score)) return target;
  const { tool, edges } = need as Needed;
  const relevance = Math.min(1, first.relevance * (worth / first.score));
  if (target === undefined) return scoredTool(tool, worth, relevance, 'prerequisite', () => context.explain(edges));
  const role = isDirect ? 'target' : 'prerequisite';
  return scoredTool(target.tool, worth, Math.max(target.relevance, relevance), role, () =>
    joinExplanations(target.explanation, context.explain(edges)),
  );
}

/**
 * Walks back from the leading targets, always from the tool with the best score next, so that each is looked at once
 * and from the best way to it: a weak target that a strong one needs counts as needed by the strong one. Gives the targets
 * and what was found on the way, and whether any of them is needed.
 */
function reachedFrom(
  targets: readonly ScoredTool[],
  limit: number,
  context: PrerequisiteContext,
): { readonly reached: Reached[]; readonly needed: boolean } {
  const reached = reachedTargets(targets, limit);
  // most walks end where they begin: names are only looked up once there is a step
  let byName: Map<string, Reached> | undefined;
  for (let done = 0; done < settings.expanded; done++) {
    const next = bestWaiting(reached);
    if (next === undefined) break;
    next.state = 'done';
    if (next.steps === settings.depth) continue;
    const steps = stepsBack(context.producersOf(next.name), next.name, context);
    if (steps.length > 0) byName ??= named(reached);
    for (let at = 0; at < steps.length; at++) {
      const { edge, worth } = steps[at] as StepBack;
      const score = next.score * worth;
      const known = byName?.get(edge.producer);
      const producer = known ?? producerAt(edge.producer);
      if (!note(producer, edge, score, context)) continue;
      if (known === undefined) {
        byName?.set(edge.producer, producer);
        reached.push(producer);
      }
      if (producer.state === 'done' || (producer.state === 'waiting' && score <= producer.score)) continue;
      producer.state = 'waiting';
      producer.score = score;
      producer.steps = next.steps + 1;
    }
  }
  return { reached, needed: byName !== undefined && reached.some(({ need }) => need !== undefined) };
}

function reachedTargets(targets: readonly ScoredTool[], limit: number): Reached[] {
  const reached: Reached[] = [];
  for (let at = 0; at < targets.length; at++) {
    const target = targets[at] as ScoredTool;
    const { score } = target;
    const state = isStrong(targets, at) ? 'waiting' : 'found';
    reached.push({
      name: target.tool.name,
      target,
      isDirect: at < limit,
      need: undefined,
      state,
      score,
      steps: 0,
      worth: score,
    });
  }
  return reached;
}

function named(reached: readonly Reached[]): Map<string, Reached> {
  const byName = new Map<string, Reached>();
  for (const tool of reached) byName.set(tool.name, tool);
  return byName;
}

function producerAt(name: string): Reached {
  return {
    name,
    target: undefined,
    isDirect: false,
    need: undefined,
    state: 'found',
    score: 0,
    steps: 0,
    worth: 0,
  };
}

function bestWaiting(reached: readonly Reached[]): Reached | undefined {
  let best: Reached | undefined;
  for (const tool of reached) {
    if (tool.state !== 'waiting') continue;
    if (best === undefined || tool.score > best.score || (tool.score === best.score && tool.name < best.name))
      best = tool;
  }
  return best;
}

/** Notes that an edge needs its producer. False for a tool that may not come. */
function note(producer: Reached, edge: ToolEdge, value: number, context: PrerequisiteContext): boolean {
  const known = producer.need;
  producer.worth = Math.max(producer.worth, value);
  if (known === undefined) {
    const tool = context.accepts(edge.producer);
    if (tool === undefined) return false;
    producer.need = { tool, edges: [edge], score: value };
    return true;
  }
  if (value > known.score) {
    known.edges.unshift(edge);
    known.score = value;
  } else known.edges.push(edge);
  return true;
}

/** One step back over an edge, and what is left of a score after it. */
interface StepBack {
  readonly edge: ToolEdge;
  readonly worth: number;
}

/** Steps by the list of edges that they were made of: the graph gives the same list until it links the tool anew. */
const stepsOf = new WeakMap<readonly ToolEdge[], { readonly of: ToolSchema | undefined; steps: readonly StepBack[] }>();

function stepsBack(
  edges: readonly ToolEdge[],
  name: string,
  { toolOf }: Pick<PrerequisiteContext, 'toolOf'>,
): readonly StepBack[] {
  if (edges.length === 0) return [];
  const consumer = toolOf(name);
  const known = stepsOf.get(edges);
  if (known !== undefined && known.of === consumer) return known.steps;
  const steps = mostCredible(edges, consumer);
  stepsOf.set(edges, { of: consumer, steps });
  return steps;
}

/**
 * The best edges into each input, each further one for the same input worth less, and the declared dependencies, each
 * further one worth a little less.
 */
function mostCredible(edges: readonly ToolEdge[], consumer: ToolSchema | undefined): StepBack[] {
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

function joinExplanations(text: Explanation, links: Explanation): Explanation {
  return {
    ...text,
    summary: `${text.summary}; ${links.summary}`,
    ...(links.edges === undefined ? {} : { edges: links.edges }),
  };
}
