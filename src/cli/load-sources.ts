import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join, relative, sep } from 'node:path';
import {
  type DocumentOutcome,
  type IngestReport,
  type ListedDocument,
  messageOf,
  readSourceText,
  ToolGraph,
  ToolGraphError,
} from '../index.js';
import { oneLine } from './failure.js';
import { IngestClock } from './ingest-clock.js';
import { detectFormat, formatOfName, isSourceName, ProbedFile, type SourceFormat, sourceFormats } from './sources.js';
import { plural, progress, remark } from './terminal.js';

/** A file of a folder that could not be taken in. The others were. */
export interface FailedFile {
  readonly path: string;
  readonly message: string;
  /** The catalog's own diagnostics name it. */
  readonly inCatalog?: true;
}

/** The catalog that the sources of one command make. */
export interface LoadedSources {
  readonly graph: ToolGraph;
  readonly reports: readonly IngestReport[];
  readonly failed: readonly FailedFile[];
  readonly elapsedMs: number;
}

const limits = { fileBytes: 256 << 20, folderFiles: 20_000 } as const;
const skippedFolders = new Set(['node_modules', 'coverage', '__pycache__', 'venv']);
/** Output of a build: passed over only beside a `src`, as an installed package has nothing else. */
const builtFolders = new Set(['dist', 'build', 'out']);

/**
 * Takes files, folders and URLs into one catalog, in the order given. A source that the user named must be readable;
 * of a folder, every file that a format recognises is taken, and one that fails does not fail the others.
 *
 * @param graph Where the tools go. Default: a new one.
 * @param own Ids that these sources had in it when they were taken in before; they have them again.
 * @param name Id that the tools of a file or address are to have; those of a folder's files have it with the file's
 * name behind it. Default: from the document or file.
 * @throws ToolGraphError when a named source is missing, unreadable or of no known format, or a folder holds no source.
 */
export async function loadSources(
  sources: readonly string[],
  graph: ToolGraph = new ToolGraph(),
  own: readonly string[] = [],
  name?: string,
): Promise<LoadedSources> {
  const ids = new SourceNames(graph, own, name);
  const reports: IngestReport[] = [];
  const failed: FailedFile[] = [];
  const started = performance.now();
  const waiting: ListedDocument[] = [];
  const takeWaiting = async (): Promise<void> => {
    for (const { report, failure } of await takeTogether(graph, waiting)) {
      if (failure !== undefined) throw failure;
      reports.push(report);
    }
  };
  for (const source of sources) {
    progress(`reading ${source} …`);
    if (!isUrl(source) && kindOf(source) === 'file') {
      const file = readSource(source);
      const format = detectFormat(file);
      if (format?.together === true && !ids.isChosen) {
        ids.idOf(source);
        waiting.push(source);
        continue;
      }
      await takeWaiting();
      reports.push(await loadFile(graph, file, format, ids));
      continue;
    }
    await takeWaiting();
    if (isUrl(source)) reports.push(await loadUrl(graph, source, ids));
    else await loadFolder(graph, source, ids, reports, failed);
  }
  await takeWaiting();
  progress('');
  return { graph, reports, failed, elapsedMs: performance.now() - started };
}

/** Says on standard error which files of a folder were left out, for commands that do not list them themselves. */
export function remarkFailures({ failed }: LoadedSources): void {
  for (const { path, message } of failed) remark(`toolgraph: left out ${path}: ${oneLine(message)}`);
}

function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** An address whose path names GraphQL, and no file, is asked for its schema; of any other the content decides. */
async function loadUrl(graph: ToolGraph, address: string, ids: SourceNames): Promise<IngestReport> {
  if (!URL.canParse(address)) throw new ToolGraphError('INVALID_ARGUMENT', `${address} is not a complete web address.`);
  const { pathname, host } = new URL(address);
  if (/graphi?ql\/?$|\/gql\/?$/i.test(pathname) && !/\.\w+$/.test(pathname))
    return graph.ingestGraphql(address, ids.isChosen ? { source: ids.idOf(address) } : {});
  const { text, name } = await readSourceText(address);
  const path = basename(pathname) === '' ? host : pathname;
  const file = new ProbedFile({ path, text, url: address });
  const format = detectFormat(file);
  if (format === undefined) return takeUnknown(graph, file, name, address);
  return format.ingest(graph, file, ids.idOf(path, name), ids.isChosen);
}

function kindOf(path: string): 'file' | 'folder' {
  const stats = attempt(path, () => statSync(path));
  return stats.isDirectory() ? 'folder' : 'file';
}

async function loadFile(
  graph: ToolGraph,
  file: ProbedFile,
  format: SourceFormat | undefined,
  ids: SourceNames,
): Promise<IngestReport> {
  const { path } = file;
  if (format === undefined) return takeUnknown(graph, file, path, path);
  return format.ingest(graph, file, ids.idOf(path), ids.isChosen);
}

/** Takes in the documents that wait, in their order, and says on the terminal how far that is; none wait any more. */
async function takeTogether(graph: ToolGraph, waiting: ListedDocument[]): Promise<readonly DocumentOutcome[]> {
  const documents = waiting.splice(0);
  if (documents.length === 0) return [];
  const clock = new IngestClock();
  return graph.ingestOpenApiList(documents, { onProgress: (state) => progress(clock.line(state)) });
}

/** JSON that is broken is given to a reader that says where it breaks off, or how deep it is nested; the rest is refused. */
async function takeUnknown(graph: ToolGraph, file: ProbedFile, name: string, place: string): Promise<IngestReport> {
  if (file.isBrokenJson) return graph.ingestOpenApi(place);
  throw unknownFormat(name, file.text);
}

function unknownFormat(name: string, text: string): ToolGraphError {
  if (/^\s*</.test(text.slice(0, 1000)))
    return new ToolGraphError(
      'INVALID_DOCUMENT',
      `${name} is a web page or XML, not a source — save the raw document and try that.`,
    );
  const what = text.trim() === '' ? 'empty' : 'of no format known here';
  return new ToolGraphError('INVALID_DOCUMENT', `${name} is ${what} — a source is ${formatList()}.`);
}

async function loadFolder(
  graph: ToolGraph,
  folder: string,
  ids: SourceNames,
  reports: IngestReport[],
  failed: FailedFile[],
): Promise<void> {
  const before = reports.length + failed.length;
  const paths = filesOf(folder, failed);
  const waiting: ListedDocument[] = [];
  const takeWaiting = async (): Promise<void> => {
    const taken = waiting.map((document) => (typeof document === 'string' ? document : document.location));
    const outcomes = await takeTogether(graph, waiting);
    outcomes.forEach(({ report, failure }, index) => {
      if (failure === undefined) reports.push(report);
      else failed.push({ path: taken[index] ?? folder, message: messageOf(failure), inCatalog: true });
    });
  };
  const take = async (path: string, ingest: () => Promise<IngestReport | undefined>): Promise<void> => {
    try {
      const report = await ingest();
      if (report !== undefined) reports.push(report);
    } catch (thrown) {
      failed.push({ path, message: messageOf(thrown) });
    }
  };
  for (const [index, path] of paths.entries()) {
    if (formatOfName(path)?.ingestFolder !== undefined) continue;
    progress(`reading ${folder} … ${index + 1} of ${paths.length}`);
    await take(path, async () => {
      const file = readSource(path);
      const format = detectFormat(file);
      if (format?.together !== true) {
        if (format !== undefined) await takeWaiting();
        return format?.ingest(graph, file, ids.idOf(path, path, folder), ids.isChosen);
      }
      const source = ids.idOf(path, path, folder);
      waiting.push(ids.isChosen ? { location: path, source } : path);
      return undefined;
    });
  }
  await takeWaiting();
  for (const { word, names, ingestFolder } of sourceFormats) {
    const own = paths.filter((path) => names?.test(path) === true);
    if (ingestFolder === undefined || own.length === 0) continue;
    progress(`reading the ${word} files in ${folder} …`);
    await take(folder, async () => ingestFolder(graph, folder, ids.idOf(folder), own));
  }
  if (reports.length + failed.length === before)
    throw new ToolGraphError(
      'SOURCE_NOT_FOUND',
      `${folder} holds no source (${plural(paths.length, 'file')} looked at) — looked for ${formatList()}.`,
    );
}

/** Gives files and folders their source ids within one load. */
class SourceNames {
  readonly #graph: ToolGraph;
  readonly #own: ReadonlySet<string>;
  readonly #given = new Set<string>();
  readonly #chosen: string | undefined;

  constructor(graph: ToolGraph, own: readonly string[], chosen: string | undefined) {
    this.#graph = graph;
    this.#own = new Set(own);
    this.#chosen = chosen;
  }

  /** Did the user say what the tools are to be called after? */
  get isChosen(): boolean {
    return this.#chosen !== undefined;
  }

  /** The name of the file or folder; the whole path or address where another source has that name. */
  idOf(path: string, whole = path, folder?: string): string {
    const base = basename(path, extname(path));
    if (this.#chosen !== undefined) return this.#chosenId(this.#chosen, path, base, folder);
    const id = base === '' || base === '.' || base === '..' || this.#isTaken(base) ? whole : base;
    this.#given.add(id);
    return id;
  }

  #chosenId(chosen: string, path: string, base: string, folder: string | undefined): string {
    const short = folder === undefined ? chosen : `${chosen}.${base}`;
    const isRepeated = folder !== undefined && this.#given.has(short);
    const id = isRepeated ? `${chosen}.${relative(folder, path).split(sep).join('.')}` : short;
    if (this.#isTaken(id))
      throw new ToolGraphError(
        'INVALID_OPTION',
        `${path} cannot be called ${JSON.stringify(id)}: another source has that name; choose another one.`,
      );
    this.#given.add(id);
    return id;
  }

  #isTaken(id: string): boolean {
    return this.#graph.sources.includes(id) && (this.#given.has(id) || !this.#own.has(id));
  }
}

/**
 * Files of the folder that may be sources, in a fixed order, without what tools generate or install. Folders in it that
 * cannot be read go to `failed`.
 */
function filesOf(folder: string, failed: FailedFile[]): string[] {
  const found: string[] = [];
  const entriesOf = (path: string): Dirent[] => {
    try {
      return attempt(path, () => readdirSync(path, { withFileTypes: true }));
    } catch (thrown) {
      if (path === folder) throw thrown;
      failed.push({ path, message: messageOf(thrown) });
      return [];
    }
  };
  const visit = (path: string): void => {
    const entries = entriesOf(path);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (isFolderToVisit(entry, entries)) visit(join(path, entry.name));
      else if (entry.isFile() && isSourceName(entry.name)) found.push(join(path, entry.name));
      if (found.length > limits.folderFiles)
        throw new ToolGraphError(
          'LIMIT_EXCEEDED',
          `${folder} holds more than ${limits.folderFiles} files that may be sources — name its folders one by one.`,
        );
    }
  };
  visit(folder);
  return found;
}

/** Links are not followed: they can leave the folder or lead in circles. */
function isFolderToVisit(entry: Dirent, beside: readonly Dirent[]): boolean {
  if (!entry.isDirectory() || entry.name.startsWith('.') || skippedFolders.has(entry.name)) return false;
  return !builtFolders.has(entry.name) || !beside.some(({ name }) => name === 'src');
}

function readSource(path: string): ProbedFile {
  const text = attempt(path, () => {
    const stats = statSync(path);
    if (!stats.isFile())
      throw new ToolGraphError('SOURCE_UNREADABLE', `${path} is not a regular file; it is not read.`);
    const { size } = stats;
    if (size > limits.fileBytes)
      throw new ToolGraphError('LIMIT_EXCEEDED', `${path} has ${size} bytes; the limit is ${limits.fileBytes}.`);
    return decode(readFileSync(path));
  });
  return new ProbedFile({ path, text });
}

/** UTF-8, or UTF-16 when a byte order mark says so. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}

function formatList(): string {
  const labels = sourceFormats.map((format) => format.label);
  return `${labels.slice(0, -1).join(', ')} or ${labels.at(-1) ?? ''}`;
}

/** Runs a file system call and says what a failure means to the person who typed the path. */
function attempt<T>(path: string, call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new ToolGraphError('SOURCE_NOT_FOUND', `${path} does not exist — check the path (from ${process.cwd()}).`);
    if (code === 'ELOOP')
      throw new ToolGraphError('SOURCE_UNREADABLE', `${path} is a link that leads back to itself — name the file.`);
    if (code === 'EACCES' || code === 'EPERM')
      throw new ToolGraphError('SOURCE_UNREADABLE', `${path} may not be read — check its permissions.`);
    throw thrown;
  }
}
