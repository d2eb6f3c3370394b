/**
 * Distils a sentence model into word vectors: a text's words are to add up to where the model places the text, by
 * Adagrad on the cosine between the two. The idea is that of static vectors from a transformer (Tulkens, van Dongen
 * 2024, "Model2Vec"), learned from texts where that takes the words alone.
 */
import { principalDirections } from './principal.mjs';
import { shuffle } from './random.mjs';
import { teacherDimensions } from './teacher.mjs';

const learning = { epochs: 12, rate: 0.05 };
/** The strongest direction is common to all texts and tells none apart. */
const commonDirections = 1;
/** Each how many-th text the directions are read from. */
const everyNth = 5;

/**
 * @param {object} given
 * @param {number[][]} given.texts Each text as term numbers.
 * @param {Float32Array} given.placed The model's vectors of the texts.
 * @param {Float32Array} given.alone The model's vectors of the terms alone: where learning starts.
 * @param {Float32Array} given.lengths Length of each term's vector at the start.
 * @param {number} given.dimensions
 * @param {(epoch: number, cosine: number) => void} given.progress
 * @returns {Float32Array} A vector a term.
 */
export function distilled({ texts, placed, alone, lengths, dimensions, random, progress }) {
  const project = projection(placed, dimensions);
  const targets = project(placed);
  const rows = Float64Array.from(project(alone), (value, i) => value * lengths[Math.floor(i / dimensions)]);
  const squares = new Float64Array(lengths.length).fill(1);
  const order = [...texts.keys()].filter((text) => texts[text].length > 1);
  for (let epoch = 0; epoch < learning.epochs; epoch++) {
    let sum = 0;
    for (const text of shuffle(order, random)) {
      const target = targets.subarray(text * dimensions, (text + 1) * dimensions);
      sum += step(rows, squares, texts[text], target, learning.rate * (1 - epoch / learning.epochs));
    }
    progress(epoch + 1, sum / order.length);
  }
  return Float32Array.from(rows);
}

/** Turns the sum of a text's words towards its target. Returns their cosine before. */
function step(rows, squares, terms, target, rate) {
  const dimensions = target.length;
  const sum = new Float64Array(dimensions);
  for (const term of terms) for (let i = 0; i < dimensions; i++) sum[i] += rows[term * dimensions + i];
  const length = Math.hypot(...sum) + 1e-9;
  let cosine = 0;
  for (let i = 0; i < dimensions; i++) cosine += (sum[i] / length) * target[i];
  const gradient = sum.map((value, i) => (target[i] - (cosine * value) / length) / length);
  const steepness = gradient.reduce((total, value) => total + value * value, 0);
  for (const term of terms) {
    squares[term] += steepness;
    const factor = rate / Math.sqrt(squares[term]);
    for (let i = 0; i < dimensions; i++) rows[term * dimensions + i] += factor * gradient[i];
  }
  return cosine;
}

/** Maps the model's vectors to unit vectors along the strongest directions of `placed`, without the common one. */
function projection(placed, dimensions) {
  const size = teacherDimensions;
  const count = placed.length / size;
  const mean = new Float64Array(size);
  for (let i = 0; i < placed.length; i++) mean[i % size] += placed[i] / count;
  const covariance = Array.from({ length: size }, () => new Float64Array(size));
  for (let text = 0; text < count; text += everyNth) {
    const centred = placed.subarray(text * size, (text + 1) * size).map((value, i) => value - mean[i]);
    for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) covariance[i][j] += centred[i] * centred[j];
  }
  const directions = principalDirections(covariance).slice(commonDirections, commonDirections + dimensions);
  return (vectors) => {
    const rows = new Float64Array((vectors.length / size) * dimensions);
    for (let row = 0; row < vectors.length / size; row++) {
      const centred = Float64Array.from(mean, (value, i) => vectors[row * size + i] - value);
      const along = directions.map((direction) => direction.reduce((sum, value, i) => sum + value * centred[i], 0));
      const length = Math.hypot(...along) || 1;
      rows.set(
        along.map((value) => value / length),
        row * dimensions,
      );
    }
    return rows;
  };
}
