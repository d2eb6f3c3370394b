import { DiagnosticLog } from '../../src/core/diagnostics.js';
import { messageOf, ToolGraphError } from '../../src/core/errors.js';
import type { IngestResult, ToolDraft } from '../../src/core/tool-schema.js';
import { AnnotationReader } from './annotations.js';
import { collectTools, type PythonSelect } from './collect.js';
import { type DraftContext, type FoundTool, toDraft } from './draft.js';
import { displayPath, moduleName, type PythonFile, readPythonFiles } from './files.js';
import { parsePython } from './parse.js';
import { PythonProject } from './project.js';
import { ModuleScope } from './scope.js';
import type { PyStatement } from './syntax-tree.js';

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
  const files: { file: PythonFile; log: DiagnosticLog }[] = [];
  const logs: DiagnosticLog[] = [];
  for (const path of list) {
    const log = new DiagnosticLog(options.source ?? path);
    logs.push(log);
    for (const file of await readPythonFiles(path, limits, log)) files.push({ file, log });
  }
  const tools = readFiles(files, options);
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
  const tools = readFiles(
    list.map((file) => ({ file, log })),
    options,
  );
  return { tools, diagnostics: log.entries };
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

interface LoadedModule {
  readonly scope: ModuleScope;
  readonly file: string;
  readonly log: DiagnosticLog;
}

function readFiles(files: readonly { file: PythonFile; log: DiagnosticLog }[], options: PythonOptions): ToolDraft[] {
  const project = new PythonProject();
  const modules: LoadedModule[] = [];
  const taken = new Set<string>();
  for (const { file, log } of files) {
    const module = loadModule(file, log, taken);
    if (module === undefined) continue;
    project.add(module.scope);
    modules.push(module);
  }
  const byScope = new Map(modules.map((module) => [module.scope, module] as const));
  const reader = new AnnotationReader((qualified, from) => project.resolve(qualified, from));
  const tools = new Map<string, ToolDraft>();
  for (const module of modules) {
    const context: DraftContext = {
      reader,
      log: module.log,
      description: options.description ?? defaults.description,
      sourceOf: (scope, line) => ({
        kind: 'code',
        id: (byScope.get(scope) ?? module).log.source,
        language: 'python',
        file: (byScope.get(scope) ?? module).file,
        line,
      }),
    };
    const found =
      isolated(module, () =>
        collectTools(
          module.scope,
          options.select ?? defaults.select,
          (qualified, from) => project.resolve(qualified, from),
          module.log,
        ),
      ) ?? [];
    for (const tool of found) addDraft(tool, context, module, tools);
  }
  return [...tools.values()];
}

function addDraft(found: FoundTool, context: DraftContext, module: LoadedModule, tools: Map<string, ToolDraft>): void {
  const item = `${module.scope.module}:${found.qualifiedName}`;
  if (found.definition.broken === 'signature') {
    module.log.error(
      'broken-definition',
      item,
      `${found.qualifiedName} (${module.file}:${found.definition.line}) is left out: its signature could not be parsed.`,
    );
    return;
  }
  if (found.definition.broken === 'body')
    module.log.warn(
      'broken-body',
      item,
      `${found.qualifiedName} (${module.file}:${found.definition.line}) is kept by its signature, but its body could not be parsed in full.`,
    );
  const draft = isolated(module, () => toDraft(found, context), item);
  if (draft === undefined) return;
  const key = `${draft.source.id}\n${draft.originalId}`;
  if (!tools.has(key) || found.marked) tools.set(key, draft);
}

/** Runs one step; what it throws costs this item only. */
function isolated<T>(module: LoadedModule, step: () => T, item = module.file): T | undefined {
  try {
    return step();
  } catch (thrown) {
    module.log.error('unreadable-definition', item, `${item} could not be read as a tool: ${messageOf(thrown)}`);
    return undefined;
  }
}

function loadModule(file: PythonFile, log: DiagnosticLog, taken: Set<string>): LoadedModule | undefined {
  try {
    const { statements, errors } = parsePython(file.text.replace(/^\uFEFF/, ''));
    const name = uniqueModuleName(file, taken);
    const broken = brokenNames(statements);
    if (errors.length > 0)
      log.warn(
        'syntax-error',
        file.file,
        `${file.file} could not be parsed near line ${errors[0]}${broken.length === 0 ? '' : ` (in ${broken.slice(0, 5).join(', ')})`}; its other definitions were read.`,
      );
    return {
      scope: new ModuleScope(name, statements, /(?:^|\/)__init__\.pyi?$/.test(file.file)),
      file: file.file,
      log,
    };
  } catch (thrown) {
    log.error('unparsable-file', file.file, `${file.file} could not be parsed: ${messageOf(thrown)}`);
    return undefined;
  }
}

function brokenNames(statements: readonly PyStatement[]): string[] {
  return statements.flatMap((statement) =>
    (statement.kind === 'function' || statement.kind === 'class') && statement.broken !== undefined
      ? [statement.name]
      : [],
  );
}

/** A second file of one module name is known by its path. */
function uniqueModuleName(file: PythonFile, taken: Set<string>): string {
  const name = file.module ?? moduleName(file.file);
  const free = taken.has(name) ? file.file : name;
  taken.add(free);
  return free;
}
