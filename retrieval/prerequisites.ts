import { compareCodeUnits } from '../src/core/names.js';
import type { ToolEdge } from '../src/core/tool-edge.js';
import type { ToolSchema } from '../src/core/tool-schema.js';
import { type Explanation, type ScoredTool, scoredTool } from './scored-tool.js';

/** What placing prerequisites asks of its surroundings. */
export interface PrerequisiteContext {
  readonly producersOf: (name: string) => readonly ToolEdge[];
  /** The tool of that name when it passes the query's filters. */
  readonly accepts: (name: string) => ToolSchema | undefined;
  readonly explain: (edges: readonly ToolEdge[]) => Explanation;
}

/**
 * How prerequisites share the topK. Only the leading targets bring theirs, one producer an input; a prerequisite's
 * score is its target's times the edge's confidence times `discount`, so that it never stands above its target and
 * only displaces targets that match less.
 */
const settings = { leading: 2, minConfidence: 0.5, discount: 0.9, perTarget: 3 } as const;

interface Candidate {
  readonly tool: ToolSchema;
  readonly edges: ToolEdge[];
  score: number;
}

/** Lets missing producers of the leading targets into the ranking, in score order, and cuts it to `limit`. */
export function placePrerequisites(
  targets: readonly ScoredTool[],
  limit: number,
  context: PrerequisiteContext,
): readonly ScoredTool[] {
  const present = new Set(targets.map((target) => target.tool.name));
  const candidates = new Map<string, Candidate>();
  for (const target of targets.slice(0, settings.leading)) {
    for (const edge of bestPerInput(context.producersOf(target.tool.name), present)) {
      const tool = context.accepts(edge.producer);
      if (tool === undefined) continue;
      const score = target.score * edge.confidence * settings.discount;
      const known = candidates.get(edge.producer);
      if (known === undefined) candidates.set(edge.producer, { tool, edges: [edge], score });
      else {
        known.edges.push(edge);
        known.score = Math.max(known.score, score);
      }
    }
  }
  if (candidates.size === 0) return targets;
  const added = [...candidates.values()].map(({ tool, edges, score }) =>
    scoredTool(tool, score, 'prerequisite', () => context.explain(edges)),
  );
  return [...targets, ...added]
    .sort((a, b) => b.score - a.score || compareCodeUnits(a.tool.name, b.tool.name))
    .slice(0, limit);
}

/** The best edge into each input that no tool of the ranking fills yet. */
function bestPerInput(edges: readonly ToolEdge[], present: ReadonlySet<string>): ToolEdge[] {
  const filled = new Set(edges.filter((edge) => present.has(edge.producer)).map((edge) => edge.to));
  const chosen: ToolEdge[] = [];
  for (const edge of edges) {
    if (edge.confidence < settings.minConfidence || filled.has(edge.to)) continue;
    filled.add(edge.to);
    chosen.push(edge);
    if (chosen.length === settings.perTarget) break;
  }
  return chosen;
}
