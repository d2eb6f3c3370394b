import { isRecord, setOwn } from '../../src/core/json-schema.js';

type Raw = Record<string, unknown>;
type Position = 'schema' | 'map' | 'list';

/** A copy of a schema with its malformed keywords put right, and one sentence for each kind of repair. */
export interface TidySchema {
  readonly schema: unknown;
  readonly repairs: readonly string[];
}

/** Most schema nodes looked at; beyond it the rest is passed on as it is, within the budget of the canonical walk. */
const maxNodes = 50_000;

const children: ReadonlyMap<string, Position> = new Map([
  ['properties', 'map'], ['patternProperties', 'map'], ['$defs', 'map'], ['definitions', 'map'],
  ['dependentSchemas', 'map'], ['items', 'schema'], ['additionalProperties', 'schema'], ['not', 'schema'],
  ['if', 'schema'], ['then', 'schema'], ['else', 'schema'], ['contains', 'schema'], ['prefixItems', 'list'],
  ['allOf', 'list'], ['anyOf', 'list'], ['oneOf', 'list'],
]); // biome-ignore format: a table

const numeric = new Set([
  'minLength', 'maxLength', 'minimum', 'maximum', 'multipleOf', 'minProperties', 'maxProperties', 'minItems', 'maxItems',
]); // biome-ignore format: a list
const textual = new Set(['title', 'description', 'format', 'pattern', 'contentEncoding', 'contentMediaType']);

/** Type words that other languages and providers use for JSON's. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['str', 'string'], ['int', 'integer'], ['int32', 'integer'], ['int64', 'integer'], ['long', 'integer'], ['float', 'number'],
  ['double', 'number'], ['decimal', 'number'], ['bool', 'boolean'], ['dict', 'object'], ['map', 'object'],
  ['list', 'array'], ['tuple', 'array'], ['none', 'null'],
]); // biome-ignore format: a table
const jsonTypes = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/**
 * The JSON Schema type a type word stands for: itself, or what a word of another language means (`STRING`, `dict`).
 * Undefined for a word that means no type.
 */
export function jsonTypeOf(word: string): string | undefined {
  const lower = word.toLowerCase();
  return jsonTypes.has(lower) ? lower : aliases.get(lower);
}

/**
 * Copies a schema, putting right what would make it unusable: type words of other languages and unknown ones,
 * keywords whose value has the wrong type, `required` that is no list. Only schema positions are touched: a property
 * that is called `type` stays. Shared and cyclic parts stay so in the copy; nothing of the input is changed.
 */
export function tidySchema(schema: unknown): TidySchema {
  return new TidyWalk().run(schema);
}

/** Is a value the word "true" as a text, in whatever case? Tables made by hand say so. */
export function isTrueText(value: unknown): boolean {
  return typeof value === 'string' && value.trim().toLowerCase() === 'true';
}

interface Pending {
  readonly from: object;
  readonly to: Raw | unknown[];
  readonly position: Position;
}

class TidyWalk {
  readonly #copies = new Map<object, unknown>();
  readonly #queue: Pending[] = [];
  readonly #repairs = new Set<string>();

  run(schema: unknown): TidySchema {
    const copy = this.#copy(schema, 'schema');
    for (let next = 0; next < this.#queue.length; next++) {
      const { from, to, position } = this.#queue[next] as Pending;
      if (position === 'list') for (const item of from as unknown[]) (to as unknown[]).push(this.#copy(item, 'schema'));
      else if (position === 'map') this.#fillMap(from as Raw, to as Raw);
      else this.#fillSchema(from as Raw, to as Raw);
    }
    return { schema: copy, repairs: [...this.#repairs] };
  }

  #copy(value: unknown, position: Position): unknown {
    const actual = Array.isArray(value) ? 'list' : position;
    if ((actual === 'list' && !Array.isArray(value)) || (actual !== 'list' && !isRecord(value))) return value;
    const known = this.#copies.get(value as object);
    if (known !== undefined) return known;
    if (this.#queue.length >= maxNodes) return value;
    const to = actual === 'list' ? [] : {};
    this.#copies.set(value as object, to);
    this.#queue.push({ from: value as object, to, position: actual });
    return to;
  }

  #fillMap(from: Raw, to: Raw): void {
    for (const [name, value] of Object.entries(from)) setOwn(to, name, this.#copy(value, 'schema'));
  }

  #fillSchema(from: Raw, to: Raw): void {
    for (const [key, value] of Object.entries(from)) {
      const position = children.get(key);
      if (value === null && key !== 'default' && key !== 'const' && key !== 'example') this.#repair(`${key} is null`);
      else if (key === 'type') this.#fillType(value, to);
      else if (key === 'required') this.#fillRequired(value, to);
      else if (key === 'enum' && !Array.isArray(value)) this.#repair('enum is not a list');
      else if (numeric.has(key) && typeof value !== 'number') this.#fillNumber(key, value, to);
      else if (textual.has(key) && typeof value !== 'string') this.#repair(`${key} is not a text`);
      else if (position === 'map' && !isRecord(value)) this.#repair(`${key} is not an object`);
      else if (position === 'list' && !Array.isArray(value)) this.#repair(`${key} is not a list`);
      else setOwn(to, key, position === undefined ? value : this.#copy(value, position));
    }
  }

  #fillType(value: unknown, to: Raw): void {
    const words = Array.isArray(value) ? value : [value];
    const types: string[] = [];
    for (const word of words) {
      const type = typeof word === 'string' ? jsonTypeOf(word) : undefined;
      if (type === undefined && word !== 'file') this.#repair(`type ${JSON.stringify(word)?.slice(0, 40)} is unknown`);
      else if (type !== undefined && type !== word && type !== String(word).toLowerCase())
        this.#repair(`type ${JSON.stringify(word)} is read as ${type}`);
      if (type !== undefined && !types.includes(type)) types.push(type);
    }
    if (words.includes('file')) to['type'] = 'file';
    else if (types.length > 0) to['type'] = types.length === 1 ? types[0] : types;
  }

  #fillRequired(value: unknown, to: Raw): void {
    if (Array.isArray(value)) to['required'] = value.filter((name) => typeof name === 'string');
    // Draft 3 marks the property itself; the parent's reader looks at the original.
    else if (isTrueText(value)) this.#repair('required is the text "true"; it is read as true');
    else if (typeof value !== 'boolean') this.#repair('required is not a list');
  }

  #fillNumber(key: string, value: unknown, to: Raw): void {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
    this.#repair(`${key} is not a number`);
    if (Number.isFinite(number)) to[key] = number;
  }

  #repair(text: string): void {
    if (this.#repairs.size < 20) this.#repairs.add(text);
  }
}
