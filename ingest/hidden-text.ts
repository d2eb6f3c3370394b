import type { TextFindingKind } from './text-findings.js';

/** Characters without ink: zero width, joiners, fillers, soft hyphen, controls, variation selectors and tags. */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]|\u034f|[\u17b4\u17b5]|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]|[\u{1d173}-\u{1d17a}]/u;
const invisibleRuns = new RegExp(`(?:${invisible.source})+`, 'gu');
const bidiOverride = /[\u202d\u202e]/;
const bidiMark = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Scripts that join or separate their letters with zero-width characters. */
const joiningLetter =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Thai}\p{Script=Lao}\p{Script=Mongolian}\p{Script=Tibetan}]/u;
/** A flag drawn from a black flag and tags, the one honest use of tags. */
const tagFlag = /\u{1f3f4}[\u{e0061}-\u{e007a}\u{e0030}-\u{e0039}]{2,6}\u{e007f}/gu;

/** What a text hides, and the text without it. */
export interface VisibleText {
  readonly text: string;
  readonly kinds: readonly TextFindingKind[];
}

/**
 * Takes out what cannot be seen and has no use where it stands. Emoji sequences, joiners of the scripts that need
 * them, variation selectors after a character that takes one, and balanced direction marks in right-to-left text stay.
 */
export function visibleText(text: string): VisibleText {
  if (!invisible.test(text)) return { text, kinds: [] };
  const flags: number[][] = [...text.matchAll(tagFlag)].map((match) => [match.index, match.index + match[0].length]);
  const kinds = new Set<TextFindingKind>();
  const honestBidi = rightToLeft.test(text) && !bidiOverride.test(text) && isBalanced(text);
  const cleaned = text.replace(invisibleRuns, (run, at: number) => {
    if (flags.some(([start = 0, end = 0]) => at > start && at < end)) return run;
    const before = lastCharacter(text.slice(Math.max(0, at - 2), at));
    const after = text.slice(at + run.length, at + run.length + 2);
    if (isHonest(run, before, after, honestBidi)) return run;
    kinds.add(kindOf(run, honestBidi));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a line separator among controls still separates
    return /[\u000b\u000c\u0085]/.test(run) ? ' ' : '';
  });
  return { text: cleaned, kinds: [...kinds] };
}

function kindOf(run: string, honestBidi: boolean): TextFindingKind {
  if (/[\u{e0000}-\u{e007f}]/u.test(run) || /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2}/u.test(run) || [...run].length >= 8)
    return 'smuggled-text';
  if (/[\u202a-\u202e\u2066-\u2069]/.test(run) && !honestBidi) return 'bidi-controls';
  return 'hidden-characters';
}

function isHonest(run: string, before: string, after: string, honestBidi: boolean): boolean {
  const single = [...run].length === 1;
  if (/^[\u200c\u200d]$/.test(run))
    return (
      joiningLetter.test(before) ||
      (/\p{Extended_Pictographic}|\p{Emoji_Modifier}/u.test(before) && /^\p{Extended_Pictographic}/u.test(after))
    );
  if (/^\ufe0f?\u200d$/.test(run)) return /\p{Emoji}/u.test(before);
  if (single && /[\ufe00-\ufe0f]/.test(run)) return /[\p{Emoji}\p{Script=Han}\p{Script=Mongolian}\p{S}]/u.test(before);
  if (single && /[\u{e0100}-\u{e01ef}]/u.test(run)) return /\p{Script=Han}/u.test(before);
  if (single && /[\u180b-\u180f\u17b4\u17b5]/.test(run)) return joiningLetter.test(before);
  if (single && run === '\u200b') return joiningLetter.test(before) && joiningLetter.test(after);
  return honestBidi && [...run].every((character) => bidiMark.test(character));
}

function isBalanced(text: string): boolean {
  let open = 0;
  for (const mark of text.match(/[\u202a\u202b\u2066-\u2068\u202c\u2069]/g) ?? []) {
    open += mark === '\u202c' || mark === '\u2069' ? -1 : 1;
    if (open < 0) return false;
  }
  return open === 0;
}

function lastCharacter(text: string): string {
  return [...text].at(-1) ?? '';
}
