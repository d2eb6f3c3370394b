import type { Need, Offer, ToolProfile } from '../tool-profile.js';

/**
 * How likely a property that agrees by words alone is what the consumer means: it is what the producer is there for
 * (`calculate_area` gives `area`), one of few things it gives, or the two tools speak of the same subject.
 */
export function relevanceOf(offer: Offer, consumer: ToolProfile): number {
  const { tool } = offer;
  if (tool.subject.path !== undefined) return 1;
  const about = offer.name.split(' ').some((word) => tool.topics.has(word));
  const few = tool.offers.length <= 2;
  const kin = intersects(tool.topics, consumer.context) || intersects(consumer.topics, tool.context);
  if (about || few) return kin ? 1 : relevance.purpose;
  return kin ? relevance.subject : relevance.neither;
}

/** Does the input hold the key of a thing, and not the thing or a plain value? */
export function isKey(need: Need): boolean {
  return need.cls !== undefined && need.cls !== 'self';
}

const relevance = { purpose: 0.85, subject: 0.9, neither: 0.62 } as const;

function intersects(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const word of a) if (b.has(word)) return true;
  return false;
}
