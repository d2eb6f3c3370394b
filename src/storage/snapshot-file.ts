import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, type FileHandle, link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { messageOf, ToolGraphError } from '../core/errors.js';
import { type Chunk, checkChunks, DamagedChunks, readChunks, type StoredChunk, writeChunks } from './chunk-file.js';

/** First word of a snapshot file. */
const magic = 'toolgraph-snapshot';

/** Version of the file's layout that is written here; those before it are read as well. */
export const snapshotVersion = 3;
const readVersions = [1, 2, snapshotVersion];

/** A snapshot of version 1 that unpacks to more than this is refused: it is damaged, or made to exhaust memory. */
const largestBody = 1 << 30;
const abandonedAfterMs = 60_000;

const unpack = promisify(gunzip);

/** The name of the former snapshot, which `writeSnapshotFile` keeps beside the new one. */
export function backupPathOf(path: string): string {
  return `${path}.bak`;
}

/**
 * Writes chunks as a snapshot file: one line `toolgraph-snapshot <version> <sha256 of the table> <where the table
 * begins>`, the chunks, each packed when that helps, and the table with their checksums. The file is written beside its
 * place, forced to disk and renamed, so that a reader, or a process that starts after a crash, finds the old file or the
 * new one. The former snapshot stays as `<path>.bak` when it was whole. Takes no lock: of two writers at once, the later
 * rename counts.
 *
 * @throws ToolGraphError `SOURCE_UNREADABLE` when the folder cannot be written; the old file is then untouched.
 */
export async function writeSnapshotFile(path: string, chunks: Iterable<Chunk>): Promise<void> {
  const beside = `${path}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
  try {
    await removeAbandoned(path);
    await writeDurably(beside, chunks);
    await keepBackup(path);
    await rename(beside, path);
    await syncFolder(dirname(path));
  } catch (thrown) {
    if (existsSync(beside)) await rm(beside, { force: true }); // where nothing can be, removing nothing fails too
    throw new ToolGraphError(
      'SOURCE_UNREADABLE',
      `The snapshot ${path} could not be written (${messageOf(thrown, 200)}); the former one, if any, is unchanged. ` +
        'Check that its folder exists, may be written and has room.',
      { cause: thrown },
    );
  }
}

/** The kind of the one chunk that a snapshot of version 1 has: all of it as JSON. */
export const wholeDocument = 'document';

/**
 * Hands the chunks of a snapshot file to `take`, in order, each checked before. What was taken is worth nothing when this
 * throws.
 *
 * @throws ToolGraphError `SOURCE_NOT_FOUND` when there is no file, `SOURCE_UNREADABLE` when it may not be read, and
 * `INVALID_SNAPSHOT` when it is empty, cut off, changed, of another program or of another version.
 */
export async function readSnapshotFile(path: string, take: (chunk: StoredChunk) => Promise<void>): Promise<void> {
  const file = await openSnapshot(path);
  try {
    if ((await versionOf(file, path)) === 1) await take(await firstVersion(file, path));
    else for await (const chunk of readChunks(file)) await take(chunk);
  } catch (thrown) {
    throw thrown instanceof DamagedChunks ? damagedSnapshot(path, thrown.message) : thrown;
  } finally {
    await file.close();
  }
}

/** @throws ToolGraphError `INVALID_SNAPSHOT` when a byte of the file is not as it was written. */
async function checkSnapshotFile(path: string): Promise<void> {
  const file = await openSnapshot(path);
  try {
    if ((await versionOf(file, path)) === 1) checkedBody(await file.readFile(), path);
    else await checkChunks(file);
  } catch (thrown) {
    throw thrown instanceof DamagedChunks ? damagedSnapshot(path, thrown.message) : thrown;
  } finally {
    await file.close();
  }
}

async function openSnapshot(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new ToolGraphError('SOURCE_NOT_FOUND', `There is no snapshot ${path}; write one with graph.save(path).`);
    throw new ToolGraphError(
      'SOURCE_UNREADABLE',
      `The snapshot ${path} cannot be read (${code ?? 'unknown reason'}); check its permissions.`,
      { cause: thrown },
    );
  }
}

/** The version that the first line names; the position in the file stays at its beginning. */
async function versionOf(file: FileHandle, path: string): Promise<number> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(200), 0, 200, 0).catch((thrown: NodeJS.ErrnoException) => {
    throw new ToolGraphError(
      'SOURCE_UNREADABLE',
      `The snapshot ${path} cannot be read (${thrown.code ?? 'unknown reason'}); name a file that can.`,
      { cause: thrown },
    );
  });
  if (bytesRead === 0) throw damagedSnapshot(path, 'it is empty');
  const end = buffer.subarray(0, bytesRead).indexOf(0x0a);
  const [word, version] = buffer.subarray(0, Math.max(end, 0)).toString('latin1').split(' ');
  if (word !== magic)
    throw new ToolGraphError(
      'INVALID_SNAPSHOT',
      `${path} is not a toolgraph snapshot, or its beginning is damaged; ${remedy(path)}`,
    );
  const known = readVersions.find((read) => version === String(read));
  if (known !== undefined) return known;
  throw new ToolGraphError(
    'INVALID_SNAPSHOT',
    `The snapshot ${path} has version ${JSON.stringify(version?.slice(0, 20) ?? '')} and this toolgraph reads ` +
      `${readVersions.slice(0, -1).join(', ')} and ${snapshotVersion}; ingest the sources again and save, or use the toolgraph that wrote it.`,
  );
}

/** A snapshot as version 1 had it: a line `toolgraph-snapshot 1 <sha256>`, and one gzipped document that it covers. */
async function firstVersion(file: FileHandle, path: string): Promise<StoredChunk> {
  const body = checkedBody(await file.readFile(), path);
  try {
    const bytes = await unpack(body, { maxOutputLength: largestBody });
    return { kind: wholeDocument, unpack: async () => bytes, unpackNow: () => bytes };
  } catch (thrown) {
    throw damagedSnapshot(path, `its content cannot be unpacked (${messageOf(thrown, 100)})`);
  }
}

function checkedBody(bytes: Buffer, path: string): Buffer {
  const end = bytes.subarray(0, 200).indexOf(0x0a);
  const sum = bytes.subarray(0, end).toString('latin1').split(' ')[2];
  const body = bytes.subarray(end + 1);
  if (createHash('sha256').update(body).digest('hex') !== sum) throw damagedSnapshot(path, 'its checksum does not fit');
  return body;
}

/** The error for a file whose content is not as it was written. */
export function damagedSnapshot(path: string, what: string): ToolGraphError {
  return new ToolGraphError('INVALID_SNAPSHOT', `The snapshot ${path} is damaged: ${what}; ${remedy(path)}`);
}

function remedy(path: string): string {
  return `remove it and ingest the sources again, or load the one before it, ${backupPathOf(path)}, if that is there.`;
}

async function writeDurably(path: string, chunks: Iterable<Chunk>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await writeChunks(file, { word: magic, version: snapshotVersion }, chunks);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the present file the backup, unless it is damaged: then the backup before it is worth more. */
async function keepBackup(path: string): Promise<void> {
  try {
    await checkSnapshotFile(path);
  } catch (thrown) {
    if (thrown instanceof ToolGraphError && thrown.code !== 'SOURCE_UNREADABLE') return;
    throw thrown;
  }
  const beside = `${path}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
  await linkOrCopy(path, beside);
  await rename(beside, backupPathOf(path));
  // Renaming one of two links to the same file onto the other leaves both, by POSIX.
  await rm(beside, { force: true });
}

/** Some file systems know no hard links. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (thrown) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes((thrown as NodeJS.ErrnoException).code ?? ''))
      throw thrown;
    await copyFile(from, to);
  }
}

/** A rename is only sure to be on disk when its folder is. Some systems cannot open folders, and need not. */
async function syncFolder(folder: string): Promise<void> {
  let handle: Awaited<ReturnType<typeof open>> | undefined;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code;
    if (!['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP'].includes(code ?? '')) throw thrown;
  } finally {
    await handle?.close();
  }
}

/** Takes away what killed writers left behind; a younger file may belong to a writer that is at work. */
async function removeAbandoned(path: string): Promise<void> {
  const folder = dirname(path);
  const prefix = `${basename(path)}.`;
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix) || !/^\d+-[0-9a-f]{12}\.tmp$/.test(name.slice(prefix.length))) continue;
    const file = join(folder, name);
    const age = Date.now() - ((await statOf(file))?.mtimeMs ?? Date.now());
    if (age > abandonedAfterMs) await rm(file, { force: true });
  }
}

async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined; // its writer was quicker
    throw thrown;
  }
}
