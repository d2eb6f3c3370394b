import type { IngestReport, JsonSchema } from '../../index.js';
import { RequestError } from '../problem.js';
import type { Route, RouteCall } from '../route.js';
import { reportView } from '../source-record.js';
import { urlSource } from '../url-source.js';
import { pageOfList, pageParameters } from './paging.js';
import { objectOf, pageOf, reportSchema, sourceSchema } from './schemas.js';

const sourceId: JsonSchema = {
  type: 'string',
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$',
  description: 'Id of the source; made from the address or title when it is left out',
};

const addInput: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    id: sourceId,
    url: { type: 'string', maxLength: 4000, description: 'Address of an OpenAPI document on a public host' },
    document: {
      type: ['object', 'string'],
      additionalProperties: true,
      description: 'An OpenAPI document, as JSON or as YAML text',
    },
    tools: {
      type: 'array',
      items: { type: 'object', additionalProperties: true },
      maxItems: 100_000,
      description: 'Tool definitions in the form of a provider or of MCP; needs id',
    },
  },
};

async function addSource({ body, host, principal }: RouteCall): Promise<unknown> {
  const { id, url, document, tools } = body as { id?: string; url?: string; document?: unknown; tools?: unknown[] };
  const given = [url, document, tools].filter((value) => value !== undefined);
  if (given.length !== 1)
    throw new RequestError(400, 'invalid-argument', 'Give exactly one of url, document and tools.');
  if (!principal.seesAll && (id === undefined || !principal.seesSource(id)))
    throw new RequestError(
      403,
      'forbidden',
      'This token may only add sources under the ids it is allowed; give one as id.',
    );
  if (url !== undefined) return host.add(urlSource(url, id));
  const report = tools === undefined ? await addDocument(host, document, id) : addTools(host, tools, id);
  host.touched();
  return reportView([report]);
}

/** A text is only ever a document here: the names of files mean nothing to a client. */
function addDocument(host: RouteCall['host'], document: unknown, id: string | undefined): Promise<IngestReport> {
  if (typeof document === 'string' && !document.includes('\n') && !/^\s*\{/.test(document))
    throw new RequestError(
      400,
      'not-a-document',
      'document must be the text of an OpenAPI document or the parsed object; paths are not read.',
    );
  return host.graph.ingestOpenApi(document as string | object, {
    ...(id === undefined ? {} : { source: id }),
    limits: { maxBytes: 16 << 20 },
  });
}

function addTools(host: RouteCall['host'], tools: unknown[], id: string | undefined): IngestReport {
  if (id === undefined) throw new RequestError(400, 'invalid-argument', 'id is missing: tools need a source id.');
  return host.graph.ingestTools(tools, { source: id });
}

/** Sources: what there is, adding, refreshing and removing. */
export const sourceRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/sources',
    operationId: 'listSources',
    summary: 'List the sources of the catalog and how they stand',
    tag: 'sources',
    scope: 'read',
    query: { type: 'object', additionalProperties: false, properties: pageParameters },
    answer: pageOf('sources', sourceSchema),
    handle: ({ host, principal, query }) => {
      const { entries, total, nextCursor } = pageOfList(host.sources(principal), query);
      return { sources: entries, total, nextCursor, catalogVersion: host.versionLabel };
    },
  },
  {
    method: 'POST',
    path: '/sources',
    operationId: 'addSource',
    summary: 'Add a source, or replace the one of that id',
    tag: 'sources',
    scope: 'admin',
    status: 201,
    body: addInput,
    answer: reportSchema,
    handle: addSource,
  },
  {
    method: 'GET',
    path: '/sources/{id}',
    operationId: 'getSource',
    summary: 'Get how one source stands',
    tag: 'sources',
    scope: 'read',
    params: { id: 'Id of the source' },
    answer: { ...sourceSchema, properties: { ...sourceSchema.properties, report: reportSchema } },
    handle: ({ host, principal, params }) => {
      const state = host.source(params['id'] ?? '', principal);
      const report = host.reportOf(state.id);
      return principal.seesAll && report !== undefined ? { ...state, report } : state;
    },
  },
  {
    method: 'POST',
    path: '/sources/{id}/refresh',
    operationId: 'refreshSource',
    summary: 'Read a source again',
    tag: 'sources',
    scope: 'admin',
    params: { id: 'Id of the source' },
    answer: reportSchema,
    annotations: { idempotent: true },
    handle: ({ host, principal, params }) => host.refresh(host.source(params['id'] ?? '', principal).id),
  },
  {
    method: 'DELETE',
    path: '/sources/{id}',
    operationId: 'removeSource',
    summary: 'Remove a source and its tools',
    tag: 'sources',
    scope: 'admin',
    params: { id: 'Id of the source' },
    answer: objectOf({ removed: { type: 'integer', description: 'Tools that went' } }),
    annotations: { destructive: true, idempotent: true },
    handle: ({ host, principal, params }) => ({
      removed: host.remove(host.source(params['id'] ?? '', principal).id),
    }),
  },
];
