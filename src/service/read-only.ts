import { RequestError } from './problem.js';
import type { Route } from './route.js';

/** The routes with those that change the catalog refused: it belongs to another process. */
export function withoutChanges(routes: readonly Route[]): readonly Route[] {
  return routes.map((route) => {
    if (route.scope !== 'admin') return route;
    const handle = (): never => {
      throw new RequestError(
        409,
        'read-only',
        'This service answers from a snapshot that it does not change; refresh the sources where they are configured, and start it again.',
      );
    };
    return { ...route, handle };
  });
}
