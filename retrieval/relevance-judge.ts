import type { LexicalIndex } from './lexical-index.js';
import type { NameCoverage } from './name-coverage.js';
import type { AnalyzedQuery } from './query.js';
import {
  type RelevanceEvidence,
  type RequestContent,
  relevanceEvidence,
  relevanceOf,
  requestContent,
} from './relevance.js';
import { defaultMinRelevance } from './relevance-weights.js';
import type { EmptyReason } from './scored-tool.js';
import { type Direction, type ToolVectors, turnTowards } from './semantic/tool-vectors.js';
import type { WordVectors } from './semantic/word-vectors.js';

/** A hit as the judge sees it. */
export interface JudgedHit {
  readonly doc: number;
  /** Score by text alone. */
  readonly text: number;
  /** Cosine of the request and of the tool, 0 to 1. */
  readonly similarity: number;
}

/** Hits that are asked whether any of them answers the request; the best is not always the most relevant. */
export const judgedHits = 5;

/** What the judge reads of a catalog. */
export interface JudgedCatalog {
  readonly index: LexicalIndex;
  readonly words: WordVectors;
  readonly vectors: ToolVectors;
  readonly coverage: NameCoverage;
  /** Room for the direction of the things that a request names, kept between requests. */
  readonly things: Direction;
}

/** Says of one request how relevant tools are to it, and whether it is one for this catalog at all; until the next request. */
export class RelevanceJudge {
  readonly #query: AnalyzedQuery;
  readonly #content: RequestContent;
  readonly #catalog: JudgedCatalog;
  readonly #first: readonly JudgedHit[];
  readonly #company: number;
  readonly #named: ReadonlySet<number>;
  readonly #known = new Map<number, RelevanceEvidence>();

  /** `hits`: the request's ranking. `named`: documents that the request names outright; they answer it whatever their text. */
  constructor(query: AnalyzedQuery, hits: readonly JudgedHit[], catalog: JudgedCatalog, named: ReadonlySet<number>) {
    this.#query = query;
    this.#content = requestContent(query, catalog.index, catalog.words);
    turnTowards(catalog.things, this.#content.things, catalog.words);
    const first = hits.slice(0, judgedHits);
    this.#first = first;
    this.#company = first.reduce((sum, { similarity }) => sum + similarity, 0) / Math.max(1, first.length);
    this.#catalog = catalog;
    this.#named = named;
  }

  /** A hit's relevance, 0 to 1. */
  relevance(hit: JudgedHit): number {
    const evidence = this.evidence(hit);
    return evidence === undefined ? 1 : relevanceOf(evidence);
  }

  /** What a hit's relevance is made of; undefined for one named outright. */
  evidence({ doc, text }: JudgedHit): RelevanceEvidence | undefined {
    if (this.#named.has(doc)) return undefined;
    const known = this.#known.get(doc);
    if (known !== undefined) return known;
    const { index, vectors, coverage, things } = this.#catalog;
    const measured = {
      nearness: Math.max(0, vectors.similarity(doc, things)),
      score: text,
      name: this.#nameCoverage(doc),
      company: this.#company,
    };
    const evidence = relevanceEvidence(doc, this.#content, measured, index, (id) => coverage.heads(doc, id));
    this.#known.set(doc, evidence);
    return evidence;
  }

  /** Share of the tool's name or title that the request says. */
  #nameCoverage(doc: number): number {
    this.#catalog.coverage.ask(this.#query);
    return this.#catalog.coverage.of(doc).share;
  }

  /** Why the ranking is empty, when none of the best hits is relevant enough. */
  offTopic(minRelevance = defaultMinRelevance): EmptyReason | undefined {
    if (minRelevance === 0) return undefined;
    let most = 0;
    for (const hit of this.#first) {
      most = Math.max(most, this.relevance(hit));
      if (most >= minRelevance) return undefined;
    }
    const { missing } = this.#content;
    const words = missing.slice(0, 8).map((word) => JSON.stringify(word));
    const about =
      words.length === 0
        ? 'no tool holds enough of its words together'
        : `the catalog knows no tool about ${words.join(', ')}`;
    return {
      code: 'off-topic',
      message: `The request seems to be about something else: ${about}. The best match has a relevance of ${most.toFixed(2)}, below ${minRelevance}; minRelevance 0 shows it.`,
    };
  }
}
