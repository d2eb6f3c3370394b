import { ToolGraphError } from '../core/errors.js';
import { isRecord, setOwn } from '../core/json-schema.js';

/** Texts up to this length stand where they are used; longer ones are parts of their own. */
const longestInline = 20;

/** Marks a part that is a list and not an object. */
const listShape = -1;

/**
 * Writes JSON values as one text in which equal objects, lists and long texts stand once. The text is JSON:
 * `shapes` are the key lists of objects; `parts` are texts, or lists that begin with the number of a shape (-1 for a list)
 * and go on with the values; `roots` are the numbers of the parts that were added. Within a part a number refers to an
 * earlier part, and a number that is meant as such stands in a list of its own.
 */
export class ValueTable {
  readonly #shapes: string[] = [];
  readonly #shapeOf = new Map<string, number>();
  readonly #parts: string[] = [];
  readonly #partOf = new Map<string, number>();
  readonly #known = new Map<object, number>();
  readonly #roots: number[] = [];
  #length = 0;

  /** Characters written so far, about. */
  get length(): number {
    return this.#length;
  }

  /** Number of values added. */
  get size(): number {
    return this.#roots.length;
  }

  /** Adds a value. It must not change until {@link ValueTable.text} is read. */
  add(value: object): void {
    this.#roots.push(this.#part(value));
  }

  text(): string {
    return `{"shapes":[${this.#shapes.join(',')}],"parts":[${this.#parts.join(',')}],"roots":${JSON.stringify(this.#roots)}}`;
  }

  #part(value: object): number {
    const before = this.#known.get(value);
    if (before !== undefined) return before;
    const part = this.#keep(Array.isArray(value) ? this.#listText(value) : this.#objectText(value));
    this.#known.set(value, part);
    return part;
  }

  #listText(list: readonly unknown[]): string {
    let text = `[${listShape}`;
    for (const entry of list) text += `,${this.#valueText(entry)}`;
    return `${text}]`;
  }

  #objectText(value: object): string {
    const keys: string[] = [];
    let text = '';
    for (const [key, entry] of Object.entries(value)) {
      if (entry === undefined || typeof entry === 'function') continue;
      keys.push(key);
      text += `,${this.#valueText(entry)}`;
    }
    return `[${this.#shape(JSON.stringify(keys))}${text}]`;
  }

  #valueText(value: unknown): string {
    if (typeof value === 'string')
      return value.length <= longestInline ? JSON.stringify(value) : String(this.#keep(JSON.stringify(value)));
    if (typeof value === 'number') return Number.isFinite(value) ? `[${value}]` : 'null';
    if (typeof value === 'boolean') return String(value);
    return typeof value === 'object' && value !== null ? String(this.#part(value)) : 'null';
  }

  #shape(keys: string): number {
    let shape = this.#shapeOf.get(keys);
    if (shape === undefined) {
      shape = this.#shapes.push(keys) - 1;
      this.#shapeOf.set(keys, shape);
      this.#length += keys.length + 1;
    }
    return shape;
  }

  #keep(text: string): number {
    let part = this.#partOf.get(text);
    if (part === undefined) {
      part = this.#parts.push(text) - 1;
      this.#partOf.set(text, part);
      this.#length += text.length + 1;
    }
    return part;
  }
}

/**
 * The values that a table's text holds; equal parts are the same object.
 *
 * @throws ToolGraphError `INVALID_SNAPSHOT` when the text is no such table.
 */
export function readValueTable(text: string): unknown[] {
  const { shapes, parts, roots } = parsed(text);
  const values: unknown[] = new Array(parts.length);
  for (let at = 0; at < parts.length; at++) values[at] = readPart(parts[at], at, shapes, values);
  return roots.map((root) => values[earlier(root, parts.length)]);
}

interface Parsed {
  readonly shapes: readonly string[][];
  readonly parts: readonly unknown[];
  readonly roots: readonly unknown[];
}

function parsed(text: string): Parsed {
  let table: unknown;
  try {
    table = JSON.parse(text);
  } catch (thrown) {
    throw new ToolGraphError('INVALID_SNAPSHOT', noTable, { cause: thrown });
  }
  if (!isRecord(table)) throw unreadable();
  const { shapes, parts, roots } = table;
  if (!Array.isArray(shapes) || !Array.isArray(parts) || !Array.isArray(roots)) throw unreadable();
  if (!shapes.every((keys) => Array.isArray(keys) && keys.every((key) => typeof key === 'string'))) throw unreadable();
  return { shapes, parts, roots };
}

function readPart(part: unknown, at: number, shapes: Parsed['shapes'], values: readonly unknown[]): unknown {
  if (typeof part === 'string') return part;
  if (!Array.isArray(part)) throw unreadable();
  if (part[0] === listShape) {
    const list: unknown[] = new Array(part.length - 1);
    for (let i = 1; i < part.length; i++) list[i - 1] = readValue(part[i], at, values);
    return list;
  }
  const keys = shapes[part[0] as number];
  if (keys === undefined || keys.length !== part.length - 1) throw unreadable();
  const record: Record<string, unknown> = {};
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    const value = readValue(part[i + 1], at, values);
    if (key === '__proto__') setOwn(record, key, value);
    else record[key] = value;
  }
  return record;
}

function readValue(value: unknown, at: number, values: readonly unknown[]): unknown {
  if (typeof value === 'number') return values[earlier(value, at)];
  if (!Array.isArray(value)) return value;
  if (value.length !== 1 || typeof value[0] !== 'number') throw unreadable();
  return value[0];
}

/** A reference, which may only point back: a table can hold no circle. */
function earlier(part: unknown, at: number): number {
  if (!Number.isInteger(part) || (part as number) < 0 || (part as number) >= at) throw unreadable();
  return part as number;
}

const noTable = 'A part of the snapshot is whole but holds no table of values; ingest the sources again and save.';

function unreadable(): ToolGraphError {
  return new ToolGraphError('INVALID_SNAPSHOT', noTable);
}
