import { compareCodeUnits } from '../core/names.js';
import type { EdgeEvidence, ToolEdge } from '../core/tool-edge.js';
import { headOf } from './entity.js';
import { entityKey, type FieldIndex, type Posting } from './field-index.js';
import type { Need, Offer, ToolProfile } from './tool-profile.js';
import { genericNames, type KeyClass } from './words.js';

/** Most producers of one input that become edges, and how many postings of one key are looked at. */
const limits = { required: 3, optional: 1, entityPostings: 64, namePostings: 48, termPostings: 160, terms: 8 } as const;

/** Least confidence of an edge into a required and into an optional input. */
const floors = { required: 0.42, optional: 0.6 } as const;

/** What share of the best producer's confidence an alternative must reach. */
const relativeFloor = 0.62;

/** How well a key of the offered class fills an input of the needed class. */
const keyFit: Record<KeyClass | 'self', Partial<Record<KeyClass, number>>> = {
  id: { id: 1, key: 0.75, number: 0.55, slug: 0.5, code: 0.5 },
  name: { name: 1, login: 0.9, slug: 0.7, key: 0.5, id: 0.4 },
  login: { login: 1, name: 0.6, slug: 0.5 },
  slug: { slug: 1, name: 0.7, login: 0.6, key: 0.6 },
  code: { code: 1, id: 0.5 },
  number: { number: 1, id: 0.55 },
  key: { key: 1, id: 0.75, slug: 0.8 },
  token: { token: 1 },
  url: { url: 1 },
  self: { name: 0.92, slug: 0.9, login: 0.92, key: 0.88, id: 0.85, code: 0.75, number: 0.7 },
};

/** A possible producer while its evidence is being added up. */
interface Candidate {
  readonly offer: Offer;
  confidence: number;
  readonly evidence: EdgeEvidence[];
  readonly echo: boolean;
}

/** The best producers of each input of `consumer`, from one index. */
export function rankProducers(consumer: ToolProfile, index: FieldIndex, withTerms: boolean): ToolEdge[] {
  const found = consumer.needs.map((need) => ({ need, candidates: gather(consumer, need, index, withTerms) }));
  const supplies = new Map<ToolProfile, number>();
  for (const { need, candidates } of found) {
    if (!need.required) continue;
    for (const tool of new Set([...candidates.values()].map((candidate) => candidate.offer.tool)))
      supplies.set(tool, (supplies.get(tool) ?? 0) + 1);
  }
  return found.flatMap(({ need, candidates }) => choose(consumer, need, [...candidates.values()], supplies));
}

function gather(consumer: ToolProfile, need: Need, index: FieldIndex, withTerms: boolean): Map<string, Candidate> {
  const candidates = new Map<string, Candidate>();
  const put = (posting: Posting, confidence: number, evidence: EdgeEvidence) =>
    addEvidence(candidates, consumer, need, posting.offer, confidence, evidence);
  byEntity(consumer, need, index, put);
  byPath(consumer, need, index, put);
  byName(consumer, need, index, put);
  if (withTerms && need.required) byTerms(consumer, need, index, put);
  return candidates;
}

type Put = (posting: Posting, confidence: number, evidence: EdgeEvidence) => void;

function byEntity(consumer: ToolProfile, need: Need, index: FieldIndex, put: Put): void {
  if (need.cls === undefined) return;
  if (need.cls === 'self' && need.field.in !== 'path') return;
  if (need.cls === 'token') {
    for (const posting of index.read(entityKey('', 'token'), consumer).slice(0, limits.entityPostings))
      put(posting, 0.85 * posting.quality, {
        kind: 'entity-key',
        detail: `${posting.offer.tool.tool.name} hands out ${posting.offer.path || 'a token'}`,
      });
    return;
  }
  if (need.entity === undefined) return;
  const head = headOf(need.entity);
  for (const [cls, fit] of Object.entries(keyFit[need.cls]) as [KeyClass, number][]) {
    for (const [entity, penalty] of head === need.entity
      ? [[head, 1] as const]
      : [[need.entity, 1] as const, [head, 0.8] as const]) {
      for (const posting of index.read(entityKey(entity, cls), consumer).slice(0, limits.entityPostings)) {
        const confidence = 0.9 * posting.quality * fit * penalty;
        put(posting, confidence, {
          kind: posting.holder === 'schema' ? 'schema' : 'entity-key',
          detail: keyDetail(posting, entity, cls, need),
        });
      }
    }
  }
}

function keyDetail(posting: Posting, entity: string, cls: KeyClass, need: Need): string {
  const { offer } = posting;
  if (offer.implied)
    return `${offer.tool.tool.name} is about ${entity} and its output is undocumented; its ${cls} fills ${need.field.path}`;
  return `${offer.path} is the ${cls} of ${entity} and fills ${need.field.path}`;
}

function byPath(consumer: ToolProfile, need: Need, index: FieldIndex, put: Put): void {
  if (need.prefix === undefined || need.cls === undefined) return;
  for (const posting of index.read(`p:${need.prefix}`, consumer).slice(0, limits.entityPostings)) {
    const fit = posting.offer.cls === undefined ? undefined : keyFit[need.cls][posting.offer.cls];
    if (fit === undefined || posting.offer.depth > 2) continue;
    const implied = posting.offer.implied ? 0.85 : 1;
    put(posting, 0.92 * posting.quality * fit * implied * 0.97 ** posting.offer.depth, {
      kind: 'path',
      detail: `${posting.offer.path || 'the key'} of ${need.prefix} fills ${need.field.path} of ${consumer.subject.path ?? ''} below it`,
    });
  }
}

function byName(consumer: ToolProfile, need: Need, index: FieldIndex, put: Put): void {
  if (!need.distinctive) return;
  const postings = index.read(`n:${need.name}`, consumer);
  const tools = new Set<ToolProfile>();
  for (const posting of postings) {
    tools.add(posting.offer.tool);
    if (tools.size > 24) break;
  }
  const rarity =
    tools.size <= 2 ? 0.82 : tools.size <= 4 ? 0.74 : tools.size <= 10 ? 0.64 : tools.size <= 24 ? 0.54 : 0.44;
  const words = need.name.includes(' ') ? 1 : 0.86;
  for (const posting of postings.slice(0, limits.namePostings)) {
    const said = overlap(need.terms, posting.offer.terms);
    put(posting, rarity * words * posting.quality ** 0.5 * (0.9 + 0.2 * said), {
      kind: 'field',
      detail: `${posting.offer.path} and ${need.field.path} have the same distinctive name`,
    });
  }
}

/** Agreement of topic words in name and description, weighted by how rare they are in the source. */
function byTerms(consumer: ToolProfile, need: Need, index: FieldIndex, put: Put): void {
  const weighted = need.terms
    .map((term) => ({ term, list: index.read(`t:${term}`, consumer) }))
    .filter(({ list }) => list.length > 0)
    .map(({ term, list }) => ({ term, list, weight: rarityOf(list.length, index.scale) }))
    .sort((a, b) => b.weight - a.weight || compareCodeUnits(a.term, b.term));
  const weights = new Map(weighted.map(({ term, weight }) => [term, weight]));
  const pool = new Map<Offer, Posting>();
  for (const { list } of weighted.slice(0, limits.terms)) {
    if (list.length > limits.termPostings && pool.size > 0) break;
    for (const posting of list.slice(0, limits.termPostings)) pool.set(posting.offer, posting);
  }
  const fallback = rarityOf(1, index.scale);
  const norm = need.terms.reduce((sum, term) => sum + (weights.get(term) ?? fallback), 0);
  for (const posting of pool.values()) {
    const offered = new Set(posting.offer.terms);
    let shared = 0;
    let topical = false;
    for (const term of need.terms) {
      if (!offered.has(term)) continue;
      shared += weights.get(term) ?? 0;
      topical ||= !genericNames.has(term);
    }
    if (!topical) continue;
    const size = posting.offer.terms.length;
    const share = norm === 0 ? 0 : shared / norm;
    const balance = Math.min(1, need.terms.length / Math.max(1, size)) ** 0.5;
    const agreement = share * balance;
    const kin = kinship(consumer, posting.offer.tool, index);
    const confidence = (0.1 + 0.6 * agreement + 0.25 * kin * agreement) * posting.quality ** 0.5;
    if (agreement < 0.3) continue;
    put(posting, confidence, {
      kind: 'description',
      detail: `${posting.offer.path} and ${need.field.path} are described alike`,
    });
  }
}

function rarityOf(count: number, scale: number): number {
  return Math.log(1 + (4 * scale) / count);
}

/** 1 when the two tools share a rare tag, 0 when they share none. */
function kinship(consumer: ToolProfile, producer: ToolProfile, index: FieldIndex): number {
  let best = 0;
  for (const tag of consumer.tool.tags) {
    if (!producer.tool.tags.includes(tag)) continue;
    const count = index.tagCount(tag, consumer);
    best = Math.max(best, count <= Math.max(12, index.scale / 20) ? 1 : 0);
  }
  return best;
}

/** Share of the smaller term set that both have. */
function overlap(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const other = new Set(b);
  return a.filter((term) => other.has(term)).length / Math.min(a.length, b.length);
}

function addEvidence(
  candidates: Map<string, Candidate>,
  consumer: ToolProfile,
  need: Need,
  offer: Offer,
  raw: number,
  evidence: EdgeEvidence,
): void {
  if (offer.tool === consumer) return;
  const compatible = typeFit(need, offer, evidence.kind);
  if (compatible === 0) return;
  const echo = isEcho(need, offer);
  if (
    echo &&
    !(offer.tool.subject.kind === 'create' && offer.holders.some(([, holder]) => holder === 'noun' || holder === 'own'))
  )
    return;
  const confidence = raw * compatible * (echo ? 0.62 : 1);
  const key = `${offer.tool.tool.name}\n${offer.path}`;
  const known = candidates.get(key);
  if (known === undefined) {
    candidates.set(key, { offer, confidence, evidence: [evidence], echo });
    return;
  }
  if (known.evidence.some((entry) => entry.kind === evidence.kind)) {
    if (confidence > known.confidence) known.confidence = confidence;
    return;
  }
  const [strong, weak] =
    confidence > known.confidence ? [confidence, known.confidence] : [known.confidence, confidence];
  if (confidence > known.confidence) known.evidence.unshift(evidence);
  else known.evidence.push(evidence);
  known.confidence = Math.min(0.97, strong + (1 - strong) * 0.35 * weak);
}

/** Does the producer need, in order to run, the very value it would give? */
function isEcho(need: Need, offer: Offer): boolean {
  const { takes, takesNames } = offer.tool;
  if (takesNames.has(need.name) && (need.distinctive || need.entity === undefined)) return true;
  if (offer.name !== '' && offer.distinctive && takesNames.has(offer.name)) return true;
  if (need.entity === undefined || need.cls === undefined) return false;
  const entities = [need.entity, ...offer.holders.map(([entity]) => entity)];
  const classes = [need.cls, 'self', offer.cls];
  return entities.some((entity) => classes.some((cls) => cls !== undefined && takes.has(`${entity}|${cls}`)));
}

const numeric = new Set(['integer', 'number']);

/** How well the types go together: 1 equal or unknown, 0 impossible. Names alone bear no mismatch. */
function typeFit(need: Need, offer: Offer, kind: EdgeEvidence['kind']): number {
  const wanted = need.field.type;
  const given = offer.type;
  if (wanted === undefined || given === undefined) return 1;
  if (formatsClash(need.field.format, offer.format)) return 0;
  const [a, b] = [simple(wanted), simple(given)];
  if (a === b) return 1;
  if (a === 'mixed' || b === 'mixed') return 0.95;
  const strict = kind === 'field' || kind === 'description';
  if (a === 'array' && b !== 'object') return strict ? 0.8 : 0.9;
  if (b === 'array') return strict ? 0.75 : 0.8;
  if (a === 'object' || b === 'object') return kind === 'description' || kind === 'field' ? 0.75 : 0;
  if (strict) return a === 'string' ? 0.7 : 0.35;
  return a === 'string' ? 0.93 : 0.6;
}

function simple(type: string): string {
  const parts = type.split('|').filter((part) => part !== 'null');
  const kinds = new Set(parts.map((part) => (numeric.has(part) ? 'number' : part)));
  return kinds.size === 1 ? ([...kinds][0] as string) : 'mixed';
}

const closedFormats = new Set(['uuid', 'date', 'date-time', 'email', 'ipv4', 'ipv6', 'binary', 'byte', 'time']);

function formatsClash(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b && closedFormats.has(a) && closedFormats.has(b);
}

function choose(
  consumer: ToolProfile,
  need: Need,
  candidates: readonly Candidate[],
  supplies: ReadonlyMap<ToolProfile, number>,
): ToolEdge[] {
  const best = new Map<ToolProfile, Candidate>();
  for (const candidate of candidates) {
    const { tool } = candidate.offer;
    const known = best.get(tool);
    if (known === undefined || rank(candidate, known) < 0) best.set(tool, candidate);
  }
  const scored = [...best.values()].map((candidate) => {
    const extra = Math.min(2, (supplies.get(candidate.offer.tool) ?? 1) - 1);
    const burden = unshared(candidate.offer.tool, consumer);
    const confidence = Math.min(0.97, candidate.confidence * (1 + 0.03 * extra) * 0.96 ** Math.min(3, burden));
    return { candidate, confidence };
  });
  scored.sort(
    (a, b) =>
      b.confidence - a.confidence ||
      compareCodeUnits(a.candidate.offer.tool.tool.name, b.candidate.offer.tool.tool.name),
  );
  const real = scored.some(({ candidate, confidence }) => !candidate.echo && confidence >= floors.required);
  const top = scored[0]?.confidence ?? 0;
  const floor = Math.max(need.required ? floors.required : floors.optional, top * relativeFloor);
  return scored
    .filter(({ candidate, confidence }) => confidence >= floor && !(candidate.echo && real))
    .slice(0, need.required ? limits.required : limits.optional)
    .map(({ candidate, confidence }) => ({
      producer: candidate.offer.tool.tool.name,
      consumer: consumer.tool.name,
      from: candidate.offer.path,
      to: need.field.path,
      confidence: Math.round(confidence * 1000) / 1000,
      evidence: candidate.evidence,
    }));
}

function rank(a: Candidate, b: Candidate): number {
  return b.confidence - a.confidence || a.offer.depth - b.offer.depth || compareCodeUnits(a.offer.path, b.offer.path);
}

/** How many required keys of the producer the consumer's caller would not have anyway. */
function unshared(producer: ToolProfile, consumer: ToolProfile): number {
  let count = 0;
  for (const key of producer.takes) if (!consumer.takes.has(key)) count++;
  return count;
}
