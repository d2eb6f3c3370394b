/**
 * The `count` nearest rows of each row by cosine, nearest first; equal ones by row number.
 *
 * @param {object} [choice]
 * @param {(row: number) => number} [choice.behind] How much nearer a row must be than others to be kept in their place.
 * @param {Map<number, number[]>} [choice.never] By row, others that do not count.
 */
export function nearestRows(rows, dimensions, count, { behind = () => 0, never = new Map() } = {}) {
  const size = rows.length / dimensions;
  const units = unitRows(rows, dimensions);
  const nearest = new Uint16Array(size * count);
  const similarity = new Float32Array(size);
  const handicaps = Float32Array.from({ length: size }, (_, row) => behind(row));
  for (let row = 0; row < size; row++) {
    for (let other = 0; other < size; other++) {
      let sum = 0;
      for (let i = 0; i < dimensions; i++) sum += units[row * dimensions + i] * units[other * dimensions + i];
      similarity[other] = sum;
    }
    similarity[row] = -2;
    for (const other of never.get(row) ?? []) similarity[other] = -2;
    const chosen = best(
      similarity.map((value, other) => value - handicaps[other]),
      count,
    );
    nearest.set(
      chosen.sort((a, b) => similarity[b] - similarity[a] || a - b),
      row * count,
    );
  }
  return nearest;
}

function best(values, count) {
  const kept = [];
  for (let at = 0; at < values.length; at++) {
    if (kept.length === count && values[at] <= values[kept[count - 1]]) continue;
    let place = kept.length;
    while (place > 0 && values[kept[place - 1]] < values[at]) place--;
    kept.splice(place, 0, at);
    if (kept.length > count) kept.pop();
  }
  return kept;
}

function unitRows(rows, dimensions) {
  const units = new Float32Array(rows.length);
  for (let start = 0; start < rows.length; start += dimensions) {
    const length = Math.hypot(...rows.subarray(start, start + dimensions)) || 1;
    for (let i = 0; i < dimensions; i++) units[start + i] = rows[start + i] / length;
  }
  return units;
}
