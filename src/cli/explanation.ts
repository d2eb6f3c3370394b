import type { ScoredTool } from '../index.js';

/** Why a tool is in a ranking, as a few short lines for people: the summary, then words, intent and edges. */
export function explanationLines({ explanation, relevance }: ScoredTool): string[] {
  const { summary, terms, intent, edges, negated, sources } = explanation;
  const lines = [summary];
  if (terms.length > 0)
    lines.push(
      `words: ${terms
        .map(({ word, term, match, fields, contribution }) => {
          const reached = match === 'exact' ? '' : ` → ${term} (${match})`;
          return `${word}${reached} ${contribution.toFixed(2)} in ${fields.join(', ')}`;
        })
        .join('; ')}`,
    );
  if (intent !== undefined)
    lines.push(`intent: asked to ${list(intent.query)}, can ${list(intent.tool)}; × ${intent.factor}`);
  if (negated !== undefined)
    lines.push(`left out of the request: ${negated.map((part) => JSON.stringify(part)).join(', ')}`);
  if (sources !== undefined) lines.push(`source: named by ${sources.map((word) => JSON.stringify(word)).join(', ')}`);
  if (explanation.relevance !== undefined) lines.push(relevanceLine(relevance, explanation.relevance));
  for (const { producer, consumer, from, to, confidence, evidence } of edges ?? [])
    lines.push(
      `edge: ${producer}${from === '' ? '' : `.${from}`} → ${consumer}${to === '' ? '' : `.${to}`}, ` +
        `confidence ${confidence.toFixed(2)} (${evidence.map((entry) => `${entry.kind}: ${entry.detail}`).join('; ')})`,
    );
  return lines;
}

function relevanceLine(relevance: number, evidence: NonNullable<ScoredTool['explanation']['relevance']>): string {
  const { name, topic } = evidence;
  const fit = `its words fit this catalog ${topic < 0 ? 'worse' : 'better'} than most`;
  return `relevance: ${relevance.toFixed(2)}; the request says ${Math.round(100 * name)} % of the name, ${fit} (${topic.toFixed(2)})`;
}

function list(words: readonly string[]): string {
  return words.length === 0 ? 'nothing in particular' : words.join(' or ');
}
