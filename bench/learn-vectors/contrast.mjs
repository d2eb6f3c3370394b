/**
 * Learns vectors by contrast: in a batch of pairs, each text must find its partner among all partners (InfoNCE, van den
 * Oord et al. 2018, both ways). A text is the weighted sum of its terms' vectors at unit length; vectors and one weight a
 * term are learned by Adagrad (Duchi et al. 2011), with one rate a vector.
 */
export class ContrastiveLearner {
  constructor(rows, weights, dimensions, { batch, temperature, rowRate, weightRate }) {
    this.rows = rows;
    this.logWeights = Float32Array.from(weights, Math.log);
    this.dimensions = dimensions;
    this.batch = batch;
    this.temperature = temperature;
    this.rowRate = rowRate;
    this.weightRate = weightRate;
    this.rowSquares = new Float32Array(weights.length).fill(1e-8);
    this.weightSquares = new Float32Array(weights.length).fill(1e-8);
    this.gradient = new Float32Array(rows.length);
    this.touched = new Uint8Array(weights.length);
    this.similarities = new Float32Array(batch * batch);
    this.byRow = new Float32Array(batch * batch);
    this.byColumn = new Float32Array(batch * batch);
  }

  /** One step on `batch` pairs. `share` scales both rates. Returns the mean loss. */
  step(pairs, share) {
    const left = this.encode(pairs.map(([terms]) => terms));
    const right = this.encode(pairs.map(([, terms]) => terms));
    const loss = this.contrast(left.units, right.units);
    this.spread(left, right.units, this.similarities);
    this.spread(right, left.units, this.byColumn);
    this.update(share);
    return loss;
  }

  encode(texts) {
    const { dimensions, rows } = this;
    const units = new Float32Array(texts.length * dimensions);
    const lengths = new Float32Array(texts.length);
    texts.forEach((terms, at) => {
      const start = at * dimensions;
      for (const term of terms) {
        const weight = Math.exp(this.logWeights[term]);
        for (let i = 0; i < dimensions; i++) units[start + i] += weight * rows[term * dimensions + i];
      }
      let squares = 0;
      for (let i = 0; i < dimensions; i++) squares += units[start + i] ** 2;
      lengths[at] = Math.sqrt(squares) + 1e-6;
      for (let i = 0; i < dimensions; i++) units[start + i] /= lengths[at];
    });
    return { texts, units, lengths };
  }

  /** Fills `similarities` with the loss's gradient by row and `byColumn` with its transpose. Returns the loss one way. */
  contrast(left, right) {
    const { batch, similarities, byRow, byColumn, temperature } = this;
    multiplyTransposed(left, right, similarities, batch, this.dimensions, 1 / temperature);
    for (let i = 0; i < batch; i++)
      for (let j = 0; j < batch; j++) byColumn[j * batch + i] = similarities[i * batch + j];
    byRow.set(similarities);
    softmaxRows(byRow, batch);
    softmaxRows(byColumn, batch);
    let loss = 0;
    const unit = 1 / (2 * batch * temperature);
    for (let i = 0; i < batch; i++) {
      loss -= Math.log(byRow[i * batch + i] + 1e-9) / batch;
      for (let j = 0; j < batch; j++) {
        similarities[i * batch + j] = unit * (byRow[i * batch + j] + byColumn[j * batch + i] - (i === j ? 2 : 0));
      }
    }
    for (let i = 0; i < batch; i++)
      for (let j = 0; j < batch; j++) byColumn[j * batch + i] = similarities[i * batch + j];
    return loss;
  }

  /** Adds to each term the gradient of the texts that hold it. */
  spread({ texts, units, lengths }, others, gradients) {
    const { batch, dimensions, gradient, touched } = this;
    const own = new Float32Array(dimensions);
    texts.forEach((terms, at) => {
      own.fill(0);
      for (let j = 0; j < batch; j++) {
        const factor = gradients[at * batch + j];
        if (factor < 1e-7 && factor > -1e-7) continue;
        for (let i = 0; i < dimensions; i++) own[i] += factor * others[j * dimensions + i];
      }
      let along = 0;
      for (let i = 0; i < dimensions; i++) along += own[i] * units[at * dimensions + i];
      for (let i = 0; i < dimensions; i++) own[i] = (own[i] - along * units[at * dimensions + i]) / lengths[at];
      for (const term of terms) {
        touched[term] = 1;
        for (let i = 0; i < dimensions; i++) gradient[term * dimensions + i] += own[i];
      }
    });
  }

  update(share) {
    const { dimensions, rows, gradient, touched } = this;
    for (let term = 0; term < touched.length; term++) {
      if (touched[term] === 0) continue;
      touched[term] = 0;
      const start = term * dimensions;
      const weight = Math.exp(this.logWeights[term]);
      let squares = 0;
      let along = 0;
      for (let i = 0; i < dimensions; i++) {
        squares += (weight * gradient[start + i]) ** 2;
        along += rows[start + i] * gradient[start + i];
      }
      this.rowSquares[term] += squares / dimensions;
      this.weightSquares[term] += (weight * along) ** 2;
      const rate = (share * this.rowRate * weight) / Math.sqrt(this.rowSquares[term]);
      for (let i = 0; i < dimensions; i++) {
        rows[start + i] -= rate * gradient[start + i];
        gradient[start + i] = 0;
      }
      this.logWeights[term] -= (share * this.weightRate * weight * along) / Math.sqrt(this.weightSquares[term]);
    }
  }

  /** The vectors times their weights. */
  weightedRows() {
    return this.rows.map((value, i) => value * Math.exp(this.logWeights[Math.floor(i / this.dimensions)]));
  }
}

/** out[i][j] = factor × a[i] · b[j], four columns at a time. `n` is a multiple of four. */
function multiplyTransposed(a, b, out, n, dimensions, factor) {
  for (let i = 0; i < n; i++) {
    const row = i * dimensions;
    for (let j = 0; j < n; j += 4) {
      const first = j * dimensions;
      let s0 = 0;
      let s1 = 0;
      let s2 = 0;
      let s3 = 0;
      for (let k = 0; k < dimensions; k++) {
        const value = a[row + k];
        s0 += value * b[first + k];
        s1 += value * b[first + dimensions + k];
        s2 += value * b[first + 2 * dimensions + k];
        s3 += value * b[first + 3 * dimensions + k];
      }
      out[i * n + j] = factor * s0;
      out[i * n + j + 1] = factor * s1;
      out[i * n + j + 2] = factor * s2;
      out[i * n + j + 3] = factor * s3;
    }
  }
}

function softmaxRows(matrix, n) {
  for (let i = 0; i < n; i++) {
    const row = matrix.subarray(i * n, (i + 1) * n);
    let largest = -Infinity;
    for (const value of row) largest = Math.max(largest, value);
    let sum = 0;
    for (let j = 0; j < n; j++) {
      row[j] = Math.exp(row[j] - largest);
      sum += row[j];
    }
    for (let j = 0; j < n; j++) row[j] /= sum;
  }
}
