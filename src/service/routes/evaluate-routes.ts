import { realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type Dataset, type DatasetQuery, type JsonSchema, loadDatasets, ToolGraphError } from '../../index.js';
import { type BoundedEvaluation, evaluateBounded } from '../evaluation-run.js';
import { RequestError } from '../problem.js';
import type { Route, RouteCall } from '../route.js';
import { notesSchema, objectOf } from './schemas.js';

/** Most queries of one evaluation, and the time after which no further one is begun. */
const bounds = { queries: 500, timeoutMs: 20_000 } as const;

const share = { type: 'number', minimum: 0, maximum: 1 } as const satisfies JsonSchema;
const texts = { type: 'array', items: { type: 'string' } } as const satisfies JsonSchema;

const metricsSchema: JsonSchema = {
  ...objectOf({
    at: {
      type: 'array',
      items: objectOf({ k: { type: 'integer' }, recall: share, complete: share, ndcg: share, averagePrecision: share }),
    },
    mrr: share,
    latencyMs: objectOf({ p50: { type: 'number' }, p95: { type: 'number' } }),
  }),
  'x-entity': 'RankingMetrics',
};

const rowsSchema: JsonSchema = {
  type: 'array',
  items: { type: 'object', additionalProperties: true },
  description: 'One a query',
};

const evaluationSchema: JsonSchema = {
  ...objectOf(
    {
      dataset: { type: 'string' },
      tools: { type: 'integer' },
      queries: { type: 'integer', description: 'How many were asked' },
      ranked: metricsSchema,
      flat: metricsSchema,
      rows: rowsSchema,
      cut: { type: 'boolean', description: 'Did time run out before all queries were asked?' },
      withModel: {
        ...objectOf({ ranked: metricsSchema, flat: metricsSchema, rows: rowsSchema }),
        description: "The same with the catalog's embedding model, where it has one that answers",
      },
      notes: notesSchema,
    },
    ['withModel'],
  ),
  'x-entity': 'Evaluation',
};

const evaluateInput: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    queries: {
      type: 'array',
      minItems: 1,
      maxItems: bounds.queries,
      description: 'Requests with the tools that are right for them',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['query', 'gold'],
        properties: {
          id: { type: 'string', maxLength: 200 },
          query: { type: 'string', maxLength: 20_000 },
          gold: { ...texts, minItems: 1, maxItems: 100, description: 'Names of the right tools' },
        },
      },
    },
    dataset: {
      type: 'string',
      pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$',
      description: 'Instead of queries: name of a set in the folder that the service was given',
    },
    k: {
      type: 'array',
      items: { type: 'integer', minimum: 1, maximum: 100 },
      minItems: 1,
      maxItems: 5,
      default: [5, 10],
      description: 'Cutoffs of the figures',
    },
    maxQueries: { type: 'integer', minimum: 1, maximum: bounds.queries, default: 100, description: 'Most to be asked' },
    rows: { type: 'boolean', default: false, description: 'Give the outcome of each query too' },
  },
};

type Queries = Pick<Dataset, 'name' | 'queries'> & Partial<Pick<Dataset, 'tools'>>;

/**
 * Measuring the ranking on judged queries.
 *
 * @param folder Where named sets lie. Without it only queries in the body are taken.
 */
export function evaluateRoutes(folder: () => string | undefined): readonly Route[] {
  let isRunning = false;
  const run = async ({ body, graph, host, principal, signal }: RouteCall): Promise<unknown> => {
    const sets = setsOf(body, principal.seesAll, folder());
    if (isRunning)
      throw new RequestError(429, 'busy', 'Another evaluation is running; ask again when it is done.', {
        'retry-after': '5',
      });
    isRunning = true;
    try {
      const { k, maxQueries } = body as { k: number[]; maxQueries: number };
      const limits = { k: [...new Set(k)], maxQueries, timeoutMs: bounds.timeoutMs / sets.length, signal };
      const evaluations = [];
      for (const set of sets) {
        const measured = await evaluateBounded(graph, set, limits, host.embedding);
        evaluations.push(body['rows'] === true ? measured : withoutRows(measured));
      }
      return { evaluations };
    } finally {
      isRunning = false;
    }
  };
  return [
    {
      method: 'POST',
      path: '/evaluate',
      operationId: 'evaluateRanking',
      summary: 'Measure the ranking on requests whose right tools are known',
      description: `At most ${bounds.queries} queries and ${bounds.timeoutMs / 1000} s; one at a time. The flat ranking stands beside the default one, and both with the catalog's model beside them where it has one.`,
      tag: 'search',
      scope: 'read',
      body: evaluateInput,
      answer: objectOf({ evaluations: { type: 'array', items: evaluationSchema } }),
      annotations: { readOnly: true },
      handle: run,
    },
  ];
}

function withoutRows({ withModel, ...figures }: BoundedEvaluation): BoundedEvaluation {
  return { ...figures, rows: [], ...(withModel === undefined ? {} : { withModel: { ...withModel, rows: [] } }) };
}

function setsOf(body: RouteCall['body'], seesAll: boolean, folder: string | undefined): readonly Queries[] {
  const { queries, dataset } = body as { queries?: DatasetQuery[]; dataset?: string };
  if ((queries === undefined) === (dataset === undefined))
    throw new RequestError(400, 'invalid-argument', 'Give exactly one of queries and dataset.');
  if (queries !== undefined)
    return [{ name: 'request', queries: queries.map((query, at) => ({ ...query, id: query.id ?? String(at + 1) })) }];
  if (folder === undefined)
    throw new RequestError(409, 'no-datasets', 'No folder of evaluation sets is configured here; send queries.');
  if (!seesAll)
    throw new RequestError(403, 'forbidden', 'Stored sets name tools of the whole catalog; send queries of your own.');
  return readSets(folder, dataset ?? '');
}

/** The sets of a folder directly in the configured one; a link that leads out of it is not followed. */
function readSets(folder: string, name: string): readonly Queries[] {
  try {
    const root = realpathSync(folder);
    const path = realpathSync(join(root, name));
    if (path.startsWith(root + sep)) return loadDatasets(path);
  } catch (thrown) {
    const isMissing = thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';
    const isBadSet = thrown instanceof ToolGraphError;
    if (!isMissing && !isBadSet) throw thrown;
    if (isBadSet) throw new RequestError(409, 'unreadable-dataset', `The set ${JSON.stringify(name)} cannot be read.`);
  }
  throw new RequestError(404, 'unknown-dataset', `There is no evaluation set ${JSON.stringify(name)} here.`);
}
