import { ToolGraphError } from '../../index.js';

/** One thing that is wrong with a configuration file. */
export interface ConfigProblem {
  /** From 1. */
  readonly line: number;
  /** From 1, in characters. */
  readonly column: number;
  /** What is wrong, with the value seen and what is allowed. */
  readonly message: string;
}

/** A configuration that cannot be used. Every problem found is in it, in the order of the file. */
export class ConfigError extends ToolGraphError {
  readonly file: string;
  readonly problems: readonly ConfigProblem[];

  constructor(file: string, problems: readonly ConfigProblem[]) {
    const [first] = problems;
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
    const place = first === undefined ? file : `${file}:${first.line}:${first.column}`;
    super('INVALID_DOCUMENT', `${place}: ${first?.message ?? 'it cannot be used.'}${more}`);
    this.file = file;
    this.problems = problems;
  }

  /** One line a problem: `file:line:column: what is wrong`. */
  lines(): string[] {
    return this.problems.map(({ line, column, message }) => `${this.file}:${line}:${column}: ${message}`);
  }
}
