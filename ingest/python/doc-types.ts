import { splitTypeMarks } from './docstring-entries.js';
import { parseExpression } from './parse.js';
import { staticValue } from './static-values.js';
import type { RawSchema } from './type-names.js';
import type { TypeEnvironment, TypeReader, TypeReading } from './type-reading.js';
import { enumSchema, unionSchema } from './union-schema.js';

/** Words that docstrings use for types and Python does not. */
const docWords = new Map<string, RawSchema>([
  ...['string', 'strings', 'text', 'strs', 'char'].map((word) => [word, { type: 'string' }] as const),
  ...['integer', 'integers', 'ints', 'long'].map((word) => [word, { type: 'integer' }] as const),
  ...['number', 'numbers', 'numeric', 'double', 'scalar', 'floats', 'real'].map((word) => [word, { type: 'number' }] as const),
  ...['boolean', 'booleans', 'bools'].map((word) => [word, { type: 'boolean' }] as const),
  ...['array_like', 'array-like', 'array', 'ndarray', 'np.ndarray', 'numpy.ndarray', 'sequence', 'iterable', 'lists', 'tuples', 'vector'].map((word) => [word, { type: 'array', items: {} }] as const),
  ...['dictionary', 'mapping', 'dicts', 'dict-like', 'json', 'map', 'hash'].map((word) => [word, { type: 'object' }] as const),
  ['object', {}], ['any', {}], ['none', { type: 'null' }], ['null', { type: 'null' }],
  ['url', { type: 'string', format: 'uri' }], ['uri', { type: 'string', format: 'uri' }], ['path', { type: 'string', format: 'path' }], ['path-like', { type: 'string', format: 'path' }], ['path_like', { type: 'string', format: 'path' }], ['uuid', { type: 'string', format: 'uuid' }],
]); // biome-ignore format: a table

const collections = /^(?:an? )?(list|array|sequence|iterable|tuple|set|collection)s? (?:of|\[of\]) (.+)$/i;
const maxLength = 400;

/**
 * Reads a type as docstrings write it: Python's own notation, `list of int`, `str or None`, `{"a", "b"}`,
 * `:class:`Foo``. Undefined when the text says nothing that can be understood.
 */
export function readDocType(
  text: string,
  reader: TypeReader,
  environment: TypeEnvironment,
  depth = 0,
): TypeReading | undefined {
  if (depth > 6 || text.length > maxLength) return undefined;
  const plain = splitTypeMarks(text)
    .type.replace(/:[\w.:]{1,30}:`~?([^`]*)`/g, '$1')
    .replaceAll('`', '')
    .trim();
  if (plain === '') return undefined;
  const choice = readChoice(plain, environment);
  if (choice !== undefined) return { schema: choice };
  const collection = collections.exec(plain);
  if (collection !== null) {
    const items = readDocType(collection[2] as string, reader, environment, depth + 1)?.schema ?? {};
    const unique = (collection[1] as string).toLowerCase() === 'set' ? { uniqueItems: true } : {};
    return { schema: { type: 'array', items, ...unique } };
  }
  const alternatives = plain.split(/\s+or\s+|\s*\/\s*/);
  if (alternatives.length > 1) return readAlternatives(alternatives, reader, environment, depth);
  const word = docWords.get(plain.toLowerCase());
  if (word !== undefined) return { schema: { ...word } };
  if (/^callables?$|^functions?$/i.test(plain)) return { schema: {}, unwritable: true };
  const expression = parseExpression(
    plain.replace(/^(?:dict|Dict)\((.*)\)$/, 'dict[$1]').replace(/^(list|tuple|set)\((.*)\)$/i, '$1[$2]'),
  );
  if (expression === undefined) return undefined;
  const reading = reader.read(expression, environment);
  return reading.unknownName !== undefined || Object.keys(reading.schema).length === 0 ? undefined : reading;
}

/** `{"left", "right"}`, `'a' | 'b'`, `one of "a", "b"`. */
function readChoice(text: string, environment: TypeEnvironment): RawSchema | undefined {
  const listed = /^\{(.*)\}$/.exec(text)?.[1] ?? /^one of:?\s+(.*)$/i.exec(text)?.[1];
  const pieces =
    listed ??
    (/^(['"])[^'"]*\1(?:\s*(?:\||,| or )\s*(['"])[^'"]*\2)*$/.test(text)
      ? text.replace(/\s*(?:\|| or )\s*/g, ',')
      : undefined);
  if (pieces === undefined) return undefined;
  const expression = parseExpression(`[${pieces.replace(/\s+(?:or|and)\s+/g, ',').replace(/^[[({]|[\])}]$/g, '')}]`);
  const values = expression === undefined ? undefined : staticValue(expression, environment.scope)?.value;
  return Array.isArray(values) && values.length > 0 ? enumSchema(values) : undefined;
}

function readAlternatives(
  alternatives: readonly string[],
  reader: TypeReader,
  environment: TypeEnvironment,
  depth: number,
): TypeReading | undefined {
  const readings = alternatives.map((part) =>
    readDocType(part.replace(/^(?:an?|the)\s+/i, ''), reader, environment, depth + 1),
  );
  const known = readings.flatMap((reading) => (reading === undefined || reading.unwritable ? [] : [reading.schema]));
  if (known.length < readings.length) return undefined; // an alternative that is not understood may be anything
  return { schema: unionSchema(known) };
}
