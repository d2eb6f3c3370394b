import { compareCodeUnits } from '../../core/names.js';
import { objectsLike } from '../alike.js';
import type { FieldIndex } from '../field-index.js';
import type { Need, Offer, ToolProfile } from '../tool-profile.js';
import type { Candidate, Put } from './candidate.js';

/** The candidates that surely are the thing that is asked for: what it is made of can be told by them. Surest first. */
export function sureOnes(need: Need, candidates: readonly Candidate[]): readonly Candidate[] {
  const { entity, cls, required } = need;
  if (cls !== 'id' || !required || entity === undefined) return [];
  return candidates
    .filter(({ primary, echo, confidence }) => primary && !echo && confidence >= 0.6)
    .filter(({ offer }) => offer.cls === 'id' && !offer.implied && offer.holders.some(([one]) => one === entity))
    .sort((a, b) => b.confidence - a.confidence || compareCodeUnits(a.offer.tool.tool.name, b.offer.tool.tool.name));
}

/**
 * Where few tools are about the thing: objects that go by another name and are made of what such things are made of.
 *
 * @param sure What {@link sureOnes} gives.
 * @param found Outputs that are candidates already.
 */
export function byMakeUp(
  consumer: ToolProfile,
  need: Need,
  index: FieldIndex,
  sure: readonly Candidate[],
  found: ReadonlySet<Offer>,
  put: Put,
): void {
  const { entity } = need;
  if (sure.length === 0 || entity === undefined) return;
  const known = sure.map(({ offer }) => offer);
  for (const { offer, shared } of objectsLike(known, entity, consumer, index)) {
    if (found.has(offer)) continue;
    const verb = offer.tool.subject.kind === 'list' || offer.tool.subject.kind === 'get' ? 1 : 0.5;
    const quality = verb * 0.97 ** offer.depth * 0.97 ** Math.min(4, offer.tool.burden);
    put({ offer, holder: 'noun', entity, quality }, 0.76 * quality, 'schema', ({ path }) => {
      return `${path} is of an object that has ${shared} fields which only ${entity} has`;
    });
  }
}
