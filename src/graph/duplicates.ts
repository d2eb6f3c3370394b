import { ToolGraphError } from '../core/errors.js';
import { compareCodeUnits } from '../core/names.js';
import type { ToolSchema } from '../core/tool-schema.js';
import { nameWords, singular, splitWords, stopWords } from './words.js';

/** How alike two tools must be to be reported. */
export interface DuplicateOptions {
  /** Least similarity, above 0 to 1. Default 0.7. */
  readonly minSimilarity?: number;
  /** Report only pairs from different sources. Default false. */
  readonly acrossSources?: boolean;
}

/** Two tools that say and take nearly the same. `a` is before `b` by code unit. */
export interface DuplicatePair {
  readonly a: ToolSchema;
  readonly b: ToolSchema;
  /** Jaccard similarity of the tools' weighted features, 0 to 1; 1 means equal in all that was compared. */
  readonly similarity: number;
}

const defaultSimilarity = 0.7;

/** Rows × bands of the signature: pairs at similarity 0.6 share a band in 99 of 100 cases, at 0.2 in 1 of 7. */
const rows = 4;
const bands = 32;

/** A band shared by more tools than this says that they are all of one mould; they are compared to their neighbours only. */
const maxBucket = 48;

/**
 * Pairs of tools that look like the same tool: words of name and description, and inputs by name and type. MinHash
 * signatures find the candidates and exact similarity decides, so the cost is near linear in the catalog.
 * Most similar first, then by name.
 */
export function findDuplicates(tools: readonly ToolSchema[], options: DuplicateOptions = {}): DuplicatePair[] {
  const least = options.minSimilarity ?? defaultSimilarity;
  if (!(least > 0 && least <= 1))
    throw new ToolGraphError('INVALID_OPTION', `minSimilarity must be above 0 and at most 1, not ${least}.`);
  const sorted = [...tools].sort((a, b) => compareCodeUnits(a.name, b.name));
  const features = sorted.map(featuresOf);
  const pairs: DuplicatePair[] = [];
  for (const key of candidatePairs(features)) {
    const [i, j] = [Math.floor(key / sorted.length), key % sorted.length];
    const [a, b] = [sorted[i] as ToolSchema, sorted[j] as ToolSchema];
    if (options.acrossSources === true && a.source.id === b.source.id) continue;
    const similarity = jaccard(features[i] as ReadonlySet<number>, features[j] as ReadonlySet<number>);
    if (similarity >= least) pairs.push({ a, b, similarity: Math.round(similarity * 1000) / 1000 });
  }
  return pairs.sort(
    (x, y) =>
      y.similarity - x.similarity || compareCodeUnits(x.a.name, y.a.name) || compareCodeUnits(x.b.name, y.b.name),
  );
}

/** Name words weigh three times, so that `get_user` and `delete_user` with one description stay apart. */
function featuresOf(tool: ToolSchema): Set<number> {
  const features = new Set<number>();
  const add = (text: string) => features.add(hash(text, 0));
  const name = nameWords(tool.originalName).map(singular);
  for (const copy of ['1', '2', '3']) for (const word of name) add(`n${copy} ${word}`);
  for (const word of splitWords(tool.description.slice(0, 600))) if (!stopWords.has(word)) add(`d ${singular(word)}`);
  for (const field of tool.consumes)
    if (!field.path.includes('.')) add(`i ${nameWords(field.name).join('')} ${field.type ?? ''}`);
  return features;
}

/** Index pairs `i * size + j`, i < j, whose signatures share a band. */
function candidatePairs(features: readonly ReadonlySet<number>[]): Set<number> {
  const signatures = features.map(signatureOf);
  const pairs = new Set<number>();
  for (let band = 0; band < bands; band++) {
    const buckets = new Map<string, number[]>();
    signatures.forEach((signature, at) => {
      const key = signature.subarray(band * rows, (band + 1) * rows).join();
      const bucket = buckets.get(key);
      if (bucket === undefined) buckets.set(key, [at]);
      else bucket.push(at);
    });
    for (const bucket of buckets.values()) {
      bucket.forEach((i, at) => {
        for (const j of bucket.slice(at + 1, at + maxBucket)) pairs.add(i * features.length + j);
      });
    }
  }
  return pairs;
}

function signatureOf(features: ReadonlySet<number>): Uint32Array {
  const signature = new Uint32Array(rows * bands).fill(0xffffffff);
  for (const feature of features) {
    for (let at = 0; at < signature.length; at++) {
      const value = mix(feature ^ Math.imul(at + 1, 0x9e3779b1));
      if (value < (signature[at] as number)) signature[at] = value;
    }
  }
  return signature;
}

function jaccard(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  let shared = 0;
  for (const value of a) if (b.has(value)) shared++;
  const union = a.size + b.size - shared;
  return union === 0 ? 0 : shared / union;
}

/** FNV-1a over UTF-16 code units. */
function hash(text: string, seed: number): number {
  let value = 0x811c9dc5 ^ seed;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return mix(value);
}

/** Spreads the bits of a 32-bit number. */
function mix(input: number): number {
  let value = input;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
