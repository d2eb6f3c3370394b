import { DiagnosticLog } from '../../src/core/diagnostics.js';
import { ToolGraphError } from '../../src/core/errors.js';
import type { IngestResult } from '../../src/core/tool-schema.js';
import type { PythonSelect } from './collect.js';
import { displayPath, type PythonFile, readPythonFiles } from './files.js';
import { type LoadedFile, readModules } from './read-modules.js';

export type { PythonSelect } from './collect.js';
export type { PythonFile } from './files.js';

/** How Python source is read. */
export interface PythonOptions {
  /** Which functions count as tools. Default `auto`: a file that marks its tools gives those, else its public functions. */
  readonly select?: PythonSelect;
  /**
   * How much of a docstring describes the tool: `full`, everything before its first section, or `summary`, its first
   * paragraph. What is not shown is searched all the same. Default `full`.
   */
  readonly description?: 'full' | 'summary';
  /** Id of the source that the tools belong to. Default: the path as given. */
  readonly source?: string;
  /** Read test files and folders of a folder too. Default false. */
  readonly includeTests?: boolean;
  /** Largest file that is read, in bytes, at least 1. Default 2,000,000. */
  readonly maxFileBytes?: number;
  /** Most files of one folder that are read, at least 1. Default 20,000. */
  readonly maxFiles?: number;
}

const defaults = {
  select: 'auto',
  description: 'full',
  includeTests: false,
  maxFileBytes: 2_000_000,
  maxFiles: 20_000,
} as const;

/**
 * Reads the tools of Python files and folders. The source is parsed and never imported or run. One source a path;
 * a file that cannot be read or parsed costs a diagnostic and not its neighbours.
 *
 * @throws ToolGraphError `SOURCE_NOT_FOUND` for a path that does not exist or a folder without Python files,
 *   `INVALID_OPTION` for an option out of range.
 */
export async function ingestPython(
  paths: string | readonly string[],
  options: PythonOptions = {},
): Promise<IngestResult> {
  checkOptions(options);
  const list = [...new Set((typeof paths === 'string' ? [paths] : paths).map((path) => displayPath(path)))];
  if (list.length === 0)
    throw new ToolGraphError('INVALID_ARGUMENT', 'ingestPython needs at least one file or folder; the list is empty.');
  const limits = {
    includeTests: options.includeTests ?? defaults.includeTests,
    maxFileBytes: options.maxFileBytes ?? defaults.maxFileBytes,
    maxFiles: options.maxFiles ?? defaults.maxFiles,
  };
  const files: LoadedFile[] = [];
  const logs: DiagnosticLog[] = [];
  for (const path of list) {
    const log = new DiagnosticLog(options.source ?? path);
    logs.push(log);
    for (const file of await readPythonFiles(path, limits, log)) files.push({ file, log });
  }
  const tools = draftsOf(files, options);
  return { tools, diagnostics: logs.flatMap((log) => log.entries) };
}

/** Ids of the sources that {@link ingestPython} reads from these paths. */
export function pythonSources(paths: string | readonly string[], options: PythonOptions = {}): string[] {
  const list = (typeof paths === 'string' ? [paths] : paths).map((path) => options.source ?? displayPath(path));
  return [...new Set(list)];
}

/** Reads the tools of Python text that is already in memory; all files belong to one source. */
export function ingestPythonText(files: PythonFile | readonly PythonFile[], options: PythonOptions = {}): IngestResult {
  checkOptions(options);
  const list: readonly PythonFile[] = 'text' in files ? [files] : files;
  const log = new DiagnosticLog(options.source ?? list[0]?.file ?? 'python');
  const tools = draftsOf(
    list.map((file) => ({ file, log })),
    options,
  );
  return { tools, diagnostics: log.entries };
}

function draftsOf(files: readonly LoadedFile[], options: PythonOptions): IngestResult['tools'] {
  const { select = defaults.select, description = defaults.description } = options;
  return readModules(files, { select, description }).map(({ draft }) => draft);
}

function checkOptions(options: PythonOptions): void {
  const { select, description } = options;
  if (select !== undefined && !['auto', 'all', 'marked'].includes(select))
    throw new ToolGraphError(
      'INVALID_OPTION',
      `select is ${JSON.stringify(select)}; it must be "auto", "all" or "marked".`,
    );
  if (description !== undefined && description !== 'full' && description !== 'summary')
    throw new ToolGraphError(
      'INVALID_OPTION',
      `description is ${JSON.stringify(description)}; it must be "full" or "summary".`,
    );
  for (const key of ['maxFileBytes', 'maxFiles'] as const) {
    const value = options[key];
    if (value !== undefined && !(Number.isInteger(value) && value >= 1))
      throw new ToolGraphError(
        'INVALID_OPTION',
        `${key} is ${String(value)}; it must be a whole number of at least 1.`,
      );
  }
}
