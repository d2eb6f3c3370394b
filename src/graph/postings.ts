import { compareCodeUnits } from '../core/names.js';
import type { HolderKind, Offer, ToolProfile } from './tool-profile.js';

/** An offer filed under one key, with how well it belongs there (0 to 1). */
export interface Posting {
  readonly offer: Offer;
  readonly holder: HolderKind | 'name' | 'term' | 'path' | 'mention';
  /** The entity it is filed for, in full. */
  readonly entity: string | undefined;
  readonly quality: number;
}

/** Postings of one key, best first; each is made when it is read, as a key of a large source may have thousands. */
export interface Postings extends Iterable<Posting> {
  readonly length: number;
  slice(start: number, end: number): readonly Posting[];
}

/** How an offer was filed, whatever offer: an entity is one of its holders', given by its place among them, or none. */
interface Filing {
  readonly holder: Posting['holder'];
  readonly entityAt: number;
  readonly quality: number;
}

/** One packed posting, or several: most keys have one. */
type Packed = number | number[];

/** No tool has as many offers. */
export const offerLimit = 128;

/** No source has offers filed in as many ways: a map could not hold them. */
const filingLimit = 2 ** 24;

export const noPostings: readonly Posting[] = [];

/**
 * The postings of one source by key. Each is kept as one number, of the tool's number, the place of the offer in the
 * tool's list and how it was filed, and made anew when it is read.
 */
export class PostingLists {
  readonly #lists = new Map<string, Packed>();
  readonly #unsorted = new Set<string>();
  readonly #filings: Filing[] = [];
  /** Their numbers by holder, entity and quality. */
  readonly #numbers = new Map<Posting['holder'], Map<number, number>[]>();
  readonly #toolAt: (number: number) => ToolProfile;

  /** @param toolAt The tool that has a number. */
  constructor(toolAt: (number: number) => ToolProfile) {
    this.#toolAt = toolAt;
  }

  /** Files postings of the tool with a number. */
  add(postings: readonly (readonly [string, Posting])[], number: number): void {
    const { offers } = this.#toolAt(number);
    let place = 0;
    for (const [key, posting] of postings) {
      // Most come in the order of the offers.
      if (offers[place] !== posting.offer) place = offers.indexOf(posting.offer);
      if (place < 0 || place >= offerLimit) throw new RangeError(`${posting.offer.path} is no output that is filed`);
      const packed = (number * offerLimit + place) * filingLimit + this.#filingOf(posting);
      const known = this.#lists.get(key);
      if (known === undefined) {
        this.#lists.set(key, packed);
        continue;
      }
      if (typeof known === 'number') this.#lists.set(key, [known, packed]);
      else known.push(packed);
      this.#unsorted.add(key);
    }
  }

  /** Takes what the tool with a number has under a key out. */
  remove(key: string, number: number): void {
    const kept = [this.#lists.get(key) ?? []].flat().filter((packed) => toolOf(packed) !== number);
    const [only] = kept;
    if (only === undefined) this.#lists.delete(key);
    else this.#lists.set(key, kept.length === 1 ? only : kept);
    if (kept.length < 2) this.#unsorted.delete(key);
  }

  /** Lets go of the room that lists have to grow. */
  trim(): void {
    for (const [key, list] of this.#lists) if (typeof list !== 'number') this.#lists.set(key, list.slice());
  }

  /** Postings of a key: by quality, then tool name, then path; undefined when it has none. */
  get(key: string): Postings | undefined {
    const packed = this.#lists.get(key);
    if (packed === undefined) return undefined;
    if (typeof packed === 'number') return [this.#unpack(packed)];
    if (this.#unsorted.delete(key)) this.#sort(packed);
    return new PackedPostings(packed, (posting) => this.#unpack(posting));
  }

  #filingOf({ offer, holder, entity, quality }: Posting): number {
    const entityAt = entity === undefined ? 0 : 1 + placeOf(entity, offer.holders);
    let byEntity = this.#numbers.get(holder);
    if (byEntity === undefined) {
      byEntity = [];
      this.#numbers.set(holder, byEntity);
    }
    while (byEntity.length <= entityAt) byEntity.push(new Map());
    const numbers = byEntity[entityAt] as Map<number, number>;
    let number = numbers.get(quality);
    if (number === undefined) {
      number = this.#filings.push({ holder, entityAt: entityAt - 1, quality }) - 1;
      numbers.set(quality, number);
    }
    return number;
  }

  #unpack(packed: number): Posting {
    const filing = this.#filings[packed % filingLimit];
    const offer = this.#toolAt(toolOf(packed)).offers[Math.floor(packed / filingLimit) % offerLimit];
    if (filing === undefined || offer === undefined) throw new RangeError(`${packed} is no posting of this index`);
    return { offer, holder: filing.holder, entity: offer.holders[filing.entityAt]?.[0], quality: filing.quality };
  }

  #sort(packed: number[]): void {
    const read = packed.map((number) => ({ number, posting: this.#unpack(number) }));
    read.sort((a, b) => byQuality(a.posting, b.posting));
    read.forEach(({ number }, at) => {
      packed[at] = number;
    });
  }
}

class PackedPostings implements Postings {
  readonly #packed: readonly number[];
  readonly #unpack: (packed: number) => Posting;

  constructor(packed: readonly number[], unpack: (packed: number) => Posting) {
    this.#packed = packed;
    this.#unpack = unpack;
  }

  get length(): number {
    return this.#packed.length;
  }

  slice(start: number, end: number): readonly Posting[] {
    return this.#packed.slice(start, end).map(this.#unpack);
  }

  *[Symbol.iterator](): Iterator<Posting> {
    for (const packed of this.#packed) yield this.#unpack(packed);
  }
}

function placeOf(entity: string, holders: Offer['holders']): number {
  for (let at = 0; at < holders.length; at++) if (holders[at]?.[0] === entity) return at;
  return -1;
}

function toolOf(packed: number): number {
  return Math.floor(packed / (filingLimit * offerLimit));
}

/** The order of postings under one key. */
export function byQuality(a: Posting, b: Posting): number {
  return (
    b.quality - a.quality ||
    compareCodeUnits(a.offer.tool.tool.name, b.offer.tool.tool.name) ||
    compareCodeUnits(a.offer.path, b.offer.path) ||
    compareCodeUnits(a.holder, b.holder)
  );
}
