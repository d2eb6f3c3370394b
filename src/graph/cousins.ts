import type { Entity } from './entity.js';
import { type Candidate, isHome } from './evidence/candidate.js';
import type { Need, ToolProfile } from './tool-profile.js';

/**
 * Is a candidate, beside the very collection that the consumer's path goes through, of the same kind of thing elsewhere:
 * below another kind of parent (`/releases/{}/reactions` and `/comments/{}/reactions`), in a list that tells nothing of
 * what the consumer's thing lies in (the runners of an organisation, for one of a repository), or a more special thing
 * (`check run` for `run`)?
 */
export function isCousin(consumer: ToolProfile, need: Need, candidate: Candidate): boolean {
  if (isHome(candidate) || need.prefix === undefined) return false;
  const { tool, subjectOfField } = candidate.offer;
  const { path } = tool.subject;
  if (path !== undefined && path !== need.prefix && lastSegment(path) === lastSegment(need.prefix)) {
    const nested = path.includes('{}/') && need.prefix.includes('{}/');
    if (nested && lastSegments(path) !== lastSegments(need.prefix)) return true;
    if (!tool.subject.search && !tellsParents(consumer, need, tool)) return true;
  }
  const listed = tool.subject.kind === 'list' ? tool.subject.nouns[0] : undefined;
  return isMoreSpecial(subjectOfField, need.entity) || isMoreSpecial(listed, need.entity);
}

/**
 * Does a producer give what an operation takes beside its path, under the very name, in the collection that the operation's
 * path goes through: the `key_id` of `/secrets/public-key` for `PUT /secrets/{}`? Then it is a key of that place, and
 * the keys of a user are others.
 */
export function isNeighbour(consumer: ToolProfile, need: Need, { offer, primary, echo }: Candidate): boolean {
  const { path, nouns } = offer.tool.subject;
  const place = consumer.subject.path?.replace(/\/\{\}$/, '');
  if (!primary || echo || need.field.in === 'path' || place === undefined || place === '') return false;
  if (need.name === need.cls || offer.name !== need.name) return false;
  return nouns[0] !== consumer.subject.nouns[0] && path?.startsWith(`${place}/`) === true;
}

/** Does a tool take or give a key of each thing that the consumer's path goes through before the need? */
function tellsParents(consumer: ToolProfile, { prefix }: Need, tool: ToolProfile): boolean {
  return consumer.needs.every(({ entity, field, ownPrefix }) => {
    if (entity === undefined || field.in !== 'path' || ownPrefix === undefined) return true;
    return prefix?.startsWith(`${ownPrefix}/{}`) !== true || tells(tool, entity);
  });
}

function tells(tool: ToolProfile, entity: Entity): boolean {
  return tool.takesOf.has(entity) || tool.offers.some(({ holders }) => holders.some(([one]) => one === entity));
}

function isMoreSpecial(thing: Entity | undefined, entity: Entity | undefined): boolean {
  return entity !== undefined && thing?.endsWith(` ${entity}`) === true;
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The last collection with the one it lies in: `comments/{}/reactions`. */
function lastSegments(path: string): string {
  return path.split('/').slice(-3).join('/');
}
