import type { EvidenceKind } from '../../core/tool-edge.js';
import { areRivals, isEcho, typeFit, valueFit } from '../compatibility.js';
import type { Posting } from '../field-index.js';
import type { Need, Offer, ToolProfile } from '../tool-profile.js';
import { isCopy, isThereAlready } from './no-source.js';

/** A possible producer of one input, with its evidence added up. */
export interface Candidate {
  readonly offer: Offer;
  /** 0 to 1. */
  confidence: number;
  /** Strongest first. */
  readonly evidence: Evidence[];
  /** The producer takes the value itself. */
  readonly echo: boolean;
  /** The field is the key of what the producer is about. */
  primary: boolean;
}

/** Evidence whose detail is only written out for what becomes an edge: most candidates do not. */
interface Evidence {
  readonly kind: EvidenceKind;
  readonly detail: () => string;
}

/**
 * Files evidence, of a kind and so sure (0 to 1), that the output of a posting fills the input. What can be no source of
 * it is left out.
 */
export type Put = (posting: Posting, confidence: number, kind: EvidenceKind, detail: () => string) => void;

/** Adds evidence to the candidates for one input; kinds of evidence for one output add up. */
export function addEvidence(
  candidates: Map<Offer, Candidate>,
  consumer: ToolProfile,
  need: Need,
  posting: Posting,
  raw: number,
  kind: EvidenceKind,
  detail: () => string,
): void {
  const { offer } = posting;
  if (offer.tool === consumer) return;
  const compatible = typeFit(need, offer, kind) * valueFit(need, offer);
  if (compatible === 0) return;
  const primary =
    posting.holder === 'noun' || posting.holder === 'own' || posting.holder === 'path' || findsAnything(posting);
  const rival = areRivals(need.segment ?? need.entity, offer.tool.subject.nouns[0]) ? 0.6 : 1;
  if (!primary && isCopy(consumer, offer)) return;
  if (isThereAlready(consumer, need, offer)) return;
  const confidence = raw * compatible * rival;
  const known = candidates.get(offer);
  if (known === undefined) {
    const evidence = [{ kind, detail }];
    candidates.set(offer, { offer, confidence, evidence, echo: isEcho(need, offer), primary });
    return;
  }
  known.primary ||= primary;
  const stronger = confidence > known.confidence;
  if (known.evidence.some((entry) => entry.kind === kind)) {
    if (stronger) known.confidence = confidence;
    return;
  }
  const [strong, weak] = stronger ? [confidence, known.confidence] : [known.confidence, confidence];
  if (stronger) known.evidence.unshift({ kind, detail });
  else known.evidence.push({ kind, detail });
  known.confidence = Math.min(0.97, strong + (1 - strong) * 0.35 * weak);
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
