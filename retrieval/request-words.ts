import { intentsOfTerm } from './intent.js';
import { isForeignStopWord, isStopWord } from './stop-words.js';
import { maxTextLength, stem, tokenize, type Word } from './tokenize.js';
import { beginsLongForm } from './vocabulary/abbreviations.js';
import { beginsPhrase } from './vocabulary/everyday-phrases.js';

/** A word of a request with what is known of it in any catalog. Equal words are one object while they are remembered. */
export interface RequestWord extends Word {
  readonly isStop: boolean;
  /** Is it a function word of another language with Latin letters? */
  readonly isForeignStop: boolean;
  /** Intents that it stands for, as bits. */
  readonly intents: number;
  /** Is it one by which callers mean themselves? */
  readonly own: boolean;
  /** Is it of letters and digits that compounds are made of? */
  readonly joinable: boolean;
  /** Does what a short form stands for begin with it? */
  readonly beginsLongForm: boolean;
  /** Words that it was joined with; see {@link joinedWord}. */
  readonly joinedWith: Map<RequestWord, JoinedWord>;
  /** Does a phrase that APIs have other words for begin with it? */
  readonly beginsPhrase: boolean;
}

/** What closer reading may find in a text, as bits. */
export const signs = {
  /** A stretch that says what not to do. */
  negation: 1,
  /** A place where the text turns to its next thing. */
  border: 2,
  /** Such a place in another language with Latin letters, unless the text is English. */
  foreignBorder: 4,
  /** A value: an id, a date, an address. */
  value: 8,
  quote: 16,
  /** Letters beyond ASCII, in which there may be anything. */
  beyondAscii: 32,
} as const;

const allSigns = Object.values(signs).reduce((all, sign) => all | sign, 0);

/** A text as words, with signs of what a closer reading may find: where one is missing, that reading finds nothing. */
export interface ReadText {
  readonly words: readonly RequestWord[];
  readonly signs: number;
  /** Its letters and digits in lower case, as names are compared; undefined for a text beyond ASCII. */
  readonly letters: string | undefined;
}

/** Words by which a caller means itself; APIs write "the authenticated user". */
const ownWords = new Set(['my', 'mine', 'myself']);

/** Words of letters and digits that compounds are made of. */
const joinable = /^[\p{Script=Latin}\p{N}]+$/u;

/** Most runs of letters, and words, that are remembered, and the most letters of such a run. */
const remembered = { entries: 20_000, letters: 64 } as const;

const runs = new Map<string, ReadText>();
const words = new Map<string, RequestWord>();

/** {@link readText} of as much of a request as is read of any text. */
export function readRequest(request: string): ReadText {
  return readText(request.slice(0, maxTextLength));
}

/**
 * Splits a request into words as {@link tokenize} does. One pass over it replaces a regular expression for each thing that
 * it might hold, and runs of letters that were read before are not read again: the words of requests recur.
 */
export function readText(text: string): ReadText {
  const found: RequestWord[] = [];
  let all = 0;
  let letters = '';
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code > 127) return { words: tokenize(text).map(requestWord), signs: allSigns, letters: undefined };
    if (kinds[code] === kind.mark) {
      all |= signOfMark(code, text.charCodeAt(++at));
      continue;
    }
    const end = endOfRun(text, at);
    const run = readRun(text.slice(at, end));
    all |= run.signs;
    letters += run.letters;
    for (let i = 0; i < run.words.length; i++) found.push(run.words[i] as RequestWord);
    at = end;
  }
  return { words: found, signs: all, letters };
}

const kind = { mark: 0, letter: 1, digit: 2 } as const;
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  return /[a-z]/i.test(sign) ? kind.letter : /\d/.test(sign) ? kind.digit : kind.mark;
});
const apostrophe = "'".charCodeAt(0);
const space = ' '.charCodeAt(0);

/** Where a run of letters and digits ends; an apostrophe between letters stays inside, as in {@link tokenize}. */
function endOfRun(text: string, start: number): number {
  let at = start + 1;
  while ((kinds[text.charCodeAt(at)] ?? kind.mark) !== kind.mark) at++;
  while (text.charCodeAt(at) === apostrophe && kinds[text.charCodeAt(at + 1)] === kind.letter) {
    at += 2;
    while (kinds[text.charCodeAt(at)] === kind.letter) at++;
  }
  return at;
}

/** What a mark may be part of. Ends of sentences and commas count before a space, as control characters do for one. */
function signOfMark(code: number, next: number): number {
  switch (String.fromCharCode(code)) {
    case '\n':
      return signs.border;
    case '.':
    case ';':
    case '!':
    case '?':
      return next <= space ? signs.border : 0;
    case ',':
    case ':':
      return next <= space ? signs.foreignBorder : 0;
    case '"':
    case "'":
    case '`':
      return signs.quote;
    case '@':
      return signs.value;
    default:
      return 0;
  }
}

/** Words that negated stretches begin with, words at which a request turns to its next thing, and foreign ones for "and" and "then". */
const negating = new Set(
  'without except excluding apart other instead rather not don dont never mustn shouldn'.split(' '),
);
const turning = new Set('and then after afterwards additionally finally also next before while which so'.split(' '));
const turningForeign = new Set('y e et und luego despues depois puis ensuite dann danach'.split(' '));

function readRun(run: string): ReadText {
  const known = runs.get(run);
  if (known !== undefined) return known;
  const pieces = run.toLowerCase().split("'");
  const read = {
    words: tokenize(run).map(requestWord),
    signs:
      (pieces.some((piece) => negating.has(piece)) ? signs.negation : 0) |
      (pieces.some((piece) => turning.has(piece)) ? signs.border : 0) |
      (pieces.some((piece) => turningForeign.has(piece)) ? signs.foreignBorder : 0) |
      (/\d/.test(run) ? signs.value : 0),
    letters: pieces.join(''),
  };
  if (run.length > remembered.letters) return read;
  if (runs.size >= remembered.entries) runs.clear();
  runs.set(run, read);
  return read;
}

function requestWord(word: Word): RequestWord {
  const { surface, term, whole } = word;
  const key = `${whole ? 'w' : ''} ${term} ${surface}`;
  const known = words.get(key);
  if (known !== undefined) return known;
  const read = {
    ...word,
    isStop: isStopWord(surface),
    isForeignStop: isForeignStopWord(surface),
    intents: intentsOfTerm(term),
    own: ownWords.has(surface),
    joinable: joinable.test(surface),
    beginsLongForm: beginsLongForm(term),
    joinedWith: new Map<RequestWord, JoinedWord>(),
    beginsPhrase: beginsPhrase(term),
  };
  if (words.size >= remembered.entries) words.clear();
  words.set(key, read);
  return read;
}

/** Two neighbouring words written as one. */
export interface JoinedWord {
  readonly surface: string;
  readonly term: string;
}

/** Most words that one word is remembered to be joined with. */
const mostJoined = 64;

/** Joins two words. Pairs of words recur as words do, and to stem a new text is dear beside the look-up. */
export function joinedWord(first: RequestWord, second: RequestWord): JoinedWord {
  const { joinedWith } = first;
  let joined = joinedWith.get(second);
  if (joined === undefined) {
    const surface = `${first.surface}${second.surface}`;
    joined = { surface, term: stem(surface) };
    if (joinedWith.size >= mostJoined) joinedWith.clear();
    joinedWith.set(second, joined);
  }
  return joined;
}
