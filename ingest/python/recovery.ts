/** A run of whole lines of a file. `line` is the number of its first line, from 1. */
export interface SourceChunk {
  readonly text: string;
  readonly line: number;
}

/** Lines that begin a statement whatever came before: an open bracket above them is an error, not a continuation. */
const strongStart = /^(?:def|async[ \t]+def|class|import|from)[ \t]|^@/;
const continuesBlock = /^(?:else|elif|except|finally)\b/;

/**
 * Cuts a file that does not parse into its top-level statements, by the look of its lines: a statement starts in
 * column 0, outside of brackets and triple-quoted strings. Decorators stay with what they decorate. A string that
 * is never closed is taken to be the error: then every definition in column 0 counts.
 */
export function splitTopLevel(text: string): SourceChunk[] {
  const lines = text.split('\n');
  const starts: number[] = [];
  let state = lineStart;
  const unclosed = endsInsideString(lines);
  let decorated = false;
  for (const [index, line] of lines.entries()) {
    if (unclosed && strongStart.test(line)) state = lineStart;
    const strong = state.quote === undefined && strongStart.test(line);
    // A decorator whose bracket is still open is itself broken, and not part of the definition below it.
    if (strong && state.depth > 0) decorated = false;
    if (strong) state = lineStart;
    const starting = strong || (state.quote === undefined && state.depth === 0 && startsStatement(line));
    if (starting && !decorated) starts.push(index);
    if (starting) decorated = line.startsWith('@');
    state = scanLine(line, state);
  }
  if (starts[0] !== 0) starts.unshift(0);
  return starts.map((start, index) => ({
    text: `${lines.slice(start, starts[index + 1] ?? lines.length).join('\n')}\n`,
    line: start + 1,
  }));
}

/** Does a text open more brackets within each other than Python itself reads? */
export function nestsTooDeep(text: string): boolean {
  let state = lineStart;
  for (const line of text.split('\n')) {
    state = scanLine(line, state);
    if (state.deepest > maxBrackets) return true;
  }
  return false;
}

/** The limit of Python's own tokenizer. */
const maxBrackets = 200;

function startsStatement(line: string): boolean {
  return line !== '' && !/^[\s#)\]}]/.test(line) && !continuesBlock.test(line);
}

interface LineState {
  /** The triple quote that is open at the end of the line. */
  readonly quote: string | undefined;
  /** Brackets that are open at the end of the line. */
  readonly depth: number;
  /** Most brackets that were open anywhere on the line. */
  readonly deepest: number;
}

const lineStart: LineState = { quote: undefined, depth: 0, deepest: 0 };

/** Reads one line, with what was open before it. Single-quoted strings end with their line. */
function scanLine(line: string, before: LineState): LineState {
  let { quote, depth } = before;
  let deepest = depth;
  let single: string | undefined;
  for (let at = 0; at < line.length; at++) {
    const char = line[at] as string;
    const triple = line.slice(at, at + 3);
    if (char === '\\') at++;
    else if (quote !== undefined) {
      if (triple === quote) {
        quote = undefined;
        at += 2;
      }
    } else if (single !== undefined) {
      if (char === single) single = undefined;
    } else if (char === '#') break;
    else if (triple === '"""' || triple === "'''") {
      quote = triple;
      at += 2;
    } else if (char === '"' || char === "'") single = char;
    else if ('([{'.includes(char)) deepest = Math.max(deepest, ++depth);
    else if (')]}'.includes(char)) depth = Math.max(0, depth - 1);
  }
  return { quote, depth, deepest };
}

function endsInsideString(lines: readonly string[]): boolean {
  let state = lineStart;
  for (const line of lines) state = scanLine(line, state);
  return state.quote !== undefined;
}
