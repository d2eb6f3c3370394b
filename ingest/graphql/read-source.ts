import type { IngestResult } from '../../src/core/tool-schema.js';
import { loadDocument } from '../document-source.js';
import { isHttpUrl } from '../locations.js';
import { type EndpointOptions, fetchIntrospection } from './fetch-schema.js';
import { type GraphqlOptions, ingestGraphqlSchema } from './ingest-graphql.js';

/** How a GraphQL source is found and read. */
export interface GraphqlSourceOptions extends GraphqlOptions, EndpointOptions {}

/** A schema document and where it came from. */
export interface LoadedGraphql {
  readonly content: unknown;
  /** Absent unless the schema came from an endpoint. */
  readonly endpoint?: string;
  readonly defaultId: string;
  /** Two origins are two sources. */
  readonly origin: string;
}

/**
 * Finds a GraphQL schema: SDL text, introspection JSON (text or parsed), the path of a file with either, or the
 * http(s) address of an endpoint, which is asked for its introspection. Only the address given is contacted.
 *
 * @throws ToolGraphError as `fetchIntrospection` and `readSource` do.
 */
export async function loadGraphql(source: unknown, options: GraphqlSourceOptions = {}): Promise<LoadedGraphql> {
  if (
    source instanceof URL ||
    (typeof source === 'string' && isHttpUrl(source.trim()) && URL.canParse(source.trim()))
  ) {
    const endpoint = new URL(typeof source === 'string' ? source.trim() : source);
    const content = await fetchIntrospection(endpoint, options);
    return {
      content,
      endpoint: endpoint.href,
      defaultId: endpoint.host,
      origin: `${endpoint.origin}${endpoint.pathname}`,
    };
  }
  const { content, placeId, origin } = await loadDocument(source, 'the GraphQL schema');
  return { content, defaultId: placeId ?? 'graphql', origin };
}

/** Makes tools of a loaded schema under a source id. @throws ToolGraphError as {@link ingestGraphqlSchema} does. */
export function draftGraphql(loaded: LoadedGraphql, source: string, options: GraphqlSourceOptions = {}): IngestResult {
  const endpoint = options.endpoint ?? loaded.endpoint;
  return ingestGraphqlSchema(loaded.content, { ...options, source, ...(endpoint === undefined ? {} : { endpoint }) });
}
