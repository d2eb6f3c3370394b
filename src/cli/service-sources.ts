import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { JsonValue, ToolGraph } from '../index.js';
import { AsideSource, type Ingested, type ServiceSource } from '../service/index.js';
import { loadSources } from './load-sources.js';

/** What may be said of a source of a service. */
export interface SourceTerms {
  /** Id of its tools. Default: from the document or file. */
  readonly name?: string;
  readonly refreshEveryMs?: number;
}

/** A file, folder or URL as a source of a service: it can be read again, and says whether its content changed. */
export function serviceSource(place: string, { name, refreshEveryMs }: SourceTerms = {}): ServiceSource {
  const isUrl = /^https?:\/\//i.test(place);
  const where = isUrl ? place : resolve(place);
  const args = { where, ...(name === undefined ? {} : { name }) };
  const aside = new AsideSource(import.meta.url, args, (graph, own) => readInto(graph, args, own));
  return {
    place: name === undefined ? where : `${name}=${where}`,
    ingest: (graph, own) => aside.ingest(graph, own),
    definition: JSON.stringify([name, where]),
    retry: true,
    ...(name === undefined ? {} : { id: name }),
    ...(isUrl ? {} : { fingerprint: async () => fingerprintOf(where) }),
    ...(refreshEveryMs === undefined ? {} : { refreshEveryMs }),
  };
}

/** Reads the file, folder or URL `where` into a graph, as source `name`; also run by the thread that refreshes sources. */
export async function readInto(graph: ToolGraph, args: JsonValue, own: readonly string[]): Promise<Ingested> {
  const { where, name } = args as { readonly where: string; readonly name?: string };
  const { reports, failed } = await loadSources([where], graph, own, name);
  if (failed.length === 0) return { reports };
  return { reports, incomplete: `${failed.length} of its files could not be read.` };
}

/** A hash of the names, sizes and times of the files; undefined when they cannot be looked at. */
function fingerprintOf(path: string): string | undefined {
  const hash = createHash('sha256');
  const visit = (at: string): void => {
    const stats = statSync(at);
    hash.update(`${at}\0${stats.isDirectory() ? 'folder' : `${stats.size}\0${stats.mtimeMs}`}\n`);
    if (!stats.isDirectory()) return;
    for (const entry of readdirSync(at, { withFileTypes: true }).sort(byName)) {
      if (entry.name !== 'node_modules' && !entry.isSymbolicLink()) visit(join(at, entry.name));
    }
  };
  try {
    visit(path);
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown) return undefined; // reading the source will say what is wrong
    throw thrown;
  }
  return hash.digest('hex');
}

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : 1;
}
