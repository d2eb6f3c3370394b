import { parser } from '@lezer/python';
import { ToolGraphError } from '../../src/core/errors.js';
import { ExpressionReader } from './expression-reader.js';
import { nestsTooDeep, splitTopLevel } from './recovery.js';
import type { SyntaxNode, SyntaxTree } from './syntax-node.js';
import type { PyExpression, PyStatement } from './syntax-tree.js';
import { TreeReader } from './tree-reader.js';

/** A parsed file. `errors` are the lines, from 1, at which the grammar did not hold. */
export interface PyModule {
  readonly statements: readonly PyStatement[];
  readonly errors: readonly number[];
}

/**
 * Parses Python source (3.8 to 3.14, and most of Python 2) without running it. Error tolerant: when the text does
 * not parse as a whole, its top-level statements are parsed one by one, so that a broken one costs only itself.
 */
export function parsePython(text: string): PyModule {
  const deep = nestsTooDeep(text);
  const whole = deep ? undefined : readChunk(text, 0);
  if (whole !== undefined && whole.errors.length === 0) return whole;
  const statements: PyStatement[] = [];
  const errors: number[] = [];
  for (const chunk of splitTopLevel(text)) {
    if (deep && nestsTooDeep(chunk.text)) {
      errors.push(chunk.line);
      continue;
    }
    const part = readChunk(chunk.text, chunk.line - 1);
    for (const statement of part.statements) statements.push(statement);
    for (const line of part.errors) errors.push(line);
  }
  return { statements, errors };
}

/** Parses one expression, such as a quoted annotation; undefined when it is none. */
export function parseExpression(text: string): PyExpression | undefined {
  const trimmed = text.replace(/\s+/g, ' ').trim();
  if (trimmed === '' || trimmed.length > 4000 || nestsTooDeep(trimmed)) return undefined;
  const module = readChunk(`(${trimmed})\n`, 0);
  const [only, ...others] = module.statements;
  if (module.errors.length > 0 || others.length > 0 || only?.kind !== 'expression') return undefined;
  return only.value;
}

function readChunk(text: string, lineOffset: number): PyModule {
  let source = text;
  let tree = parseTree(source);
  let errors = errorsOf(tree, source);
  for (let round = 0; round < maxFloatRounds && errors.length > 0; round++) {
    const patched = withReadableFloats(source, errors);
    if (patched === source) break;
    source = patched;
    tree = parseTree(source);
    errors = errorsOf(tree, source);
  }
  const expressions = new ExpressionReader(source, lineOffset);
  const statements = new TreeReader(expressions, errors).statements(tree.topNode, 0);
  return { statements, errors: errors.map((at) => expressions.lineAt(at)) };
}

const maxFloatRounds = 3;
const timeLimitMs = 15_000;

/** Parses within a time limit, which only text made to be slow can reach. */
function parseTree(text: string): SyntaxTree {
  const parse = parser.startParse(text);
  const deadline = performance.now() + timeLimitMs;
  for (let step = 1; ; step++) {
    const tree = parse.advance();
    if (tree !== null) return tree;
    if (step % 1024 === 0 && performance.now() > deadline)
      throw new ToolGraphError(
        'LIMIT_EXCEEDED',
        `Parsing took more than ${timeLimitMs / 1000} seconds and was stopped.`,
      );
  }
}

/** Positions at which the grammar did not hold, without those at which valid Python is beyond the grammar. */
function errorsOf(tree: SyntaxTree, text: string): number[] {
  const errors: number[] = [];
  const cursor = tree.cursor();
  do {
    if (cursor.type.isError && !isGrammarGap(cursor.node, text)) errors.push(cursor.from);
  } while (cursor.next());
  return errors;
}

/** A `yield` without a value, and `case Point():` without patterns. */
function isGrammarGap(error: SyntaxNode, text: string): boolean {
  const parent = error.parent;
  if (parent === null || error.from !== error.to) return false;
  if (parent.name === 'YieldStatement' || parent.name === 'YieldExpression')
    return text.slice(parent.from, parent.to).trim() === 'yield';
  const list = parent.name === 'LiteralPattern' ? parent.parent : parent;
  return list?.name === 'PatternArgList' && /^\(\s*\)$/.test(text.slice(list.from, list.to));
}

/**
 * The grammar has no floats that end in their point. Where one stands at an error, its point is replaced by an
 * underscore, which the grammar takes and Python does not: so the number is still known to be a float.
 */
function withReadableFloats(text: string, errors: readonly number[]): string {
  const points = new Set<number>();
  for (const at of errors)
    for (let near = Math.max(1, at - 1); near <= at + 1; near++)
      if (text[near] === '.' && /[0-9]/.test(text[near - 1] ?? '') && !/[0-9.]/.test(text[near + 1] ?? ''))
        points.add(near);
  if (points.size === 0) return text;
  let out = '';
  let from = 0;
  for (const point of [...points].sort((a, b) => a - b)) {
    out += `${text.slice(from, point)}_`;
    from = point + 1;
  }
  return out + text.slice(from);
}
