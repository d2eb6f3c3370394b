/** Makes one table of two: their vectors side by side, turned onto the strongest directions of all terms. */
import { principalDirections } from './principal.mjs';

/**
 * The first `dimensions` coordinates, along the strongest directions, of the terms' vectors in `first` and `second`
 * side by side, each table with half the weight. Cosines of the joined vectors are the mean of those of the two, as far
 * as the directions that are left out do not count.
 *
 * @param {{ rows: Float32Array, dimensions: number }} first
 * @param {{ rows: Float32Array, dimensions: number }} second
 */
export function joinedRows(first, second, dimensions) {
  const terms = first.rows.length / first.dimensions;
  const width = first.dimensions + second.dimensions;
  const wide = new Float64Array(terms * width);
  const share = meanLength(first) / meanLength(second);
  for (let term = 0; term < terms; term++) {
    for (let i = 0; i < first.dimensions; i++) wide[term * width + i] = first.rows[term * first.dimensions + i];
    for (let i = 0; i < second.dimensions; i++) {
      wide[term * width + first.dimensions + i] = share * second.rows[term * second.dimensions + i];
    }
  }
  const moments = Array.from({ length: width }, () => new Float64Array(width));
  for (let start = 0; start < wide.length; start += width) {
    for (let i = 0; i < width; i++) for (let j = 0; j < width; j++) moments[i][j] += wide[start + i] * wide[start + j];
  }
  const directions = principalDirections(moments).slice(0, dimensions);
  const rows = new Float32Array(terms * dimensions);
  for (let term = 0; term < terms; term++) {
    const own = wide.subarray(term * width, (term + 1) * width);
    directions.forEach((direction, i) => {
      rows[term * dimensions + i] = Math.SQRT1_2 * direction.reduce((sum, value, at) => sum + value * own[at], 0);
    });
  }
  return rows;
}

function meanLength({ rows, dimensions }) {
  let sum = 0;
  for (let start = 0; start < rows.length; start += dimensions) {
    sum += Math.hypot(...rows.subarray(start, start + dimensions));
  }
  return sum / (rows.length / dimensions);
}
