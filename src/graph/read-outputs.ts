import type { JsonSchema } from '../core/json-schema.js';
import type { ToolField, ToolSchema } from '../core/tool-schema.js';
import { type Entity, entityOfSchemaName } from './entity.js';
import { type FieldName, type FieldPlace, readFieldName, readFieldPlace } from './field-names.js';
import { markOf } from './value-patterns.js';
import { singular, splitWords, stopWords } from './words.js';

/** What an output schema says, whatever tool gives it. */
export interface ReadOutput {
  readonly fields: readonly OutputField[];
  /** Some field lies in a list. */
  readonly listed: boolean;
  /** Leaves out what it is made of: an object or a list of which no property is told. */
  readonly opaque: boolean;
}

/** An output field that another tool may want, as far as its name and place tell. */
export class OutputField {
  readonly path: string;
  readonly type: string | undefined;
  readonly format: string | undefined;
  /** The values the field is limited to. */
  readonly values: ToolField['enum'];
  /** What the values match, where that marks one kind of values. */
  readonly pattern: string | undefined;
  readonly name: FieldName;
  readonly place: FieldPlace;
  /** Lies inside an array. */
  readonly many: boolean;
  /** What the component schema is named after whose property a bare key is. */
  readonly schemaEntity: Entity | undefined;
  readonly #description: string | undefined;
  #terms: readonly string[] | undefined;

  constructor(field: ToolField, name: FieldName, place: FieldPlace) {
    this.path = field.path;
    this.type = field.type;
    this.format = field.format;
    this.values = field.enum;
    this.pattern = markOf(field.pattern) === undefined ? undefined : field.pattern;
    this.name = name;
    this.place = place;
    this.many = field.path.includes('[]');
    const bareKey = name.key !== undefined && name.key.entity === undefined;
    this.schemaEntity = bareKey && field.entity !== undefined ? entityOfSchemaName(field.entity) : undefined;
    this.#description = field.description;
  }

  /** An object or a list. */
  get structured(): boolean {
    return isStructured(this);
  }

  /** Topic words of name and description. */
  get terms(): readonly string[] {
    this.#terms ??= termsOf(this.name.words, this.#description);
    return this.#terms;
  }
}

/** Reads output schemas, each once: the tools of a source share them, as equal schemas of a source are one object. */
export class OutputReader {
  readonly #known = new Map<JsonSchema, ReadOutput>();

  read(tool: ToolSchema): ReadOutput {
    const schema = tool.outputSchema;
    if (schema === undefined) return nothing;
    let output = this.#known.get(schema);
    if (output === undefined) {
      output = outputOf(tool.produces);
      this.#known.set(schema, output);
    }
    return output;
  }
}

function outputOf(produced: readonly ToolField[]): ReadOutput {
  return {
    fields: produced.flatMap((field) => readField(field) ?? []),
    listed: produced.some((field) => field.path.includes('[]')),
    opaque: isOpaque(produced),
  };
}

const nothing: ReadOutput = outputOf([]);

function readField(field: ToolField): OutputField | undefined {
  if (field.type === 'boolean') return undefined;
  const name = readFieldName(field.name);
  if (name.words.length === 0 && field.path !== '[]' && field.path !== '') return undefined;
  const place = readFieldPlace(field.path);
  return name.pagination || place.beside ? undefined : new OutputField(field, name, place);
}

function isStructured({ type }: { readonly type?: string | undefined }): boolean {
  return type === 'object' || type === 'array';
}

function isOpaque(fields: readonly ToolField[]): boolean {
  // A text at the root may hold anything: many servers answer in prose.
  if (fields.length === 1 && fields[0]?.path === '' && fields[0].type === 'string') return true;
  const told = placesAbove(fields);
  return fields.some((field) => isStructured(field) && !told.has(field.path));
}

/** Every path that some field lies below of: `a[].b.c` lies below `a[].b`, `a[]` and `a`. */
function placesAbove(fields: readonly ToolField[]): ReadonlySet<string> {
  const above = new Set<string>();
  for (const { path } of fields) {
    // From below: what is above a known place is known too.
    for (let at = path.length - 1; at >= 0; at--) {
      if (path[at] !== '.' && path[at] !== '[') continue;
      const place = path.slice(0, at);
      if (above.has(place)) break;
      above.add(place);
    }
  }
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
