/**
 * Vectors of an embedder in a file, by the hash of the text, so that a text is embedded once however often a ranking is
 * measured. A record is 32 bytes of SHA-256 and the numbers as 32-bit floats; records are only ever added.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

const hashBytes = 32;

/** The embedder, asked only for texts that the file does not hold. */
export function cachedEmbedder(embedder, file) {
  const vectors = read(file, embedder.dimensions);
  const hashOf = (text) => createHash('sha256').update(text).digest('hex');
  return {
    ...embedder,
    async embed(texts, context) {
      const keys = texts.map(hashOf);
      const missing = keys.flatMap((key, at) => (vectors.has(key) ? [] : [{ key, text: texts[at] }]));
      if (missing.length > 0) {
        const answer = await embedder.embed(
          missing.map(({ text }) => text),
          context,
        );
        for (const [at, { key }] of missing.entries()) vectors.set(key, Float32Array.from(answer[at]));
        append(
          file,
          missing.map(({ key }) => [key, vectors.get(key)]),
        );
      }
      return keys.map((key) => vectors.get(key));
    },
  };
}

function read(file, dimensions) {
  const vectors = new Map();
  if (!existsSync(file)) return vectors;
  const bytes = readFileSync(file);
  const each = hashBytes + 4 * dimensions;
  for (let at = 0; at + each <= bytes.length; at += each) {
    const numbers = bytes.subarray(at + hashBytes, at + each);
    vectors.set(bytes.toString('hex', at, at + hashBytes), new Float32Array(new Uint8Array(numbers).buffer));
  }
  return vectors;
}

function append(file, records) {
  mkdirSync(dirname(file), { recursive: true });
  const parts = records.flatMap(([key, { buffer }]) => [Buffer.from(key, 'hex'), Buffer.from(buffer)]);
  appendFileSync(file, Buffer.concat(parts));
}
