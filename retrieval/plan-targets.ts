import { ToolGraphError } from '../src/core/errors.js';
import type { ToolSchema } from '../src/core/tool-schema.js';
import type { LinkView } from '../src/graph/closure.js';
import { type Plan, type PlanOptions, planFor } from '../src/graph/plan.js';
import { isGenericVerb } from './intent.js';
import { speaksOfNewlyMade } from './newly-made.js';
import { splitClauses } from './query.js';
import type { RetrieveOptions } from './retrieve-options.js';
import type { Retriever } from './retriever.js';
import type { Ranking, RankingNote, ScoredTool } from './scored-tool.js';
import type { SearchOptions } from './search-options.js';
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

/** What planning asks of a graph, with its models. */
export interface SearchPlanContext extends PlanContext {
  readonly search: (text: string, topK: number, options: SearchOptions) => Promise<Ranking>;
}

/** How a plan's request is ranked with models, beside how the plan is made. */
export interface SearchPlanOptions extends PlanOptions {
  /** As in a search. A reranker orders the tools for the request and for each of its clauses. */
  readonly models?: Omit<SearchOptions, keyof RetrieveOptions>;
}

/** A plan, and what models could not do for it; `notes` is absent when all went well. */
export type SearchedPlan = Plan & { readonly notes?: readonly RankingNote[] };

/**
 * The plan for what was asked. A string that is no exposed name is a request.
 *
 * @throws ToolGraphError `INVALID_ARGUMENT`, `UNKNOWN_TOOL`, `INVALID_OPTION`.
 */
export function planRequest(request: PlanRequest, context: PlanContext, options?: PlanOptions): Plan {
  const { links, retriever } = context;
  const asked = readRequest(request, context);
  if (asked.query === undefined) return planFor(links, asked.tools, options);
  const rank = (text: string, topK: number): Ranking => retriever.retrieve(text, topK, { prerequisites: false });
  return planOf(asked.query, planTargets(asked.query, rank), links, options);
}

/** {@link planRequest}, with the request and each of its clauses ranked by a search. Rejects as that does, too. */
export async function planSearched(
  request: PlanRequest,
  context: SearchPlanContext,
  { models, ...options }: SearchPlanOptions = {},
): Promise<SearchedPlan> {
  const asked = readRequest(request, context);
  if (asked.query === undefined) return planFor(context.links, asked.tools, options);
  const texts = [...new Set([asked.query, ...clausesOf(asked.query)])];
  const ranked = await Promise.all(
    texts.map((text) => context.search(text, settings.first, { ...models, prerequisites: false })),
  );
  const rankings = new Map(texts.map((text, at) => [text, ranked[at] as Ranking]));
  const plan = planOf(
    asked.query,
    planTargets(asked.query, (text) => rankings.get(text) as Ranking),
    context.links,
    options,
  );
  const notes = new Map(ranked.flatMap((ranking) => ranking.notes ?? []).map((note) => [note.message, note]));
  return notes.size === 0 ? plan : { ...plan, notes: [...notes.values()] };
}

function planOf(query: string, targets: Ranking, links: LinkView, options: PlanOptions | undefined): Plan {
  const { emptyReason } = targets;
  const tools = targets.map(({ tool }) => tool);
  const plan = planFor(links, tools, { ...(speaksOfNewlyMade(query) && { start: 'making' }), ...options });
  return emptyReason === undefined ? plan : { ...plan, emptyReason };
}

/** The tools that were named, or the request. */
function readRequest(
  request: PlanRequest,
  { get, known }: PlanContext,
): { readonly query: string } | { readonly query?: undefined; readonly tools: readonly ToolSchema[] } {
  checkRequest(request);
  if (typeof request !== 'string') return 'query' in request ? request : { tools: request.map(known) };
  const named = get(request);
  return named === undefined ? { query: request } : { tools: [named] };
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
 * @param rank Ranks the request and each of {@link clausesOf} it, without prerequisites.
 */
export function planTargets(query: string, rank: (text: string, topK: number) => Ranking): Ranking {
  const whole = rank(query, settings.first);
  const best = whole[0];
  if (best === undefined) return whole;
  const eligible = new Map(
    whole.filter((hit) => hit.score >= settings.relative * best.score).map((hit) => [hit.tool.name, hit]),
  );
  const chosen = new Map<string, ScoredTool>();
  for (const clause of clausesOf(query)) {
    const hit = rank(clause, settings.first).find((found) => eligible.has(found.tool.name) && sharesItsThing(found));
    const target = hit === undefined ? undefined : eligible.get(hit.tool.name);
    if (target !== undefined) chosen.set(target.tool.name, target);
  }
  return chosen.has(best.tool.name) ? [...chosen.values()] : [best, ...chosen.values()];
}

/** The things that a request asks for, when there are several. */
function clausesOf(query: string): readonly string[] {
  const clauses = splitClauses(query).filter(asksForSomething);
  return clauses.length < 2 ? [] : clauses;
}

/** Does it hold a word of the clause that is more than a verb like "check"? */
function sharesItsThing({ explanation }: ScoredTool): boolean {
  return explanation.terms.length === 0 || explanation.terms.some(({ term }) => !isGenericVerb(term));
}

/** Two content words or more: one alone names no task. */
function asksForSomething(clause: string): boolean {
  return tokenize(clause).filter((word) => !word.whole && !isStopWord(word.surface)).length >= 2;
}
