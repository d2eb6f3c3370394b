import { RequestError } from './problem.js';

/** Which Host and Origin headers are answered. */
export interface HostPolicy {
  /** Host names without port, lower case, IPv6 in brackets; undefined: any. */
  readonly hosts: ReadonlySet<string> | undefined;
  /** Origins of web pages (`https://app.example.com`) that may ask beside the service's own. */
  readonly origins: ReadonlySet<string>;
}

/** Names by which a service on the loopback interface is called. */
export const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Is this an address or name of the loopback interface? */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/**
 * Refuses requests under a foreign name and those that pages of foreign origins make: a page that points its own host
 * name at 127.0.0.1 cannot reach a service that runs there.
 *
 * @throws RequestError 403
 */
export function checkHostAndOrigin(request: Request, policy: HostPolicy): void {
  const host = (request.headers.get('host') ?? new URL(request.url).host).toLowerCase();
  const name = host.replace(/:\d*$/, '');
  if (policy.hosts !== undefined && !policy.hosts.has(name))
    throw new RequestError(
      403,
      'host-refused',
      `The host ${JSON.stringify(host.slice(0, 100))} is not served here; allow it with --allow-host.`,
    );
  const origin = request.headers.get('origin');
  if (origin === null || isOwnOrigin(origin, host) || policy.origins.has(origin.toLowerCase())) return;
  throw new RequestError(
    403,
    'origin-refused',
    `Pages of the origin ${JSON.stringify(origin.slice(0, 100))} may not ask; allow it with --allow-origin.`,
  );
}

function isOwnOrigin(origin: string, host: string): boolean {
  return origin.toLowerCase() === `http://${host}` || origin.toLowerCase() === `https://${host}`;
}
