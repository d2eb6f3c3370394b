import { fold, terms } from '../tokenize.js';
import { translationTable } from './translations.js';

/** Concepts by term, and by the beginnings of words that stand for them. */
interface ConceptIndex {
  readonly byTerm: ReadonlyMap<string, readonly number[]>;
  readonly byPrefix: ReadonlyMap<string, readonly number[]>;
  /** Concepts by Korean, Japanese and Chinese text of two letters or more. */
  readonly byText: ReadonlyMap<string, readonly number[]>;
  /** English terms of each concept; what other languages are led to. */
  readonly english: readonly (readonly string[])[];
  /** Terms of the other languages of each concept. */
  readonly foreign: readonly (readonly string[])[];
}

const shortestPrefix = 4;
let index: ConceptIndex | undefined;

/** A stretch of text in another script and the English terms it stands for. */
export interface Translation {
  readonly surface: string;
  readonly terms: readonly string[];
}

/**
 * English terms for a word of another language, and for an English word the Korean, Japanese and Chinese terms, as the
 * tokenizer gives them. Empty for a word that the table does not hold.
 *
 * @param foreign The text is in another language with Latin letters: beginnings of words may stand for them as well.
 */
export function translationsOf(surface: string, term: string, foreign: boolean): readonly string[] {
  index ??= buildIndex();
  const { byTerm, byPrefix, english } = index;
  const word = fold(surface);
  const found = new Set<string>();
  for (const concept of byTerm.get(term) ?? []) {
    const own = english[concept]?.includes(term) === true;
    if (!own && !foreign && /^\p{Script=Latin}/u.test(word)) continue;
    for (const other of (own ? index.foreign[concept] : english[concept]) ?? []) found.add(other);
  }
  for (let length = foreign ? word.length : 0; length >= shortestPrefix && found.size === 0; length--) {
    for (const concept of byPrefix.get(word.slice(0, length)) ?? [])
      for (const other of english[concept] ?? []) found.add(other);
  }
  found.delete(term);
  return [...found];
}

const cjkRuns = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu;
const longestEntry = 8;

/**
 * Words of the table that Korean, Japanese or Chinese text holds, two letters or more: the longest at each place that
 * does not lie within one found before. Words may overlap, as the text does not say where they end.
 */
export function translationsIn(text: string): Translation[] {
  index ??= buildIndex();
  const found: Translation[] = [];
  for (const [run] of text.normalize('NFKC').matchAll(cjkRuns)) {
    let covered = 0;
    for (let at = 0; at < run.length; at++) {
      const match = longestAt(run, at, index);
      if (match === undefined || at + match.surface.length <= covered) continue;
      covered = at + match.surface.length;
      found.push(match);
    }
  }
  return found;
}

function longestAt(run: string, at: number, { byText, english }: ConceptIndex): Translation | undefined {
  for (let length = Math.min(longestEntry, run.length - at); length >= 2; length--) {
    const surface = run.slice(at, at + length);
    const concepts = byText.get(surface);
    if (concepts === undefined) continue;
    return { surface, terms: [...new Set(concepts.flatMap((concept) => english[concept] ?? []))] };
  }
  return undefined;
}

function buildIndex(): ConceptIndex {
  const byTerm = new Map<string, number[]>();
  const byPrefix = new Map<string, number[]>();
  const byText = new Map<string, number[]>();
  const english: string[][] = [];
  const foreign: string[][] = [];
  for (const line of translationTable.trim().split('\n')) {
    const concept = english.length;
    const [first = [], ...others] = line.split('|').map((column) =>
      column
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    );
    const englishTerms = first.map((entry) => terms(entry)[0] ?? entry);
    english.push(englishTerms);
    const foreignTerms: string[] = [];
    for (const entry of others.flat()) {
      if (entry.endsWith('*')) note(byPrefix, fold(entry.slice(0, -1)), concept);
      else {
        const latin = /^[\p{Script=Latin}\p{N} ]+$/u.test(entry);
        const term = terms(entry)[0] ?? entry;
        if (entry.length > 1 && !latin) note(byText, entry, concept);
        else note(byTerm, term, concept);
        if (!latin) foreignTerms.push(term);
      }
    }
    for (const term of englishTerms) note(byTerm, term, concept);
    foreign.push(foreignTerms);
  }
  return { byTerm, byPrefix, byText, english, foreign };
}

function note(map: Map<string, number[]>, key: string, concept: number): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [concept]);
  else known.push(concept);
}
