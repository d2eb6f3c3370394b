import type { ToolField } from '../core/tool-schema.js';
import { parseKeyName } from './entity.js';
import {
  type KeyClass,
  keyClassOf,
  nameWords,
  prepositions,
  roleWords,
  singular,
  splitWords,
  stopWords,
} from './words.js';

/** What is asked of an input to tell of what it is the key. */
export interface DescribedInput {
  readonly field: ToolField;
  readonly cls: KeyClass | 'self' | undefined;
  /** The noun before a path parameter, which says more than a description. */
  readonly segment: string | undefined;
}

/** How many words of a description are read, and how far before or after the key word the thing may be named. */
const limits = { words: 40, before: 7, after: 4, things: 6 } as const;

/**
 * Of what a bare key is, where only its description tells: `ids`, "a list of the artist or the user ids", is of artists
 * or users, and `parent_id`, "the id of the parent folder", of folders. A name that shortens the thing is a bare one:
 * `pwId`, "the pathway identifier". Singular nouns, the nearest to a key word first; empty when the name says it or the
 * description does not.
 */
export function describedThings(need: DescribedInput): readonly string[] {
  const { field, cls } = need;
  if (cls === undefined || cls === 'self' || need.segment !== undefined || field.description === undefined) return [];
  const named = parseKeyName(nameWords(field.name))?.entity;
  const words = splitWords(field.description).slice(0, limits.words);
  const things = new Set<string>();
  words.forEach((word, at) => {
    if (keyClassOf(word) === cls) for (const thing of thingsAround(words, at)) things.add(thing);
  });
  const all = [...things].slice(0, limits.things);
  if (named === undefined || named.split(' ').every((word) => roleWords.has(word))) return all;
  return all.filter((thing) => shortens(named, thing));
}

/** Nouns before a key word, the nearest first, then those after its `of`. */
function thingsAround(words: readonly string[], at: number): readonly string[] {
  const before = words.slice(Math.max(0, at - limits.before), at).reverse();
  const after = words[at + 1] === 'of' ? words.slice(at + 2, at + 2 + limits.after) : [];
  return [...before, ...after]
    .filter((word) => word.length > 2 && !stopWords.has(word) && !prepositions.has(word) && !roleWords.has(word))
    .filter((word) => keyClassOf(word) === undefined)
    .map(singular);
}

/** Is a name the letters of a longer word, in their order, from its first on: `pw` for pathway, `cust` for customer? */
function shortens(name: string, word: string): boolean {
  if (name.length < 2 || name.length > word.length - 2 || name[0] !== word[0]) return false;
  let at = 0;
  for (const letter of word) if (letter === name[at]) at++;
  return at === name.length;
}
