import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { messageOf, ToolGraphError } from '../index.js';

/**
 * Writes beside the file and renames, so that a reader sees the old file or the new one and never half of one.
 *
 * @throws ToolGraphError `SOURCE_UNREADABLE` when the file cannot be written.
 */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const beside = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    writeFileSync(beside, content);
    renameSync(beside, path);
  } catch (thrown) {
    if (existsSync(beside)) rmSync(beside); // in a folder that may not be entered, even removing nothing fails
    throw new ToolGraphError(
      'SOURCE_UNREADABLE',
      `cannot write ${path} (${messageOf(thrown, 120)}) — check that its folder exists and may be written.`,
      { cause: thrown },
    );
  }
}
