import { ToolGraphError } from '../src/core/errors.js';
import { isRecord } from '../src/core/json-schema.js';
import { type Ranking, type RankingNote, type ScoredTool, scoredTool } from './scored-tool.js';
import { withinTime } from './semantic/embedder-call.js';

/** What a reranker judges. */
export interface RerankRequest {
  readonly query: string;
  /** The best tools so far, best first, with schema (`tool.inputSchema`), score and explanation. */
  readonly candidates: readonly ScoredTool[];
}

/**
 * The names of candidates (`tool.name`), best first; or each with a score, in any order, larger is better. Candidates
 * that it leaves out follow in their old order.
 */
export type RerankAnswer = readonly (string | { readonly name: string; readonly score: number })[];

/** A user's own model that orders the best tools anew. */
export interface Reranker {
  /** Names it in notes. Must not hold a key. */
  readonly id: string;
  /** `signal` is aborted when nobody waits any more. */
  rerank(request: RerankRequest, context: { readonly signal: AbortSignal }): RerankAnswer | Promise<RerankAnswer>;
}

/** How one ranking is reranked. */
export interface RerankOptions {
  readonly topN: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** The value as a reranker. @throws ToolGraphError `INVALID_OPTION` naming what is wrong with it. */
export function checkReranker(value: unknown): Reranker {
  const { id, rerank } = isRecord(value) || typeof value === 'object' ? ((value ?? {}) as Record<string, unknown>) : {};
  if (typeof id === 'string' && id !== '' && typeof rerank === 'function') return value as Reranker;
  throw new ToolGraphError(
    'INVALID_OPTION',
    'Option "reranker" must be { id, rerank({ query, candidates }, { signal }) }.',
  );
}

/**
 * Lets a reranker order the first `topN` of a ranking. The places keep their scores, which stay on the scale of the
 * ranking; what was asked and what came of it is in each explanation. Names that are no candidate's, repeats and
 * scores that are no numbers are left out with a note.
 *
 * @throws ToolGraphError `MODEL_FAILED`; the reason of `signal` when that is aborted.
 */
export async function rerank(
  query: string,
  ranking: Ranking,
  reranker: Reranker,
  { topN, timeoutMs, signal }: RerankOptions,
): Promise<{ readonly ranking: Ranking; readonly notes: readonly RankingNote[] }> {
  const candidates = ranking.slice(0, topN);
  if (candidates.length < 2) return { ranking, notes: [] };
  const named = `The reranker ${JSON.stringify(reranker.id)}`;
  const answer: unknown = await withinTime(named, timeoutMs, signal, async (inner) =>
    reranker.rerank({ query, candidates: [...candidates] }, { signal: inner }),
  );
  const read = readAnswer(answer, candidates);
  if (read.order.length === 0)
    throw new ToolGraphError(
      'MODEL_FAILED',
      `${named} named none of the ${candidates.length} candidates; answer with their tool.name.`,
    );
  const named0 = new Set(read.order.map(({ hit }) => hit));
  const order = [
    ...read.order,
    ...candidates.filter((hit) => !named0.has(hit)).map((hit) => ({ hit, score: undefined })),
  ];
  const notes = read.leftOut.length === 0 ? [] : [answerNote(named, read.leftOut)];
  return { ranking: [...placed(order, candidates), ...ranking.slice(topN)], notes };
}

interface Place {
  readonly hit: ScoredTool;
  readonly score: number | undefined;
}

function readAnswer(answer: unknown, candidates: readonly ScoredTool[]): { order: Place[]; leftOut: string[] } {
  const byName = new Map(candidates.map((hit) => [hit.tool.name, hit] as const));
  const order: Place[] = [];
  const leftOut: string[] = [];
  for (const entry of Array.isArray(answer) ? answer.slice(0, 4 * candidates.length) : []) {
    const name: unknown = isRecord(entry) ? entry['name'] : entry;
    const score: unknown = isRecord(entry) ? entry['score'] : undefined;
    const hit = typeof name === 'string' ? byName.get(name) : undefined;
    if (hit === undefined) leftOut.push(`${shown(name)} is no candidate`);
    else if (order.some((place) => place.hit === hit)) leftOut.push(`${shown(name)} came twice`);
    else if (isRecord(entry) && !(typeof score === 'number' && Number.isFinite(score)))
      leftOut.push(`${shown(name)} has the score ${shown(score)}`);
    else order.push({ hit, score: typeof score === 'number' ? score : undefined });
  }
  if (order.every(({ score }) => score !== undefined)) order.sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
  return { order, leftOut };
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : String(value).slice(0, 60);
}

function answerNote(named: string, leftOut: readonly string[]): RankingNote {
  const more = leftOut.length > 3 ? ` and ${leftOut.length - 3} more` : '';
  return { code: 'reranker-answer', message: `${named}: left out ${leftOut.slice(0, 3).join(', ')}${more}.` };
}

/** Gives the places' scores to their new holders; equal ones are set apart by a hair, as ties would be ordered by name. */
function placed(order: readonly Place[], candidates: readonly ScoredTool[]): ScoredTool[] {
  let last = Number.POSITIVE_INFINITY;
  return order.map(({ hit, score }, at) => {
    last = Math.min((candidates[at] as ScoredTool).score, last * (1 - 1e-12));
    const rerank = { before: candidates.indexOf(hit) + 1, after: at + 1, ...(score === undefined ? {} : { score }) };
    return scoredTool(hit.tool, last, hit.relevance, hit.role, () => ({ ...hit.explanation, rerank }));
  });
}
