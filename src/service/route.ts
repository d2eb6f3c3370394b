import type { JsonSchema, ToolGraph } from '../index.js';
import type { Caller } from './access.js';
import type { CatalogHost } from './catalog-host.js';
import type { Principal, Scope } from './principal.js';
import type { ToolCalls } from './tool-calls.js';

/** What a handler is given. Query and body were checked against the route's schemas. */
export interface RouteCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly principal: Principal;
  /** The catalog as the principal sees it. */
  readonly graph: ToolGraph;
  readonly host: CatalogHost;
  /** Absent where tools are not called. */
  readonly calls: ToolCalls | undefined;
  readonly signal: AbortSignal;
}

/** One of the catalogs that a service serves. */
export interface CatalogEntry {
  readonly name: string;
  readonly host: CatalogHost;
  readonly calls: ToolCalls | undefined;
}

/** What the handler of an operation of the service as a whole is given. */
export interface ServiceCall {
  readonly params: Readonly<Record<string, string>>;
  readonly caller: Caller;
  /** The catalogs that the caller may read, in order. */
  readonly catalogs: readonly CatalogEntry[];
}

/** One operation of the HTTP interface: what documents it. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** As OpenAPI writes it: `/tools/{name}`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /** Parameters of the query string, as an object schema. */
  readonly query?: JsonSchema;
  /** Description of each path parameter. */
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: JsonSchema;
  readonly status?: 200 | 201;
  readonly answer: JsonSchema;
  readonly annotations?: { readonly readOnly?: boolean; readonly destructive?: boolean; readonly idempotent?: boolean };
}

/** An operation of one catalog: served at its path for the default one, and below `/catalogs/{catalog}` for each. */
export interface Route extends Operation {
  /** What the token must be allowed. */
  readonly scope: Scope;
  readonly handle: (call: RouteCall) => unknown;
}

/** An operation of the service as a whole. */
export interface ServiceRoute extends Operation {
  readonly method: 'GET';
  readonly handle: (call: ServiceCall) => unknown;
}
