import type { ToolField, ToolSchema } from '../core/tool-schema.js';
import { describedThings } from './described-keys.js';
import { type Entity, headOf, isPlural, nameKey, subjectOf, type ToolSubject, toEntity } from './entity.js';
import { readFieldName } from './field-names.js';
import type { Need, Offer, ToolProfile } from './needs-and-offers.js';
import { offersOf } from './offers.js';
import { termsOf } from './read-outputs.js';
import { SharedParts } from './shared-parts.js';
import { markOf } from './value-patterns.js';
import {
  containerWords,
  genericNames,
  isAuthWord,
  isPlainVerb,
  isSecret,
  keyClassOf,
  measureWords,
  nameWords,
  roleWords,
  singular,
  splitWords,
  stopWords,
  wrapperWords,
} from './words.js';

export type { HolderKind, Need, Offer, ToolProfile } from './needs-and-offers.js';

/** Most inputs of one tool that are linked. */
const maxNeeds = 40;

/**
 * Reads a tool's inputs as needs and its outputs as offers.
 *
 * @param shared One for the tools of a source reads and keeps what they share once.
 */
export function profileOf(tool: ToolSchema, shared: SharedParts = new SharedParts()): ToolProfile {
  return new ReadTool(tool, shared);
}

class ReadTool implements ToolProfile {
  readonly tool: ToolSchema;
  readonly subject: ToolSubject;
  readonly offers: readonly Offer[];
  readonly takes: ReadonlySet<string>;
  readonly takesOf: ReadonlySet<Entity>;
  readonly takesNames: ReadonlySet<string>;
  readonly burden: number;
  #needs: readonly Need[] | undefined;
  #topics: ReadonlySet<string> | undefined;
  #context: ReadonlySet<string> | undefined;

  constructor(tool: ToolSchema, shared: SharedParts) {
    this.tool = tool;
    this.subject = subjectOf(tool);
    const inputs = readInputs(tool, this.subject);
    this.takes = shared.setOf(inputs.takes);
    this.takesOf = shared.setOf(inputs.takesOf);
    this.takesNames = shared.setOf(inputs.takesNames);
    this.burden = inputs.burden;
    this.#needs = inputs.needs;
    this.offers = offersOf(this, shared.outputs.read(tool), shared);
  }

  get needs(): readonly Need[] {
    this.#needs ??= readInputs(this.tool, this.subject).needs;
    return this.#needs;
  }

  get topics(): ReadonlySet<string> {
    this.#topics ??= topicsOf(this.tool.originalName);
    return this.#topics;
  }

  get context(): ReadonlySet<string> {
    if (this.subject.path !== undefined) return this.topics;
    this.#context ??= new Set([...this.topics, ...topicsOf(this.tool.description)]);
    return this.#context;
  }

  dropNeeds(): void {
    this.#needs = undefined;
  }
}

type Inputs = Pick<ToolProfile, 'needs' | 'takes' | 'takesOf' | 'takesNames' | 'burden'>;

function readInputs(tool: ToolSchema, subject: ToolSubject): Inputs {
  const needs = new Map<string, Need>();
  const takes = new Set<string>();
  const takesOf = new Set<Entity>();
  const takesNames = new Set<string>();
  const consumed = tool.consumes;
  const signsIn = consumed.some((field) => readFieldName(field.name).words.at(-1) === 'password');
  let burden = 0;
  for (const field of consumed) {
    const need = needOf(field, subject);
    // What a writing tool was told, it tells back, whether it had to be told or not.
    const told = field.required === true || (subject.kind !== 'list' && subject.kind !== 'get');
    if (told && need.name !== '') takesNames.add(need.name);
    if (field.required === true && need.entity !== undefined && need.cls !== undefined && isTakenKey(need)) {
      takes.add(`${need.entity}|${need.cls}`);
      takesOf.add(need.entity);
      burden++;
    }
    // One name in path and body is one value.
    if (needs.has(field.path)) continue;
    if (needs.size < maxNeeds && isLinkable(need, subject) && !(signsIn && isCredential(need)))
      needs.set(field.path, need);
  }
  return { needs: [...needs.values()], takes, takesOf, takesNames, burden };
}

function topicsOf(text: string): ReadonlySet<string> {
  const words = splitWords(text).filter((word) => word.length > 2 && !stopWords.has(word) && !isPlainVerb(word));
  return new Set(words.map(singular).filter((word) => !genericNames.has(word) && !wrapperWords.has(word)));
}

/** Beside a password, the name of the account is the caller's own. */
function isCredential(need: Need): boolean {
  return need.cls === 'login' || need.cls === 'email' || need.cls === 'name';
}

/** Does a caller have to know a key to fill the input? Positions, times and page marks are no keys of things. */
function isTakenKey(need: Need): boolean {
  const { words, pagination } = readFieldName(need.field.name);
  // What a host sends along with every call is nothing that a caller has to find.
  if (pagination || (need.cls !== 'token' && isSecret(words))) return false;
  if (need.cls !== 'self') return true;
  return need.field.in === 'path' && !words.every((word) => measureWords.has(word));
}

function needOf(field: ToolField, subject: ToolSubject): Need {
  const { words, key, name, distinctive } = readFieldName(field.name);
  const param = field.in === 'path' ? subject.pathParams.get(field.name) : undefined;
  let entity = key?.entity;
  let cls: Need['cls'] = key?.cls;
  let role: Entity | undefined;
  if (key === undefined) {
    entity = thingNamed(words);
    // The input is named after the thing itself; is it its key, or the thing?
    cls = entity === undefined ? undefined : field.in !== 'path' && saysKey(field) ? 'id' : 'self';
    if (words.length === 1 && isAuthWord(words[0] as string) && field.type === 'string') cls = 'token';
  } else if (entity === undefined || onlyRoles(entity)) {
    role = entity;
    // `/{gist_id}/{sha}`: a bare key right after another one is of something that the path does not name.
    entity = param === undefined ? (parentEntity(field) ?? ownerOf(field, subject)) : param.noun;
  }
  const bare = key !== undefined && key.entity === undefined && param === undefined;
  const ownCollection = bare && subject.kind !== 'create' ? subject.path : undefined;
  return new ReadNeed(field, entity, role, bare && !isPart(field) ? subject : undefined, {
    required: field.required === true,
    cls,
    name,
    distinctive,
    prefix: cls === 'self' && !distinctive ? undefined : (param?.prefix ?? ownCollection),
    ownPrefix: param?.prefix,
    segment: param?.noun,
  });
}

/** The thing an input is named after: `order`; a `ride_type` is not a ride. */
function thingNamed(words: readonly string[]): Entity | undefined {
  const kinds = words.length > 1 && (words.at(-1) === 'type' || words.at(-1) === 'kind');
  return kinds ? nameKey(words) : toEntity(words);
}

/** A need whose readings and words are worked out when a producer is looked for: most inputs are not linked. */
class ReadNeed implements Need {
  readonly field: ToolField;
  readonly required: boolean;
  readonly entity: Entity | undefined;
  readonly cls: Need['cls'];
  readonly name: string;
  readonly distinctive: boolean;
  readonly prefix: string | undefined;
  readonly ownPrefix: string | undefined;
  readonly segment: string | undefined;
  readonly #role: Entity | undefined;
  readonly #subject: ToolSubject | undefined;
  #entities: Need['entities'] | undefined;
  #terms: readonly string[] | undefined;

  constructor(
    field: ToolField,
    entity: Entity | undefined,
    role: Entity | undefined,
    subject: ToolSubject | undefined,
    read: Omit<Need, 'field' | 'entity' | 'entities' | 'terms' | 'key'>,
  ) {
    this.field = field;
    this.entity = entity;
    this.required = read.required;
    this.cls = read.cls;
    this.name = read.name;
    this.distinctive = read.distinctive;
    this.prefix = read.prefix;
    this.ownPrefix = read.ownPrefix;
    this.segment = read.segment;
    this.#role = role;
    this.#subject = subject;
  }

  get entities(): Need['entities'] {
    this.#entities ??= this.entity === undefined ? [] : readings(this.entity, this.#role, this.#subject);
    return this.#entities;
  }

  get terms(): readonly string[] {
    this.#terms ??= termsOf(readFieldName(this.field.name).words, this.field.description);
    return this.#terms;
  }

  get key(): string {
    const { name, type, format, pattern, in: place, description } = this.field;
    const choices = this.field.enum === undefined ? '' : JSON.stringify(this.field.enum);
    const values = pattern === undefined ? choices : `${choices}${pattern}`;
    const component = readFieldName(name).key?.entity === undefined ? this.field.entity : undefined;
    const mentions = this.#subject === undefined ? '-' : this.#subject.mentions.join(',');
    const read = `${this.required}\n${this.cls}\n${this.entity}\n${component}\n${this.#role}\n${mentions}`;
    const where = `${place}\n${this.prefix}\n${this.ownPrefix}\n${this.segment}`;
    return `${name}\n${type}\n${format}\n${values}\n${read}\n${where}\n${description}`;
  }
}

/** A bare key belongs to what the tool is about, but in a list within its input it belongs to the parts. */
function ownerOf(field: ToolField, subject: ToolSubject): Entity | undefined {
  return field.path.includes('[].') ? undefined : subject.nouns[0];
}

function onlyRoles(entity: Entity): boolean {
  return entity.split(' ').every((word) => roleWords.has(word));
}

/**
 * The entity, and what is left of it without role words and first qualifiers. A bare key of a tool without a path
 * may also belong to the front of the tool's noun (`get_invoice_lines(id)`) or to what its name mentions.
 *
 * @param role What the name says of the part that the thing plays, where it says no more: `parent`, `home`.
 */
function readings(entity: Entity, role: Entity | undefined, subject: ToolSubject | undefined): [Entity, number][] {
  const found = new Map<Entity, number>([[entity, 1]]);
  const add = (words: readonly string[], share: number) => {
    const text = words.join(' ');
    if (text !== '' && !found.has(text)) found.set(text, share);
  };
  const words = entity.split(' ');
  let roles = 0;
  while (roles < words.length - 1 && roleWords.has(words[roles] as string)) roles++;
  const core = words.slice(roles);
  add(core, 0.96);
  // `ip_record_id` is of what `/ip-records` holds; a `home_id` may be of a home.
  if (containerWords.has(words.at(-1) ?? '')) add(words.slice(0, -1), 0.92);
  if (role !== undefined) add(role.split(' '), 0.9);
  for (const mention of subject?.mentions ?? []) add(mention.split(' '), 0.85);
  for (let length = core.length - 1; subject !== undefined && length > 0; length--) add(core.slice(0, length), 0.85);
  const known = roles > 0 ? 0.9 : 0.8;
  if (core.length > 2) add(core.slice(1), known);
  if (core.length > 1) add(core.slice(-1), known - 0.05);
  return [...found];
}

function parentEntity(field: ToolField): Entity | undefined {
  if (field.parent === undefined || field.parent === field.name) return undefined;
  return toEntity(nameWords(field.parent));
}

/** May the input be filled by another tool at all, and is it worth a look? */
function isLinkable(need: Need, subject: ToolSubject): boolean {
  const { field, cls } = need;
  const { words, key, pagination } = readFieldName(field.name);
  if (words.length === 0 || field.in === 'cookie') return false;
  // What a host sends along with every call is not asked of a tool; the id of a thing in a header is.
  if (field.in === 'header' && (cls !== 'id' || words[0] === 'x' || !(need.required || key?.entity !== undefined)))
    return false;
  if (pagination) return false;
  if (cls !== 'token' && isSecret(words)) return false;
  if (field.type === 'boolean' || !isOpenChoice(need)) return false;
  // The default of an id is an example.
  if (field.default !== undefined && !need.required && (cls !== 'id' || key?.entity === undefined)) return false;
  const bare = key === undefined ? cls !== 'id' : key.entity === undefined;
  const own = need.entity !== undefined && subject.nouns.includes(need.entity);
  if (field.in === 'path') return true;
  // Whatever is deleted is named by its key.
  if (cls === 'email' && bare) return subject.kind === 'delete' && !field.path.includes('.');
  if (subject.kind === 'create' && own && (cls === 'name' || cls === 'login' || cls === 'email' || cls === 'slug'))
    return false;
  // What stands beside the key of the thing is what shall change: its new name.
  if (subject.kind === 'update' && own && bare && cls !== 'id' && subject.pathParams.size > 0) return false;
  // A whole resource is put back under the id it has, even where the schema lets the id be left out.
  const changes = subject.kind === 'update' || (subject.kind === 'delete' && !field.path.includes('.'));
  if (bare && cls === 'id' && changes && subject.pathParams.size === 0) return true;
  // Several keys at once belong to things that are there already, also where they are put into a new place.
  if (bare && (cls === 'id' || cls === 'url') && isPlural(words.at(-1))) return true;
  if (!need.required) return isUsefulOption(need, subject, bare);
  if (cls === 'self' || cls === undefined || !bare || cls === 'token') return true;
  if (subject.kind === 'create' || cls === 'url')
    return (cls === 'id' || cls === 'url') && (isOfAnother(need, subject) || (isPart(field) && !own));
  return cls !== 'name' || subject.kind !== 'list';
}

/** Does the description say that a bare key is of another thing than the tool is about: "must be a track uri"? */
function isOfAnother(need: Need, subject: ToolSubject): boolean {
  const things = describedThings(need);
  return things.length > 0 && !things.some((thing) => subject.nouns.some((noun) => headOf(noun) === thing));
}

/** An input with a fixed list of values is a choice; where another tool lists the same values it can be looked up. */
function isOpenChoice({ field, distinctive, cls }: Need): boolean {
  const choices = field.enum?.length ?? 0;
  return choices === 0 || (choices > 1 && distinctive && cls !== undefined);
}

/** May an input that can be left out be worth a look-up: does it refer to another thing? */
function isUsefulOption(need: Need, subject: ToolSubject, bare: boolean): boolean {
  const { cls, field } = need;
  const own = need.entity !== undefined && subject.nouns.includes(need.entity);
  if (!own && markOf(field.pattern) !== undefined) return true;
  if (need.entity === undefined || cls === undefined) return false;
  if (cls === 'token') return subject.auth;
  if (bare && isPart(field)) return !own || subject.kind === 'delete';
  if (cls === 'id') return !bare && !(subject.kind === 'create' && own);
  if (cls === 'self') return !own && isWordFilter(need);
  return !bare && !own && foreignClasses.has(cls);
}

/** Keys other than ids that inputs refer to things by. */
const foreignClasses: ReadonlySet<string> = new Set(['number', 'code', 'key', 'slug']);

/** The id of a thing that the body refers to, by number or by URI: `assignee.id`. */
function isPart(field: ToolField): boolean {
  const depth = field.path.split('.').length;
  const key = field.name.toLowerCase();
  return (key === 'id' || key === 'uri') && depth === 2 && parentEntity(field) !== undefined;
}

/** Is the input named after a thing, and small enough to hold its key: `assignee`, `branch`? */
function isWordFilter({ field, distinctive }: Need): boolean {
  const scalar = field.type === undefined || field.type === 'string' || field.type === 'integer';
  return distinctive && scalar && field.in !== 'header' && !field.path.includes('.');
}

/** Does the description say that the value is a key, where the name only tells of what: `assignment`, "id of an assignment"? */
function saysKey(field: ToolField): boolean {
  if (field.type !== undefined && field.type !== 'string' && field.type !== 'integer') return false;
  if (field.description === undefined) return false;
  return splitWords(field.description)
    .slice(0, 5)
    .some((word) => keyClassOf(word) === 'id');
}
