import { ValuePool } from './value-pool.js';

/** A schema written out in full, and what its shape depends on beside the raw node. */
export interface WrittenSchema<Schema> {
  readonly schema: Schema;
  /** Nodes that count against a node budget. */
  readonly nodes: number;
  /** Nodes listed on the way, those that cost nothing included. */
  readonly listed: number;
  /** Levels below the node; the node itself is 0. */
  readonly height: number;
  /** References asked for inside: where one of them encloses the node, the shape is another. */
  readonly refs: ReadonlySet<string>;
  /** When levels were cut: how many were left below the node. The shape holds for exactly that many. */
  readonly cutAt?: number;
}

/** What a local reference leads to; `schema` is undefined when it leads nowhere. */
export interface ReferenceTarget {
  readonly schema: unknown;
  /** The component's name, when the reference is to one. */
  readonly name: string | undefined;
}

/** Nodes of a raw schema that is compared with others; aliases may make one of any size. */
const largestCompared = 2000;

/** A whole schema that had to be cut, and what was reported of it. */
export interface CutSchema<Schema, Issue> {
  readonly schema: Schema;
  readonly issues: readonly Issue[];
}

/**
 * Schemas already written out from one document in one direction, by their raw node. Shared components are then
 * canonicalised and kept once, however many tools use them; see `CanonicalOptions.memo`.
 */
export class SchemaMemo<Schema, Issue = unknown> {
  /** Where equal parts of all schemas are one. */
  readonly pool: ValuePool;
  readonly #written = new Map<object, WrittenSchema<Schema>[]>();
  readonly #stubs = new Map<object, WrittenSchema<Schema>[]>();
  readonly #hopeless = new Set<unknown>();
  readonly #cut = new Map<unknown, CutSchema<Schema, Issue>>();
  readonly #targets = new Map<string, ReferenceTarget>();
  readonly #rawPool = new ValuePool();

  /** @param pool Several memos may have one: those of both directions. Default: one of its own. */
  constructor(pool: ValuePool = new ValuePool()) {
    this.pool = pool;
  }

  /**
   * The raw schema that stands for all that say the same: operations name one component by references of their own, and
   * repeat what they do not name.
   */
  representative(raw: unknown): unknown {
    return hasAtMost(raw, largestCompared) ? this.#rawPool.share(raw) : raw;
  }

  /** What was written for a raw node where these references enclose it and so many levels may follow. */
  find(raw: object, encloses: (ref: string) => boolean, levels: number): WrittenSchema<Schema> | undefined {
    return this.#written.get(raw)?.find((entry) => {
      if (entry.cutAt === undefined ? entry.height > levels : entry.cutAt !== levels) return false;
      return !anyOf(entry.refs, encloses);
    });
  }

  keep(raw: object, written: WrittenSchema<Schema>): void {
    append(this.#written, raw, written);
  }

  /** What stands where the budget left no room for a raw node that these references enclose. */
  findStub(raw: object, encloses: (ref: string) => boolean): Schema | undefined {
    return this.#stubs.get(raw)?.find(({ refs }) => !anyOf(refs, encloses))?.schema;
  }

  keepStub(raw: object, written: WrittenSchema<Schema>): void {
    append(this.#stubs, raw, written);
  }

  /** A whole schema as it was cut before, with its issues. */
  findCut(raw: unknown): CutSchema<Schema, Issue> | undefined {
    return this.#cut.get(raw);
  }

  keepCut(raw: unknown, cut: CutSchema<Schema, Issue>): void {
    this.#cut.set(raw, cut);
  }

  /** What a local reference leads to, looked up once. */
  target(ref: string, lookUp: (ref: string) => ReferenceTarget): ReferenceTarget {
    let target = this.#targets.get(ref);
    if (target === undefined) {
      target = lookUp(ref);
      this.#targets.set(ref, target);
    }
    return target;
  }

  /** Is it worth trying to write this schema out in full? Not when the same one has failed before. */
  isPromising(raw: unknown): boolean {
    return !this.#hopeless.has(soleReference(raw) ?? raw);
  }

  /** Notes that a schema cannot be written out in full: it would not fit, or has issues. */
  giveUp(raw: unknown): void {
    this.#hopeless.add(soleReference(raw) ?? raw);
  }
}

function anyOf(refs: ReadonlySet<string>, holds: (ref: string) => boolean): boolean {
  for (const ref of refs) if (holds(ref)) return true;
  return false;
}

function append<Entry>(lists: Map<object, Entry[]>, key: object, entry: Entry): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [entry]);
  else list.push(entry);
}

/** The reference that is all a schema consists of. */
function soleReference(raw: unknown): string | undefined {
  if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, '$ref')) return undefined;
  const ref = (raw as { readonly $ref: unknown }).$ref;
  return typeof ref === 'string' && Object.keys(raw).length === 1 ? ref : undefined;
}

/** Has a value at most so many parts, counted as often as they are reached? */
function hasAtMost(value: unknown, parts: number): boolean {
  let left = parts;
  const count = (part: unknown): void => {
    if (--left >= 0 && typeof part === 'object' && part !== null) for (const inner of Object.values(part)) count(inner);
  };
  count(value);
  return left >= 0;
}
