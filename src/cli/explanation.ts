import type { ScoredTool } from '../index.js';

/** Why a tool is in a ranking, as a few short lines for people: the summary, then words, intent and edges. */
export function explanationLines({ explanation }: ScoredTool): string[] {
  const { summary, terms, intent, edges } = explanation;
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
  for (const { producer, consumer, from, to, confidence, evidence } of edges ?? [])
    lines.push(
      `edge: ${producer}${from === '' ? '' : `.${from}`} → ${consumer}${to === '' ? '' : `.${to}`}, ` +
        `confidence ${confidence.toFixed(2)} (${evidence.map((entry) => `${entry.kind}: ${entry.detail}`).join('; ')})`,
    );
  return lines;
}

function list(words: readonly string[]): string {
  return words.length === 0 ? 'nothing in particular' : words.join(' or ');
}
