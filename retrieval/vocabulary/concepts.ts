import type { LexicalIndex } from '../lexical-index.js';
import type { LatinLanguage } from '../stop-words.js';
import { fold, tokenize } from '../tokenize.js';
import type { CatalogLanguage } from './catalog-languages.js';
import { type Concept, conceptIndex } from './concept-index.js';
import { tableWords } from './table-words.js';

/** A word or stretch of text in another language and the terms of a catalog that it stands for. */
export interface Translation {
  readonly surface: string;
  readonly terms: readonly string[];
}

/** Shortest beginning of a word that stands for one, and the most letters after it: an ending, not another word. */
const shortestPrefix = 3;
const longestEnding = 6;

/**
 * Terms of the catalog for a word of another language with Latin letters: the English
 * ones, and those of the same meaning in further languages. Empty for a word that the table does not hold.
 *
 * @param languages Languages with Latin letters that the word may be of.
 */
export function translationsOf(surface: string, languages: readonly LatinLanguage[], index: LexicalIndex): string[] {
  const word = fold(surface);
  const concepts = languages.flatMap((language) => conceptsOfWord(word, language));
  return termsOfConcepts(concepts, index, true);
}

/** Terms of the catalog for a Chinese character that is a word by itself. */
export function translationsOfLetter(letter: string, index: LexicalIndex): string[] {
  return termsOfConcepts(conceptIndex().byText.get(letter) ?? [], index, true);
}

/** What an English term is called in the other languages that the catalog is written in; empty for one all in English. */
export function foreignTermsOf(term: string, index: LexicalIndex): string[] {
  if (index.languages.present.length === 0) return [];
  return termsOfConcepts(conceptIndex().byEnglish.get(term) ?? [], index, false).filter((other) => other !== term);
}

/**
 * The words of the table that Korean, Japanese or Chinese text holds, two letters or more, in the order of the text, with
 * the terms of the catalog that they stand for.
 */
export function translationsIn(text: string, index: LexicalIndex): Translation[] {
  return tableWords(text).map(({ surface, concepts }) => ({ surface, terms: termsOfConcepts(concepts, index, true) }));
}

function conceptsOfWord(word: string, language: LatinLanguage): readonly Concept[] {
  const { byWord, byPrefix } = conceptIndex();
  const whole = byWord[language].get(word);
  if (whole !== undefined) return whole;
  for (let length = word.length; length >= Math.max(shortestPrefix, word.length - longestEnding); length--) {
    const concepts = byPrefix[language].get(word.slice(0, length));
    if (concepts !== undefined) return concepts;
  }
  return language === 'de' ? conceptsOfCompound(word) : [];
}

/** Letters that German puts between the parts of a compound. */
const joints = ['', 's', 'n', 'en', 'es', 'e'];
const shortestPart = 4;

/** Both parts of a German compound that the table knows, the first as long as can be: `Kalendertermin`, `Zahlungsdienst`. */
function conceptsOfCompound(word: string): readonly Concept[] {
  const { byWord, byPrefix } = conceptIndex();
  for (let length = word.length - shortestPart; length >= shortestPart; length--) {
    const head = word.slice(0, length);
    const first = byPrefix.de.get(head) ?? byWord.de.get(head);
    if (first === undefined) continue;
    const rest = word.slice(length);
    for (const joint of joints) {
      if (!rest.startsWith(joint) || rest.length - joint.length < shortestPart) continue;
      const second = conceptsOfWord(rest.slice(joint.length), 'de');
      if (second.length > 0) return [...first, ...second];
    }
  }
  return [];
}

/** The terms of some concepts that the catalog holds, each once. */
function termsOfConcepts(concepts: readonly Concept[], index: LexicalIndex, english: boolean): string[] {
  const found = new Set<string>();
  for (const concept of concepts) {
    if (english) {
      for (const term of concept.english) if (index.documentFrequency(term) > 0) found.add(term);
    }
    for (const language of index.languages.present) {
      for (const term of foreignTerms(concept, language, index)) found.add(term);
    }
  }
  return [...found];
}

/** The words of a concept in a language, as tools described in it hold them and, with Latin letters, no others do. */
function foreignTerms(concept: Concept, language: CatalogLanguage, index: LexicalIndex): string[] {
  const { languages } = index;
  return language === 'cjk'
    ? scriptTerms(concept).filter((term) => languages.documentFrequency(term, 'cjk') > 0)
    : latinTerms(concept, language, index).filter((term) => {
        const count = languages.documentFrequency(term, language);
        return count > 0 && count === index.documentFrequency(term);
      });
}

const scriptTermsOf = new WeakMap<Concept, readonly string[]>();

/** The Korean, Japanese and Chinese words of a concept as the index holds them in the text of a tool. */
function scriptTerms(concept: Concept): readonly string[] {
  const known = scriptTermsOf.get(concept);
  if (known !== undefined) return known;
  const found = concept.texts.flatMap((text) =>
    text.length <= 2
      ? [text]
      : tokenize(text).flatMap((word) => (word.whole || word.term.length < 2 ? [] : [word.term])),
  );
  const unique = [...new Set(found)];
  scriptTermsOf.set(concept, unique);
  return unique;
}

/** Terms of the catalog that begin as the words of a concept do in a language. */
function latinTerms(concept: Concept, language: LatinLanguage, index: LexicalIndex): string[] {
  return concept.latin[language].flatMap((entry) => {
    if (!entry.endsWith('*')) return [entry];
    const prefix = entry.slice(0, -1);
    return [...index.dictionary.atPrefix(prefix).keys()].filter((term) => term.length - prefix.length <= longestEnding);
  });
}
