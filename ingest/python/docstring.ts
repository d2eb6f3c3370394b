import { type DocEntry, readGoogleEntries, readNumpyEntries } from './docstring-entries.js';
import { readFieldList } from './docstring-fields.js';
import { dedent, indentOf, joinLines } from './docstring-lines.js';

/** What a docstring says, whatever mixture of the Google, NumPy, reST and Epydoc styles it is written in. */
export interface Docstring {
  /** The first paragraph on one line; empty when the text starts with a section. */
  readonly summary: string;
  /** Everything before the first section. */
  readonly description: string;
  /** By parameter name, stars removed. */
  readonly parameters: ReadonlyMap<string, DocEntry>;
  /** Type and text of what comes back, as written. */
  readonly returns?: DocEntry;
  /** Named parts of the result: keys of a returned dict or names of several values. */
  readonly returnFields: ReadonlyMap<string, DocEntry>;
  /** One line an exception: `ValueError: when the id is empty`. */
  readonly raises: readonly string[];
  /** Notes, examples and whatever follows the sections. */
  readonly rest: readonly string[];
  readonly deprecated: boolean;
}

type SectionKind = 'parameters' | 'returns' | 'raises' | 'attributes' | 'text';

interface Section {
  readonly kind: SectionKind;
  readonly numpy: boolean;
  readonly indent: number;
  readonly lines: string[];
}

const headings = new Map<string, SectionKind>([
  ...['args', 'arguments', 'parameters', 'parameter', 'params', 'keyword args', 'keyword arguments', 'other parameters', 'kwargs', 'inputs', 'input'].map((name) => [name, 'parameters'] as const),
  ...['attributes', 'fields'].map((name) => [name, 'attributes'] as const),
  ...['returns', 'return', 'yields', 'yield', 'return value', 'output', 'outputs'].map((name) => [name, 'returns'] as const),
  ...['raises', 'raise', 'exceptions', 'except', 'throws'].map((name) => [name, 'raises'] as const),
  ...['example', 'examples', 'note', 'notes', 'warning', 'warnings', 'warns', 'see also', 'references', 'todo', 'usage', 'receives', 'methods', 'side effects', 'tip', 'hint', 'important', 'caution', 'example usage', 'sample', 'samples'].map((name) => [name, 'text'] as const),
]); // biome-ignore format: a table

const maxLength = 100_000;

/**
 * Reads a docstring. With `names`, only those count as parameters: a line that merely looks like one stays text.
 * Sections are recognised with and without blank lines before them, and only at the top level: what stands inside
 * examples, literal blocks or a Returns section documents no parameter. Linear in the length of the text.
 */
export function readDocstring(text: string, names?: ReadonlySet<string>): Docstring {
  const lines = dedent(text.slice(0, maxLength));
  const { preamble, sections } = splitSections(lines, names);
  const fields = readFieldList(preamble);
  const parameters = new Map<string, DocEntry>();
  const returnFields = new Map<string, DocEntry>();
  const raises: string[] = [...fields.raises];
  const rest: string[] = [];
  let returns: DocEntry | undefined = fields.returns;
  for (const section of sections) {
    if (section.kind === 'parameters' || section.kind === 'attributes') {
      const entries = section.numpy ? readNumpyEntries(section.lines) : readGoogleEntries(section.lines, names);
      for (const [name, entry] of entries) addEntry(parameters, name, entry, names);
    } else if (section.kind === 'returns') {
      returns ??= readReturns(section, returnFields);
    } else if (section.kind === 'raises') raises.push(...readRaises(section));
    else rest.push(joinLines(section.lines));
  }
  for (const [name, entry] of fields.parameters) addEntry(parameters, name, entry, names);
  const description = joinLines(fields.text);
  return {
    summary: (description.split(/\n\s*\n/)[0] ?? '').replace(/\s+/g, ' ').trim(),
    description,
    parameters,
    ...(returns === undefined ? {} : { returns }),
    returnFields,
    raises,
    rest: [...fields.rest, ...rest].filter((part) => part !== ''),
    deprecated: lines.some((line) => /^\s*(?:\.\. deprecated::|@deprecated\b|:deprecated:)/i.test(line)),
  };
}

function addEntry(into: Map<string, DocEntry>, name: string, entry: DocEntry, names?: ReadonlySet<string>): void {
  if (names !== undefined && !names.has(name)) return;
  const known = into.get(name);
  if (known === undefined) into.set(name, entry);
  else into.set(name, { ...entry, ...known, text: known.text === '' ? entry.text : known.text });
}

/** Splits at headings. An indented heading opens a section only where no section at the margin documents anything. */
function splitSections(
  lines: readonly string[],
  names?: ReadonlySet<string>,
): { preamble: string[]; sections: Section[] } {
  const atMargin = scanSections(lines, 0, names);
  if (atMargin.sections.some((section) => section.kind === 'parameters' || section.kind === 'returns')) return atMargin;
  return scanSections(lines, Number.POSITIVE_INFINITY, names);
}

function scanSections(
  lines: readonly string[],
  maxIndent: number,
  names?: ReadonlySet<string>,
): { preamble: string[]; sections: Section[] } {
  const preamble: string[] = [];
  const sections: Section[] = [];
  let open: Section | undefined;
  let fence = false;
  let literal: number | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const indent = indentOf(line);
    if (/^\s*(?:```|~~~)/.test(line)) fence = !fence;
    if (literal !== undefined && line !== '' && indent <= literal) literal = undefined;
    const heading =
      fence || literal !== undefined || indent > maxIndent ? undefined : headingAt(lines, at, open, names);
    if (heading !== undefined) {
      open = { kind: heading.kind, numpy: heading.numpy, indent, lines: heading.inline === '' ? [] : [heading.inline] };
      sections.push(open);
      if (heading.numpy) at++;
      continue;
    }
    if (open === undefined && line.endsWith('::')) literal ??= indent;
    if (open !== undefined && closes(line, indent, open)) open = trailingText(sections, indent);
    (open?.lines ?? preamble).push(line);
  }
  return { preamble, sections };
}

/** Text at the margin after a Google section is no part of it. */
function closes(line: string, indent: number, open: Section): boolean {
  if (line === '' || open.numpy || indent > open.indent) return false;
  const started = open.lines.some((earlier) => earlier !== '');
  // A section whose entries were not indented at all goes on to the next blank line.
  const flat = started && open.lines.every((earlier) => earlier === '' || indentOf(earlier) <= open.indent);
  return started && !(flat && open.lines.at(-1) !== '');
}

function trailingText(sections: Section[], indent: number): Section {
  const section: Section = { kind: 'text', numpy: false, indent: indent - 1, lines: [] };
  sections.push(section);
  return section;
}

interface Heading {
  readonly kind: SectionKind;
  readonly numpy: boolean;
  /** Text behind the colon, of `Returns: the sum`. */
  readonly inline: string;
}

function headingAt(
  lines: readonly string[],
  at: number,
  open: Section | undefined,
  names: ReadonlySet<string> | undefined,
): Heading | undefined {
  const line = lines[at] as string;
  const indent = indentOf(line);
  const bare = line.slice(0, 200).replace(/^[\s*_#]+/, '');
  const title = /^[A-Za-z][A-Za-z ]*/.exec(bare)?.[0] ?? '';
  const kind = headings.get(title.trim().toLowerCase());
  if (kind === undefined) return undefined;
  const tail = bare.slice(title.length).replace(/[*_]+/g, '').trim();
  const inside = open !== undefined && indent > open.indent;
  const isUnderlined = /^\s*(?:-{3,}|={3,}|~{3,})$/.test(lines[at + 1] ?? '');
  if ((tail === '' || tail === ':') && isUnderlined && !inside) return { kind, numpy: true, inline: '' };
  if (!tail.startsWith(':') || inside) return undefined;
  if (open?.numpy === true && open.kind === 'text') return undefined;
  if (open !== undefined && names?.has(title.trim()) === true) return undefined;
  if (tail === ':') return { kind, numpy: false, inline: '' };
  const isSentence = (kind === 'returns' || kind === 'raises') && /^[A-Z]/.test(title);
  return isSentence && !tail.startsWith('::')
    ? { kind, numpy: false, inline: line.slice(line.indexOf(':') + 1).trim() }
    : undefined;
}

/** `type: text` of Google, `name : type` of NumPy, or plain text. */
function readReturns(section: Section, fields: Map<string, DocEntry>): DocEntry | undefined {
  if (section.numpy) {
    const entries = [...readNumpyEntries(section.lines)];
    const first = entries[0];
    if (first === undefined) return undefined;
    const [name, entry] = first;
    if (entries.length > 1 && entries.every(([, item]) => item.type !== undefined)) {
      for (const [key, item] of entries) fields.set(key, item);
      return { text: entries.map(([key, item]) => `${key}: ${item.text}`).join('\n') };
    }
    return entry.type === undefined ? { ...entry, type: name } : entry;
  }
  const lines = section.lines.filter((line, index) => line !== '' || index > 0);
  const first = lines[0] ?? '';
  const body = lines.slice(1);
  const nested = readGoogleEntries(body);
  for (const [name, entry] of nested) if (entry.type !== undefined || entry.marked === true) fields.set(name, entry);
  const typed = /^\s*([A-Za-z_][\w.]*(?:\[[^:]{0,200}\])?(?:\s*\|\s*[\w.]+)*)\s*:\s*(.*)$/.exec(first.slice(0, 400));
  const text = joinLines(
    typed === null
      ? lines
      : [
          first.slice(first.indexOf(':', first.indexOf(typed[1] as string) + (typed[1] as string).length) + 1).trim(),
          ...body,
        ],
  );
  return text === '' && typed === null ? undefined : { text, ...(typed === null ? {} : { type: typed[1] as string }) };
}

function readRaises(section: Section): string[] {
  const entries = section.numpy ? readNumpyEntries(section.lines) : readGoogleEntries(section.lines);
  return [...entries].map(([name, entry]) =>
    entry.text === '' ? name : `${name}: ${entry.text.replace(/\s+/g, ' ')}`,
  );
}
