import type { ToolSchema } from '../src/core/tool-schema.js';
import { type CloseHit, type CloselyRead, CloseReading, closelyRead, editionsLookedAt } from './close-reading.js';
import type { Editions } from './editions.js';
import { intentFactors } from './intent.js';
import { isAddressed, OwnerRanking } from './owner-ranking.js';
import type { AnalyzedQuery } from './query.js';
import { RangeScoring, rangesFrom, rangesFromShare } from './range-scoring.js';
import type { Acceptance } from './retrieve-options.js';
import { MaxScores, ScorePass } from './score-pass.js';
import type { WordVectors } from './semantic/word-vectors.js';
import type { SourceNames } from './source-names.js';
import { namedBefore, TopDocs } from './top-k.js';

/** How far above the best text match a tool lies that the query names outright. */
const exactNameLead = 1.5;

/** Share of a score that comes from the best clause, and the share of the whole's best score from which a clause counts fully. */
export const clauseShare = 0.2;
const fullClause = 0.35;

/** What ranking by text looks at. */
export interface TextRanked extends CloselyRead {
  readonly words: WordVectors;
  readonly sources: SourceNames;
  readonly editions: Editions;
  /** Intents of each document, as bits; the array may be another one after a change. */
  readonly intents: () => Uint16Array;
}

/** The best tools by what texts say, and how many share a term with the query. */
export interface RankedByText {
  readonly hits: readonly CloseHit[];
  readonly matched: number;
}

/**
 * Ranks the tools of an index by their texts: scores of words and intents, shares of clauses, sources and owners that the query
 * names, editions, and a closer reading of the best. Its arrays are kept between queries.
 */
export class TextRanking {
  readonly #parts: TextRanked;
  readonly #whole = new ScorePass();
  readonly #clause = new ScorePass();
  readonly #clauseBest = new MaxScores();
  readonly #ranges = new RangeScoring({ share: clauseShare, full: fullClause });
  readonly #byText: TopDocs;
  readonly #owners: OwnerRanking;
  readonly #closeReading: CloseReading;

  constructor(parts: TextRanked) {
    this.#parts = parts;
    this.#byText = new TopDocs(namedBefore(parts.index));
    this.#owners = new OwnerRanking(parts.index, parts.words);
    this.#closeReading = new CloseReading(parts);
  }

  /** The clause of the last query that a document answers best; −1 for none. */
  clauseOf(doc: number): number {
    return this.#clauseBest.clauseOf(doc);
  }

  /**
   * The first `limit` tools for a query, best first, read closely. `named`: documents that it names outright; whatever
   * their text, they come first. `accepts`: which tools may come.
   */
  rank(
    analyzed: AnalyzedQuery,
    named: ReadonlySet<number>,
    limit: number,
    accepts: Acceptance | undefined,
  ): RankedByText {
    const { index, sources: names } = this.#parts;
    const intents = this.#parts.intents();
    const acceptsDoc = accepts && ((doc: number) => accepts(index.tool(doc) as ToolSchema));
    const sources = names.namedIn(analyzed, index);
    if (named.size === 0 && sources === undefined && accepts === undefined && this.#ranksInRanges(analyzed))
      return this.#rankInRanges(analyzed, limit);
    const whole = this.#whole.run(analyzed, index);
    const asked = intentFactors(analyzed.intents, analyzed.avoided);
    if (named.size === 0 && sources === undefined && analyzed.clauses.length === 0) {
      const matched = whole.count;
      const [byText, best] = this.#best(whole, asked, limit, acceptsDoc);
      return { hits: this.#closeReading.read(byText, analyzed, best, limit), matched };
    }
    const best = whole.applyIntents(asked, intents);
    if (analyzed.clauses.length > 0) this.#shareOutClauses(analyzed, best);
    const gain = analyzed.clauses.length > 0 ? sources?.gainBesideOthers : sources?.gain;
    const owner = sources?.owner !== undefined && isAddressed(sources.owner, analyzed) ? sources.owner : undefined;
    const lead =
      owner === undefined
        ? whole.raise(sources?.docs ?? [], gain ?? 1, best)
        : this.#owners.apply(whole, analyzed, owner, intents);
    for (const doc of named) whole.set(doc, Math.max(lead, 1) * exactNameLead + (whole.scores[doc] as number) * 0.01);
    const matched = whole.count;
    const [byText] = this.#best(whole, intentFactors(0), limit, acceptsDoc, owner?.sources);
    return { hits: this.#closeReading.read(byText, analyzed, lead, limit, owner?.terms), matched };
  }

  /** Is the catalog large, are the words so common that most ranges hold many of them, and is no clause for the tools of some source? */
  #ranksInRanges({ clauses, terms }: AnalyzedQuery): boolean {
    const { index, sources } = this.#parts;
    if (index.capacity < rangesFrom) return false;
    const held = terms.reduce((sum, { term }) => sum + index.documentFrequency(term), 0);
    if (held < index.capacity * rangesFromShare) return false;
    return clauses.every((clause) => sources.namedIn(clause, index) === undefined);
  }

  /** {@link rank} where nothing counts but terms, intents and clauses: of a large catalog few documents have to be scored in full. */
  #rankInRanges(analyzed: AnalyzedQuery, limit: number): RankedByText {
    const { editions, index } = this.#parts;
    const whole = this.#whole;
    const keep = Math.max(limit, closelyRead * (editions.several ? editionsLookedAt.elsewhere : 1));
    const best = this.#ranges.run(analyzed, index, this.#parts.intents(), keep, whole, this.#clauseBest);
    const matched = whole.count;
    const [byText] = this.#best(whole, intentFactors(0), limit, undefined);
    return { hits: this.#closeReading.read(byText, analyzed, best, limit), matched };
  }

  /**
   * The best documents of a pass, editions of better ones lowered, and the highest score; empties the pass. More are looked at
   * where there are many editions, for they would leave no room for others. `sources`: of the owner that the request names.
   */
  #best(
    pass: ScorePass,
    factors: Float64Array,
    limit: number,
    accepts: ((doc: number) => boolean) | undefined,
    sources?: number,
  ): [byText: TopDocs, best: number] {
    const byText = this.#byText;
    const { editions, index } = this.#parts;
    const intents = this.#parts.intents();
    const toolOf = (doc: number) => index.tool(doc) as ToolSchema;
    const looked = closelyRead * Math.min(sources ?? 1, editionsLookedAt.ofOwner);
    byText.start(Math.max(limit, looked));
    if (!editions.several || sources === 1) return [byText, pass.drain(factors, intents, byText, accepts)];
    if (sources !== undefined) {
      const best = pass.drain(factors, intents, byText, accepts);
      return [editions.lowerRepeats(byText, looked, toolOf), best];
    }
    const highest = pass.offer(factors, intents, byText, accepts);
    const repeats = editions.count(byText, closelyRead, toolOf);
    if (repeats <= editionsLookedAt.few) {
      pass.clear();
      return [repeats === 0 ? byText : editions.lowerRepeats(byText, closelyRead, toolOf), highest];
    }
    const further = closelyRead * editionsLookedAt.elsewhere;
    byText.start(Math.max(limit, further));
    const best = pass.drain(factors, intents, byText, accepts);
    return [editions.lowerRepeats(byText, further, toolOf), best];
  }

  /**
   * Mixes in how well a tool answers its best clause, relative to that clause's best tool, so that each clause of a
   * request gets its share of the ranking. A clause much weaker than the whole counts less.
   */
  #shareOutClauses(analyzed: AnalyzedQuery, best: number): void {
    const whole = this.#whole;
    const { index, sources: names } = this.#parts;
    const intents = this.#parts.intents();
    this.#clauseBest.start(whole.scores.length);
    for (let i = 0; i < whole.count; i++) {
      const doc = whole.touched[i] as number;
      (whole.scores[doc] as number) *= 1 - clauseShare;
    }
    for (const [at, clause] of analyzed.clauses.entries()) {
      const pass = this.#clause.run(clause, index);
      const byText = pass.applyIntents(intentFactors(clause.intents), intents);
      const sources = names.namedIn(clause, index);
      const own = pass.raise(sources?.docs ?? [], sources?.gain ?? 1, byText);
      pass.drainInto(this.#clauseBest, (clauseShare * best * Math.min(1, own / (fullClause * best))) / own, at);
    }
    this.#clauseBest.addTo(whole.scores);
  }
}
