import type { ModuleScope } from './scope.js';

/** The files of one ingest, by dotted module name, so that names imported from each other can be looked up. */
export class PythonProject {
  readonly #modules = new Map<string, ModuleScope>();
  /** Modules by their last name, for imports that are absolute from another root. */
  readonly #bySuffix = new Map<string, ModuleScope[]>();

  add(scope: ModuleScope): void {
    this.#modules.set(scope.module, scope);
    const last = scope.module.split('.').at(-1) as string;
    const group = this.#bySuffix.get(last);
    if (group === undefined) this.#bySuffix.set(last, [scope]);
    else group.push(scope);
  }

  /**
   * The file and name behind a dotted name, re-exports followed. `from` is the file that imports it, for relative
   * imports. Undefined for whatever lies outside of the ingested files.
   */
  resolve(qualified: string, from: ModuleScope, depth = 0): { scope: ModuleScope; name: string } | undefined {
    if (depth > 8 || !qualified.includes('.')) return undefined;
    const absolute = qualified.startsWith('.') ? absoluteName(qualified, from) : qualified;
    const parts = absolute.split('.');
    const name = parts.pop() as string;
    const scope = this.#moduleNamed(parts.join('.'), from);
    if (scope === undefined || scope === from) return undefined;
    if (scope.defines(name)) return { scope, name };
    const onward = scope.imports.get(name);
    return onward === undefined ? undefined : this.resolve(onward, scope, depth + 1);
  }

  #moduleNamed(name: string, from: ModuleScope): ModuleScope | undefined {
    const exact = this.#modules.get(name);
    if (exact !== undefined || name === '') return exact;
    // The ingested folder may lie below or above the import root: one name then ends with the other.
    const candidates = this.#bySuffix.get(name.split('.').at(-1) as string) ?? [];
    const matching = candidates.filter(
      (scope) => scope !== from && (name.endsWith(`.${scope.module}`) || scope.module.endsWith(`.${name}`)),
    );
    return matching.length === 1 ? matching[0] : undefined;
  }
}

/** `..models.Order` seen from `shop.api.orders` is `shop.models.Order`. */
function absoluteName(relative: string, from: ModuleScope): string {
  const dots = /^\.+/.exec(relative)?.[0].length ?? 0;
  const base = from.module.split('.');
  const kept = base.slice(0, Math.max(0, base.length - dots + (from.isPackage ? 1 : 0)));
  return [...kept, relative.slice(dots)].join('.');
}
