import { intentsAt } from './command-words.js';
import { intentsOfTerm, isGenericVerb } from './intent.js';
import type { LexicalIndex } from './lexical-index.js';
import { negatedIntents, splitNegation } from './negation.js';
import type { QueryTerm } from './query-term.js';
import { quotedWords, withoutValues } from './query-values.js';
import { joinedWord, type ReadText, type RequestWord, readRequest, readText, signs } from './request-words.js';
import type { WordVectors } from './semantic/word-vectors.js';
import { foreignLanguagesOf, type LatinLanguage, latinLanguages } from './stop-words.js';
import { maxTextLength, stem } from './tokenize.js';
import { shortForms } from './vocabulary/abbreviations.js';
import { splitForeignClauses } from './vocabulary/clause-borders.js';
import { phraseTerms } from './vocabulary/everyday-phrases.js';
import { lookUpWord, translatedText } from './word-look-up.js';

/** A part of a query that asks for one thing, or the whole of it. */
export interface QueryClause {
  readonly terms: readonly QueryTerm[];
  /** Intents asked for, as bits. */
  readonly intents: number;
  /** Its distinct content words, known to the catalog or not, as the tokenizer makes them; English ones for translated text. */
  readonly words: readonly string[];
  /** Does it say "my": what is the caller's own? */
  readonly own: boolean;
  /** Terms of the catalog that its phrases stand for beside its words: `balance` of "how much do we owe". */
  readonly meant: readonly string[];
}

/** A query as the index reads it. */
export interface AnalyzedQuery extends QueryClause {
  /** Its clauses when there are several of two content words or more; else empty. */
  readonly clauses: readonly QueryClause[];
  /** Content words that no term of the catalog is near to. */
  readonly unknown: readonly string[];
  /** What the request says not to do or to leave out; none of it counts as asked for. */
  readonly negated: readonly string[];
  /** Intents of what it says not to do, as bits. */
  readonly avoided: number;
  /** Words, lower case, that it only quotes. */
  readonly quoted: ReadonlySet<string>;
}

/** Most distinct words of a query that are looked up: a request for a tool needs no more, and time stays bounded. */
const maxQueryWords = 256;
const maxClauses = 16;

/** Weights found on all dev sets at once. A generic verb counts as a word by its share, and in full as an intent. */
const weights = {
  genericVerb: 0.6,
  repeated: 0.5,
  joined: 0.6,
  caller: 0.6,
  shortForm: 0.4,
  quoted: 0.6,
  phrase: 0.6,
} as const;

/** What APIs say of a caller that speaks of itself. */
const callerTerm = stem('authenticated');

/** Where a request turns to its next thing: ends of sentences, and words that say so. */
const clauseBorder =
  /[.;!?。；！？]\s+|[。；！？\n]+|,?\s+(?:and then|then|after that|afterwards|additionally|finally|also|next|and|before|while)\s+|,\s+(?=(?:which|so)\b)/i;

/** The parts of a request between the words and marks where it turns to its next thing; at least one. */
export function splitClauses(text: string): string[] {
  return text.slice(0, maxTextLength).split(clauseBorder, maxClauses).flatMap(splitForeignClauses).slice(0, maxClauses);
}

/** Reads a query against the terms of an index. Unknown words are expanded; known ones never are. `read`: its text, when that was read before. */
export function analyzeQuery(
  text: string,
  index: LexicalIndex,
  vectors: WordVectors,
  read: ReadText = readRequest(text),
): AnalyzedQuery {
  const heard = text.slice(0, maxTextLength);
  const may = (sign: number): boolean => (read.signs & sign) !== 0;
  const { asked, negated } = may(signs.negation) ? splitNegation(heard) : { asked: heard, negated: [] };
  const said = may(signs.value) ? withoutValues(asked, (word) => index.documentFrequency(word) > 0) : asked;
  const parts =
    said === heard && !may(signs.border | signs.foreignBorder) ? [{ text: said, ...read }] : readClauses(said);
  const words = parts.length === 1 ? (parts[0]?.words ?? []) : parts.flatMap((part) => part.words);
  const quoted = may(signs.quote) ? quotedWords(asked) : nothingQuoted;
  const avoided = negatedIntents(negated);
  const resolver = new TermResolver(index, vectors, languagesOf(words, index, vectors), quoted, avoided);
  const beyondAscii = parts.some((part) => (part.signs & signs.beyondAscii) !== 0);
  const whole = resolver.clause(words, beyondAscii ? parts.map((part) => part.text).join(' ') : '');
  const clauses =
    parts.length < 2
      ? []
      : parts
          .map((part) => resolver.clause(part.words, beyondAscii ? part.text : ''))
          .filter(({ terms }) => terms.length >= 2);
  const { terms, intents, own, meant } = whole;
  return {
    terms,
    intents,
    words: whole.words,
    own,
    meant,
    clauses: clauses.length < 2 ? [] : clauses,
    unknown: resolver.unknown,
    negated,
    avoided,
    quoted,
  };
}

const nothingQuoted: ReadonlySet<string> = new Set();
const nothingMeant: readonly string[] = [];

/** A part of a request with its text. */
interface ReadClause extends Pick<ReadText, 'words' | 'signs'> {
  readonly text: string;
}

/** The parts of {@link splitClauses} as they are read. Signs tell where borders of other languages have to be looked for. */
function readClauses(text: string): ReadClause[] {
  return text
    .split(clauseBorder, maxClauses)
    .flatMap((part): ReadClause[] => {
      const read = readText(part);
      if ((read.signs & (signs.foreignBorder | signs.beyondAscii)) === 0) return [{ text: part, ...read }];
      return splitForeignClauses(part).map((own) => ({ text: own, ...readText(own) }));
    })
    .slice(0, maxClauses);
}

/**
 * Languages with Latin letters that a text may be in, none for English. Its function words say so; without any, that
 * neither the catalog nor English knows its words.
 */
function languagesOf(
  words: readonly RequestWord[],
  index: LexicalIndex,
  vectors: WordVectors,
): readonly LatinLanguage[] {
  let [content, foreign] = [0, 0];
  for (const word of words) {
    if (!word.isStop && !word.isForeignStop) content++;
    if (!word.isStop && word.isForeignStop) foreign++;
  }
  if (content === 0) return [];
  // a text whose function words are English is the usual case
  if (content < words.length) return foreign === 0 ? [] : foreignLanguagesOf(words.map((word) => word.surface));
  return words.every(({ term }) => index.documentFrequency(term) === 0 && !vectors.has(term)) ? latinLanguages : [];
}

/** A word of a clause, how often it is said, and the terms that stand for it. */
interface SaidWord {
  readonly word: RequestWord;
  count: number;
  terms: readonly QueryTerm[];
}

/** Looks words up in the index once each, whatever clauses they stand in. */
class TermResolver {
  readonly unknown: string[] = [];
  readonly #index: LexicalIndex;
  /** The words of the first clause: the whole request, in whose words other clauses are explained. */
  #first: readonly SaidWord[] | undefined;

  readonly #languages: readonly LatinLanguage[];
  readonly #manner: string;
  readonly #vectors: WordVectors;

  readonly #quoted: ReadonlySet<string>;
  readonly #avoided: number;

  constructor(
    index: LexicalIndex,
    vectors: WordVectors,
    languages: readonly LatinLanguage[],
    quoted: ReadonlySet<string>,
    avoided: number,
  ) {
    this.#avoided = avoided;
    this.#quoted = quoted;
    this.#index = index;
    this.#vectors = vectors;
    this.#languages = languages;
    this.#manner = languages.join();
  }

  /** `foreign`: the text of the clause when it may hold words of Chinese, Japanese or Korean. */
  clause(words: readonly RequestWord[], foreign: string): QueryClause {
    const foreignStops = this.#languages.length > 0;
    const saidWords: SaidWord[] = [];
    let intents = 0;
    let own = false;
    let beginsLongForm = false;
    let beginsPhrase = false;
    for (let at = 0; at < words.length; at++) {
      const word = words[at] as RequestWord;
      if (word.intents !== 0 && !word.whole) intents |= intentsAt(words, at);
      if (word.own) own = true;
      if (word.beginsLongForm) beginsLongForm = true;
      if (word.beginsPhrase) beginsPhrase = true;
      if (word.isStop || (foreignStops && word.isForeignStop)) continue;
      const known = saidAs(saidWords, word.term);
      if (known !== undefined) known.count++;
      else if (saidWords.length < maxQueryWords) saidWords.push({ word, count: 1, terms: noTerms });
    }
    const terms: QueryTerm[] = [];
    const said: string[] = [];
    let translated = false;
    for (let at = 0; at < saidWords.length; at++) {
      const entry = saidWords[at] as SaidWord;
      const { word, count } = entry;
      if (!word.whole) said.push(word.term);
      entry.terms = this.#resolve(word);
      for (let i = 0; i < entry.terms.length; i++) {
        const found = entry.terms[i] as QueryTerm;
        if (found.match === 'translation') {
          translated = true;
          intents |= intentsOfTerm(found.term);
        }
        const term = count === 1 ? found : repeated(found, count);
        terms.push(this.#quoted.has(word.surface) ? { ...term, weight: term.weight * weights.quoted } : term);
      }
    }
    this.#first ??= saidWords;
    for (const found of foreign === '' ? noTerms : translatedText(foreign, this.#index)) {
      translated = true;
      intents |= intentsOfTerm(found.term);
      if (!terms.some((known) => known.term === found.term)) terms.push(found);
    }
    if (own && saidWords.length > 0 && this.#index.documentFrequency(callerTerm) > 0 && !saidAs(saidWords, callerTerm))
      terms.push({ term: callerTerm, word: 'my', match: 'related', weight: weights.caller });
    if (beginsLongForm) addShortForms(words, this.#index, terms);
    const meant = beginsPhrase ? addPhraseTerms(words, this.#avoided, this.#index, terms) : nothingMeant;
    addJoined(words, this.#index, saidWords, terms);
    if (translated)
      for (const { term, match } of terms) if (match === 'translation' && !said.includes(term)) said.push(term);
    return { terms, intents, words: said, own, meant };
  }

  #resolve(word: RequestWord): readonly QueryTerm[] {
    const before = this.#first && saidAs(this.#first, word.term);
    if (before !== undefined) return before.terms;
    const { terms, unknown } = this.#index.remembered(word, this.#manner, () =>
      lookUpWord(word, this.#languages, this.#index, this.#vectors),
    );
    if (unknown && !this.unknown.includes(word.surface)) this.unknown.push(word.surface);
    return terms;
  }
}

const noTerms: readonly QueryTerm[] = [];

/** The entry of a word by its term. Requests have few words: to look through them is quicker than to make a table. */
function saidAs(words: readonly SaidWord[], term: string): SaidWord | undefined {
  for (let at = 0; at < words.length; at++) if (words[at]?.word.term === term) return words[at];
  return undefined;
}

function repeated(term: QueryTerm, count: number): QueryTerm {
  return { ...term, weight: term.weight * (1 + weights.repeated * Math.log(count)) };
}

/** `pull requests` also asks for `pr`, where the catalog knows the short form. */
function addShortForms(words: readonly RequestWord[], index: LexicalIndex, terms: QueryTerm[]): void {
  const plain = words.filter((word) => !word.whole && !word.isStop).slice(0, maxQueryWords);
  const sequence = plain.map((word) => word.term);
  for (let at = 0; at < sequence.length; at++) {
    for (const { term, length } of shortForms(sequence, at)) {
      if (length === 1 && isGenericVerb(sequence[at] as string)) continue;
      if (index.documentFrequency(term) === 0 || terms.some((known) => known.term === term)) continue;
      const word = plain
        .slice(at, at + length)
        .map(({ surface }) => surface)
        .join(' ');
      const rarer = index.idf(index.documentFrequency(term)) || 1;
      const long = Math.max(...sequence.slice(at, at + length).map((part) => index.idf(index.documentFrequency(part))));
      terms.push({ term, word, match: 'abbreviation', weight: weights.shortForm * Math.min(1, long / rarer) });
    }
  }
}

/** "Get rid of" also asks for `delete`: what APIs call what a phrase says, where the catalog knows it and the request does not rule it out. Returns the terms. */
function addPhraseTerms(
  words: readonly RequestWord[],
  avoided: number,
  index: LexicalIndex,
  terms: QueryTerm[],
): string[] {
  const meant: string[] = [];
  for (const { term, said, among } of phraseTerms(words)) {
    if (index.documentFrequency(term) === 0 || (intentsOfTerm(term) & avoided) !== 0) continue;
    if (terms.some((known) => known.term === term)) continue;
    const share = isGenericVerb(term) ? weights.genericVerb : 1;
    terms.push({ term, word: said, match: 'related', weight: (share * weights.phrase) / Math.sqrt(among) });
    meant.push(term);
  }
  return meant;
}

/** `base 64` also asks for `base64`: neighbouring words joined, where the catalog knows the joined form. */
function addJoined(
  words: readonly RequestWord[],
  index: LexicalIndex,
  known: readonly SaidWord[],
  terms: QueryTerm[],
): void {
  let added: Set<string> | undefined;
  let before: RequestWord | undefined;
  let pairs = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as RequestWord;
    if (word.whole || !word.joinable) continue;
    const first = before;
    before = word;
    if (first === undefined) continue;
    if (++pairs === maxQueryWords) return;
    const joined = joinedWord(first, word);
    if (joined.surface.length < 4 || index.documentFrequency(joined.term) === 0) continue;
    if (added?.has(joined.surface) || saidAs(known, joined.term)) continue;
    added = (added ?? new Set()).add(joined.surface);
    terms.push({
      term: joined.term,
      word: `${first.surface} ${word.surface}`,
      match: 'compound',
      weight: weights.joined,
    });
  }
}
