import { readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { messageOf, ToolGraphError } from '../src/core/errors.js';
import { isRecord } from '../src/core/json-schema.js';
import { type EdgeTruth, readEdgeTruth } from './edge-quality.js';
import { isNames, readJsonLines } from './json-lines.js';

/** One judged request. */
export interface DatasetQuery {
  readonly id: string;
  readonly query: string;
  /** Names of the right tools, in call order where that is known. */
  readonly gold: readonly string[];
  /** Interchangeable names; each group counts once. Absent: each gold name is a group of its own. */
  readonly goldGroups?: readonly (readonly string[])[];
  /** Links between the gold tools: producer, consumer, how. */
  readonly edges?: readonly (readonly [string, string, string | null])[];
  readonly split?: string;
  /** Language tag of the query, in sets of several languages. */
  readonly lang?: string;
}

/** An evaluation set on disk: judged queries over a catalog of rows or specs. */
export interface Dataset {
  /** The folder's name; with `/` and the file's name for queries beside `queries.jsonl`. */
  readonly name: string;
  readonly folder: string;
  readonly queries: readonly DatasetQuery[];
  /** Rows of `tools.jsonl`, as `ingestTools` takes them; empty when the set has only specs. */
  readonly tools: readonly unknown[];
  /** Absolute paths of the documents in `specs/`, sorted; empty when the set has none. */
  readonly specs: readonly string[];
  /** What the set knows of right edges: `producers.jsonl` and `edges.jsonl`. */
  readonly edges: EdgeTruth;
}

/**
 * Reads every evaluation set of a folder: one for each `queries*.jsonl`, over `tools.jsonl` and `specs/`, with its
 * labelled producers and known links. Lines that are no JSON or lack what they need are refused with file and line.
 *
 * @throws ToolGraphError `SOURCE_NOT_FOUND` when the folder or its queries are missing, `INVALID_DATASET` for a bad line.
 */
export function loadDatasets(folder: string): Dataset[] {
  const path = resolve(folder);
  const names = readFolder(path);
  const queryFiles = names.filter((name) => /^queries.*\.jsonl$/.test(name)).sort();
  if (queryFiles.length === 0) {
    throw new ToolGraphError(
      'SOURCE_NOT_FOUND',
      `${folder} holds no queries.jsonl; an evaluation set is a folder with queries.jsonl beside tools.jsonl or specs/.`,
    );
  }
  const tools = names.includes('tools.jsonl') ? readJsonLines(join(path, 'tools.jsonl')).map(({ value }) => value) : [];
  const specs = names.includes('specs')
    ? readFolder(join(path, 'specs'))
        .filter((name) => /\.(json|ya?ml)$/.test(name))
        .sort()
        .map((name) => join(path, 'specs', name))
    : [];
  if (tools.length === 0 && specs.length === 0) {
    throw new ToolGraphError(
      'INVALID_DATASET',
      `${folder} holds neither tools.jsonl nor specs/: there is no catalog to search.`,
    );
  }
  const edges = readEdgeTruth(path);
  return queryFiles.map((file) => ({
    name: file === 'queries.jsonl' ? basename(path) : `${basename(path)}/${file.replace(/\.jsonl$/, '')}`,
    folder: path,
    queries: readJsonLines(join(path, file)).map(({ value, place }) => readQuery(value, place)),
    tools,
    specs,
    edges,
  }));
}

function readFolder(path: string): string[] {
  try {
    if (statSync(path).isDirectory()) return readdirSync(path);
  } catch (cause) {
    throw new ToolGraphError('SOURCE_NOT_FOUND', `Cannot read the folder ${path}: ${messageOf(cause)}.`, { cause });
  }
  throw new ToolGraphError('SOURCE_NOT_FOUND', `${path} is a file; an evaluation set is a folder.`);
}

function readQuery(value: unknown, place: string): DatasetQuery {
  if (!isRecord(value) || typeof value['query'] !== 'string' || !isNames(value['gold'])) {
    throw new ToolGraphError('INVALID_DATASET', `${place} needs "query" (text) and "gold" (list of tool names).`);
  }
  const { id, query, gold, gold_groups: groups, edges, split, lang } = value;
  return {
    id: typeof id === 'string' || typeof id === 'number' ? String(id) : place,
    query,
    gold,
    ...(Array.isArray(groups) && groups.every(isNames) ? { goldGroups: groups } : {}),
    ...(Array.isArray(edges) ? { edges: edges.filter(isEdge) } : {}),
    ...(typeof split === 'string' ? { split } : {}),
    ...(typeof lang === 'string' ? { lang } : {}),
  };
}

function isEdge(value: unknown): value is [string, string, string | null] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string';
}
