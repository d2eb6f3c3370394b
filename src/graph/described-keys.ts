import { parseKeyName } from './entity.js';
import type { Need } from './tool-profile.js';
import { keyClassOf, nameWords, prepositions, singular, splitWords, stopWords } from './words.js';

/** How many words of a description are read, and how far before the key word the thing may be named. */
const limits = { words: 40, before: 7, things: 4 } as const;

/**
 * Of what a bare key is, where only its description tells: `ids`, "a list of the artist or the user ids", is of artists
 * or users. Singular nouns, the nearest to the key word first; empty when the name says it or the description does not.
 */
export function describedThings(need: Need): readonly string[] {
  const { field, cls } = need;
  if (cls === undefined || cls === 'self' || need.segment !== undefined || field.description === undefined) return [];
  if (parseKeyName(nameWords(field.name))?.entity !== undefined) return [];
  const words = splitWords(field.description).slice(0, limits.words);
  const at = words.findIndex((word, place) => place > 0 && keyClassOf(word) === cls);
  if (at < 0) return [];
  const things = words
    .slice(Math.max(0, at - limits.before), at)
    .reverse()
    .filter((word) => word.length > 2 && !stopWords.has(word) && !prepositions.has(word))
    .map(singular);
  return [...new Set(things)].slice(0, limits.things);
}
