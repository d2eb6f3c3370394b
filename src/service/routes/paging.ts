import type { JsonSchema } from '../../index.js';
import { RequestError } from '../problem.js';

/** The query parameters of every list. */
export const pageParameters: Readonly<Record<string, JsonSchema>> = {
  limit: { type: 'integer', minimum: 1, maximum: 500, default: 100, description: 'Most entries of one page' },
  cursor: { type: 'string', maxLength: 200, description: 'nextCursor of the page before' },
};

/** One page of a list, and the cursor of the next; a cursor says how many entries came before. */
export function pageOfList<T>(
  all: readonly T[],
  query: Readonly<Record<string, unknown>>,
): { readonly entries: readonly T[]; readonly total: number; readonly nextCursor: string | null } {
  const start = startOf(query['cursor']);
  const limit = query['limit'] as number;
  const end = start + limit;
  return {
    entries: all.slice(start, end),
    total: all.length,
    nextCursor: end < all.length ? Buffer.from(`from:${end}`).toString('base64url') : null,
  };
}

function startOf(cursor: unknown): number {
  if (cursor === undefined) return 0;
  const match = /^from:(\d{1,9})$/.exec(Buffer.from(String(cursor), 'base64url').toString('latin1'));
  if (match === null)
    throw new RequestError(400, 'invalid-argument', 'cursor is none that this list gave; start without one.');
  return Number(match[1]);
}
