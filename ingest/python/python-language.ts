import type { DiagnosticLog } from '../../src/core/diagnostics.js';
import type { DraftedFunction } from '../code-function.js';
import type { ModuleFunctions, SourceLanguage, SourceModule } from '../source-language.js';
import { decode, moduleName } from './files.js';
import { type DraftedTool, readModules } from './read-modules.js';

/**
 * Python. `public` reads the tools that a file marks, or else its public functions; `all` reads both. A stub counts
 * only where the file that it describes is not read as well.
 */
export const pythonLanguage: SourceLanguage<DraftedFunction> = {
  extensions: ['.py', '.pyw', '.pyi'],
  decode,
  read: readPython,
};

function readPython(
  modules: readonly SourceModule[],
  log: DiagnosticLog,
  only: 'public' | 'all',
): readonly ModuleFunctions<DraftedFunction>[] {
  const paths = new Set(modules.map((module) => module.path));
  const top = sharedFolder([...paths]);
  const files = modules.flatMap(({ path, text }) => {
    const module = moduleName(path.slice(top.length));
    if (!path.endsWith('.pyi') || !paths.has(path.slice(0, -1))) return [{ file: { file: path, text, module }, log }];
    log.info('skipped-file', path, `${path} was skipped: it is a stub beside the file it describes.`);
    return [];
  });
  const functions = new Map<string, DraftedFunction[]>();
  for (const tool of readModules(files, { select: only === 'all' ? 'all' : 'auto', description: 'full' })) {
    const { source } = tool.draft;
    if (source.kind !== 'code') continue;
    const group = functions.get(source.file) ?? [];
    group.push(drafted(tool, source.line));
    functions.set(source.file, group);
  }
  return [...functions].map(([path, list]) => ({ path, language: 'python', functions: list }));
}

function drafted({ draft, idInFile }: DraftedTool, line: number): DraftedFunction {
  const { source: _source, originalId: _originalId, ...rest } = draft;
  const { typed, documented } = draft.metadata ?? {};
  return {
    id: idInFile,
    name: draft.originalName,
    line,
    ...(documented === true ? { description: draft.description } : {}),
    public: true,
    typed: typed === true,
    draft: rest,
  };
}

/** The folder that all paths lie in, with its slash; modules are named from there. */
function sharedFolder(paths: readonly string[]): string {
  let shared = paths[0]?.replace(/[^/]*$/, '') ?? '';
  for (const path of paths) while (!path.startsWith(shared)) shared = shared.replace(/[^/]*\/$/, '');
  return shared;
}
