import { createHash } from 'node:crypto';
import type { ToolAnnotations, ToolSchema } from '../index.js';
import { isListed } from './glob.js';

/** What a token may do: `read` (search, schemas, plans, exports), `call` tools, `admin` sources. */
export type Scope = 'read' | 'call' | 'admin';

/** Every scope. */
export const scopes: readonly Scope[] = ['read', 'call', 'admin'];

/** What somebody may do with a catalog and which of its tools exist for him. All lists given must let a tool in. */
export interface Grant {
  /** Default: only `read`. */
  readonly scopes?: readonly Scope[];
  /** Ids of the sources whose tools it sees; `*` and `?` are wildcards, `!` in front takes out. Default: all. */
  readonly sources?: readonly string[];
  /** Exposed names of the tools it sees, with the same wildcards. Default: all. */
  readonly tools?: readonly string[];
  /** Annotations that its tools must have, with exactly these values: `{ readOnlyHint: true }`. Default: none. */
  readonly annotations?: ToolAnnotations;
}

/** Who asks, and what it may see and do in one catalog. */
export class Principal {
  readonly id: string;
  /** Differs when what it may do differs, also under the same id: the key of everything kept for a principal. */
  readonly key: string;
  readonly #grant: Grant;
  readonly #scopes: ReadonlySet<Scope>;

  constructor({ id, ...grant }: Grant & { readonly id: string }) {
    this.id = id;
    this.#grant = grant;
    this.#scopes = new Set(grant.scopes ?? ['read']);
    const { scopes: granted, sources, tools, annotations } = grant;
    const content = JSON.stringify([id, granted, sources, tools, annotations]);
    this.key = createHash('sha256').update(content).digest('base64url').slice(0, 16);
  }

  /** True when it sees every tool. */
  get seesAll(): boolean {
    const { sources, tools, annotations } = this.#grant;
    return sources === undefined && tools === undefined && annotations === undefined;
  }

  may(scope: Scope): boolean {
    return this.#scopes.has(scope);
  }

  sees(tool: ToolSchema): boolean {
    const { tools, annotations = {} } = this.#grant;
    if (!this.seesSource(tool.source.id)) return false;
    if (tools !== undefined && !isListed(tools, tool.name)) return false;
    return Object.entries(annotations).every(
      ([key, value]) => Object.hasOwn(tool.annotations, key) && tool.annotations[key] === value,
    );
  }

  seesSource(id: string): boolean {
    const { sources } = this.#grant;
    return sources === undefined || isListed(sources, id);
  }
}

/** The user of this machine, who may do everything. */
export function localUser(): Principal {
  return new Principal({ id: 'local', scopes });
}
