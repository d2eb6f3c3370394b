import { type Entity, headOf, type ToolSubject } from './entity.js';
import type { HolderKind, Offer, ToolProfile } from './needs-and-offers.js';
import type { OutputField, ReadOutput } from './read-outputs.js';
import { known, type SharedParts } from './shared-parts.js';
import type { KeyClass } from './words.js';

/** Most output fields of one tool that are indexed; breadth first, so the deepest go. */
const maxFields = 120;

/** What the output of a tool, as read, lets others have. */
export function offersOf(profile: ToolProfile, output: ReadOutput, shared: SharedParts): readonly Offer[] {
  const offers: Offer[] = [];
  const found = shared.holdersAbout(profile.subject.nouns);
  for (const field of output.fields) {
    if (offers.length >= maxFields) break;
    const offer = offerOf(field, profile, output.listed, found);
    if (offer !== undefined) offers.push(offer);
  }
  if (offers.length === 0 || (output.opaque && !offers.some(isOwnKey))) offers.push(...impliedOffers(profile));
  return offers.slice(); // without the room to grow
}

/** Is the offer the key of what its tool is about? */
function isOwnKey(offer: Offer): boolean {
  if (offer.cls === undefined || offer.cls === 'url') return false;
  return offer.holders.some(([, holder]) => holder === 'noun' || holder === 'own');
}

/** Operations with a path are linked by structure and not by their texts. */
const noTerms: readonly string[] = [];
const noHolders: Offer['holders'] = [];

/** A field that is given; most of what is said of it is said of the field, whatever tool gives it. */
class FieldOffer implements Offer {
  readonly tool: ToolProfile;
  readonly holders: Offer['holders'];
  readonly #field: OutputField;

  constructor(tool: ToolProfile, field: OutputField, holders: Offer['holders']) {
    this.tool = tool;
    this.#field = field;
    this.holders = holders;
  }

  get path(): string {
    return this.#field.path;
  }

  get type(): string | undefined {
    return this.#field.type;
  }

  get format(): string | undefined {
    return this.#field.format;
  }

  get values(): Offer['values'] {
    return this.#field.values;
  }

  get pattern(): string | undefined {
    return this.#field.pattern;
  }

  get cls(): KeyClass | undefined {
    return this.#field.name.key?.cls;
  }

  get name(): string {
    return this.#field.name.name;
  }

  get distinctive(): boolean {
    return this.#field.name.distinctive;
  }

  get subjectOfField(): Entity | undefined {
    return this.#field.place.parent ?? this.tool.subject.nouns[0];
  }

  get depth(): number {
    return this.#field.place.depth;
  }

  get many(): boolean {
    return this.#field.many;
  }

  get terms(): readonly string[] {
    return this.tool.subject.path === undefined ? this.#field.terms : noTerms;
  }

  get implied(): boolean {
    return false;
  }
}

function offerOf(field: OutputField, tool: ToolProfile, listed: boolean, found: KnownHolders): Offer | undefined {
  const { key, distinctive } = field.name;
  const holders =
    key === undefined || field.type === 'object' ? noHolders : holdersOf(field, tool.subject, listed, found);
  if (holders.length === 0 && !distinctive && field.structured) return undefined;
  return new FieldOffer(tool, field, holders);
}

type KnownHolders = Map<string, Offer['holders']>;

/** Entities whose key this field may be, the surest first. */
function holdersOf(field: OutputField, subject: ToolSubject, listed: boolean, found: KnownHolders): Offer['holders'] {
  const { parent } = field.place;
  const named = field.name.key?.entity;
  if (named !== undefined) return known(found, `${parent ?? ''}\n${named}`, () => namedHolders(named, parent, subject));
  // Beside a list, a key at the root belongs to what the list is of, not to its items.
  const beside = subject.kind === 'list' && listed && !field.many && field.path !== '';
  const key = `${parent ?? ''}\n${field.schemaEntity ?? ''}\n${beside}`;
  return known(found, key, () => bareHolders(field, subject, beside));
}

/** Of what a bare `id` is the key: what encloses it, or what the tool is about, and what its schema is named after. */
function bareHolders({ place, schemaEntity }: OutputField, { nouns }: ToolSubject, beside: boolean): Offer['holders'] {
  const holders: [Entity, HolderKind][] = [];
  const add = (entity: Entity | undefined, kind: HolderKind) => {
    if (entity !== undefined && !holders.some(([known]) => known === entity)) holders.push([entity, kind]);
  };
  const { parent } = place;
  const [first] = nouns;
  if (parent === undefined) {
    nouns.forEach((noun, at) => {
      add(noun, at === 0 && !beside ? 'noun' : 'near');
    });
  } else {
    add(parent, first === parent || first?.endsWith(` ${parent}`) === true ? 'noun' : 'parent');
    if (first !== undefined && first !== parent) add(`${first} ${parent}`, 'parent');
  }
  add(schemaEntity, 'schema');
  return holders;
}

/** A `petId` is the key of a pet, the tool's own pet or another one. */
function namedHolders(named: Entity, parent: Entity | undefined, { nouns }: ToolSubject): Offer['holders'] {
  const own = nouns.some((noun) => noun === named || headOf(noun) === named) && (parent ?? named) === named;
  return [[named, own ? 'own' : parent === named ? 'parent' : 'foreign']];
}

/** Keys that a maker hands out rather than takes. */
const makerClasses: readonly KeyClass[] = ['id', 'number', 'code'];

/** A tool that says nothing of its output still gives the key of what it lists, finds or makes. */
function impliedOffers(tool: ToolProfile): Offer[] {
  const { subject } = tool;
  const noun = subject.nouns[0];
  if (tool.needs.some((need) => need.required && need.entity === noun && need.cls === 'id')) return [];
  if (noun === undefined || (subject.kind !== 'list' && subject.kind !== 'create' && subject.kind !== 'get')) return [];
  const holders = subject.nouns.map((entity, at): [Entity, HolderKind] => [entity, at === 0 ? 'noun' : 'near']);
  const offer = (cls: KeyClass): Offer => ({
    tool, path: '', type: undefined, format: undefined, values: undefined, pattern: undefined, cls, holders, name: `${noun} ${cls}`, distinctive: false,
    subjectOfField: noun, depth: 0, many: subject.kind === 'list', terms: noTerms, implied: true,
  }); // biome-ignore format: one concern a line
  const classes: KeyClass[] = ['id', 'name', 'number', 'slug', 'key', 'code'];
  const implied = (subject.kind === 'create' ? makerClasses : classes).map(offer);
  const handsOut = subject.auth && !tool.needs.some((need) => need.cls === 'token');
  return handsOut ? [...implied, { ...offer('token'), name: 'token' }] : implied;
}
