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
 * nearer than the mean of the catalog, nothing at `noise`, and between them more than in proportion (`bend`): that a tool
 * is near says more than by how much. Below `noise` a tool loses in proportion, at most what `lowest` deviations are worth:
 * of the tools that share a word with a request, those that a model finds not near at all are most often wrong. Where text
 * answers a request poorly the model counts more, at most `most` times. Of a request of several clauses the nearest one
 * counts for `clause`, the whole for the rest.
 */
const weights = { share: 0.11, noise: 0.5, full: 4, bend: 0.7, lowest: 1, most: 3, clause: 0.6 } as const;

/** Of its score by text a tool keeps this much, whatever a model says. */
const kept = 0.5;

/**
 * A model counts in full for a request where the `first` tools by text lie, on average, `enough` as far out as the
 * nearest tool of all; the further they fall short of that, the less it counts, and `least` where they do not lie out at all.
 */
const agreement = { first: 3, enough: 0.4, least: 0.2 } as const;

/** The nearest tools that come in beside those found by text, and how far out they must lie, in standard deviations. */
const candidates = 100;
const leastDeviations = 1;

/** The best by text that fusion is given: a tool beyond them has no score by text that would count. */
export const textCandidates = 500;

/** A spread below this is rounding, or a catalog of tools that are all alike. */
const leastDeviation = 0.01;

/**
 * Deviations above the mean from which a tool is near where no word matches. In a small catalog nothing can lie so far out: there, this
 * share of what is possible.
 */
const outstanding = { deviations: 2.5, possible: 0.6 } as const;

/** One text of the request against the catalog. */
interface Direction {
  readonly query: ByteVector;
  readonly spread: Spread;
}

/** How near the tools of a catalog are to one request, by one model. */
export class Nearness {
  readonly #scan: VectorScan;
  readonly #whole: Direction;
  readonly #clauses: readonly Direction[];
  readonly #known = new Map<ToolSchema, number>();

  /** @param clauses Vectors of the things that the request asks for, where there are several. */
  constructor(scan: VectorScan, whole: Float32Array, clauses: readonly Float32Array[] = []) {
    const directionOf = (vector: Float32Array): Direction => {
      const query = byteVector(vector);
      return { query, spread: scan.spread(query) };
    };
    this.#scan = scan;
    this.#whole = directionOf(whole);
    this.#clauses = clauses.map(directionOf);
  }

  /** Cosine of a tool and the whole request, −1 to 1; undefined for a tool without a vector. */
  similarity(tool: ToolSchema): number | undefined {
    return this.#scan.similarity(tool, this.#whole.query);
  }

  /** By how many standard deviations a tool is nearer than the mean of the catalog, below 0 when further; 0 without a vector. */
  deviations(tool: ToolSchema): number {
    let deviations = this.#known.get(tool);
    if (deviations === undefined) {
      deviations = this.#from(this.#whole, tool);
      if (this.#clauses.length > 0) {
        const nearest = Math.max(...this.#clauses.map((clause) => this.#from(clause, tool)));
        deviations = (1 - weights.clause) * deviations + weights.clause * nearest;
      }
      this.#known.set(tool, deviations);
    }
    return deviations;
  }

  /**
   * What its nearness adds to the score of a tool: 1 at `full` deviations, 0 at `noise` and for a tool without a vector,
   * below 0 for a tool that is not near.
   */
  gain(tool: ToolSchema): number {
    if (this.similarity(tool) === undefined) return 0;
    const lead = this.deviations(tool) - weights.noise;
    const full = weights.full - weights.noise;
    return lead >= 0 ? (lead / full) ** weights.bend : -Math.min(weights.lowest, -lead) / full;
  }

  /** The nearest tools to the request or to one of its clauses that pass the filters; each once, in no order. */
  nearest(accepts: Acceptance | undefined): ReadonlySet<ToolSchema> {
    const directions = [this.#whole, ...this.#clauses];
    return new Set(directions.flatMap(({ query }) => this.#scan.nearest(query, candidates, accepts)));
  }

  /** Is a tool far enough out to be let in beside those found by text? */
  isCandidate(tool: ToolSchema): boolean {
    return this.deviations(tool) >= leastDeviations;
  }

  /** Is a tool near enough to be an answer on its own? */
  isOutstanding(tool: ToolSchema): boolean {
    const count = this.#whole.spread.tools;
    const possible = (count - 1) / Math.sqrt(Math.max(1, count));
    const deviations = this.deviations(tool);
    return deviations >= Math.min(outstanding.deviations, outstanding.possible * possible) && deviations > 0;
  }

  #from({ query, spread: { mean, deviation } }: Direction, tool: ToolSchema): number {
    return ((this.#scan.similarity(tool, query) ?? mean) - mean) / Math.max(deviation, leastDeviation);
  }
}

/** What fusion reads of the retriever. */
export interface FoundByText {
  readonly index: LexicalIndex;
  /** The best by text, best first; the first `closelyRead` of them were read closely. */
  readonly hits: readonly Hit[];
  readonly closelyRead: number;
  readonly accepts: Acceptance | undefined;
}

/** The ranking by text and model, unordered, and what a gain of 1 adds to a score. */
export interface Fused {
  readonly hits: readonly Hit[];
  readonly unit: number;
}

/**
 * Adds to the score by text what a model says of each tool, and lets the nearest tools in that text did not find. A
 * weighted sum on the scale of the text score (convex combination; Bruch, Gai, Ingber, TOIS 2023). What text found last is not
 * compared.
 */
export function fuse(query: AnalyzedQuery, text: FoundByText, near: Nearness): Fused {
  const { index, hits, closelyRead, accepts } = text;
  const nearest = near.nearest(accepts);
  const unit = unitOf(query, text) * trustIn(near, nearest, text);
  const scores = new Map(hits.map(({ doc, score }) => [doc, score] as const));
  const compared = new Set(hits.slice(0, closelyRead).map(({ doc }) => doc));
  for (const tool of nearest) {
    const doc = index.documentOf(tool.name);
    if (doc === undefined || index.tool(doc) !== tool) continue;
    if (!scores.has(doc)) {
      if (hits.length === 0 ? !near.isOutstanding(tool) : !near.isCandidate(tool)) continue;
      scores.set(doc, 0);
    }
    compared.add(doc);
  }
  const fused = [...scores].map(([doc, score]) => ({
    doc,
    score: compared.has(doc) ? score + contributionOf(index.tool(doc) as ToolSchema, score, near, unit) : score,
  }));
  return { hits: fused, unit };
}

/** What a model adds to a score by text, or takes from it. */
function contributionOf(tool: ToolSchema, score: number, near: Nearness, unit: number): number {
  return Math.max((kept - 1) * score, unit * near.gain(tool));
}

/** What a gain of 1 adds to the score of a tool for this query, where the model is trusted in full. */
function unitOf(query: AnalyzedQuery, { index, hits }: FoundByText): number {
  const worth = worthOf(query, index);
  const best = hits[0]?.score ?? 0;
  return weights.share * (best === 0 ? worth : Math.min(Math.sqrt(worth * best), weights.most * best));
}

/** How far the model may be followed for this query: from `agreement.least` to 1. Text that found nothing contradicts nobody. */
function trustIn(near: Nearness, nearest: Iterable<ToolSchema>, { index, hits }: FoundByText): number {
  const first = hits.slice(0, agreement.first);
  let furthest = 0;
  for (const tool of nearest) furthest = Math.max(furthest, near.deviations(tool));
  if (first.length === 0 || furthest === 0) return 1;
  let sum = 0;
  for (const { doc } of first) sum += Math.max(0, near.deviations(index.tool(doc) as ToolSchema));
  const agreed = Math.min(1, sum / first.length / (agreement.enough * furthest));
  return agreement.least + (1 - agreement.least) * agreed;
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
