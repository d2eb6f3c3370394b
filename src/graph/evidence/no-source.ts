import { headOf, isPlural } from '../entity.js';
import type { Need, Offer, ToolProfile } from '../tool-profile.js';

/**
 * A new thing gets its own properties from its maker, and a changed one from who changes it; the same property of
 * another is no source.
 */
export function isCopy(consumer: ToolProfile, offer: Offer): boolean {
  const { kind, nouns, pathParams } = consumer.subject;
  const changes = kind === 'create' || (kind === 'update' && pathParams.size > 0);
  if (changes && isSameCollection(consumer, offer)) return true;
  if (!changes || nouns[0] === undefined || offer.subjectOfField === undefined) return false;
  return headOf(nouns[0]) === headOf(offer.subjectOfField);
}

/** Things that are put into a collection by their ids come from elsewhere: those it lists are in it. */
export function isThereAlready(consumer: ToolProfile, need: Need, offer: Offer): boolean {
  const { kind } = consumer.subject;
  if (kind !== 'create' && kind !== 'update') return false;
  return (
    need.cls === 'id' && !need.name.includes(' ') && isPlural(need.field.name) && isSameCollection(consumer, offer)
  );
}

/** Does the producer show what the consumer adds to or changes? */
function isSameCollection({ subject: { path } }: ToolProfile, { tool }: Offer): boolean {
  const shown = tool.subject.path;
  return path !== undefined && shown !== undefined && (path === shown || path === `${shown}/{}`);
}
