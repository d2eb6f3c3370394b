import { isGenericVerb } from './intent.js';
import type { LexicalIndex } from './lexical-index.js';
import type { QueryTerm } from './query-term.js';
import { standIns } from './semantic/related-terms.js';
import type { WordVectors } from './semantic/word-vectors.js';
import { isForeignStopWord, type LatinLanguage } from './stop-words.js';
import { tokenize, type Word } from './tokenize.js';
import { longForms } from './vocabulary/abbreviations.js';
import { foreignTermsOf, translationsIn, translationsOf, translationsOfLetter } from './vocabulary/concepts.js';
import { areOpposites } from './vocabulary/opposites.js';

/** Letters of a word beyond which it is no compound and no misspelling: the search for either grows with their square. */
const maxWordLength = 40;

/** Weights found on all dev sets at once. A generic verb counts as a word by its share. */
const weights = {
  genericVerb: 0.6,
  split: 0.8,
  prefix: 0.6,
  typo: 0.5,
  translated: 0.8,
  longForm: 0.6,
  otherReading: 0.3,
} as const;

/** What the catalog has for a word; `unknown` when it should have had something. */
export interface LookedUp {
  readonly terms: readonly QueryTerm[];
  readonly unknown: boolean;
}

/**
 * What the catalog has for a word of a request: the word itself with its translations and long forms; for one that it does not
 * hold, what stands for it in this order: translations, long forms, parts or longer words together with words near in meaning, words spelled alike.
 */
export function lookUpWord(
  word: Word,
  languages: readonly LatinLanguage[],
  index: LexicalIndex,
  vectors: WordVectors,
): LookedUp {
  const weight = isGenericVerb(word.term) ? weights.genericVerb : 1;
  const translated = byTranslation(word, languages, index);
  if (index.documentFrequency(word.term) > 0)
    return known([
      { term: word.term, word: word.surface, match: 'exact', weight },
      ...translated,
      ...byLongForm(word, weights.otherReading, index),
    ]);
  if (translated.length > 0 || word.whole || isForeignStopWord(word.surface)) return known(translated);
  const long = byLongForm(word, weights.longForm, index);
  if (long.length > 0) return known(long);
  const found = [
    ...(splitCompound(word, weight, index) ?? byPrefix(word, weight, index) ?? []),
    ...byMeaning(word, index, vectors),
  ];
  if (found.length === 0) found.push(...(byTypo(word, weight, index) ?? []));
  return { terms: found, unknown: found.length === 0 };
}

function known(terms: readonly QueryTerm[]): LookedUp {
  return { terms, unknown: false };
}

/** Terms of the catalog for what text in Chinese, Japanese or Korean says. */
export function translatedText(text: string, index: LexicalIndex): QueryTerm[] {
  if (!/[^\0-\u036f]/.test(text)) return [];
  return translationsIn(text, index).flatMap(({ surface, terms }) => asTranslation(surface, terms));
}

/** What the word is called in the other languages of the catalog. */
function byTranslation({ surface, term }: Word, languages: readonly LatinLanguage[], index: LexicalIndex): QueryTerm[] {
  if (/^\p{Script=Han}$/u.test(term)) return asTranslation(surface, translationsOfLetter(term, index));
  const found = new Set([...foreignTermsOf(term, index), ...translationsOf(surface, languages, index)]);
  found.delete(term);
  const translated = asTranslation(surface, [...found]);
  const frequency = index.documentFrequency(term);
  return frequency === 0 ? translated : translated.map((other) => noRarer(other, index.idf(frequency), index));
}

function asTranslation(word: string, terms: readonly string[]): QueryTerm[] {
  const weight = weights.translated / Math.sqrt(Math.max(1, terms.length));
  return terms.map((term) => ({
    term,
    word,
    match: 'translation',
    weight: isGenericVerb(term) ? weight * weights.genericVerb : weight,
  }));
}

/** A translation tells no more than its word does, however few of the catalog's tools are described in that language. */
function noRarer(term: QueryTerm, idf: number, index: LexicalIndex): QueryTerm {
  const own = index.idf(index.documentFrequency(term.term));
  return own > idf ? { ...term, weight: (term.weight * idf) / own } : term;
}

/** `pull` and `request` for `pr`: the long forms that the catalog holds whole. A reading beside others weighs less. */
function byLongForm(word: Word, weight: number, index: LexicalIndex): QueryTerm[] {
  if (word.whole) return [];
  const forms = longForms(word.term).filter((form) => form.every((term) => index.documentFrequency(term) > 0));
  return forms.flatMap((form) =>
    form.map(
      (term) =>
        ({
          term,
          word: word.surface,
          match: 'abbreviation',
          weight: (weight * (isGenericVerb(term) ? weights.genericVerb : 1)) / Math.sqrt(form.length * forms.length),
        }) as const,
    ),
  );
}

/** `webhook` where the catalog only knows `web` and `hook`. */
function splitCompound(word: Word, share: number, index: LexicalIndex): QueryTerm[] | undefined {
  const { surface } = word;
  if (surface.length > maxWordLength || !/^[a-z]{6,}$/.test(surface)) return undefined;
  for (let cut = surface.length - 3; cut >= 3; cut--) {
    const parts = [surface.slice(0, cut), surface.slice(cut)].map((part) => tokenize(part)[0]?.term ?? part);
    if (parts.every((part) => index.documentFrequency(part) > 0)) {
      return parts.map((term) => ({ term, word: surface, match: 'compound', weight: share * weights.split }));
    }
  }
  return undefined;
}

/** Terms that begin with the word, for words of three letters or more; the shortest eight. */
function byPrefix(word: Word, share: number, index: LexicalIndex): QueryTerm[] | undefined {
  if (word.term.length < 3 || /\d/.test(word.term)) return undefined;
  const found = [...index.dictionary.atPrefix(word.term).keys()]
    .filter((term) => index.documentFrequency(term) > 0)
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
    .slice(0, 8);
  if (found.length === 0) return undefined;
  const weight = (share * weights.prefix) / Math.sqrt(found.length);
  return found.map((term) => ({ term, word: word.surface, match: 'prefix', weight }));
}

/** The catalog's words of a similar meaning, for a word it does not hold. A generic verb is answered by its intent. */
function byMeaning(word: Word, index: LexicalIndex, vectors: WordVectors): QueryTerm[] {
  if (isGenericVerb(word.term)) return [];
  const isHeld = (term: string): boolean => index.documentFrequency(term) > 0 && !areOpposites(word.term, term);
  return standIns(word.term, isHeld, vectors).map(({ term, weight }) => ({
    term,
    word: word.surface,
    match: 'related',
    weight,
  }));
}

/** Terms within one edit, two for words of eight letters or more, or two neighbouring letters swapped; the nearest five. */
function byTypo(word: Word, share: number, index: LexicalIndex): QueryTerm[] | undefined {
  const { term } = word;
  if (
    term.length < 5 ||
    term.length > maxWordLength ||
    !/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u.test(term)
  )
    return undefined;
  const first = term.slice(0, 1);
  // only terms with the same first letter count, and to search among them alone is ten times faster
  const found = [...index.dictionary.atPrefix(first).fuzzyGet(term.slice(1), 2)]
    .map(([rest, [, distance]]) => ({ near: `${first}${rest}`, distance }))
    .filter(({ near, distance }) => distance < 2 || term.length >= 8 || isTransposition(term, near))
    .filter(({ near }) => near.length >= 4 && index.documentFrequency(near) > 0)
    .sort((a, b) => a.distance - b.distance || (a.near < b.near ? -1 : 1));
  const best = found[0]?.distance;
  if (best === undefined) return undefined;
  return found
    .filter(({ distance }) => distance === best)
    .slice(0, 5)
    .map(({ near }) => ({ term: near, word: word.surface, match: 'typo', weight: share * weights.typo }));
}

/** Do the two differ by exactly two neighbouring letters swapped? */
function isTransposition(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  const at = [...a].findIndex((letter, i) => letter !== b[i]);
  return at >= 0 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}
