import type { JsonSchema, ToolGraph } from '../index.js';
import type { Principal, Scope } from './access.js';
import type { CatalogHost } from './catalog-host.js';

/** What a handler is given. Query and body were checked against the route's schemas. */
export interface RouteCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly principal: Principal;
  /** The catalog as the principal sees it. */
  readonly graph: ToolGraph;
  readonly host: CatalogHost;
  readonly signal: AbortSignal;
}

/** One operation of the HTTP interface: what routes it, checks it, documents it and answers it. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** As OpenAPI writes it: `/tools/{name}`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /** What the token must be allowed. */
  readonly scope: Scope;
  /** Parameters of the query string, as an object schema. */
  readonly query?: JsonSchema;
  /** Description of each path parameter. */
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: JsonSchema;
  readonly status?: 200 | 201;
  readonly answer: JsonSchema;
  readonly annotations?: { readonly readOnly?: boolean; readonly destructive?: boolean; readonly idempotent?: boolean };
  readonly handle: (call: RouteCall) => unknown;
}
