import type { JsonSchema, Ranking, RankingNote, RetrieveOptions } from '../../index.js';
import { RequestError } from '../problem.js';
import type { Route, RouteCall } from '../route.js';
import { traced } from '../tracing.js';
import { emptyReasonSchema, hitSchema, notesSchema, objectOf, query, toolName, topK } from './schemas.js';
import { closureView, hitView, planView } from './views.js';

const filters: Readonly<Record<string, JsonSchema>> = {
  sources: { type: 'array', items: { type: 'string' }, maxItems: 1000, description: 'Only tools of these source ids' },
  tags: { type: 'array', items: { type: 'string' }, maxItems: 1000, description: 'Only tools with one of these tags' },
  readOnly: { type: 'boolean', description: 'Only tools that are annotated so' },
  prerequisites: { type: 'boolean', default: true, description: 'Bring tools that must run first into the ranking' },
  minRelevance: {
    type: 'number',
    minimum: 0,
    maximum: 1,
    description: 'Answer with no tools when none is this relevant; 0 answers whatever matches',
  },
  minScoreShare: {
    type: 'number',
    minimum: 0,
    maximum: 1,
    description: 'Leave out tools that score less than this share of the best',
  },
  explain: { type: 'boolean', default: false, description: 'Give every reason for every tool' },
};

const { default: _default, ...topKWithoutDefault } = topK;

/** `q` and `top_k` are taken too, for those who write them so. */
const searchInput: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    query,
    topK,
    q: { ...query, deprecated: true },
    top_k: { ...topKWithoutDefault, deprecated: true },
    ...filters,
  },
};

const searchAnswer = objectOf({
  tools: { type: 'array', items: hitSchema },
  emptyReason: emptyReasonSchema,
  notes: notesSchema,
  catalogVersion: { type: 'string' },
});

const planOptions: Readonly<Record<string, JsonSchema>> = {
  available: {
    type: 'array',
    items: { type: 'string' },
    maxItems: 1000,
    description: 'What is at hand: names of inputs, context keys, or of tools whose output is known',
  },
  maxDepth: { type: 'integer', minimum: 0, maximum: 20, description: 'Most steps before a target' },
  minConfidence: { type: 'number', minimum: 0, maximum: 1, description: 'Edges below are not followed' },
};

/** The ranking that a checked search input asks for, by the catalog's model too where it has one. */
export async function searchIn(call: RankedCall, input: Readonly<Record<string, unknown>>): Promise<Ranking> {
  const asked = input['query'] ?? input['q'];
  if (asked === undefined) throw new RequestError(400, 'invalid-argument', 'query is missing.');
  const options: RetrieveOptions = {
    prerequisites: input['prerequisites'] !== false,
    ...(input['sources'] === undefined ? {} : { sources: input['sources'] as string[] }),
    ...(input['tags'] === undefined ? {} : { tags: input['tags'] as string[] }),
    ...(input['minRelevance'] === undefined ? {} : { minRelevance: input['minRelevance'] as number }),
    ...(input['minScoreShare'] === undefined ? {} : { minScoreShare: input['minScoreShare'] as number }),
    ...(input['readOnly'] === undefined ? {} : { annotations: { readOnlyHint: input['readOnly'] as boolean } }),
  };
  const most = (input['top_k'] ?? input['topK']) as number;
  return traced(
    'search',
    { 'toolgraph.top_k': most, 'toolgraph.catalog.tools': call.graph.tools.length },
    () => rankIn(call, asked as string, most, options),
    ({ length, emptyReason }) => ({ 'toolgraph.hits': length, 'toolgraph.empty_reason': emptyReason?.code }),
  );
}

/** What a request is ranked by. */
type RankedCall = Pick<RouteCall, 'graph' | 'host' | 'signal'>;

/** The ranking of a request, by the catalog's model too where it has one. */
export async function rankIn(
  call: RankedCall,
  query: string,
  topK: number,
  options: RetrieveOptions = {},
): Promise<Ranking> {
  const { graph, host } = call;
  return host.embedding === undefined
    ? graph.retrieveWithScores(query, topK, options)
    : host.embedding.search(graph, query, topK, { ...options, signal: call.signal });
}

async function search(call: RouteCall, input: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { host } = call;
  const ranking = await searchIn(call, input);
  return {
    tools: ranking.map((hit) => hitView(hit, host, input['explain'] === true)),
    emptyReason: ranking.emptyReason ?? null,
    notes: ranking.notes ?? [],
    catalogVersion: host.versionLabel,
  };
}

/** What a plan or closure takes beside its tools. */
function optionsOf(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(planOptions).flatMap((key) => (body[key] === undefined ? [] : [[key, body[key]]])),
  );
}

/** Search, closures and plans. */
export const searchRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/search',
    operationId: 'searchTools',
    summary: 'Find the tools that a request needs',
    description: 'Best first, with the tools that must run first to supply their inputs.',
    tag: 'search',
    scope: 'read',
    body: searchInput,
    answer: searchAnswer,
    annotations: { readOnly: true },
    handle: (call) => search(call, call.body),
  },
  {
    method: 'GET',
    path: '/search',
    operationId: 'searchToolsByUrl',
    summary: 'Find the tools that a request needs, asked in the URL',
    tag: 'search',
    scope: 'read',
    query: searchInput,
    answer: searchAnswer,
    handle: (call) => search(call, call.query),
  },
  {
    method: 'POST',
    path: '/plan',
    operationId: 'planTools',
    summary: 'Plan the calls that tools need, in an order that can run',
    description: 'For named tools, or for the best tools that a query finds.',
    tag: 'search',
    scope: 'read',
    body: {
      type: 'object',
      additionalProperties: false,
      properties: {
        targets: { type: 'array', items: toolName, minItems: 1, maxItems: 50, description: 'Tools to be called' },
        query,
        topK: { ...topK, minimum: 1, maximum: 50, default: 1, description: 'How many found tools to plan for' },
        ...planOptions,
      },
    },
    answer: objectOf({
      targets: { type: 'array', items: { type: 'string' } },
      steps: {
        type: 'array',
        items: objectOf({
          step: { type: 'integer' },
          tool: { type: 'string' },
          reason: { type: 'string' },
          bindings: { type: 'array', items: { type: 'object', additionalProperties: true } },
        }),
      },
      slots: {
        type: 'array',
        items: { type: 'object', additionalProperties: true },
        description: 'What the caller has to supply',
      },
      cycles: { type: 'array', items: { type: 'array', items: { type: 'string' } } },
      cut: { type: 'boolean' },
      notes: notesSchema,
    }),
    annotations: { readOnly: true },
    handle: async (call) => {
      const { targets, notes } = await targetsOf(call, call.body);
      return { ...planView(call.graph.plan(targets, optionsOf(call.body))), notes };
    },
  },
  {
    method: 'POST',
    path: '/closure',
    operationId: 'closureOfTool',
    summary: 'Find everything that must run before a tool',
    tag: 'search',
    scope: 'read',
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['tool'],
      properties: { tool: toolName, ...planOptions },
    },
    answer: objectOf({
      target: { type: 'string' },
      required: { type: 'array', items: { type: 'object', additionalProperties: true } },
      unresolved: { type: 'array', items: { type: 'object', additionalProperties: true } },
      cycles: { type: 'array', items: { type: 'array', items: { type: 'string' } } },
      cut: { type: 'boolean' },
    }),
    annotations: { readOnly: true },
    handle: ({ graph, body }) => closureView(graph.closure(body['tool'] as string, optionsOf(body))),
  },
];

/** The tools a plan is for: the named ones, else those that the query finds itself, and what their ranking lacks. */
export async function targetsOf(
  call: RankedCall,
  body: Readonly<Record<string, unknown>>,
): Promise<{ readonly targets: readonly string[]; readonly notes: readonly RankingNote[] }> {
  if (body['targets'] !== undefined) return { targets: body['targets'] as string[], notes: [] };
  if (body['query'] === undefined) throw new RequestError(400, 'invalid-argument', 'targets or query is missing.');
  const hits = await rankIn(call, body['query'] as string, body['topK'] as number, { prerequisites: false });
  if (hits.length === 0)
    throw new RequestError(404, 'nothing-found', hits.emptyReason?.message ?? 'No tool matches the query.');
  return { targets: hits.map((hit) => hit.tool.name), notes: hits.notes ?? [] };
}
