import type { JsonSchema } from '../index.js';
import type { Operation, Route, ServiceRoute } from './route.js';

type Json = Record<string, unknown>;

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail', 'error', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', description: 'A stable word to branch on' },
    detail: { type: 'string' },
    error: { type: 'string', description: 'The same sentence as detail' },
    requestId: { type: 'string' },
  },
} as const;

/** The path of a catalog's operation when the catalog is named. */
export function catalogPath(path: string): string {
  return `/catalogs/{catalog}${path}`;
}

/**
 * The OpenAPI 3.1 document of the routes. It names no server: the service is where the document was read from.
 *
 * @param isPlural Are there catalogs beside the default one? Then each route is listed for a named catalog too.
 */
export function openApiDocument(
  routes: readonly Route[],
  serviceRoutes: readonly ServiceRoute[],
  version: string,
  isPlural: boolean,
): Json {
  const schemas: Json = { Problem: problemSchema };
  const paths: Record<string, Json> = {};
  const named = isPlural ? routes.map(inNamedCatalog) : [];
  for (const route of [...routes, ...serviceRoutes, ...named]) {
    const item = paths[route.path] ?? {};
    item[route.method.toLowerCase()] = operationOf(route, schemas);
    paths[route.path] = item;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'toolgraph',
      version,
      description: 'Which few tools does this request need, and which other tools must run first?',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, {}],
    paths,
    components: {
      schemas,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      responses: {
        Problem: {
          description: 'The request was not answered; the body says why',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    },
  };
}

function inNamedCatalog(route: Route): Operation {
  const { operationId, summary, path, params } = route;
  return {
    ...route,
    path: catalogPath(path),
    operationId: `${operationId}InCatalog`,
    summary: `${summary}, in a named catalog`,
    params: { catalog: 'Name of the catalog, as GET /catalogs lists it', ...params },
  };
}

function operationOf(route: Operation, schemas: Json): Json {
  const parameters = [...pathParameters(route), ...queryParameters(route)];
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    tags: [route.tag],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: named(route.body, schemas) } } } }),
    responses: {
      [String(route.status ?? 200)]: {
        description: 'Done',
        content: { 'application/json': { schema: named(route.answer, schemas) } },
      },
      default: { $ref: '#/components/responses/Problem' },
    },
    ...(route.method === 'POST' && route.annotations !== undefined
      ? {
          'x-toolgraph-annotations': {
            ...(route.annotations.readOnly === undefined ? {} : { readOnlyHint: route.annotations.readOnly }),
            ...(route.annotations.idempotent === undefined ? {} : { idempotentHint: route.annotations.idempotent }),
          },
        }
      : {}),
  };
}

function pathParameters({ path, params = {} }: Operation): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: params[name] ?? name,
    schema: { type: 'string' },
  }));
}

function queryParameters({ query }: Operation): Json[] {
  return Object.entries(query?.properties ?? {}).map(([name, schema]) => {
    const { description, deprecated, ...rest } = schema;
    return {
      name,
      in: 'query',
      required: query?.required?.includes(name) ?? false,
      ...(description === undefined ? {} : { description }),
      ...(deprecated === true ? { deprecated } : {}),
      schema: rest,
    };
  });
}

/** The schema with every part that has a name moved to the components. */
function named(schema: JsonSchema, schemas: Json): unknown {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    const { 'x-entity': name, ...rest } = value as Json;
    const copy = Object.fromEntries(Object.entries(rest).map(([key, child]) => [key, plain(child)]));
    if (typeof name !== 'string') return copy;
    schemas[name] = copy;
    return { $ref: `#/components/schemas/${name}` };
  };
  return plain(schema);
}
