import { createHash, randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { AccessControl, Caller } from './access.js';
import { type InputCheck, inputCheck } from './check-input.js';
import { docsPage } from './docs-page.js';
import { checkHostAndOrigin, type HostPolicy } from './host-check.js';
import type { Metrics } from './metrics.js';
import { catalogPath, openApiDocument } from './openapi-document.js';
import type { Principal, Scope } from './principal.js';
import { asRequestError, problemResponse, RequestError } from './problem.js';
import type { RateLimiter } from './rate-limit.js';
import { type BodyLimits, readJsonObject } from './read-body.js';
import type { Route, ServiceRoute } from './route.js';
import { defaultCatalog, type ServedCatalog } from './served-catalog.js';
import { Turns } from './turns.js';
import { wholeAnswer } from './whole-answer.js';

/** What may change while the service runs. */
export interface AppSettings {
  readonly access: AccessControl;
  readonly policy: HostPolicy;
  readonly rate: RateLimiter | undefined;
}

/** What the HTTP interface is made of. */
export interface AppParts {
  /** By name; the one called `default` is served at the root too. */
  readonly catalogs: () => ReadonlyMap<string, ServedCatalog>;
  /** Asked for at each request. */
  readonly settings: () => AppSettings;
  readonly routes: readonly Route[];
  readonly serviceRoutes: readonly ServiceRoute[];
  readonly limits: BodyLimits;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly version: string;
  /** True when every configured source was tried. */
  readonly isReady: () => boolean;
}

type Answer = (context: Context, requestId: string) => Promise<Response> | Response;
type Serve = (method: string, path: string, answer: Answer) => void;

/** The HTTP interface as a function from request to response. */
export function createApp(parts: AppParts): (request: Request) => Promise<Response> {
  const app = new Hono();
  const turns = new Turns();
  const methods = new Map<string, Set<string>>();
  const serve: Serve = (method, path, answer) => {
    methods.set(path, (methods.get(path) ?? new Set()).add(method));
    app.on(method, honoPath(path), (context) => guarded(parts, context, path, answer));
  };
  for (const route of parts.routes) {
    const answer = routeAnswer(parts, route, turns);
    serve(route.method, route.path, answer);
    serve(route.method, catalogPath(route.path), answer);
  }
  for (const route of parts.serviceRoutes) serve(route.method, route.path, serviceAnswer(parts, route));
  serveDocuments(parts, serve);
  serveHealth(parts, serve);
  serveMcp(parts, serve, turns);
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
  const { policy } = parts.settings();
  let response: Response;
  try {
    checkHostAndOrigin(context.req.raw, policy);
    response = await answer(context, requestId);
  } catch (thrown) {
    const error = asRequestError(thrown);
    if (error.status >= 500) parts.log.error({ requestId, path, err: thrown }, 'request failed');
    response = problemResponse(error, requestId);
  }
  response.headers.set('x-request-id', requestId);
  response.headers.set('x-content-type-options', 'nosniff');
  allowOrigin(policy, context.req.raw, response);
  const elapsedMs = performance.now() - started;
  parts.metrics.request(path, context.req.method, response.status, elapsedMs / 1000);
  parts.log.debug({ requestId, method: context.req.method, path, status: response.status, elapsedMs }, 'answered');
  return response;
}

function routeAnswer(parts: AppParts, route: Route, turns: Turns): Answer {
  const checkQuery = route.query === undefined ? undefined : inputCheck(route.query, 'text');
  const checkBody = route.body === undefined ? undefined : inputCheck(route.body, 'json');
  return async (context) => {
    const { catalog, principal } = authorize(parts, context, route.scope);
    const { host, calls } = catalog;
    const query = checkQuery === undefined ? {} : checkQuery(queryOf(context, route));
    const tagNow = (): string => `W/"${host.stateLabel}-${principal.seesAll ? 'all' : principal.key}"`;
    if (route.method === 'GET' && matchesTag(context.req.header('if-none-match'), tagNow()))
      return notModified(tagNow());
    const body = checkBody === undefined ? {} : await bodyOf(context, parts, checkBody);
    await turns.take();
    const tag = tagNow(); // the catalog may have changed meanwhile
    requireVersion(context, host.versionLabel, tag);
    const { catalog: _catalog, ...params } = context.req.param() as Record<string, string>;
    const value = await route.handle({
      params,
      query,
      body,
      principal,
      graph: host.view(principal),
      host,
      calls,
      // made when asked for: few operations look at it, and to make one is dear
      get signal() {
        return context.req.raw.signal;
      },
    });
    if (value instanceof Response) return value;
    const isRead = route.method === 'GET' || route.annotations?.readOnly === true;
    const headers = {
      'content-type': 'application/json',
      ...(isRead ? { etag: tag, 'cache-control': 'private, no-cache', vary: 'authorization' } : {}),
    };
    return wholeAnswer(JSON.stringify(value), { status: route.status ?? 200, headers });
  };
}

/** An operation of the service as a whole shows each caller the catalogs that he may read. */
function serviceAnswer(parts: AppParts, route: ServiceRoute): Answer {
  return async (context) => {
    const caller = identify(parts, context);
    const catalogs = [...parts.catalogs().values()].filter(({ name }) => caller.in(name)?.may('read') === true);
    const states = catalogs.map(({ name, host }) => `${host.stateLabel}-${caller.in(name)?.key}`);
    const tag = `W/"${digest(states.join('\n'))}"`;
    if (matchesTag(context.req.header('if-none-match'), tag)) return notModified(tag);
    const value = await route.handle({ params: context.req.param() as Record<string, string>, caller, catalogs });
    const headers = { 'content-type': 'application/json', etag: tag, 'cache-control': 'private, no-cache' };
    return new Response(JSON.stringify(value), { headers: { ...headers, vary: 'authorization' } });
  };
}

/** The OpenAPI document, the page for people, and the way there. */
function serveDocuments({ routes, serviceRoutes, version, catalogs }: AppParts, serve: Serve): void {
  const constant = (context: Context, text: string, headers: Record<string, string>): Response => {
    const tag = `"${digest(text)}"`;
    if (matchesTag(context.req.header('if-none-match'), tag)) return notModified(tag);
    return new Response(text, { headers: { ...headers, etag: tag } });
  };
  const documents = new Map<boolean, string>();
  serve('GET', '/openapi.json', (context) => {
    const isPlural = catalogs().size > 1;
    const document =
      documents.get(isPlural) ?? JSON.stringify(openApiDocument(routes, serviceRoutes, version, isPlural));
    documents.set(isPlural, document);
    return constant(context, document, { 'content-type': 'application/json' });
  });
  serve('GET', '/docs', (context) => {
    const page = docsPage([...routes, ...serviceRoutes], new URL(context.req.url).origin);
    const policy = "default-src 'none'; style-src 'unsafe-inline'";
    return constant(context, page, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy });
  });
  serve('GET', '/', () => new Response(null, { status: 302, headers: { location: '/docs' } }));
}

function serveHealth(parts: AppParts, serve: Serve): void {
  const json = (value: unknown): Response =>
    new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } });
  serve('GET', '/healthz', () => {
    const problems = [...new Set([...parts.catalogs().values()].flatMap(({ host }) => [...host.problems.values()]))];
    return json({ status: problems.length === 0 ? 'ok' : 'degraded', problems });
  });
  serve('GET', '/readyz', () => {
    if (parts.isReady())
      return json({ status: 'ready', catalogVersion: parts.catalogs().get(defaultCatalog)?.host.versionLabel });
    throw new RequestError(503, 'not-ready', 'The sources are still being read.', { 'retry-after': '1' });
  });
  serve('GET', '/metrics', async (context) => {
    if (!identify(parts, context).seesEverything)
      throw new RequestError(403, 'forbidden', 'Metrics are for tokens that see every tool of every catalog.');
    const { text, contentType } = await parts.metrics.expose();
    return new Response(text, { headers: { 'content-type': contentType } });
  });
}

function serveMcp(parts: AppParts, serve: Serve, turns: Turns): void {
  for (const method of ['GET', 'POST', 'DELETE'])
    for (const path of ['/mcp', catalogPath('/mcp')])
      serve(method, path, async (context) => {
        await turns.take();
        const { catalog, principal } = authorize(parts, context, 'read');
        return catalog.mcp.answer(context.req.raw, principal);
      });
}

/** Who asks, counted against his rate. */
function identify(parts: AppParts, context: Context): Caller {
  const { access, rate } = parts.settings();
  const caller = access.callerOf(context.req.raw);
  rate?.take(caller.id);
  return caller;
}

/** The catalog that the path names and who the caller is in it. One that he may not reach does not exist. */
function authorize(
  parts: AppParts,
  context: Context,
  scope: Scope,
): { readonly catalog: ServedCatalog; readonly principal: Principal } {
  const caller = identify(parts, context);
  const named = context.req.param('catalog');
  const catalog = parts.catalogs().get(named ?? defaultCatalog);
  const principal = catalog === undefined ? undefined : caller.in(catalog.name);
  if (catalog === undefined || principal === undefined)
    throw new RequestError(
      404,
      'unknown-catalog',
      `There is no catalog ${JSON.stringify((named ?? defaultCatalog).slice(0, 100))} for you; GET /catalogs lists those there are.`,
    );
  if (!principal.may(scope))
    throw new RequestError(403, 'forbidden', `The token ${JSON.stringify(principal.id)} may not ${scope} here.`);
  return { catalog, principal };
}

/** A request that was made for one version of the catalog is not answered from another. */
function requireVersion(context: Context, version: string, tag: string): void {
  const wanted = context.req.header('if-match');
  if (wanted === undefined || matchesTag(wanted, tag) || matchesTag(wanted, `"${version}"`)) return;
  throw new RequestError(
    412,
    'version-changed',
    `The catalog is at version ${version} now and not at the one in If-Match; read it again.`,
    { etag: tag },
  );
}

function notModified(tag: string): Response {
  return new Response(null, { status: 304, headers: { etag: tag, vary: 'authorization' } });
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
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
