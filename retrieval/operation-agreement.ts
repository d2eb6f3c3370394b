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
  readonly #objects: (readonly string[])[] = [];
  readonly #ofCaller: boolean[] = [];
  /** Objects as terms by their words: the tools of a source share them. */
  readonly #termsOf = new Map<string, readonly string[]>();
  /** Lists of terms by what they are when joined. */
  readonly #splitTerms = new Map<string, readonly string[]>();

  /** Notes the operation of a tool under its document number. */
  set(doc: number, tool: ToolSchema): void {
    this.#objects[doc] = pathOf(tool) === '' ? [] : this.#terms(subjectOf(tool).nouns[0] ?? '');
    this.#ofCaller[doc] = isOfCaller(tool);
  }

  /** The terms of a document's object, joined by spaces, and whether it is about the caller; for {@link restore}. */
  read(doc: number): { readonly object: string; readonly ofCaller: boolean } {
    return { object: (this.#objects[doc] ?? []).join(' '), ofCaller: this.#ofCaller[doc] === true };
  }

  /** Notes for a document what {@link read} gave. */
  restore(doc: number, object: string, ofCaller: boolean): void {
    this.#objects[doc] = this.#split(object);
    this.#ofCaller[doc] = ofCaller;
  }

  of(doc: number, asked: AskedOperation): Agreement {
    return { object: this.#said(doc, asked), caller: this.#isCallers(doc, asked), factor: this.factorOf(doc, asked) };
  }

  /** The factor of {@link of}. */
  factorOf(doc: number, asked: AskedOperation): number {
    return (1 + gains.object * this.#said(doc, asked)) * (this.#isCallers(doc, asked) ? 1 + gains.caller : 1);
  }

  #said(doc: number, { terms }: AskedOperation): number {
    const words = this.#objects[doc] ?? [];
    if (words.length === 0) return 0;
    let said = 0;
    for (const word of words) if (terms.has(word)) said++;
    return said / words.length;
  }

  #isCallers(doc: number, { own }: AskedOperation): boolean {
    return own && this.#ofCaller[doc] === true;
  }

  #split(terms: string): readonly string[] {
    let list = this.#splitTerms.get(terms);
    if (list === undefined) {
      list = terms === '' ? [] : terms.split(' ');
      this.#splitTerms.set(terms, list);
    }
    return list;
  }

  #terms(object: string): readonly string[] {
    let terms = this.#termsOf.get(object);
    if (terms === undefined) {
      terms = object === '' ? [] : object.split(' ').map(stem);
      this.#termsOf.set(object, terms);
    }
    return terms;
  }
}

/** Reads a request for {@link OperationAgreement.of}. */
export function askedOperation(query: AnalyzedQuery): AskedOperation {
  return { terms: new Set(query.terms.map(({ term }) => term)), own: query.own };
}
