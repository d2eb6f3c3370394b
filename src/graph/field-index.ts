import { compareCodeUnits } from '../core/names.js';
import { headOf, isPlural } from './entity.js';
import type { HolderKind, Offer, ToolProfile } from './tool-profile.js';
import { isPlainVerb, splitWords, tokenWords, type VerbKind } from './words.js';

/** An offer filed under one key, with how well it belongs there (0 to 1). */
export interface Posting {
  readonly offer: Offer;
  readonly holder: HolderKind | 'name' | 'term' | 'path' | 'mention';
  /** The entity it is filed for, in full. */
  readonly entity: string | undefined;
  readonly quality: number;
}

const holderFit: Record<HolderKind, number> = { noun: 1, own: 1, schema: 0.86, parent: 0.84, near: 0.8, foreign: 0.6 };

const verbFit: Record<VerbKind, number> = { list: 1, get: 0.9, create: 0.82, action: 0.6, update: 0.42, delete: 0.05 };

/** What keys of tool names begin with. */
const namePrefix = 'm:';

const emptyPostings: readonly Posting[] = [];

/**
 * Inverted index from comparable keys to the output fields that may satisfy them, and back from each key to the
 * tools that looked it up. Adding or removing a tool costs what the tool's own keys cost, and tells which tools
 * have to be linked again. Lists are ordered by quality, then tool name, then path, whatever the order of insertion.
 */
export class FieldIndex {
  readonly #postings = new Map<string, Posting[]>();
  /** Tools by the keys of their names; their postings, one an output field, are only made when such a key is read. */
  readonly #named = new Map<string, Set<ToolProfile>>();
  readonly #unsorted = new Set<string>();
  /** Who looked a key up: most keys are phrases that one tool's texts hold, and need no set. */
  readonly #readers = new Map<string, ToolProfile | Set<ToolProfile>>();
  readonly #read = new Map<ToolProfile, string[]>();
  readonly #counts = new Map<string, number>();
  #tools = 0;

  /** Tools held, rounded down to a power of two, so that rarity does not shift with every tool. At least 1. */
  get scale(): number {
    return 2 ** Math.floor(Math.log2(Math.max(1, this.#tools)));
  }

  get isEmpty(): boolean {
    return this.#tools === 0;
  }

  /** Files a tool; returns the tools that must be linked again. */
  add(tool: ToolProfile, withTerms: boolean): Set<ToolProfile> {
    const before = this.scale;
    this.#tools++;
    const touched = new Set<ToolProfile>();
    for (const [key, posting] of keysOf(tool, withTerms)) {
      const list = this.#postings.get(key);
      if (list === undefined) this.#postings.set(key, [posting]);
      else {
        list.push(posting);
        this.#unsorted.add(key);
      }
      this.#touch(key, touched);
    }
    for (const key of toolNames(tool)) {
      const tools = this.#named.get(key);
      if (tools === undefined) this.#named.set(key, new Set([tool]));
      else tools.add(tool);
      this.#touch(key, touched);
    }
    for (const tag of tool.tool.tags) this.#count(`g:${tag}`, 1, touched);
    if (this.scale !== before) for (const reader of this.#read.keys()) touched.add(reader);
    return touched;
  }

  /** Takes a tool out; returns the other tools that must be linked again. */
  remove(tool: ToolProfile, withTerms: boolean): Set<ToolProfile> {
    const before = this.scale;
    this.#tools--;
    this.forget(tool);
    const touched = new Set<ToolProfile>();
    const keys = new Set(keysOf(tool, withTerms).map(([key]) => key));
    for (const key of keys) {
      const kept = (this.#postings.get(key) ?? []).filter((posting) => posting.offer.tool !== tool);
      if (kept.length === 0) this.#postings.delete(key);
      else this.#postings.set(key, kept);
      this.#touch(key, touched);
    }
    for (const key of toolNames(tool)) {
      const tools = this.#named.get(key);
      if (tools?.delete(tool) === true && tools.size === 0) this.#named.delete(key);
      this.#touch(key, touched);
    }
    for (const tag of tool.tool.tags) this.#count(`g:${tag}`, -1, touched);
    if (this.scale !== before) for (const reader of this.#read.keys()) touched.add(reader);
    return touched;
  }

  /** Postings of a key, best first; `reader` will be named when they change. */
  read(key: string, reader: ToolProfile): readonly Posting[] {
    this.#note(key, reader);
    const list = this.#postings.get(key);
    if (list === undefined) return key.startsWith(namePrefix) ? this.#mentioned(key) : emptyPostings;
    if (this.#unsorted.delete(key)) list.sort(byQuality);
    return list;
  }

  /** Every output field of the tools that have a name. */
  #mentioned(key: string): readonly Posting[] {
    const tools = this.#named.get(key);
    if (tools === undefined) return emptyPostings;
    const postings = [...tools].flatMap(({ offers }) =>
      offers.map((offer): Posting => ({ offer, holder: 'mention', entity: undefined, quality: 1 })),
    );
    return postings.sort(byQuality);
  }

  /** How many tools carry a tag. */
  tagCount(tag: string, reader: ToolProfile): number {
    this.#note(`g:${tag}`, reader);
    return this.#counts.get(`g:${tag}`) ?? 0;
  }

  /** Drops what is known of a tool's look-ups, before it is linked again. */
  forget(reader: ToolProfile): void {
    for (const key of this.#read.get(reader) ?? []) {
      const known = this.#readers.get(key);
      if (known === reader) this.#readers.delete(key);
      else if (known instanceof Set && known.delete(reader) && known.size === 0) this.#readers.delete(key);
    }
    this.#read.delete(reader);
  }

  #note(key: string, reader: ToolProfile): void {
    const known = this.#readers.get(key);
    if (known === reader || (known instanceof Set && known.has(reader))) return;
    if (known === undefined) this.#readers.set(key, reader);
    else if (known instanceof Set) known.add(reader);
    else this.#readers.set(key, new Set([known, reader]));
    const keys = this.#read.get(reader);
    if (keys === undefined) this.#read.set(reader, [key]);
    else keys.push(key);
  }

  #touch(key: string, touched: Set<ToolProfile>): void {
    const known = this.#readers.get(key);
    if (known instanceof Set) for (const reader of known) touched.add(reader);
    else if (known !== undefined) touched.add(known);
  }

  #count(key: string, by: number, touched: Set<ToolProfile>): void {
    const count = (this.#counts.get(key) ?? 0) + by;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
    this.#touch(key, touched);
  }
}

/** Key under which an entity's key of one class is filed; `pull request` and `pullrequest` are one. */
export function entityKey(entity: string, cls: string): string {
  return `e:${entity.replaceAll(' ', '')}|${cls}`;
}

/** Key under which a tool is filed by its name, for descriptions that say where a value comes from. */
export function toolIndexKey(words: readonly string[]): string {
  return `${namePrefix}${words.join('')}`;
}

/** Key under which a field name is filed, in whatever style it was written. */
export function nameIndexKey(name: string): string {
  return `n:${name.replaceAll(' ', '')}`;
}

/** Every key a tool is filed under. */
function keysOf(tool: ToolProfile, withTerms: boolean): [string, Posting][] {
  const out: [string, Posting][] = [];
  const verb = verbFit[tool.subject.kind] * (tool.subject.search ? 1.05 : 1);
  for (const offer of tool.offers) {
    const shape =
      verb * 0.94 ** Math.max(0, offer.depth - 1) * 0.95 ** Math.min(4, tool.burden) * (offer.implied ? 0.8 : 1);
    for (const [entity, holder] of offer.holders) {
      if (offer.cls === undefined) continue;
      const quality = shape * holderFit[holder];
      out.push([entityKey(entity, offer.cls), { offer, holder, entity, quality }]);
      const head = headOf(entity);
      if (head !== entity) out.push([entityKey(head, offer.cls), { offer, holder, entity, quality: quality * 0.8 }]);
    }
    if (offer.cls === 'token' && tool.subject.auth && handsOutToken(offer))
      out.push([entityKey('', 'token'), { offer, holder: 'own', entity: undefined, quality: shape }]);
    if (offer.implied) continue;
    if (offer.distinctive)
      out.push([nameIndexKey(offer.name), { offer, holder: 'name', entity: undefined, quality: shape }]);
    if (withTerms)
      for (const term of offer.terms)
        out.push([`t:${term}`, { offer, holder: 'term', entity: undefined, quality: shape }]);
  }
  const path = tool.subject.path;
  if (path !== undefined && tool.subject.kind !== 'delete')
    for (const offer of tool.offers)
      if (offer.cls !== undefined && offer.holders.some(([, holder]) => holder === 'noun' || holder === 'own'))
        out.push([`p:${path}`, { offer, holder: 'path', entity: undefined, quality: verb }]);
  if (path !== undefined && tool.subject.kind === 'list' && !isPlural(path) && !path.endsWith('}')) {
    const above = path.slice(0, path.lastIndexOf('/'));
    for (const offer of tool.offers)
      if (offer.cls !== undefined && offer.holders.some(([, holder]) => holder === 'noun'))
        out.push([`v:${above}`, { offer, holder: 'path', entity: undefined, quality: verb }]);
  }
  return out;
}

/** Names a description may call the tool by: its name and its title, whole or from a verb on, of two to six words. */
function toolNames({ tool }: ToolProfile): Set<string> {
  const keys = new Set<string>();
  for (const name of [tool.originalName, tool.title ?? '', tool.annotations.title ?? '']) {
    const words = splitWords(name);
    for (let at = 0; at < words.length - 1; at++)
      if (words.length - at <= 6 && (at === 0 || isPlainVerb(words[at] as string)))
        keys.add(toolIndexKey(words.slice(at)));
  }
  return keys;
}

/** `token` and `access_token` are what a sign-in gives; `temp_clone_token` is a token for something else. */
function handsOutToken(offer: Offer): boolean {
  return offer.name.split(' ').every((word) => word === 'token' || tokenWords.has(word));
}

function byQuality(a: Posting, b: Posting): number {
  return (
    b.quality - a.quality ||
    compareCodeUnits(a.offer.tool.tool.name, b.offer.tool.tool.name) ||
    compareCodeUnits(a.offer.path, b.offer.path) ||
    compareCodeUnits(a.holder, b.holder)
  );
}
