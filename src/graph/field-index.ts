import { headOf, isPlural } from './entity.js';
import { endOfPath } from './mentioned-paths.js';
import { byQuality, noPostings, type Posting, PostingLists, type Postings } from './postings.js';
import { hashOf, ReadLog } from './read-log.js';
import type { HolderKind, Offer, ToolProfile } from './tool-profile.js';
import { isPlainVerb, singular, splitWords, tokenWords, type VerbKind, verbKind } from './words.js';

export type { Posting } from './postings.js';

const holderFit: Record<HolderKind, number> = { noun: 1, own: 1, schema: 0.86, parent: 0.84, near: 0.8, foreign: 0.6 };

const verbFit: Record<VerbKind, number> = { list: 1, get: 0.9, create: 0.82, action: 0.6, update: 0.42, delete: 0.05 };

/** What keys of tool names begin with. */
const namePrefix = 'm:';

/**
 * Inverted index from comparable keys to the output fields that may satisfy them, and back from each key to the
 * tools that looked it up. Adding or removing a tool costs what the tool's own keys cost; which tools have to be linked
 * again is told when it is asked for. Lists are ordered by quality, then tool name, then path, whatever the order of
 * insertion.
 */
export class FieldIndex {
  /** Tools by number, and the numbers that are free again. */
  readonly #tools: (ToolProfile | undefined)[] = [];
  readonly #numbers = new Map<ToolProfile, number>();
  readonly #free: number[] = [];
  readonly #postings = new PostingLists((number) => this.#toolAt(number));
  /** Tools by the keys of their names; their postings, one an output field, are only made when such a key is read. */
  readonly #named = new Map<string, ToolProfile | Set<ToolProfile>>();
  readonly #counts = new Map<string, number>();
  /** Who looked a key up, and hashes of the keys that changed since {@link takeOutdated}. */
  readonly #looked = new ReadLog();
  readonly #changed = new Set<number>();
  #allChanged = false;
  /** Hashes of the keys that are looked up, while someone wants to know. */
  #recorded: number[] | undefined;
  #texts = 0;

  /** Tools held, rounded down to a power of two, so that rarity does not shift with every tool. At least 1. */
  get scale(): number {
    return 2 ** Math.floor(Math.log2(Math.max(1, this.#numbers.size)));
  }

  get isEmpty(): boolean {
    return this.#numbers.size === 0;
  }

  /** Is some tool filed by the words of its texts? */
  get holdsTexts(): boolean {
    return this.#texts > 0;
  }

  /** Did anything change since {@link takeOutdated} that a tool looked up? */
  get isOutdated(): boolean {
    return this.#changed.size > 0 || this.#allChanged;
  }

  /** Files a tool. */
  add(tool: ToolProfile, withTerms: boolean): void {
    const before = this.scale;
    if (withTerms) this.#texts++;
    const number = this.#free.pop() ?? this.#tools.length;
    this.#tools[number] = tool;
    this.#numbers.set(tool, number);
    const postings = keysOf(tool, withTerms);
    this.#postings.add(postings, number);
    if (!this.#looked.isEmpty) for (const [key] of postings) this.#change(key);
    for (const key of toolNames(tool)) {
      const known = this.#named.get(key);
      if (known === undefined) this.#named.set(key, tool);
      else if (known instanceof Set) known.add(tool);
      else this.#named.set(key, new Set([known, tool]));
      this.#change(key);
    }
    for (const tag of tool.tool.tags) this.#count(`g:${tag}`, 1);
    this.#allChanged ||= this.scale !== before;
  }

  /** Lets go of the room to grow, once many tools were added. */
  trim(): void {
    this.#postings.trim();
  }

  /** Takes a tool out. */
  remove(tool: ToolProfile, withTerms: boolean): void {
    const number = this.#numbers.get(tool);
    if (number === undefined) return;
    const before = this.scale;
    if (withTerms) this.#texts--;
    this.#looked.forget(number);
    for (const key of new Set(keysOf(tool, withTerms).map(([key]) => key))) {
      this.#postings.remove(key, number);
      this.#change(key);
    }
    for (const key of toolNames(tool)) {
      const known = this.#named.get(key);
      if (known === tool || (known instanceof Set && known.delete(tool) && known.size === 0)) this.#named.delete(key);
      this.#change(key);
    }
    for (const tag of tool.tool.tags) this.#count(`g:${tag}`, -1);
    this.#tools[number] = undefined;
    this.#numbers.delete(tool);
    this.#free.push(number);
    this.#allChanged ||= this.scale !== before;
  }

  /** Postings of a key, best first; `reader` is outdated when they change. */
  read(key: string, reader: ToolProfile): Postings {
    this.#look(key, reader);
    return this.#postings.get(key) ?? (key.startsWith(namePrefix) ? this.#mentioned(key) : noPostings);
  }

  /** What `work` gives, and the keys it looks up, for {@link noteLooked}. */
  record<T>(work: () => T): { readonly value: T; readonly looked: readonly number[] } {
    const outer = this.#recorded;
    const looked: number[] = [];
    this.#recorded = looked;
    try {
      return { value: work(), looked };
    } finally {
      this.#recorded = outer;
      if (outer !== undefined) for (const hash of looked) outer.push(hash);
    }
  }

  /** Notes that a tool depends on what is under these keys, as if it had read them. */
  noteLooked(looked: readonly number[], reader: ToolProfile): void {
    const number = this.#numbers.get(reader);
    if (number !== undefined) this.#looked.noteAll(looked, number);
  }

  /** Every output field of the tools that have a name. */
  #mentioned(key: string): readonly Posting[] {
    const known = this.#named.get(key);
    if (known === undefined) return noPostings;
    const postings = (known instanceof Set ? [...known] : [known]).flatMap(({ offers }) =>
      offers.map((offer): Posting => ({ offer, holder: 'mention', entity: undefined, quality: 1 })),
    );
    return postings.sort(byQuality);
  }

  /** How many tools carry a tag. */
  tagCount(tag: string, reader: ToolProfile): number {
    this.#look(`g:${tag}`, reader);
    return this.#counts.get(`g:${tag}`) ?? 0;
  }

  /** Drops what is known of a tool's look-ups, before it is linked again. */
  forget(reader: ToolProfile): void {
    const number = this.#numbers.get(reader);
    if (number !== undefined) this.#looked.forget(number);
  }

  /**
   * The tools that have to be linked again, as what they looked up changed since this was last asked. Rarely one more
   * is among them.
   */
  takeOutdated(): readonly ToolProfile[] {
    if (this.#changed.size === 0 && !this.#allChanged) return [];
    const numbers = this.#allChanged ? this.#looked.readers() : this.#looked.readersOf(this.#changed);
    this.#changed.clear();
    this.#allChanged = false;
    return numbers.map((number) => this.#toolAt(number));
  }

  #toolAt(number: number): ToolProfile {
    const tool = this.#tools[number];
    if (tool === undefined) throw new RangeError(`no tool of this index has the number ${number}`);
    return tool;
  }

  #look(key: string, reader: ToolProfile): void {
    const hash = hashOf(key);
    this.#recorded?.push(hash);
    const number = this.#numbers.get(reader);
    if (number !== undefined) this.#looked.note(hash, number);
  }

  #change(key: string): void {
    if (!this.#looked.isEmpty) this.#changed.add(hashOf(key));
  }

  #count(key: string, by: number): void {
    const count = (this.#counts.get(key) ?? 0) + by;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
    this.#change(key);
  }
}

/** Key under which an entity's key of one class is filed; `pull request` and `pullrequest` are one. */
export function entityKey(entity: string, cls: string): string {
  return `e:${withoutSpaces(entity)}|${cls}`;
}

/** Key under which a tool is filed by its name, for descriptions that say where a value comes from. */
export function toolIndexKey(words: readonly string[]): string {
  return `${namePrefix}${words.join('')}`;
}

/** Key under which a field name is filed, in whatever style it was written. */
export function nameIndexKey(name: string): string {
  return `n:${withoutSpaces(name)}`;
}

function withoutSpaces(text: string): string {
  return text.includes(' ') ? text.replaceAll(' ', '') : text;
}

/** Key under which a tool that lists or makes is filed by its whole path. */
export function placeIndexKey(path: string): string {
  return `h:${path}`;
}

/** Key under which a tool that reads is filed by its whole path. */
export function readIndexKey(path: string): string {
  return `b:${path}`;
}

/** Key under which a tool is filed by the end of its path, for descriptions that name a path. */
export function endIndexKey(end: string): string {
  return `l:${end}`;
}

/** Key under which a field is filed by the pattern of its values. */
export function patternIndexKey(pattern: string): string {
  return `r:${pattern}`;
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
    if (offer.pattern !== undefined) out.push([patternIndexKey(offer.pattern), markedPosting(offer, shape)]);
    if (offer.distinctive)
      out.push([nameIndexKey(offer.name), { offer, holder: 'name', entity: undefined, quality: shape }]);
    if (withTerms)
      for (const term of offer.terms)
        out.push([`t:${term}`, { offer, holder: 'term', entity: undefined, quality: shape }]);
  }
  out.push(...placesOf(tool, verb));
  return out;
}

/** A field whose values have a pattern of their own, for the thing whose key it is first of all. */
function markedPosting(offer: Offer, shape: number): Posting {
  const [entity, holder] = offer.holders[0] ?? [undefined, 'name' as const];
  return { offer, holder, entity, quality: shape * (holder === 'name' ? holderFit.foreign : holderFit[holder]) };
}

/** The keys that come from where a tool stands. */
function placesOf(tool: ToolProfile, verb: number): [string, Posting][] {
  const out: [string, Posting][] = [];
  const { path, kind } = tool.subject;
  const first = tool.offers[0];
  if (path === undefined || first === undefined || kind === 'delete') return out;
  const place: Posting = { offer: first, holder: 'path', entity: undefined, quality: verb };
  if (kind === 'list' || kind === 'get') out.push([readIndexKey(path), place]);
  if (kind === 'list' || kind === 'create') out.push([placeIndexKey(collectionOf(tool)), place]);
  const end = endOfPath(path);
  if (end !== undefined && (kind === 'list' || kind === 'get' || kind === 'create'))
    out.push([endIndexKey(end), place]);
  for (const offer of tool.offers)
    if (offer.cls !== undefined && offer.holders.some(([, holder]) => holder === 'noun' || holder === 'own'))
      out.push([`p:${collectionOf(tool)}`, { offer, holder: 'path', entity: undefined, quality: verb }]);
  if (kind === 'list' && !isPlural(path) && !path.endsWith('}')) {
    const above = withoutSelf(path.slice(0, path.lastIndexOf('/')));
    for (const offer of tool.offers)
      if (offer.cls !== undefined && offer.holders.some(([, holder]) => holder === 'noun'))
        out.push([`v:${above}`, { offer, holder: 'path', entity: undefined, quality: verb }]);
  }
  return out;
}

/** `/podcasts/create` and `/podcasts/list` work on what `/podcasts` holds. */
function collectionOf({ subject: { path = '', kind } }: ToolProfile): string {
  const at = path.lastIndexOf('/');
  const words = splitWords(path.slice(at + 1));
  const first = words[0] ?? '';
  const isVerb = words.length === 1 && verbKind(first) !== undefined && !isPlural(first);
  return isVerb && at > 0 && (kind === 'list' || kind === 'create') ? path.slice(0, at) : path;
}

/** `/users/self/friends` shows some of what `/users` holds. */
function withoutSelf(path: string): string {
  return path.replace(/\/(?:self|me|current)$/, '');
}

/** Names a description may call the tool by: its name and its title, whole or from a verb on, of two to six words. */
function toolNames({ tool }: ToolProfile): Set<string> {
  const keys = new Set<string>();
  const own = tool.originalName.slice(tool.originalName.lastIndexOf('::') + 1);
  for (const name of new Set([tool.originalName, own, tool.title ?? '', tool.annotations.title ?? ''])) {
    const words = splitWords(name);
    for (let at = 0; at < words.length - 1; at++)
      if (words.length - at <= 6 && (at === 0 || isPlainVerb(words[at] as string)))
        keys.add(toolIndexKey(words.slice(at)));
    // `Projects_Export` is also called the export project call, and `Images_GetUntagged` get untagged images.
    const verb = words.findIndex((word) => verbKind(word) !== undefined);
    if (verb > 0 && words.length <= 6) {
      const turned = [...words.slice(verb), ...words.slice(0, verb)];
      keys.add(toolIndexKey(turned));
      keys.add(toolIndexKey(turned.map(singular)));
    }
  }
  return keys;
}

/** `token` and `access_token` are what a sign-in gives; `temp_clone_token` is a token for something else. */
function handsOutToken(offer: Offer): boolean {
  return offer.name.split(' ').every((word) => word === 'token' || tokenWords.has(word));
}
