const ridge = 1e-3;
const rounds = 4;
const steps = 8;

/**
 * Logistic regression over rows of several candidates, of which the best counts: the first at first, then whichever the
 * weights so far put highest. `signs`: 1 for a column whose weight may not be negative, -1 for one whose may not be
 * positive, 0 for any; one that would break it is left out. Returns a weight a column, and the constant last.
 */
export function fitLogistic(rows, weightOf, signs) {
  const columns = rows[0].hits[0].length;
  const scale = scaleOf(rows.map(({ hits }) => hits[0]));
  const scaled = rows.map((row) => ({
    y: row.on ? 1 : 0,
    weight: weightOf(row),
    hits: row.hits.map((x) => [...x.map((value, i) => (value - scale[i].mean) / scale[i].deviation), 1]),
  }));
  let weights = new Array(columns + 1).fill(0);
  for (let round = 0; round < rounds; round++) {
    const picked = scaled.map(({ hits, ...row }) => ({ ...row, x: round === 0 ? hits[0] : best(hits, weights) }));
    weights = newton(picked, weights, signs);
  }
  const raw = scale.map(({ deviation }, i) => weights[i] / deviation);
  return [...raw, weights[columns] - raw.reduce((sum, weight, i) => sum + weight * scale[i].mean, 0)];
}

/** Newton's method; of the weights that break their sign the worst is fixed at 0, until none does. */
function newton(points, start, signs) {
  const fixed = new Set();
  for (;;) {
    let weights = start.map((weight, i) => (fixed.has(i) ? 0 : weight));
    for (let step = 0; step < steps; step++) weights = newtonStep(points, weights, fixed);
    const worst = signs.reduce(
      (at, sign, i) => (sign * weights[i] < Math.min(0, at < 0 ? 0 : signs[at] * weights[at]) ? i : at),
      -1,
    );
    if (worst < 0) return weights;
    fixed.add(worst);
  }
}

const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
const best = (hits, weights) => hits.reduce((a, b) => (dot(b, weights) > dot(a, weights) ? b : a));

function scaleOf(points) {
  return points[0].map((_, i) => {
    const mean = points.reduce((sum, x) => sum + x[i], 0) / points.length;
    const deviation = Math.sqrt(points.reduce((sum, x) => sum + (x[i] - mean) ** 2, 0) / points.length) + 1e-9;
    return { mean, deviation };
  });
}

function newtonStep(points, weights, fixed) {
  const size = weights.length;
  const gradient = weights.map((weight, i) => (i < size - 1 ? ridge * weight : 0));
  const hessian = weights.map((_, i) => weights.map((__, j) => (i === j ? ridge : 0)));
  for (const { x, y, weight } of points) {
    const p = 1 / (1 + Math.exp(-dot(x, weights)));
    for (let i = 0; i < size; i++) {
      gradient[i] += weight * (p - y) * x[i];
      for (let j = 0; j < size; j++) hessian[i][j] += weight * p * (1 - p) * x[i] * x[j];
    }
  }
  for (const i of fixed) {
    gradient[i] = 0;
    for (let j = 0; j < size; j++) hessian[i][j] = hessian[j][i] = i === j ? 1 : 0;
  }
  const change = solve(hessian, gradient);
  return weights.map((weight, i) => weight - change[i]);
}

/** Gaussian elimination with pivoting. */
function solve(matrix, right) {
  const rows = matrix.map((row, i) => [...row, right[i]]);
  const size = rows.length;
  for (let i = 0; i < size; i++) {
    const pivot = rows.slice(i).reduce((at, row, k) => (Math.abs(row[i]) > Math.abs(rows[at][i]) ? i + k : at), i);
    [rows[i], rows[pivot]] = [rows[pivot], rows[i]];
    for (let k = i + 1; k < size; k++) {
      const factor = rows[k][i] / rows[i][i];
      for (let j = i; j <= size; j++) rows[k][j] -= factor * rows[i][j];
    }
  }
  const result = new Array(size).fill(0);
  for (let i = size - 1; i >= 0; i--) {
    const rest = rows[i].slice(i + 1, size).reduce((sum, value, k) => sum + value * result[i + 1 + k], 0);
    result[i] = (rows[i][size] - rest) / rows[i][i];
  }
  return result;
}
