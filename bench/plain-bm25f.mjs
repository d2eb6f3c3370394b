/**
 * BM25F over typed arrays and nothing else: no intent, no clauses, no expansion, no graph, no reasons, no updates.
 * It is the limit that a ranking in JavaScript is measured against.
 *
 * @param documents Fields of terms, each with its weight; gone through once.
 */
export function plainBm25f(documents) {
  const [k1, b, pivot] = [1.2, 0.6, 12];
  const postings = new Map();
  let total = 0;
  for (const fields of documents) {
    const doc = total++;
    const weights = new Map();
    for (const { terms, weight } of fields)
      for (const term of terms)
        weights.set(term, (weights.get(term) ?? 0) + weight / (1 - b + (b * terms.length) / pivot));
    for (const [term, weight] of weights) {
      const posting = postings.get(term) ?? { docs: [], impacts: [] };
      if (posting.docs.length === 0) postings.set(term, posting);
      posting.docs.push(doc);
      posting.impacts.push(((k1 + 1) * weight) / (k1 + weight));
    }
  }
  for (const [term, { docs, impacts }] of postings)
    postings.set(term, {
      docs: Int32Array.from(docs),
      impacts: Float32Array.from(impacts),
      idf: Math.log(1 + (total - docs.length + 0.5) / (docs.length + 0.5)),
    });
  const scores = new Float64Array(total);
  const touched = new Int32Array(total);
  return (terms, topK) => {
    let count = 0;
    for (const term of new Set(terms)) {
      const posting = postings.get(term);
      if (posting === undefined) continue;
      for (let i = 0; i < posting.docs.length; i++) {
        const doc = posting.docs[i];
        if (scores[doc] === 0) touched[count++] = doc;
        scores[doc] += posting.idf * posting.impacts[i];
      }
    }
    const best = [];
    for (let i = 0; i < count; i++) {
      const score = scores[touched[i]];
      if (best.length === topK && score <= best[topK - 1].score) continue;
      let at = best.length;
      while (at > 0 && best[at - 1].score < score) at--;
      best.splice(at, 0, { doc: touched[i], score });
      if (best.length > topK) best.pop();
    }
    for (let i = 0; i < count; i++) scores[touched[i]] = 0;
    return best;
  };
}
