import { intents, intentsOfTerm } from './intent.js';
import { stem } from './tokenize.js';

const create = 1 << intents.indexOf('create');

/**
 * Does a request speak of a thing that has just been made, so that its key comes from who made it: "the newly created
 * branch", "the playlist I just added", "the new one", "that new issue"? "Create a new issue" does not, and "the new
 * arrivals" may be anybody's.
 */
export function speaksOfNewlyMade(text: string): boolean {
  if (!mayBeNew.test(text)) return false;
  const words =
    text
      .slice(0, 2000)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return words.some((word, at) => {
    const after = words[at + 1] ?? '';
    if (word === 'newly' || word === 'freshly' || word === 'just') return isMade(after);
    if (word !== 'new') return false;
    return after === 'one' || pointing.has(words[at - 1] ?? '');
  });
}

/** What every such request has in it. */
const mayBeNew = /new|freshly|just/i;

const pointing = new Set(['that', 'this']);

/** `created`, `added`, `made`: a past form of a verb that makes things. */
function isMade(word: string): boolean {
  if (irregular.has(word)) return true;
  const forms = word.endsWith('ed') ? [word.slice(0, -2), word.slice(0, -1)] : [];
  return forms.some((form) => (intentsOfTerm(stem(form)) & create) !== 0);
}

const irregular = new Set(['made', 'built', 'written', 'put']);
