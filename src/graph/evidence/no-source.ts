import { headOf, isPlural } from '../entity.js';
import type { Need, Offer, ToolProfile } from '../tool-profile.js';
import type { Candidate } from './candidate.js';

/**
 * A new thing gets its own properties from its maker, and a changed one from who changes it; the same property of
 * another is no source. Asked of what {@link makesOrChanges} a thing.
 */
export function isCopy(consumer: ToolProfile, offer: Offer): boolean {
  const noun = consumer.subject.nouns[0];
  if (isSameCollection(consumer, offer)) return true;
  if (noun === undefined || offer.subjectOfField === undefined) return false;
  return headOf(noun) === headOf(offer.subjectOfField);
}

/** Does the tool make a thing, or change one that it is told: may a property be a mere {@link isCopy copy}? */
export function makesOrChanges({ subject: { kind, pathParams } }: ToolProfile): boolean {
  return kind === 'create' || (kind === 'update' && pathParams.size > 0);
}

/**
 * Are things put into a collection by their ids? They come from elsewhere: those it lists, as what
 * {@link isSameCollection} tells of is, are in it. `PUT /teams/{}/repositories/{id}` that takes nothing else puts one there.
 */
export function putsIntoCollection({ subject: { kind, path }, tool }: ToolProfile, need: Need): boolean {
  if (kind !== 'create' && kind !== 'update') return false;
  if (need.field.in === 'path') {
    const isLast = need.ownPrefix?.includes('/{}/') === true && path === `${need.ownPrefix}/{}`;
    return isLast && tool.consumes.every((field) => field.in === 'path');
  }
  return need.cls === 'id' && !need.name.includes(' ') && isPlural(need.field.name);
}

/** Is a key that is put into a collection known by its pattern alone to be of what the collection shows? */
export function isListedAlready(consumer: ToolProfile, candidate: Candidate): boolean {
  if (consumer.subject.kind !== 'create' || !isSameCollection(consumer, candidate.offer)) return false;
  return candidate.evidence[0]?.kind === 'pattern';
}

/** Does the producer show what the consumer adds to or changes? */
export function isSameCollection({ subject: { path } }: ToolProfile, { tool }: Offer): boolean {
  const shown = tool.subject.path;
  return path !== undefined && shown !== undefined && (path === shown || path === `${shown}/{}`);
}
