import type { ToolSchema } from '../src/core/tool-schema.js';
import { subjectOf } from '../src/graph/entity.js';
import { isOfCaller, pathOf } from './operation.js';
import type { QueryClause } from './query.js';
import { stem } from './tokenize.js';

/**
 * What an operation gains: by the share of its object's words that the request says, and for being about the caller
 * when the request says "my". Found on all dev sets at once.
 */
const gains = { object: 0.4, caller: 0.25 } as const;

/** What a request asks of an operation. */
export type AskedOperation = Pick<QueryClause, 'terms' | 'own'>;

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
  /** Numbers of the objects that have a word, once for each time that they have it. */
  readonly #objectsOf = new Map<string, number[]>();
  #asked: AskedOperation | undefined;
  #request = 0;
  /** By object, how many of its words a request says, and which request that was. */
  #said = new Int32Array(0);
  #saidBy = new Int32Array(0);

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
    return { object: this.#share(doc, asked), caller: this.#isCallers(doc, asked), factor: this.factorOf(doc, asked) };
  }

  /** The factor of {@link of}. */
  factorOf(doc: number, asked: AskedOperation): number {
    return (1 + gains.object * this.#share(doc, asked)) * (this.#isCallers(doc, asked) ? 1 + gains.caller : 1);
  }

  #share(doc: number, asked: AskedOperation): number {
    if (asked !== this.#asked) this.#turnTo(asked);
    const object = this.#objectOf[doc] ?? 0;
    if (this.#saidBy[object] !== this.#request) return 0;
    return (this.#said[object] as number) / (this.#objects[object] as readonly string[]).length;
  }

  /** Counts the words that a request says of each object that has any of them. */
  #turnTo(asked: AskedOperation): void {
    this.#asked = asked;
    const request = ++this.#request;
    if (this.#said.length < this.#objects.length) {
      this.#said = new Int32Array(this.#objects.length * 2);
      this.#saidBy = new Int32Array(this.#objects.length * 2);
    }
    const said = this.#said;
    const saidBy = this.#saidBy;
    const { terms } = asked;
    for (let at = 0; at < terms.length; at++) {
      const { term } = terms[at] as { term: string };
      const objects = this.#objectsOf.get(term);
      if (objects === undefined || isRepeated(terms, at)) continue;
      for (const object of objects) {
        said[object] = saidBy[object] === request ? (said[object] as number) + 1 : 1;
        saidBy[object] = request;
      }
    }
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
      const words = terms.split(' ');
      this.#objects.push(words);
      this.#numbers.set(terms, number);
      for (const word of words) this.#noteWord(word, number);
      this.#asked = undefined;
    }
    return number;
  }

  #noteWord(word: string, object: number): void {
    const objects = this.#objectsOf.get(word);
    if (objects === undefined) this.#objectsOf.set(word, [object]);
    else objects.push(object);
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

/** Was the term at a place said before? */
function isRepeated(terms: AskedOperation['terms'], at: number): boolean {
  const { term } = terms[at] as { term: string };
  for (let before = 0; before < at; before++) if (terms[before]?.term === term) return true;
  return false;
}
