import type { Compiler, ts } from './compiler.js';

/**
 * The text of a doc comment that stands before a member on the line of the brace or of the member before it, which the
 * compiler takes for a comment on those; the empty string where there is none.
 */
export function commentOnLine(member: ts.Declaration | undefined, api: Compiler): string {
  if (member === undefined) return '';
  const file = member.getSourceFile();
  const comment = api.getTrailingCommentRanges(file.text, member.pos)?.at(-1);
  if (comment === undefined) return '';
  // with a new line after it, it speaks of what stands before it
  if (/[\r\n]/.test(file.text.slice(comment.end, member.getStart(file)))) return '';
  const written = file.text.slice(comment.pos, comment.end);
  if (!/^\/\*\*[^*/]/.test(written)) return '';
  return written
    .slice(3, -2)
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/^\*\s?/, ''))
    .join('\n')
    .trim();
}
