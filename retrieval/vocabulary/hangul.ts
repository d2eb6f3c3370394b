/** Hangul syllables are numbered by initial consonant, vowel and final consonant. */
const first = 0xac00;
const vowels = 21;
const finals = 28;

/** Numbers of the final consonants that conjugation meets. */
export const final = { none: 0, n: 4, l: 8, m: 16, b: 17, ss: 20 } as const;

/** A Hangul syllable by the numbers of its parts. */
export interface Syllable {
  readonly initial: number;
  readonly vowel: number;
  readonly final: number;
}

/** The parts of a Hangul syllable. */
export function partsOf(letter: string): Syllable {
  const code = (letter.codePointAt(0) ?? first) - first;
  return {
    initial: Math.floor(code / (vowels * finals)),
    vowel: Math.floor(code / finals) % vowels,
    final: code % finals,
  };
}

/** The Hangul syllable of these parts. */
export function syllableOf(parts: Syllable): string {
  return String.fromCodePoint(first + (parts.initial * vowels + parts.vowel) * finals + parts.final);
}

/** The syllable with another final consonant. */
export function withFinal(letter: string, coda: number): string {
  return syllableOf({ ...partsOf(letter), final: coda });
}
