import { isRecord } from '../../src/core/json-schema.js';
import type { OpenApiContext } from './context.js';
import { own, type Raw } from './document.js';

/** One media type of a body or response. */
export interface MediaType {
  readonly type: string;
  readonly media: Raw;
}

const preference: readonly ((type: string) => boolean)[] = [
  (type) => type === 'application/json',
  (type) => /^application\/[\w.+-]*json$/.test(type) && !/json-patch|merge-patch|-seq$/.test(type),
  (type) => /json/.test(type),
  (type) => type === '*/*' || type === 'application/*',
  (type) => type === 'multipart/form-data',
  (type) => type === 'application/x-www-form-urlencoded',
  (type) => type.startsWith('multipart/'),
  (type) => type === 'text/plain',
];

/** The media types of a `content` object, the one to use first: JSON, then forms, then text, then as written. */
export function mediaTypes(content: unknown, item: string, context: OpenApiContext): MediaType[] {
  if (!isRecord(content)) return [];
  return Object.entries(content)
    .map(([type, entry], index) => {
      const media = context.follow(entry, item);
      return { type, media: isRecord(media) ? media : {}, rank: rankOf(type), index };
    })
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ type, media }) => ({ type, media }));
}

/** Content types, the one to use first. */
export function byPreference(types: readonly string[]): string[] {
  return types
    .map((type, index) => ({ type, index, rank: rankOf(type) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ type }) => type);
}

function rankOf(type: string): number {
  const plain = (type.split(';')[0] ?? '').trim().toLowerCase();
  const found = preference.findIndex((matches) => matches(plain));
  return found < 0 ? preference.length : found;
}

/** The schema of a media type; one without a schema is text, JSON of any kind, or bytes, as its type says. */
export function mediaSchema({ type, media }: MediaType): unknown {
  const schema = own(media, 'schema');
  if (schema !== undefined && schema !== null) return schema;
  const itemSchema = own(media, 'itemSchema');
  if (itemSchema !== undefined) return { type: 'array', items: itemSchema };
  if (/json|^\*|form/i.test(type)) return {};
  if (/^text\/|xml|yaml/i.test(type)) return { type: 'string' };
  return { type: 'string', format: 'binary', contentMediaType: type };
}
