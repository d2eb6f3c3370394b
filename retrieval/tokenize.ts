import { inflectionBase } from './inflection.js';
import { foldHan } from './vocabulary/han-variants.js';
import { koreanStem } from './vocabulary/korean-stem.js';

/** Query text beyond this many UTF-16 units is not read: no request for a tool is longer, and time stays bounded. */
export const maxTextLength = 20_000;

/** Parts of identifiers: acronym with plural s, acronym before a word, capitalised or lower word, digits. */
const identifierParts = /IPv[46]|\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{N}+/gu;

/** Runs of letters, digits and marks; an apostrophe between letters stays inside (`don't`, `user's`). */
const wordRuns = /[\p{L}\p{N}\p{M}]+(?:['’]\p{L}+)*/gu;

const hanOrKana = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;
const hangul = /\p{Script=Hangul}+/gu;
const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** French and Italian articles and particles that lose their vowel before a common noun or verb: l'équipe, d'août. */
const elided = /^(?:[LlDdJjCc]|[Qq]u|[Jj]usqu|[Ll]orsqu|[Dd]ell|[Aa]ll|[Dd]all|[Nn]ell|[Ss]ull)['’](?=\p{Ll}{2})/u;

/** One word of a text. */
export interface Word {
  /** Lower case, accents folded, not stemmed. */
  readonly surface: string;
  /** What the index holds. */
  readonly term: string;
  /** The joined form of a word that was also split into parts (`addperson` beside `add`, `person`). */
  readonly whole?: true;
}

/**
 * Splits text into terms, the same way for tools and for queries: NFKC; identifiers split at case, acronym and digit
 * borders with the joined form kept beside the parts; accents of Latin letters folded; English inflection removed;
 * Chinese and Japanese by `Intl.Segmenter` plus bigrams, in simplified characters; Korean without its particles and
 * verb endings plus bigrams. Terms of up to
 * four letters and digits mixed (`s3`, `ec2`, `2fa`) stay whole. Order is that of the text; repeats are kept.
 */
export function tokenize(text: string): Word[] {
  const words: Word[] = [];
  const plain = text.slice(0, maxTextLength).normalize('NFKC');
  for (const [run] of plain.matchAll(wordRuns)) {
    if (cjk.test(run)) addMixedRun(run, words);
    else addWord(run, words);
  }
  return words;
}

/** The terms of {@link tokenize}. */
export function terms(text: string): string[] {
  return tokenize(text).map((word) => word.term);
}

function addWord(run: string, words: Word[]): void {
  const bare = elided.test(run) ? run.replace(elided, '') : run.replace(/['’]\p{L}+$/u, ''); // user's -> user; don't -> don
  const parts = bare.match(identifierParts);
  if (parts === null) return;
  const whole = fold(bare);
  if (parts.length === 1 || isShortCode(whole)) {
    add(whole, words);
    return;
  }
  for (const part of parts) add(fold(part), words);
  words.push({ surface: whole, term: whole, whole: true });
}

/** Letters and digits mixed, at most four: an identifier of its own that parts would only blur. */
function isShortCode(word: string): boolean {
  return word.length <= 4 && /\d/.test(word) && /\p{L}/u.test(word);
}

function add(surface: string, words: Word[]): void {
  words.push({ surface, term: stem(surface) });
}

/** Lower case, without the accents of Latin letters; other scripts keep their marks. */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  return /[\u00C0-\u024F\u1E00-\u1EFF]/.test(lower)
    ? lower
        .normalize('NFD')
        .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
        .replaceAll('ß', 'ss')
        .replaceAll('ø', 'o')
        .replaceAll('ł', 'l')
    : lower;
}

const stemCache = new Map<string, string>();
const stemCacheLimit = 50_000;

/** The term of one lower-case word: its inflection base for Latin words of three letters or more, else itself. */
export function stem(word: string): string {
  const known = stemCache.get(word);
  if (known !== undefined) return known;
  const result = /^[a-z]{3,}$/.test(word) ? inflectionBase(word) : word;
  if (stemCache.size >= stemCacheLimit) stemCache.clear();
  stemCache.set(word, result);
  return result;
}

function addMixedRun(run: string, words: Word[]): void {
  let last = 0;
  for (const match of run.matchAll(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|\p{Script=Hangul}+/gu)) {
    if (match.index > last) addWord(run.slice(last, match.index), words);
    const part = match[0];
    if (hangul.test(part)) addKorean(part, words);
    else addSegmented(part, words);
    hangul.lastIndex = 0;
    hanOrKana.lastIndex = 0;
    last = match.index + part.length;
  }
  if (last < run.length) addWord(run.slice(last), words);
}

let chinese: Intl.Segmenter | undefined;
let japanese: Intl.Segmenter | undefined;

function addSegmented(run: string, words: Word[]): void {
  chinese ??= new Intl.Segmenter('zh', { granularity: 'word' });
  japanese ??= new Intl.Segmenter('ja', { granularity: 'word' });
  const segmenter = kana.test(run) ? japanese : chinese;
  const seen = new Set<string>();
  for (const { segment, isWordLike } of segmenter.segment(run)) {
    if (isWordLike !== true || isKanaParticle(segment)) continue;
    words.push({ surface: segment, term: hanTerm(segment) });
    seen.add(segment);
  }
  addBigrams(run, seen, words);
}

/** Hiragana of one or two letters are particles and endings: they carry no content. */
function isKanaParticle(segment: string): boolean {
  return segment.length <= 2 && /^\p{Script=Hiragana}+$/u.test(segment);
}

function addBigrams(run: string, seen: ReadonlySet<string>, words: Word[]): void {
  const letters = [...run];
  for (let i = 0; i + 1 < letters.length; i++) {
    const bigram = `${letters[i]}${letters[i + 1]}`;
    if (seen.has(bigram) || /^\p{Script=Hiragana}+$/u.test(bigram)) continue;
    words.push({ surface: bigram, term: foldHan(bigram), whole: true });
  }
}

/** Simplified characters, and a loan word without the long vowel at its end, which writers leave out or keep. */
function hanTerm(segment: string): string {
  return segment.length > 2 && segment.endsWith('ー') ? segment.slice(0, -1) : foldHan(segment);
}

function addKorean(run: string, words: Word[]): void {
  const base = koreanStem(run);
  words.push({ surface: run, term: base });
  const letters = [...base];
  for (let i = 0; letters.length > 2 && i + 1 < letters.length; i++) {
    const bigram = `${letters[i]}${letters[i + 1]}`;
    words.push({ surface: bigram, term: bigram, whole: true });
  }
}
