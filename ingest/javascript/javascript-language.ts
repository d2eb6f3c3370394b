import { extname } from 'node:path';
import type { DiagnosticLog } from '../../src/core/diagnostics.js';
import { messageOf } from '../../src/core/errors.js';
import type { CodeFunction } from '../code-function.js';
import type { ModuleFunctions, SourceLanguage, SourceModule } from '../source-language.js';
import { compiler, createSourceProgram, type SourceProgram, type ts } from './compiler.js';
import type { ReadContext } from './read-function.js';
import { readModule } from './read-module.js';
import { TypeSchemas } from './type-schema.js';

/** JavaScript and TypeScript, read by the TypeScript compiler with one type checker over all files. */
export const javascriptLanguage: SourceLanguage<CodeFunction> = {
  extensions: ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx'],
  read: readJavaScript,
};

function readJavaScript(
  modules: readonly SourceModule[],
  log: DiagnosticLog,
  only: 'public' | 'all',
): ModuleFunctions<CodeFunction>[] {
  const readable = modules.filter((module) => checkNesting(module, log));
  if (readable.length === 0) return [];
  const sources = createSourceProgram(readable);
  const paths = new Set(readable.map((module) => sources.file(module.path)));
  const context: ReadContext = {
    api: compiler(),
    checker: sources.checker,
    types: new TypeSchemas(compiler(), sources.checker, (file) => !paths.has(file)),
  };
  return readable.flatMap((module) => readOne(module, sources, { ...context, only }, log) ?? []);
}

function readOne(
  module: SourceModule,
  sources: SourceProgram,
  context: ReadContext & { readonly only: 'public' | 'all' },
  log: DiagnosticLog,
): ModuleFunctions<CodeFunction> | undefined {
  const { path } = module;
  const file = sources.file(path);
  if (file === undefined) {
    log.error('unreadable-file', path, `${path} was not taken by the compiler.`);
    return undefined;
  }
  const broken = sources.program.getSyntacticDiagnostics(file)[0];
  if (broken !== undefined) {
    log.error('syntax-error', path, syntaxMessage(path, broken, file));
    return undefined;
  }
  try {
    const functions = readModule(file, context, context.only === 'all', (code, item, message) => {
      if (code === 'opaque-parameter') log.info(code, item, message);
      else if (code === 'duplicate-definition') log.error(code, item, message);
      else log.warn(code, item, message);
    });
    const language = /^\.[cm]?tsx?$/.test(extname(path)) ? 'typescript' : 'javascript';
    return { path, language, functions };
  } catch (error) {
    // The compiler's walk over one file failed (nesting too deep, or a fault of its own); the others still count.
    log.error('unreadable-file', path, `${path} could not be read: ${messageOf(error)}`);
    return undefined;
  }
}

function syntaxMessage(path: string, broken: ts.Diagnostic, file: ts.SourceFile): string {
  const { line } = file.getLineAndCharacterOfPosition(broken.start ?? 0);
  const text = compiler().flattenDiagnosticMessageText(broken.messageText, ' ');
  return `${path}:${line + 1} cannot be parsed (${text.replace(/\.$/, '')}); none of its functions were taken.`;
}

/** Brackets nested deeper than this overflow the parser's stack, which is shared by all files. */
const maxNesting = 1000;

function checkNesting(module: SourceModule, log: DiagnosticLog): boolean {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < module.text.length; index++) {
    const code = module.text.charCodeAt(index);
    if (code === 40 || code === 91 || code === 123) deepest = Math.max(deepest, ++depth);
    else if (code === 41 || code === 93 || code === 125) depth = Math.max(0, depth - 1);
  }
  if (deepest <= maxNesting) return true;
  log.error(
    'file-too-deep',
    module.path,
    `${module.path} nests ${deepest} brackets, more than ${maxNesting}; it was not read.`,
  );
  return false;
}
