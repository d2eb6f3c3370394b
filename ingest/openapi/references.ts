import { isRecord, pointerLookUp, setOwn } from '../../src/core/json-schema.js';
import { displayReference } from '../locations.js';
import type { Raw } from './document.js';

/** Where a reference led: the value, and the name it has there. */
export interface Resolved {
  readonly schema: unknown;
  readonly name?: string;
}

/** Why a reference was not followed, as the end of a sentence. */
export type ReferenceProblem = string;

/**
 * Looks up references of one document: into itself by pointer or anchor, and into the other documents that its policy
 * allowed to load. Lookups are lazy; nothing is inlined and the document is not changed.
 */
export class References {
  readonly root: Raw;
  /** Base of the root document's relative references; undefined for a document without a place. */
  readonly base: string | undefined;
  /** References out of the root document, as written. */
  readonly external: readonly string[];
  readonly #documents = new Map<string, unknown>();
  readonly #anchors = new Map<string, unknown>();
  /** Local references that were looked up before. */
  readonly #targets = new Map<string, Resolved | undefined>();
  readonly #problems = new Map<string, ReferenceProblem>();
  /** Unresolved references that some item has reported, as written. */
  readonly reported = new Set<string>();

  constructor(root: Raw, base: string | undefined) {
    this.root = root;
    this.base = base;
    const found = scan(root);
    this.external = [...found.refs].filter((ref) => !ref.startsWith('#'));
    for (const [anchor, node] of found.anchors) this.#anchors.set(anchor, node);
    for (const [id, node] of found.ids) this.#documents.set(stripFragment(id), node);
    if (base !== undefined) this.#documents.set(stripFragment(base), root);
  }

  /** Adds a loaded document. Its references become absolute, so that they can be read from anywhere. */
  add(url: string, document: unknown): readonly string[] {
    const absolute = withAbsoluteRefs(document, url, this.base);
    this.#documents.set(stripFragment(url), absolute);
    return [...scan(absolute).refs].filter((ref) => !ref.startsWith('#'));
  }

  /** Is the document of this absolute reference there? */
  has(url: string): boolean {
    return this.#documents.has(stripFragment(url));
  }

  /** Remembers why the document of a reference is not there. */
  refuse(url: string, problem: ReferenceProblem): void {
    this.#problems.set(stripFragment(url), problem);
  }

  /** Absolute form of a reference as written in the root document; undefined when it has no base. */
  absolute(ref: string): string | undefined {
    return URL.canParse(ref, this.base) ? new URL(ref, this.base).href : undefined;
  }

  /** The value behind one reference, by any spelling; undefined when it is not there. */
  lookUp(ref: string): Resolved | undefined {
    if (ref === '#') return { schema: this.root };
    if (ref.startsWith('#/')) return this.#local(ref);
    if (ref.startsWith('#')) return named(this.#anchors.get(ref.slice(1)), ref);
    const absolute = this.absolute(ref) ?? ref;
    const document = this.#documents.get(stripFragment(absolute)) ?? this.#documents.get(stripFragment(ref));
    if (document === undefined) return undefined;
    const hash = absolute.indexOf('#');
    const fragment = hash < 0 ? '' : absolute.slice(hash + 1);
    if (fragment === '' || fragment.startsWith('/')) return named(pointerLookUp(document, fragment), absolute);
    return named(scan(document).anchors.get(fragment), absolute);
  }

  #local(ref: string): Resolved | undefined {
    if (!this.#targets.has(ref)) this.#targets.set(ref, named(pointerLookUp(this.root, ref.slice(1)), ref));
    return this.#targets.get(ref);
  }

  /** Follows a chain of references from a value that is not a schema. A chain that returns to itself is a problem. */
  follow(value: unknown): { readonly value: unknown; readonly broken?: string; readonly name?: string } {
    let current = value;
    let name: string | undefined;
    const seen = new Set<string>();
    while (isRecord(current) && Object.hasOwn(current, '$ref') && typeof current['$ref'] === 'string') {
      const ref = current['$ref'];
      if (seen.has(ref)) return { value: undefined, broken: ref };
      seen.add(ref);
      const found = this.lookUp(ref);
      if (found === undefined) return { value: undefined, broken: ref };
      name = found.name;
      current = found.schema;
    }
    return { value: current, ...(name === undefined ? {} : { name }) };
  }

  /** One sentence that names a reference and says why it is not followed. */
  explain(ref: string): string {
    this.reported.add(ref);
    const shown = JSON.stringify(displayReference(ref));
    if (this.lookUp(ref) !== undefined) return `Reference ${shown} leads back to itself; that part is left out.`;
    if (ref.startsWith('#')) return `Reference ${shown} leads nowhere in the document; that part is left out.`;
    const absolute = stripFragment(this.absolute(ref) ?? ref);
    const problem = this.has(absolute) ? 'its target is not in that document' : this.#problems.get(absolute);
    return `Reference ${shown} is not followed: ${problem ?? 'references out of the document need the option refs'}.`;
  }
}

function named(schema: unknown, ref: string): Resolved | undefined {
  if (schema === undefined) return undefined;
  const [location = '', fragment = ''] = ref.split('#');
  const last = fragment.split('/').at(-1) ?? '';
  const file = (location.split('/').at(-1) ?? '').replace(/\.\w+$/, '');
  const name = last === '' ? file : last;
  const isName = /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name) && !/^(schema|items|properties)$/.test(name);
  return isName ? { schema, name } : { schema };
}

function stripFragment(url: string): string {
  const hash = url.indexOf('#');
  return hash < 0 ? url : url.slice(0, hash);
}

interface Found {
  readonly refs: ReadonlySet<string>;
  readonly anchors: ReadonlyMap<string, unknown>;
  readonly ids: ReadonlyMap<string, unknown>;
}

/** Every reference, anchor and absolute `$id` in a document, in one pass that visits shared objects once. */
function scan(document: unknown): Found {
  const refs = new Set<string>();
  const anchors = new Map<string, unknown>();
  const ids = new Map<string, unknown>();
  const seen = new Set<object>();
  const stack: unknown[] = [document];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === 'object' && value !== null) stack.push(value);
      else if (typeof value !== 'string') continue;
      else if (key === '$ref') refs.add(value);
      else if ((key === '$anchor' || key === '$dynamicAnchor') && !anchors.has(value)) anchors.set(value, node);
      else if (key === '$id' && /^[a-z][a-z0-9+.-]*:/i.test(value) && !ids.has(value)) ids.set(value, node);
    }
  }
  return { refs, anchors, ids };
}

/** A copy whose `$ref`s are absolute; those into the root document become local again. */
function withAbsoluteRefs(value: unknown, base: string, root: string | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => withAbsoluteRefs(item, base, root));
  if (!isRecord(value)) return value;
  const result: Raw = {};
  for (const [key, item] of Object.entries(value)) {
    const isRef = key === '$ref' && typeof item === 'string' && URL.canParse(item, base);
    setOwn(result, key, isRef ? shortRef(new URL(item, base).href, root) : withAbsoluteRefs(item, base, root));
  }
  return result;
}

function shortRef(url: string, root: string | undefined): string {
  const hash = url.indexOf('#');
  return root !== undefined && stripFragment(url) === stripFragment(root) ? (hash < 0 ? '#' : url.slice(hash)) : url;
}
