import type { RequestWord } from './request-words.js';

/** Words that say what state things are in before they say what to do: `open issues`, `new messages`. */
const states = new Set(['open', 'new', 'draft']);

/**
 * The intents that a word of a request stands for where it stands, as bits: `open` and `new` before a plural tell which
 * things are meant and ask for nothing to be made, and to "get rid" of something is not to get it.
 */
export function intentsAt(words: readonly RequestWord[], at: number): number {
  const word = words[at];
  if (word === undefined || word.intents === 0) return 0;
  const next = nextPart(words, at);
  if (next === undefined) return word.intents;
  return next.surface === 'rid' || (states.has(word.surface) && isPluralForm(next)) ? 0 : word.intents;
}

/** The word after one; joined forms of split words stand beside their parts and are passed over. */
function nextPart(words: readonly RequestWord[], at: number): RequestWord | undefined {
  for (let other = at + 1; other < words.length; other++) if (words[other]?.whole !== true) return words[other];
  return undefined;
}

function isPluralForm({ surface, term }: RequestWord): boolean {
  return surface.endsWith('s') && !surface.endsWith('ss') && surface !== term;
}
