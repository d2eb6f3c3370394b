import { realpath } from 'node:fs/promises';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ToolGraphError } from '../../src/core/errors.js';
import { guardedFetch } from '../fetch-guard.js';
import { displayReference } from '../locations.js';
import { type DocumentWarning, parseDocument } from '../parse-document.js';
import { decodeText, readFileBytes, type SourceLimits } from '../read-source.js';
import type { OpenApiOptions } from './options.js';
import type { References } from './references.js';

/** Most documents that one document may pull in. */
const maxDocuments = 500;

/**
 * Loads the documents that the root document refers to, as far as its policy allows, and those that they refer to.
 * What is refused or unreadable is remembered in `references` with its reason; nothing is thrown for it.
 */
export async function loadExternal(
  references: References,
  options: OpenApiOptions & { readonly limits: SourceLimits },
  warn: DocumentWarning,
): Promise<void> {
  const queue = references.external.map((ref) => references.absolute(ref) ?? ref);
  const seen = new Set<string>();
  const policy = await policyOf(references.base, options);
  for (let next = 0; next < queue.length; next++) {
    const url = (queue[next] as string).split('#')[0] as string;
    if (seen.has(url) || references.has(url)) continue;
    seen.add(url);
    try {
      if (seen.size > maxDocuments)
        throw new ToolGraphError('LIMIT_EXCEEDED', `more than ${maxDocuments} documents are referred to`);
      const text = await policy(url);
      const document = parseDocument(text, displayReference(url), options.limits, warn);
      queue.push(...references.add(url, document));
    } catch (thrown) {
      if (!(thrown instanceof ToolGraphError)) throw thrown;
      references.refuse(url, thrown.message.replace(/\.$/, ''));
    }
  }
}

/** Reads the text of one absolute reference or refuses it. */
type Policy = (url: string) => Promise<string>;

async function policyOf(
  base: string | undefined,
  options: OpenApiOptions & { readonly limits: SourceLimits },
): Promise<Policy> {
  const { files, hosts, privateAddresses } = options.refs ?? {};
  const folder = files === undefined ? undefined : await folderOf(files, base);
  return async (url) => {
    if (/^https?:/i.test(url)) {
      if (hosts === undefined) throw refused('remote references need the option refs.hosts');
      const { bytes } = await guardedFetch(new URL(url), {
        hosts,
        privateAddresses: privateAddresses === true ? 'any' : 'none',
        maxBytes: options.limits.maxBytes,
        timeoutMs: options.limits.timeoutMs,
        ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      });
      return decodeText(bytes);
    }
    if (files === undefined) throw refused('references to files need the option refs.files');
    if (folder === undefined) throw refused('the document has no folder of its own');
    if (!url.startsWith('file:')) throw refused('only files and http(s) addresses can be referred to');
    return decodeText(await readConfined(url, folder, options.limits.maxBytes));
  };
}

async function folderOf(files: true | string, base: string | undefined): Promise<string | undefined> {
  const folder =
    files === true ? (base?.startsWith('file:') ? dirname(fileURLToPath(base)) : undefined) : resolve(files);
  if (folder === undefined) return undefined;
  try {
    return await realpath(folder);
  } catch (thrown) {
    throw new ToolGraphError('SOURCE_NOT_FOUND', `The folder of option refs.files does not exist: ${folder}`, {
      cause: thrown,
    });
  }
}

/** Reads a file below `folder`; its real path counts, so that no link and no `..` leads out. */
async function readConfined(url: string, folder: string, maxBytes: number): Promise<Uint8Array> {
  const wanted = pathOf(url);
  let real: string;
  try {
    real = await realpath(wanted);
  } catch (thrown) {
    // outside of the folder even existence is not told
    if (thrown instanceof Error && isInside(wanted, folder))
      throw new ToolGraphError('SOURCE_NOT_FOUND', 'the file does not exist');
    throw refused('it lies outside the allowed folder');
  }
  if (!isInside(real, folder)) throw refused('it lies outside the allowed folder');
  return readFileBytes(real, basename(real), maxBytes);
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (thrown) {
    throw new ToolGraphError('REFUSED', 'it is not the path of a local file', { cause: thrown });
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === path;
}

function refused(why: string): ToolGraphError {
  return new ToolGraphError('REFUSED', why);
}
