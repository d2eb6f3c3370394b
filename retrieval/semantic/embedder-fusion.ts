import type { ToolSchema } from '../../src/core/tool-schema.js';
import type { LexicalIndex } from '../lexical-index.js';
import type { AnalyzedQuery } from '../query.js';
import type { Acceptance } from '../retrieve-options.js';
import type { Hit } from '../top-k.js';
import type { Spread, VectorScan } from './embedder-scan.js';
import { type ByteVector, byteVector } from './embedder-vectors.js';

/**
 * Weights of the one fusion for all catalogs and models, found on all dev sets at once; docs/embeddings.md has the
 * figures. `share` of what the request's words are worth is added for a tool that lies `full` standard deviations
 * nearer than the mean of the catalog. Where text answers a request poorly the model counts more, at most `most` times.
 */
const weights = { share: 0.15, full: 4, most: 3 } as const;

/** The nearest tools that come in beside those found by text, and how far out they must lie, in standard deviations. */
const candidates = 100;
const leastLead = 1;

/** The best by text that fusion is given: a tool beyond them has no score by text that would count. */
export const textCandidates = 500;

/** A spread below this is rounding, or a catalog of tools that are all alike. */
const leastDeviation = 0.01;

/**
 * Deviations above the mean from which a tool is near where no word matches. In a small catalog nothing can lie so far out: there, this
 * share of what is possible.
 */
const outstanding = { deviations: 2.5, possible: 0.6 } as const;

/** How near the tools of a catalog are to one query, by one model. */
export class Nearness {
  readonly #scan: VectorScan;
  readonly #query: ByteVector;
  readonly #spread: Spread;
  readonly #leads = new Map<ToolSchema, number>();

  constructor(scan: VectorScan, query: Float32Array) {
    this.#scan = scan;
    this.#query = byteVector(query);
    this.#spread = scan.spread(this.#query);
  }

  /** Cosine of tool and query, −1 to 1; undefined for a tool without a vector. */
  similarity(tool: ToolSchema): number | undefined {
    return this.#scan.similarity(tool, this.#query);
  }

  /** Standard deviations by which a tool is nearer than the mean; 0 for those below, and for one without a vector. */
  lead(tool: ToolSchema): number {
    let lead = this.#leads.get(tool);
    if (lead === undefined) {
      const { mean, deviation } = this.#spread;
      lead = Math.max(0, (this.similarity(tool) ?? mean) - mean) / Math.max(deviation, leastDeviation);
      this.#leads.set(tool, lead);
    }
    return lead;
  }

  nearest(accepts: Acceptance | undefined): readonly ToolSchema[] {
    return this.#scan.nearest(this.#query, candidates, accepts);
  }

  /** Is a tool near enough to be an answer on its own? */
  isOutstanding(tool: ToolSchema): boolean {
    const count = this.#spread.tools;
    const possible = (count - 1) / Math.sqrt(Math.max(1, count));
    return this.lead(tool) >= Math.min(outstanding.deviations, outstanding.possible * possible) && this.lead(tool) > 0;
  }
}

/** What fusion reads of the retriever. */
export interface TextRanking {
  readonly index: LexicalIndex;
  /** The best by text, best first; the first `closelyRead` of them were read closely. */
  readonly hits: readonly Hit[];
  readonly closelyRead: number;
  readonly accepts: Acceptance | undefined;
}

/** What one deviation of lead adds to the score of a tool, for this query. */
export function unitOf(query: AnalyzedQuery, { index, hits }: TextRanking): number {
  const worth = worthOf(query, index);
  const best = hits[0]?.score ?? 0;
  return (weights.share / weights.full) * (best === 0 ? worth : Math.min(Math.sqrt(worth * best), weights.most * best));
}

/**
 * Adds to the score by text what a model says of each tool, and lets the nearest tools in that text did not find. A
 * weighted sum on the scale of the text score (convex combination; Bruch, Gai, Ingber, TOIS 2023): no score falls, so what is
 * not compared stays below. Unordered.
 */
export function fuse({ index, hits, closelyRead, accepts }: TextRanking, near: Nearness, unit: number): Hit[] {
  const scores = new Map(hits.map(({ doc, score }) => [doc, score] as const));
  const compared = new Set(hits.slice(0, closelyRead).map(({ doc }) => doc));
  for (const tool of near.nearest(accepts)) {
    const doc = index.documentOf(tool.name);
    if (doc === undefined || index.tool(doc) !== tool) continue;
    if (!scores.has(doc)) {
      if (hits.length === 0 ? !near.isOutstanding(tool) : near.lead(tool) < leastLead) continue;
      scores.set(doc, 0);
    }
    compared.add(doc);
  }
  return [...scores].map(([doc, score]) => ({
    doc,
    score: compared.has(doc) ? score + unit * near.lead(index.tool(doc) as ToolSchema) : score,
  }));
}

/** What a tool would score, about, that holds every word of the request once: words that the catalog does not know count as rare ones. */
function worthOf(query: AnalyzedQuery, index: LexicalIndex): number {
  const rarest = index.idf(1);
  const worth = new Map<string, number>();
  for (const { word, term, match, weight } of query.terms) {
    const value = match === 'exact' ? weight * index.idf(index.documentFrequency(term)) : rarest;
    worth.set(word, Math.max(worth.get(word) ?? 0, value));
  }
  let sum = query.unknown.length * rarest;
  for (const value of worth.values()) sum += value;
  return sum;
}
