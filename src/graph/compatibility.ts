import type { JsonValue } from '../core/json-schema.js';
import type { EvidenceKind } from '../core/tool-edge.js';
import { headOf } from './entity.js';
import type { Need, Offer, ToolProfile } from './tool-profile.js';
import { patternFit } from './value-patterns.js';
import type { KeyClass } from './words.js';

/** How well a key of an offered class fills an input of a needed class, 0 to 1; absent: not at all. */
export const keyFit: Record<KeyClass | 'self', Partial<Record<KeyClass, number>>> = {
  id: { id: 1, key: 0.75, number: 0.55, slug: 0.5, code: 0.5 },
  name: { name: 1, login: 0.9, slug: 0.7, key: 0.5, id: 0.4 },
  login: { login: 1, name: 0.6, slug: 0.5, email: 0.5 },
  email: { email: 1, login: 0.5 },
  slug: { slug: 1, name: 0.7, login: 0.6, key: 0.6 },
  code: { code: 1, id: 0.5 },
  number: { number: 1, id: 0.55 },
  key: { key: 1, id: 0.75, slug: 0.8 },
  token: { token: 1 },
  url: { url: 1 },
  self: { name: 0.92, slug: 0.94, login: 0.92, key: 0.88, id: 0.85, code: 0.75, number: 0.7 },
};

/**
 * How well the values go together: 1 when nothing is known, more where both take the same fixed values, one format or
 * one pattern, 0 where no value of the one is a value of the other. An input with a fixed list of values is only filled by an
 * operation that lists them.
 */
export function valueFit(need: Need, offer: Offer): number {
  const wanted = need.field.enum;
  if (wanted !== undefined && wanted.length > 0) {
    if (offer.values === undefined || !isCatalogue(need, offer)) return 0;
    return sharedValues(wanted, offer.values) >= 0.5 ? valueAgreement : 0;
  }
  const pattern = patternFit(need.field.pattern, offer.pattern);
  return pattern === 0 ? formatFit(need, offer) : pattern > 0 ? valueAgreement : 0;
}

/** What values that agree add. */
const valueAgreement = 1.04;

/** Does the producer list the things that the input chooses among? */
function isCatalogue({ entity }: Need, { tool, many }: Offer): boolean {
  const name = entity?.replaceAll(' ', '');
  return many && tool.subject.kind === 'list' && tool.subject.nouns.some((noun) => noun.replaceAll(' ', '') === name);
}

/** Share of the shorter list that the other one has too. */
function sharedValues(a: readonly JsonValue[], b: readonly JsonValue[]): number {
  const known = new Set(a.map((value) => JSON.stringify(value)));
  const shared = b.filter((value) => known.has(JSON.stringify(value))).length;
  return shared / Math.max(1, Math.min(a.length, b.length));
}

/** Formats that say what a value is; the others say how it is written or stored. */
const formatGroups: ReadonlyMap<string, string> = new Map([
  ...['uuid', 'guid'].map((format) => [format, 'uuid'] as const),
  ...['uri', 'url', 'iri', 'uri-reference'].map((format) => [format, 'uri'] as const),
  ...['date-time', 'datetime'].map((format) => [format, 'date-time'] as const),
  ...['email', 'idn-email'].map((format) => [format, 'email'] as const),
  ...['date', 'time', 'ipv4', 'ipv6', 'binary', 'byte', 'hostname'].map((format) => [format, format] as const),
]);

/** What is left where only one side is told to be of a format that its key rarely has. */
const formatDoubt = 0.6;

function formatFit(need: Need, offer: Offer): number {
  const wanted = formatGroups.get(need.field.format ?? '');
  const given = formatGroups.get(offer.format ?? '');
  if (wanted !== undefined && given !== undefined) return wanted === given ? valueAgreement : 0;
  // Only numbers are written as numbers, and neither a name nor a login is a UUID.
  if (wanted === 'uuid') return isNumber(offer.type) ? 0 : offer.cls === 'id' || offer.cls === 'key' ? 1 : formatDoubt;
  if (given !== undefined && isNumber(need.field.type)) return 0;
  if (wanted === 'email') return offer.cls === 'email' || offer.cls === undefined ? 1 : formatDoubt;
  return 1;
}

function isNumber(type: string | undefined): boolean {
  return type === 'integer' || type === 'number';
}

/** How well the types go together: 1 equal or unknown, 0 impossible. A name alone bears less mismatch than a key. */
export function typeFit(need: Need, offer: Offer, kind: EvidenceKind): number {
  const wanted = need.field.type;
  const given = offer.type;
  if (offer.implied && wanted === 'object') return 0;
  if (wanted === undefined || given === undefined) return 1;
  const [a, b] = [simpleType(wanted), simpleType(given)];
  if (a === b) return 1;
  if (a === 'mixed' || b === 'mixed') return 0.95;
  const isKey = need.cls !== undefined && need.cls !== 'self';
  const byWords = kind === 'field' || (kind === 'description' && !isKey);
  if (a === 'object' || b === 'object') return byWords ? 0.75 : 0;
  if (a === 'array') return byWords ? 0.8 : 0.92;
  if (b === 'array') return byWords ? 0.75 : 0.8;
  if (byWords) return a === 'string' ? 0.7 : 0.35;
  return a === 'string' ? 0.93 : 0.6;
}

function simpleType(type: string): string {
  if (!type.includes('|')) return type === 'integer' ? 'number' : type === 'null' ? 'mixed' : type;
  const kinds = new Set(
    type
      .split('|')
      .filter((part) => part !== 'null')
      .map((part) => (part === 'integer' ? 'number' : part)),
  );
  return kinds.size === 1 ? ([...kinds][0] as string) : 'mixed';
}

/** Does the producer need, in order to run, the very value it would give? */
export function isEcho(need: Need, offer: Offer): boolean {
  const { takes, takesNames, takesOf, subject } = offer.tool;
  // What is made has a key of its own, also where the body has room for one.
  if (subject.kind === 'create' && isOwn(offer)) {
    if (!takes.has(`${need.entity}|${need.cls}`)) return false;
    if (offer.cls === 'id' && isOfThing(need, offer) && !takesIdCalled(headOf(offer.name), need.entity, takesNames))
      return false;
  }
  if (need.distinctive && takesNames.has(need.name)) return true;
  if (offer.distinctive && takesNames.has(offer.name)) return true;
  if (takes.size === 0 || need.entity === undefined || need.cls === undefined) return false;
  // Whoever is named in full can be named by any key; a tool that asks for one of them gives no other.
  if (need.cls === 'self' && takesOf.has(need.entity)) return true;
  // Most entities are none that the producer takes a key of: no key has to be spelled out for these.
  const takesKeyOf = (entity: string) =>
    takesOf.has(entity) &&
    (takes.has(`${entity}|${need.cls}`) || takes.has(`${entity}|self`) || takes.has(`${entity}|${offer.cls}`));
  return takesKeyOf(need.entity) || offer.holders.some(([entity]) => takesKeyOf(entity));
}

function isOfThing({ entity }: Need, { holders, implied }: Offer): boolean {
  return !implied && holders.some(([one, holder]) => one === entity && (holder === 'noun' || holder === 'own'));
}

/** Does a maker have to be told an id of the thing under this word: its `sid` rather than an `identifier` from elsewhere? */
function takesIdCalled(word: string, entity: string | undefined, takesNames: ReadonlySet<string>): boolean {
  for (const name of takesNames) {
    if (headOf(name) !== word) continue;
    if (name === word || entity === undefined || headOf(entity) === headOf(name.slice(0, -word.length - 1)))
      return true;
  }
  return false;
}

function isOwn(offer: Offer): boolean {
  return offer.holders.some(([, holder]) => holder === 'noun' || holder === 'own');
}

/** Two nouns with one head and different qualifiers name different things: `order task` and `inventory task`. */
export function areRivals(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined || a === b || !a.includes(' ') || !b.includes(' ')) return false;
  return headOf(a) === headOf(b) && !a.endsWith(` ${b}`) && !b.endsWith(` ${a}`);
}

/** How many required keys of the producer the consumer's caller would not have anyway. */
export function unsharedKeys(producer: ToolProfile, consumer: ToolProfile): number {
  let count = 0;
  for (const key of producer.takes) if (!consumer.takes.has(key)) count++;
  return count;
}

/** Share of the smaller term set that both have; half when one is unknown. */
export function termOverlap(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0.5;
  const other = new Set(b);
  return a.filter((term) => other.has(term)).length / Math.min(a.length, b.length);
}
