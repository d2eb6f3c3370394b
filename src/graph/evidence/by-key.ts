import { areRivals, keyFit } from '../compatibility.js';
import { describedThings } from '../described-keys.js';
import { entityKey, type FieldIndex } from '../field-index.js';
import type { Need, Offer, ToolProfile } from '../tool-profile.js';
import { asksForAnotherId, type KeyClass, tokenWords } from '../words.js';
import type { Detail, Put } from './candidate.js';
import { postingLimits } from './posting-limits.js';

/** Producers of the key of the thing that an input is the key of, by its name or by what its description speaks of. */
export function byKey(consumer: ToolProfile, need: Need, index: FieldIndex, put: Put): void {
  byEntity(consumer, need, need.entities, index, put);
  byEntity(
    consumer,
    need,
    describedThings(need).map((thing) => [thing, described]),
    index,
    put,
  );
}

/** Producers of a token, where one is asked for that is for no other thing. */
export function byToken(consumer: ToolProfile, need: Need, index: FieldIndex, put: Put): void {
  if (need.cls !== 'token') return;
  if (need.entity !== undefined && !need.name.split(' ').every((word) => word === 'token' || tokenWords.has(word)))
    return;
  const detail: Detail = ({ tool, path }) => `${tool.tool.name} hands out ${path || 'a token'}`;
  for (const posting of index.read(entityKey('', 'token'), consumer).slice(0, postingLimits.key))
    put(posting, 0.85 * Math.max(0.8, posting.quality), 'entity-key', detail);
}

/** How sure it is that a bare key is of the thing that its description speaks of. */
const described = 0.85;

/** Producers of keys of things, each with how sure it is (0 to 1) that it is what the input is the key of. */
export function byEntity(
  consumer: ToolProfile,
  need: Need,
  entities: readonly (readonly [string, number])[],
  index: FieldIndex,
  put: Put,
): void {
  const { cls } = need;
  if (cls === undefined || cls === 'token') return;
  // Outside a path, `repo` is the key of a repository only where a tool is about repositories.
  const loose = cls === 'self' && need.field.in !== 'path';
  if (loose && (!isScalar(need.field.type) || (need.required && !need.distinctive))) return;
  const fits = Object.entries(keyFit[cls]) as [KeyClass, number][];
  for (const [entity, share] of entities) {
    for (const [offered, fit] of fits) {
      const detail: Detail = (offer, { field }) => keyDetail(offer, entity, offered, field.path);
      for (const posting of index.read(entityKey(entity, offered), consumer).slice(0, postingLimits.key)) {
        if (loose && (posting.holder !== 'noun' || posting.entity !== entity)) continue;
        // What an option names is looked up by its name in the list of such things, and nowhere else.
        if (loose && !need.required && (posting.offer.tool.subject.kind !== 'list' || offered === 'id')) continue;
        const kinds = offered === 'id' && asksForAnotherId(lastWord(need.name), lastWord(posting.offer.name)) ? 0.4 : 1;
        const rival = areRivals(need.entity, posting.entity) ? 0.5 : 1;
        const confidence = 0.9 * posting.quality * fit * share * rival * kinds * (loose ? 0.85 : 1);
        put(posting, confidence, posting.holder === 'schema' ? 'schema' : 'entity-key', detail);
      }
    }
  }
}

function lastWord(name: string): string {
  return name.slice(name.lastIndexOf(' ') + 1);
}

function isScalar(type: string | undefined): boolean {
  return type === undefined || type.includes('string') || type.includes('integer');
}

function keyDetail(offer: Offer, entity: string, cls: KeyClass, input: string): string {
  if (offer.implied)
    return `${offer.tool.tool.name} is about ${entity}; its output is undocumented, its ${cls} fills ${input}`;
  return `${offer.path} is the ${cls} of ${entity} and fills ${input}`;
}
