import { createHash } from 'node:crypto';

/** Longest exposed name: the limit of OpenAI and Anthropic, the tightest of the providers we export to. */
export const maxNameLength = 64;
const hashLength = 8;

/** Does `name` fit every provider's grammar: `^[A-Za-z_][A-Za-z0-9_-]{0,63}$`? */
export function isExposedName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name);
}

/**
 * Makes a legal name of any text: illegal runs become one `_`, accents are dropped, a leading digit or hyphen gets
 * a `_` before it. Text without a legal character becomes `tool_` and a hash of it. A name over 64 characters is cut
 * and ends in `_` and a hash of the whole text, so that two long names that differ late stay apart, in any order.
 */
export function toExposedName(text: string): string {
  if (isExposedName(text)) return text;
  const plain = text.normalize('NFKD').replace(/\p{M}+/gu, '');
  const legal = plain.replace(/[^A-Za-z0-9_-]+/g, '_').replace(/^_+|_+$/g, '');
  if (legal === '') return `tool_${shortHash(text)}`;
  const started = /^[A-Za-z_]/.test(legal) ? legal : `_${legal}`;
  if (started.length <= maxNameLength) return started;
  return withSuffix(started, shortHash(text));
}

/** `name` cut so that `_suffix` still fits into 64 characters. */
export function withSuffix(name: string, suffix: string): string {
  return `${name.slice(0, maxNameLength - suffix.length - 1)}_${suffix}`;
}

/** First eight hex digits of the SHA-256 of `text`. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, hashLength);
}

interface Identity {
  readonly sourceId: string;
  readonly originalId: string;
}

/** An identity to be named: (source, original id) and the name the source gives it. */
export interface Nameable extends Identity {
  readonly originalName: string;
  /** What the exposed name is made from when the original name is no good for it (`GET /pets`). */
  readonly suggestedName?: string;
}

/**
 * Gives exposed names to identities and remembers them, so that a tool that goes and comes back has its old name.
 * Within one batch the outcome does not depend on order: of several identities that clean up to one name, the one
 * that needed no change keeps it, else the first by original id; the others get a hash of their identity.
 * A name held by another source is never taken over: the newcomer is prefixed with its source id.
 */
export class NameTable {
  /** Names by source and original id. */
  readonly #nameOf = new Map<string, Map<string, string>>();
  readonly #ownerOf = new Map<string, Identity>();

  /** Names of the batch, in its order. */
  assign(batch: readonly Nameable[]): string[] {
    const wanted = new Map<string, Nameable[]>();
    for (const item of batch) {
      if (this.#has(item)) continue;
      const base = toExposedName(wantedName(item));
      const group = wanted.get(base);
      if (group === undefined) wanted.set(base, [item]);
      else group.push(item);
    }
    // Every plain name goes out before any that is made longer, or the longer one could be a plain one of another group.
    const rest = [...wanted].flatMap(([base, group]) => this.#giveFirst(base, group));
    rest.sort((a, b) => byIdentity(a.item, b.item));
    for (const { base, item } of rest) if (!this.#has(item)) this.#hold(item, this.#longer(base, item)); // an identity may stand in the batch twice
    return batch.map((item) => this.get(item.sourceId, item.originalId) as string);
  }

  /** The name of an identity that was named before. */
  get(sourceId: string, originalId: string): string | undefined {
    return this.#nameOf.get(sourceId)?.get(originalId);
  }

  /** Reserves a name for an identity, as read from a snapshot. */
  restore(sourceId: string, originalId: string, name: string): void {
    this.#hold({ sourceId, originalId }, name);
  }

  /** Does some identity have this exposed name? */
  holds(name: string): boolean {
    return this.#ownerOf.has(name);
  }

  /** Every identity with its name, for a snapshot; sorted by name. */
  entries(): { sourceId: string; originalId: string; name: string }[] {
    return [...this.#nameOf]
      .flatMap(([sourceId, names]) => [...names].map(([originalId, name]) => ({ sourceId, originalId, name })))
      .sort((a, b) => compareCodeUnits(a.name, b.name));
  }

  #has({ sourceId, originalId }: Identity): boolean {
    return this.get(sourceId, originalId) !== undefined;
  }

  /** Gives a free name to the one that has most right to it; the others, who need a longer one. */
  #giveFirst(base: string, group: readonly Nameable[]): { base: string; item: Nameable }[] {
    const unnamed = group.filter((item) => !this.#has(item));
    const ranked = unnamed.sort(
      (a, b) => Number(wantedName(b) === base) - Number(wantedName(a) === base) || byIdentity(a, b),
    );
    const [first] = ranked;
    if (first === undefined || this.#ownerOf.has(base)) return ranked.map((item) => ({ base, item }));
    this.#hold(first, base);
    return ranked.slice(1).map((item) => ({ base, item }));
  }

  /** A free name made of one that another identity has: the source before it, or a hash of the identity behind it. */
  #longer(base: string, item: Nameable): string {
    const prefixed = toExposedName(`${item.sourceId}_${base}`);
    const owner = this.#ownerOf.get(base) as Identity;
    if (owner.sourceId !== item.sourceId && !this.#ownerOf.has(prefixed)) return prefixed;
    const key = JSON.stringify([item.sourceId, item.originalId]);
    let hashed = withSuffix(base, shortHash(key));
    for (let round = 1; this.#ownerOf.has(hashed); round++) hashed = withSuffix(base, shortHash(`${key}${round}`));
    return hashed;
  }

  #hold({ sourceId, originalId }: Identity, name: string): void {
    let names = this.#nameOf.get(sourceId);
    if (names === undefined) {
      names = new Map();
      this.#nameOf.set(sourceId, names);
    }
    names.set(originalId, name);
    this.#ownerOf.set(name, { sourceId, originalId });
  }
}

/** Orders by UTF-16 code unit, the tie rule of every ranking here: no locale, the same on every machine. */
export function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function byIdentity(a: Nameable, b: Nameable): number {
  return compareCodeUnits(a.originalId, b.originalId) || compareCodeUnits(a.sourceId, b.sourceId);
}

function wantedName(item: Nameable): string {
  return item.suggestedName ?? item.originalName;
}
