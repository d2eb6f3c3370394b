import type { ToolSchema } from '../src/core/tool-schema.js';
import { subjectOf } from '../src/graph/entity.js';
import { isOfCaller, pathOf } from './operation.js';
import type { AnalyzedQuery } from './query.js';
import { stem } from './tokenize.js';

/**
 * What an operation gains: by the share of its object's words that the request says, and for being about the caller
 * when the request says "my". Found on all dev sets at once.
 */
const gains = { object: 0.4, caller: 0.25 } as const;

/** What a request asks of an operation. */
export interface AskedOperation {
  readonly terms: ReadonlySet<string>;
  readonly own: boolean;
}

/** How far an operation is the one asked for. */
export interface Agreement {
  /** Share of its object's words that the request says, 0 to 1. */
  readonly object: number;
  /** Is it about the caller, as the request asks? */
  readonly caller: boolean;
  /** What its score is multiplied by, 1 or more. */
  readonly factor: number;
}

/**
 * Objects of HTTP operations, as their paths end in them: the pull of `/repos/{owner}/{repo}/pulls`, the cancellation of
 * `/orders/{id}/cancel`. Without a path verb and object are told apart less surely, and {@link NameCoverage} reads the
 * name already.
 */
export class OperationAgreement {
  /** By document, the number of its object, of which many tools share one. */
  readonly #objectOf: number[] = [];
  readonly #ofCaller: boolean[] = [];
  /** Objects as terms, by number; 0 is none. */
  readonly #objects: (readonly string[])[] = [[]];
  /** Numbers of objects by their terms, joined by spaces. */
  readonly #numbers = new Map<string, number>([['', 0]]);
  /** Objects as joined terms by their words. */
  readonly #termsOf = new Map<string, string>();
  #asked: AskedOperation | undefined;
  #request = 0;
  /** By object, the share of its words that a request says, and which request that was. */
  #shares = new Float64Array(0);
  #sharesOf = new Int32Array(0);

  /** Notes the operation of a tool under its document number. */
  set(doc: number, tool: ToolSchema): void {
    const { nouns, qualifier } = subjectOf(tool);
    const object = pathOf(tool) === '' ? '' : this.#terms(qualifier ?? nouns[0] ?? '');
    this.restore(doc, object, isOfCaller(tool));
  }

  /** The terms of a document's object, joined by spaces, and whether it is about the caller; for {@link restore}. */
  read(doc: number): { readonly object: string; readonly ofCaller: boolean } {
    return { object: this.#wordsOf(doc).join(' '), ofCaller: this.#ofCaller[doc] === true };
  }

  /** Notes for a document what {@link read} gave. */
  restore(doc: number, object: string, ofCaller: boolean): void {
    this.#objectOf[doc] = this.#number(object);
    this.#ofCaller[doc] = ofCaller;
  }

  of(doc: number, asked: AskedOperation): Agreement {
    return { object: this.#said(doc, asked), caller: this.#isCallers(doc, asked), factor: this.factorOf(doc, asked) };
  }

  /** The factor of {@link of}. */
  factorOf(doc: number, asked: AskedOperation): number {
    return (1 + gains.object * this.#said(doc, asked)) * (this.#isCallers(doc, asked) ? 1 + gains.caller : 1);
  }

  #said(doc: number, asked: AskedOperation): number {
    const object = this.#objectOf[doc] ?? 0;
    if (asked !== this.#asked) this.#turnTo(asked);
    if (this.#sharesOf[object] === this.#request) return this.#shares[object] as number;
    const words = this.#objects[object] as readonly string[];
    let said = 0;
    for (const word of words) if (asked.terms.has(word)) said++;
    const share = words.length === 0 ? 0 : said / words.length;
    this.#shares[object] = share;
    this.#sharesOf[object] = this.#request;
    return share;
  }

  #turnTo(asked: AskedOperation): void {
    this.#asked = asked;
    this.#request++;
    if (this.#shares.length >= this.#objects.length) return;
    this.#shares = new Float64Array(this.#objects.length * 2);
    this.#sharesOf = new Int32Array(this.#objects.length * 2);
  }

  #isCallers(doc: number, { own }: AskedOperation): boolean {
    return own && this.#ofCaller[doc] === true;
  }

  #wordsOf(doc: number): readonly string[] {
    return this.#objects[this.#objectOf[doc] ?? 0] as readonly string[];
  }

  #number(terms: string): number {
    let number = this.#numbers.get(terms);
    if (number === undefined) {
      number = this.#objects.length;
      this.#objects.push(terms.split(' '));
      this.#numbers.set(terms, number);
    }
    return number;
  }

  #terms(object: string): string {
    let terms = this.#termsOf.get(object);
    if (terms === undefined) {
      terms = object.split(' ').map(stem).join(' ');
      this.#termsOf.set(object, terms);
    }
    return terms;
  }
}

/** Reads a request for {@link OperationAgreement.of}. */
export function askedOperation(query: AnalyzedQuery): AskedOperation {
  return { terms: new Set(query.terms.map(({ term }) => term)), own: query.own };
}
