import { type Entity, type KeyName, nameKey, parseKeyName, toEntity } from './entity.js';
import {
  besideWords,
  genericNames,
  isPagination,
  keyClassOf,
  nameWords,
  prepositions,
  singular,
  splitWords,
  wrapperWords,
} from './words.js';

/** What the name of a field says, whatever tool it stands in. */
export interface FieldName {
  readonly words: readonly string[];
  /** Entity and key, where the name ends in a key word. */
  readonly key: KeyName | undefined;
  /** Comparable spelling. */
  readonly name: string;
  /** The name may be matched on its own. */
  readonly distinctive: boolean;
  /** Steers paging or sorting. */
  readonly pagination: boolean;
}

/** What the path above a field says of it. */
export interface FieldPlace {
  /** Entity of the nearest enclosing property that names one; undefined when only wrappers lie between field and root. */
  readonly parent: Entity | undefined;
  /** Lies in properties that hold paging, links or errors beside the resource. */
  readonly beside: boolean;
  readonly depth: number;
}

const maxKnown = 20_000;
/** Names and places read lately: the fields of a source repeat the same few thousand. */
const names = new Map<string, FieldName>();
const places = new Map<string, FieldPlace>();

/** Reads the name of a field. */
export function readFieldName(text: string): FieldName {
  const known = names.get(text);
  if (known !== undefined) return known;
  const words = nameWords(text);
  const read: FieldName = {
    words,
    key: parseKeyName(words),
    name: nameKey(words),
    distinctive: isDistinctive(words),
    pagination: words.length > 0 && isPagination(words),
  };
  if (names.size >= maxKnown) names.clear();
  names.set(text, read);
  return read;
}

/** Reads where a field lies, from its whole path. */
export function readFieldPlace(path: string): FieldPlace {
  const end = path.lastIndexOf('.');
  if (end < 0) return atRoot;
  const above = path.slice(0, end);
  const known = places.get(above);
  if (known !== undefined) return known;
  const segments = above.split('.');
  const read: FieldPlace = {
    parent: nearestEntity(segments),
    beside: segments.some((segment) => besideWords.has(splitWords(segment).join(''))),
    depth: segments.length,
  };
  if (places.size >= maxKnown) places.clear();
  places.set(above, read);
  return read;
}

const atRoot: FieldPlace = { parent: undefined, beside: false, depth: 0 };

function nearestEntity(segments: readonly string[]): Entity | undefined {
  for (let at = segments.length - 1; at >= 0; at--) {
    const entity = toEntity(nameWords((segments[at] as string).replaceAll('[]', '')));
    if (entity !== undefined) return entity;
  }
  return undefined;
}

function isDistinctive(words: readonly string[]): boolean {
  if (words.length === 0) return false;
  if (words.length === 1)
    return (
      keyClassOf(words[0] as string) === undefined &&
      !genericNames.has(words[0] as string) &&
      !genericNames.has(singular(words[0] as string)) &&
      (words[0] as string).length > 2
    );
  return words.some((word) => !genericNames.has(word) && !wrapperWords.has(singular(word)) && !prepositions.has(word));
}
