import type { ToolSchema } from '../src/core/tool-schema.js';
import { type CalledBy, calledBy, callingText } from './called-by.js';
import { isGenericVerb } from './intent.js';
import type { LexicalIndex } from './lexical-index.js';
import type { QueryClause } from './query.js';

/**
 * What makes a word a name: of the tools that hold it this share are of the sources called so, and these are no more
 * than that share of the catalog. A word that an owner chose for its domain is a name at the lower `domainShare`: the
 * better known an owner is, the more others speak of it. What it chose for a service is one at `serviceShare` already when
 * most others that speak of it are services of the same owner, `siblingShare` with its own; and beside the owner's name a
 * word of it at `partShare` of the owner's tools that hold it. `gain` is what the tools' text scores are multiplied by; in a
 * request of several clauses that holds within the clause that says the name, and for the whole, whose other clauses
 * ask for other tools, `besideOthers`.
 */
const settings = {
  ownShare: 0.8,
  domainShare: 0.45,
  serviceShare: 0.1,
  siblingShare: 0.75,
  partShare: 0.3,
  catalogShare: 0.5,
  gain: 2.5,
  besideOthers: 1.2,
} as const;

/** Sources whose names are remembered, and requests whose owners are, at most: a catalog may change, and be asked, for weeks. */
const remembered = { sources: 5000, requests: 256 } as const;

/** Sources that a request names. */
export interface NamedSources {
  /** The words that name them, as written. */
  readonly words: readonly string[];
  /** Documents of these sources. */
  readonly docs: Int32Array;
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
  /** Documents of its sources; of the service alone, where the request names one beside its owner. */
  readonly docs: Int32Array;
  /** Documents of the owner's other services, where the request names one. */
  readonly siblings: Int32Array;
  /** How many sources the owner has: no operation has more editions. */
  readonly sources: number;
  /** What the scores of `docs` are multiplied by. */
  readonly gain: number;
}

type Docs = ReadonlySet<number>;

/** What a word names. */
interface Named {
  readonly docs: Docs;
  /** Is it what an owner calls itself or a service, rather than a word of a title? */
  readonly owned: boolean;
  /** Is it a service under a domain? */
  readonly service: boolean;
}

const noDocs: Docs = new Set();
const nobody = new Int32Array(0);

/** Knows tools by the words that their sources are called: id, title and host. */
export class SourceNames {
  readonly #docsOf = new Map<string, Set<number>>();
  /** Documents by the words that owners chose for their domains, for the services under these, and for parts of services. */
  readonly #domains = new Map<string, Set<number>>();
  readonly #services = new Map<string, Set<number>>();
  readonly #parts = new Map<string, Set<number>>();
  readonly #sources = new Map<string, number>();
  /** By text of the source: its tools share it. */
  readonly #called = new Map<string, CalledBy>();
  /** Numbers of owners by the label of their domain; 0 is none. */
  readonly #owners = new Map<string, number>([['', 0]]);
  #ownerOf = new Int32Array(0);
  /** What words name, and what requests do, since the last change of the index. */
  readonly #named = new Map<string, Named | undefined>();
  readonly #requests = new Map<string, NamedSources | undefined>();
  #version = -1;

  add(doc: number, tool: ToolSchema): void {
    this.#sources.set(tool.source.id, (this.#sources.get(tool.source.id) ?? 0) + 1);
    const called = this.#calledBy(tool);
    for (const [docsOf, names] of this.#filed(called)) for (const name of names) note(docsOf, name, doc);
    const owner = this.#owners.get(called.owner) ?? this.#owners.size;
    this.#owners.set(called.owner, owner);
    if (doc >= this.#ownerOf.length) {
      const owners = new Int32Array(Math.max(64, Math.ceil((doc + 1) * 1.5)));
      owners.set(this.#ownerOf);
      this.#ownerOf = owners;
    }
    this.#ownerOf[doc] = owner;
  }

  remove(doc: number, tool: ToolSchema): void {
    const left = (this.#sources.get(tool.source.id) ?? 1) - 1;
    if (left === 0) this.#sources.delete(tool.source.id);
    else this.#sources.set(tool.source.id, left);
    for (const [docsOf, names] of this.#filed(this.#calledBy(tool)))
      for (const name of names) forget(docsOf, name, doc);
  }

  /** The words of a request that name the source of a document. */
  wordsFor(doc: number, query: Pick<QueryClause, 'terms'>, index: LexicalIndex): readonly string[] {
    const named = this.namedIn(query, index);
    return named?.docs.includes(doc) === true ? named.words : [];
  }

  /** The sources that a request names; undefined when it names none, or says nothing else. */
  namedIn(query: Pick<QueryClause, 'terms'>, index: LexicalIndex): NamedSources | undefined {
    if (this.#sources.size < 2) return undefined;
    this.#forgetOld(index);
    const names = new Map<string, Named>();
    const words = new Set<string>();
    for (const { term, word, match } of query.terms) {
      // "digital ocean" is written apart by some
      const whole = match === 'exact';
      if (!whole && !(match === 'compound' && word.includes(' '))) continue;
      const named = this.#namedBy(term, index);
      if (named === undefined || !(whole || named.owned)) continue;
      names.set(term, named);
      words.add(word);
    }
    if (names.size === 0 || query.terms.every(({ term }) => names.has(term) || isGenericVerb(term))) return undefined;
    const others = query.terms.filter(({ term, match }) => match === 'exact' && names.get(term)?.owned !== true);
    const key = `${[...names.keys()].join(' ')}/${others.map(({ term }) => term).join(' ')}`;
    let named = this.#requests.get(key);
    if (named === undefined) {
      named = this.#sourcesOf(
        names,
        [...words],
        others.map(({ term }) => term),
        index,
      );
      if (this.#requests.size >= remembered.requests) this.#requests.clear();
      this.#requests.set(key, named);
    }
    return named;
  }

  #sourcesOf(
    names: ReadonlyMap<string, Named>,
    words: readonly string[],
    others: readonly string[],
    index: LexicalIndex,
  ): NamedSources {
    const { gain, besideOthers: gainBesideOthers } = settings;
    const docs = arrayOf(anyOf([...names.values()].map((named) => named.docs)));
    const owned = [...names].filter(([, named]) => named.owned);
    if (owned.length === 0) return { words, docs, gain, gainBesideOthers };
    const owner = this.#ownerNamed(new Map(owned), others, index);
    const ids = new Set(Array.from(owner.docs, (doc) => index.tool(doc)?.source.id));
    return { words, docs, gain, gainBesideOthers, owner: { ...owner, sources: ids.size, gain } };
  }

  /** The owner that words name, or the service of it that they or the `others` name beside it. */
  #ownerNamed(
    owned: ReadonlyMap<string, Named>,
    others: readonly string[],
    index: LexicalIndex,
  ): Omit<NamedOwner, 'gain' | 'sources'> {
    const domains = anyOf([...owned.values()].filter(({ service }) => !service).map(({ docs }) => docs));
    const all = anyOf([...owned.values()].map(({ docs }) => docs));
    const owners = this.#ownersOf(domains);
    const services = new Map<string, Docs>();
    for (const [term, { docs, service }] of owned) if (service && owners.size > 0) services.set(term, docs);
    for (const term of owners.size === 0 ? [] : others) {
      const docs = this.#partOf(owners, term, index);
      if (docs !== undefined) services.set(term, docs);
    }
    const terms = new Set([...owned.keys(), ...services.keys()]);
    const narrow = allOf([...services.values()]);
    if (narrow.size === 0 || narrow.size >= all.size) return { terms, docs: arrayOf(all), siblings: nobody };
    return { terms, docs: arrayOf(narrow), siblings: Int32Array.from([...all].filter((doc) => !narrow.has(doc))) };
  }

  /** What a word names, by how it is used in the catalog. */
  #namedBy(term: string, index: LexicalIndex): Named | undefined {
    if (this.#named.has(term)) return this.#named.get(term);
    const named = this.#readName(term, index);
    this.#named.set(term, named);
    return named;
  }

  #readName(term: string, index: LexicalIndex): Named | undefined {
    const [domains, services, called] = [this.#domains, this.#services, this.#docsOf].map((docsOf) => docsOf.get(term));
    const owned = anyOf([domains, services].flatMap((docs) => docs ?? []));
    const held = index.documentFrequency(term);
    const isMost = (docs: Docs, share: number): boolean =>
      docs.size > 0 && docs.size <= settings.catalogShare * index.size && docs.size >= share * held;
    const service = domains === undefined;
    if (isMost(owned, service ? settings.ownShare : settings.domainShare)) return { docs: owned, owned: true, service };
    if (services !== undefined && isMost(services, settings.serviceShare)) {
      const owners = this.#ownersOf(services);
      if (this.#heldBy(owners, term, index) >= settings.siblingShare * held)
        return { docs: services, owned: true, service: true };
    }
    return called !== undefined && isMost(called, settings.ownShare)
      ? { docs: called, owned: false, service: false }
      : undefined;
  }

  /** The services of owners of which a word is a part, when most of the owners' tools that speak of it are theirs. */
  #partOf(owners: ReadonlySet<number>, term: string, index: LexicalIndex): Docs | undefined {
    const docs = new Set(
      [...(this.#parts.get(term) ?? noDocs)].filter((doc) => owners.has(this.#ownerOf[doc] as number)),
    );
    return docs.size > 0 && docs.size >= settings.partShare * this.#heldBy(owners, term, index) ? docs : undefined;
  }

  /** The owners of documents. Those without a domain have none. */
  #ownersOf(docs: Docs): ReadonlySet<number> {
    const owners = new Set<number>();
    for (const doc of docs) owners.add(this.#ownerOf[doc] as number);
    owners.delete(0);
    return owners;
  }

  /** How many documents of owners hold a term. */
  #heldBy(owners: ReadonlySet<number>, term: string, index: LexicalIndex): number {
    const id = index.termId(term);
    if (id === undefined) return 0;
    let held = 0;
    for (const doc of index.postingsOf(id).docs) if (owners.has(this.#ownerOf[doc] as number)) held++;
    return held;
  }

  #forgetOld(index: LexicalIndex): void {
    if (this.#version === index.version) return;
    this.#version = index.version;
    this.#named.clear();
    this.#requests.clear();
  }

  #filed({ names, domains, services, parts }: CalledBy): readonly [Map<string, Set<number>>, ReadonlySet<string>][] {
    return [
      [this.#docsOf, names],
      [this.#domains, domains],
      [this.#services, services],
      [this.#parts, parts],
    ];
  }

  #calledBy({ source }: ToolSchema): CalledBy {
    const text = callingText(source);
    let called = this.#called.get(text);
    if (called === undefined) {
      called = calledBy(source);
      if (this.#called.size >= remembered.sources) this.#called.clear();
      this.#called.set(text, called);
    }
    return called;
  }
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

function anyOf([first = noDocs, ...others]: readonly Docs[]): Docs {
  return others.length === 0 ? first : new Set([first, ...others].flatMap((docs) => [...docs]));
}

/** What all sets share; what any of them holds when they share nothing. */
function allOf(sets: readonly Docs[]): Docs {
  const [first = noDocs, ...others] = sets;
  if (others.length === 0) return first;
  const shared = new Set([...first].filter((doc) => others.every((docs) => docs.has(doc))));
  return shared.size === 0 ? anyOf(sets) : shared;
}

function arrayOf(docs: Docs): Int32Array {
  return Int32Array.from(docs);
}
