import { isUtf8 } from 'node:buffer';
import { existsSync, lstatSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { basename, extname, join, relative, resolve, sep } from 'node:path';
import type { DiagnosticLog } from '../src/core/diagnostics.js';
import { messageOf, ToolGraphError } from '../src/core/errors.js';

/** A file of source text that was found. */
export interface SourceFile {
  /** Path for people and for `file:line`: relative to the working folder when below it, with `/`. */
  readonly path: string;
  readonly absolute: string;
  readonly extension: string;
}

/** A file that was not taken, and why. */
export interface SkippedFile {
  readonly path: string;
  readonly code: 'skipped-file' | 'unreadable-file' | 'file-too-large';
  readonly reason: string;
}

/** What {@link findSourceFiles} found. */
export interface SourceListing {
  readonly files: readonly SourceFile[];
  readonly skipped: readonly SkippedFile[];
}

/** A file's text may be this long; a folder may hold that many source files and be nested that deep. */
export const sourceLimits = { bytes: 2_000_000, files: 20_000, depth: 40 } as const;

const skippedFolders = new Set([
  'node_modules', 'coverage', '__pycache__', 'site-packages', 'dist-packages', '__tests__', 'test', 'tests',
]); // biome-ignore format: a list

/** Output of a build: skipped only beside a `src`, as an installed package has nothing else. */
const builtFolders = new Set(['dist', 'build', 'out']);

/**
 * Lists the files of the given extensions in files and folders, sorted by path. In a folder it leaves out hidden and
 * generated folders, tests and declaration files, and says so; a file that is named itself is always taken. Symbolic
 * links in a folder are not followed.
 *
 * @throws ToolGraphError SOURCE_NOT_FOUND when a given path does not exist.
 */
export function findSourceFiles(paths: readonly string[], extensions: ReadonlySet<string>): SourceListing {
  const files = new Map<string, SourceFile>();
  const skipped: SkippedFile[] = [];
  for (const path of paths) {
    const absolute = resolve(path);
    const stats = statOf(path, absolute);
    if (!stats.isDirectory()) files.set(absolute, sourceFile(absolute));
    else for (const file of walk(absolute, extensions, skipped)) files.set(file.absolute, file);
  }
  return { files: [...files.values()], skipped };
}

function statOf(path: string, absolute: string): Stats {
  try {
    return statSync(absolute);
  } catch (error) {
    throw new ToolGraphError('SOURCE_NOT_FOUND', `${path} cannot be opened (${messageOf(error)}); check the path.`, {
      cause: error,
    });
  }
}

function walk(root: string, extensions: ReadonlySet<string>, skipped: SkippedFile[]): SourceFile[] {
  const found: SourceFile[] = [];
  const folders: { path: string; depth: number }[] = [{ path: root, depth: 0 }];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = entriesOf(folder.path, skipped);
    for (const entry of entries) {
      const path = join(folder.path, entry);
      const kind = lstatSync(path, { throwIfNoEntry: false });
      if (kind?.isDirectory() === true) {
        const reason = folderReason(path, entries, folder.depth);
        if (reason === undefined) folders.push({ path, depth: folder.depth + 1 });
        else if (!silentFolders.test(entry)) skipped.push({ path: shownPath(path), code: 'skipped-file', reason });
      } else if (kind?.isFile() === true && extensions.has(extname(entry))) {
        const reason =
          found.length >= sourceLimits.files
            ? `the folder holds more than ${sourceLimits.files} files`
            : fileReason(entry);
        if (reason === undefined) found.push(sourceFile(path));
        else skipped.push({ path: shownPath(path), code: 'skipped-file', reason });
      }
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

function entriesOf(folder: string, skipped: SkippedFile[]): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    skipped.push({ path: shownPath(folder), code: 'unreadable-file', reason: messageOf(error) });
    return [];
  }
}

/** Hidden folders, and compiled Python, hold nothing that anybody would look for. */
const silentFolders = /^\.|^__pycache__$/;

function folderReason(path: string, beside: readonly string[], depth: number): string | undefined {
  const name = basename(path);
  if (name.startsWith('.')) return 'the folder is hidden';
  if (skippedFolders.has(name)) return `folders named ${name} hold no tools of the project`;
  if (existsSync(join(path, 'pyvenv.cfg'))) return 'it is a virtual environment of Python';
  if (builtFolders.has(name) && beside.includes('src')) return 'it is built from the src folder beside it';
  return depth >= sourceLimits.depth ? `the folder is nested deeper than ${sourceLimits.depth}` : undefined;
}

function fileReason(name: string): string | undefined {
  if (/\.d\.[cm]?ts$/.test(name)) return 'it only declares types';
  if (/\.(?:test|spec|stories)\.[cm]?[jt]sx?$/.test(name) || /^(?:test_.*|.*_test|conftest)\.py$/.test(name))
    return 'it is a test';
  return /\.min\.[cm]?js$/.test(name) ? 'it is minified' : undefined;
}

function sourceFile(absolute: string): SourceFile {
  return { path: shownPath(absolute), absolute, extension: extname(absolute) };
}

/** Relative to the working folder for what lies below it, else as it is. */
export function shownPath(absolute: string): string {
  const below = relative(process.cwd(), absolute);
  const shown = below === '' ? basename(absolute) : below.startsWith('..') ? absolute : below;
  return sep === '/' ? shown : shown.replaceAll(sep, '/');
}

/** The bytes of a file, or why there are none. */
export function readSource(file: SourceFile): { readonly bytes: Uint8Array } | SkippedFile {
  try {
    const { size } = statSync(file.absolute);
    if (size > sourceLimits.bytes)
      return {
        path: file.path,
        code: 'file-too-large',
        reason: `it has ${size} bytes, more than ${sourceLimits.bytes}`,
      };
    return { bytes: readFileSync(file.absolute) };
  } catch (error) {
    return { path: file.path, code: 'unreadable-file', reason: messageOf(error) };
  }
}

/** The text of UTF-8. Bytes that are none become replacement characters, and are reported. */
export function decodeUtf8(bytes: Uint8Array, path: string, log: DiagnosticLog): string {
  const text = new TextDecoder().decode(bytes);
  if (text.includes('\uFFFD') && !isUtf8(bytes))
    log.warn('not-utf8', path, `${path} has bytes that are no UTF-8, which were read as "\uFFFD"; save it as UTF-8.`);
  return text;
}
