import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type ts from 'typescript';
import { ToolGraphError } from '../../src/core/errors.js';

export type { ts };

/** The compiler's own module, as a value. */
export type Compiler = typeof ts;

let loaded: Compiler | undefined;

/** The TypeScript compiler, loaded on first use: it costs some 0.3 s, which only readers of source code pay. */
export function compiler(): Compiler {
  if (loaded === undefined) {
    try {
      loaded = createRequire(import.meta.url)('typescript') as Compiler;
    } catch (error) {
      throw new ToolGraphError(
        'MISSING_DEPENDENCY',
        'Reading JavaScript or TypeScript source needs the package "typescript" (below 7); install it.',
        { cause: error },
      );
    }
    if (typeof loaded.createProgram !== 'function')
      throw new ToolGraphError(
        'MISSING_DEPENDENCY',
        `Package "typescript" ${loaded.version} has no compiler API; install a version below 7.`,
      );
  }
  return loaded;
}

/** A file to be read: its path (any unique text with the right extension) and its text. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** Parsed files with one type checker over all of them. */
export interface SourceProgram {
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly file: (path: string) => ts.SourceFile | undefined;
}

/**
 * The parts of the standard library whose types occur in signatures. The whole of it costs twice the time and adds
 * nothing that has a JSON form.
 */
const libraries = [
  'lib.es5.d.ts', 'lib.es2015.core.d.ts', 'lib.es2015.collection.d.ts', 'lib.es2015.symbol.d.ts',
  'lib.es2015.iterable.d.ts', 'lib.es2015.generator.d.ts', 'lib.es2015.promise.d.ts', 'lib.es2018.asynciterable.d.ts',
  'lib.es2018.asyncgenerator.d.ts',
]; // biome-ignore format: a list

/** Types of the platforms that occur in signatures; their own declarations are megabytes. */
const platformFile = '/platform/types.d.ts';
const platformTypes = [
  'AbortSignal', 'Blob', 'Buffer', 'File', 'FormData', 'Headers', 'ReadableStream', 'Request', 'Response', 'URL',
  'URLSearchParams', 'WritableStream',
]; // biome-ignore format: a list
const platformText = platformTypes.map((name) => `interface ${name} { readonly platform: '${name}' }`).join('\n');

const libraryFiles = new Map<string, ts.SourceFile | undefined>();

/**
 * Makes one program of the texts alone. Nothing else is read but the compiler's own library files: an import of a
 * package, or of a file that is not among them, has unknown types. Nothing is emitted or run.
 */
export function createSourceProgram(sources: readonly SourceText[]): SourceProgram {
  const api = compiler();
  const texts = new Map(sources.map((source) => [virtualPath(source.path), source.text]));
  const host = sourceHost(api, texts);
  const program = api.createProgram({
    rootNames: [platformFile, ...texts.keys()],
    options: compilerOptions(api),
    host,
  });
  return {
    program,
    checker: program.getTypeChecker(),
    file: (path) => program.getSourceFile(virtualPath(path)),
  };
}

function compilerOptions(api: Compiler): ts.CompilerOptions {
  return {
    lib: [...libraries],
    strict: true,
    allowJs: true,
    noEmit: true,
    types: [],
    skipLibCheck: true,
    target: api.ScriptTarget.ESNext,
    module: api.ModuleKind.ESNext,
    moduleResolution: api.ModuleResolutionKind.Bundler,
    jsx: api.JsxEmit.Preserve,
    moduleDetection: api.ModuleDetectionKind.Force,
  };
}

/** Paths of sources live under a root of their own, so that none is taken for a file of the compiler. */
function virtualPath(path: string): string {
  return `/source/${path.replaceAll('\\', '/').replace(/^\/+/, '')}`;
}

function sourceHost(api: Compiler, texts: ReadonlyMap<string, string>): ts.CompilerHost {
  const libraryFolder = dirname(api.getDefaultLibFilePath({}));
  const isLibrary = (path: string): boolean => dirname(path) === libraryFolder;
  return {
    getSourceFile: (path, options) => {
      const text = texts.get(path);
      if (text !== undefined) return api.createSourceFile(path, text, options, true);
      if (path === platformFile) return api.createSourceFile(path, platformText, options, true);
      return isLibrary(path) ? libraryFile(api, path, options) : undefined;
    },
    fileExists: (path) => texts.has(path) || path === platformFile || (isLibrary(path) && api.sys.fileExists(path)),
    readFile: (path) => texts.get(path),
    writeFile: () => undefined,
    getDefaultLibFileName: () => join(libraryFolder, 'lib.es5.d.ts'),
    getDefaultLibLocation: () => libraryFolder,
    getCurrentDirectory: () => '/source',
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    directoryExists: (path) => path.startsWith('/source'),
    getDirectories: () => [],
    resolveModuleNameLiterals: (literals, containing) =>
      literals.map((literal) => ({ resolvedModule: resolveAmong(texts, literal.text, containing) })),
  };
}

/** Library files are the same for every program. */
function libraryFile(
  api: Compiler,
  path: string,
  options: ts.ScriptTarget | ts.CreateSourceFileOptions,
): ts.SourceFile | undefined {
  if (!libraryFiles.has(path)) {
    const text = api.sys.readFile(path);
    libraryFiles.set(path, text === undefined ? undefined : api.createSourceFile(path, text, options, false));
  }
  return libraryFiles.get(path);
}

const extensions = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.d.ts'];

function resolveAmong(
  texts: ReadonlyMap<string, string>,
  specifier: string,
  containing: string,
): ts.ResolvedModuleFull | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const target = join(dirname(containing), specifier);
  const stem = target.replace(/\.[cm]?[jt]sx?$/, '');
  const candidates = [target, ...extensions.flatMap((extension) => [stem + extension, `${target}/index${extension}`])];
  const found = candidates.find((candidate) => texts.has(candidate));
  return found === undefined ? undefined : { resolvedFileName: found, extension: extensionOf(found) };
}

function extensionOf(path: string): string {
  return extensions.find((extension) => path.endsWith(extension)) ?? '.ts';
}
