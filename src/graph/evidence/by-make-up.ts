import { compareCodeUnits } from '../../core/names.js';
import { objectsLike } from '../alike.js';
import type { FieldIndex } from '../field-index.js';
import type { Need, ToolProfile } from '../tool-profile.js';
import type { Candidate, Put } from './candidate.js';

/** Where few tools are about the thing: objects that go by another name and are made of what such things are made of. */
export function byMakeUp(
  consumer: ToolProfile,
  need: Need,
  index: FieldIndex,
  candidates: readonly Candidate[],
  put: Put,
): void {
  if (need.cls !== 'id' || !need.required || need.entity === undefined) return;
  const { entity } = need;
  const sure = candidates
    .filter(({ primary, echo, confidence }) => primary && !echo && confidence >= 0.6)
    .filter(({ offer }) => offer.cls === 'id' && !offer.implied && offer.holders.some(([one]) => one === entity))
    .sort((a, b) => b.confidence - a.confidence || compareCodeUnits(a.offer.tool.tool.name, b.offer.tool.tool.name));
  if (sure.length === 0) return;
  const known = sure.map(({ offer }) => offer);
  const found = new Set(candidates.map(({ offer }) => offer));
  for (const { offer, shared } of objectsLike(known, entity, consumer, index)) {
    if (found.has(offer)) continue;
    const verb = offer.tool.subject.kind === 'list' || offer.tool.subject.kind === 'get' ? 1 : 0.5;
    const quality = verb * 0.97 ** offer.depth * 0.97 ** Math.min(4, offer.tool.burden);
    const detail = () => `${offer.path} is of an object that has ${shared} fields which only ${entity} has`;
    put({ offer, holder: 'noun', entity, quality }, 0.76 * quality, 'schema', detail);
  }
}
