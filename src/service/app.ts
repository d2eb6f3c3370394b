import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { AccessControl, Principal } from './access.js';
import type { CatalogHost } from './catalog-host.js';
import { type InputCheck, inputCheck } from './check-input.js';
import { docsPage } from './docs-page.js';
import { checkHostAndOrigin, type HostPolicy } from './host-check.js';
import type { Metrics } from './metrics.js';
import { openApiDocument } from './openapi-document.js';
import { asRequestError, problemResponse, RequestError } from './problem.js';
import type { RateLimiter } from './rate-limit.js';
import { type BodyLimits, readJsonObject } from './read-body.js';
import type { Route } from './route.js';

/** What the HTTP interface is made of. */
export interface AppParts {
  readonly host: CatalogHost;
  readonly access: AccessControl;
  readonly policy: HostPolicy;
  readonly routes: readonly Route[];
  readonly limits: BodyLimits;
  readonly rate: RateLimiter | undefined;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly version: string;
  /** True when every configured source was tried. */
  readonly isReady: () => boolean;
  /** Answers `/mcp`; absent when MCP is not served. */
  readonly mcp?: (request: Request, principal: Principal) => Promise<Response>;
}

type Answer = (context: Context, requestId: string) => Promise<Response> | Response;

/** The HTTP interface as a function from request to response. */
export function createApp(parts: AppParts): (request: Request) => Promise<Response> {
  const app = new Hono();
  const methods = new Map<string, Set<string>>();
  const serve = (method: string, path: string, answer: Answer): void => {
    methods.set(path, (methods.get(path) ?? new Set()).add(method));
    app.on(method, honoPath(path), (context) => guarded(parts, context, path, answer));
  };
  for (const route of parts.routes) serve(route.method, route.path, routeAnswer(parts, route));
  serveOwn(parts, serve);
  for (const [path, allowed] of methods) {
    app.all(honoPath(path), (context) =>
      guarded(parts, context, path, () => {
        throw new RequestError(
          405,
          'method-not-allowed',
          `${context.req.method} is not possible here; use ${[...allowed].join(' or ')}.`,
          { allow: [...allowed].join(', ') },
        );
      }),
    );
  }
  app.notFound((context) =>
    guarded(parts, context, 'none', () => {
      throw new RequestError(404, 'not-found', 'There is nothing at this path; GET /openapi.json lists what there is.');
    }),
  );
  return async (request) => app.fetch(request);
}

/** Runs one answer between the checks that hold for every path, and the log and metrics of every outcome. */
async function guarded(parts: AppParts, context: Context, path: string, answer: Answer): Promise<Response> {
  const started = performance.now();
  const requestId = requestIdOf(context.req.raw);
  let response: Response;
  try {
    checkHostAndOrigin(context.req.raw, parts.policy);
    response = await answer(context, requestId);
  } catch (thrown) {
    const error = asRequestError(thrown);
    if (error.status >= 500) parts.log.error({ requestId, path, err: thrown }, 'request failed');
    response = problemResponse(error, requestId);
  }
  response.headers.set('x-request-id', requestId);
  response.headers.set('x-content-type-options', 'nosniff');
  allowOrigin(parts.policy, context.req.raw, response);
  const elapsedMs = performance.now() - started;
  parts.metrics.request(path, context.req.method, response.status, elapsedMs / 1000);
  parts.log.debug({ requestId, method: context.req.method, path, status: response.status, elapsedMs }, 'answered');
  return response;
}

function routeAnswer(parts: AppParts, route: Route): Answer {
  const { host } = parts;
  const checkQuery = route.query === undefined ? undefined : inputCheck(route.query, 'text');
  const checkBody = route.body === undefined ? undefined : inputCheck(route.body, 'json');
  return async (context) => {
    const principal = authorize(parts, context, route.scope);
    const query = checkQuery === undefined ? {} : checkQuery(queryOf(context, route));
    const tag = `W/"${host.versionLabel}-${principal.seesAll ? 'all' : principal.id}"`;
    if (route.method === 'GET' && matchesTag(context.req.header('if-none-match'), tag))
      return new Response(null, { status: 304, headers: { etag: tag, vary: 'authorization' } });
    const body = checkBody === undefined ? {} : await bodyOf(context, parts, checkBody);
    const value = await route.handle({
      params: context.req.param(),
      query,
      body,
      principal,
      graph: host.view(principal),
      host,
      signal: context.req.raw.signal,
    });
    if (value instanceof Response) return value;
    const headers = {
      'content-type': 'application/json',
      ...(route.method === 'GET' ? { etag: tag, 'cache-control': 'private, no-cache', vary: 'authorization' } : {}),
    };
    return new Response(JSON.stringify(value), { status: route.status ?? 200, headers });
  };
}

/** Paths that are not operations of the catalog: health, metrics, documents, MCP. */
function serveOwn(parts: AppParts, serve: (method: string, path: string, answer: Answer) => void): void {
  const { host, routes, version } = parts;
  const document = JSON.stringify(openApiDocument(routes, version));
  const json = (value: unknown, status = 200): Response =>
    new Response(typeof value === 'string' ? value : JSON.stringify(value), {
      status,
      headers: { 'content-type': 'application/json' },
    });
  serve('GET', '/openapi.json', () => json(document));
  serve('GET', '/docs', (context) => {
    const page = docsPage(routes, new URL(context.req.url).origin);
    const policy = "default-src 'none'; style-src 'unsafe-inline'";
    return new Response(page, {
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
    });
  });
  serve('GET', '/', () => new Response(null, { status: 302, headers: { location: '/docs' } }));
  serve('GET', '/healthz', () => {
    const problems = [...host.problems.values()];
    return json({ status: problems.length === 0 ? 'ok' : 'degraded', problems });
  });
  serve('GET', '/readyz', () => {
    if (parts.isReady()) return json({ status: 'ready', catalogVersion: host.versionLabel });
    throw new RequestError(503, 'not-ready', 'The sources are still being read.', { 'retry-after': '1' });
  });
  serve('GET', '/metrics', async (context) => {
    authorize(parts, context, 'read');
    const { text, contentType } = await parts.metrics.expose();
    return new Response(text, { headers: { 'content-type': contentType } });
  });
  const { mcp } = parts;
  if (mcp === undefined) return;
  for (const method of ['GET', 'POST', 'DELETE'])
    serve(method, '/mcp', (context) => mcp(context.req.raw, authorize(parts, context, 'read')));
}

function authorize({ access, rate }: AppParts, context: Context, scope: Route['scope']): Principal {
  const principal = access.principalOf(context.req.raw);
  rate?.take(principal.id);
  if (!principal.may(scope))
    throw new RequestError(403, 'forbidden', `The token ${JSON.stringify(principal.id)} may not ${scope} here.`);
  return principal;
}

/** The query string as an object: a parameter that is a list may be repeated; another one given twice is refused. */
function queryOf(context: Context, { query }: Route): Record<string, unknown> {
  const given = new URL(context.req.url).searchParams;
  const values: Record<string, unknown> = Object.create(null);
  for (const key of new Set(given.keys())) {
    const all = given.getAll(key);
    const isList = Object.hasOwn(query?.properties ?? {}, key) && query?.properties?.[key]?.type === 'array';
    if (!isList && all.length > 1)
      throw new RequestError(400, 'invalid-argument', `${key.slice(0, 60)} is given ${all.length} times.`);
    values[key] = isList ? all : all[0];
  }
  return values;
}

async function bodyOf(context: Context, parts: AppParts, check: InputCheck): Promise<Record<string, unknown>> {
  return check(await readJsonObject(context.req.raw, parts.limits));
}

function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const bare = tag.replace(/^W\//, '');
  return header.split(',').some((entry) => entry.trim() === '*' || entry.trim().replace(/^W\//, '') === bare);
}

/** A client's own request id is kept when it is a short plain word. */
function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id');
  return given !== null && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}

/** Pages of origins that the configuration names may read the answer; never `*`. */
function allowOrigin(policy: HostPolicy, request: Request, response: Response): void {
  const origin = request.headers.get('origin');
  if (origin === null || !policy.origins.has(origin.toLowerCase())) return;
  response.headers.set('access-control-allow-origin', origin);
  response.headers.append('vary', 'origin');
}

function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
