import { readFile, stat } from 'node:fs/promises';
import { parse as parseYaml } from 'yaml';
import { messageOf, ToolGraphError } from '../src/core/errors.js';

/** Largest file or text that is read, in bytes or characters. */
export const maxSourceSize = 30_000_000;

/** Does a string name a file rather than hold a document? One line, no brackets or colons that a document would have. */
export function looksLikePath(text: string): boolean {
  return text.length > 0 && text.length <= 4096 && !/[\n\r{}<>]/.test(text) && !/^[\w-]+:\s/.test(text);
}

/**
 * The text of a local file.
 *
 * @throws ToolGraphError `SOURCE_NOT_FOUND`, `SOURCE_UNREADABLE`, or `LIMIT_EXCEEDED` beyond {@link maxSourceSize}.
 */
export async function readSourceText(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > maxSourceSize)
      throw new ToolGraphError('LIMIT_EXCEEDED', `${path} has ${size} bytes; at most ${maxSourceSize} are read.`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof ToolGraphError) throw error;
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new ToolGraphError(
      missing ? 'SOURCE_NOT_FOUND' : 'SOURCE_UNREADABLE',
      missing ? `There is no file ${path}.` : `${path} cannot be read: ${messageOf(error)}`,
      { cause: error },
    );
  }
}

/**
 * Parses JSON or, failing that, YAML 1.2 (core schema, at most 100 alias uses). `what` names the document in errors.
 *
 * @throws ToolGraphError `INVALID_DOCUMENT` when it is neither or no object, `LIMIT_EXCEEDED` when it is too long or
 * nests too deeply.
 */
export function parseJsonOrYaml(text: string, what: string): Record<string, unknown> {
  if (text.length > maxSourceSize)
    throw new ToolGraphError(
      'LIMIT_EXCEEDED',
      `${what} has ${text.length} characters; at most ${maxSourceSize} are read.`,
    );
  const plain = text.replace(/^\ufeff/, '');
  const value = /^\s*[[{]/.test(plain) ? parseStrict(plain, what) : parseLenient(plain, what);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ToolGraphError('INVALID_DOCUMENT', `${what} is ${describe(value)}, not an object.`);
  return value as Record<string, unknown>;
}

/** Text that opens like JSON may still be YAML flow style. */
function parseStrict(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (jsonError) {
    if (jsonError instanceof RangeError) throw tooDeep(what, jsonError);
    return parseLenient(text, what);
  }
}

function parseLenient(text: string, what: string): unknown {
  try {
    return parseYaml(text, { maxAliasCount: 100, schema: 'core', prettyErrors: false });
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(what, error);
    throw new ToolGraphError('INVALID_DOCUMENT', `${what} is neither JSON nor YAML: ${messageOf(error, 200)}`, {
      cause: error,
    });
  }
}

function tooDeep(what: string, cause: unknown): ToolGraphError {
  return new ToolGraphError('LIMIT_EXCEEDED', `${what} nests too deeply to be read.`, { cause });
}

function describe(value: unknown): string {
  return value === null || value === undefined ? 'empty' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
