/** What each kind of evidence weighs, as {@link RelevanceEvidence} names it. Written by `bench/relevance/fit.mjs`; do not edit. */
export const relevanceWeights = {
  held: 0.533,
  share: 0.0,
  exact: 2.42,
  complete: 0.446,
  jargon: 0.407,
  name: 0.994,
  nearness: 0.0,
  score: 1.154,
  strength: 0.263,
  foreign: -1.099,
  company: 0.814,
  catalog: -1.184,
  length: -0.046,
  topic: 5.477,
  fitting: 1.716,
  strange: -16.2,
  base: 1.494,
} as const;

/** Below this relevance of its best hits a request is answered with nothing. */
export const defaultMinRelevance = 0.04;
