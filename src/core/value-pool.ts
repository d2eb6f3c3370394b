import { setOwn } from './own-property.js';

/** Objects of one hash that are kept beyond this are not compared with later ones: equal hashes can be made on purpose. */
const longestBucket = 16;

/**
 * Keeps one object for all equal JSON values. Schemas repeat themselves: those of a large document may list seventy
 * times as many nodes as there are different ones. Two values are equal when JSON writes them alike, so the order of
 * keys counts. What is pooled must not be changed any more.
 */
export class ValuePool {
  readonly #byHash = new Map<number, object[]>();
  readonly #hashes = new Map<object, number>();
  readonly #texts = new Map<string, number>();

  /** How many different objects and lists are kept. */
  get size(): number {
    return this.#hashes.size;
  }

  /** The kept value that equals this one, parts included; the value itself, or a copy of it, when there was none. Not changed. */
  share<T>(value: T): T {
    if (typeof value !== 'object' || value === null || this.#hashes.has(value)) return value;
    return this.#keep(this.#withSharedParts(value, false)) as T;
  }

  /** As {@link share}, for an object that nobody else holds: its parts are replaced in place. */
  adopt<T extends object>(value: T): T {
    return this.#hashes.has(value) ? value : (this.#keep(this.#withSharedParts(value, true)) as T);
  }

  #withSharedParts(value: object, inPlace: boolean): object {
    if (Array.isArray(value)) {
      const shared = value.map((part) => this.share(part));
      return shared.every((part, index) => part === value[index]) ? value : shared;
    }
    let result = value as Record<string, unknown>;
    for (const key of Object.keys(value)) {
      const part = result[key];
      const shared = this.share(part);
      if (shared === part) continue;
      if (!inPlace && result === value) result = { ...result };
      setOwn(result, key, shared);
    }
    return result;
  }

  #keep(value: object): object {
    const hash = this.#hashOf(value);
    const bucket = this.#byHash.get(hash);
    if (bucket === undefined) this.#byHash.set(hash, [value]);
    else {
      const known = bucket.find((other) => isSame(other, value));
      if (known !== undefined) return known;
      if (bucket.length < longestBucket) bucket.push(value);
    }
    this.#hashes.set(value, hash);
    return value;
  }

  /** Hash of an object whose parts are pooled. */
  #hashOf(value: object): number {
    let hash = Array.isArray(value) ? 17 : 31;
    if (Array.isArray(value)) for (const part of value) hash = mix(hash, this.#hashOfPart(part));
    else
      for (const [key, part] of Object.entries(value))
        hash = mix(mix(hash, this.#textHash(key)), this.#hashOfPart(part));
    return hash;
  }

  #hashOfPart(part: unknown): number {
    if (typeof part === 'string') return this.#textHash(part);
    if (typeof part === 'number') return Number.isInteger(part) ? part | 0 : this.#textHash(String(part));
    if (typeof part === 'object' && part !== null) return this.#hashes.get(part) ?? 0;
    return part === true ? 3 : part === false ? 5 : 7;
  }

  /** A number for each text, the same one for equal texts. */
  #textHash(text: string): number {
    let id = this.#texts.get(text);
    if (id === undefined) {
      id = Math.imul(this.#texts.size + 1, 0x9e3779b1);
      this.#texts.set(text, id);
    }
    return id;
  }
}

function mix(hash: number, next: number): number {
  const mixed = Math.imul(hash ^ next, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/** Are two objects alike whose parts are pooled, so that equal parts are one? */
function isSame(a: object, b: object): boolean {
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((part, index) => part === b[index]);
  const keys = Object.keys(a);
  const others = Object.keys(b);
  return (
    keys.length === others.length &&
    keys.every(
      (key, index) =>
        key === others[index] && (a as Record<string, unknown>)[key] === (b as Record<string, unknown>)[key],
    )
  );
}
