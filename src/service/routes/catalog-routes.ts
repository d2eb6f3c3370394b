import type { JsonSchema } from '../../index.js';
import type { Caller } from '../access.js';
import { scopes } from '../principal.js';
import { RequestError } from '../problem.js';
import type { CatalogEntry, ServiceRoute } from '../route.js';
import { objectOf } from './schemas.js';

const whole = { type: 'integer', minimum: 0 } as const satisfies JsonSchema;

const catalogSchema: JsonSchema = {
  ...objectOf({
    name: { type: 'string', description: 'As paths below /catalogs take it' },
    tools: whole,
    tokens: { ...whole, description: 'Estimated model tokens of all definitions' },
    sources: whole,
    staleSources: whole,
    catalogVersion: { type: 'string' },
    scopes: { type: 'array', items: { type: 'string', enum: [...scopes] }, description: 'What the caller may do here' },
    calls: { type: 'boolean', description: 'Are tools called here?' },
  }),
  'x-entity': 'Catalog',
};

/** A catalog in numbers, made of what the caller sees of it. */
function catalogView({ name, host, calls }: CatalogEntry, caller: Caller): Record<string, unknown> {
  const principal = caller.in(name);
  if (principal === undefined) throw new RequestError(404, 'unknown-catalog', 'There is no such catalog for you.');
  const { tools } = host.view(principal);
  const sources = host.sources(principal);
  return {
    name,
    tools: tools.length,
    tokens: tools.reduce((sum, tool) => sum + host.tokensOf(tool), 0),
    sources: sources.length,
    staleSources: sources.filter(({ status }) => status !== 'ready').length,
    catalogVersion: host.versionLabel,
    scopes: scopes.filter((scope) => principal.may(scope)),
    calls: calls !== undefined && principal.may('call'),
  };
}

/** The catalogs of the service. */
export const catalogRoutes: readonly ServiceRoute[] = [
  {
    method: 'GET',
    path: '/catalogs',
    operationId: 'listCatalogs',
    summary: 'List the catalogs that the caller may read',
    tag: 'catalogs',
    answer: objectOf({ catalogs: { type: 'array', items: catalogSchema }, total: whole }),
    handle: ({ caller, catalogs }) => ({
      catalogs: catalogs.map((catalog) => catalogView(catalog, caller)),
      total: catalogs.length,
    }),
  },
  {
    method: 'GET',
    path: '/catalogs/{catalog}',
    operationId: 'getCatalog',
    summary: 'Get one catalog in numbers',
    tag: 'catalogs',
    params: { catalog: 'Name of the catalog' },
    answer: catalogSchema,
    handle: ({ params, caller, catalogs }) => {
      const catalog = catalogs.find(({ name }) => name === params['catalog']);
      if (catalog !== undefined) return catalogView(catalog, caller);
      throw new RequestError(
        404,
        'unknown-catalog',
        `There is no catalog ${JSON.stringify((params['catalog'] ?? '').slice(0, 100))} for you; GET /catalogs lists those there are.`,
      );
    },
  },
];
