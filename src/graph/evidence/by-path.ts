import { keyFit } from '../compatibility.js';
import { headOf } from '../entity.js';
import { type FieldIndex, placeIndexKey } from '../field-index.js';
import type { Need, ToolProfile } from '../tool-profile.js';
import { singular, splitWords } from '../words.js';
import type { Detail, Put } from './candidate.js';
import { postingLimits } from './posting-limits.js';

/** Producers that work on the collection which the consumer's path goes through: `/orders` for `/orders/{id}`. */
export function byPath(consumer: ToolProfile, need: Need, index: FieldIndex, put: Put): void {
  if (need.prefix === undefined || need.cls === undefined) return;
  for (const posting of index.read(`p:${need.prefix}`, consumer).slice(0, postingLimits.key)) {
    const { offer } = posting;
    const fit = offer.cls === undefined ? undefined : keyFit[need.cls][offer.cls];
    // Beside a path, a key names a thing in the collection the path is; only a list tells it.
    if (need.field.in !== 'path' && offer.tool.subject.kind !== 'list') continue;
    if (fit === undefined || offer.depth > 2) continue;
    const doubt = (offer.implied ? 0.85 : 1) * (namesAgree(need) ? 1 : 0.6) * 0.97 ** offer.depth;
    put(posting, 0.92 * posting.quality * fit * doubt, 'path', belowDetail);
  }
}

const belowDetail: Detail = ({ path }, { prefix, field }, { subject }) =>
  `${path || 'the key'} of ${prefix} fills ${field.path} of ${subject.path ?? ''} below it`;

/** `/types/{type}` takes the `type` of what `/types` lists, however common the word is. */
export function byOwnName(consumer: ToolProfile, need: Need, index: FieldIndex, put: Put): void {
  if (need.field.in !== 'path' || need.ownPrefix === undefined || (need.cls !== undefined && need.cls !== 'self'))
    return;
  for (const posting of index.read(placeIndexKey(need.ownPrefix), consumer).slice(0, postingLimits.key)) {
    const { tool } = posting.offer;
    const offer = tool.offers.find(({ name, depth, implied }) => name === need.name && depth <= 1 && !implied);
    if (offer === undefined) continue;
    put(
      { offer, holder: 'path', entity: undefined, quality: posting.quality },
      0.88 * posting.quality,
      'path',
      ownDetail,
    );
  }
}

const ownDetail: Detail = ({ path }, { ownPrefix, field }, { subject }) =>
  `${path} of ${ownPrefix} fills ${field.path} of ${subject.path ?? ''}`;

/** `/movies/popular` beside `/movies/{id}` lists movies as well, whatever `popular` means. */
export function byView(consumer: ToolProfile, need: Need, index: FieldIndex, put: Put): void {
  if (need.prefix === undefined || need.cls === undefined || need.field.in !== 'path' || !namesAgree(need)) return;
  for (const posting of index.read(`v:${need.prefix}`, consumer).slice(0, postingLimits.key)) {
    const { offer } = posting;
    const fit = offer.cls === undefined ? undefined : keyFit[need.cls][offer.cls];
    if (fit === undefined || offer.depth > 2 || offer.implied) continue;
    put(posting, 0.86 * posting.quality * fit * 0.97 ** offer.depth, 'path', viewDetail);
  }
}

const viewDetail: Detail = ({ tool, path }, { prefix, field }) =>
  `${tool.subject.path} is a view of ${prefix}; ${path} fills ${field.path}`;

/** Does a path parameter's own name fit the collection it follows? `/users/{email}` and `/user/{userId}` each differ. */
function namesAgree(need: Need): boolean {
  if (need.segment === undefined || need.entity === undefined) return true;
  const [a, b] = [need.entity.replaceAll(' ', ''), need.segment.replaceAll(' ', '')];
  if (a.includes(b) || b.includes(a) || headOf(need.entity) === headOf(need.segment)) return true;
  return splitWords(need.prefix ?? '').some((word) => singular(word) === headOf(need.entity ?? ''));
}
