/** Writes vectors as the module that `retrieval/semantic/word-vectors.ts` reads. */
import { writeFileSync } from 'node:fs';

/**
 * @param {string} file
 * @param {{ terms: string[], dimensions: number, rows: Float32Array, neighbours: Uint16Array, neighbourCount: number }} vectors
 *   `rows` hold the weighted vectors, one after another, in the order of `terms`.
 * @param {string[]} notes Lines of the file's comment: corpus, versions, seed.
 */
export function writeVectors(file, { terms, dimensions, rows, neighbours, neighbourCount }, notes) {
  const { bytes, scales } = quantised(rows, dimensions);
  writeFileSync(
    file,
    `/**
 * Written by \`bench/learn-vectors/learn.mjs\`; do not edit.
${notes.map((line) => ` * ${line}`).join('\n')}
 */
export const dimensions = ${dimensions};
export const neighbourCount = ${neighbourCount};
/** The terms, as the tokenizer makes them, in the order of the rows. */
export const terms: string = ${JSON.stringify(terms.join(' '))};
/** Signed bytes, ${dimensions} a term. Base64. */
export const rows: string = '${base64(bytes)}';
/** What a row's bytes are multiplied by: 32-bit floats. Base64, little endian. */
export const scales: string = '${base64(scales)}';
/** The terms nearest to each term, nearest first: 16-bit row numbers. Base64, little endian. */
export const neighbours: string = '${base64(neighbours)}';
`,
  );
}

function quantised(rows, dimensions) {
  const bytes = new Int8Array(rows.length);
  const scales = new Float32Array(rows.length / dimensions);
  for (let row = 0; row < scales.length; row++) {
    let largest = 0;
    for (let i = 0; i < dimensions; i++) largest = Math.max(largest, Math.abs(rows[row * dimensions + i]));
    scales[row] = largest / 127;
    if (largest === 0) continue;
    for (let i = 0; i < dimensions; i++) {
      bytes[row * dimensions + i] = Math.round((rows[row * dimensions + i] / largest) * 127);
    }
  }
  return { bytes, scales };
}

function base64(array) {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64');
}
