import { createHash, timingSafeEqual } from 'node:crypto';
import { ToolGraphError } from '../index.js';
import { isListed } from './glob.js';
import { type Grant, localUser, Principal } from './principal.js';
import { RequestError } from './problem.js';

export { type Grant, Principal, type Scope } from './principal.js';

/** A bearer token as the configuration holds it: its hash, never the token. Its own grant holds in every catalog. */
export interface TokenRule extends Grant {
  /** Shown in logs and used for rate limits. */
  readonly id: string;
  /** SHA-256 of the token, as 64 hex digits. */
  readonly sha256: string;
  /**
   * The only catalogs that it reaches, by name; what a grant here leaves out is as the token's own says. Default: all.
   */
  readonly catalogs?: Readonly<Record<string, Grant>>;
}

/** Who sent a request: a principal in each catalog that it may reach. */
export interface Caller {
  readonly id: string;
  /** True when it sees every tool of every catalog. */
  readonly seesEverything: boolean;
  /** Undefined for a catalog that it may not reach, whether there is one of that name or not. */
  in(catalog: string): Principal | undefined;
}

/** Finds who sent a request. Without tokens everybody is the local user, who may do everything. */
export class AccessControl {
  readonly #tokens: readonly { readonly hash: Buffer; readonly caller: Caller }[];
  readonly #local: Caller = callerOf({ id: 'local' }, localUser());

  /** @throws ToolGraphError `INVALID_OPTION` for a hash that is none or an id that stands twice. */
  constructor(rules: readonly TokenRule[]) {
    const ids = new Set<string>();
    this.#tokens = rules.map((rule) => {
      if (!/^[0-9a-f]{64}$/i.test(rule.sha256))
        throw new ToolGraphError(
          'INVALID_OPTION',
          `Token ${JSON.stringify(rule.id)}: sha256 must be 64 hex digits, the SHA-256 of the token; hashToken() gives it.`,
        );
      if (ids.has(rule.id))
        throw new ToolGraphError(
          'INVALID_OPTION',
          `Two tokens have the id ${JSON.stringify(rule.id)}; ids are unique.`,
        );
      ids.add(rule.id);
      return { hash: Buffer.from(rule.sha256, 'hex'), caller: callerOf(rule) };
    });
  }

  /** Must requests carry a token? */
  get required(): boolean {
    return this.#tokens.length > 0;
  }

  /** @throws RequestError 401 when tokens are required and the request carries none that is known. */
  callerOf(request: Request): Caller {
    if (!this.required) return this.#local;
    const given = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    if (given === undefined)
      throw new RequestError(401, 'token-missing', 'Send a bearer token in the Authorization header.', challenge);
    const hash = createHash('sha256').update(given).digest();
    // Every rule is compared, so that the time taken does not tell which one came near.
    const found = this.#tokens.filter((token) => timingSafeEqual(token.hash, hash));
    if (found[0] === undefined)
      throw new RequestError(401, 'token-unknown', 'The bearer token is not known here.', challenge);
    return found[0].caller;
  }
}

function callerOf(rule: Omit<TokenRule, 'sha256'>, everywhere?: Principal): Caller {
  const { id, catalogs, scopes, sources, tools, annotations } = rule;
  const own: Grant = {
    ...(scopes === undefined ? {} : { scopes }),
    ...(sources === undefined ? {} : { sources }),
    ...(tools === undefined ? {} : { tools }),
    ...(annotations === undefined ? {} : { annotations }),
  };
  const anywhere = everywhere ?? new Principal({ id, ...own });
  const named = new Map(
    Object.entries(catalogs ?? {}).map(([name, grant]) => [name, new Principal({ id, ...own, ...grant })] as const),
  );
  return {
    id,
    seesEverything: catalogs === undefined && anywhere.seesAll,
    in: (catalog) => (catalogs === undefined ? anywhere : named.get(catalog)),
  };
}

const challenge = { 'www-authenticate': 'Bearer realm="toolgraph"' } as const;

/** SHA-256 of a token as hex, as {@link TokenRule} holds it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Is the text in a list of names and patterns? See {@link isListed}. */
export function matches(patterns: readonly string[], text: string): boolean {
  return isListed(patterns, text);
}
