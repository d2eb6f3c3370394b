/**
 * Parses a body as Postman keeps it: JSON in which `{{variables}}` may stand where a value would, and `//` and
 * `/* … *\/` comments are allowed. A bare variable becomes its own text. Undefined when it is no JSON.
 */
export function parseExampleJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return parseLoosely(text); // most bodies that fail hold bare variables
  }
}

function parseLoosely(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(toJson(text)) };
  } catch {
    return undefined; // plain text, XML or a template: the caller takes the body as one text
  }
}

/** One pass that knows strings, so that nothing inside one is touched. */
function toJson(text: string): string {
  let out = '';
  for (let at = 0; at < text.length; ) {
    const two = text.slice(at, at + 2);
    if (text[at] === '"') {
      const end = stringEnd(text, at);
      out += text.slice(at, end);
      at = end;
    } else if (two === '{{') {
      const end = text.indexOf('}}', at);
      if (end < 0) return text;
      out += JSON.stringify(text.slice(at, end + 2));
      at = end + 2;
    } else if (two === '//') {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
    } else if (two === '/*') {
      const end = text.indexOf('*/', at);
      at = end < 0 ? text.length : end + 2;
    } else {
      out += text[at];
      at++;
    }
  }
  return out;
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
