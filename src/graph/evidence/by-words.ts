import { compareCodeUnits } from '../../core/names.js';
import type { FieldIndex, Posting } from '../field-index.js';
import type { Need, Offer, ToolProfile } from '../tool-profile.js';
import { genericNames } from '../words.js';
import type { Detail, Put } from './candidate.js';
import { postingLimits } from './posting-limits.js';
import { isKey, relevanceOf } from './relevance.js';

/** How many words of a description are looked up, the rarest first. */
const maxWords = 8;

/** Agreement of topic words in name and description, weighted by how rare they are in the source. */
export function byWords(consumer: ToolProfile, need: Need, index: FieldIndex, put: Put): void {
  const lookups = need.terms
    .map((term) => ({ term, list: index.read(`t:${term}`, consumer) }))
    .map(({ term, list }) => ({ term, list, weight: rarityOf(Math.max(1, list.length), index.scale) }))
    .sort((a, b) => b.weight - a.weight || compareCodeUnits(a.term, b.term));
  const weights = new Map(lookups.map(({ term, weight }) => [term, weight]));
  const total = lookups.reduce((sum, { weight }) => sum + weight, 0);
  const pool = new Map<Offer, Posting>();
  for (const { list } of lookups.filter((lookup) => lookup.list.length > 0).slice(0, maxWords)) {
    if (list.length > postingLimits.word && pool.size > 0) break;
    for (const posting of list.slice(0, postingLimits.word)) pool.set(posting.offer, posting);
  }
  for (const posting of pool.values()) {
    const agreement = agreementOf(posting.offer.terms, weights, total);
    if (agreement < 0.3) continue;
    const kin = kinship(consumer, posting.offer.tool, index);
    const trust = isKey(need) ? 1 : relevanceOf(posting.offer, consumer);
    const confidence = (0.1 + 0.6 * agreement + 0.25 * kin * agreement) * posting.quality ** 0.5 * trust;
    put(posting, confidence, 'description', detail);
  }
}

const detail: Detail = ({ path }, { field }) => `${path || 'the output'} and ${field.path} are described alike`;

/** Weight of the shared words in the need's words, less when the offer talks of much more; 0 when only generic words are shared. */
function agreementOf(offered: readonly string[], weights: ReadonlyMap<string, number>, total: number): number {
  let shared = 0;
  let topical = false;
  for (const term of offered) {
    const weight = weights.get(term);
    if (weight === undefined) continue;
    shared += weight;
    topical ||= !genericNames.has(term);
  }
  if (!topical || total === 0) return 0;
  return (shared / total) * Math.min(1, weights.size / Math.max(1, offered.length)) ** 0.5;
}

function rarityOf(count: number, scale: number): number {
  return Math.log(1 + (4 * scale) / count);
}

/** 1 when the two tools share a rare tag, 0 when they share none. */
function kinship(consumer: ToolProfile, producer: ToolProfile, index: FieldIndex): number {
  const shared = consumer.tool.tags.filter((tag) => producer.tool.tags.includes(tag));
  return shared.some((tag) => index.tagCount(tag, consumer) <= Math.max(12, index.scale / 20)) ? 1 : 0;
}
