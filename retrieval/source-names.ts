import type { ToolSchema } from '../src/core/tool-schema.js';
import { intentsOfTerm, isGenericVerb } from './intent.js';
import type { LexicalIndex } from './lexical-index.js';
import type { QueryClause } from './query.js';
import { isStopWord } from './stop-words.js';
import { tokenize } from './tokenize.js';

/**
 * What makes a word a name: of the tools that hold it this share are of the sources called so, and these are no more
 * than that share of the catalog. `gain` is what their tools' text scores are multiplied by; in a request of several clauses
 * that holds within the clause that says the name, and for the whole, whose other clauses ask for other tools,
 * `besideOthers`.
 */
const settings = { ownShare: 0.8, catalogShare: 0.5, gain: 2.5, besideOthers: 1.2 } as const;

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
}

/** Knows tools by the words that their sources are called: id, title and host. */
export class SourceNames {
  readonly #docsOf = new Map<string, Set<number>>();
  readonly #sources = new Map<string, number>();
  /** By text of the source: its tools share it. */
  readonly #names = new Map<string, ReadonlySet<string>>();

  add(doc: number, tool: ToolSchema): void {
    this.#sources.set(tool.source.id, (this.#sources.get(tool.source.id) ?? 0) + 1);
    for (const name of this.#namesOf(tool)) {
      const docs = this.#docsOf.get(name);
      if (docs === undefined) this.#docsOf.set(name, new Set([doc]));
      else docs.add(doc);
    }
  }

  remove(doc: number, tool: ToolSchema): void {
    const left = (this.#sources.get(tool.source.id) ?? 1) - 1;
    if (left === 0) this.#sources.delete(tool.source.id);
    else this.#sources.set(tool.source.id, left);
    for (const name of this.#namesOf(tool)) {
      const docs = this.#docsOf.get(name);
      docs?.delete(doc);
      if (docs?.size === 0) this.#docsOf.delete(name);
    }
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
    const words = new Set<string>();
    for (const { term, word, match } of query.terms) {
      const docs = match === 'exact' ? this.#docsOf.get(term) : undefined;
      if (docs === undefined || docs.size > settings.catalogShare * index.size) continue;
      if (docs.size < settings.ownShare * index.documentFrequency(term)) continue;
      names.set(term, docs);
      words.add(word);
    }
    if (names.size === 0 || query.terms.every(({ term }) => names.has(term) || isGenericVerb(term))) return undefined;
    const [first = new Set<number>(), ...others] = names.values();
    const docs = others.length === 0 ? first : new Set([first, ...others].flatMap((set) => [...set]));
    return { words: [...words], docs, gain: settings.gain, gainBesideOthers: settings.besideOthers };
  }

  #namesOf({ source }: ToolSchema): ReadonlySet<string> {
    const host = 'baseUrl' in source && typeof source.baseUrl === 'string' ? hostOf(source.baseUrl) : '';
    const text = `${source.id} ${source.title ?? ''} ${host}`;
    let names = this.#names.get(text);
    if (names === undefined) {
      names = namesIn(text);
      if (this.#names.size >= rememberedSources) this.#names.clear();
      this.#names.set(text, names);
    }
    return names;
  }
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
