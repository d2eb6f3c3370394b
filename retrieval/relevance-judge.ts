import type { LexicalIndex } from './lexical-index.js';
import type { NameCoverage } from './name-coverage.js';
import type { AnalyzedQuery } from './query.js';
import { type EvidenceRow, type RequestContent, relevanceEvidence, relevanceOf, requestContent } from './relevance.js';
import { defaultMinRelevance } from './relevance-weights.js';
import type { EmptyReason } from './scored-tool.js';
import type { WordVectors } from './semantic/word-vectors.js';
import type { TopicNearness } from './topic-nearness.js';

/** A hit as the judge sees it. */
export interface JudgedHit {
  readonly doc: number;
  /** Score by text alone. */
  readonly text: number;
}

/** Hits that are asked whether any of them answers the request; the best is not always the most relevant. */
export const judgedHits = 5;

/** What the judge reads of a catalog. */
export interface JudgedCatalog {
  readonly index: LexicalIndex;
  readonly words: WordVectors;
  readonly coverage: NameCoverage;
  readonly topics: TopicNearness;
}

/** Says of one request how relevant tools are to it, and whether it is one for this catalog at all; until the next request. */
export class RelevanceJudge {
  readonly #query: AnalyzedQuery;
  readonly #content: RequestContent;
  readonly #catalog: JudgedCatalog;
  readonly #first: readonly JudgedHit[];
  readonly #named: ReadonlySet<number>;
  /** Evidence of the first hits, which is asked for twice; as far as it was worked out. */
  readonly #known: (EvidenceRow | undefined)[] = [];

  /** `hits`: the request's ranking. `named`: documents that the request names outright; they answer it whatever their text. */
  constructor(query: AnalyzedQuery, hits: readonly JudgedHit[], catalog: JudgedCatalog, named: ReadonlySet<number>) {
    this.#query = query;
    this.#content = requestContent(query, catalog.index, catalog.words, catalog.topics);
    this.#first = hits.slice(0, judgedHits);
    this.#catalog = catalog;
    this.#named = named;
  }

  /**
   * What the relevance of a hit is made of, for {@link relevanceOf}; undefined for one that the request names outright, whose
   * relevance is 1. `at` is its place among those that the judge was given, if it was among them.
   */
  evidence(hit: JudgedHit, at: number): EvidenceRow | undefined {
    if (at < this.#known.length && this.#first[at] === hit) return this.#known[at];
    if (this.#named.size > 0 && this.#named.has(hit.doc)) return undefined;
    const { index, coverage } = this.#catalog;
    coverage.ask(this.#query);
    return relevanceEvidence(hit.doc, this.#content, { score: hit.text, name: coverage.shareOf(hit.doc) }, index);
  }

  /** Why the ranking is empty, when none of the best hits is relevant enough. */
  offTopic(minRelevance = defaultMinRelevance): EmptyReason | undefined {
    if (minRelevance === 0) return undefined;
    let most = 0;
    for (let at = 0; at < this.#first.length; at++) {
      const evidence = this.evidence(this.#first[at] as JudgedHit, at);
      this.#known.push(evidence);
      const relevance = evidence === undefined ? 1 : relevanceOf(evidence);
      if (relevance > most) most = relevance;
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
