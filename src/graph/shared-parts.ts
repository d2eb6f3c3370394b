import type { Entity } from './entity.js';
import type { Offer } from './needs-and-offers.js';
import { OutputReader } from './read-outputs.js';

type Holders = Offer['holders'];

const noTexts: ReadonlySet<string> = new Set();

/** What tools of one source have in common, so that it is read and kept once; dropped when the source is read. */
export class SharedParts {
  readonly outputs = new OutputReader();
  readonly #sets = new Map<string, ReadonlySet<string>>();
  /** By what the tool is about, then by field. */
  readonly #holders = new Map<string, Map<string, Holders>>();

  /** A set of these texts. */
  setOf(texts: ReadonlySet<string>): ReadonlySet<string> {
    return texts.size === 0 ? noTexts : known(this.#sets, [...texts].join('\n'), () => texts);
  }

  /** Holders of fields by what tells them apart, in tools that are about the same. */
  holdersAbout(nouns: readonly Entity[]): Map<string, Holders> {
    return known(this.#holders, nouns.join('\n'), () => new Map());
  }
}

/** The value of a key; what `make` gives, if it has none yet. */
export function known<T>(map: Map<string, T>, key: string, make: () => T): T {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
