import { readFileSync, statSync } from 'node:fs';
import { messageOf, ToolGraphError } from '../../index.js';

const longestFile = 1 << 20;

/**
 * Values that must not be shown: from the environment and from a secrets file. Whatever was asked for is known from
 * then on, and {@link Secrets.hide} takes it out of any text.
 */
export class Secrets {
  readonly #file: ReadonlyMap<string, string>;
  readonly #environment: Readonly<Record<string, string | undefined>>;
  readonly #known = new Set<string>();

  constructor(
    file: ReadonlyMap<string, string> = new Map(),
    environment: Readonly<Record<string, string | undefined>> = process.env,
  ) {
    this.#file = file;
    this.#environment = environment;
    for (const value of file.values()) this.keep(value);
  }

  /** The value of that name; the environment comes before the file. */
  get(name: string): string | undefined {
    const value = Object.hasOwn(this.#environment, name) ? this.#environment[name] : this.#file.get(name);
    if (value !== undefined) this.keep(value);
    return value;
  }

  /** Makes a value one that is hidden. Shorter ones than four characters are words that stand in texts by chance. */
  keep(value: string): void {
    if (value.length < 4) return;
    this.#known.add(value);
    this.#known.add(JSON.stringify(value).slice(1, -1)); // as it stands in a line of JSON
  }

  /** Everything that this one hides is hidden by the other too. */
  keepAllOf(other: Secrets): void {
    for (const value of other.#known) this.#known.add(value);
  }

  /** The text without any value that is known. Has no state but the values; bound, so that it can be passed on. */
  readonly hide = (text: string): string => {
    let hidden = text;
    for (const value of [...this.#known].sort((a, b) => b.length - a.length))
      if (hidden.includes(value)) hidden = hidden.replaceAll(value, '[secret]');
    return hidden;
  };
}

/**
 * The lines `NAME=value` of a file that nobody but its owner may read. Empty lines and lines that begin with `#` do not
 * count; a value may stand in quotes.
 *
 * @throws ToolGraphError `SOURCE_NOT_FOUND`, `REFUSED` for a file that others may read, `INVALID_DOCUMENT` naming the
 * line, never its content.
 */
export function readSecretsFile(path: string): Map<string, string> {
  const text = readPrivate(path);
  const values = new Map<string, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const match = /^(?:export\s+)?([A-Za-z_]\w{0,199})\s*=\s*(.*)$/.exec(trimmed);
    if (match === null)
      throw new ToolGraphError('INVALID_DOCUMENT', `${path}:${index + 1}: the line is not of the form NAME=value.`);
    values.set(match[1] ?? '', unquoted(match[2] ?? ''));
  }
  return values;
}

function readPrivate(path: string): string {
  try {
    const { mode, size } = statSync(path);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new ToolGraphError(
        'REFUSED',
        `${path} may be read by others than its owner (mode ${(mode & 0o777).toString(8)}) — run: chmod 600 ${path}`,
      );
    if (size > longestFile)
      throw new ToolGraphError(
        'LIMIT_EXCEEDED',
        `${path} has ${size} bytes; a secrets file has ${longestFile} at most.`,
      );
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    if (thrown instanceof ToolGraphError) throw thrown;
    throw new ToolGraphError(
      'SOURCE_NOT_FOUND',
      `The secrets file ${path} cannot be read (${messageOf(thrown, 100)}).`,
      { cause: thrown },
    );
  }
}

function unquoted(value: string): string {
  const quote = value[0];
  const isQuoted = value.length > 1 && (quote === '"' || quote === "'") && value.endsWith(quote);
  return isQuoted ? value.slice(1, -1) : value;
}
