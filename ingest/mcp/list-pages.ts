import { messageOf } from '../../src/core/errors.js';
import { isRecord } from '../../src/core/json-schema.js';

/** Fetches one page of a listing: the raw result, unchecked. */
export type FetchPage = (cursor: string | undefined) => Promise<unknown>;

/** Bounds of one listing. */
export interface ListLimits {
  /** Most pages asked for. */
  readonly maxPages: number;
  /** Most tools kept. */
  readonly maxTools: number;
}

/** What a walk over a server's pages gave. */
export interface Listing {
  readonly tools: readonly unknown[];
  readonly pages: number;
  /**
   * Why the walk ended: `end` at the last page; `repeated-cursor`, `page-limit` and `tool-limit` because the server
   * would not end; `failed` because a page could not be fetched, and `tools` are those of the pages before.
   */
  readonly ended: 'end' | 'repeated-cursor' | 'page-limit' | 'tool-limit' | 'failed';
  /** What failed, for `failed`. */
  readonly reason?: string;
}

/**
 * Follows `nextCursor` from page to page. An empty page does not end the walk, an empty or absent cursor does. It stops
 * at a cursor that was seen before and at the limits, and keeps what was read before a page that fails.
 */
export async function listAllTools(fetchPage: FetchPage, limits: ListLimits): Promise<Listing> {
  const tools: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let pages = 0; ; pages++) {
    if (pages >= limits.maxPages) return { tools, pages, ended: 'page-limit' };
    let page: unknown;
    try {
      page = await fetchPage(cursor);
    } catch (thrown) {
      return { tools, pages, ended: 'failed', reason: messageOf(thrown) };
    }
    if (!isRecord(page) || !Array.isArray(page['tools']))
      return { tools, pages, ended: 'failed', reason: 'the answer holds no list of tools' };
    for (const tool of page['tools']) {
      if (tools.length >= limits.maxTools) return { tools, pages: pages + 1, ended: 'tool-limit' };
      tools.push(tool);
    }
    const next = page['nextCursor'];
    if (typeof next !== 'string' || next === '') return { tools, pages: pages + 1, ended: 'end' };
    if (seen.has(next)) return { tools, pages: pages + 1, ended: 'repeated-cursor' };
    seen.add(next);
    cursor = next;
  }
}
