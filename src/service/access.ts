import { createHash, timingSafeEqual } from 'node:crypto';
import { ToolGraphError, type ToolSchema } from '../index.js';
import { RequestError } from './problem.js';

/** What a token may do: `read` (search, schemas, plans, exports), `call` tools, `admin` sources. */
export type Scope = 'read' | 'call' | 'admin';

/** A bearer token as the configuration holds it: its hash, never the token. */
export interface TokenRule {
  /** Shown in logs and used for rate limits. */
  readonly id: string;
  /** SHA-256 of the token, as 64 hex digits. */
  readonly sha256: string;
  /** Default: only `read`. */
  readonly scopes?: readonly Scope[];
  /** Ids of the sources whose tools it sees; a trailing `*` stands for any rest. Default: all. */
  readonly sources?: readonly string[];
  /** Exposed names of the tools it sees; a trailing `*` stands for any rest. Default: all. */
  readonly tools?: readonly string[];
}

/** Who asks, and what it may see and do. */
export class Principal {
  readonly id: string;
  readonly #scopes: ReadonlySet<Scope>;
  readonly #sources: readonly string[] | undefined;
  readonly #tools: readonly string[] | undefined;

  constructor(rule: Omit<TokenRule, 'sha256'>) {
    this.id = rule.id;
    this.#scopes = new Set(rule.scopes ?? ['read']);
    this.#sources = rule.sources;
    this.#tools = rule.tools;
  }

  /** True when it sees every tool. */
  get seesAll(): boolean {
    return this.#sources === undefined && this.#tools === undefined;
  }

  may(scope: Scope): boolean {
    return this.#scopes.has(scope);
  }

  sees(tool: ToolSchema): boolean {
    return this.seesSource(tool.source.id) && (this.#tools === undefined || matches(this.#tools, tool.name));
  }

  seesSource(id: string): boolean {
    return this.#sources === undefined || matches(this.#sources, id);
  }
}

/** Finds the principal of a request. Without tokens everybody is the local user, who may do everything. */
export class AccessControl {
  readonly #tokens: readonly { readonly hash: Buffer; readonly principal: Principal }[];
  readonly #local = new Principal({ id: 'local', scopes: ['read', 'call', 'admin'] });

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
      return { hash: Buffer.from(rule.sha256, 'hex'), principal: new Principal(rule) };
    });
  }

  /** Must requests carry a token? */
  get required(): boolean {
    return this.#tokens.length > 0;
  }

  /** @throws RequestError 401 when tokens are required and the request carries none that is known. */
  principalOf(request: Request): Principal {
    if (!this.required) return this.#local;
    const given = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    if (given === undefined)
      throw new RequestError(401, 'token-missing', 'Send a bearer token in the Authorization header.', challenge);
    const hash = createHash('sha256').update(given).digest();
    // Every rule is compared, so that the time taken does not tell which one came near.
    const found = this.#tokens.filter((token) => timingSafeEqual(token.hash, hash));
    if (found[0] === undefined)
      throw new RequestError(401, 'token-unknown', 'The bearer token is not known here.', challenge);
    return found[0].principal;
  }
}

const challenge = { 'www-authenticate': 'Bearer realm="toolgraph"' } as const;

/** SHA-256 of a token as hex, as {@link TokenRule} holds it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Does `text` equal one of the patterns, or begin with one that ends in `*`? */
export function matches(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => (pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : text === pattern));
}
