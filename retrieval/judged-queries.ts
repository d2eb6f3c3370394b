import { ToolGraphError } from '../src/core/errors.js';
import type { ToolSchema } from '../src/core/tool-schema.js';
import type { Dataset, DatasetQuery } from './dataset.js';
import { goldNames } from './gold-names.js';

/** Which queries of a set are asked, and where rankings are cut. */
export interface QueryChoice {
  /** Cutoffs, each a whole number above 0; rankings are taken to the largest. Default [5, 10]. */
  readonly k?: number | readonly number[];
  /** Of a set with more queries every ⌊n / maxQueries⌋-th is taken, this many at most. Default: all. */
  readonly maxQueries?: number;
  /** Only queries of this split. Default: all. */
  readonly split?: string;
}

/** A set's queries as they are asked of one catalog. */
export interface JudgedQueries {
  readonly queries: readonly JudgedQuery[];
  /** Ascending. */
  readonly cutoffs: readonly number[];
  /** Where both kinds are there: by query, does it need several tools? */
  readonly several: readonly boolean[] | undefined;
  /** Exposed name of the tool that a gold name means. */
  readonly nameOf: ReadonlyMap<string, string>;
}

/** One query with exposed names of what is gold; a name that no tool answers to stands for itself and is never found. */
export interface JudgedQuery {
  readonly query: DatasetQuery;
  readonly groups: readonly (readonly string[])[];
}

/** The queries that an evaluation asks. @throws ToolGraphError `INVALID_OPTION` for a cutoff that is none. */
export function judgedQueries(
  tools: readonly ToolSchema[],
  dataset: Pick<Dataset, 'queries'> & Partial<Pick<Dataset, 'tools'>>,
  options: QueryChoice,
): JudgedQueries {
  const nameOf = goldNames(tools, dataset.tools);
  const queries = sample(
    dataset.queries.filter((query) => options.split === undefined || query.split === options.split),
    options.maxQueries,
  );
  const several = queries.map((query) => (query.goldGroups ?? query.gold).length > 1);
  return {
    queries: queries.map((query) => ({
      query,
      groups: (query.goldGroups ?? query.gold.map((name) => [name])).map((group) =>
        group.map((name) => nameOf.get(name) ?? `\u0000${name}`),
      ),
    })),
    cutoffs: cutoffsOf(options.k),
    several: several.includes(true) && several.includes(false) ? several : undefined,
    nameOf,
  };
}

function cutoffsOf(k: QueryChoice['k']): readonly number[] {
  const cutoffs = k === undefined ? [5, 10] : typeof k === 'number' ? [k] : [...k];
  const bad = cutoffs.find((cutoff) => !(Number.isInteger(cutoff) && cutoff > 0));
  if (bad !== undefined || cutoffs.length === 0) {
    throw new ToolGraphError('INVALID_OPTION', `k must be one or more whole numbers above 0, not ${String(bad ?? k)}.`);
  }
  return cutoffs.sort((a, b) => a - b);
}

function sample(queries: readonly DatasetQuery[], maxQueries: number | undefined): readonly DatasetQuery[] {
  if (maxQueries === undefined || queries.length <= maxQueries) return queries;
  const step = Math.max(1, Math.floor(queries.length / maxQueries));
  return queries.filter((_, index) => index % step === 0).slice(0, maxQueries);
}
