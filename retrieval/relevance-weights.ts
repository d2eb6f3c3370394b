/** What each kind of evidence weighs, as {@link RelevanceEvidence} names it. Written by `bench/relevance/fit.mjs`; do not edit. */
export const relevanceWeights = {
  complete: 1.637,
  jargon: 1.408,
  name: 1.512,
  strength: 1.673,
  topic: 14.513,
  foreign: -1.799,
  length: 1.273,
  catalog: -0.884,
  few: 1.078,
  base: -2.505,
} as const;

/** Below this relevance of its best hits a request is answered with nothing. */
export const defaultMinRelevance = 0.05;
