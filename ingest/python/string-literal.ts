const simpleEscapes = new Map([
  ['n', '\n'], ['t', '\t'], ['r', '\r'], ['b', '\b'], ['f', '\f'], ['v', '\v'], ['a', '\x07'],
  ['\\', '\\'], ["'", "'"], ['"', '"'], ['\n', ''],
]); // biome-ignore format: a table

const prefixPattern = /^[A-Za-z]{0,2}/;

/** The value of a Python string literal as written, prefix and quotes included. A bytes literal reads as Latin-1. */
export function stringLiteralValue(literal: string): { value: string; bytes: boolean } {
  const prefix = (prefixPattern.exec(literal)?.[0] ?? '').toLowerCase();
  const quoted = literal.slice(prefix.length);
  const quote = quoted.startsWith('"""') || quoted.startsWith("'''") ? 3 : 1;
  const closed = quoted.length >= 2 * quote && quoted.endsWith(quoted.slice(0, quote));
  const content = quoted.slice(quote, closed ? -quote : undefined).replaceAll('\r\n', '\n');
  return { value: prefix.includes('r') ? content : resolveEscapes(content), bytes: prefix.includes('b') };
}

function resolveEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  let out = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (char !== '\\') {
      out += char;
      continue;
    }
    const read = readEscape(text, at + 1);
    out += read.value;
    at += read.length;
  }
  return out;
}

/** The escape that starts after a backslash; `length` counts the characters used up. */
function readEscape(text: string, at: number): { value: string; length: number } {
  const char = text[at];
  if (char === undefined) return { value: '\\', length: 0 };
  const simple = simpleEscapes.get(char);
  if (simple !== undefined) return { value: simple, length: 1 };
  const digits = char === 'x' ? 2 : char === 'u' ? 4 : char === 'U' ? 8 : 0;
  if (digits > 0) {
    const hex = text.slice(at + 1, at + 1 + digits);
    const code = /^[0-9a-fA-F]+$/.test(hex) && hex.length === digits ? Number.parseInt(hex, 16) : Number.NaN;
    if (code <= 0x10ffff) return { value: String.fromCodePoint(code), length: digits + 1 };
  }
  const octal = /^[0-7]{1,3}/.exec(text.slice(at, at + 3))?.[0];
  if (octal !== undefined) return { value: String.fromCharCode(Number.parseInt(octal, 8)), length: octal.length };
  return { value: `\\${char}`, length: 1 }; // an unknown escape stands for itself, as in Python
}
