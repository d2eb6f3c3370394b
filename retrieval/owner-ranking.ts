import { intentFactors, isGenericVerb } from './intent.js';
import type { LexicalIndex, WeightedTerm } from './lexical-index.js';
import type { AnalyzedQuery } from './query.js';
import type { QueryTerm } from './query-term.js';
import { ScorePass } from './score-pass.js';
import { standIns } from './semantic/related-terms.js';
import type { WordVectors } from './semantic/word-vectors.js';
import type { NamedOwner } from './source-names.js';

/**
 * Share of an owner's tool's score that is measured among the owner's tools alone, and what the scores of all other tools
 * are multiplied by. Measured on half of the vendor requests at 125,205 operations.
 */
const settings = { ownShare: 0.7, others: 0.2, besideOthers: 0.5, siblings: 1 } as const;

/** Words beside the owner's name up to which a clause says no more than whom the request is for: "twilio verify". */
const addressWords = 1;

/** Is the whole request for an owner that it names? One of several clauses is when it begins with the name or a clause says little else. */
export function isAddressed(owner: NamedOwner, { clauses, words }: AnalyzedQuery): boolean {
  if (clauses.length === 0 || owner.terms.has(words[0] ?? '')) return true;
  const naming = clauses.filter((clause) => clause.words.some((word) => owner.terms.has(word)));
  return naming.some((clause) => clause.words.filter((word) => !owner.terms.has(word)).length <= addressWords);
}

/** Ranks the tools of an owner that a request names as if they were a catalog of their own, before all others. */
export class OwnerRanking {
  readonly #index: LexicalIndex;
  readonly #words: WordVectors;
  readonly #pass = new ScorePass();
  /** 1 for documents of the owner that is being ranked, 2 for those of its other services. */
  #marked = new Uint8Array(0);

  constructor(index: LexicalIndex, words: WordVectors) {
    this.#index = index;
    this.#words = words;
  }

  /**
   * Scores the owner's documents anew: half by the whole catalog and half by what tells the owner's own apart (`task` tells
   * nothing among the tools of a task tracker), times the owner's gain; lowers all others. `whole` holds the scores of the
   * request, its intents applied. Returns the highest score.
   */
  apply(
    whole: ScorePass,
    request: Pick<AnalyzedQuery, 'terms' | 'intents' | 'avoided' | 'clauses'>,
    owner: NamedOwner,
    intents: Uint16Array,
  ): number {
    this.#mark(owner.docs, 1);
    this.#mark(owner.siblings, 2);
    const own = this.#pass.runAmong(this.#marked, owner.docs.length, this.#ownTerms(request.terms, owner), this.#index);
    const best = own.applyIntents(intentFactors(request.intents, request.avoided), intents);
    const others = request.clauses.length > 0 ? settings.besideOthers : settings.others;
    const highest = this.#mix(whole, best, owner.gain, others);
    this.#mark(owner.docs, 0);
    this.#mark(owner.siblings, 0);
    return highest;
  }

  #mix(whole: ScorePass, bestOwn: number, gain: number, others: number): number {
    let best = 0;
    for (let i = 0; i < whole.count; i++) {
      const doc = whole.touched[i] as number;
      if (this.#marked[doc] === 1) best = Math.max(best, whole.scores[doc] as number);
    }
    const share = bestOwn === 0 ? 0 : settings.ownShare;
    const factors = [others, (1 - share) * gain, settings.siblings];
    let highest = 0;
    for (let i = 0; i < whole.count; i++) {
      const doc = whole.touched[i] as number;
      const score = (whole.scores[doc] as number) * (factors[this.#marked[doc] as number] as number);
      whole.scores[doc] = score;
      if (score > highest) highest = score;
    }
    const unit = bestOwn === 0 ? 0 : (share * best * gain) / bestOwn;
    const { scores, touched, count } = this.#pass;
    for (let i = 0; i < count; i++) {
      const doc = touched[i] as number;
      const added = (scores[doc] as number) * unit;
      scores[doc] = 0;
      if (added === 0) continue;
      const score = (whole.scores[doc] as number) + added;
      whole.set(doc, score);
      if (score > highest) highest = score;
    }
    this.#pass.count = 0;
    return highest;
  }

  /** What a request asks beside the owner's name; words that no tool of the owner holds in the owner's nearest words. */
  #ownTerms(terms: readonly QueryTerm[], owner: NamedOwner): WeightedTerm[] {
    const isHeld = (term: string): boolean =>
      !isGenericVerb(term) && this.#index.frequencyAmong(term, this.#marked) > 0;
    return terms
      .filter(({ term }) => !owner.terms.has(term))
      .flatMap((asked): WeightedTerm[] => {
        const { term, weight, match } = asked;
        if (match !== 'exact' || isGenericVerb(term) || isHeld(term)) return [asked];
        return standIns(term, isHeld, this.#words).map((near) => ({ term: near.term, weight: weight * near.weight }));
      });
  }

  #mark(docs: Int32Array, mark: 0 | 1 | 2): void {
    if (this.#marked.length < this.#index.capacity)
      this.#marked = new Uint8Array(Math.ceil(this.#index.capacity * 1.25));
    for (const doc of docs) this.#marked[doc] = mark;
  }
}
