import { indentOf, joinLines } from './docstring-lines.js';

/** One documented parameter, field, result or exception. */
export interface DocEntry {
  /** The type as written, without marks such as `optional`. */
  readonly type?: string;
  readonly text: string;
  readonly optional?: boolean;
  /** The entry stood behind a list marker. */
  readonly marked?: true;
}

/**
 * `name (type, optional): text` and its variants, one an entry; deeper lines continue the text. With `names`, a line
 * at the entries' margin that names none of them, but looks like prose, continues the entry above it.
 */
export function readGoogleEntries(lines: readonly string[], names?: ReadonlySet<string>): Map<string, DocEntry> {
  const entries = new Map<string, DocEntry>();
  const margin = lines.find((line) => line.trim() !== '');
  if (margin === undefined) return entries;
  const indent = indentOf(margin);
  let current: { names: string[]; head: EntryHead; lines: string[] } | undefined;
  const close = (): void => {
    if (current === undefined) return;
    for (const name of current.names) if (!entries.has(name)) entries.set(name, entryOf(current.head, current.lines));
  };
  for (const line of lines) {
    const head = line.trim() !== '' && indentOf(line) <= indent ? entryHead(line.trim()) : undefined;
    const belongs =
      head !== undefined && (names === undefined || current === undefined || looksDeliberate(head, names));
    if (head !== undefined && belongs) {
      close();
      current = { names: head.names, head, lines: [head.text] };
    } else current?.lines.push(line);
  }
  close();
  return entries;
}

/** An entry of the signature, or one that names something else on purpose (an undocumented keyword). */
function looksDeliberate(head: EntryHead, names: ReadonlySet<string>): boolean {
  return (
    head.names.some((name) => names.has(name)) ||
    head.type !== undefined ||
    /^\*|^[a-z_][a-z0-9_]*$/.test(head.names[0] ?? '')
  );
}

interface EntryHead {
  readonly names: string[];
  readonly type?: string;
  readonly text: string;
  readonly marked?: true;
}

/** Reads `a, b (type): text`, `a: text`, `- a (type) - text`, `` `a` -- text ``; undefined for prose. */
function entryHead(line: string): EntryHead | undefined {
  const bare = line.replace(/^[-*+•]\s+/, '');
  const marked = bare.length < line.length ? ({ marked: true } as const) : {};
  const list = /^(?:[`*"']{0,2}\\?\*{0,2}[A-Za-z_][\w.-]*[`*"']{0,2}(?:\s*,\s*(?=[`*\\A-Za-z_]))?){1,8}/.exec(
    bare.slice(0, 300),
  )?.[0];
  if (list === undefined) return undefined;
  const names = list
    .split(',')
    .map((name) => name.replace(/[`*\\"'\s]/g, ''))
    .filter((name) => name !== '');
  let rest = bare.slice(list.length).trimStart();
  let type: string | undefined;
  if (rest.startsWith('(')) {
    const end = closingBracket(rest);
    if (end === -1) return undefined;
    type = rest.slice(1, end);
    rest = rest.slice(end + 1).trimStart();
  }
  const separator = /^(?::(?!:)|--?(?=\s)|–|—)\s*/.exec(rest)?.[0];
  if (separator === undefined)
    return rest === '' && type !== undefined ? { names, type, text: '', ...marked } : undefined;
  if (type === undefined && names.length > 1 && !list.includes(',')) return undefined;
  return { names, ...(type === undefined ? {} : { type }), text: rest.slice(separator.length), ...marked };
}

/** Position of the bracket that closes the one at the start; -1 when none does. */
function closingBracket(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if ('([{'.includes(text[at] as string)) depth++;
    else if (')]}'.includes(text[at] as string) && --depth === 0) return at;
  }
  return -1;
}

/** `a, b : type` lines with their indented text below, as NumPy writes them. */
export function readNumpyEntries(lines: readonly string[]): Map<string, DocEntry> {
  const entries = new Map<string, DocEntry>();
  const margin = lines.find((line) => line.trim() !== '');
  if (margin === undefined) return entries;
  const indent = indentOf(margin);
  let current: { head: EntryHead; lines: string[] } | undefined;
  const close = (): void => {
    if (current === undefined) return;
    for (const name of current.head.names)
      if (!entries.has(name)) entries.set(name, entryOf(current.head, current.lines));
  };
  for (const line of lines) {
    if (line.trim() !== '' && indentOf(line) <= indent) {
      close();
      current = { head: numpyHead(line.trim()), lines: [] };
    } else current?.lines.push(line);
  }
  close();
  return entries;
}

function numpyHead(line: string): EntryHead {
  const colon = /\s:\s|\s:$|:\s/.exec(line);
  const left = colon === null ? line : line.slice(0, colon.index);
  const right = colon === null ? '' : line.slice(colon.index + colon[0].length).trim();
  const bracketed = colon === null ? /^([\w*, ]+?)\s*\((.*)\)$/.exec(line.slice(0, 400)) : null;
  const names = (bracketed?.[1] ?? left).split(',').map((name) => name.replace(/[`*\\\s]/g, ''));
  const type = bracketed?.[2] ?? right;
  return {
    names: names.every((name) => /^[\w.[\]]+$/.test(name)) ? names : [left],
    ...(type === '' ? {} : { type }),
    text: '',
  };
}

function entryOf(head: EntryHead, lines: readonly string[]): DocEntry {
  const marks = head.type === undefined ? undefined : splitTypeMarks(head.type);
  return {
    ...(marks === undefined || marks.type === '' ? {} : { type: marks.type }),
    text: joinLines(lines),
    ...(marks?.optional === true ? { optional: true } : {}),
    ...(head.marked === undefined ? {} : { marked: true }),
  };
}

/** Separates `float, optional, default 0.5` into the type and what is said about it. */
export function splitTypeMarks(text: string): { type: string; optional: boolean } {
  const parts = splitTopLevel(text);
  const isMark = (part: string): boolean =>
    /^(?:optional|required|keyword[- ]only|positional[- ]only|default(?:s|ed)?\b.*|by default\b.*|shape\b.*)$/i.test(
      part.trim(),
    );
  const cut = parts.findIndex(isMark);
  const type = (cut === -1 ? parts : parts.slice(0, cut)).join(',').trim();
  return { type, optional: parts.some((part) => /^(?:optional|default|by default)/i.test(part.trim())) };
}

/** Splits at the commas outside of brackets and quotes. */
function splitTopLevel(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) depth--;
    else if (char === ',' && depth <= 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}
