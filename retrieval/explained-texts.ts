import type { ToolSchema } from '../src/core/tool-schema.js';
import { type FieldWords, fieldNames, fieldWords, type SearchField } from './fields.js';
import { toolIntents } from './intent.js';
import { type LexicalIndex, termWeights } from './lexical-index.js';

/** What a tool's text holds of one term. */
export interface HeldTerm {
  /** Its length-normalised, field-weighted frequency. */
  readonly weight: number;
  /** The fields that hold it, in the order of the fields. */
  readonly fields: readonly SearchField[];
}

/** Terms of a tool, and by the same places their weights and the fields that hold them, a bit each. */
interface ReadText {
  readonly terms: readonly string[];
  readonly weights: Float64Array;
  readonly fields: Uint8Array;
  readonly intents: number;
}

/**
 * Texts of tools that were explained, a kilobyte each, as long as their tools are there. The same tools come up in many
 * answers, and to read one takes 0.1 to 0.2 ms.
 */
const kept = new WeakMap<ToolSchema, ReadText>();

/** What the text of a tool says. */
export interface ExplainedText {
  /** What the tool does, as the bits of `toolIntents`. */
  readonly intents: number;
  /** What the text holds of a term; undefined for a term that it does not hold. */
  readonly held: (term: string) => HeldTerm | undefined;
}

/** What the text of a tool says, read once; `index` is the one that ranked it. */
export function explainedText(tool: ToolSchema, index: LexicalIndex): ExplainedText {
  const { terms, weights, fields, intents } = textOf(tool, index);
  const doc = index.documentOf(tool.name);
  const indexed = doc !== undefined && index.tool(doc) === tool ? doc : undefined;
  const held = (term: string): HeldTerm | undefined => {
    if (indexed !== undefined) {
      const id = index.termId(term);
      if (id === undefined || !index.holds(indexed, id)) return undefined;
    }
    const at = terms.indexOf(term);
    if (at < 0) return undefined;
    return { weight: weights[at] as number, fields: fieldsOf(fields[at] as number) };
  };
  return { intents, held };
}

function textOf(tool: ToolSchema, index: LexicalIndex): ReadText {
  let text = kept.get(tool);
  if (text === undefined) {
    text = readText(fieldWords(tool), tool, index);
    kept.set(tool, text);
  }
  return text;
}

function readText(read: FieldWords, tool: ToolSchema, index: LexicalIndex): ReadText {
  const weights = termWeights(tool, read);
  const bits = new Map<string, number>();
  for (const [field, words] of read) {
    const bit = 1 << fieldNames.indexOf(field);
    for (const { term } of words) bits.set(term, (bits.get(term) ?? 0) | bit);
  }
  // the index's own strings, so that a text that is kept holds none
  const terms = Array.from(weights.keys(), (term) => {
    const id = index.termId(term);
    return id === undefined ? term : index.termOf(id);
  });
  return {
    terms,
    weights: Float64Array.from(weights.values()),
    fields: Uint8Array.from(weights.keys(), (term) => bits.get(term) ?? 0),
    intents: toolIntents(tool),
  };
}

function fieldsOf(bits: number): SearchField[] {
  return fieldNames.filter((_field, at) => (bits & (1 << at)) !== 0);
}
