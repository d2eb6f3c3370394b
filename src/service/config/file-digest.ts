import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A text that differs when the content of one of the files does; a file that cannot be read counts as such. */
export function digestOf(files: readonly string[]): string {
  return files
    .map((file) => {
      try {
        return createHash('sha256').update(readFileSync(file)).digest('base64url');
      } catch (thrown) {
        return `unreadable:${thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''}`;
      }
    })
    .join(' ');
}
