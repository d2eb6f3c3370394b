import type { ToolEdge } from '../src/core/tool-edge.js';
import type { ToolSchema } from '../src/core/tool-schema.js';
import type { SearchField } from './fields.js';
import type { Intent } from './intent.js';
import type { Match } from './query-term.js';
import type { RelevanceEvidence } from './relevance.js';

/** One tool of a ranking. */
export interface ScoredTool {
  readonly tool: ToolSchema;
  /** BM25F with factors for intent and name, plus a share for nearness in meaning, times a factor for the operation's object: above 0, unbounded, comparable within one query only. */
  readonly score: number;
  /**
   * How likely it is, 0 to 1, that the request is one that this tool answers rather than one about something else. Calibrated
   * over many catalogs and comparable between queries; a prerequisite has a share of its target's.
   */
  readonly relevance: number;
  /** `target`: its own text answers the query. `prerequisite`: it supplies an input of a target above or beside it. */
  readonly role: 'target' | 'prerequisite';
  /** Why it is here. Computed when read. */
  readonly explanation: Explanation;
}

/** Why a tool is in a ranking. */
export interface Explanation {
  /** One line for people. */
  readonly summary: string;
  /** The query's words that the tool's text holds, strongest first. Contributions add up to the text score. */
  readonly terms: readonly TermExplanation[];
  /** Present when both query and tool say what is to be done. */
  readonly intent?: { readonly query: readonly Intent[]; readonly tool: readonly Intent[]; readonly factor: number };
  /** Share (0 to 1) of the tool's name or title that the request says, and the factor it earns. */
  readonly nameCoverage?: { readonly share: number; readonly factor: number };
  /** Present when the tool's words and the query's are near in meaning: the cosine, 0 to 1, and what it adds to the score, below 0 where it is not near. */
  readonly meaning?: { readonly similarity: number; readonly contribution: number };
  /**
   * Present when the operation is on what the request names: the share of its object's words that the request says,
   * whether "my" asks for the caller's own and it is about the caller, and the factor on the sum of text and meaning.
   */
  readonly operation?: { readonly object: number; readonly caller: boolean; readonly factor: number };
  /**
   * In a request of several clauses, for all but the first of the tools that answer one clause best: its place among them,
   * from 1, and the factor on the score.
   */
  readonly clausePlace?: { readonly place: number; readonly factor: number };
  /** Present when an embedder took part: the cosine of the two texts, −1 to 1, and what it adds to the score. */
  readonly embedding?: { readonly similarity: number; readonly contribution: number };
  /** Present when a reranker moved the tool: its place among the candidates before and after, from 1, and its score if it gave one. */
  readonly rerank?: { readonly before: number; readonly after: number; readonly score?: number };
  /** Stretches of the request that say what not to do or to leave out; present when there are any. */
  readonly negated?: readonly string[];
  /** Words of the request that name the tool's source; present when there are any. */
  readonly sources?: readonly string[];
  /** What the relevance is made of; absent for prerequisites and for tools that the query names outright. */
  readonly relevance?: RelevanceEvidence;
  /** Prerequisites only: the edges into the targets that need this tool, strongest first. */
  readonly edges?: readonly ToolEdge[];
}

export interface TermExplanation {
  /** The word of the query. */
  readonly word: string;
  /** The term of the catalog it reached, and how. */
  readonly term: string;
  readonly match: Match;
  /** Fields of the tool that hold the term. */
  readonly fields: readonly SearchField[];
  /** What it adds to the score, before the intent factor. */
  readonly contribution: number;
}

/** Why a ranking is empty. */
export interface EmptyReason {
  readonly code:
    | 'empty-catalog'
    | 'empty-query'
    | 'no-content-words'
    | 'no-term-matched'
    | 'filtered-out'
    | 'off-topic'
    | 'top-k-zero';
  readonly message: string;
}

/** Something that a caller should know of a ranking: a model that could not take part, or not in full. */
export interface RankingNote {
  /**
   * - `no-embedder`, `embedder-mismatch`: the saved vectors cannot be compared with a request.
   * - `embedder-failed`: the model threw, was too slow, or gave vectors that cannot be used; text ranked alone.
   * - `tools-not-embedded`: some tools have no vector yet; text alone speaks for them.
   * - `reranker-failed`: the order is the one from before. `reranker-answer`: a part of its answer was left out.
   */
  readonly code:
    | 'no-embedder'
    | 'embedder-mismatch'
    | 'embedder-failed'
    | 'tools-not-embedded'
    | 'reranker-failed'
    | 'reranker-answer';
  /** One sentence for people. */
  readonly message: string;
}

/** Scored tools, best first; equal scores by name. Empty only with a reason. */
export interface Ranking extends ReadonlyArray<ScoredTool> {
  /** Rankings of `search` only: what models could not do. Absent when all went well. Not enumerable. */
  readonly notes?: readonly RankingNote[];
  /** Present exactly when the ranking is empty. Not enumerable. */
  readonly emptyReason?: EmptyReason;
}

/** A scored tool whose explanation is worked out when it is first read. */
export function scoredTool(
  tool: ToolSchema,
  score: number,
  relevance: number,
  role: ScoredTool['role'],
  explain: () => Explanation,
): ScoredTool {
  return new LazilyExplained(tool, score, relevance, role, explain);
}

/**
 * One object for all hits to share the getter: an object literal with a getter of its own is ten times as dear to make.
 * The property is still each hit's own, so that copies and JSON of a hit have it.
 */
class LazilyExplained implements ScoredTool {
  static readonly #getter: PropertyDescriptor & ThisType<LazilyExplained> = {
    enumerable: true,
    configurable: true,
    get() {
      this.#explanation ??= this.#explain();
      return this.#explanation;
    },
  };
  declare readonly explanation: Explanation;
  readonly tool: ToolSchema;
  readonly score: number;
  readonly relevance: number;
  readonly role: ScoredTool['role'];
  readonly #explain: () => Explanation;
  #explanation: Explanation | undefined;

  constructor(
    tool: ToolSchema,
    score: number,
    relevance: number,
    role: ScoredTool['role'],
    explain: () => Explanation,
  ) {
    this.tool = tool;
    this.score = score;
    this.relevance = relevance;
    this.role = role;
    this.#explain = explain;
    Object.defineProperty(this, 'explanation', LazilyExplained.#getter);
  }
}
