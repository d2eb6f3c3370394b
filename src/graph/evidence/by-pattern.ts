import { type FieldIndex, type Posting, patternIndexKey, placeIndexKey } from '../field-index.js';
import type { Need, ToolProfile } from '../tool-profile.js';
import { markOf } from '../value-patterns.js';
import type { Detail, Put } from './candidate.js';
import { postingLimits } from './posting-limits.js';

/** Of how many things fields of one pattern may be the keys at most. */
const maxThings = 3;

/**
 * The outputs that have the very pattern of an input, where it marks one kind of values (`^cus_[a-z0-9]+$`), whatever
 * either is called. None where fields of that pattern are the keys of many things: then it marks none of them; nor for
 * a parameter that stands behind a collection, which says better where its keys come from.
 */
export function byPattern(consumer: ToolProfile, need: Need, index: FieldIndex, put: Put): void {
  const { pattern } = need.field;
  if (pattern === undefined || markOf(pattern) === undefined || hasHome(consumer, need, index)) return;
  const postings = index.read(patternIndexKey(pattern), consumer).slice(0, postingLimits.key);
  const things = new Set(postings.filter(isOfItself).map(({ entity }) => entity));
  if (things.size > maxThings) return;
  for (const posting of postings)
    if (need.required || isOfItself(posting)) put(posting, 0.88 * posting.quality, 'pattern', patternDetail);
}

const patternDetail: Detail = ({ path }, { field }) =>
  `${path || 'the output'} and ${field.path} match ${field.pattern}`;

function hasHome(consumer: ToolProfile, { ownPrefix }: Need, index: FieldIndex): boolean {
  return ownPrefix !== undefined && index.read(placeIndexKey(ownPrefix), consumer).length > 0;
}

function isOfItself({ holder }: Posting): boolean {
  return holder === 'noun' || holder === 'own';
}
