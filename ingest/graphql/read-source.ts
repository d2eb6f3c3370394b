import type { IngestResult } from '../../src/core/tool-schema.js';
import { looksLikePath, readSourceText } from '../source-text.js';
import { type EndpointOptions, fetchIntrospection } from './fetch-schema.js';
import { type GraphqlOptions, ingestGraphqlSchema } from './ingest-graphql.js';

/** How a GraphQL source is found and read. */
export interface GraphqlSourceOptions extends GraphqlOptions, EndpointOptions {}

/**
 * A GraphQL source as tools: SDL text, introspection JSON (text or parsed), the path of a file with either, or the
 * http(s) address of an endpoint, which is asked for its introspection. Only the address given is contacted.
 *
 * @throws ToolGraphError as {@link ingestGraphqlSchema}, `fetchIntrospection` and `readSourceText` do.
 */
export async function ingestGraphqlSource(source: unknown, options: GraphqlSourceOptions = {}): Promise<IngestResult> {
  if (source instanceof URL || (typeof source === 'string' && /^https?:\/\/\S+$/i.test(source.trim()))) {
    const endpoint = new URL(source);
    return ingestGraphqlSchema(await fetchIntrospection(endpoint, options), { endpoint: endpoint.href, ...options });
  }
  if (typeof source === 'string' && looksLikePath(source))
    return ingestGraphqlSchema(await readSourceText(source), options);
  return ingestGraphqlSchema(source, options);
}
