import { Ajv, type ErrorObject } from 'ajv';
import type { ConfigDocument, Path } from './config-document.js';
import type { ConfigProblem } from './config-error.js';
import { type ConfigSchema, configSchema } from './config-schema.js';
import { nearest } from './suggest.js';

const ajv = new Ajv({ allErrors: true, strict: false, verbose: true });
const validate = ajv.compile(configSchema);

/** What the schema has against the document, in the order of the file. */
export function checkConfig(document: ConfigDocument): ConfigProblem[] {
  if (validate(document.value)) return [];
  const errors = (validate.errors ?? []).filter(isSaidOnce);
  const problems = errors.map((error) => problemOf(error, document));
  const seen = new Set<string>();
  return problems
    .sort((a, b) => a.line - b.line || a.column - b.column)
    .filter((problem) => {
      const text = JSON.stringify(problem);
      return !seen.has(text) && seen.add(text);
    });
}

/** The branches of a choice, and the pattern inside `propertyNames`, are told by the error of the whole. */
function isSaidOnce({ schemaPath, keyword }: ErrorObject): boolean {
  if (/\/oneOf\/\d+\//.test(schemaPath)) return false;
  return !schemaPath.includes('/propertyNames/') || keyword === 'propertyNames';
}

function problemOf(error: ErrorObject, document: ConfigDocument): ConfigProblem {
  const path = error.instancePath.split('/').slice(1).map(unescaped);
  const name = path.length === 0 ? 'The file' : nameOf(path);
  const { params, keyword } = error;
  const schema = (error.parentSchema ?? {}) as ConfigSchema;
  if (keyword === 'additionalProperties') {
    const key = String(params['additionalProperty']);
    return document.problemAt(path, unknownKey(key, path, Object.keys(schema.properties ?? {})), key);
  }
  if (keyword === 'propertyNames') {
    const key = String(params['propertyName']);
    const form = schema.propertyNames?.['x-form'] ?? 'a name';
    return document.problemAt(path, `${name} has the key ${shown(key)}; it must be ${form}.`, key);
  }
  if (keyword === 'required') return document.problemAt(path, `${name} lacks ${String(params['missingProperty'])}.`);
  const seen = schema['x-secret'] === true || schema['x-hidden'] === true ? 'something else' : shown(error.data);
  const hint = wanted(error, schema);
  return document.problemAt(path, `${name} is ${seen}; ${hint}${hint.endsWith('?') ? '' : '.'}`);
}

function unknownKey(key: string, path: Path, known: readonly string[]): string {
  const place = path.length === 0 ? '' : ` in ${nameOf(path)}`;
  const near = nearest(key, known);
  const hint = near === undefined ? `the keys here are ${known.join(', ')}` : `did you mean "${near}"?`;
  return `Unknown key ${shown(key)}${place}; ${hint}${near === undefined ? '.' : ''}`;
}

function wanted({ keyword, params, data }: ErrorObject, schema: ConfigSchema): string {
  switch (keyword) {
    case 'enum': {
      const allowed = (params['allowedValues'] as unknown[]).map(String);
      const near = typeof data === 'string' ? nearest(data, allowed) : undefined;
      return `it must be one of ${allowed.join(', ')}${near === undefined ? '' : ` — did you mean "${near}"?`}`;
    }
    case 'type':
      return `it must be ${typeWords([schema.type ?? []].flat())}`;
    case 'pattern':
      return `it must be ${String(schema['x-form'] ?? `a text like ${String(params['pattern'])}`)}`;
    case 'minLength':
      return 'it must not be empty';
    case 'minimum':
      return `it must be ${String(params['limit'])} or more`;
    case 'maximum':
      return `it must be ${String(params['limit'])} or less`;
    case 'oneOf': {
      const names = (schema.oneOf ?? []).flatMap((branch) => branch.required ?? []);
      return `it needs exactly one of ${names.join(', ')}`;
    }
    default:
      return `it is not allowed here (${keyword})`;
  }
}

const typeNames: Readonly<Record<string, string>> = {
  object: 'a map',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};

function typeWords(types: readonly string[]): string {
  return types.map((type) => typeNames[type] ?? type).join(' or ');
}

/** `sources[1].mcp.env`, as a reader would look for it. */
export function nameOf(path: Path): string {
  return path.reduce<string>(
    (name, step) => (/^\d+$/.test(String(step)) ? `${name}[${step}]` : name === '' ? String(step) : `${name}.${step}`),
    '',
  );
}

function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') {
    const keys = Object.keys(value);
    return keys.length === 0 ? 'an empty map' : `a map of ${keys.slice(0, 5).join(', ')}`;
  }
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
