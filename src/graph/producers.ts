import { compareCodeUnits } from '../core/names.js';
import type { ToolEdge } from '../core/tool-edge.js';
import { bodySources } from './body-sources.js';
import { unsharedKeys } from './compatibility.js';
import { confidenceOf } from './confidence.js';
import { isCousin, isNeighbour } from './cousins.js';
import { type Candidate, isHome } from './evidence/candidate.js';
import type { FieldIndex } from './field-index.js';
import type { SharedCandidates, Sources } from './shared-candidates.js';
import type { Need, ToolProfile } from './tool-profile.js';

/** Most producers of one input that become edges. */
const limits = { required: 3, optional: 2 } as const;

/**
 * Least strength of an edge into a required and an optional input, into the latter from what makes the thing, where an
 * equal name is all there is, and where the input may be left out and what gives it is about something else.
 */
const floors = { required: 0.42, optional: 0.6, made: 0.53, nameOnly: 0.5, rareName: 0.74 } as const;

/** What share of the best producer's strength an alternative must reach. */
const relativeFloor = 0.62;

/**
 * What is left of a candidate that merely refers to an entity beside one that is about it; that lists another
 * collection, where names are unique within one; that lists the same below something else, or something more special
 * of that name; that echoes; that makes the thing under the key it is told; for each key it needs and the consumer's caller lacks.
 */
const discounts = {
  besidePrimary: 0.75,
  otherCollection: 0.55,
  cousin: 0.5,
  echo: 0.62,
  named: 0.72,
  missingKey: 0.88,
  jointSupply: 1.03,
} as const;

/** How many other inputs that a producer fills make it likelier. */
const mostOthers = 2;

/** No candidate below it is strong enough for an edge, whatever speaks for it beside; with room for rounding. */
export const leastConfidence = (0.999 * floors.required) / discounts.jointSupply ** mostOthers;

/**
 * The best producers of each input of `consumer`, from the index of its source.
 *
 * @param shared Candidates from that index.
 */
export function rankProducers(
  consumer: ToolProfile,
  index: FieldIndex,
  shared: SharedCandidates,
  withTerms: boolean,
): ToolEdge[] {
  const found = consumer.needs.map((need) => ({ need, sources: shared.of(consumer, need, withTerms) }));
  const required = found.filter(({ need }) => need.required).map(({ sources }) => sources);
  const edges = found.flatMap(({ need, sources }) => choose(consumer, need, sources.candidates, required));
  return [...edges, ...bodySources(consumer, index)];
}

/** How many required inputs a tool may fill beside one, as far as that counts. */
function othersFilled(tool: ToolProfile, required: readonly Sources[]): number {
  let count = 0;
  for (let at = 0; at < required.length && count <= mostOthers; at++) if (required[at]?.has(tool) === true) count++;
  return Math.max(0, count - 1);
}

interface Scored {
  readonly candidate: Candidate;
  /** 0 to 1; {@link confidenceOf} says how often edges of that strength are right. */
  readonly strength: number;
}

function choose(
  consumer: ToolProfile,
  need: Need,
  candidates: readonly Candidate[],
  required: readonly Sources[],
): ToolEdge[] {
  const usable = candidates.filter((candidate) => !candidate.echo || makesIt(candidate));
  const primary = usable.some(
    (candidate) => candidate.primary && !candidate.echo && candidate.confidence >= floors.required,
  );
  const home = usable.some(
    (candidate) => isHome(candidate) && lists(candidate) && candidate.confidence >= floors.nameOnly,
  );
  const local = home && need.cls !== 'id' && need.cls !== undefined;
  const near = usable.some(
    (candidate) => isNeighbour(consumer, need, candidate) && candidate.confidence >= floors.nameOnly,
  );
  const scored = bestPerTool(usable).map((candidate): Scored => {
    const extra = othersFilled(candidate.offer.tool, required);
    const keys = Math.min(3, unsharedKeys(candidate.offer.tool, consumer));
    const strength =
      candidate.confidence *
      discounts.jointSupply ** extra *
      discounts.missingKey ** keys *
      (!candidate.echo ? 1 : namesIt(candidate) ? discounts.named : discounts.echo) *
      (primary && !candidate.primary ? discounts.besidePrimary : 1) *
      (local && !isHome(candidate) && !candidate.offer.tool.subject.search ? discounts.otherCollection : 1) *
      (near && !isNeighbour(consumer, need, candidate) ? discounts.cousin : 1) *
      (home && isCousin(consumer, need, candidate) ? discounts.cousin : 1);
    return { candidate, strength: Math.min(0.97, strength) };
  });
  scored.sort(byScore);
  const real = scored.some(({ candidate, strength }) => !candidate.echo && strength >= floors.required);
  const floor = (scored[0]?.strength ?? 0) * relativeFloor;
  return scored
    .filter((entry) => entry.strength >= (makesOne(entry) ? Math.min(floor, floors.made) : floor))
    .filter(({ candidate, strength }) => strength >= leastOf(need, candidate))
    .filter(({ candidate }) => !(candidate.echo && real) || namesIt(candidate))
    .filter(({ candidate, strength }) => strength >= floors.nameOnly || !restsOnName(consumer, candidate))
    .filter(({ candidate, strength }) => need.required || isNamed(candidate, strength) || !merelyRefers(candidate))
    .filter(({ candidate }) => need.field.type !== 'object' || !restsOnName(consumer, candidate))
    .filter(keepOther(need.required ? limits.required : limits.optional, consumer))
    .map(({ candidate, strength }) => edgeOf(consumer, need, candidate, strength));
}

/**
 * Keeps the first `limit`, but gives the last place to another way to the thing where all before it go one: the best
 * search that finds it by what a user would say, else the best that makes it, else the best that comes from another
 * thing, where all before it can be called out of nothing.
 */
function keepOther(
  limit: number,
  consumer: ToolProfile,
): (entry: Scored, at: number, all: readonly Scored[]) => boolean {
  return (_entry, at, all) => {
    if (at < limit - 1 || limit < 3) return at < limit;
    const search = all.findIndex(searches);
    if (search >= limit - 1) return at === search;
    const maker = all.findIndex(makes);
    if (maker >= 0) return at === Math.max(maker, limit - 1);
    const free = all.slice(0, limit).every(({ candidate }) => candidate.offer.tool.burden === 0);
    const other = free ? all.findIndex((entry) => comesFromAnother(entry, consumer)) : -1;
    return at === Math.max(other, limit - 1);
  };
}

/** Does it give the thing to whoever has another one: the orders of a customer? */
function comesFromAnother({ candidate }: Scored, consumer: ToolProfile): boolean {
  const { tool, cls } = candidate.offer;
  return cls === 'id' && candidate.primary && unsharedKeys(tool, consumer) > 0;
}

function searches({ candidate }: Scored): boolean {
  const { tool, many } = candidate.offer;
  return tool.subject.search && many && tool.burden === 0 && !candidate.echo;
}

/** Does it make the thing in the very collection, or in one that names it in full? */
function makesOne(entry: Scored): boolean {
  return makes(entry) && (!entry.candidate.echo || namesIt(entry.candidate)) && !entry.candidate.offer.implied;
}

function makes({ candidate }: Pick<Scored, 'candidate'>): boolean {
  return candidate.primary && candidate.offer.tool.subject.kind === 'create';
}

/** Operations with a path say what they are about; where only a name agrees, they are about different things. */
function restsOnName(consumer: ToolProfile, candidate: Candidate): boolean {
  return consumer.subject.path !== undefined && candidate.evidence[0]?.kind === 'field';
}

/** What is made is the thing itself, whatever else is doubtful; an option that refers to it may be filled so. */
function leastOf(need: Need, candidate: Candidate): number {
  if (need.required) return floors.required;
  return makesIt(candidate) || (makes({ candidate }) && candidate.offer.implied) ? floors.made : floors.optional;
}

/** Does the input's description name the producer, or is its name one that hardly another tool gives? */
function isNamed({ evidence }: Candidate, strength: number): boolean {
  const first = evidence[0]?.kind;
  return first === 'description' || (first === 'field' && strength >= floors.rareName);
}

/** Is the output a reference to the thing in a record of something else? Good enough where a value has to be found. */
function merelyRefers({ offer, primary }: Candidate): boolean {
  if (offer.implied && !primary) return true;
  return offer.holders.length > 0 && offer.holders.every(([, holder]) => holder === 'foreign');
}

function lists(candidate: Candidate): boolean {
  return candidate.offer.tool.subject.kind === 'list';
}

/** A create that takes the new key from its caller still brings the thing into being. */
function makesIt(candidate: Candidate): boolean {
  return candidate.primary && !candidate.offer.implied && candidate.offer.tool.subject.kind === 'create';
}

/** Does it make the thing in the very collection, under a key that its caller chooses? From then on the key is one. */
function namesIt(candidate: Candidate): boolean {
  return makesIt(candidate) && isHome(candidate);
}

function bestPerTool(candidates: readonly Candidate[]): Candidate[] {
  const best = new Map<ToolProfile, Candidate>();
  for (const candidate of candidates) {
    const known = best.get(candidate.offer.tool);
    if (known === undefined || byStrength(candidate, known) < 0) best.set(candidate.offer.tool, candidate);
  }
  return [...best.values()];
}

function byStrength(a: Candidate, b: Candidate): number {
  return b.confidence - a.confidence || a.offer.depth - b.offer.depth || compareCodeUnits(a.offer.path, b.offer.path);
}

function byScore(a: Scored, b: Scored): number {
  return (
    b.strength - a.strength || compareCodeUnits(a.candidate.offer.tool.tool.name, b.candidate.offer.tool.tool.name)
  );
}

function edgeOf(consumer: ToolProfile, need: Need, candidate: Candidate, strength: number): ToolEdge {
  return {
    producer: candidate.offer.tool.tool.name,
    consumer: consumer.tool.name,
    from: candidate.offer.path,
    to: need.field.path,
    confidence: confidenceOf(Math.round(strength * 1000) / 1000),
    evidence: candidate.evidence.map(({ kind, detail }) => ({
      kind,
      detail: inOnePiece(detail(candidate.offer, need, consumer)),
    })),
  };
}

/**
 * The same text as one string: the engine keeps the pieces that a text was put together of, twice its size, until a
 * letter of it is read.
 */
function inOnePiece(text: string): string {
  return text.charCodeAt(0) >= 0 ? text : '';
}
