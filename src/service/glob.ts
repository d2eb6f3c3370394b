/**
 * Does the text match the pattern as a whole? `*` stands for any characters, also none, `?` for exactly one; everything
 * else for itself. Takes at most pattern × text steps, whatever the pattern.
 *
 * @example
 * matchesGlob('order_*', 'order_cancel') // true
 */
export function matchesGlob(pattern: string, text: string): boolean {
  let at = 0;
  let textAt = 0;
  let star = -1;
  let resume = 0;
  while (textAt < text.length) {
    if (at < pattern.length && pattern[at] === '*') {
      star = at++;
      resume = textAt;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[textAt])) {
      at++;
      textAt++;
    } else if (star >= 0) {
      at = star + 1;
      textAt = ++resume;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}

/**
 * Is the text in the list? A pattern that begins with `!` takes out what the others let in; a list of such patterns
 * alone lets in everything else.
 *
 * @example
 * isListed(['order_*', '!order_delete'], 'order_delete') // false
 */
export function isListed(patterns: readonly string[], text: string): boolean {
  const out = patterns.filter((pattern) => pattern.startsWith('!'));
  if (out.some((pattern) => matchesGlob(pattern.slice(1), text))) return false;
  if (out.length > 0 && out.length === patterns.length) return true;
  return patterns.some((pattern) => !pattern.startsWith('!') && matchesGlob(pattern, text));
}
