import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { messageOf, ToolGraphError } from '../index.js';
import { hashToken, type TokenRule } from '../service/index.js';
import { UsageError } from './failure.js';

/** A token that nobody can guess. */
export function newToken(): string {
  return `tg_${randomBytes(24).toString('base64url')}`;
}

/**
 * Tokens of a file, one a line, each of which may do everything: the token itself, or `sha256:` and its hash, so that
 * the file holds nothing that lets anybody in. Empty lines and lines that begin with # do not count.
 *
 * @throws ToolGraphError `SOURCE_NOT_FOUND`; UsageError for a file without tokens or with one that is too short.
 */
export function readTokens(path: string): TokenRule[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (thrown) {
    throw new ToolGraphError('SOURCE_NOT_FOUND', `The token file ${path} cannot be read (${messageOf(thrown, 100)}).`, {
      cause: thrown,
    });
  }
  const lines = text.split('\n').map((line) => line.trim());
  const given = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (given.length === 0) throw new UsageError(`${path} holds no token — make one with: toolgraph token`);
  return given.map((line, at) => ({
    id: `token-${at + 1}`,
    sha256: hashOf(line, path, at + 1),
    scopes: ['read', 'call', 'admin'],
  }));
}

function hashOf(line: string, path: string, number: number): string {
  const hash = /^sha256:(.*)$/.exec(line)?.[1]?.trim();
  if (hash === undefined && line.length >= 16) return hashToken(line);
  if (hash !== undefined && /^[0-9a-f]{64}$/i.test(hash)) return hash.toLowerCase();
  const what = hash === undefined ? 'a token of fewer than 16 characters' : 'a hash that is not 64 hex digits';
  throw new UsageError(`${path} holds ${what} (number ${number}) — make one with: toolgraph token`);
}
