import type { JsonSchema } from '../core/json-schema.js';
import type { ToolSchema } from '../core/tool-schema.js';
import {
  isAuthWord,
  isPlainVerb,
  type KeyClass,
  keyClassOf,
  nameWords,
  prepositions,
  singular,
  splitWords,
  tokenWords,
  type VerbKind,
  verbKind,
  wrapperWords,
} from './words.js';

/** A noun as the graph compares it: lower-case singular words joined by spaces, the head noun last. */
export type Entity = string;

/** What a field name says when its last word is a key word: `petId` is the `id` of a `pet`; `id` alone has no entity. */
export interface KeyName {
  readonly entity: Entity | undefined;
  readonly cls: KeyClass;
}

/** Words that qualify a name or number without naming an entity: `first_name`, `serial_number`. */
const attributeWords = new Set(
  'first last full display given family middle nick short long common legal brand original phone mobile fax tel card line serial total'.split(
    ' ',
  ),
);

/** Reads a field name as entity and key; undefined when it does not end in a key word. */
export function parseKeyName(words: readonly string[]): KeyName | undefined {
  const last = words[words.length - 1];
  if (last === undefined) return undefined;
  const cls = keyClassOf(last);
  if (cls === undefined) return undefined;
  const rest = words.slice(0, -1).filter((word) => word !== 'unique');
  if (rest.length === 0) return { entity: undefined, cls };
  if ((cls === 'name' || cls === 'number') && attributeWords.has(rest[rest.length - 1] as string)) return undefined;
  return { entity: rest.map(singular).slice(-4).join(' '), cls };
}

/** Words as an entity: singular, short forms spelled out, wrapper words dropped; undefined when nothing is left. */
export function toEntity(words: readonly string[]): Entity | undefined {
  const kept = nounsIn(words).filter((word) => !wrapperWords.has(word));
  return kept.length === 0 ? undefined : kept.slice(-4).join(' ');
}

function nounsIn(words: readonly string[]): string[] {
  return words.filter((word) => !/^\d+$/.test(word)).map(singular);
}

/** The last word of an entity: `pull request` → request. */
export function headOf(entity: Entity): string {
  return entity.slice(entity.lastIndexOf(' ') + 1);
}

/** The entity a component schema is named after: `ListPetsResponse` → pet, `io.k8s.api.core.v1.Pod` → pod. */
export function entityOfSchemaName(name: string): Entity | undefined {
  const words = splitWords(name.slice(name.lastIndexOf('.') + 1));
  const noun = words.filter((word, at) => at > 0 || verbKind(word) === undefined);
  return toEntity(noun);
}

/** Singular words of a name in one spelling, to compare `projectId`, `project_id` and `project-ids`. */
export function nameKey(words: readonly string[]): string {
  return words.map(singular).join(' ');
}

/** What a tool does and to what, read from method, path and name. */
export interface ToolSubject {
  readonly kind: VerbKind;
  /** Nouns of the tool, most specific first; may be empty. */
  readonly nouns: readonly Entity[];
  /** What the end of the path narrows the first noun by: `archived`. */
  readonly qualifier: Entity | undefined;
  /** Nouns that the name mentions after a preposition: `comment_on_ticket`. */
  readonly mentions: readonly Entity[];
  /** Path template with parameters as `{}`; undefined for tools without one. */
  readonly path: string | undefined;
  /** For each path parameter by its name: the normalised path before it and the noun of the segment before it. */
  readonly pathParams: ReadonlyMap<string, PathParam>;
  /** The name speaks of signing in. */
  readonly auth: boolean;
  /** Finds by words that a user would say. */
  readonly search: boolean;
}

export interface PathParam {
  readonly prefix: string;
  readonly noun: Entity | undefined;
}

/** Reads method, path and name of a tool. */
export function subjectOf(tool: ToolSchema): ToolSubject {
  const http = httpOf(tool);
  const named = looksLikePath(tool.originalName) ? unnamed(tool) : readName(tool.originalName);
  if (http === undefined) {
    const kind = kindByHints(tool, named.kind ?? titleKind(tool));
    return {
      kind,
      nouns: named.noun === undefined ? [] : [named.noun],
      qualifier: undefined,
      mentions: named.mentions,
      path: undefined,
      pathParams: noParams,
      auth: named.auth,
      search: searches(tool.originalName),
    };
  }
  const path = readPath(http.path);
  const nouns = [...path.nouns];
  if (named.noun !== undefined && !named.noun.includes(' id') && !nouns.includes(named.noun)) nouns.push(named.noun);
  return {
    kind: httpKind(http.method, path, named.kind, tool),
    nouns,
    qualifier: path.qualifier,
    mentions: named.mentions,
    path: path.normal,
    pathParams: path.params,
    auth: named.auth || path.auth,
    search: searches(tool.originalName) || searches(http.path),
  };
}

function searches(text: string): boolean {
  return splitWords(text).some((word) => word === 'search' || word === 'find' || word === 'lookup');
}

const noParams: ReadonlyMap<string, PathParam> = new Map();

function looksLikePath(name: string): boolean {
  return name.includes('/') && name.includes(' ');
}

function httpOf(tool: ToolSchema): { method: string; path: string } | undefined {
  const source = tool.source;
  if (source.kind === 'openapi') return { method: source.method.toUpperCase(), path: source.path };
  if (source.kind === 'data' && source.path !== undefined)
    return { method: (source.method ?? 'GET').toUpperCase(), path: source.path };
  return undefined;
}

/** A name made of method and path says no more than they do; what it does may stand first in the description. */
function unnamed(tool: ToolSchema): NameReading {
  return { kind: titleKind(tool), noun: undefined, mentions: [], auth: false };
}

interface NameReading {
  readonly kind: VerbKind | undefined;
  readonly noun: Entity | undefined;
  readonly mentions: readonly Entity[];
  readonly auth: boolean;
}

/** Separators between a name's parts: `repos/list-for-org`, `Hotels.Search`, `shop::listOrders`. */
const namePart = /::|[./:\\]/;

function readName(name: string): NameReading {
  const parts = name
    .split(namePart)
    .map(nameWords)
    .filter((words) => words.length > 0);
  const last = readWords(parts.at(-1) ?? []);
  const before = parts.length > 1 ? readWords(parts.at(-2) ?? []) : undefined;
  return {
    kind: last.kind ?? before?.kind,
    noun: last.noun ?? before?.noun,
    mentions: last.mentions,
    auth: last.auth || before?.auth === true,
  };
}

function readWords(words: readonly string[]): NameReading {
  const verbAt = verbPosition(words);
  const verb = verbAt < 0 ? undefined : verbKind(words[verbAt] as string);
  const cut = words.findIndex((word, at) => at > 0 && prepositions.has(word));
  const object = (cut < 0 ? words : words.slice(0, cut)).filter((word, at) => at !== verbAt && !prepositions.has(word));
  const many = isPlural(object.at(-1)) || words.includes('all');
  return {
    kind: many && (verb === 'get' || verb === undefined) ? 'list' : verb,
    noun: toEntity(object) ?? (object.length === 0 ? undefined : singular(object.at(-1) ?? '')),
    mentions: cut < 0 ? [] : mentionsIn(words.slice(cut)),
    auth: words.some(isAuthWord),
  };
}

/** Nouns between and after prepositions. */
function mentionsIn(words: readonly string[]): Entity[] {
  const runs: string[][] = [];
  for (const word of words) {
    if (prepositions.has(word)) runs.push([]);
    else runs.at(-1)?.push(word);
  }
  return runs.flatMap((run) => toEntity(run) ?? []);
}

/** Where the verb of a name stands: first word, else the first word that is nothing but a verb, else a `list`. */
function verbPosition(words: readonly string[]): number {
  if (words[0] !== undefined && verbKind(words[0]) !== undefined) return 0;
  const plain = words.findIndex(isPlainVerb);
  return plain >= 0 ? plain : words.indexOf('list');
}

/** Is the word a plural as far as its form tells? Key words count too: `ids`. */
export function isPlural(word: string | undefined): boolean {
  if (word === undefined || !word.endsWith('s')) return false;
  return keyClassOf(word.slice(0, -1)) !== undefined || (word.length > 3 && singular(word) !== word);
}

function titleKind(tool: ToolSchema): VerbKind | undefined {
  const first = splitWords(tool.description)[0];
  if (first === undefined) return undefined;
  return verbKind(first) ?? verbKind(singular(first)) ?? verbKind(first.replace(/s$/, ''));
}

function kindByHints(tool: ToolSchema, kind: VerbKind | undefined): VerbKind {
  if (kind !== undefined) return kind;
  if (tool.source.kind === 'graphql') return tool.source.operation === 'query' ? 'get' : 'action';
  if (tool.annotations.readOnlyHint === true) return 'get';
  if (tool.annotations.destructiveHint === true && tool.annotations.readOnlyHint === false) return 'action';
  return 'action';
}

interface PathReading {
  readonly normal: string;
  readonly nouns: readonly Entity[];
  readonly params: ReadonlyMap<string, PathParam>;
  readonly endsInParam: boolean;
  /** Follows changes rather than telling what there is. */
  readonly streams: boolean;
  /** The last segment is a plural. */
  readonly many: boolean;
  readonly verb: VerbKind | undefined;
  readonly auth: boolean;
  readonly qualifier: Entity | undefined;
}

/** Path segments that name a view or a form of the thing before them. */
const viewWords = new Set('information info detail summary full pdf csv xml html json xlsx raw content'.split(' '));

const paramPattern = /\{([^{}]*)\}/g;

function readPath(template: string): PathReading {
  const segments =
    template
      .split(/[?#]/, 1)[0]
      ?.split('/')
      .filter((segment) => segment !== '') ?? [];
  const params = new Map<string, PathParam>();
  let run: Entity[] = [];
  let broken = false;
  let verb: VerbKind | undefined;
  let auth = false;
  let many = false;
  let qualifier: Entity | undefined;
  const normal: string[] = [];
  for (const segment of segments.map(withoutExtension)) {
    const names = [...segment.matchAll(paramPattern)].map((match) => match[1] as string);
    if (names.length > 0) {
      for (const name of names)
        params.set(name, { prefix: `/${normal.join('/')}`, noun: broken ? undefined : run.at(-1) });
      broken = true;
      normal.push('{}');
      continue;
    }
    normal.push(segment.toLowerCase());
    const words = splitWords(segment);
    const qualifies: boolean = many && !broken && isParticiple(objectOf(words).at(-1));
    many = qualifies || (words.length === 1 && selfWords.has(words[0] ?? '')) ? many : isPlural(words.at(-1));
    auth ||= signsIn(words);
    const first = words[0] ?? '';
    if (words.length === 1 ? verbKind(first) !== undefined && !isPlural(first) : isPlainVerb(first))
      verb = verbKind(first);
    // `/tasks/info`, `/invoice/pdf`: a view or a file of what stands before.
    if (run.length > 0 && !broken && words.length === 1 && viewWords.has(singular(first))) continue;
    // `/images/untagged`, `/messages/list-scheduled`: some of what stands before, or what is to become of it.
    qualifier = qualifies ? nounOfSegment(words) : undefined;
    if (qualifies) {
      verb ??= verbKind(first) ?? 'action';
      continue;
    }
    const noun =
      nounOfSegment(words) ??
      (normal.length === segments.length ? lastNoun(words, run.length > 0 && !broken) : undefined);
    if (noun === undefined) continue;
    run = broken ? [noun] : [...run, noun];
    broken = false;
  }
  const last = withoutExtension(segments.at(-1) ?? '');
  return {
    normal: `/${normal.join('/')}`,
    nouns: run.slice(-3).reverse(),
    params: params.size === 0 ? noParams : params,
    endsInParam: last.includes('{'),
    streams: normal.some((segment) => verbKind(segment) === 'action'),
    qualifier,
    many: many && !last.includes('{'),
    verb: last.includes('{') ? undefined : verb,
    auth,
  };
}

/** `/auth`, `/access_token`, `/getToken`; a `registration-token` is for something else. */
function signsIn(words: readonly string[]): boolean {
  const fetches = (word: string) => verbKind(word) === 'get' || verbKind(word) === 'create';
  return words.some(isAuthWord) && words.every((word) => isAuthWord(word) || tokenWords.has(word) || fetches(word));
}

/** `/webhooks/list.json` lists webhooks, in JSON. */
function withoutExtension(segment: string): string {
  return segment.replace(/\.(?:json|xml|csv|html|pdf|txt|ya?ml)$/i, '');
}

/** The words of a segment without the verb before and what comes after a preposition. */
function objectOf(words: readonly string[]): readonly string[] {
  const first = words[0] ?? '';
  const rest = isPlainVerb(first) || (words.length === 1 && verbKind(first) === 'list') ? words.slice(1) : words;
  const cut = rest.findIndex((word) => prepositions.has(word));
  return cut < 0 ? rest : rest.slice(0, cut);
}

/** Does the word tell what was done to things rather than what they are: `archived`, `untagged`? */
function isParticiple(word: string | undefined): boolean {
  return word !== undefined && word.length > 4 && /[^e]ed$/.test(word) && word !== 'embed' && word !== 'hundred';
}

function nounOfSegment(words: readonly string[]): Entity | undefined {
  const first = words[0] ?? '';
  if (words.length === 1 && (/^v\d+$/.test(first) || first === 'api' || first === 'rest')) return undefined;
  const object = objectOf(words);
  return toEntity(object) ?? (object.length === 1 && !selfWords.has(first) ? singular(first) : undefined);
}

const selfWords = new Set([
  'me',
  'self',
  'my',
  'all',
  'current',
  'mine',
  'new',
  'the',
  'any',
  'json',
  'default',
  'public',
]);

/** `/me` is the current user; a path that is only a verb is about what the verb makes. */
function lastNoun(words: readonly string[], afterNoun: boolean): Entity | undefined {
  const word = words[0];
  if (word === undefined || words.length > 1) return undefined;
  if (word === 'me' || word === 'whoami') return 'user';
  return afterNoun || selfWords.has(word) || /^v\d+$/.test(word) ? undefined : singular(word);
}

function httpKind(method: string, path: PathReading, named: VerbKind | undefined, tool: ToolSchema): VerbKind {
  if (method === 'DELETE') return 'delete';
  if (method === 'PATCH') return 'update';
  if (method === 'PUT') return named === 'create' ? 'create' : named === 'delete' ? 'delete' : 'update';
  if (method === 'POST') {
    if (path.verb !== undefined && path.verb !== 'create') return path.verb;
    if (named !== undefined && named !== 'action') return named;
    return path.endsInParam ? 'update' : 'create';
  }
  if (path.streams) return 'action';
  if (path.endsInParam) return path.verb === 'list' || (returnsMany(tool) && !returnsOne(tool)) ? 'list' : 'get';
  const listed = path.many && isUntold(tool);
  return path.verb === 'list' || named === 'list' || listed || returnsMany(tool) ? 'list' : 'get';
}

/** Does the source leave open what comes back? */
function isUntold(tool: ToolSchema): boolean {
  const schema = tool.outputSchema;
  return (
    schema === undefined ||
    (schema.items === undefined && schema.properties === undefined && !schema.anyOf && !schema.oneOf)
  );
}

/** Does the output carry a key of its own beside what it lists? Then it is one thing with parts. */
function returnsOne(tool: ToolSchema): boolean {
  return Object.keys(tool.outputSchema?.properties ?? {}).some((name) => {
    const cls = keyClassOf(nameWords(name).at(-1) ?? '');
    return cls === 'id' || cls === 'name' || cls === 'slug';
  });
}

/** Is the output an array, or an object with an array of objects near its root? */
function returnsMany(tool: ToolSchema): boolean {
  const schema = tool.outputSchema;
  if (schema === undefined) return false;
  if (schema.items !== undefined) return true;
  const properties = Object.values(schema.properties ?? {});
  return properties.some(holdsObjects) || (properties.length === 1 && properties.some(isPage));
}

function holdsObjects(schema: JsonSchema): boolean {
  return schema.items?.properties !== undefined;
}

/** An object around a list under a name that says no more than that: `{ artists: { total, items: [...] } }`. */
function isPage(schema: JsonSchema): boolean {
  return Object.entries(schema.properties ?? {}).some(
    ([name, property]) => wrapperWords.has(singular(name)) && holdsObjects(property),
  );
}
