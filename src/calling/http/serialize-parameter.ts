import type { ToolInput } from '../../core/tool-schema.js';

/** A parameter's name and text, encoded. */
export type Pair = readonly [name: string, text: string];

type Encode = (text: string) => string;

const asItIs: Encode = (text) => text;

/** A path parameter as it stands in the path: styles `simple`, `label` and `matrix`. */
export function pathText(input: ToolInput, value: unknown): string {
  const explode = input.explode === true;
  const style = input.style ?? 'simple';
  const name = encodeURIComponent(input.originalName);
  if (style === 'label')
    return `.${listText(value, explode, explode ? '.' : ',', explode ? '=' : ',', encodeURIComponent)}`;
  if (style !== 'matrix') return listText(value, explode, ',', explode ? '=' : ',', encodeURIComponent);
  if (!explode || !isList(value)) return `;${name}=${listText(value, false, ',', ',', encodeURIComponent)}`;
  const pairs = Array.isArray(value)
    ? value.map((entry) => `;${name}=${encodeURIComponent(scalarText(entry))}`)
    : entriesOf(value).map(([key, entry]) => `;${encodeURIComponent(key)}=${encodeURIComponent(scalarText(entry))}`);
  return pairs.join('');
}

/** A query or cookie parameter as pairs: styles `form`, `spaceDelimited`, `pipeDelimited` and `deepObject`. */
export function queryPairs(input: ToolInput, value: unknown): Pair[] {
  const name = encodeURIComponent(input.originalName);
  if (input.contentType !== undefined) return [[name, encodeURIComponent(JSON.stringify(value))]];
  const style = input.style ?? 'form';
  if (style === 'deepObject' && isRecord(value)) return deepPairs(name, value);
  if (!isList(value)) return [[name, encodeURIComponent(scalarText(value))]];
  if (input.explode ?? style === 'form')
    return Array.isArray(value)
      ? value.map((entry): Pair => [name, encodeURIComponent(scalarText(entry))])
      : entriesOf(value).map(([key, entry]): Pair => [encodeURIComponent(key), encodeURIComponent(scalarText(entry))]);
  const separator = style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? '%7C' : ',';
  return [[name, listText(value, false, separator, separator, encodeURIComponent)]];
}

/** A header parameter: style `simple`. */
export function headerText(input: ToolInput, value: unknown): string {
  if (input.contentType !== undefined) return JSON.stringify(value);
  const explode = input.explode === true;
  return listText(value, explode, ',', explode ? '=' : ',', asItIs);
}

/** A value as one text: numbers and booleans as JSON writes them, objects as JSON. */
export function scalarText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function deepPairs(prefix: string, value: Readonly<Record<string, unknown>>): Pair[] {
  return Object.entries(value).flatMap(([key, entry]): Pair[] => {
    const name = `${prefix}[${encodeURIComponent(key)}]`;
    if (isRecord(entry)) return deepPairs(name, entry);
    if (Array.isArray(entry)) return entry.map((item): Pair => [name, encodeURIComponent(scalarText(item))]);
    return [[name, encodeURIComponent(scalarText(entry))]];
  });
}

function listText(value: unknown, explode: boolean, separator: string, pair: string, encode: Encode): string {
  if (Array.isArray(value)) return value.map((entry) => encode(scalarText(entry))).join(separator);
  if (!isRecord(value)) return encode(scalarText(value));
  const between = explode ? pair : separator;
  return Object.entries(value)
    .map(([key, entry]) => `${encode(key)}${between}${encode(scalarText(entry))}`)
    .join(separator);
}

function entriesOf(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}

function isList(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
