import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { type EmbedContext, type Embedder, type EmbeddingVector, messageOf } from '../index.js';
import { remark } from './terminal.js';
import { writeWhole } from './write-whole.js';

/** Begins the first line of every such file. */
const format = 'toolgraph-vectors 1';

/** Bytes of a key: the beginning of the SHA-256 of the text. */
const keyBytes = 16;

/** Largest file that is read or written; of more vectors the ones that were not needed this time go first. */
const largestBytes = 512 << 20;

/** Longest first line: an id of 200 characters, each escaped, and the rest. */
const longestHead = 4096;

/** What the first line says of the vectors below it. */
interface Head {
  readonly embedder: string;
  readonly dimensions: number;
  readonly vectors: number;
  /** SHA-256 of what follows the line, as hex. */
  readonly sha256: string;
}

/**
 * Vectors of tools' texts in a file, by hash of the text, so that commands that follow one another embed a text once.
 * They are those of one embedder: of another id or length, and of a damaged file, nothing is used, and saving replaces it.
 * A byte is kept of each number, which is what a graph keeps: rankings are the same with and without the file.
 */
export class VectorFile {
  readonly #path: string;
  readonly #of: Embedder;
  /** In the order of the file; those needed this time, last. */
  readonly #vectors: Map<string, Int8Array>;
  #isChanged = false;

  /** Reads the file where it is there; says on standard error why its vectors are not used. */
  constructor(path: string, embedder: Embedder) {
    this.#path = path;
    this.#of = embedder;
    this.#vectors = readVectors(path, embedder);
  }

  /** The embedder, asked only for what the file does not hold. Requests always go to it. */
  get embedder(): Embedder {
    const { id, dimensions, batchSize } = this.#of;
    return {
      id,
      dimensions,
      ...(batchSize === undefined ? {} : { batchSize }),
      embed: (texts, context) => this.#embed(texts, context),
    };
  }

  /** Writes the file in one step, where there is something new. Says on standard error when that fails. */
  save(): void {
    if (!this.#isChanged) return;
    const { id, dimensions } = this.#of;
    const each = keyBytes + dimensions;
    const kept = [...this.#vectors].slice(-Math.floor((largestBytes - longestHead) / each));
    const body = Buffer.alloc(kept.length * each);
    kept.forEach(([key, bytes], at) => {
      body.write(key, at * each, 'hex');
      body.set(bytes, at * each + keyBytes);
    });
    const head: Head = { embedder: id, dimensions, vectors: kept.length, sha256: sha256(body) };
    try {
      writeWhole(this.#path, Buffer.concat([Buffer.from(`${format} ${JSON.stringify(head)}\n`), body]));
      this.#isChanged = false;
    } catch (thrown) {
      remark(`toolgraph: vectors are not kept: ${messageOf(thrown)}`);
    }
  }

  async #embed(texts: readonly string[], context: EmbedContext): Promise<readonly EmbeddingVector[]> {
    if (context.purpose !== 'tool') return this.#of.embed(texts, context);
    const keys = texts.map((text) =>
      createHash('sha256')
        .update(text)
        .digest('hex')
        .slice(0, 2 * keyBytes),
    );
    const missing = keys.flatMap((key, at) => (this.#vectors.has(key) ? [] : [at]));
    const made = new Map<number, EmbeddingVector>();
    if (missing.length > 0) {
      const answer = await this.#of.embed(
        missing.map((at) => texts[at] as string),
        context,
      );
      if (!Array.isArray(answer) || answer.length !== missing.length) return answer; // refused where vectors are checked
      missing.forEach((at, nth) => {
        made.set(at, answer[nth] as EmbeddingVector);
      });
    }
    return keys.map((key, at) => {
      const vector = made.get(at) ?? this.#vectors.get(key);
      const bytes = vector instanceof Int8Array ? vector : bytesOf(vector, this.#of.dimensions);
      if (bytes === undefined) return vector as EmbeddingVector;
      this.#isChanged ||= made.has(at);
      this.#vectors.delete(key);
      this.#vectors.set(key, bytes);
      return Float32Array.from(bytes);
    });
  }
}

/** A byte a number; undefined for what is no usable vector, which is not kept. */
function bytesOf(vector: unknown, dimensions: number): Int8Array | undefined {
  if (!Array.isArray(vector) && !(vector instanceof Float32Array)) return undefined;
  if (vector.length !== dimensions) return undefined;
  let largest = 0;
  for (const value of vector as readonly unknown[] | Float32Array) {
    if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
    largest = Math.max(largest, Math.abs(value));
  }
  return largest === 0
    ? undefined
    : Int8Array.from(vector as Float32Array, (value) => Math.round((value / largest) * 127));
}

function readVectors(path: string, { id, dimensions }: Embedder): Map<string, Int8Array> {
  const vectors = new Map<string, Int8Array>();
  const unused = (why: string): Map<string, Int8Array> => {
    remark(`toolgraph: the vectors in ${path} are not used: ${why}; the tools are embedded again`);
    return new Map();
  };
  let bytes: Buffer;
  try {
    if (statSync(path).size > largestBytes) return unused(`the file is larger than ${largestBytes >> 20} MB`);
    bytes = readFileSync(path);
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ENOENT' ? vectors : unused(messageOf(thrown, 120));
  }
  const end = bytes.subarray(0, longestHead).indexOf('\n');
  const head = end < 0 ? undefined : readHead(bytes.toString('utf8', 0, end));
  if (head === undefined) return unused('it is no file of vectors');
  if (head.embedder !== id || head.dimensions !== dimensions)
    return unused(`they are of ${JSON.stringify(head.embedder)} with ${head.dimensions} numbers each`);
  const body = bytes.subarray(end + 1);
  const each = keyBytes + dimensions;
  if (body.length !== head.vectors * each || sha256(body) !== head.sha256) return unused('the file is damaged');
  for (let at = 0; at < body.length; at += each)
    vectors.set(
      body.toString('hex', at, at + keyBytes),
      new Int8Array(body.buffer, body.byteOffset + at + keyBytes, dimensions),
    );
  return vectors;
}

function readHead(line: string): Head | undefined {
  if (!line.startsWith(`${format} `)) return undefined;
  try {
    const { embedder, dimensions, vectors, sha256: sum } = JSON.parse(line.slice(format.length + 1)) as Partial<Head>;
    const isWhole = typeof embedder === 'string' && typeof dimensions === 'number' && typeof vectors === 'number';
    return isWhole && typeof sum === 'string' ? { embedder, dimensions, vectors, sha256: sum } : undefined;
  } catch {
    return undefined; // damaged like any other line that is none
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
