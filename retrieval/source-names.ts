import type { ToolSchema } from '../src/core/tool-schema.js';
import { intentsOfTerm, isGenericVerb } from './intent.js';
import type { LexicalIndex } from './lexical-index.js';
import type { QueryClause } from './query.js';
import { isStopWord } from './stop-words.js';
import { tokenize } from './tokenize.js';

/**
 * What makes a word a name: of the tools that hold it this share are of the sources called so, and these are no more
 * than that share of the catalog. A word that an owner chose for its domain is a name at the lower `domainShare`: the
 * better known an owner is, the more others speak of it. `gain` is what the tools' text scores are multiplied by; in a
 * request of several clauses that holds within the clause that says the name, and for the whole, whose other clauses
 * ask for other tools, `besideOthers`.
 */
const settings = { ownShare: 0.8, domainShare: 0.45, catalogShare: 0.5, gain: 2.5, besideOthers: 1.2 } as const;

/** Words that name no source: what sources are, and the parts that all addresses have. */
const ordinary = new Set(
  'api apis rest server service services public open web app cloud data mcp tools tool local functions default com org net io dev co www http https localhost internal'.split(
    ' ',
  ),
);

/** Sources whose names are remembered, at most: a catalog that changes for weeks need not remember all it ever held. */
const rememberedSources = 5000;

/** Sources that a request names. */
export interface NamedSources {
  /** The words that name them, as written. */
  readonly words: readonly string[];
  /** Documents of these sources. */
  readonly docs: ReadonlySet<number>;
  /** What these documents' scores are multiplied by, for a request or clause that names them. */
  readonly gain: number;
  /** The same for a request whose other clauses name no source. */
  readonly gainBesideOthers: number;
  /** The owner whose domain is called so, when the request names one. */
  readonly owner?: NamedOwner;
}

/** Whoever offers sources under a domain, such as `slack.com`, or a service under one, such as `googleapis.com/gmail`. */
export interface NamedOwner {
  /** The terms that name it. */
  readonly terms: ReadonlySet<string>;
  /** Documents of its sources. */
  readonly docs: ReadonlySet<number>;
  /** What their scores are multiplied by. */
  readonly gain: number;
}

/** Knows tools by the words that their sources are called: id, title and host. */
export class SourceNames {
  readonly #docsOf = new Map<string, Set<number>>();
  /** Documents by the words that owners chose for their domains, and for the services under these. */
  readonly #domains = new Map<string, Set<number>>();
  readonly #services = new Map<string, Set<number>>();
  readonly #sources = new Map<string, number>();
  /** By text of the source: its tools share it. */
  readonly #names = new Map<string, CalledBy>();

  add(doc: number, tool: ToolSchema): void {
    this.#sources.set(tool.source.id, (this.#sources.get(tool.source.id) ?? 0) + 1);
    const { names, domains, services } = this.#namesOf(tool);
    for (const name of names) note(this.#docsOf, name, doc);
    for (const name of domains) note(this.#domains, name, doc);
    for (const name of services) note(this.#services, name, doc);
  }

  remove(doc: number, tool: ToolSchema): void {
    const left = (this.#sources.get(tool.source.id) ?? 1) - 1;
    if (left === 0) this.#sources.delete(tool.source.id);
    else this.#sources.set(tool.source.id, left);
    const { names, domains, services } = this.#namesOf(tool);
    for (const name of names) forget(this.#docsOf, name, doc);
    for (const name of domains) forget(this.#domains, name, doc);
    for (const name of services) forget(this.#services, name, doc);
  }

  /** The words of a request that name the source of a document. */
  wordsFor(doc: number, query: Pick<QueryClause, 'terms'>, index: LexicalIndex): readonly string[] {
    const named = this.namedIn(query, index);
    return named?.docs.has(doc) === true ? named.words : [];
  }

  /** The sources that a request names; undefined when it names none, or says nothing else. */
  namedIn(query: Pick<QueryClause, 'terms'>, index: LexicalIndex): NamedSources | undefined {
    if (this.#sources.size < 2) return undefined;
    const names = new Map<string, ReadonlySet<number>>();
    const owners = new Map<string, ReadonlySet<number>>();
    const words = new Set<string>();
    for (const { term, word, match } of query.terms) {
      // "digital ocean" is written apart by some
      if (match !== 'exact' && !(match === 'compound' && word.includes(' '))) continue;
      const owned =
        ownBy(this.#domains.get(term), settings.domainShare, term, index) ??
        ownBy(this.#services.get(term), settings.ownShare, term, index);
      const called = match === 'exact' ? ownBy(this.#docsOf.get(term), settings.ownShare, term, index) : undefined;
      const docs = owned ?? called;
      if (docs === undefined) continue;
      if (owned !== undefined) owners.set(term, owned);
      names.set(term, docs);
      words.add(word);
    }
    if (names.size === 0 || query.terms.every(({ term }) => names.has(term) || isGenericVerb(term))) return undefined;
    const { gain, besideOthers: gainBesideOthers } = settings;
    const named = { words: [...words], docs: anyOf([...names.values()]), gain, gainBesideOthers };
    if (owners.size === 0) return named;
    return { ...named, owner: { terms: new Set(owners.keys()), docs: anyOf([...owners.values()]), gain } };
  }

  #namesOf({ source }: ToolSchema): CalledBy {
    const host = 'baseUrl' in source && typeof source.baseUrl === 'string' ? hostOf(source.baseUrl) : '';
    const text = `${source.id} ${source.title ?? ''} ${host}`;
    let names = this.#names.get(text);
    if (names === undefined) {
      names = calledBy(source.id, source.title ?? '', host);
      if (this.#names.size >= rememberedSources) this.#names.clear();
      this.#names.set(text, names);
    }
    return names;
  }
}

/** The words that a source is called by. */
interface CalledBy {
  /** All of them. */
  readonly names: ReadonlySet<string>;
  /** Those that an owner chose for its domain. */
  readonly domains: ReadonlySet<string>;
  /** Those that it chose for a service under its domain. */
  readonly services: ReadonlySet<string>;
}

function note(docsOf: Map<string, Set<number>>, name: string, doc: number): void {
  const docs = docsOf.get(name);
  if (docs === undefined) docsOf.set(name, new Set([doc]));
  else docs.add(doc);
}

function forget(docsOf: Map<string, Set<number>>, name: string, doc: number): void {
  const docs = docsOf.get(name);
  docs?.delete(doc);
  if (docs?.size === 0) docsOf.delete(name);
}

/** The documents called by a term when that share of its holders are among them, and they are not most of the catalog. */
function ownBy(
  docs: ReadonlySet<number> | undefined,
  share: number,
  term: string,
  index: LexicalIndex,
): ReadonlySet<number> | undefined {
  if (docs === undefined || docs.size > settings.catalogShare * index.size) return undefined;
  return docs.size < share * index.documentFrequency(term) ? undefined : docs;
}

function anyOf([first = new Set<number>(), ...others]: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  return others.length === 0 ? first : new Set([first, ...others].flatMap((set) => [...set]));
}

function calledBy(id: string, title: string, host: string): CalledBy {
  const owner = ownerLabel(id);
  const titled = tokenize(title).map(({ surface }) => surface);
  const domains = new Set(
    [owner, ownerLabel(host)].flatMap((label) =>
      label === undefined ? [] : domainForms(label, titled).flatMap(asName),
    ),
  );
  const services = new Set(owner === undefined ? [] : id.toLowerCase().split(/[/~]/).slice(1).flatMap(asName));
  return { names: new Set([...namesIn(`${id} ${title} ${host}`), ...domains]), domains, services };
}

/**
 * What the owner of a domain may be called: its label, that without `api` or `app` at its end, and words of the title that
 * the label begins or ends with (`square` of squareup.com).
 */
function domainForms(label: string, titled: readonly string[]): string[] {
  const parts = titled.filter((word) => label.startsWith(word) || label.endsWith(word));
  return [label, label.replace(/(?:apis?|app)$/, ''), ...parts];
}

/** The one name that a label of letters is; none for what is not one word. */
function asName(label: string): string[] {
  return /^[a-z]+$/.test(label) ? [...namesIn(label)] : [];
}

/** The label of a domain that its owner chose: `slack` of `api.slack.com`, `tfl` of `tfl.gov.uk`. */
function ownerLabel(address: string): string | undefined {
  const [domain = ''] = address.toLowerCase().split(/[/~]/);
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain) || /^[0-9.]+$/.test(domain)) return undefined;
  const labels = domain.split('.').slice(0, -1);
  if (labels.length > 1 && /^(?:co|com|org|net|gov|ac|edu)$/.test(labels.at(-1) ?? '')) labels.pop();
  return labels.at(-1);
}

function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const { surface, term } of tokenize(text)) {
    const mayName = surface.length >= 3 && !/\d/.test(surface) && !ordinary.has(surface) && !isStopWord(surface);
    if (mayName && !isGenericVerb(term) && intentsOfTerm(term) === 0) names.add(term);
  }
  return names;
}

function hostOf(url: string): string {
  return /^[a-z]+:\/\/([^/:?#]+)/i.exec(url)?.[1] ?? '';
}
