import { type Entity, entityOfSchemaName } from '../entity.js';
import { entityKey, type FieldIndex } from '../field-index.js';
import { readFieldName } from '../field-names.js';
import type { Need, ToolProfile } from '../tool-profile.js';
import { byEntity } from './by-key.js';
import type { Put } from './candidate.js';

/** How many objects of a name are looked at to tell what they are. */
const maxObjects = 40;

/** How sure it is that a key is of what plays the part that it is named after. */
const playing = 0.85;

/** What is about the thing that plays the part an input is named after. */
export function byPlayer(consumer: ToolProfile, need: Need, index: FieldIndex, put: Put): void {
  const player = playerOf(consumer, need, index);
  if (player === undefined) return;
  byEntity(consumer, need, [[player, playing]], index, (posting, confidence, kind, detail) => {
    if (posting.holder === 'noun' || posting.holder === 'own') put(posting, confidence, kind, detail);
  });
}

/**
 * The thing that plays the part an input is named after, as component schemas tell: the `id` of an `author` that is a
 * `User` is the key of a user, and so is an `author_id` where every `author` that the source gives is a `User`.
 * Undefined where they do not tell, and where the part is a thing of its own that some tool is about.
 */
function playerOf(consumer: ToolProfile, need: Need, index: FieldIndex): Entity | undefined {
  const { entity, cls, field } = need;
  if (entity === undefined || cls === undefined || cls === 'self' || need.segment !== undefined) return undefined;
  const { key } = readFieldName(field.name);
  if (key === undefined) return undefined;
  if (key.entity === undefined) {
    const component = field.entity === undefined ? undefined : entityOfSchemaName(field.entity);
    return component === entity ? undefined : component;
  }
  return cls === 'id' ? givenAs(entity, consumer, index) : undefined;
}

/** What every object of a name is that the source gives, by its component. */
function givenAs(role: Entity, consumer: ToolProfile, index: FieldIndex): Entity | undefined {
  let player: Entity | undefined;
  for (const { offer, holder, entity } of index.read(entityKey(role, 'id'), consumer).slice(0, maxObjects)) {
    if (entity !== role) continue;
    if (holder === 'noun' || holder === 'own') return undefined;
    if (holder !== 'parent') continue;
    const component = offer.holders.find(([, kind]) => kind === 'schema')?.[0];
    if (component === undefined || (player !== undefined && component !== player)) return undefined;
    player = component;
  }
  return player;
}
