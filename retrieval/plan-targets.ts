import { ToolGraphError } from '../src/core/errors.js';
import type { ToolSchema } from '../src/core/tool-schema.js';
import type { LinkView } from '../src/graph/closure.js';
import { type Plan, type PlanOptions, planFor } from '../src/graph/plan.js';
import { isGenericVerb } from './intent.js';
import { speaksOfNewlyMade } from './newly-made.js';
import { splitClauses } from './query.js';
import type { Retriever } from './retriever.js';
import type { Ranking, ScoredTool } from './scored-tool.js';
import { isStopWord } from './stop-words.js';
import { tokenize } from './tokenize.js';

/** A clause speaks for a tool among the whole request's first ten that scores at least this share of its best. */
const settings = { first: 10, relative: 0.5 } as const;

/** What a plan is asked for: an exposed name or a request in plain words, several names, or a request. */
export type PlanRequest = string | readonly string[] | { readonly query: string };

/** What planning asks of a graph. */
export interface PlanContext {
  readonly links: LinkView;
  readonly get: (name: string) => ToolSchema | undefined;
  /** The tool of a name. Throws `UNKNOWN_TOOL`. */
  readonly known: (name: string) => ToolSchema;
  readonly retriever: Pick<Retriever, 'retrieve'>;
}

/**
 * The plan for what was asked. A string that is no exposed name is a request.
 *
 * @throws ToolGraphError `INVALID_ARGUMENT`, `UNKNOWN_TOOL`, `INVALID_OPTION`.
 */
export function planRequest(request: PlanRequest, context: PlanContext, options?: PlanOptions): Plan {
  const { links, get, known, retriever } = context;
  const rank = (text: string, topK: number): Ranking => retriever.retrieve(text, topK, { prerequisites: false });
  checkRequest(request);
  if (typeof request !== 'string' && !('query' in request)) return planFor(links, request.map(known), options);
  const named = typeof request === 'string' ? get(request) : undefined;
  if (named !== undefined) return planFor(links, [named], options);
  const query = typeof request === 'string' ? request : request.query;
  const targets = planTargets(query, rank);
  const { emptyReason } = targets;
  const tools = targets.map(({ tool }) => tool);
  const plan = planFor(links, tools, { ...(speaksOfNewlyMade(query) && { start: 'making' }), ...options });
  return emptyReason === undefined ? plan : { ...plan, emptyReason };
}

function checkRequest(request: unknown): void {
  if (typeof request === 'string' || Array.isArray(request)) return;
  if (typeof request === 'object' && request !== null && 'query' in request) return;
  throw new ToolGraphError(
    'INVALID_ARGUMENT',
    `A plan is for a name or a request, a list of names, or { query }, not ${request === null ? 'null' : typeof request}.`,
  );
}

/**
 * The tools that a request asks for itself, in the order in which it asks: the best tool of each clause, as far as the
 * whole request ranks it too, and always the best of the whole. Empty, with the ranking's reason, when nothing matches.
 *
 * @param rank Ranks by text alone.
 */
export function planTargets(query: string, rank: (text: string, topK: number) => Ranking): Ranking {
  const whole = rank(query, settings.first);
  const best = whole[0];
  if (best === undefined) return whole;
  const eligible = new Map(
    whole.filter((hit) => hit.score >= settings.relative * best.score).map((hit) => [hit.tool.name, hit]),
  );
  const clauses = splitClauses(query).filter(asksForSomething);
  const chosen = new Map<string, ScoredTool>();
  for (const clause of clauses.length < 2 ? [] : clauses) {
    const hit = rank(clause, settings.first).find((found) => eligible.has(found.tool.name) && sharesItsThing(found));
    const target = hit === undefined ? undefined : eligible.get(hit.tool.name);
    if (target !== undefined) chosen.set(target.tool.name, target);
  }
  return chosen.has(best.tool.name) ? [...chosen.values()] : [best, ...chosen.values()];
}

/** Does it hold a word of the clause that is more than a verb like "check"? */
function sharesItsThing({ explanation }: ScoredTool): boolean {
  return explanation.terms.length === 0 || explanation.terms.some(({ term }) => !isGenericVerb(term));
}

/** Two content words or more: one alone names no task. */
function asksForSomething(clause: string): boolean {
  return tokenize(clause).filter((word) => !word.whole && !isStopWord(word.surface)).length >= 2;
}
