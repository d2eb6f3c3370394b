import type { JsonSchema } from '../../core/json-schema.js';

/** Bytes that an argument carries as text, with what they are. */
export interface FilePart {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** Does a value of the schema stand for bytes? JSON has no bytes, so that the argument is base64. */
export function isBinary(schema: JsonSchema | undefined): boolean {
  return schema?.['format'] === 'binary';
}

/** The schema of a property, or of the entries of a list. */
export function partSchema(schema: JsonSchema | undefined): JsonSchema | undefined {
  return schema?.items !== undefined && typeof schema.items === 'object' ? schema.items : schema;
}

/**
 * The bytes of a text in base64 (either alphabet, with or without padding), or of a `data:` URL in base64, which says
 * its content type too; undefined when it is neither.
 */
export function filePart(text: string): FilePart | undefined {
  const url = text.startsWith('data:') ? text.indexOf(',') : -1;
  const head = url < 0 ? '' : text.slice(5, url);
  if (text.startsWith('data:') && !head.endsWith(';base64')) return undefined;
  const encoded = text.slice(url + 1).replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(encoded) || encoded.replace(/=+$/, '').length % 4 === 1) return undefined;
  const named = head.slice(0, -';base64'.length);
  const contentType = /^[\w.+-]+\/[\w.+-]+(?:;[\w.+-]+=[\w.+-]+)*$/.test(named) ? named : 'application/octet-stream';
  return { bytes: Buffer.from(encoded, 'base64'), contentType };
}
