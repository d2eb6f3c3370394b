import { type Concept, type ConceptIndex, conceptIndex } from './concept-index.js';
import { foldHan } from './han-variants.js';

/** A stretch of Korean, Japanese or Chinese text that the table knows. */
export interface TableWord {
  readonly surface: string;
  readonly concepts: readonly Concept[];
}

/** Hangul words may stand apart within an entry; the other scripts have no spaces. */
const cjkRuns =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|\p{Script=Hangul}+(?: \p{Script=Hangul}+)*/gu;

/** Longer runs are read in pieces, so that time stays in proportion to length. */
const longestRun = 400;

/** A letter that a word covers counts so much more than a word, that the most letters are covered by the fewest words. */
const letterWorth = 16;

/**
 * Splits Korean, Japanese and Chinese text into the words of the table, two letters or more, so that they cover as much of
 * it as they can with as few words as they can; what no word covers is passed over.
 */
export function tableWords(text: string): TableWord[] {
  const index = conceptIndex();
  const found: TableWord[] = [];
  for (const [run] of text.normalize('NFKC').matchAll(cjkRuns)) {
    for (let from = 0; from < run.length; from += longestRun) {
      found.push(...wordsOfRun(run.slice(from, from + longestRun), index));
    }
  }
  return found;
}

function wordsOfRun(run: string, index: ConceptIndex): TableWord[] {
  const letters = foldHan(run);
  const worth = new Int32Array(letters.length + 1);
  const chosen: (TableWord | undefined)[] = [];
  for (let at = letters.length - 1; at >= 0; at--) {
    worth[at] = worth[at + 1] as number;
    const longest = Math.min(index.longest.get(letters.charAt(at)) ?? 0, letters.length - at);
    for (let length = 2; length <= longest; length++) {
      const concepts = conceptsAt(letters, at, length, index);
      if (concepts === undefined) continue;
      const total = length * letterWorth - 1 + (worth[at + length] as number);
      if (total <= (worth[at] as number)) continue;
      worth[at] = total;
      chosen[at] = { surface: run.slice(at, at + length), concepts };
    }
  }
  const words: TableWord[] = [];
  for (let at = 0; at < letters.length; ) {
    const word = chosen[at];
    if (word !== undefined) words.push(word);
    at += word?.surface.length ?? 1;
  }
  return words;
}

function conceptsAt(
  letters: string,
  at: number,
  length: number,
  { byText }: ConceptIndex,
): readonly Concept[] | undefined {
  const word = letters.slice(at, at + length);
  const begins = at === 0 || letters.charAt(at - 1) === ' ';
  return byText.get(word) ?? (begins ? byText.get(`^${word}`) : undefined);
}
