import { intentsOfTerm, isGenericVerb } from './intent.js';
import type { LexicalIndex } from './lexical-index.js';
import type { AnalyzedQuery } from './query.js';
import type { Match, QueryTerm } from './query-term.js';
import { relevanceWeights } from './relevance-weights.js';
import type { WordVectors } from './semantic/word-vectors.js';
import { stem } from './tokenize.js';
import type { TopicNearness } from './topic-nearness.js';

/** What speaks for and against a tool as an answer: the numbers that its relevance is made of. */
export interface RelevanceEvidence {
  /** 1 when it holds all of the request's content words, as they are, misspelt, shortened or in another language; else 0. */
  readonly complete: number;
  /** 1 when it holds, as it is, a word of the request that this catalog knows and general English does not; else 0. */
  readonly jargon: number;
  /** Share of the tool's name or title that the request says. */
  readonly name: number;
  /** ln(1 + the tool's text score). */
  readonly strength: number;
  /** Mean of how much nearer the request's words are to the catalog's tools than to those of other catalogs, −0.1 to 0.2; see {@link TopicNearness}. */
  readonly topic: number;
  /** ln(1 + weight of the request's common words for things that no tool holds). */
  readonly foreign: number;
  /** ln(number of content words): the more it says, the more is strange in it. */
  readonly length: number;
  /** ln(number of tools), of 4000 at most: of many, some hold any word by chance; of more, hardly more do. */
  readonly catalog: number;
  /** ln(60 / number of tools), at least 0: words weigh little where few tools could hold them. */
  readonly few: number;
}

export const evidenceNames = [
  'complete',
  'jargon',
  'name',
  'strength',
  'topic',
  'foreign',
  'length',
  'catalog',
  'few',
] as const;

/** A content word of a request: the terms of the catalog that stand for it. */
interface ContentWord {
  /** Does the catalog know it, and general English not? */
  readonly jargon: boolean;
  readonly reached: readonly ReachedTerm[];
}

/** A term of the catalog by its number, and how a word reached it. */
interface ReachedTerm {
  readonly id: number;
  readonly match: Match;
}

/** The content of a request, read once for all tools. */
export interface RequestContent {
  readonly words: readonly ContentWord[];
  /** How well its words fit what the catalog is about. */
  readonly topic: number;
  /** Weight of its common words for things that the catalog does not hold. */
  readonly foreign: number;
  /** Its common words that no tool of the catalog holds, as written. */
  readonly missing: readonly string[];
  /** {@link RelevanceEvidence.foreign} and what follows it: the same for all tools. */
  readonly shared: readonly [foreign: number, length: number, catalog: number, few: number];
}

/** Ways to reach a term that leave no doubt that the word is meant, and those that leave little. */
const sure: ReadonlySet<Match> = new Set(['exact', 'translation', 'abbreviation']);
const likely: ReadonlySet<Match> = new Set([...sure, 'compound', 'typo']);

/** A verb says what is done; what it is done to weighs more. */
const verbShare = 0.5;

/** The weight of a word of the catalog that general English does not know. */
const ownWord = 0.8;

/** Tools beyond which a larger catalog is not held against a request any more. */
const mostTools = 4000;

/** Tools below which the score of a text says less than it does elsewhere: hardly any word is rare among so few. */
const fewTools = 60;

/** Reads what a request is about: its words with their weight in general English, and what the catalog knows of them. */
export function requestContent(
  query: Pick<AnalyzedQuery, 'terms' | 'unknown' | 'quoted'>,
  index: LexicalIndex,
  vectors: WordVectors,
  topics: TopicNearness,
): RequestContent {
  const entries = withoutQuoted(wordGroups(query, index), query.quoted);
  const words: ContentWord[] = [];
  const missing: string[] = [];
  const fit = new TopicFit(topics);
  let foreign = 0;
  for (const generic of [false, true]) {
    if (words.length > 0) break;
    for (const { word: surface, term, reached } of entries) {
      if (isGenericVerb(term) !== generic) continue;
      const verb = intentsOfTerm(term) !== 0;
      const known = reached.length > 0;
      const weight = weightOf(term, known, vectors) * (verb ? verbShare : 1);
      if (weight === 0) continue;
      fit.add(term, weight);
      if (vectors.has(term) && !reached.some(({ id }) => id === index.termId(term))) {
        missing.push(surface);
        if (!verb) foreign += weight;
      }
      words.push({ jargon: known && !vectors.has(term), reached });
    }
  }
  const shared = [
    Math.log1p(foreign),
    Math.log(Math.max(1, words.length)),
    Math.log(Math.min(mostTools, index.size)),
    Math.max(0, Math.log(fewTools / index.size)),
  ] as const;
  return { words, foreign, missing, topic: fit.mean, shared };
}

interface WordGroup {
  /** As written. */
  readonly word: string;
  readonly term: string;
  readonly reached: ReachedTerm[];
}

/** The words of a request, each with the terms of the catalog that it reached. */
function wordGroups({ terms, unknown }: Pick<AnalyzedQuery, 'terms' | 'unknown'>, index: LexicalIndex): WordGroup[] {
  const groups: WordGroup[] = [];
  for (let at = 0; at < terms.length; at++) {
    const { term, word, match } = terms[at] as QueryTerm;
    const id = index.termId(term);
    if (id === undefined || word.includes(' ')) continue;
    let group = groupOf(groups, word);
    if (group === undefined) {
      group = { word, term: match === 'translation' || match === 'exact' ? term : stem(word), reached: [] };
      groups.push(group);
    }
    group.reached.push({ id, match });
  }
  for (const word of unknown) if (!groupOf(groups, word)) groups.push({ word, term: stem(word), reached: [] });
  return groups;
}

function groupOf(groups: readonly WordGroup[], word: string): WordGroup | undefined {
  // terms of one word lie together
  for (let at = groups.length - 1; at >= 0; at--) if (groups[at]?.word === word) return groups[at];
  return undefined;
}

/** What a request quotes is content, which no tool need hold; unless it says nothing else. */
function withoutQuoted(groups: readonly WordGroup[], quoted: ReadonlySet<string>): readonly WordGroup[] {
  if (quoted.size === 0) return groups;
  const said = groups.filter(({ word }) => !quoted.has(word));
  return said.length === 0 ? groups : said;
}

const lastAscii = 127;
const zero = 48;
const nine = 57;

/** Numbers and names that neither general English nor the catalog knows say nothing about the topic. */
function weightOf(term: string, known: boolean, vectors: WordVectors): number {
  const first = term.charCodeAt(0);
  if (first > lastAscii ? /^\p{N}/u.test(term) : first >= zero && first <= nine) return 0;
  return vectors.lengthOf(term) ?? (known ? ownWord : 0);
}

/** Weight that a request's mean is drawn to 0 by: one or two words may be near or far by chance. */
const doubt = 0.3;

/** The least and the most that the mean of a request counts: beyond, it says no more. */
const bounds = { least: -0.1, most: 0.2 } as const;

/** Gathers how well words fit what a catalog is about. */
class TopicFit {
  readonly #topics: TopicNearness;
  #total = 0;
  #sum = 0;

  constructor(topics: TopicNearness) {
    this.#topics = topics;
  }

  add(term: string, weight: number): void {
    const nearer = this.#topics.of(term);
    if (nearer === undefined) return;
    this.#total += weight;
    this.#sum += weight * nearer;
  }

  get mean(): number {
    return Math.min(bounds.most, Math.max(bounds.least, this.#sum / (this.#total + doubt)));
  }
}

/** What is measured of a tool elsewhere. */
export interface Measured {
  /** The tool's text score. */
  readonly score: number;
  /** Share of its name or title that the request says. */
  readonly name: number;
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

/** What speaks for one tool. */
export function relevanceEvidence(
  doc: number,
  content: RequestContent,
  measured: Measured,
  index: LexicalIndex,
): EvidenceRow {
  let complete = content.words.length > 0;
  let jargon = false;
  const { words, shared } = content;
  for (let word = 0; word < words.length; word++) {
    const { jargon: ofCatalog, reached } = words[word] as ContentWord;
    // most words are held by none of the first hits, or settle nothing that is not settled
    if (!complete && (jargon || !ofCatalog)) continue;
    let isLikely = false;
    let isSure = false;
    for (let at = 0; at < reached.length && !isSure; at++) {
      const { id, match } = reached[at] as ReachedTerm;
      if (!likely.has(match) || !index.holds(doc, id)) continue;
      isLikely = true;
      isSure = sure.has(match);
    }
    if (!isLikely) complete = false;
    if (isSure && ofCatalog) jargon = true;
  }
  // in the order of evidenceNames
  return [
    complete ? 1 : 0,
    jargon ? 1 : 0,
    measured.name,
    Math.log1p(measured.score),
    content.topic,
    shared[0],
    shared[1],
    shared[2],
    shared[3],
  ];
}

/**
 * Relevance that a tool has at least, whatever speaks against it: one that holds all that is asked for, and one of a catalog
 * whose topic the request's words clearly are. So many such requests were on topic when all else spoke against them. Above
 * the default, so that none of them is refused.
 */
const least = { complete: 0.2, onTopic: 0.06 } as const;

/** {@link RelevanceEvidence.topic} from which words clearly are of the catalog's topic. */
const clearTopic = 0.14;

const shippedWeights: EvidenceRow = evidenceNames.map((name) => relevanceWeights[name]);
const completeAt = evidenceNames.indexOf('complete');
const topicAt = evidenceNames.indexOf('topic');

/** The probability, 0 to 1, that a tool with this evidence answers a request that the catalog serves. */
export function relevanceOf(
  evidence: EvidenceRow,
  weights: EvidenceRow = shippedWeights,
  base: number = relevanceWeights.base,
): number {
  let sum = base;
  for (let at = 0; at < evidence.length; at++) sum += (weights[at] as number) * (evidence[at] as number);
  return Math.max(
    1 / (1 + Math.exp(-sum)),
    (evidence[completeAt] as number) * least.complete,
    (evidence[topicAt] as number) >= clearTopic ? least.onTopic : 0,
  );
}
