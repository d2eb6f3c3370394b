import type { DiagnosticLog } from '../../src/core/diagnostics.js';
import { messageOf } from '../../src/core/errors.js';
import type { ToolDraft } from '../../src/core/tool-schema.js';
import { AnnotationReader } from './annotations.js';
import { collectTools, type PythonSelect } from './collect.js';
import { type DraftContext, type FoundTool, idWithin, toDraft } from './draft.js';
import { moduleName, type PythonFile } from './files.js';
import { parsePython } from './parse.js';
import { PythonProject } from './project.js';
import { ModuleScope } from './scope.js';
import type { PyStatement } from './syntax-tree.js';

/** A file in memory, and the log of the source it belongs to. */
export interface LoadedFile {
  readonly file: PythonFile;
  readonly log: DiagnosticLog;
}

/** A tool, and what it is called within its file: `find_order`, `Garden.water`. */
export interface DraftedTool {
  readonly draft: ToolDraft;
  readonly idInFile: string;
}

interface LoadedModule {
  readonly scope: ModuleScope;
  readonly file: string;
  readonly log: DiagnosticLog;
}

/**
 * The tools of all files together, so that types and re-exports are followed from one to the other. A file or
 * definition that cannot be read costs an entry in the log of its file.
 */
export function readModules(
  files: readonly LoadedFile[],
  options: { readonly select: PythonSelect; readonly description: 'full' | 'summary' },
): DraftedTool[] {
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
  const tools = new Map<string, DraftedTool>();
  for (const module of modules) {
    const context: DraftContext = {
      reader,
      log: module.log,
      description: options.description,
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
        collectTools(module.scope, options.select, (qualified, from) => project.resolve(qualified, from), module.log),
      ) ?? [];
    for (const tool of found) addDraft(tool, context, module, tools);
  }
  return [...tools.values()];
}

function addDraft(
  found: FoundTool,
  context: DraftContext,
  module: LoadedModule,
  tools: Map<string, DraftedTool>,
): void {
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
  if (!tools.has(key) || found.marked) tools.set(key, { draft, idInFile: idWithin(found) });
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
