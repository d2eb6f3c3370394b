import { compareCodeUnits } from '../core/names.js';
import type { EvidenceKind } from '../core/tool-edge.js';
import { objectsLike } from './alike.js';
import { areRivals, isEcho, keyFit, termOverlap, typeFit, valueFit } from './compatibility.js';
import { describedThings } from './described-keys.js';
import { headOf, isPlural } from './entity.js';
import {
  endIndexKey,
  entityKey,
  type FieldIndex,
  nameIndexKey,
  type Posting,
  placeIndexKey,
  toolIndexKey,
} from './field-index.js';
import { mentionedPaths } from './mentioned-paths.js';
import type { Need, Offer, ToolProfile } from './tool-profile.js';
import { asksForAnotherId, genericNames, type KeyClass, singular, splitWords, tokenWords } from './words.js';

/** How many postings of one key are looked at, best first, and how many description words are looked up. */
const limits = { entity: 40, name: 40, term: 160, terms: 8 } as const;

/** A possible producer of one input, with its evidence added up. */
export interface Candidate {
  readonly offer: Offer;
  /** 0 to 1. */
  confidence: number;
  /** Strongest first. */
  readonly evidence: Evidence[];
  /** The producer takes the value itself. */
  readonly echo: boolean;
  /** The field is the key of what the producer is about. */
  primary: boolean;
}

/** Evidence whose detail is only written out for what becomes an edge: most candidates do not. */
interface Evidence {
  readonly kind: EvidenceKind;
  readonly detail: () => string;
}

/** Files a candidate. */
type Put = (posting: Posting, confidence: number, kind: EvidenceKind, detail: () => string) => void;

/** Every possible producer of `need` that the index knows, each output field once. */
export function gatherCandidates(
  consumer: ToolProfile,
  need: Need,
  index: FieldIndex,
  withTerms: boolean,
): readonly Candidate[] {
  const candidates = new Map<Offer, Candidate>();
  const put: Put = (posting, confidence, kind, detail) => {
    addEvidence(candidates, consumer, need, posting, confidence, kind, detail);
  };
  if (need.cls === 'token') byToken(consumer, need, index, put);
  byEntity(consumer, need, need.entities, index, put);
  byEntity(
    consumer,
    need,
    describedThings(need).map((thing) => [thing, described]),
    index,
    put,
  );
  byPath(consumer, need, index, put);
  byView(consumer, need, index, put);
  byName(consumer, need, index, put);
  byMention(consumer, need, index, put);
  byMentionedPath(consumer, need, index, put);
  byOwnName(consumer, need, index, put);
  if (withTerms && need.required) byTerms(consumer, need, index, put);
  if (!withTerms) byMakeUp(consumer, need, index, [...candidates.values()], put);
  return [...candidates.values()];
}

/** Where few tools are about the thing: objects that go by another name and are made of what such things are made of. */
function byMakeUp(
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

function byToken(consumer: ToolProfile, need: Need, index: FieldIndex, put: Put): void {
  if (need.entity !== undefined && !need.name.split(' ').every((word) => word === 'token' || tokenWords.has(word)))
    return;
  for (const posting of index.read(entityKey('', 'token'), consumer).slice(0, limits.entity)) {
    const detail = () => `${posting.offer.tool.tool.name} hands out ${posting.offer.path || 'a token'}`;
    put(posting, 0.85 * Math.max(0.8, posting.quality), 'entity-key', detail);
  }
}

/** How sure it is that a bare key is of the thing that its description speaks of. */
const described = 0.85;

function byEntity(
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
      for (const posting of index.read(entityKey(entity, offered), consumer).slice(0, limits.entity)) {
        if (loose && (posting.holder !== 'noun' || posting.entity !== entity)) continue;
        // What an option names is looked up by its name in the list of such things, and nowhere else.
        if (loose && !need.required && (posting.offer.tool.subject.kind !== 'list' || offered === 'id')) continue;
        const kinds = offered === 'id' && asksForAnotherId(lastWord(need.name), lastWord(posting.offer.name)) ? 0.4 : 1;
        const rival = areRivals(need.entity, posting.entity) ? 0.5 : 1;
        const confidence = 0.9 * posting.quality * fit * share * rival * kinds * (loose ? 0.85 : 1);
        put(posting, confidence, posting.holder === 'schema' ? 'schema' : 'entity-key', () =>
          keyDetail(posting.offer, entity, offered, need),
        );
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

function keyDetail(offer: Offer, entity: string, cls: KeyClass, need: Need): string {
  if (offer.implied)
    return `${offer.tool.tool.name} is about ${entity}; its output is undocumented, its ${cls} fills ${need.field.path}`;
  return `${offer.path} is the ${cls} of ${entity} and fills ${need.field.path}`;
}

function byPath(consumer: ToolProfile, need: Need, index: FieldIndex, put: Put): void {
  if (need.prefix === undefined || need.cls === undefined) return;
  for (const posting of index.read(`p:${need.prefix}`, consumer).slice(0, limits.entity)) {
    const { offer } = posting;
    const fit = offer.cls === undefined ? undefined : keyFit[need.cls][offer.cls];
    // Beside a path, a key names a thing in the collection the path is; only a list tells it.
    if (need.field.in !== 'path' && offer.tool.subject.kind !== 'list') continue;
    if (fit === undefined || offer.depth > 2) continue;
    const doubt = (offer.implied ? 0.85 : 1) * (namesAgree(need) ? 1 : 0.6) * 0.97 ** offer.depth;
    const detail = () =>
      `${offer.path || 'the key'} of ${need.prefix} fills ${need.field.path} of ${consumer.subject.path ?? ''} below it`;
    put(posting, 0.92 * posting.quality * fit * doubt, 'path', detail);
  }
}

/** `/types/{type}` takes the `type` of what `/types` lists, however common the word is. */
function byOwnName(consumer: ToolProfile, need: Need, index: FieldIndex, put: Put): void {
  if (need.field.in !== 'path' || need.ownPrefix === undefined || (need.cls !== undefined && need.cls !== 'self'))
    return;
  for (const posting of index.read(placeIndexKey(need.ownPrefix), consumer).slice(0, limits.entity)) {
    const { tool } = posting.offer;
    const offer = tool.offers.find(({ name, depth, implied }) => name === need.name && depth <= 1 && !implied);
    if (offer === undefined) continue;
    const detail = () =>
      `${offer.path} of ${need.ownPrefix} fills ${need.field.path} of ${consumer.subject.path ?? ''}`;
    put({ offer, holder: 'path', entity: undefined, quality: posting.quality }, 0.88 * posting.quality, 'path', detail);
  }
}

/** `/movies/popular` beside `/movies/{id}` lists movies as well, whatever `popular` means. */
function byView(consumer: ToolProfile, need: Need, index: FieldIndex, put: Put): void {
  if (need.prefix === undefined || need.cls === undefined || need.field.in !== 'path' || !namesAgree(need)) return;
  for (const posting of index.read(`v:${need.prefix}`, consumer).slice(0, limits.entity)) {
    const { offer } = posting;
    const fit = offer.cls === undefined ? undefined : keyFit[need.cls][offer.cls];
    if (fit === undefined || offer.depth > 2 || offer.implied) continue;
    const detail = () =>
      `${offer.tool.subject.path} is a view of ${need.prefix}; ${offer.path} fills ${need.field.path}`;
    put(posting, 0.86 * posting.quality * fit * 0.97 ** offer.depth, 'path', detail);
  }
}

/** Does a path parameter's own name fit the collection it follows? `/users/{email}` and `/user/{userId}` each differ. */
function namesAgree(need: Need): boolean {
  if (need.segment === undefined || need.entity === undefined) return true;
  const [a, b] = [need.entity.replaceAll(' ', ''), need.segment.replaceAll(' ', '')];
  if (a.includes(b) || b.includes(a) || headOf(need.entity) === headOf(need.segment)) return true;
  return splitWords(need.prefix ?? '').some((word) => singular(word) === headOf(need.entity ?? ''));
}

function byName(consumer: ToolProfile, need: Need, index: FieldIndex, put: Put): void {
  // An option that is no key is only looked up where it is a choice among listed values.
  if (!need.distinctive || (!need.required && need.cls === 'self' && need.field.enum === undefined)) return;
  const postings = index.read(nameIndexKey(need.name), consumer);
  const tools = new Set<ToolProfile>();
  for (const posting of postings) {
    tools.add(posting.offer.tool);
    if (tools.size > 24) break;
  }
  const words = need.name.includes(' ') ? 1 : 0.86;
  for (const posting of postings.slice(0, limits.name)) {
    const said = termOverlap(need.terms, posting.offer.terms);
    const trust = isKey(need) ? 1 : relevanceOf(posting.offer, consumer);
    const detail = () => `${posting.offer.path} and ${need.field.path} have the same distinctive name`;
    const agreed = nameRarity(tools.size) * words * posting.quality ** 0.5 * (0.9 + 0.2 * said);
    put(posting, agreed * trust, 'field', detail);
  }
}

/** Most words of a description that are searched for the name of a tool, and the longest such name. */
const mentionLimits = { words: 60, name: 6 } as const;

/** The description names the tool that gives the value: "as returned by list_orders", "from the Search Airport API". */
function byMention(consumer: ToolProfile, need: Need, index: FieldIndex, put: Put): void {
  const words = splitWords(need.field.description ?? '').slice(0, mentionLimits.words);
  for (let at = 1; at < words.length - 1; at++) {
    if (!sourceWords.has(words[at - 1] as string) && !sourceWords.has(words[at - 2] ?? '')) continue;
    for (let length = 2; length <= mentionLimits.name && at + length <= words.length; length++) {
      const postings = index.read(toolIndexKey(words.slice(at, at + length)), consumer);
      for (const posting of postings.slice(0, limits.name)) {
        const fit = mentionFit(need, posting.offer);
        if (fit === 0) continue;
        const detail = () => `the description of ${need.field.path} names ${posting.offer.tool.tool.name}`;
        put(posting, 0.9 * fit, 'description', detail);
      }
    }
  }
}

/** Words before the name of a tool that a value comes from. */
const sourceWords = new Set('from by of via using in see with call calling use run through'.split(' '));

/** The description names the path that the value comes from: "can be obtained from /orders". */
function byMentionedPath(consumer: ToolProfile, need: Need, index: FieldIndex, put: Put): void {
  for (const path of mentionedPaths(need.field.description ?? '')) {
    for (const posting of index.read(endIndexKey(path), consumer).slice(0, limits.name)) {
      for (const offer of posting.offer.tool.offers) {
        const fit = mentionFit(need, offer);
        if (fit === 0) continue;
        const detail = () => `the description of ${need.field.path} names ${path}`;
        put({ ...posting, offer, holder: 'mention' }, 0.9 * fit, 'description', detail);
      }
    }
  }
}

/** Which output of a tool that is named is meant: the key of the wanted kind, or the field of that name. */
function mentionFit(need: Need, offer: Offer): number {
  const alike = offer.name === need.name || need.name.endsWith(` ${offer.name}`);
  if (offer.name !== '' && alike && (offer.distinctive || offer.depth <= 1)) return 1;
  if (need.cls === undefined || need.cls === 'self' || offer.cls === undefined || offer.depth > 1) return 0;
  return (keyFit[need.cls][offer.cls] ?? 0) * (offer.implied ? 0.85 : 1) * 0.97 ** offer.depth;
}

/**
 * How likely a property that agrees by words alone is what the consumer means: it is what the producer is there for
 * (`calculate_area` gives `area`), one of few things it gives, or the two tools speak of the same subject.
 */
function relevanceOf(offer: Offer, consumer: ToolProfile): number {
  const { tool } = offer;
  if (tool.subject.path !== undefined) return 1;
  const about = offer.name.split(' ').some((word) => tool.topics.has(word));
  const few = tool.offers.length <= 2;
  const kin = intersects(tool.topics, consumer.context) || intersects(consumer.topics, tool.context);
  if (about || few) return kin ? 1 : relevance.purpose;
  return kin ? relevance.subject : relevance.neither;
}

function isKey(need: Need): boolean {
  return need.cls !== undefined && need.cls !== 'self';
}

const relevance = { purpose: 0.85, subject: 0.9, neither: 0.62 } as const;

function intersects(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const word of a) if (b.has(word)) return true;
  return false;
}

/** What an equal name is worth when so many tools give it. */
function nameRarity(tools: number): number {
  if (tools <= 2) return 0.82;
  if (tools <= 4) return 0.74;
  if (tools <= 10) return 0.64;
  return tools <= 24 ? 0.54 : 0.44;
}

/** Agreement of topic words in name and description, weighted by how rare they are in the source. */
function byTerms(consumer: ToolProfile, need: Need, index: FieldIndex, put: Put): void {
  const lookups = need.terms
    .map((term) => ({ term, list: index.read(`t:${term}`, consumer) }))
    .map(({ term, list }) => ({ term, list, weight: rarityOf(Math.max(1, list.length), index.scale) }))
    .sort((a, b) => b.weight - a.weight || compareCodeUnits(a.term, b.term));
  const weights = new Map(lookups.map(({ term, weight }) => [term, weight]));
  const total = lookups.reduce((sum, { weight }) => sum + weight, 0);
  const pool = new Map<Offer, Posting>();
  for (const { list } of lookups.filter((lookup) => lookup.list.length > 0).slice(0, limits.terms)) {
    if (list.length > limits.term && pool.size > 0) break;
    for (const posting of list.slice(0, limits.term)) pool.set(posting.offer, posting);
  }
  for (const posting of pool.values()) {
    const agreement = agreementOf(posting.offer.terms, weights, total);
    if (agreement < 0.3) continue;
    const kin = kinship(consumer, posting.offer.tool, index);
    const trust = isKey(need) ? 1 : relevanceOf(posting.offer, consumer);
    const detail = () => `${posting.offer.path || 'the output'} and ${need.field.path} are described alike`;
    const confidence = (0.1 + 0.6 * agreement + 0.25 * kin * agreement) * posting.quality ** 0.5 * trust;
    put(posting, confidence, 'description', detail);
  }
}

/** Weight of the shared words in the need's words, less when the offer talks of much more; 0 when only generic words are shared. */
function agreementOf(offered: readonly string[], weights: ReadonlyMap<string, number>, total: number): number {
  let shared = 0;
  let topical = false;
  for (const term of offered) {
    const weight = weights.get(term);
    if (weight === undefined) continue;
    shared += weight;
    topical ||= !genericNames.has(term);
  }
  if (!topical || total === 0) return 0;
  return (shared / total) * Math.min(1, weights.size / Math.max(1, offered.length)) ** 0.5;
}

function rarityOf(count: number, scale: number): number {
  return Math.log(1 + (4 * scale) / count);
}

/** 1 when the two tools share a rare tag, 0 when they share none. */
function kinship(consumer: ToolProfile, producer: ToolProfile, index: FieldIndex): number {
  const shared = consumer.tool.tags.filter((tag) => producer.tool.tags.includes(tag));
  return shared.some((tag) => index.tagCount(tag, consumer) <= Math.max(12, index.scale / 20)) ? 1 : 0;
}

function addEvidence(
  candidates: Map<Offer, Candidate>,
  consumer: ToolProfile,
  need: Need,
  posting: Posting,
  raw: number,
  kind: EvidenceKind,
  detail: () => string,
): void {
  const { offer } = posting;
  if (offer.tool === consumer) return;
  const compatible = typeFit(need, offer, kind) * valueFit(need, offer);
  if (compatible === 0) return;
  const primary =
    posting.holder === 'noun' || posting.holder === 'own' || posting.holder === 'path' || findsAnything(posting);
  const rival = areRivals(need.segment ?? need.entity, offer.tool.subject.nouns[0]) ? 0.6 : 1;
  if (!primary && isCopy(consumer, offer)) return;
  if (isThereAlready(consumer, need, offer)) return;
  const confidence = raw * compatible * rival;
  const known = candidates.get(offer);
  if (known === undefined) {
    const evidence = [{ kind, detail }];
    candidates.set(offer, { offer, confidence, evidence, echo: isEcho(need, offer), primary });
    return;
  }
  known.primary ||= primary;
  const stronger = confidence > known.confidence;
  if (known.evidence.some((entry) => entry.kind === kind)) {
    if (stronger) known.confidence = confidence;
    return;
  }
  const [strong, weak] = stronger ? [confidence, known.confidence] : [known.confidence, confidence];
  if (stronger) known.evidence.unshift({ kind, detail });
  else known.evidence.push({ kind, detail });
  known.confidence = Math.min(0.97, strong + (1 - strong) * 0.35 * weak);
}

/** A search over lists of several kinds, side by side, finds each kind by what a user would say. */
function findsAnything({ holder, offer }: Posting): boolean {
  const { tool } = offer;
  if (holder !== 'parent' || !tool.subject.search || tool.burden > 0 || !isListedAtTop(offer)) return false;
  const lists = new Set(tool.offers.filter(isListedAtTop).map(({ path }) => path.slice(0, path.indexOf('[]'))));
  return lists.size >= 3;
}

/** Is the field the id of the items of one list that lies in no other? */
function isListedAtTop({ cls, path }: Offer): boolean {
  return cls === 'id' && path.includes('[]') && path.indexOf('[]') === path.lastIndexOf('[]');
}

/**
 * A new thing gets its own properties from its maker, and a changed one from who changes it; the same property of
 * another is no source.
 */
function isCopy(consumer: ToolProfile, offer: Offer): boolean {
  const { kind, nouns, pathParams } = consumer.subject;
  const changes = kind === 'create' || (kind === 'update' && pathParams.size > 0);
  if (changes && isSameCollection(consumer, offer)) return true;
  if (!changes || nouns[0] === undefined || offer.subjectOfField === undefined) return false;
  return headOf(nouns[0]) === headOf(offer.subjectOfField);
}

/** Things that are put into a collection by their ids come from elsewhere: those it lists are in it. */
function isThereAlready(consumer: ToolProfile, need: Need, offer: Offer): boolean {
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
