import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { JsonSchema } from '../index.js';
import { RequestError } from './problem.js';

const exact = new Ajv({ allErrors: true, strict: false, validateFormats: false, useDefaults: true });
const fromText = new Ajv({
  allErrors: true,
  strict: false,
  validateFormats: false,
  useDefaults: true,
  coerceTypes: 'array',
});

/** Checks values against a schema and fills in its defaults. */
export type InputCheck = (value: Record<string, unknown>) => Record<string, unknown>;

/**
 * A check for bodies (`json`) or query strings (`text`, where `"3"` is the number 3).
 *
 * The check throws RequestError 400 that names the parameter, says what it must be and what was seen.
 */
export function inputCheck(schema: JsonSchema, where: 'json' | 'text'): InputCheck {
  const validate: ValidateFunction = (where === 'json' ? exact : fromText).compile(schema);
  return (value) => {
    if (validate(value)) return value;
    const sentences = (validate.errors ?? []).slice(0, 5).map((error) => sentence(error, value));
    throw new RequestError(400, 'invalid-argument', [...new Set(sentences)].join(' '));
  };
}

function sentence(error: ErrorObject, root: unknown): string {
  const path = error.instancePath.split('/').slice(1).map(unescaped);
  const name = path.length === 0 ? '' : path.join('.');
  if (error.keyword === 'required') return `${join(name, String(error.params['missingProperty']))} is missing.`;
  if (error.keyword === 'additionalProperties')
    return `${join(name, String(error.params['additionalProperty']).slice(0, 60))} is not known here.`;
  if (error.keyword === 'enum')
    return `${name} must be one of ${(error.params['allowedValues'] as unknown[]).join(', ')}, not ${shown(valueAt(root, path))}.`;
  if (error.keyword === 'anyOf' || error.keyword === 'oneOf')
    return `${name === '' ? 'The request' : name} fits none of the forms that are taken here.`;
  return `${name === '' ? 'The request' : name} ${error.message ?? 'is not valid'}, not ${shown(valueAt(root, path))}.`;
}

function join(parent: string, child: string): string {
  return parent === '' ? child : `${parent}.${child}`;
}

function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
