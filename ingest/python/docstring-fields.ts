import { type DocEntry, splitTypeMarks } from './docstring-entries.js';
import { indentOf, joinLines } from './docstring-lines.js';

/** The field lists of reST (`:param int a: text`) and Epydoc (`@param a: text`) taken out of a text. */
export interface FieldList {
  readonly parameters: ReadonlyMap<string, DocEntry>;
  readonly returns?: DocEntry;
  readonly raises: readonly string[];
  /** Text before the first field. */
  readonly text: readonly string[];
  /** Text after a field list, one entry a block. */
  readonly rest: readonly string[];
}

interface Field {
  readonly tag: string;
  readonly argument: string;
  readonly indent: number;
  readonly lines: string[];
}

const parameterTags = new Set([
  'param',
  'parameter',
  'arg',
  'argument',
  'key',
  'keyword',
  'kwarg',
  'var',
  'ivar',
  'cvar',
]);
const returnTags = new Set(['return', 'returns', 'yield', 'yields']);
const raiseTags = new Set(['raises', 'raise', 'except', 'exception']);
const typeTags = new Set(['type', 'vartype', 'kwtype']);
const otherTags = new Set([
  'rtype',
  'meta',
  'see',
  'seealso',
  'note',
  'since',
  'author',
  'deprecated',
  'version',
  'todo',
  'warning',
  'attention',
  'bug',
  'requires',
]);

/** Takes the fields out of lines that stand before any section. Literal blocks and doctests are left alone. */
export function readFieldList(lines: readonly string[]): FieldList {
  const text: string[] = [];
  const rest: string[][] = [];
  const fields: Field[] = [];
  let open: Field | undefined;
  let literal: number | undefined;
  for (const line of lines) {
    const indent = indentOf(line);
    if (literal !== undefined && line !== '' && indent <= literal) literal = undefined;
    const field = literal === undefined ? fieldAt(line) : undefined;
    if (field !== undefined && !(open !== undefined && indent > open.indent)) {
      open = field;
      fields.push(field);
      continue;
    }
    if (line.endsWith('::')) literal ??= indent;
    const continues = open !== undefined && (line === '' || indent > open.indent || open.lines.at(-1) !== '');
    if (continues) open?.lines.push(line);
    else if (fields.length === 0) text.push(line);
    else {
      if (open !== undefined) rest.push([]);
      open = undefined;
      rest.at(-1)?.push(line);
    }
  }
  return { ...combine(fields), text: withoutDirectives(text), rest: rest.map((block) => joinLines(block)) };
}

/** A field that starts on this line. The name ends at the first colon outside of brackets and roles. */
function fieldAt(line: string): Field | undefined {
  const match = /^\s*([:@])([A-Za-z]{2,12})(?=[\s:])/.exec(line);
  if (match === null) return undefined;
  const tag = (match[2] as string).toLowerCase();
  if (![parameterTags, returnTags, raiseTags, typeTags, otherTags].some((tags) => tags.has(tag))) return undefined;
  const from = match[0].length;
  const end = closingColon(line, from);
  if (end === -1)
    return match[1] === '@'
      ? { tag, argument: '', indent: indentOf(line), lines: [line.slice(from).trim()] }
      : undefined;
  return { tag, argument: line.slice(from, end).trim(), indent: indentOf(line), lines: [line.slice(end + 1).trim()] };
}

function closingColon(line: string, from: number): number {
  let depth = 0;
  for (let at = from; at < line.length; at++) {
    const char = line[at] as string;
    if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) depth--;
    else if (char === ':' && depth <= 0) {
      const role = /^:[\w.]{1,20}:`/.exec(line.slice(at, at + 24));
      if (role === null) return at;
      at = Math.max(at, line.indexOf('`', at + role[0].length));
    }
  }
  return -1;
}

function combine(fields: readonly Field[]): Pick<FieldList, 'parameters' | 'returns' | 'raises'> {
  const parameters = new Map<string, DocEntry>();
  const raises: string[] = [];
  let returnText: string | undefined;
  let returnType: string | undefined;
  for (const { tag, argument, lines } of fields) {
    const text = joinLines(lines);
    if (parameterTags.has(tag)) {
      const { names, type } = splitArgument(argument);
      for (const name of names) merge(parameters, name, { text, ...(type === undefined ? {} : typeEntry(type)) });
    } else if (typeTags.has(tag)) {
      for (const name of splitArgument(argument).names) merge(parameters, name, { text: '', ...typeEntry(text) });
    } else if (returnTags.has(tag)) returnText = text;
    else if (tag === 'rtype') returnType = text;
    else if (raiseTags.has(tag)) raises.push(argument === '' ? text : text === '' ? argument : `${argument}: ${text}`);
  }
  const hasReturn = returnText !== undefined || returnType !== undefined;
  return {
    parameters,
    raises,
    ...(hasReturn
      ? { returns: { text: returnText ?? '', ...(returnType === undefined ? {} : { type: returnType }) } }
      : {}),
  };
}

/** `int a` → type and name; `a, b` → two names; `dict(str, int) a` keeps the type whole. */
function splitArgument(argument: string): { names: string[]; type?: string } {
  const plain = argument.replace(/[\\*`]/g, '').trim();
  if (/^[\w]+(?:\s*,\s*\w+)+$/.test(plain)) return { names: plain.split(/\s*,\s*/) };
  const name = /[\w.]+$/.exec(plain)?.[0];
  if (name === undefined) return { names: [] };
  const type = plain.slice(0, plain.length - name.length).trim();
  return type === '' ? { names: [name] } : { names: [name], type };
}

function typeEntry(text: string): { type?: string; optional?: boolean } {
  const { type, optional } = splitTypeMarks(text);
  return { ...(type === '' ? {} : { type }), ...(optional ? { optional } : {}) };
}

function merge(into: Map<string, DocEntry>, name: string, entry: DocEntry): void {
  const known = into.get(name);
  into.set(
    name,
    known === undefined ? entry : { ...entry, ...known, text: known.text === '' ? entry.text : known.text },
  );
}

/** Drops directive blocks (`.. note::` and what is indented below them) and doctests from a description. */
function withoutDirectives(lines: readonly string[]): string[] {
  const out: string[] = [];
  let directive: number | undefined;
  let doctest = false;
  for (const line of lines) {
    const indent = indentOf(line);
    if (directive !== undefined && line !== '' && indent <= directive) directive = undefined;
    if (line === '') doctest = false;
    if (/^\s*>>>/.test(line)) doctest = true;
    if (/^\s*\.\. [\w-]+::/.test(line)) directive = indent;
    if (directive === undefined && !doctest) out.push(line);
  }
  return out;
}
