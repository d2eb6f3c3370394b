import type { Entity } from './entity.js';
import { entityKey, type FieldIndex, nameIndexKey } from './field-index.js';
import type { Offer, ToolProfile } from './tool-profile.js';

/**
 * How much is looked at to tell things by what they are made of: objects known to be of the kind, their fields, and
 * where else each field occurs; and how many fields, and what share, an object must have in common with them.
 */
const limits = { known: 3, fields: 12, places: 60, common: 180, shared: 3, share: 0.5 } as const;

/** An object with a key of its own that is made of what a thing of some kind is made of. */
export interface LikeObject {
  /** The key of the object. */
  readonly offer: Offer;
  readonly shared: number;
}

/**
 * Objects that go by another name and are the things of one kind all the same, as their fields tell: the `cast` of a
 * film is made of what only persons have. A field counts when it has a name of its own and stands in none of the
 * objects that are known to be of another kind.
 *
 * @param known Keys of things known to be of the kind, the surest first.
 */
export function objectsLike(
  known: readonly Offer[],
  entity: Entity,
  reader: ToolProfile,
  index: FieldIndex,
): readonly LikeObject[] {
  const own = new Set<string>();
  const fields = new Set<string>();
  for (const offer of known.slice(0, limits.known)) {
    own.add(placeOf(offer));
    for (const { name, distinctive, path } of offer.tool.offers)
      if (distinctive && above(path) === above(offer.path) && fields.size < limits.fields) fields.add(name);
  }
  const shared = new Map<string, { tool: ToolProfile; place: string; count: number }>();
  let marks = 0;
  for (const field of fields) {
    const all = index.read(nameIndexKey(field), reader);
    if (all.length > limits.common) continue;
    const postings = all.slice(0, limits.places);
    if (postings.some(({ offer }) => isOfAnother(offer, entity))) continue;
    marks++;
    for (const { offer } of postings) {
      const key = placeOf(offer);
      const entry = shared.get(key) ?? { tool: offer.tool, place: above(offer.path), count: 0 };
      entry.count++;
      shared.set(key, entry);
    }
  }
  const enough = Math.max(1, Math.min(limits.shared, Math.ceil(limits.share * marks)));
  return [...shared].flatMap(([key, { tool, place, count }]) => {
    if (own.has(key) || count < enough) return [];
    const offer = tool.offers.find((one) => one.cls === 'id' && one.name === 'id' && above(one.path) === place);
    const entityOf = offer?.holders[0]?.[0];
    if (offer === undefined || entityOf === undefined || isKind(entityOf, offer, reader, index)) return [];
    return [{ offer, shared: count }];
  });
}

/** Is the field one of what a tool reads by the key of another kind? Lists of several kinds tell of none. */
function isOfAnother(offer: Offer, entity: Entity): boolean {
  const { subject, takesOf } = offer.tool;
  const noun = subject.nouns[0];
  if (noun === undefined || offer.subjectOfField !== noun || !takesOf.has(noun)) return false;
  return !subject.nouns.some((one) => one === entity || one.endsWith(` ${entity}`));
}

/** Is an entity one that another tool is about? Such an object goes by its own name. */
function isKind(entity: Entity, offer: Offer, reader: ToolProfile, index: FieldIndex): boolean {
  return index
    .read(entityKey(entity, 'id'), reader)
    .slice(0, limits.places)
    .some((one) => one.holder === 'noun' && one.entity === entity && one.offer.tool !== offer.tool);
}

function placeOf({ tool, path }: Offer): string {
  return `${tool.tool.name}\n${above(path)}`;
}

/** The path of the object that a field stands in. */
function above(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}
