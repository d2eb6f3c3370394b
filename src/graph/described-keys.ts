import type { ToolField } from '../core/tool-schema.js';
import { type Entity, headOf, parseKeyName, toEntity } from './entity.js';
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
const limits = { words: 40, before: 7, after: 4, things: 6, text: 300, phrases: 4 } as const;

/**
 * Of what a bare key is, where only its description tells: `ids`, "a list of the artist or the user ids", is of artists
 * or users, and `parent_id`, "the id of the parent folder", of folders. A name that shortens the thing is a bare one:
 * `pwId`, "the pathway identifier". So is one that tells the part a thing plays, where the description says outright
 * what it is: `owner_id`, "ID of the user". Singular nouns, the nearest to a key word first; empty when the name says it or the
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
  const owner = referredThing(field.description, named);
  const short = all.filter((thing) => shortens(named, thing));
  return owner === undefined || short.includes(owner) ? short : [...short, owner];
}

/** Marks that end what is said of one thing. */
const pauses = /[.;:,()[\]\n\r]|\s[-–—]\s/;

/** Words that go on about a thing after its name: "the user who owns the file". */
const clauseWords = new Set(['who', 'whom', 'whose', 'that', 'which', 'to']);

/** Words before the name of a thing. */
const articles = new Set(['the', 'a', 'an']);

/**
 * The thing that a description says outright that the value is the id of, where the name calls it by the part it plays:
 * `owner_id`, "ID of the user who owns the file". Nothing where more is said of it than its name, or where the id is
 * one of several that it has: "the external id of the order".
 */
function referredThing(description: string, named: Entity): Entity | undefined {
  for (const phrase of description.slice(0, limits.text).split(pauses).slice(0, limits.phrases)) {
    const words = splitWords(phrase);
    const of = words.indexOf('of');
    if (of < 1 || keyClassOf(words[of - 1] as string) !== 'id' || !isPlainStart(words.slice(0, of - 1))) continue;
    const from = articles.has(words[of + 1] ?? '') ? of + 2 : of + 1;
    const end = words.findIndex((word, at) => at >= from && clauseWords.has(word));
    const noun = words.slice(from, end < 0 ? undefined : end);
    if (noun.length < 1 || noun.length > 2 || noun.some((word) => stopWords.has(word) || prepositions.has(word)))
      continue;
    const thing = toEntity(noun);
    if (thing !== undefined && headOf(thing) === singular(noun.at(-1) ?? '') && !named.includes(headOf(thing)))
      return thing;
  }
  return undefined;
}

/** Does nothing but an article, or that it is a unique one, stand before the key word? */
function isPlainStart(words: readonly string[]): boolean {
  return words.every((word) => articles.has(word) || word === 'unique');
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
