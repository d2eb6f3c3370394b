import { isRecord, type JsonValue } from '../core/json-schema.js';

/** Longest value or pattern that is written out in a description. */
const maxValueText = 200;

/**
 * A schema keyword as a sentence for a model that cannot see the keyword: `exclusiveMinimum: 0` is
 * "Must be greater than 0." Undefined for keywords that say nothing a model could act on (`title`, `x-entity`).
 */
export function constraintText(keyword: string, value: unknown): string | undefined {
  switch (keyword) {
    case 'exclusiveMinimum':
      return `Must be greater than ${shown(value)}.`;
    case 'exclusiveMaximum':
      return `Must be less than ${shown(value)}.`;
    case 'minimum':
      return `At least ${shown(value)}.`;
    case 'maximum':
      return `At most ${shown(value)}.`;
    case 'multipleOf':
      return `A multiple of ${shown(value)}.`;
    case 'pattern':
      return `Must match the pattern \`${text(value)}\`.`;
    case 'format':
      return `Format: ${text(value)}.`;
    case 'minLength':
      return `At least ${count(value, 'character')}.`;
    case 'maxLength':
      return `At most ${count(value, 'character')}.`;
    case 'minItems':
      return `At least ${count(value, 'item')}.`;
    case 'maxItems':
      return `At most ${count(value, 'item')}.`;
    case 'uniqueItems':
      return value === true ? 'No item twice.' : undefined;
    case 'minProperties':
      return `At least ${count(value, 'key')}.`;
    case 'maxProperties':
      return `At most ${count(value, 'key')}.`;
    case 'const':
      return `Always ${shown(value)}.`;
    case 'enum':
      return Array.isArray(value) && value.length > 0 ? `One of: ${list(value)}.` : undefined;
    case 'default':
      return value === null || value === undefined ? undefined : `Default: ${shown(value)}.`;
    case 'contentEncoding':
      return `Encoded as ${text(value)}.`;
    case 'contentMediaType':
      return `Content of type ${text(value)}.`;
    case 'deprecated':
      return value === true ? 'Deprecated.' : undefined;
    case 'not':
      return notText(value);
    case 'additionalProperties':
      return isRecord(value) ? `Further keys may be given; each value is ${kindOf(value)}.` : undefined;
    case 'patternProperties':
      return isRecord(value) ? `Further keys matching ${list(Object.keys(value))} may be given.` : undefined;
    default:
      return undefined;
  }
}

function notText(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const required = value['required'];
  if (Array.isArray(required) && required.length > 0 && Object.keys(value).every((key) => key === 'required'))
    return required.length === 1 ? `Do not give ${text(required[0])}.` : `Do not give ${list(required)} together.`;
  return `Not allowed: ${shown(value)}.`;
}

function kindOf(schema: Record<string, unknown>): string {
  const type = schema['type'];
  const types = Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : 'any value';
  return /^[aeio]/.test(types) && types !== 'any value' ? `an ${types}` : types === 'any value' ? types : `a ${types}`;
}

function list(values: readonly unknown[]): string {
  const parts: string[] = [];
  let length = 0;
  for (const value of values) {
    const part = typeof value === 'string' && value !== '' ? value : shown(value);
    length += part.length + 2;
    if (length > maxValueText * 4) return `${parts.join(', ')}, and ${values.length - parts.length} more`;
    parts.push(part);
  }
  return parts.join(', ');
}

function shown(value: unknown): string {
  return clip(JSON.stringify(value as JsonValue) ?? 'nothing');
}

function text(value: unknown): string {
  return clip(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
}

function clip(value: string): string {
  return value.length > maxValueText ? `${value.slice(0, maxValueText - 1)}…` : value;
}

function count(value: unknown, noun: string): string {
  return `${shown(value)} ${noun}${value === 1 ? '' : 's'}`;
}
