import { byKey, byToken } from './evidence/by-key.js';
import { byMakeUp } from './evidence/by-make-up.js';
import { byMention, byMentionedPath } from './evidence/by-mention.js';
import { byName } from './evidence/by-name.js';
import { byOwnName, byPath, byView } from './evidence/by-path.js';
import { byPattern } from './evidence/by-pattern.js';
import { byPlayer } from './evidence/by-player.js';
import { byWords } from './evidence/by-words.js';
import { type Candidate, putInto } from './evidence/candidate.js';
import type { FieldIndex } from './field-index.js';
import type { Need, Offer, ToolProfile } from './tool-profile.js';

/**
 * Every possible producer of `need` that the index knows, each output field once, the consumer's own too. Where
 * operations have paths, nothing may go by the consumer, but by what {@link Need.key} tells of it: inputs of one key
 * share what is found for one of them.
 */
export function gatherCandidates(
  consumer: ToolProfile,
  need: Need,
  index: FieldIndex,
  withTerms: boolean,
): readonly Candidate[] {
  const candidates = new Map<Offer, Candidate>();
  const put = putInto(candidates, need);
  byToken(consumer, need, index, put);
  byKey(consumer, need, index, put);
  byPlayer(consumer, need, index, put);
  byPath(consumer, need, index, put);
  byView(consumer, need, index, put);
  byName(consumer, need, index, put);
  byMention(consumer, need, index, put);
  byMentionedPath(consumer, need, index, put);
  byOwnName(consumer, need, index, put);
  byPattern(consumer, need, index, put);
  if (withTerms && need.required) byWords(consumer, need, index, put);
  return [...candidates.values()];
}

/** Candidates found by what they are made of, as `sure` ones are; none that are among those `found` before. */
export function gatherLike(
  consumer: ToolProfile,
  need: Need,
  index: FieldIndex,
  sure: readonly Candidate[],
  found: readonly Candidate[],
): readonly Candidate[] {
  if (sure.length === 0) return none;
  const candidates = new Map<Offer, Candidate>();
  const known = new Set(found.map(({ offer }) => offer));
  byMakeUp(consumer, need, index, sure, known, putInto(candidates, need));
  return [...candidates.values()];
}

const none: readonly Candidate[] = [];
