import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, gunzip, gunzipSync, gzip } from 'node:zlib';
import { isRecord } from '../core/json-schema.js';

/** A named piece of a snapshot, to be written. */
export interface Chunk {
  readonly kind: string;
  readonly bytes: Uint8Array;
  /** Write it as it is, for a chunk that is wanted at once: unpacking it would take longer than reading it. */
  readonly plain?: boolean;
}

/** A named piece of a snapshot as it was read: checked, and still packed. */
export interface StoredChunk {
  readonly kind: string;
  /** The bytes that were written. They are not copied where they are not packed. @throws DamagedChunks */
  unpack(): Promise<Uint8Array>;
  /** {@link StoredChunk.unpack} at once. */
  unpackNow(): Uint8Array;
}

/** What a file's table says of one chunk. */
interface ChunkEntry {
  readonly kind: string;
  readonly packing: 'gzip' | 'none';
  /** Bytes in the file, and when unpacked. */
  readonly packed: number;
  readonly length: number;
  /** Of the bytes in the file. */
  readonly sha256: string;
}

/** A chunk that unpacks to more than this is refused, and so is a file whose chunks do so together. */
const limits = { chunk: 1 << 30, file: 2 ** 33 } as const;

/** A chunk is kept packed when that saves at least this share. */
const leastSaved = 0.1;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Length of the first line in bytes, without its end. */
const headLength = 160;

/** The first line of a file of chunks: what it is, the checksum of its table, and where that begins. */
export function headOf(word: string, version: number, tableSum: string, tableAt: number): Buffer {
  return Buffer.from(`${`${word} ${version} ${tableSum} ${tableAt}`.padEnd(headLength)}\n`);
}

/**
 * Writes chunks one after another, behind room for the first line, and their table behind them: each chunk's checksum
 * stands in the table, and the table's in the first line, which is written last. No more than one chunk is held packed.
 */
export async function writeChunks(
  file: FileHandle,
  head: { readonly word: string; readonly version: number },
  chunks: Iterable<Chunk>,
): Promise<void> {
  const entries: ChunkEntry[] = [];
  let at = headLength + 1;
  for (const { kind, bytes, plain } of chunks) {
    const smaller = plain === true ? bytes : await pack(bytes, { level: constants.Z_BEST_SPEED });
    const saves = smaller.length < bytes.length * (1 - leastSaved);
    const packed = saves ? smaller : bytes;
    entries.push({
      kind,
      packing: saves ? 'gzip' : 'none',
      packed: packed.length,
      length: bytes.length,
      sha256: sum(packed),
    });
    await writeAt(file, packed, at);
    at += packed.length;
  }
  const table = Buffer.from(JSON.stringify(entries));
  await writeAt(file, table, at);
  await writeAt(file, headOf(head.word, head.version, sum(table), at), 0);
}

/** Why a file's chunks cannot be read. */
export class DamagedChunks extends Error {
  override readonly name = 'DamagedChunks';
}

/** The chunks of an open file, in order, each checked before it is handed out. @throws DamagedChunks */
export async function* readChunks(file: FileHandle): AsyncGenerator<StoredChunk> {
  const { entries, start } = await readTable(file);
  let at = start;
  for (const entry of entries) {
    const packed = await readAt(file, at, entry.packed);
    if (sum(packed) !== entry.sha256) throw new DamagedChunks('its checksum does not fit');
    at += entry.packed;
    yield new PackedChunk(packed, entry);
  }
}

/** Checks that every byte of an open file is as it was written. @throws DamagedChunks */
export async function checkChunks(file: FileHandle): Promise<void> {
  const { entries, start } = await readTable(file);
  let at = start;
  for (const entry of entries) {
    if (sum(await readAt(file, at, entry.packed)) !== entry.sha256)
      throw new DamagedChunks('its checksum does not fit');
    at += entry.packed;
  }
}

class PackedChunk implements StoredChunk {
  readonly kind: string;
  readonly #packed: Buffer;
  readonly #entry: ChunkEntry;

  constructor(packed: Buffer, entry: ChunkEntry) {
    this.kind = entry.kind;
    this.#packed = packed;
    this.#entry = entry;
  }

  async unpack(): Promise<Uint8Array> {
    if (this.#entry.packing === 'none') return this.#packed;
    return this.#whole(await unpack(this.#packed, this.#limit).catch(notUnpacked));
  }

  unpackNow(): Uint8Array {
    if (this.#entry.packing === 'none') return this.#packed;
    try {
      return this.#whole(gunzipSync(this.#packed, this.#limit));
    } catch (thrown) {
      return notUnpacked(thrown);
    }
  }

  get #limit() {
    return { maxOutputLength: Math.max(1, this.#entry.length) };
  }

  #whole(bytes: Uint8Array): Uint8Array {
    return bytes.length === this.#entry.length ? bytes : notUnpacked(undefined);
  }
}

function notUnpacked(cause: unknown): never {
  throw new DamagedChunks('its content cannot be unpacked', { cause });
}

async function readTable(file: FileHandle): Promise<{ entries: readonly ChunkEntry[]; start: number }> {
  const { size } = await file.stat();
  const start = headLength + 1;
  if (size < start) throw new DamagedChunks('it is cut off');
  const head = await readAt(file, 0, start);
  const [word, version, tableSum, place] = head.toString('latin1').trimEnd().split(' ');
  const tableAt = Number(place);
  const wellFormed = Number.isSafeInteger(tableAt) && tableAt >= start && tableAt <= size;
  if (!wellFormed || !head.equals(headOf(word ?? '', Number(version), tableSum ?? '', tableAt)))
    throw new DamagedChunks('its first line is damaged');
  if (size - tableAt > limits.chunk) throw new DamagedChunks('its table is too long');
  const table = await readAt(file, tableAt, size - tableAt);
  if (sum(table) !== tableSum) throw new DamagedChunks('its checksum does not fit');
  const entries = parsed(table);
  if (!Array.isArray(entries) || !entries.every(isEntry)) throw new DamagedChunks('its table is not one of chunks');
  const packed = entries.reduce((total, entry) => total + entry.packed, 0);
  const length = entries.reduce((total, entry) => total + entry.length, 0);
  if (start + packed !== tableAt) throw new DamagedChunks('its chunks do not add up to its length');
  if (length > limits.file) throw new DamagedChunks(`it unpacks to ${length} bytes, and ${limits.file} are the most`);
  return { entries, start };
}

function parsed(table: Buffer): unknown {
  try {
    return JSON.parse(table.toString('utf8'));
  } catch (thrown) {
    throw new DamagedChunks('its table is not one of chunks', { cause: thrown });
  }
}

function isEntry(value: unknown): value is ChunkEntry {
  return (
    isRecord(value) &&
    typeof value['kind'] === 'string' &&
    (value['packing'] === 'gzip' || value['packing'] === 'none') &&
    isLength(value['packed']) &&
    isLength(value['length']) &&
    typeof value['sha256'] === 'string'
  );
}

function isLength(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= limits.chunk;
}

async function writeAt(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, at + done);
    if (bytesRead === 0) throw new DamagedChunks('it is cut off');
    done += bytesRead;
  }
  return bytes;
}

function sum(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
