/**
 * Principal directions of a symmetric matrix, strongest first, by Jacobi's method: rotations that set one pair of entries
 * after another to zero until none is left.
 *
 * @param {Float64Array[]} matrix Changed in place.
 * @returns {Float64Array[]} Unit vectors.
 */
export function principalDirections(matrix) {
  const size = matrix.length;
  const vectors = matrix.map((_, i) => new Float64Array(size).fill(1, i, i + 1));
  for (let sweep = 0; sweep < 30; sweep++) {
    let left = 0;
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) {
        left += matrix[p][q] ** 2;
        rotate(matrix, vectors, p, q);
      }
    }
    if (left < 1e-18) break;
  }
  return vectors
    .map((vector, i) => ({ vector, strength: matrix[i][i] }))
    .sort((a, b) => b.strength - a.strength)
    .map(({ vector }) => vector);
}

/** Turns the plane of p and q so that their common entry vanishes; `vectors` are turned along, one a row. */
function rotate(matrix, vectors, p, q) {
  if (matrix[p][q] === 0) return;
  const theta = (matrix[q][q] - matrix[p][p]) / (2 * matrix[p][q]);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (const row of matrix) [row[p], row[q]] = [c * row[p] - s * row[q], s * row[p] + c * row[q]];
  for (let k = 0; k < matrix.length; k++) {
    [matrix[p][k], matrix[q][k]] = [c * matrix[p][k] - s * matrix[q][k], s * matrix[p][k] + c * matrix[q][k]];
    [vectors[p][k], vectors[q][k]] = [c * vectors[p][k] - s * vectors[q][k], s * vectors[p][k] + c * vectors[q][k]];
  }
}
