import { type LatinLanguage, latinLanguages } from '../stop-words.js';
import { fold, stem, terms } from '../tokenize.js';
import { foldHan } from './han-variants.js';
import { isInflected, japaneseForms } from './japanese-verbs.js';
import { koreanVerbForms } from './korean-verbs.js';
import { type TableLanguage, tableLanguages, translationTable } from './translations.js';

/** A concept of the table: what it is called in each language. */
export interface Concept {
  /** English terms, as the tokenizer gives them. */
  readonly english: readonly string[];
  /** Korean, Japanese and Chinese words, all forms. */
  readonly texts: readonly string[];
  /** Words of the other languages with Latin letters, without accents, and beginnings of words, which end in `*`. */
  readonly latin: Readonly<Record<LatinLanguage, readonly string[]>>;
}

/** The table, to be looked up from any side. */
export interface ConceptIndex {
  /** Concepts by English term. */
  readonly byEnglish: ReadonlyMap<string, readonly Concept[]>;
  /** By whole word, and by beginning, in each language with Latin letters. */
  readonly byWord: Readonly<Record<LatinLanguage, ReadonlyMap<string, readonly Concept[]>>>;
  readonly byPrefix: Readonly<Record<LatinLanguage, ReadonlyMap<string, readonly Concept[]>>>;
  /** By Korean, Japanese or Chinese word; a leading `^` where it only stands at the beginning of a word. */
  readonly byText: ReadonlyMap<string, readonly Concept[]>;
  /** Length of the longest word of {@link byText} that begins with a letter. */
  readonly longest: ReadonlyMap<string, number>;
}

let built: ConceptIndex | undefined;

/** The index of the table; made when first asked for. */
export function conceptIndex(): ConceptIndex {
  built ??= buildIndex();
  return built;
}

type Lists = Map<string, Concept[]>;
const perLanguage = (): Record<LatinLanguage, Lists> => ({
  es: new Map(),
  pt: new Map(),
  fr: new Map(),
  de: new Map(),
});

function buildIndex(): ConceptIndex {
  const byEnglish: Lists = new Map();
  const byWord = perLanguage();
  const byPrefix = perLanguage();
  const byText: Lists = new Map();
  const verbs: [form: string, concept: Concept][] = [];
  for (const line of translationTable) {
    const columns = line.split('|').map(entriesOf);
    const column = (language: TableLanguage) => columns[tableLanguages.indexOf(language)] ?? [];
    const folded = (language: LatinLanguage) => column(language).map(fold);
    const forms = [...column('ko').flatMap(koreanForms), ...column('ja').flatMap(formsOfJapanese)];
    const nouns = [...column('ko'), ...column('ja'), ...column('zh')].filter((entry) => !isVerb(entry)).map(foldHan);
    const concept: Concept = {
      english: [...new Set(column('en').flatMap(terms))],
      texts: [...new Set([...nouns, ...forms.map((form) => form.replace('^', ''))])],
      latin: { es: folded('es'), pt: folded('pt'), fr: folded('fr'), de: folded('de') },
    };
    for (const entry of column('en')) if (!entry.includes(' ')) note(byEnglish, stem(entry), concept);
    for (const language of latinLanguages) {
      for (const entry of folded(language)) {
        if (entry.endsWith('*')) note(byPrefix[language], entry.slice(0, -1), concept);
        else note(byWord[language], entry, concept);
      }
    }
    for (const noun of nouns) for (const writing of writings(noun)) note(byText, writing, concept);
    for (const form of forms) verbs.push([form, concept]);
  }
  addVerbs(verbs, byText);
  return { byEnglish, byWord, byPrefix, byText, longest: longestByLetter(byText) };
}

/** A form that a noun of the table has too, as 보고 has, is the noun. */
function addVerbs(verbs: readonly [string, Concept][], byText: Lists): void {
  const nouns = new Set(byText.keys());
  for (const [form, concept] of verbs) if (!nouns.has(form.replace('^', ''))) note(byText, form, concept);
}

function entriesOf(column: string): string[] {
  return column
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** 할 일 is also written 할일. */
function writings(noun: string): string[] {
  return noun.includes(' ') ? [noun, noun.replaceAll(' ', '')] : [noun];
}

const isKoreanVerb = (entry: string): boolean => /^[가-힣 ]+다$/u.test(entry);
const isVerb = (entry: string): boolean => isKoreanVerb(entry) || isInflected(entry);

function koreanForms(entry: string): string[] {
  if (!isKoreanVerb(entry)) return [];
  const anchored = entry.length === 2 ? '^' : '';
  return koreanVerbForms(entry).map((form) => anchored + form);
}

function formsOfJapanese(entry: string): string[] {
  return isInflected(entry) ? japaneseForms(entry).map(foldHan) : [];
}

function longestByLetter(byText: Lists): Map<string, number> {
  const longest = new Map<string, number>();
  for (const key of byText.keys()) {
    const text = key.replace('^', '');
    const letter = text.charAt(0);
    longest.set(letter, Math.max(longest.get(letter) ?? 0, text.length));
  }
  return longest;
}

function note(map: Lists, key: string, concept: Concept): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [concept]);
  else if (!known.includes(concept)) known.push(concept);
}
