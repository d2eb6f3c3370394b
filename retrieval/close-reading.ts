import type { LexicalIndex } from './lexical-index.js';
import type { NameCoverage } from './name-coverage.js';
import { askedOperation, type OperationAgreement } from './operation-agreement.js';
import type { AnalyzedQuery } from './query.js';
import type { QueryMeaning } from './semantic/meaning.js';
import { type Hit, namedBefore, TopDocs } from './top-k.js';

/** Candidates that are read more closely: the best by text, always as many, so that topK does not change the order. */
export const closelyRead = 100;

/**
 * The best by text that are looked at to find so many that are not editions of one another: this many times as many as are
 * read closely among the tools of a named owner of as many sources, and `elsewhere` where more than `few` of the first are editions.
 */
export const editionsLookedAt = { ofOwner: 4, elsewhere: 2, few: 20 } as const;

/** A hit after closer reading. */
export interface CloseHit extends Hit {
  /** Its score by text alone. */
  readonly text: number;
  /** Cosine of the request and of the tool, 0 to 1. */
  readonly similarity: number;
}

/** What closer reading looks at. */
export interface CloselyRead {
  readonly index: LexicalIndex;
  readonly coverage: NameCoverage;
  readonly operations: OperationAgreement;
  readonly meaning: QueryMeaning;
}

/**
 * Reads the best by text more closely: names that the request says in full gain, and so do nearness in meaning and
 * operations on the very object that is asked for. No score falls, so what lies below stays below.
 */
export class CloseReading {
  readonly #parts: CloselyRead;
  /** Candidates by their place among the best by text. */
  readonly #best: TopDocs;
  /** By place: score with the name's factor, the operation's factor, and nearness in meaning. */
  readonly #covered = new Float64Array(closelyRead);
  readonly #factors = new Float64Array(closelyRead);
  readonly #similarities = new Float64Array(closelyRead);
  #byText: TopDocs;

  constructor(parts: CloselyRead) {
    this.#parts = parts;
    this.#byText = new TopDocs(namedBefore(parts.index));
    const docBefore = namedBefore(parts.index);
    this.#best = new TopDocs((a, b) => docBefore(this.#byText.docs[a] as number, this.#byText.docs[b] as number));
  }

  /** The first `limit` of the best by text after closer reading. `best` is the highest score by text, `named` terms that name an owner. */
  read(byText: TopDocs, query: AnalyzedQuery, best: number, limit: number, named?: ReadonlySet<string>): CloseHit[] {
    this.#byText = byText;
    this.#parts.coverage.ask(query);
    this.#parts.meaning.ask(query, best, named);
    // where all that were kept are read their order does not matter, and to sort them is dear
    if (limit > closelyRead) byText.sort();
    const count = Math.min(byText.size, closelyRead);
    this.#rank(count, Math.min(limit, count), this.#weigh(count, limit, query));
    const hits = this.#best.hits(0, limit).map(({ doc: at, score }) => ({
      doc: byText.docs[at] as number,
      score,
      text: byText.scores[at] as number,
      similarity: this.#similarities[at] as number,
    }));
    const { meaning } = this.#parts;
    for (const { doc, score } of byText.hits(closelyRead, limit))
      hits.push({ doc, score, text: score, similarity: meaning.of(doc) });
    return hits;
  }

  /** Weighs all but meaning, which is dear. Returns the score that `limit` of the candidates reach without it. */
  #weigh(count: number, limit: number, query: AnalyzedQuery): number {
    const { coverage, operations } = this.#parts;
    const { docs, scores } = this.#byText;
    const asked = askedOperation(query);
    const best = this.#best;
    best.start(Math.min(limit, count));
    for (let at = 0; at < count; at++) {
      const doc = docs[at] as number;
      const covered = (scores[at] as number) * coverage.factorOf(doc);
      const factor = operations.factorOf(doc, asked);
      this.#covered[at] = covered;
      this.#factors[at] = factor;
      best.offer(at, covered * factor);
    }
    return best.floor;
  }

  /** Ranks the candidates that could come among the first `limit` if they agreed in full, by what they mean as well. */
  #rank(count: number, limit: number, floor: number): void {
    const { meaning } = this.#parts;
    const { unit } = meaning;
    const docs = this.#byText.docs;
    const best = this.#best;
    best.start(limit);
    for (let at = 0; at < count; at++) {
      const covered = this.#covered[at] as number;
      const factor = this.#factors[at] as number;
      if ((covered + unit) * factor < Math.max(floor, best.floor)) continue;
      const similarity = meaning.of(docs[at] as number);
      this.#similarities[at] = similarity;
      best.offer(at, (covered + unit * similarity) * factor);
    }
    best.sort();
  }
}
