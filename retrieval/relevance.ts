import { intentsOfTerm, isGenericVerb } from './intent.js';
import type { LexicalIndex } from './lexical-index.js';
import type { AnalyzedQuery, Match } from './query.js';
import { relevanceWeights } from './relevance-weights.js';
import type { WordVectors } from './semantic/word-vectors.js';
import { stem } from './tokenize.js';

/** What speaks for and against a tool as an answer: the numbers that its relevance is made of. */
export interface RelevanceEvidence {
  /** ln(1 + weight of the request's content words that the tool holds). */
  readonly held: number;
  /** Share of the weight of the request's content words that the tool holds. */
  readonly share: number;
  /** ln(1 + number of words that it holds as they are). */
  readonly exact: number;
  /** 1 when it holds all of the request's content words, as they are, misspelt, shortened or in another language; else 0. */
  readonly complete: number;
  /** 1 when it holds, as it is, a word of the request that this catalog knows and general English does not; else 0. */
  readonly jargon: number;
  /** Share of the tool's name or title that the request says. */
  readonly name: number;
  /** Cosine of the tool and of the things that the request names. */
  readonly nearness: number;
  /** The tool's text score as a share of the best that a tool could have for these words. */
  readonly score: number;
  /** ln(1 + the tool's text score). */
  readonly strength: number;
  /** ln(1 + weight of the request's common words for things that no tool holds). */
  readonly foreign: number;
  /** Mean cosine of the request and of its first hits: a topic that the catalog serves has several tools near it. */
  readonly company: number;
  /** ln(number of tools): of many, some hold any word by chance. */
  readonly catalog: number;
  /** ln(number of content words): of many, some are held by chance. */
  readonly length: number;
}

export const evidenceNames = [
  'held',
  'share',
  'exact',
  'complete',
  'jargon',
  'name',
  'nearness',
  'score',
  'strength',
  'foreign',
  'company',
  'catalog',
  'length',
] as const;

/** A content word of a request: what it weighs, and the terms of the catalog that stand for it. */
interface ContentWord {
  readonly weight: number;
  /** Does the catalog know it, and general English not? */
  readonly jargon: boolean;
  readonly reached: readonly { readonly id: number; readonly trust: number }[];
}

/** The content of a request, read once for all tools. */
export interface RequestContent {
  readonly words: readonly ContentWord[];
  /** Terms of the things it names, for its direction in the space of the word vectors. */
  readonly things: readonly string[];
  readonly total: number;
  /** Weight of its common words for things that the catalog does not hold. */
  readonly foreign: number;
  /** The highest text score that a tool could have. */
  readonly ideal: number;
  /** Its common words that no tool of the catalog holds, as written. */
  readonly missing: readonly string[];
}

/** How much of a word counts as held, by how it reached the term. */
const trust: Readonly<Record<Match, number>> = {
  exact: 1,
  translation: 1,
  abbreviation: 1,
  compound: 0.8,
  prefix: 0.5,
  related: 0.5,
  typo: 0.6,
};

/** A word held by the tool's text, but not by its name or title, counts by this share. */
const belowName = 0.5;

/** A verb says what is done; what it is done to weighs more. */
const verbShare = 0.5;

/** The weight of a word of the catalog that general English does not know. */
const ownWord = 0.8;

/** The highest impact of a term in one tool that is common in practice. */
const usualImpact = 3.2;

/** Reads what a request is about: its words with their weight in general English, and what the catalog knows of them. */
export function requestContent(
  query: Pick<AnalyzedQuery, 'terms' | 'unknown' | 'quoted'>,
  index: LexicalIndex,
  vectors: WordVectors,
): RequestContent {
  const groups = new Map<string, { term: string; reached: { id: number; trust: number }[] }>();
  for (const { term, word, match } of query.terms) {
    const id = index.termId(term);
    if (id === undefined || word.includes(' ')) continue;
    let group = groups.get(word);
    if (group === undefined) {
      group = { term: match === 'translation' || match === 'exact' ? term : stem(word), reached: [] };
      groups.set(word, group);
    }
    group.reached.push({ id, trust: trust[match] });
  }
  for (const word of query.unknown) if (!groups.has(word)) groups.set(word, { term: stem(word), reached: [] });
  const entries = withoutQuoted([...groups], query.quoted);
  const words: ContentWord[] = [];
  const things: string[] = [];
  const missing: string[] = [];
  let [total, foreign, ideal] = [0, 0, 0];
  for (const generic of [false, true]) {
    if (words.length > 0) break;
    for (const [surface, { term, reached }] of entries) {
      if (isGenericVerb(term) !== generic) continue;
      const verb = intentsOfTerm(term) !== 0;
      const known = reached.length > 0;
      const weight = weightOf(term, known, vectors) * (verb ? verbShare : 1);
      if (weight === 0) continue;
      if (vectors.has(term) && !reached.some(({ id }) => id === index.termId(term))) {
        missing.push(surface);
        if (!verb) foreign += weight;
      }
      if (!verb) things.push(term);
      total += weight;
      words.push({ weight, jargon: known && !vectors.has(term), reached });
      ideal += usualImpact * index.idf(known ? frequencyOf(reached, index) : 0);
    }
  }
  const named = things.length > 0 ? things : entries.map(([, { term }]) => term);
  return { words, things: named, total, foreign, ideal, missing };
}

/** What a request quotes is content, which no tool need hold; unless it says nothing else. */
function withoutQuoted<Group>(
  groups: readonly [string, Group][],
  quoted: ReadonlySet<string>,
): readonly [string, Group][] {
  const said = groups.filter(([word]) => !quoted.has(word));
  return said.length === 0 ? groups : said;
}

function frequencyOf(reached: ContentWord['reached'], index: LexicalIndex): number {
  return Math.max(...reached.map(({ id }) => index.frequencyOf(id)));
}

/** Numbers and names that neither general English nor the catalog knows say nothing about the topic. */
function weightOf(term: string, known: boolean, vectors: WordVectors): number {
  if (/^\p{N}/u.test(term)) return 0;
  return vectors.lengthOf(term) ?? (known ? ownWord : 0);
}

/** What is measured of a tool elsewhere. */
export interface Measured {
  /** Cosine of the tool and of the things that the request names, 0 to 1. */
  readonly nearness: number;
  /** The tool's text score. */
  readonly score: number;
  /** Share of its name or title that the request says. */
  readonly name: number;
  /** Mean cosine of the request and of its first hits. */
  readonly company: number;
}

/**
 * {@link RelevanceEvidence} as numbers in the order of {@link evidenceNames}: a list of numbers takes one allocation
 * and no look-ups by name, and few hits are ever asked for the reasons of their relevance.
 */
export type EvidenceRow = readonly number[];

/** The evidence of a row, by name. */
export function evidenceOf(row: EvidenceRow): RelevanceEvidence {
  return Object.fromEntries(evidenceNames.map((name, at) => [name, row[at]])) as unknown as RelevanceEvidence;
}

/** What speaks for one tool. `headed`: does its name or title hold the term of that number? */
export function relevanceEvidence(
  doc: number,
  content: RequestContent,
  measured: Measured,
  index: LexicalIndex,
  headed: (doc: number, termId: number) => boolean,
): EvidenceRow {
  let held = 0;
  let exact = 0;
  let complete = content.words.length > 0;
  let jargon = false;
  for (const { weight, jargon: ofCatalog, reached } of content.words) {
    let most = 0;
    let trusted = 0;
    for (const { id, trust: of } of reached) {
      if (of <= most || !index.holds(doc, id)) continue;
      trusted = Math.max(trusted, of);
      most = Math.max(most, headed(doc, id) ? of : of * belowName);
    }
    held += weight * most;
    if (trusted === 1) exact++;
    if (trusted === 1 && ofCatalog) jargon = true;
    if (trusted < trust.typo) complete = false;
  }
  // in the order of evidenceNames
  return [
    Math.log1p(held),
    content.total === 0 ? 0 : held / content.total,
    Math.log1p(exact),
    complete ? 1 : 0,
    jargon ? 1 : 0,
    measured.name,
    measured.nearness,
    content.ideal === 0 ? 0 : Math.min(1, measured.score / content.ideal),
    Math.log1p(measured.score),
    Math.log1p(content.foreign),
    measured.company,
    Math.log(index.size),
    Math.log(Math.max(1, content.words.length)),
  ];
}

/**
 * Relevance that a tool has at least, whatever speaks against it: one that holds all that is asked for, one near in
 * meaning, one whose name is said, be it in other words, and one that holds a word of the catalog's own. So many such requests were on topic when all else spoke against them.
 */
const least = { complete: 0.08, near: 0.02, name: 0.02, jargon: 0.02 } as const;

/** Cosine from which a tool counts as near in meaning, and the share of its name from which that counts as said. */
const from = { near: 0.3, name: 0.75 } as const;

const shippedWeights: EvidenceRow = evidenceNames.map((name) => relevanceWeights[name]);
const [completeAt, jargonAt, nearnessAt, nameAt] = (['complete', 'jargon', 'nearness', 'name'] as const).map((name) =>
  evidenceNames.indexOf(name),
) as [number, number, number, number];

/** The probability, 0 to 1, that a tool with this evidence answers a request that the catalog serves. */
export function relevanceOf(
  evidence: EvidenceRow,
  weights: EvidenceRow = shippedWeights,
  base: number = relevanceWeights.base,
): number {
  let sum = base;
  for (let at = 0; at < evidence.length; at++) sum += (weights[at] as number) * (evidence[at] as number);
  const fitted = 1 / (1 + Math.exp(-sum));
  return Math.max(
    fitted,
    (evidence[completeAt] as number) * least.complete,
    (evidence[jargonAt] as number) * least.jargon,
    (evidence[nearnessAt] as number) >= from.near ? least.near : 0,
    (evidence[nameAt] as number) >= from.name ? least.name : 0,
  );
}
