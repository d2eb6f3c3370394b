import type { EvidenceKind } from '../../core/tool-edge.js';
import { areRivals, isEcho, typeFit, valueFit } from '../compatibility.js';
import type { Posting } from '../field-index.js';
import type { Need, Offer, ToolProfile } from '../tool-profile.js';

/** Says what a piece of evidence is, in words; only asked for what becomes an edge, as most candidates do not. */
export type Detail = (offer: Offer, need: Need, consumer: ToolProfile) => string;

/** One reason why an output may fill an input. */
export interface Evidence {
  readonly kind: EvidenceKind;
  /** 0 to 1. */
  readonly confidence: number;
  /** The field is the key of what the producer is about. */
  readonly primary: boolean;
  readonly detail: Detail;
}

/** A possible producer of one input, with its evidence added up. */
export class Candidate {
  readonly offer: Offer;
  /** The producer takes the value itself. */
  readonly echo: boolean;
  #confidence: number;
  #primary: boolean;
  /** In the order it was found. */
  readonly #pieces: Evidence[];

  constructor(offer: Offer, echo: boolean, first: Evidence) {
    this.offer = offer;
    this.echo = echo;
    this.#confidence = first.confidence;
    this.#primary = first.primary;
    this.#pieces = [first];
  }

  /** 0 to 1. */
  get confidence(): number {
    return this.#confidence;
  }

  /** The field is the key of what the producer is about. */
  get primary(): boolean {
    return this.#primary;
  }

  /** One piece of each kind, strongest first. */
  get evidence(): readonly Evidence[] {
    const [first, ...rest] = this.#pieces;
    if (first === undefined || rest.length === 0) return this.#pieces;
    const sum = new Candidate(this.offer, this.echo, first);
    const evidence = [first];
    for (const piece of rest) {
      const leads = piece.confidence > sum.confidence;
      sum.add(piece);
      if (evidence.some(({ kind }) => kind === piece.kind)) continue;
      if (leads) evidence.unshift(piece);
      else evidence.push(piece);
    }
    return evidence;
  }

  /** Adds evidence: kinds of it add up, of one kind the strongest counts. */
  add(piece: Evidence): void {
    const { confidence } = piece;
    const known = this.#confidence;
    const repeats = this.has(piece.kind);
    this.#primary ||= piece.primary;
    this.#pieces.push(piece);
    const [strong, weak] = confidence > known ? [confidence, known] : [known, confidence];
    this.#confidence = repeats ? strong : Math.min(0.97, strong + (1 - strong) * 0.35 * weak);
  }

  /** Is there evidence of a kind? */
  has(kind: EvidenceKind): boolean {
    for (const piece of this.#pieces) if (piece.kind === kind) return true;
    return false;
  }

  /** Is all its evidence primary? */
  get isPrimaryOnly(): boolean {
    for (const piece of this.#pieces) if (!piece.primary) return false;
    return true;
  }

  /** The candidate by its primary evidence alone; undefined when it has none. */
  get asPrimary(): Candidate | undefined {
    const [first, ...rest] = this.#pieces.filter(({ primary }) => primary);
    if (first === undefined) return undefined;
    const candidate = new Candidate(this.offer, this.echo, first);
    for (const piece of rest) candidate.add(piece);
    return candidate;
  }
}

/** Files evidence, of a kind and so sure (0 to 1), that the output of a posting fills the input. */
export type Put = (posting: Posting, confidence: number, kind: EvidenceKind, detail: Detail) => void;

/** Files evidence among the candidates for `need`, unless their types or values do not go together. */
export function putInto(candidates: Map<Offer, Candidate>, need: Need): Put {
  return (posting, raw, kind, detail) => {
    const { offer } = posting;
    const compatible = typeFit(need, offer, kind) * valueFit(need, offer);
    if (compatible === 0) return;
    const primary =
      posting.holder === 'noun' || posting.holder === 'own' || posting.holder === 'path' || findsAnything(posting);
    const rival = areRivals(need.segment ?? need.entity, offer.tool.subject.nouns[0]) ? 0.6 : 1;
    const piece: Evidence = { kind, confidence: raw * compatible * rival, primary, detail };
    const known = candidates.get(offer);
    if (known === undefined) candidates.set(offer, new Candidate(offer, isEcho(need, offer), piece));
    else known.add(piece);
  };
}

/** A search over lists of several kinds, side by side, finds each kind by what a user would say. */
function findsAnything({ holder, offer }: Posting): boolean {
  const { tool } = offer;
  if (holder !== 'parent' || !tool.subject.search || tool.burden > 0 || !isListedAtTop(offer)) return false;
  const lists = new Set(tool.offers.filter(isListedAtTop).map(({ path }) => path.slice(0, path.indexOf('[]'))));
  return lists.size >= 3;
}

/** Is the field the id of the items of one list that lies in no other? */
function isListedAtTop({ cls, path }: Offer): boolean {
  return cls === 'id' && path.includes('[]') && path.indexOf('[]') === path.lastIndexOf('[]');
}

/** Does the producer work on the very collection that the consumer's path goes through? */
export function isHome(candidate: Candidate): boolean {
  return candidate.has('path');
}
