import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument as parseYamlDocument } from 'yaml';
import { ToolGraphError } from '../src/core/errors.js';
import { isRecord, setOwn } from '../src/core/json-schema.js';
import type { SourceLimits } from './read-source.js';

/** Told about what was tolerated in a document: a code and a sentence. */
export type DocumentWarning = (code: string, message: string) => void;

/** Longest text that is read as YAML after it failed as JSON: YAML is some hundred times slower. */
const maxYamlRetry = 300_000;

/**
 * Reads JSON or YAML text, whatever the file is called. YAML follows the 1.2 core schema (`NO`, `on` and dates stay
 * strings), keys become strings as written, merge keys work, a repeated key keeps its last value. Nesting is checked
 * before parsing and aliases are shared, not copied, so that a small text cannot cost much.
 *
 * @param name What messages call the document.
 * @throws ToolGraphError `INVALID_DOCUMENT` (empty, HTML, cut off) or `LIMIT_EXCEEDED` (too deep, expands too far).
 */
export function parseDocument(text: string, name: string, limits: SourceLimits, warn: DocumentWarning): unknown {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const start = body.search(/\S/);
  if (start < 0) throw invalid(`${name} is an empty document.`);
  const first = body[start];
  if (first === '<')
    throw invalid(`${name} is ${markupKind(body, start)}, not a spec; check that the address needs no sign-in.`);
  if (body.slice(0, 4096).includes('\u0000')) throw invalid(`${name} is a binary file, not JSON or YAML.`);
  const looksLikeJson = first === '{' || first === '[';
  checkDepth(body, looksLikeJson, name, limits.maxDepth);
  if (looksLikeJson) {
    const parsed = parseJson(body);
    if (parsed !== undefined) return parsed.value;
    if (body.length > maxYamlRetry) throw invalid(`${name} is not valid JSON; it may be cut off.`);
  }
  return parseYaml(body, name, looksLikeJson, limits, warn);
}

function markupKind(text: string, start: number): string {
  return /^<\?xml/i.test(text.slice(start, start + 5)) ? 'an XML document' : 'an HTML page';
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined; // the caller says so without quoting the text
    throw thrown;
  }
}

/** One pass over the text that stops at too deep a nesting, before any parser recurses into it. */
function checkDepth(text: string, json: boolean, name: string, maxDepth: number): void {
  const deepest = json ? jsonDepth(text, maxDepth) : yamlDepth(text, maxDepth);
  if (deepest > maxDepth)
    throw new ToolGraphError('LIMIT_EXCEEDED', `${name} is nested deeper than ${maxDepth} levels; it is not read.`);
}

function jsonDepth(text: string, maxDepth: number): number {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 92) at++;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 91 || code === 123) {
      if (++depth > maxDepth) return depth;
    } else if (code === 93 || code === 125) depth--;
  }
  return 0;
}

/**
 * Brackets and compact `- - -` markers that are open at once. Prose and patterns hold lone brackets: those of one
 * node are forgotten at the next line that is indented no deeper than the node.
 */
function yamlDepth(text: string, maxDepth: number): number {
  let depth = 0;
  let indentAtOpen = 0;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at);
    let column = at;
    while (column < end && text.charCodeAt(column) === 32) column++;
    const indent = column - at;
    if (column < end && indent <= indentAtOpen && !'[]{}",'.includes(text[column] as string)) depth = 0;
    let markers = 0;
    while (column + 1 < end && '-?'.includes(text[column] as string) && text.charCodeAt(column + 1) === 32) {
      column += 2;
      if (++markers > maxDepth) return markers;
    }
    for (; column < end; column++) {
      const code = text.charCodeAt(column);
      if (code === 91 || code === 123) {
        if (depth === 0) indentAtOpen = indent;
        if (++depth > maxDepth) return depth;
      } else if ((code === 93 || code === 125) && depth > 0) depth--;
    }
    at = end + 1;
  }
  return 0;
}

function parseYaml(text: string, name: string, wasJson: boolean, limits: SourceLimits, warn: DocumentWarning): unknown {
  const lines = new LineCounter();
  try {
    const document = parseYamlDocument(text, {
      version: '1.2',
      schema: 'core',
      uniqueKeys: false,
      strict: false,
      prettyErrors: false,
      logLevel: 'error', // a second document is only seen at this level
      lineCounter: lines,
    });
    const error = document.errors.find(({ code }) => code !== 'MULTIPLE_DOCS');
    if (error?.code === 'RESOURCE_EXHAUSTION') throw tooDeep(name);
    if (error !== undefined) {
      const { line, col } = lines.linePos(error.pos[0]);
      const what = wasJson ? 'JSON' : 'YAML';
      const why = error.code.toLowerCase().replaceAll('_', ' ');
      throw invalid(`${name} is not valid ${what} at line ${line}, column ${col} (${why}); it may be cut off.`);
    }
    if (document.errors.length > 0)
      warn('several-documents', `${name} holds several YAML documents; the first is read.`);
    return new YamlReader(name, limits, warn).read(document.contents);
  } catch (thrown) {
    if (thrown instanceof ToolGraphError) throw thrown;
    if (thrown instanceof RangeError) throw tooDeep(name);
    throw invalid(`${name} is not valid YAML.`);
  }
}

/** Turns YAML nodes into plain values. An alias gives the very object of its anchor; what it would add is counted. */
class YamlReader {
  readonly #anchors = new Map<string, Node>();
  readonly #values = new Map<Node, { value: unknown; size: number }>();
  readonly #open = new Set<Node>();
  readonly #name: string;
  readonly #limits: SourceLimits;
  readonly #warn: DocumentWarning;
  #nodes = 0;
  #aliasNodes = 0;

  constructor(name: string, limits: SourceLimits, warn: DocumentWarning) {
    this.#name = name;
    this.#limits = limits;
    this.#warn = warn;
  }

  read(node: unknown, depth = 0): unknown {
    if (depth > this.#limits.maxDepth)
      throw new ToolGraphError(
        'LIMIT_EXCEEDED',
        `${this.#name} is nested deeper than ${this.#limits.maxDepth} levels; it is not read.`,
      );
    if (isAlias(node)) return this.#alias(node.source, depth);
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null;
    const before = this.#nodes++;
    if (isScalar(node) && node.anchor === undefined) return node.value;
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    this.#open.add(node);
    const value = isScalar(node)
      ? node.value
      : isMap(node)
        ? this.#map(node.items, depth)
        : node.items.map((item) => this.read(item, depth + 1));
    this.#open.delete(node);
    if (node.anchor !== undefined) this.#values.set(node, { value, size: this.#nodes - before });
    return value;
  }

  #alias(anchor: string, depth: number): unknown {
    const target = this.#anchors.get(anchor);
    if (target === undefined || this.#open.has(target)) {
      this.#warn(
        'yaml-alias',
        `${this.#name} uses the alias *${anchor.slice(0, 60)} ${target === undefined ? 'without an anchor' : 'inside itself'}; it is read as null.`,
      );
      return null;
    }
    const known = this.#values.get(target) ?? { value: this.read(target, depth), size: 1 };
    this.#nodes += known.size;
    this.#aliasNodes += known.size;
    if (this.#aliasNodes > this.#limits.maxAliasNodes)
      throw new ToolGraphError(
        'LIMIT_EXCEEDED',
        `${this.#name} expands too far: its aliases stand for more than ${this.#limits.maxAliasNodes} nodes.`,
      );
    return known.value;
  }

  #map(items: readonly { key: unknown; value: unknown }[], depth: number): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    const merged: unknown[] = [];
    for (const { key, value } of items) {
      if (isScalar(key) && key.value === '<<' && key.type === 'PLAIN') {
        const source = this.read(value, depth + 1);
        merged.push(...(Array.isArray(source) ? source : [source]));
        continue;
      }
      const name = this.#key(key);
      if (Object.hasOwn(result, name))
        this.#warn(
          'duplicate-key',
          `${this.#name} repeats the key ${JSON.stringify(name.slice(0, 80))}; the last one counts.`,
        );
      setOwn(result, name, this.read(value, depth + 1));
    }
    for (const source of merged.filter(isRecord)) {
      for (const [name, value] of Object.entries(source)) if (!Object.hasOwn(result, name)) setOwn(result, name, value);
    }
    return result;
  }

  /** A key as it was written: `200` and `1.10` stay that text. */
  #key(key: unknown): string {
    if (isScalar(key)) {
      if (key.anchor !== undefined) this.read(key);
      return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
    }
    if (isAlias(key)) return String(this.#alias(key.source, 0));
    return JSON.stringify(this.read(key)) ?? 'null';
  }
}

function tooDeep(name: string): ToolGraphError {
  return new ToolGraphError('LIMIT_EXCEEDED', `${name} is nested too deeply; it is not read.`);
}

function invalid(message: string): ToolGraphError {
  return new ToolGraphError('INVALID_DOCUMENT', message);
}
