import { ToolGraphError } from '../src/core/errors.js';
import { estimatingTokenizer, type Tokenizer } from '../src/core/tokens.js';
import type { ToolEdge } from '../src/core/tool-edge.js';
import type { ToolSchema } from '../src/core/tool-schema.js';
import { dependencyClosure, type LinkView } from '../src/graph/closure.js';
import type { RetrieveOptions } from './retrieve-options.js';
import type { EmptyReason, Explanation, Ranking, RankingNote, ScoredTool } from './scored-tool.js';
import type { SearchOptions } from './search-options.js';
import { isCredible } from './steps-back.js';
import { type Applicant, type Fit, type FormWriter, fitToBudget } from './token-budget.js';

/** What a bundle is made for. */
export interface BundleOptions extends RetrieveOptions {
  /** Most tools, targets and prerequisites together: a whole number of 0 or more. Default 10. */
  readonly topK?: number;
  /** Most model tokens that `definitions` may cost, as JSON: a number of 0 or more. Default: no limit. */
  readonly tokenBudget?: number;
  /** Counts the tokens. Default: an estimate without a vocabulary. */
  readonly tokenizer?: Tokenizer;
  /** May schemas be cut to fit the budget? Each cut is reported. Default true; false takes tools whole or not at all. */
  readonly project?: boolean;
}

/** How a bundle's tools are ranked with models, beside what it is made for. */
export interface SearchBundleOptions extends BundleOptions, SearchOptions {}

/** One tool of a bundle. */
export interface BundledTool<Loss> {
  readonly tool: ToolSchema;
  readonly role: ScoredTool['role'];
  /** As in a ranking. */
  readonly score: number;
  readonly explanation: Explanation;
  /** The tool as it is sent, which differs from `tool` where there are cuts; `restoreArguments` takes this one. */
  readonly sent: ToolSchema;
  /** What the token budget took from it; empty when it is whole. */
  readonly cuts: readonly Loss[];
}

/** A tool that is not in the bundle although the request or a tool of the bundle calls for it. */
export interface LeftOutTool {
  readonly tool: string;
  /**
   * - `token-budget`: not even its smallest form fits. `provider-limit`: the provider takes no more tools.
   * - `not-needed`: a prerequisite of tools that were left out themselves.
   * - `top-k`: a prerequisite that found no place in the topK; raise it, or have its output `available`.
   */
  readonly code: 'token-budget' | 'provider-limit' | 'not-needed' | 'top-k';
  /** One sentence for people. */
  readonly message: string;
}

/** Why a bundle is empty. */
export interface BundleEmptyReason {
  readonly code: EmptyReason['code'] | 'token-budget';
  readonly message: string;
}

/** What a model is sent for a request, within a token budget, and what was decided on the way. */
export interface Bundle<Definitions, Loss> {
  readonly query: string;
  /** Targets and prerequisites in the order of their rank. */
  readonly tools: readonly BundledTool<Loss>[];
  readonly targets: readonly BundledTool<Loss>[];
  readonly prerequisites: readonly BundledTool<Loss>[];
  /** Edges between tools of the bundle, by consumer in rank order, best first. */
  readonly edges: readonly ToolEdge[];
  /** Ready for the provider's `tools` field; undefined when there are none, as providers refuse an empty list. */
  readonly definitions: Definitions | undefined;
  readonly provider: string;
  /** Tokens of `definitions` as JSON; never more than the budget. */
  readonly tokens: number;
  /** The limit that held; absent when there was none. */
  readonly tokenBudget?: number;
  /** Name of the tokenizer that counted. */
  readonly tokenizer: string;
  /** What the provider's form cannot say of the tools as sent; cuts are with each tool. */
  readonly losses: readonly Loss[];
  readonly leftOut: readonly LeftOutTool[];
  /** What models could not do; absent when all went well, and where none was asked. */
  readonly notes?: readonly RankingNote[];
  /** Present exactly when the bundle holds no tool. */
  readonly emptyReason?: BundleEmptyReason;
}

/** What {@link makeBundle} needs beside the ranking. */
export interface BundleContext<Definitions, Loss> {
  readonly view: LinkView;
  readonly writer: FormWriter<Definitions, Loss> & { readonly provider: string; readonly maxTools: number };
  readonly options: BundleOptions;
}

/** How many tools a bundle holds at most unless the caller says otherwise. */
const bundleTopK = 10;

/** What of a bundle's options its ranking takes. */
export function rankingOf(options: SearchBundleOptions): { readonly topK: number; readonly ranking: SearchOptions } {
  const { topK = bundleTopK, tokenBudget, tokenizer, project, ...rest } = options;
  // an option that belongs to the writer of definitions is none of the ranking's
  const { provider, ...ranking } = rest as SearchOptions & { readonly provider?: unknown };
  return { topK, ranking };
}

/**
 * Makes a bundle of a ranking. Places are given in rank order, so a target is asked before every prerequisite of a
 * weaker hit, and a prerequisite only has a place while a tool that needs it has one.
 *
 * @throws ToolGraphError `INVALID_OPTION` for a budget or tokenizer that is none.
 */
export function makeBundle<Definitions, Loss>(
  query: string,
  hits: Ranking,
  context: BundleContext<Definitions, Loss>,
): Bundle<Definitions, Loss> {
  const { writer, view, options } = context;
  const budget = checkedBudget(options.tokenBudget);
  const tokenizer = checkedTokenizer(options.tokenizer);
  const candidates = hits.slice(0, writer.maxTools);
  const fit = fitToBudget(applicantsOf(candidates, view), writer, {
    budget,
    tokenizer,
    project: options.project !== false,
  });
  const tools = fit.fitted.flatMap(({ tool, sent, cuts }) => {
    const hit = candidates.find((candidate) => candidate.tool === tool);
    return hit === undefined ? [] : [bundledTool(hit, sent, cuts)];
  });
  const names = new Set(tools.map(({ tool }) => tool.name));
  const refused = refusals(fit, budget);
  const emptyReason = emptyReasonOf(hits, fit, budget);
  return {
    query,
    tools,
    targets: tools.filter(({ role }) => role === 'target'),
    prerequisites: tools.filter(({ role }) => role === 'prerequisite'),
    edges: tools.flatMap(({ tool }) => edgesWithin(view, tool.name, names)),
    definitions: fit.definitions,
    provider: writer.provider,
    tokens: fit.tokens,
    ...(budget === Number.POSITIVE_INFINITY ? {} : { tokenBudget: budget }),
    tokenizer: tokenizer.name,
    losses: fit.losses,
    leftOut: [
      ...refused,
      ...hits.slice(writer.maxTools).map(({ tool }) => beyondProvider(tool, writer)),
      ...missingProducers(
        tools.map(({ tool }) => tool),
        new Set(hits.map(({ tool }) => tool.name)),
        view,
        options.available,
      ),
    ],
    ...(hits.notes === undefined ? {} : { notes: hits.notes }),
    ...(emptyReason === undefined ? {} : { emptyReason }),
  };
}

function bundledTool<Loss>(hit: ScoredTool, sent: ToolSchema, cuts: readonly Loss[]): BundledTool<Loss> {
  return {
    tool: hit.tool,
    role: hit.role,
    score: hit.score,
    get explanation() {
      return hit.explanation;
    },
    sent,
    cuts,
  };
}

/** The hits with the inputs that other hits fill, and prerequisites that ask for a place on behalf of their consumers. */
function applicantsOf(hits: readonly ScoredTool[], view: LinkView): Applicant[] {
  const names = new Set(hits.map(({ tool }) => tool.name));
  return hits.map((hit) => {
    const keep = new Set(edgesWithin(view, hit.tool.name, names).flatMap(({ to }) => (to === '' ? [] : [to])));
    if (hit.role === 'target') return { tool: hit.tool, keep };
    const consumers = (hit.explanation.edges ?? []).map(({ consumer }) => consumer);
    return { tool: hit.tool, keep, isWanted: (placed) => consumers.some((name) => placed.has(name)) };
  });
}

function edgesWithin(view: LinkView, consumer: string, names: ReadonlySet<string>): readonly ToolEdge[] {
  return view.producersOf(consumer).filter((edge) => isCredible(edge) && names.has(edge.producer));
}

function refusals<D, L>(fit: Fit<D, L>, budget: number): LeftOutTool[] {
  return fit.refused.map(({ tool, least }) => {
    const name = JSON.stringify(tool.name);
    return least === undefined
      ? { tool: tool.name, code: 'not-needed', message: `${name} would only supply tools that were left out.` }
      : {
          tool: tool.name,
          code: 'token-budget',
          message: `${name} costs at least ${least} tokens; ${Math.max(0, budget - fit.tokens)} of ${budget} are left.`,
        };
  });
}

function beyondProvider({ name }: ToolSchema, { provider, maxTools }: { provider: string; maxTools: number }) {
  const message = `${JSON.stringify(name)} ranks beyond the ${maxTools} tools that ${provider} is sent at most.`;
  return { tool: name, code: 'provider-limit', message } as const;
}

/** Producers of required inputs that neither the ranking nor another tool of the bundle stands in for. */
function missingProducers(
  tools: readonly ToolSchema[],
  ranked: ReadonlySet<string>,
  view: LinkView,
  available: readonly string[] | undefined,
): LeftOutTool[] {
  const names = new Set(tools.map(({ name }) => name));
  const missing = new Map<string, LeftOutTool>();
  for (const tool of tools) {
    const options = { maxDepth: 1, ...(available === undefined ? {} : { available }) };
    const bindings = dependencyClosure(view, tool, options).required.at(-1)?.bindings ?? [];
    for (const { edge } of bindings) {
      const into = view.producersOf(tool.name).filter(({ to }) => to === edge.to);
      if (ranked.has(edge.producer) || into.some(({ producer }) => names.has(producer))) continue;
      const what = edge.to === '' ? `what ${tool.name} depends on` : `${edge.to} of ${tool.name}`;
      const message = `${JSON.stringify(edge.producer)} supplies ${what} and found no place in the topK.`;
      if (!missing.has(edge.producer)) missing.set(edge.producer, { tool: edge.producer, code: 'top-k', message });
    }
  }
  return [...missing.values()];
}

function emptyReasonOf<D, L>(hits: Ranking, fit: Fit<D, L>, budget: number): BundleEmptyReason | undefined {
  if (fit.fitted.length > 0) return undefined;
  if (hits.emptyReason !== undefined) return hits.emptyReason;
  const least = Math.min(...fit.refused.map((refused) => refused.least ?? Number.POSITIVE_INFINITY));
  return {
    code: 'token-budget',
    message: `A budget of ${budget} tokens holds no tool; the smallest of ${hits.length} needs ${least}.`,
  };
}

function checkedBudget(budget: unknown): number {
  if (budget === undefined) return Number.POSITIVE_INFINITY;
  if (typeof budget === 'number' && budget >= 0) return budget;
  throw new ToolGraphError('INVALID_OPTION', `tokenBudget must be a number of 0 or more, not ${String(budget)}.`);
}

function checkedTokenizer(tokenizer: Tokenizer | undefined): Tokenizer {
  if (tokenizer === undefined) return estimatingTokenizer;
  if (typeof tokenizer === 'object' && tokenizer !== null && typeof tokenizer.count === 'function') return tokenizer;
  throw new ToolGraphError('INVALID_OPTION', 'tokenizer must be an object with a name and count(text).');
}
