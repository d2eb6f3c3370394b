import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { DiagnosticLog } from '../src/core/diagnostics.js';
import { ToolGraphError } from '../src/core/errors.js';
import type { IngestResult, ToolDraft } from '../src/core/tool-schema.js';
import { draftOfCode } from './code-function.js';
import { refuseUnknownOptions } from './functions/tool-options.js';
import { javascriptLanguage } from './javascript/javascript-language.js';
import { pythonLanguage } from './python/python-language.js';
import { decodeUtf8, findSourceFiles, readSource, shownPath } from './source-files.js';
import type { ModuleFunctions, SourceLanguage, SourceModule } from './source-language.js';

/** Languages by which files are read; a file goes to the one that lists its extension. */
export const sourceLanguages: readonly SourceLanguage[] = [javascriptLanguage, pythonLanguage];

/** How {@link ingestSource} names what it takes in. */
export interface IngestSourceOptions {
  /** Id of the source. Default: the base name of the file or folder; of several, a name made of them. */
  readonly source?: string;
  /**
   * Also functions that other modules cannot reach; of Python, also the public functions of files that mark their
   * tools. Default false.
   */
  readonly includePrivate?: boolean;
}

/** What {@link ingestSource} returns. */
export interface SourceIngestResult extends IngestResult {
  readonly sourceId: string;
}

/**
 * Makes tools of source files: exported functions, methods of exported classes, and what the agent SDKs' calls
 * define. Files are parsed, never imported or run. A file that cannot be read costs a diagnostic, not its neighbours.
 *
 * @param paths Files or folders.
 * @throws ToolGraphError SOURCE_NOT_FOUND when a path does not exist, or when no file of a known language is found;
 * INVALID_OPTION.
 */
export function ingestSource(paths: string | readonly string[], options: IngestSourceOptions = {}): SourceIngestResult {
  refuseUnknownOptions(options, ['source', 'includePrivate'], 'ingestSource');
  const list = typeof paths === 'string' ? [paths] : [...paths];
  const sourceId = options.source ?? sourceIdOf(list);
  const log = new DiagnosticLog(sourceId);
  const tools: ToolDraft[] = [];
  const modules = readFunctions(list, log, options.includePrivate === true ? 'all' : 'public');
  const within = pathWithin(list);
  for (const module of modules) {
    for (const fn of module.functions) {
      if (!fn.public && options.includePrivate !== true) continue;
      const id = within === undefined ? fn.id : `${within(module.path)}#${fn.id}`;
      const source = {
        kind: 'code',
        id: sourceId,
        language: module.language,
        file: module.path,
        line: fn.line,
      } as const;
      tools.push(draftOfCode({ ...fn, id }, source, log));
    }
  }
  return { tools, diagnostics: log.entries, sourceId };
}

/**
 * The functions of all files in the given files and folders, by file. What was skipped, and what could not be read,
 * is in the log.
 */
export function readFunctions(
  paths: readonly string[],
  log: DiagnosticLog,
  only: 'public' | 'all' = 'public',
): ModuleFunctions[] {
  const extensions = new Set(sourceLanguages.flatMap((language) => language.extensions));
  const listing = findSourceFiles(paths, extensions);
  for (const { path, code, reason } of listing.skipped) {
    if (code === 'skipped-file') log.info(code, path, `${path} was skipped: ${reason}.`);
    else log.error(code, path, `${path} was not read: ${reason}.`);
  }
  const files = listing.files.filter((file) => extensions.has(file.extension));
  for (const file of listing.files) {
    if (!extensions.has(file.extension))
      log.error(
        'unknown-language',
        file.path,
        `${file.path} is in no language that is read here (${[...extensions].join(', ')}).`,
      );
  }
  if (files.length === 0)
    throw new ToolGraphError(
      'SOURCE_NOT_FOUND',
      `${paths.join(', ')} holds no source file (${[...extensions].join(', ')}) that is not skipped; name a file or a folder that does.`,
    );
  return sourceLanguages.flatMap((language) => {
    const modules: SourceModule[] = [];
    for (const file of files) {
      if (!language.extensions.includes(file.extension)) continue;
      const read = readSource(file);
      if ('reason' in read) {
        log.error(read.code, read.path, `${read.path} was not read: ${read.reason}.`);
        continue;
      }
      const decode = language.decode ?? decodeUtf8;
      const text = decode(read.bytes, file.path, log);
      if (text !== undefined) modules.push({ path: file.path, text });
    }
    return modules.length === 0 ? [] : language.read(modules, log, only);
  });
}

/** In a source of several files an identity holds the file's path below the folder; of one file it does not. */
function pathWithin(paths: readonly string[]): ((path: string) => string) | undefined {
  const [first] = paths;
  if (first === undefined || paths.length > 1) return (path) => path;
  const root = shownPath(resolve(first));
  if (statSync(first).isFile()) return undefined;
  return (path) => (path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path);
}

function sourceIdOf(paths: readonly string[]): string {
  const names = paths.map((path) => basename(resolve(path)));
  const [first] = names;
  if (first === undefined)
    throw new ToolGraphError('INVALID_ARGUMENT', 'ingestSource takes at least one file or folder.');
  if (names.length === 1) return first;
  return `${first}+${createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 8)}`;
}
