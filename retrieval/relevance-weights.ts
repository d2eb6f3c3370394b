/** What each kind of evidence weighs, as {@link RelevanceEvidence} names it. Written by `bench/relevance/fit.mjs`; do not edit. */
export const relevanceWeights = {
  held: 5.833,
  share: 0.0,
  exact: 1.39,
  complete: 0.017,
  jargon: 1.304,
  name: 0.339,
  nearness: 1.382,
  score: 0.0,
  strength: 0.9,
  foreign: -0.836,
  company: 5.133,
  catalog: -1.271,
  length: -0.291,
  base: -1.552,
} as const;

/** Below this relevance of its best hits a request is answered with nothing. */
export const defaultMinRelevance = 0.01;
