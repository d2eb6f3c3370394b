import { termOverlap } from '../compatibility.js';
import { type FieldIndex, nameIndexKey } from '../field-index.js';
import type { Need, ToolProfile } from '../tool-profile.js';
import type { Detail, Put } from './candidate.js';
import { postingLimits } from './posting-limits.js';
import { isKey, relevanceOf } from './relevance.js';

/** Producers of a field of the same distinctive name. */
export function byName(consumer: ToolProfile, need: Need, index: FieldIndex, put: Put): void {
  // An option that is no key is only looked up where it is a choice among listed values.
  if (!need.distinctive || (!need.required && need.cls === 'self' && need.field.enum === undefined)) return;
  const postings = index.read(nameIndexKey(need.name), consumer);
  const tools = new Set<ToolProfile>();
  for (const posting of postings) {
    tools.add(posting.offer.tool);
    if (tools.size > 24) break;
  }
  const words = need.name.includes(' ') ? 1 : 0.86;
  for (const posting of postings.slice(0, postingLimits.name)) {
    const said = termOverlap(need.terms, posting.offer.terms);
    const trust = isKey(need) ? 1 : relevanceOf(posting.offer, consumer);
    const agreed = nameRarity(tools.size) * words * posting.quality ** 0.5 * (0.9 + 0.2 * said);
    put(posting, agreed * trust, 'field', detail);
  }
}

const detail: Detail = ({ path }, { field }) => `${path} and ${field.path} have the same distinctive name`;

/** What an equal name is worth when so many tools give it. */
function nameRarity(tools: number): number {
  if (tools <= 2) return 0.82;
  if (tools <= 4) return 0.74;
  if (tools <= 10) return 0.64;
  return tools <= 24 ? 0.54 : 0.44;
}
