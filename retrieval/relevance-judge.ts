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

/** What the judge says of a hit. */
export interface Judgement {
  /** 0 to 1. */
  readonly relevance: number;
  /** What it is made of; undefined for a hit that the request names outright. */
  readonly evidence: EvidenceRow | undefined;
}

/** Says of one request how relevant tools are to it, and whether it is one for this catalog at all; until the next request. */
export class RelevanceJudge {
  readonly #query: AnalyzedQuery;
  readonly #content: RequestContent;
  readonly #catalog: JudgedCatalog;
  readonly #first: readonly JudgedHit[];
  readonly #named: ReadonlySet<number>;
  /** Judgements of the first hits, which are asked for twice. */
  readonly #judgements: (Judgement | undefined)[] = [];

  /** `hits`: the request's ranking. `named`: documents that the request names outright; they answer it whatever their text. */
  constructor(query: AnalyzedQuery, hits: readonly JudgedHit[], catalog: JudgedCatalog, named: ReadonlySet<number>) {
    this.#query = query;
    this.#content = requestContent(query, catalog.index, catalog.words, catalog.topics);
    this.#first = hits.slice(0, judgedHits);
    this.#catalog = catalog;
    this.#named = named;
  }

  /** How relevant a hit is; `at` is its place among those that the judge was given, if it was among them. */
  judge(hit: JudgedHit, at: number): Judgement {
    const known = this.#judgements[at];
    if (known !== undefined && this.#first[at] === hit) return known;
    const evidence = this.#named.has(hit.doc) ? undefined : this.#evidence(hit);
    return { relevance: evidence === undefined ? 1 : relevanceOf(evidence), evidence };
  }

  #evidence({ doc, text }: JudgedHit): EvidenceRow {
    const { index, coverage } = this.#catalog;
    coverage.ask(this.#query);
    return relevanceEvidence(doc, this.#content, { score: text, name: coverage.shareOf(doc) }, index);
  }

  /** Why the ranking is empty, when none of the best hits is relevant enough. */
  offTopic(minRelevance = defaultMinRelevance): EmptyReason | undefined {
    if (minRelevance === 0) return undefined;
    let most = 0;
    for (const [at, hit] of this.#first.entries()) {
      const judgement = this.judge(hit, at);
      this.#judgements[at] = judgement;
      most = Math.max(most, judgement.relevance);
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
