import { compareCodeUnits } from '../src/core/names.js';
import type { ToolEdge } from '../src/core/tool-edge.js';
import type { ToolSchema } from '../src/core/tool-schema.js';
import { type Explanation, type ScoredTool, scoredTool } from './scored-tool.js';
import type { StepBack } from './steps-back.js';

/** What placing prerequisites asks of its surroundings. */
export interface PrerequisiteContext {
  /** The steps back from a tool, the best first; see {@link stepsOver}. */
  readonly stepsInto: (name: string) => readonly StepBack[];
  /** The tool of that name when it passes the query's filters. */
  readonly accepts: (name: string) => ToolSchema | undefined;
  readonly explain: (edges: readonly ToolEdge[]) => Explanation;
}

/**
 * How prerequisites share the topK; found on all dev sets at once, on either half of their queries. `leading` and
 * `relative`: a target brings its producers when it is among the first ten and scores at least 0.55 of the best. `depth`
 * and `expanded` bound the walk.
 */
const settings = { leading: 10, relative: 0.55, depth: 5, expanded: 64 } as const;

/** Most tools that are put in order by insertion. */
const sortedByInsertion = 64;

/** Targets that have to be ranked before prerequisites can be placed, whatever the topK. */
export const leadingTargets: number = settings.leading;

/** The targets whose producers are brought along: those of the leading ones that score near the best. */
export function strongTargets(targets: readonly ScoredTool[]): readonly ScoredTool[] {
  return targets.filter((_, at) => isStrong(targets, at));
}

function isStrong(targets: readonly ScoredTool[], at: number): boolean {
  const least = settings.relative * (targets[0]?.score ?? 0);
  return at < settings.leading && (targets[at]?.score ?? 0) >= least;
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
    const steps = context.stepsInto(next.name);
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

function joinExplanations(text: Explanation, links: Explanation): Explanation {
  return {
    ...text,
    summary: `${text.summary}; ${links.summary}`,
    ...(links.edges === undefined ? {} : { edges: links.edges }),
  };
}
