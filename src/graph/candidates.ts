import { byKey, byToken } from './evidence/by-key.js';
import { byMakeUp } from './evidence/by-make-up.js';
import { byMention, byMentionedPath } from './evidence/by-mention.js';
import { byName } from './evidence/by-name.js';
import { byOwnName, byPath, byView } from './evidence/by-path.js';
import { byWords } from './evidence/by-words.js';
import { addEvidence, type Candidate, type Put } from './evidence/candidate.js';
import type { FieldIndex } from './field-index.js';
import type { Need, Offer, ToolProfile } from './tool-profile.js';

export type { Candidate } from './evidence/candidate.js';

/** Every possible producer of `need` that the index knows, each output field once. */
export function gatherCandidates(
  consumer: ToolProfile,
  need: Need,
  index: FieldIndex,
  withTerms: boolean,
): readonly Candidate[] {
  const candidates = new Map<Offer, Candidate>();
  const put: Put = (posting, confidence, kind, detail) => {
    addEvidence(candidates, consumer, need, posting, confidence, kind, detail);
  };
  byToken(consumer, need, index, put);
  byKey(consumer, need, index, put);
  byPath(consumer, need, index, put);
  byView(consumer, need, index, put);
  byName(consumer, need, index, put);
  byMention(consumer, need, index, put);
  byMentionedPath(consumer, need, index, put);
  byOwnName(consumer, need, index, put);
  if (withTerms && need.required) byWords(consumer, need, index, put);
  if (!withTerms) byMakeUp(consumer, need, index, [...candidates.values()], put);
  return [...candidates.values()];
}
