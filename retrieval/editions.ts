import type { ToolSchema } from '../src/core/tool-schema.js';
import { hostOf, ownerLabel } from './called-by.js';
import { pathOf } from './operation.js';
import { TopDocs } from './top-k.js';

/**
 * What a score is multiplied by when a better tool is the same operation in another edition of the API. Who asks for five
 * tools wants five answers rather than one five times; where little else answers, the editions still follow.
 */
export const repeatShare = 0.75;

/** Letters from which a description tells one operation from others on its path. */
const tellingText = 40;

/** Numbers of operations that are remembered until the next tool comes, at most: a catalog may change for weeks. */
const rememberedKeys = 1_000_000;

/** Owners by text of the source that are remembered, at most. */
const rememberedSources = 5000;

/**
 * Tells when tools are one operation in several editions of an API (the releases of a server, the beta beside the stable
 * one): same owner, method and name, and paths that differ in nothing but their version and the names of their parameters.
 */
export class Editions {
  /** By document: two numbers either of which editions of an operation share, −1 for none; 0 until they are asked for. */
  #keys = new Int32Array(0);
  readonly #numbers = new Map<number, number>();
  /** By number, the count of documents looked through when it was seen last. */
  #seen = new Int32Array(0);
  #look = 0;
  readonly #ownerOf = new Map<string, string>();
  /** By owner, how many tools each of its sources has. */
  readonly #sources = new Map<string, Map<string, number>>();
  #ownersOfSeveral = 0;
  readonly #reordered: TopDocs;

  /** `tieBefore` orders documents of equal score; it must be a strict total order. */
  constructor(tieBefore: (a: number, b: number) => boolean) {
    this.#reordered = new TopDocs(tieBefore);
  }

  /** Has any owner several sources? Without one there are no editions. */
  get several(): boolean {
    return this.#ownersOfSeveral > 0;
  }

  add(doc: number, tool: ToolSchema): void {
    if (this.#numbers.size > rememberedKeys) this.#forgetKeys();
    if (2 * doc < this.#keys.length) this.#keys[2 * doc] = 0;
    const owner = this.#owner(tool);
    const sources = this.#sources.get(owner) ?? new Map<string, number>();
    this.#sources.set(owner, sources);
    const tools = sources.get(tool.source.id) ?? 0;
    sources.set(tool.source.id, tools + 1);
    if (tools === 0 && sources.size === 2) this.#ownersOfSeveral++;
  }

  remove(tool: ToolSchema): void {
    const owner = this.#owner(tool);
    const sources = this.#sources.get(owner);
    const tools = sources?.get(tool.source.id);
    if (sources === undefined || tools === undefined) return;
    if (tools > 1) sources.set(tool.source.id, tools - 1);
    else if (sources.delete(tool.source.id) && sources.size === 1) this.#ownersOfSeveral--;
    if (sources.size === 0) this.#sources.delete(owner);
  }

  /** How many of the best `among` documents are editions of others of them. */
  count(best: TopDocs, among: number, toolOf: (doc: number) => ToolSchema): number {
    if (best.size > among) best.sort();
    this.#look++;
    let repeats = 0;
    for (let at = 0; at < Math.min(best.size, among); at++)
      if (this.#isRepeat(best.docs[at] as number, toolOf)) repeats++;
    return repeats;
  }

  /**
   * Puts the best documents in order and lowers those that are editions of a better one among the first `looked`, never
   * below the last of these: what comes after keeps its place, however many were kept. Returns them.
   */
  lowerRepeats(best: TopDocs, looked: number, toolOf: (doc: number) => ToolSchema): TopDocs {
    best.sort();
    const { docs, scores, size } = best;
    const lowest = size < looked ? 0 : (scores[looked - 1] as number);
    let repeats = 0;
    this.#look++;
    for (let at = 0; at < Math.min(size, looked); at++) {
      if (this.#isRepeat(docs[at] as number, toolOf)) {
        scores[at] = Math.max(lowest, (scores[at] as number) * repeatShare);
        repeats++;
      }
    }
    if (repeats === 0) return best;
    this.#reordered.start(size);
    for (let at = 0; at < size; at++) this.#reordered.offer(docs[at] as number, scores[at] as number);
    this.#reordered.sort();
    return this.#reordered;
  }

  /** Was an edition of a document seen before? Notes that now one was. */
  #isRepeat(doc: number, toolOf: (doc: number) => ToolSchema): boolean {
    if (2 * doc + 2 > this.#keys.length) this.#keys = longer(this.#keys, 2 * doc + 2);
    if (this.#keys[2 * doc] === 0) this.#keys.set(this.#read(toolOf(doc)), 2 * doc);
    if (this.#seen.length <= this.#numbers.size) this.#seen = longer(this.#seen, this.#numbers.size + 1);
    const seen = this.#seen;
    const first = this.#keys[2 * doc] as number;
    const second = this.#keys[2 * doc + 1] as number;
    const repeats = (first > 0 && seen[first] === this.#look) || (second > 0 && seen[second] === this.#look);
    if (first > 0) seen[first] = this.#look;
    if (second > 0) seen[second] = this.#look;
    return repeats;
  }

  /** Numbers by which editions are told: by method and name, and by the text of an operation that answers to several methods. */
  #read(tool: ToolSchema): readonly [number, number] {
    const path = pathOf(tool);
    if (path === '') return [-1, -1];
    const method = 'method' in tool.source ? (tool.source.method ?? '') : '';
    const place = `${this.#owner(tool)} ${withoutVersion(path)}`;
    const { description } = tool;
    return [
      this.#numberOf(`${place} ${method} ${withoutVersion(tool.originalName)}`),
      description.length < tellingText ? -1 : this.#numberOf(`${place} ${description.slice(0, 1000)}`),
    ];
  }

  #forgetKeys(): void {
    this.#keys.fill(0);
    this.#numbers.clear();
    this.#seen.fill(0);
    this.#look = 0;
  }

  #numberOf(text: string): number {
    const hash = hashOf(text);
    let number = this.#numbers.get(hash);
    if (number === undefined) {
      number = this.#numbers.size + 1;
      this.#numbers.set(hash, number);
    }
    return number;
  }

  /** The owner of the source's domain; a source without one is told by its id, but for a version at its end. */
  #owner({ source }: ToolSchema): string {
    const host = hostOf(source);
    const text = `${source.id}\n${host}`;
    let owner = this.#ownerOf.get(text);
    if (owner === undefined) {
      owner = ownerLabel(source.id) ?? ownerLabel(host) ?? source.id.toLowerCase().replace(/[^a-z]+v?\d[\d.]*$/, '');
      if (this.#ownerOf.size >= rememberedSources) this.#ownerOf.clear();
      this.#ownerOf.set(text, owner);
    }
    return owner;
  }
}

function longer(numbers: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const result = new Int32Array(Math.max(64, Math.ceil(length * 1.5)));
  result.set(numbers);
  return result;
}

/** A path, name or title in lower case, without versions, releases and the names of parameters. */
function withoutVersion(text: string): string {
  return text
    .toLowerCase()
    .replace(/\{[^{}]*\}/g, '{}')
    .replace(/\/(?:v\d[\w.-]*|\d{4}-\d\d-\d\d[\w.-]*|beta|alpha|preview)(?=\/|$)/g, '')
    .replace(/(?<![a-z0-9])v?\d+(?:\.\d+)+(?![a-z0-9])/g, '');
}

/** A number of 53 bits from a text, above 0. */
function hashOf(text: string): number {
  let [low, high] = [0x811c9dc5, 0x1b873593];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x5bd1e995) + (low >>> 15);
  }
  return (high & 0x1fffff) * 0x100000000 + (low >>> 0) + 1;
}
