import { createHash } from 'node:crypto';
import type { ToolSchema } from '../../src/core/tool-schema.js';
import { fieldText } from '../fields.js';
import { splitNegation } from '../negation.js';
import { splitClauses } from '../query.js';
import { withoutValues } from '../query-values.js';
import { isStopWord } from '../stop-words.js';
import { tokenize } from '../tokenize.js';

/** Characters of a tool's text, and of a request, that a model is given: sentence models read no more, and cost grows with it. */
const longest = { tool: 300, query: 2000 } as const;

/** Clauses of a request that a model is given beside the whole: the first. */
const mostClauses = 8;

/** Where one word of an identifier ends and the next begins. */
const wordBorder = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|[^\p{L}\p{N}\p{M}]+/gu;

/** What is embedded of a tool: the words of its title or name, then its description. */
export function embeddedText(tool: ToolSchema): string {
  const name = fieldText(tool, 'title') || fieldText(tool, 'name');
  const words = name.slice(0, longest.tool).split(wordBorder).join(' ').trim();
  return plain(`${words}. ${fieldText(tool, 'description').slice(0, longest.tool)}`, longest.tool);
}

/**
 * What is embedded of a request: the whole and, where it asks for several things, each of its clauses, in which neither
 * values nor what is negated stand. One vector of a request for several things lies near the loudest of them.
 */
export function embeddedQuery(query: string): readonly [whole: string, ...clauses: string[]] {
  const text = query.slice(0, 2 * longest.query);
  const whole = plain(text, longest.query);
  const asked = withoutValues(splitNegation(text).asked, () => false);
  const clauses = new Set(
    splitClauses(asked)
      .filter(saysSomething)
      .map((clause) => withoutEnd(plain(clause, longest.query))),
  );
  return clauses.size < 2 ? [whole] : [whole, ...[...clauses].slice(0, mostClauses)];
}

/** The text without the marks and spaces that it ends in. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ' ,;:.'.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Two words, one of them of content, are the least that a model can read as a thing to do. */
function saysSomething(clause: string): boolean {
  const words = tokenize(clause);
  return words.length >= 2 && words.some(({ surface }) => !isStopWord(surface));
}

/** One line without control and format characters, which a model would read and a person would not see. */
function plain(text: string, length: number): string {
  const line = text
    .replace(/[\p{Cf}\p{Co}]+/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return line.slice(0, length).replace(/\p{Cs}/gu, ''); // half a character is no text
}

const keys = new WeakMap<ToolSchema, string>();

/** Names the content that a tool's vector depends on: equal for equal texts, whatever the tool. */
export function textKey(tool: ToolSchema): string {
  let key = keys.get(tool);
  if (key === undefined) {
    key = createHash('sha256').update(embeddedText(tool)).digest('base64url').slice(0, keyLength);
    keys.set(tool, key);
  }
  return key;
}

/** Characters of a key: 132 bits. */
export const keyLength = 22;
