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

/**
 * Schemas already written out from one document in one direction, by their raw node. Shared components are then
 * canonicalised and kept once, however many tools use them; see `CanonicalOptions.memo`.
 */
export class SchemaMemo<Schema> {
  readonly #written = new Map<object, WrittenSchema<Schema>[]>();
  readonly #hopeless = new Set<unknown>();

  /** What was written for a raw node where these references enclose it and so many levels may follow. */
  find(raw: object, encloses: (ref: string) => boolean, levels: number): WrittenSchema<Schema> | undefined {
    return this.#written.get(raw)?.find((entry) => {
      if (entry.cutAt === undefined ? entry.height > levels : entry.cutAt !== levels) return false;
      for (const ref of entry.refs) if (encloses(ref)) return false;
      return true;
    });
  }

  keep(raw: object, written: WrittenSchema<Schema>): void {
    const entries = this.#written.get(raw);
    if (entries === undefined) this.#written.set(raw, [written]);
    else entries.push(written);
  }

  /** Is it worth trying to write this schema out in full? Not when the same one has failed before. */
  isPromising(raw: unknown): boolean {
    return !this.#hopeless.has(identityOf(raw));
  }

  /** Notes that a schema cannot be written out in full: it would not fit, or has issues. */
  giveUp(raw: unknown): void {
    this.#hopeless.add(identityOf(raw));
  }
}

/** Operations name one component by references of their own. */
function identityOf(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, '$ref')) return raw;
  const ref = (raw as { readonly $ref: unknown }).$ref;
  return typeof ref === 'string' && Object.keys(raw).length === 1 ? ref : raw;
}
