import { gatherCandidates, gatherLike } from './candidates.js';
import { sureOnes } from './evidence/by-make-up.js';
import type { Candidate } from './evidence/candidate.js';
import { isCopy, isListedAlready, isSameCollection, makesOrChanges, putsIntoCollection } from './evidence/no-source.js';
import type { FieldIndex } from './field-index.js';
import type { Need, ToolProfile } from './tool-profile.js';

/** Most candidates that are kept for inputs to come; those of neighbouring tools are alike. */
const maxKept = 50_000;

/** The possible producers of one input of one tool. */
export interface Sources {
  /** Those that are sure enough to become edges, without the tool itself. */
  readonly candidates: readonly Candidate[];
  /** Is a tool among the producers, however unsure? */
  has(tool: ToolProfile): boolean;
}

/**
 * Candidates for the inputs of one source's tools, gathered once for inputs of one key: of four inputs of a large source
 * three are like one before. Good as long as the index does not change.
 */
export class SharedCandidates {
  readonly #index: FieldIndex;
  readonly #least: number;
  readonly #found = new Map<string, Found>();
  #kept = 0;

  /** @param least Confidence below which a candidate becomes no edge. */
  constructor(index: FieldIndex, least: number) {
    this.#index = index;
    this.#least = least;
  }

  /** The possible producers of an input, without the tool itself and what can be no source for it. */
  of(consumer: ToolProfile, need: Need, withTerms: boolean): Sources {
    const found = this.#find(consumer, need, withTerms);
    if (!makesOrChanges(consumer) && !putsIntoCollection(consumer, need)) return found.without(consumer);
    const { kept, altered } = sourcesAmong(found.all, consumer, need);
    if (withTerms) return new Found(kept, none, none, this.#least);
    // No output of the tool's own has a part in what is made alike: as the tool takes the key, such a one is an echo.
    const like = !altered ? found.alike : gatherLike(consumer, need, this.#index, sureOnes(need, kept), kept);
    return new Found(kept, sourcesAmong(like, consumer, need).kept, none, this.#least);
  }

  #find(consumer: ToolProfile, need: Need, withTerms: boolean): Found {
    // Texts are compared with what the consumer is about.
    if (this.#index.holdsTexts) return this.#gather(consumer, need, withTerms);
    const { key } = need;
    const known = this.#found.get(key);
    if (known !== undefined) {
      this.#index.noteLooked(known.looked, consumer);
      return known;
    }
    const found = this.#gather(consumer, need, withTerms);
    if (this.#kept + found.size > maxKept) {
      this.#found.clear();
      this.#kept = 0;
    }
    this.#kept += found.size;
    this.#found.set(key, found);
    return found;
  }

  #gather(consumer: ToolProfile, need: Need, withTerms: boolean): Found {
    const index = this.#index;
    const { value, looked } = index.record(() => {
      const candidates = gatherCandidates(consumer, need, index, withTerms);
      const sure = withTerms ? none : sureOnes(need, candidates);
      return { candidates, alike: gatherLike(consumer, need, index, sure, candidates) };
    });
    return new Found(value.candidates, value.alike, looked, this.#least);
  }
}

const none: readonly never[] = [];

/** What was found for inputs that are alike, whichever tool takes them. */
class Found implements Sources {
  /** All but those by make-up. */
  readonly all: readonly Candidate[];
  readonly alike: readonly Candidate[];
  /** Keys that were looked up on the way. */
  readonly looked: readonly number[];
  readonly candidates: readonly Candidate[];
  #tools: ReadonlySet<ToolProfile> | undefined;

  constructor(all: readonly Candidate[], alike: readonly Candidate[], looked: readonly number[], least: number) {
    this.all = all;
    this.alike = alike;
    this.looked = looked;
    this.candidates = [...all, ...alike].filter(({ confidence }) => confidence >= least);
  }

  get size(): number {
    return 1 + this.all.length + this.alike.length;
  }

  has(tool: ToolProfile): boolean {
    this.#tools ??= new Set([...this.all, ...this.alike].map(({ offer }) => offer.tool));
    return this.#tools.has(tool);
  }

  /** The same without a tool, which is no source for itself. */
  without(tool: ToolProfile): Sources {
    if (!this.candidates.some(({ offer }) => offer.tool === tool)) return this;
    return {
      candidates: this.candidates.filter(({ offer }) => offer.tool !== tool),
      has: (other) => other !== tool && this.has(other),
    };
  }
}

/** What may be a source for the tool; was there more to leave out than its own outputs? */
function sourcesAmong(
  candidates: readonly Candidate[],
  consumer: ToolProfile,
  need: Need,
): { readonly kept: readonly Candidate[]; readonly altered: boolean } {
  const changes = makesOrChanges(consumer);
  const adds = putsIntoCollection(consumer, need);
  const kept: Candidate[] = [];
  let altered = false;
  for (const candidate of candidates) {
    const { offer } = candidate;
    if (offer.tool === consumer) continue;
    let source: Candidate | undefined = candidate;
    if ((adds && isSameCollection(consumer, offer)) || isListedAlready(consumer, candidate)) source = undefined;
    else if (changes && !candidate.isPrimaryOnly && isCopy(consumer, offer)) source = candidate.asPrimary;
    altered ||= source !== candidate;
    if (source !== undefined) kept.push(source);
  }
  return { kept, altered };
}
