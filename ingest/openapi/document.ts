import { messageOf, ToolGraphError } from '../../src/core/errors.js';
import { isRecord, setOwn } from '../../src/core/json-schema.js';
import type { SourceLimits } from '../read-source.js';

/** A JSON object of unknown content. */
export type Raw = Record<string, unknown>;

/** Dialects that are told apart. */
export type OpenApiVersion = '2.0' | '3.0' | '3.1' | '3.2';

/**
 * Which dialect a document is written in.
 *
 * @throws ToolGraphError `INVALID_DOCUMENT` when it is no OpenAPI document or of a version that is not known.
 */
export function versionOf(document: unknown, name: string): OpenApiVersion {
  if (!isRecord(document))
    throw notASpec(
      name,
      document === null ? 'holds nothing' : `holds ${Array.isArray(document) ? 'a list' : `a ${typeof document}`}`,
    );
  const swagger = Object.hasOwn(document, 'swagger') ? document['swagger'] : undefined;
  const openapi = Object.hasOwn(document, 'openapi') ? document['openapi'] : undefined;
  if (swagger !== undefined && openapi === undefined) {
    if (swagger === 2 || /^2(\.0(\.\d+)?)?$/.test(String(swagger))) return '2.0';
    throw unknownVersion(name, `Swagger ${shownVersion(swagger)}`);
  }
  if (openapi === undefined) throw notASpec(name, 'has neither "openapi" nor "swagger" at its root');
  const match = /^3(?:\.([0-2])(?:\.\d+)?(?:-[\w.]+)?)?$/.exec(String(openapi));
  if (match === null) throw unknownVersion(name, `OpenAPI ${shownVersion(openapi)}`);
  return `3.${match[1] ?? '0'}` as OpenApiVersion;
}

function shownVersion(version: unknown): string {
  return typeof version === 'string' || typeof version === 'number' ? String(version).slice(0, 40) : typeof version;
}

function notASpec(name: string, why: string): ToolGraphError {
  return new ToolGraphError('INVALID_DOCUMENT', `${name} is not an OpenAPI document: it ${why}.`);
}

function unknownVersion(name: string, version: string): ToolGraphError {
  return new ToolGraphError(
    'INVALID_DOCUMENT',
    `${name} is ${version}, which is not supported; versions 2.0 to 3.2 are.`,
  );
}

/**
 * A copy of a document that a caller holds in memory, as plain JSON values. An object that contains itself (as in a
 * dereferenced document) becomes a `$ref` to where it lies; an object used twice stays one object.
 *
 * @throws ToolGraphError `LIMIT_EXCEEDED` when it is nested too deeply, `INVALID_DOCUMENT` when a getter or proxy in it throws.
 */
export function plainDocument(document: object, limits: SourceLimits): unknown {
  const copies = new Map<object, unknown>();
  const open = new Map<object, string>();
  const copy = (value: unknown, pointer: string, depth: number): unknown => {
    if (value instanceof Date) return Number.isNaN(value.valueOf()) ? null : value.toISOString();
    if (typeof value === 'bigint') return Number(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > limits.maxDepth)
      throw new ToolGraphError(
        'LIMIT_EXCEEDED',
        `The document is nested deeper than ${limits.maxDepth} levels; it is not read.`,
      );
    const enclosing = open.get(value);
    if (enclosing !== undefined) return { $ref: `#${enclosing}` };
    if (copies.has(value)) return copies.get(value);
    open.set(value, pointer);
    const result = Array.isArray(value)
      ? value.map((item, index) => copy(item, `${pointer}/${index}`, depth + 1) ?? null)
      : copyRecord(value, (key, item) => copy(item, `${pointer}/${pointerStep(key)}`, depth + 1));
    open.delete(value);
    copies.set(value, result);
    return result;
  };
  try {
    return copy(document, '', 0);
  } catch (thrown) {
    if (thrown instanceof ToolGraphError) throw thrown;
    throw new ToolGraphError('INVALID_DOCUMENT', `The document cannot be read: ${messageOf(thrown, 100)}.`, {
      cause: thrown,
    });
  }
}

function copyRecord(value: object, copy: (key: string, item: unknown) => unknown): Raw {
  const result: Raw = {};
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined && typeof item !== 'function' && typeof item !== 'symbol')
      setOwn(result, key, copy(key, item));
  }
  return result;
}

/** A key as one step of a JSON Pointer in a URI fragment. */
export function pointerStep(key: string): string {
  const wellFormed = Buffer.from(key, 'utf8').toString('utf8'); // a lone surrogate cannot be encoded
  return encodeURIComponent(wellFormed.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** The own property `key` of anything; undefined when there is none. */
export function own(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The own property `key` when it is a string with something in it, trimmed. */
export function ownText(value: unknown, key: string): string | undefined {
  const text = own(value, key);
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

/** The own property `key` when it is an object. */
export function ownRecord(value: unknown, key: string): Raw | undefined {
  const record = own(value, key);
  return isRecord(record) ? record : undefined;
}

/** The own property `key` when it is a list, else an empty one. */
export function ownList(value: unknown, key: string): readonly unknown[] {
  const list = own(value, key);
  return Array.isArray(list) ? list : [];
}
