import { isRecord } from '../../src/core/json-schema.js';

/** Longest expression that is read. */
const maxLength = 1000;

/** The runtime expressions in a value: a text that is one, or those in braces within a text. */
export function expressionsIn(text: string): string[] {
  if (text.startsWith('$')) return text.length > maxLength ? [] : [text.trim()];
  return [...text.matchAll(/\{(\$[^{}]{1,1000})\}/g)].map((match) => match[1] as string);
}

/** `$response.body#/items/0/id` as the field path `items[].id`; undefined for anything but a response body. */
export function responsePath(output: unknown): string | undefined {
  if (isRecord(output)) return selectorPath(output);
  if (typeof output !== 'string') return undefined;
  const match = /^\$response\.body(?:#(.*))?$/s.exec(output.trim());
  return match === null ? undefined : fieldPath(match[1] ?? '');
}

/** A JSON Pointer as a field path: list positions are `[]`. */
export function fieldPath(pointer: string): string {
  return joinPath(
    pointer
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')),
  );
}

/** Steps as a field path: `['items', '0', 'id']` is `items[].id`. */
export function joinPath(steps: readonly string[]): string {
  let path = '';
  for (const step of steps) {
    if (step === '') continue;
    if (/^(\d+|-|\*)$/.test(step)) path += '[]';
    else path += path === '' ? step : `.${step}`;
  }
  return path;
}

/** Two field paths, one below the other. */
export function belowPath(path: string, rest: string): string {
  if (path === '' || rest === '') return path + rest;
  return rest.startsWith('[') ? path + rest : `${path}.${rest}`;
}

/** An output that is selected by JSONPath or JSON Pointer out of the response body. */
function selectorPath(output: Record<string, unknown>): string | undefined {
  const { context, selector, type } = output;
  if (typeof selector !== 'string' || selector.length > maxLength) return undefined;
  const base = responsePath(context ?? '$response.body');
  if (base === undefined) return undefined;
  const kind = isRecord(type) ? type['type'] : type;
  if (kind === 'jsonpointer' || selector.startsWith('/')) return belowPath(base, fieldPath(selector));
  if (!selector.startsWith('$')) return undefined;
  const steps = [...selector.matchAll(/\.([\w-]+)|\[(\d+|\*)\]|\['([^']{1,200})'\]|\["([^"]{1,200})"\]/g)];
  const read = steps.reduce((length, match) => length + match[0].length, 1);
  if (read !== selector.length) return undefined;
  return belowPath(base, joinPath(steps.map((match) => match[1] ?? match[2] ?? match[3] ?? (match[4] as string))));
}
