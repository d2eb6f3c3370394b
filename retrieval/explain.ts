import type { ToolEdge } from '../src/core/tool-edge.js';
import type { ToolSchema } from '../src/core/tool-schema.js';
import type { ClausePlace } from './clause-balance.js';
import { explainedText } from './explained-texts.js';
import { intentFactor, intentNames } from './intent.js';
import { impactOf, type LexicalIndex } from './lexical-index.js';
import type { Agreement } from './operation-agreement.js';
import type { AnalyzedQuery } from './query.js';
import type { RelevanceEvidence } from './relevance.js';
import type { Explanation, TermExplanation } from './scored-tool.js';

/** What the closer reading of the best by text found of one tool. */
export interface CloserReading {
  readonly nameCoverage: NonNullable<Explanation['nameCoverage']>;
  /** Cosine of query and tool, 0 to 1. */
  readonly similarity: number;
  /** What a similarity of 1 adds to the score. */
  readonly unit: number;
  /** In a request of several clauses: its place among the tools of its clause. */
  readonly place: ClausePlace | undefined;
  readonly operation: Agreement;
  /** What the embedder's model found, when there is one. */
  readonly model?: NonNullable<Explanation['embedding']>;
  readonly evidence: RelevanceEvidence | undefined;
  /** Words of the query that name the tool's source. */
  readonly sources: readonly string[];
}

/** Explains a target by its text: which words of the query it holds, where, and what each adds. */
export function explainTarget(
  tool: ToolSchema,
  query: string,
  analyzed: AnalyzedQuery,
  index: LexicalIndex,
  closer: CloserReading,
): Explanation {
  const { intents: toolMask, held } = explainedText(tool, index);
  const terms: TermExplanation[] = [];
  for (const { term, word, match, weight } of analyzed.terms) {
    const own = held(term);
    if (own === undefined) continue;
    const contribution = weight * index.idf(index.documentFrequency(term)) * impactOf(own.weight);
    terms.push({ word, term, match, fields: own.fields, contribution });
  }
  terms.sort((a, b) => b.contribution - a.contribution);
  const factor = intentFactor(analyzed.intents, toolMask);
  const intent =
    analyzed.intents === 0 || toolMask === 0
      ? {}
      : { intent: { query: intentNames(analyzed.intents), tool: intentNames(toolMask), factor } };
  const name = closer.nameCoverage.share > 0 ? { nameCoverage: closer.nameCoverage } : {};
  return {
    summary: targetSummary(terms, verdictOn(factor, analyzed.intents, toolMask), query, closer.model),
    terms,
    ...intent,
    ...name,
    ...nearness(closer),
    ...operation(closer),
    ...(closer.place === undefined || closer.place.factor === 1 ? {} : { clausePlace: closer.place }),
    ...(closer.model === undefined ? {} : { embedding: closer.model }),
    ...(analyzed.negated.length > 0 ? { negated: analyzed.negated } : {}),
    ...(closer.sources.length > 0 ? { sources: closer.sources } : {}),
    ...relevance(closer),
  };
}

function nearness({ similarity, unit }: CloserReading): Pick<Explanation, 'meaning'> {
  return similarity > 0 ? { meaning: { similarity, contribution: similarity * unit } } : {};
}

function operation({ operation: { object, caller, factor } }: CloserReading): Pick<Explanation, 'operation'> {
  return factor > 1 ? { operation: { object, caller, factor } } : {};
}

function relevance({ evidence }: CloserReading): Pick<Explanation, 'relevance'> {
  return evidence === undefined ? {} : { relevance: evidence };
}

/** Whether a tool does what is asked, in words; else what each of the two is. */
function verdictOn(factor: number, asked: number, done: number): string {
  if (factor === 1) return '';
  if (factor > 1) return '; does what is asked';
  return `; it is to ${intentNames(done).join(' or ')}, where ${intentNames(asked).join(' or ')} is asked`;
}

function targetSummary(
  terms: readonly TermExplanation[],
  verdict: string,
  query: string,
  model: CloserReading['model'],
): string {
  if (terms.length === 0 && model !== undefined && model.contribution > 0)
    return `is near in meaning (similarity ${model.similarity.toFixed(2)})`;
  if (terms.length === 0) return `is named ${JSON.stringify(query.trim())}`;
  const shown = terms.slice(0, 4).map((term) => `${quoted(term)} in ${term.fields.slice(0, 2).join(' and ')}`);
  const more = terms.length > 4 ? ` and ${terms.length - 4} more` : '';
  return `matches ${shown.join(', ')}${more}${verdict}`;
}

function quoted({ word, term, match }: TermExplanation): string {
  return match === 'exact' ? `"${word}"` : `"${word}" as "${term}" (${match})`;
}

/** Explains a prerequisite by the edges that need it. */
export function explainPrerequisite(edges: readonly ToolEdge[]): Explanation {
  const first = edges[0];
  const summary =
    first === undefined
      ? 'supplies an input'
      : `supplies ${first.to === '' ? 'what' : first.to} ${first.to === '' ? `${first.consumer} depends on` : `of ${first.consumer}`}: ${first.evidence[0]?.detail ?? 'linked'}`;
  return { summary, terms: [], edges };
}
