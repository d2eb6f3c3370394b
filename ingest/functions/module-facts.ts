import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DiagnosticLog } from '../../src/core/diagnostics.js';
import { messageOf, ToolGraphError } from '../../src/core/errors.js';
import type { CodeFunction } from '../code-function.js';
import { javascriptLanguage } from '../javascript/javascript-language.js';
import { decodeUtf8, readSource, shownPath } from '../source-files.js';
import type { Candidate } from './collect.js';

/** What a module's own text says of the functions that were handed over. */
export interface ModuleFacts {
  /** Path for people, relative to the working folder when below it. */
  readonly file: string;
  readonly describe: (candidate: Candidate) => CodeFunction | undefined;
}

/**
 * Reads the text of the module at a `file:` URL; nothing is run again. For compiled JavaScript with its TypeScript
 * beside it, the TypeScript is read. A file that cannot be parsed gives no facts and an entry in the log.
 *
 * @throws ToolGraphError SOURCE_NOT_FOUND when there is no such file; INVALID_OPTION when it is no JavaScript.
 */
export function moduleFacts(url: string, log: DiagnosticLog): ModuleFacts {
  const absolute = typescriptBeside(localPath(url));
  const extension = extname(absolute);
  if (!javascriptLanguage.extensions.includes(extension))
    throw new ToolGraphError(
      'INVALID_OPTION',
      `Option "source" names ${shownPath(absolute)}, which is no JavaScript or TypeScript; give import.meta.url.`,
    );
  if (!existsSync(absolute))
    throw new ToolGraphError(
      'SOURCE_NOT_FOUND',
      `Option "source" names ${shownPath(absolute)}, which does not exist; give import.meta.url of the module.`,
    );
  const file = shownPath(absolute);
  const read = readSource({ path: file, absolute, extension });
  if ('reason' in read) {
    log.warn(read.code, file, `${file} was not read for descriptions and types: ${read.reason}.`);
    return { file, describe: () => undefined };
  }
  const [module] = javascriptLanguage.read([{ path: file, text: decodeUtf8(read.bytes, file, log) }], log, 'all');
  const functions = new Map((module?.functions ?? []).map((fn) => [fn.id, fn]));
  return { file, describe: (candidate) => lookUp(candidate, functions) };
}

function localPath(url: string): string {
  try {
    const plain = new URL(url);
    plain.search = '';
    plain.hash = '';
    return fileURLToPath(plain);
  } catch (error) {
    throw new ToolGraphError(
      'INVALID_OPTION',
      `Option "source" is no usable file URL (${messageOf(error)}); give import.meta.url.`,
      { cause: error },
    );
  }
}

function typescriptBeside(path: string): string {
  const beside = path.replace(/\.([cm]?)js$/, '.$1ts');
  return beside !== path && existsSync(beside) ? beside : path;
}

/** By class and method, then by the function's own name, then by the name of the tool. */
function lookUp(candidate: Candidate, functions: ReadonlyMap<string, CodeFunction>): CodeFunction | undefined {
  const own = candidate.fn?.name.replace(/^(?:bound )+/, '') ?? '';
  const keys = candidate.owner === undefined ? [own, candidate.name] : [`${candidate.owner}.${own}`];
  for (const key of keys) {
    const found = functions.get(key);
    if (found !== undefined) return found;
  }
  return methodOfObject(candidate, own, functions);
}

/** A method of an object literal: `garden.water` for `water`, when only one object has it. */
function methodOfObject(
  candidate: Candidate,
  own: string,
  functions: ReadonlyMap<string, CodeFunction>,
): CodeFunction | undefined {
  if (candidate.self === undefined || candidate.owner !== undefined || own === '') return undefined;
  const methods = [...functions.values()].filter((fn) => fn.id.endsWith(`.${own}`));
  return methods.length === 1 ? methods[0] : undefined;
}
