/**
 * What a regular expression tells of the values that match it. It is only read, never run: patterns come from whoever
 * wrote the source.
 */

/** Fewest letters that a pattern has to begin with to tell one kind of values from others: `^cus_`. */
const leastLetters = 2;

/** Letters that addresses begin with, whatever they are addresses of. */
const schemes = /^(?:https?|ftp|www|mailto|urn|data)\b/i;

const maxKnown = 5_000;
/** What patterns were found to begin with: the fields of a source repeat a few. */
const prefixes = new Map<string, string>();

/**
 * What every value that matches a pattern begins with, where that is a mark of one kind of values: `cus_` of
 * `^cus_[a-z0-9]+$`. Undefined for a pattern that any text or number could match (`.*`, `^[a-z]+$`, a UUID), for
 * alternatives, and for addresses.
 */
export function markOf(pattern: string | undefined): string | undefined {
  if (pattern === undefined) return undefined;
  let prefix = prefixes.get(pattern);
  if (prefix === undefined) {
    prefix = literalStart(pattern);
    if (prefixes.size >= maxKnown) prefixes.clear();
    prefixes.set(pattern, prefix);
  }
  return isMark(prefix) ? prefix : undefined;
}

/**
 * How well values of two patterns go together: 1 both are of one pattern that marks a kind of values, -1 no value is of
 * both kinds, as they begin differently, 0 where the patterns do not tell.
 */
export function patternFit(wanted: string | undefined, given: string | undefined): -1 | 0 | 1 {
  const [a, b] = [markOf(wanted), markOf(given)];
  if (a === undefined || b === undefined) return 0;
  if (wanted === given) return 1;
  return a.startsWith(b) || b.startsWith(a) ? 0 : -1;
}

function isMark(prefix: string): boolean {
  return prefix.replace(/[^\p{L}]/gu, '').length >= leastLetters && !schemes.test(prefix);
}

/** The characters that stand for themselves at the start of a pattern that is anchored there. */
function literalStart(pattern: string): string {
  if (!pattern.startsWith('^') || hasAlternatives(pattern)) return '';
  let at = 1;
  // One group around all of it changes nothing.
  if (pattern.startsWith('^(?:')) at = 4;
  else if (pattern[1] === '(' && pattern[2] !== '?') at = 2;
  let start = '';
  while (at < pattern.length) {
    const char = pattern[at] as string;
    const isEscaped = char === '\\';
    const literal = isEscaped ? (pattern[at + 1] ?? '') : char;
    if (isEscaped ? /[\p{L}\p{N}]/u.test(literal) : /[\^$.*+?()[\]{}|]/.test(literal)) break;
    at += isEscaped ? 2 : 1;
    // What may be left out or come again is no sure beginning.
    if ('?*{'.includes(pattern[at] ?? ' ')) break;
    start += literal;
    if (pattern[at] === '+') break;
  }
  return start;
}

/** Is there a `|` that is neither escaped nor in a class of characters? */
function hasAlternatives(pattern: string): boolean {
  let inClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === '\\') at++;
    else if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if (char === '|' && !inClass) return true;
  }
  return false;
}
