import type { JsonSchema } from '../core/json-schema.js';
import type { ToolField, ToolSchema } from '../core/tool-schema.js';
import { type FieldName, type FieldPlace, readFieldName, readFieldPlace } from './field-names.js';
import { singular, splitWords, stopWords } from './words.js';

/** An output field that another tool may want, as far as its name and place tell. */
export interface OutputField {
  readonly field: ToolField;
  readonly name: FieldName;
  readonly place: FieldPlace;
  /** An object or a list. */
  readonly structured: boolean;
}

/** What an output schema says, whatever tool gives it. */
export interface ReadOutput {
  readonly fields: readonly OutputField[];
  /** Some field lies in a list. */
  readonly listed: boolean;
  /** Leaves out what it is made of: an object or a list of which no property is told. */
  readonly opaque: boolean;
  /** Topic words of a field's name and description. */
  termsOf(field: OutputField): readonly string[];
}

/** Reads output schemas, each once: the tools of a source share them, as equal schemas of a source are one object. */
export class OutputReader {
  readonly #known = new Map<JsonSchema, ReadOutput>();

  read(tool: ToolSchema): ReadOutput {
    const schema = tool.outputSchema;
    if (schema === undefined) return nothing;
    let output = this.#known.get(schema);
    if (output === undefined) {
      output = new Output(tool.produces);
      this.#known.set(schema, output);
    }
    return output;
  }
}

class Output implements ReadOutput {
  readonly fields: readonly OutputField[];
  readonly listed: boolean;
  readonly opaque: boolean;
  readonly #terms = new Map<OutputField, readonly string[]>();

  constructor(produced: readonly ToolField[]) {
    this.fields = produced.flatMap(readField);
    this.listed = produced.some((field) => field.path.includes('[]'));
    this.opaque = isOpaque(produced);
  }

  termsOf(output: OutputField): readonly string[] {
    let terms = this.#terms.get(output);
    if (terms === undefined) {
      terms = termsOf(output.name.words, output.field.description);
      this.#terms.set(output, terms);
    }
    return terms;
  }
}

const nothing: ReadOutput = new Output([]);

function readField(field: ToolField): OutputField[] {
  if (field.type === 'boolean') return [];
  const name = readFieldName(field.name);
  if (name.words.length === 0 && field.path !== '[]' && field.path !== '') return [];
  const place = readFieldPlace(field.path);
  if (name.pagination || place.beside) return [];
  const structured = field.type === 'object' || field.type === 'array';
  return [{ field, name, place, structured }];
}

function isOpaque(fields: readonly ToolField[]): boolean {
  // A text at the root may hold anything: many servers answer in prose.
  if (fields.length === 1 && fields[0]?.path === '' && fields[0].type === 'string') return true;
  const told = new Set(fields.flatMap(({ path }) => placesAbove(path)));
  return fields.some(({ type, path }) => (type === 'object' || type === 'array') && !told.has(path));
}

/** Every path that something lies below of: `a[].b.c` lies below `a[].b`, `a[]` and `a`. */
function placesAbove(path: string): string[] {
  const above: string[] = [];
  for (let at = 0; at < path.length; at++) if (path[at] === '.' || path[at] === '[') above.push(path.slice(0, at));
  return above;
}

/** Topic words of a field: its name and description, singular, without stop words. At most 24. */
export function termsOf(words: readonly string[], description: string | undefined): string[] {
  const terms = new Set<string>();
  for (const word of [...words, ...splitWords(description ?? '')]) {
    if (stopWords.has(word) || word.length < 2) continue;
    terms.add(singular(word));
    if (terms.size >= 24) break;
  }
  return [...terms];
}
