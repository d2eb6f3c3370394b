/**
 * What went wrong, as a word a program can branch on.
 *
 * - `INVALID_ARGUMENT`: a caller passed a value of the wrong type or out of range.
 * - `INVALID_OPTION`: an option is unknown, contradicts another one, or is out of range.
 * - `SOURCE_NOT_FOUND`: a file, folder, URL or module does not exist or holds nothing to ingest.
 * - `SOURCE_UNREADABLE`: a source exists but could not be read (permission, network, time limit).
 * - `INVALID_DOCUMENT`: a document is not what it claims to be (HTML, empty, truncated, unknown version).
 * - `LIMIT_EXCEEDED`: a document is larger, deeper or expands further than the limits allow.
 * - `REFUSED`: reading a reference or an address is not allowed by the source's policy.
 * - `UNKNOWN_TOOL`: no tool of that name is in the catalog.
 * - `NOT_CALLABLE`: the tool is known, but this process has nothing to call.
 * - `BUSY`: too many calls run and wait already; the same call may be made later.
 * - `TOOL_FAILED`: a tool was called rightly and threw, or was aborted.
 * - `MODEL_FAILED`: an embedder or reranker threw, was too slow, or gave an answer that cannot be used.
 * - `MISSING_DEPENDENCY`: an optional peer package is needed and not installed.
 * - `INVALID_SNAPSHOT`: a snapshot file is damaged, foreign or of another version.
 * - `INVALID_DATASET`: an evaluation set lacks a file or holds a row that cannot be read.
 */
export type ToolGraphErrorCode =
  | 'INVALID_ARGUMENT'
  | 'INVALID_OPTION'
  | 'SOURCE_NOT_FOUND'
  | 'SOURCE_UNREADABLE'
  | 'INVALID_DOCUMENT'
  | 'LIMIT_EXCEEDED'
  | 'REFUSED'
  | 'UNKNOWN_TOOL'
  | 'NOT_CALLABLE'
  | 'BUSY'
  | 'TOOL_FAILED'
  | 'MODEL_FAILED'
  | 'MISSING_DEPENDENCY'
  | 'INVALID_SNAPSHOT'
  | 'INVALID_DATASET';

/** Every error this package throws on purpose. Branch on `code`; the message is for people and may change. */
export class ToolGraphError extends Error {
  override readonly name: string = 'ToolGraphError';
  readonly code: ToolGraphErrorCode;

  constructor(code: ToolGraphErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** One argument or context key that a call got wrong. */
export interface ToolInputProblem {
  /** Path of the argument (`site.lat`) or the context key. */
  readonly argument: string;
  /** What is wrong with it, as a phrase: `must be number, not "ten"`. */
  readonly message: string;
}

/** A tool was called with arguments it does not take, or without something that it needs. It did not run. */
export class ToolInputError extends ToolGraphError {
  override readonly name = 'ToolInputError';
  readonly tool: string;
  readonly problems: readonly ToolInputProblem[];

  constructor(tool: string, problems: readonly ToolInputProblem[]) {
    const list = problems.map((problem) => `"${problem.argument}" ${problem.message}`).join('; ');
    super('INVALID_ARGUMENT', `Tool "${tool}" cannot be called like this: ${list}.`);
    this.tool = tool;
    this.problems = problems;
  }
}

/** A tool ran and failed, or was aborted. `cause` is what it threw, or the signal's reason. */
export class ToolError extends ToolGraphError {
  override readonly name = 'ToolError';
  readonly tool: string;

  constructor(tool: string, message: string, options?: ErrorOptions) {
    super('TOOL_FAILED', message, options);
    this.tool = tool;
  }
}

/** The message of anything that can be thrown, on one line and at most `maxLength` characters. */
export function messageOf(thrown: unknown, maxLength = 300): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}
