/** What each kind of evidence weighs, as {@link RelevanceEvidence} names it. Written by `bench/relevance/fit.mjs`; do not edit. */
export const relevanceWeights = {
  complete: 1.544,
  jargon: 1.462,
  name: 1.198,
  strength: 1.575,
  topic: 15.04,
  foreign: -1.833,
  length: 1.314,
  catalog: -0.83,
  few: 1.148,
  base: -2.505,
} as const;

/** Below this relevance of its best hits a request is answered with nothing. */
export const defaultMinRelevance = 0.05;
