/** How many spaces stand before the first character of a line. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Lines without the common indentation; the first line, which follows the quotes, is trimmed on its own. */
export function dedent(text: string): string[] {
  const lines = text
    .replaceAll('\r\n', '\n')
    .replaceAll('\t', '    ')
    .split('\n')
    .map((line) => line.trimEnd());
  const margin = Math.min(
    ...lines
      .slice(1)
      .filter((line) => line !== '')
      .map(indentOf),
  );
  return lines.map((line, index) => (index === 0 ? line.trimStart() : line.slice(Math.min(margin, indentOf(line)))));
}

/**
 * Text of several lines: wrapped lines are joined, blank lines and list items keep their own line, and deeper
 * indentation below a list item is kept as a continuation of it.
 */
export function joinLines(lines: readonly string[]): string {
  const out: string[] = [];
  let fence = false;
  let breakNext = true;
  for (const line of lines) {
    const text = line.trim();
    const isFence = /^(?:```|~~~)/.test(text);
    const own = fence || isFence || /^(?:[-*+•]\s|\d{1,3}[.)]\s|>>>|\.\.\. )/.test(text);
    if (isFence) fence = !fence;
    if (text === '' && !fence) {
      if (out.length > 0 && out.at(-1) !== '') out.push('');
      breakNext = true;
    } else if (own || breakNext || out.length === 0) {
      out.push(text);
      breakNext = fence || isFence;
    } else out[out.length - 1] = `${out.at(-1)} ${text}`.trim();
  }
  while (out.at(-1) === '') out.pop();
  return out.join('\n');
}
