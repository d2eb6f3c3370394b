import type { DiagnosticLog } from '../src/core/diagnostics.js';
import type { CodeSource } from '../src/core/tool-schema.js';
import type { CodeFunction, DraftedFunction } from './code-function.js';

/** A file of source text, read. */
export interface SourceModule {
  readonly path: string;
  readonly text: string;
}

/** The functions of one file. */
export interface ModuleFunctions<F extends CodeFunction | DraftedFunction = CodeFunction | DraftedFunction> {
  readonly path: string;
  readonly language: CodeSource['language'];
  readonly functions: readonly F[];
}

/** A language whose source text can be read for tools. Nothing of it is imported or run. */
export interface SourceLanguage<F extends CodeFunction | DraftedFunction = CodeFunction | DraftedFunction> {
  /** File name endings with the dot. */
  readonly extensions: readonly string[];
  /**
   * The text of a file's bytes, for languages whose files can say their encoding; undefined, and reported, when they
   * are no text. Without it files are UTF-8.
   */
  readonly decode?: (bytes: Uint8Array, path: string, log: DiagnosticLog) => string | undefined;
  /**
   * Reads all files of the language at once. A file that cannot be parsed costs an error in the log and yields no
   * functions; it never throws for what stands in a file.
   *
   * @param only `public`: functions that other modules cannot reach need not be read. `all`: they are wanted too.
   */
  readonly read: (
    modules: readonly SourceModule[],
    log: DiagnosticLog,
    only: 'public' | 'all',
  ) => readonly ModuleFunctions<F>[];
}
