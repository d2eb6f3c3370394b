/**
 * Which place each source id stands for, so that two different files with one base name do not replace each other.
 * An id keeps its place for as long as the catalog lives.
 */
export class SourceIds {
  readonly #origins = new Map<string, string>();

  /**
   * The id for a place: `wanted`, or `wanted-2`, `wanted-3` … when it stands for another place already. The same place
   * gets the same id again.
   *
   * @param isForeign Is an id in use by something that never claimed it?
   */
  claim(wanted: string, origin: string, isForeign: (id: string) => boolean = () => false): string {
    for (let count = 1; ; count++) {
      const id = count === 1 ? wanted : `${wanted}-${count}`;
      const holder = this.#origins.get(id);
      if (holder === undefined && isForeign(id)) continue;
      if (holder !== undefined && holder !== origin) continue;
      this.#origins.set(id, origin);
      return id;
    }
  }

  /** Every id with its place, for a snapshot. */
  entries(): [id: string, origin: string][] {
    return [...this.#origins];
  }

  /** Lets an id stand for the place it stood for before, as read from a snapshot. */
  restore(id: string, origin: string): void {
    this.#origins.set(id, origin);
  }
}
