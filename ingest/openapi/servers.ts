import type { OpenApiContext } from './context.js';
import { own, ownList, ownRecord, ownText, type Raw } from './document.js';

/** Base URL of an operation: its own servers, else the path item's, else the document's; undefined when none is named. */
export function baseUrlOf(pathItem: Raw, operation: Raw, item: string, context: OpenApiContext): string | undefined {
  if (context.version === '2.0') return swaggerBaseUrl(operation, context);
  for (const holder of [operation, pathItem, context.document]) {
    const server = ownList(holder, 'servers').find((entry) => ownText(entry, 'url') !== undefined);
    if (server !== undefined) return serverUrl(server as Raw, item, context);
  }
  return undefined;
}

/** A URL without credentials and without a slash at its end. */
export function cleanBaseUrl(url: string): string {
  return url
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/i, '$1')
    .replace(/[?#].*$/, '')
    .replace(/\/{1,50}$/, '');
}

function serverUrl(server: Raw, item: string, context: OpenApiContext): string | undefined {
  const variables = ownRecord(server, 'variables') ?? {};
  const filled = String(server['url'])
    .trim()
    .replace(/\{([^{}]{1,100})\}/g, (braces, name: string) => {
      const variable = own(variables, name);
      const value = own(variable, 'default') ?? ownList(variable, 'enum')[0];
      if (typeof value === 'string' || typeof value === 'number') return String(value);
      context.log.warn('server-variable', item, `Server variable {${name}} has no default; it stays in the base URL.`);
      return braces;
    });
  return asBaseUrl(filled, context);
}

function swaggerBaseUrl(operation: Raw, context: OpenApiContext): string | undefined {
  const { document } = context;
  const host = ownText(document, 'host');
  const basePath = ownText(document, 'basePath') ?? '';
  const path = basePath === '' || basePath.startsWith('/') ? basePath : `/${basePath}`;
  if (host === undefined)
    return path === '' && httpBase(context) === undefined ? undefined : asBaseUrl(path === '' ? '/' : path, context);
  const listed =
    ownList(operation, 'schemes').length > 0 ? ownList(operation, 'schemes') : ownList(document, 'schemes');
  const schemes = listed.filter((scheme): scheme is string => typeof scheme === 'string');
  const ofDocument = httpBase(context)?.protocol.slice(0, -1);
  // `ws` may be listed before the scheme that a request can be sent over
  const callable = ['https', 'http'].find((scheme) => schemes.includes(scheme));
  const scheme = callable ?? schemes[0] ?? ofDocument ?? 'https';
  return cleanBaseUrl(`${scheme}://${host}${path}`);
}

/** Relative URLs are relative to the address that the document came from; from a file they stay as they are. */
function asBaseUrl(url: string, context: OpenApiContext): string | undefined {
  const base = httpBase(context);
  const absolute =
    base !== undefined && !url.includes('{') && URL.canParse(url, base.href) ? new URL(url, base.href).href : url;
  const clean = cleanBaseUrl(absolute);
  return clean === '' ? undefined : clean;
}

function httpBase(context: OpenApiContext): URL | undefined {
  const { base } = context.references;
  return base !== undefined && /^https?:/i.test(base) ? new URL(base) : undefined;
}
