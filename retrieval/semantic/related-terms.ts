import { intentsOfTerm } from '../intent.js';
import type { WordVectors } from './word-vectors.js';

/** Most related terms that one word brings in. */
const mostTerms = 4;

/** A similarity of this and less weighs nothing; from here to 1 the weight rises to the one below. */
const baseSimilarity = 0.4;
const fullWeight = 0.9;

/** A term of the catalog that stands in for a word that the catalog does not know. */
export interface StandIn {
  readonly term: string;
  /** Share of the term's idf that counts, above 0. */
  readonly weight: number;
}

/**
 * The terms that `isHeld` says a catalog or a part of it holds, nearest in meaning to a word that it does not hold; none
 * for a word without a vector. Verbs such as `create` and `update` stand near to one another and to `new`: they stand in
 * only for a verb of the same intent.
 */
export function standIns(term: string, isHeld: (term: string) => boolean, vectors: WordVectors): StandIn[] {
  const found: StandIn[] = [];
  const own = intentsOfTerm(term);
  for (const { term: other, similarity } of vectors.related(term)) {
    if (found.length === mostTerms || similarity <= baseSimilarity) break;
    const intents = intentsOfTerm(other);
    if ((intents !== 0 && (intents & own) === 0) || !isHeld(other)) continue;
    found.push({ term: other, weight: (fullWeight * (similarity - baseSimilarity)) / (1 - baseSimilarity) });
  }
  return found;
}
