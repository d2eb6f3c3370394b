import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, normalize, relative, sep } from 'node:path';
import type { DiagnosticLog } from '../../src/core/diagnostics.js';
import { messageOf, ToolGraphError } from '../../src/core/errors.js';

/** The text of one Python file. */
export interface PythonFile {
  /** As shown to people: relative to the ingested folder, or as given. Forward slashes. */
  readonly file: string;
  readonly text: string;
  /** Dotted module name; default: made of `file`. */
  readonly module?: string;
}

/** What {@link readPythonFiles} leaves out. */
export interface FileOptions {
  readonly includeTests: boolean;
  readonly maxFileBytes: number;
  readonly maxFiles: number;
}

const skippedFolders = new Set([
  '__pycache__',
  'node_modules',
  'site-packages',
  'dist-packages',
  'venv',
  'env',
  'build',
  'dist',
  '.venv',
]);
const testFolders = new Set(['tests', 'test', 'testing']);
const maxDepth = 40;

/**
 * Reads a Python file, or every one below a folder, in the order of their names. Nothing outside the folder is read:
 * a symbolic link that leads out of it is skipped. Every file and folder that is skipped is reported.
 *
 * @throws ToolGraphError `SOURCE_NOT_FOUND` when the path does not exist or the folder holds no Python file.
 */
export async function readPythonFiles(path: string, options: FileOptions, log: DiagnosticLog): Promise<PythonFile[]> {
  const info = await stat(path).catch((thrown: unknown) => {
    throw new ToolGraphError(
      'SOURCE_NOT_FOUND',
      `No file or folder ${JSON.stringify(path)} can be read; check the path.`,
      { cause: thrown },
    );
  });
  if (!info.isDirectory()) {
    const text = await readText(path, displayPath(path), options, log);
    return text === undefined ? [] : [{ file: displayPath(path), text, module: moduleName(basename(path)) }];
  }
  const walk = new FolderWalk(path, await realpath(path), options, log);
  await walk.visit(path, 0);
  if (walk.candidates === 0)
    throw new ToolGraphError(
      'SOURCE_NOT_FOUND',
      `The folder ${JSON.stringify(path)} holds no Python file (.py) to ingest; name a file or another folder.`,
    );
  return walk.files;
}

/** A path as an id and for display: normalised, forward slashes, no trailing one. */
export function displayPath(path: string): string {
  const plain = normalize(path).split(sep).join('/');
  return plain.length > 1 ? plain.replace(/\/+$/, '') : plain;
}

/** `shop/api/orders.py` → `shop.api.orders`; a package is named by its folder. */
export function moduleName(file: string): string {
  const stem = file.replace(/\.py[iw]?$/, '').replace(/\/__init__$/, '');
  return stem.replace(/^(?:\.{0,2}\/)+/, '').replaceAll('/', '.');
}

class FolderWalk {
  readonly files: PythonFile[] = [];
  /** Python files seen, read or not. */
  candidates = 0;
  readonly #root: string;
  readonly #realRoot: string;
  readonly #options: FileOptions;
  readonly #log: DiagnosticLog;
  readonly #visited = new Set<string>();

  constructor(root: string, realRoot: string, options: FileOptions, log: DiagnosticLog) {
    this.#root = root;
    this.#realRoot = realRoot;
    this.#options = options;
    this.#log = log;
  }

  async visit(folder: string, depth: number): Promise<void> {
    const real = await realpath(folder);
    if (this.#visited.has(real)) return;
    this.#visited.add(real);
    if (depth > maxDepth) {
      this.#skip(folder, 'folder-skipped', `lies more than ${maxDepth} folders deep`);
      return;
    }
    const entries = await readdir(folder, { withFileTypes: true }).catch((thrown: unknown) => {
      this.#log.error('folder-unreadable', this.#name(folder), `The folder cannot be read: ${messageOf(thrown)}`);
      return [];
    });
    entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    const names = new Set(entries.map((entry) => entry.name));
    for (const entry of entries) {
      const path = join(folder, entry.name);
      const kind = entry.isSymbolicLink()
        ? await this.#linkKind(path)
        : entry.isDirectory()
          ? 'folder'
          : entry.isFile()
            ? 'file'
            : 'other';
      if (kind === 'folder') await this.#visitFolder(path, entry.name, depth);
      else if (kind === 'file') await this.#visitFile(path, entry.name, names);
    }
  }

  /** What a symbolic link leads to; one that leads out of the folder or nowhere is reported. */
  async #linkKind(path: string): Promise<'folder' | 'file' | 'other'> {
    if (!path.endsWith('.py') && !(await isFolder(path))) return 'other';
    const target = await realpath(path).catch(() => undefined);
    const outside = target === undefined || escapes(relative(this.#realRoot, target));
    if (outside) {
      this.#skip(
        path,
        'link-skipped',
        target === undefined ? 'is a link to nothing' : 'is a link out of the ingested folder',
      );
      if (path.endsWith('.py')) this.candidates++;
      return 'other';
    }
    return (await isFolder(path)) ? 'folder' : 'file';
  }

  async #visitFolder(path: string, name: string, depth: number): Promise<void> {
    if (name.startsWith('.') || skippedFolders.has(name) || name.endsWith('.egg-info')) {
      if (name !== '__pycache__')
        this.#skip(path, 'folder-skipped', 'is hidden, generated or holds installed packages');
    } else if (testFolders.has(name) && !this.#options.includeTests)
      this.#skip(path, 'folder-skipped', 'holds tests; pass includeTests to read it');
    else await this.visit(path, depth + 1);
  }

  async #visitFile(path: string, name: string, siblings: ReadonlySet<string>): Promise<void> {
    const isStub = name.endsWith('.pyi');
    if (!isStub && !name.endsWith('.py') && !name.endsWith('.pyw')) return;
    this.candidates++;
    if (name.startsWith('.')) this.#skip(path, 'file-skipped', 'is hidden');
    else if (isStub && siblings.has(name.slice(0, -1)))
      this.#skip(path, 'file-skipped', 'is a stub beside the file it describes');
    else if (!this.#options.includeTests && /^(?:test_.*|.*_test|conftest)\.py$/.test(name))
      this.#skip(path, 'file-skipped', 'holds tests; pass includeTests to read it');
    else if (this.files.length >= this.#options.maxFiles)
      this.#skip(
        path,
        'file-skipped',
        `comes after the first ${this.#options.maxFiles} files, the limit of one ingest`,
      );
    else {
      const text = await readText(path, this.#name(path), this.#options, this.#log);
      if (text !== undefined) this.files.push({ file: this.#name(path), text });
    }
  }

  #name(path: string): string {
    return displayPath(relative(this.#root, path));
  }

  #skip(path: string, code: string, reason: string): void {
    this.#log.info(code, this.#name(path), `${this.#name(path)} was not read: it ${reason}.`);
  }
}

function escapes(path: string): boolean {
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );
}

/** Text of a file in UTF-8, or in the encoding its first two lines declare. A file that cannot be read is reported. */
async function readText(
  path: string,
  name: string,
  options: FileOptions,
  log: DiagnosticLog,
): Promise<string | undefined> {
  try {
    const { size } = await stat(path);
    if (size > options.maxFileBytes) {
      log.error(
        'file-too-large',
        name,
        `${name} has ${size} bytes, more than the limit of ${options.maxFileBytes}; raise maxFileBytes to read it.`,
      );
      return undefined;
    }
    return decode(await readFile(path), name, log);
  } catch (thrown) {
    log.error('file-unreadable', name, `${name} cannot be read: ${messageOf(thrown)}`);
    return undefined;
  }
}

/** Decodes the bytes of a file; undefined, and reported, when they are no text in a known encoding. */
export function decode(bytes: Uint8Array, name: string, log: DiagnosticLog): string | undefined {
  const text = decodeAs('utf-8', bytes);
  if (text !== undefined && !text.includes('\0')) return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  const head = Buffer.from(bytes.subarray(0, 400)).toString('latin1').split('\n').slice(0, 2).join('\n');
  const declared = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/m.exec(head)?.[1]?.toLowerCase().replaceAll('_', '-');
  const legacy =
    declared === undefined || /^utf-?8/.test(declared) ? undefined : decodeAs(webEncoding(declared), bytes);
  if (legacy !== undefined && !legacy.includes('\0')) {
    log.info('legacy-encoding', name, `${name} was read as ${declared}, the encoding it declares.`);
    return legacy.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  }
  log.error('not-utf8', name, `${name} is not UTF-8 text and declares no encoding that can be read; save it as UTF-8.`);
  return undefined;
}

/** Python's name of an encoding as the decoder of the platform knows it. */
function webEncoding(name: string): string {
  if (/^latin-?1$|^l1$/.test(name)) return 'latin1';
  if (/^latin-?9$/.test(name)) return 'iso-8859-15';
  return name.replace(/^cp(125\d)$/, 'windows-$1').replace(/^iso8859/, 'iso-8859');
}

function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (thrown) {
    if (thrown instanceof TypeError || thrown instanceof RangeError) return undefined; // wrong bytes, unknown encoding
    throw thrown;
  }
}
