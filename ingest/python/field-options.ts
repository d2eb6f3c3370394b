import type { JsonValue } from '../../src/core/json-schema.js';
import type { ModuleScope } from './scope.js';
import { staticValue } from './static-values.js';
import type { PyCall, PyExpression } from './syntax-tree.js';
import { lastName, positionalArguments } from './syntax-tree.js';
import { hostMarkers, type RawSchema } from './type-names.js';

/** What a `Field(…)`, `field(…)`, `Query(…)` or a constraint marker adds to a type. */
export interface FieldOptions {
  /** Keywords to be laid over the type's schema. Lengths are `min`/`max` until the type is known. */
  readonly keywords: RawSchema;
  readonly lengths: { readonly min?: number; readonly max?: number };
  /** Does the field have a default, known or not? */
  readonly optional: boolean;
  readonly default?: JsonValue;
  readonly alias?: string;
  /** `init=False`, `exclude=True`, an injected dependency: never given by a caller. */
  readonly hidden: boolean;
}

const fieldCalls = new Set([
  'Field', 'field', 'attrib', 'ib', 'Query', 'Body', 'Header', 'Cookie', 'Form', 'File', 'Param', 'Option', 'Argument', 'Parameter', 'PrivateAttr',
]); // biome-ignore format: a list

const numberKeywords = new Map([
  ['ge', 'minimum'], ['gt', 'exclusiveMinimum'], ['le', 'maximum'], ['lt', 'exclusiveMaximum'], ['multiple_of', 'multipleOf'],
]); // biome-ignore format: a table

const lengthKeywords = new Map<string, 'min' | 'max'>([
  ['min_length', 'min'], ['min_items', 'min'], ['max_length', 'max'], ['max_items', 'max'],
]); // biome-ignore format: a table

/** Is this a call that describes a field, rather than one that makes a value? */
export function isFieldCall(expression: PyExpression | undefined): expression is PyCall {
  if (expression?.kind !== 'call') return false;
  const name = lastName(expression.callee) ?? '';
  return fieldCalls.has(name) || hostMarkers.has(name) || (name === 'Path' && isParameterCall(expression));
}

/** Web frameworks name a path parameter as the standard library names a path; only the former takes keywords or `...`. */
function isParameterCall(call: PyCall): boolean {
  return call.args.some((argument) => argument.name !== undefined || argument.value.kind === 'ellipsis');
}

/** Reads the arguments of a field call. Values that are not known from the text are left out. */
export function readFieldCall(call: PyCall, scope: ModuleScope): FieldOptions {
  const name = lastName(call.callee) ?? '';
  const options = readConstraints(call, scope);
  if (hostMarkers.has(name) || name === 'PrivateAttr') return { ...options, hidden: true };
  const [first] = positionalArguments(call);
  const given = call.args.find((argument) => argument.name === 'default')?.value ?? first;
  const factory = call.args.find(
    (argument) => argument.name === 'default_factory' || argument.name === 'factory',
  )?.value;
  const missing =
    given === undefined ||
    given.kind === 'ellipsis' ||
    lastName(given) === 'PydanticUndefined' ||
    lastName(given) === 'NOTHING';
  if (missing) return factory === undefined ? options : { ...options, optional: true, ...factoryDefault(factory) };
  const value = staticValue(given, scope);
  return { ...options, optional: true, ...(value === undefined ? {} : { default: value.value }) };
}

/** Reads constraint keywords of any call: `Field(ge=1)`, `conint(ge=1)`, `StringConstraints(pattern=…)`. */
export function readConstraints(call: PyCall, scope: ModuleScope): FieldOptions {
  const keywords: RawSchema = {};
  const lengths: { min?: number; max?: number } = {};
  let alias: string | undefined;
  let hidden = false;
  for (const argument of call.args) {
    if (argument.name === undefined) continue;
    const value = staticValue(argument.value, scope)?.value;
    if (value === undefined) continue;
    const bound = numberKeywords.get(argument.name);
    const length = lengthKeywords.get(argument.name);
    if (bound !== undefined && typeof value === 'number') keywords[bound] = value;
    else if (length !== undefined && typeof value === 'number') lengths[length] = value;
    else if ((argument.name === 'alias' || argument.name === 'validation_alias') && typeof value === 'string')
      alias = value;
    else if ((argument.name === 'init' && value === false) || (argument.name === 'exclude' && value === true))
      hidden = true;
    else readTexts(argument.name, value, keywords);
  }
  return { keywords, lengths, optional: false, hidden, ...(alias === undefined ? {} : { alias }) };
}

function readTexts(name: string, value: JsonValue, keywords: RawSchema): void {
  if (name === 'description' || name === 'help' || name === 'doc' || name === 'documentation') {
    if (typeof value === 'string') keywords['description'] = value;
  } else if (name === 'title' && typeof value === 'string') keywords['title'] = value;
  else if ((name === 'pattern' || name === 'regex') && typeof value === 'string') keywords['pattern'] = value;
  else if (name === 'examples' && Array.isArray(value)) keywords['examples'] = value;
  else if (name === 'example') keywords['examples'] = [value];
  else if (name === 'deprecated' && value !== false) keywords['deprecated'] = true;
  else if (name === 'unique_items' && value === true) keywords['uniqueItems'] = true;
  else if (
    (name === 'metadata' || name === 'json_schema_extra') &&
    value !== null &&
    typeof value === 'object' &&
    !Array.isArray(value)
  ) {
    for (const [key, inner] of Object.entries(value))
      if (key === 'description' || key === 'title' || key === 'examples' || key === 'format')
        readTexts(key, inner, keywords);
  } else if (name === 'format' && typeof value === 'string') keywords['format'] = value;
}

/** `Ge(1)`, `Gt(0)`, `Len(1, 5)`, `MinLen(1)`: positional markers of annotated-types. */
export function readMarker(call: PyCall, scope: ModuleScope): FieldOptions | undefined {
  const name = lastName(call.callee) ?? '';
  const values = positionalArguments(call).map((argument) => staticValue(argument, scope)?.value);
  const [first, second] = values.map((value) => (typeof value === 'number' ? value : undefined));
  const bound = numberKeywords.get(name === 'MultipleOf' ? 'multiple_of' : name.toLowerCase());
  const none = { keywords: {}, lengths: {}, optional: false, hidden: false };
  if (bound !== undefined && first !== undefined) return { ...none, keywords: { [bound]: first } };
  if (name === 'MinLen' && first !== undefined) return { ...none, lengths: { min: first } };
  if (name === 'MaxLen' && first !== undefined) return { ...none, lengths: { max: first } };
  if (name === 'Len')
    return {
      ...none,
      lengths: { ...(first === undefined ? {} : { min: first }), ...(second === undefined ? {} : { max: second }) },
    };
  return ['Interval', 'StringConstraints', 'Ge', 'Gt', 'Le', 'Lt'].includes(name)
    ? readConstraints(call, scope)
    : undefined;
}

/** `schema` with the options laid over it. Lengths count items for arrays and characters otherwise. */
export function withOptions(schema: RawSchema, options: FieldOptions): RawSchema {
  const types = Array.isArray(schema['type']) ? (schema['type'] as unknown[]) : [schema['type']];
  const [min, max] = types.includes('array')
    ? (['minItems', 'maxItems'] as const)
    : types.includes('object')
      ? (['minProperties', 'maxProperties'] as const)
      : (['minLength', 'maxLength'] as const);
  return {
    ...schema,
    ...options.keywords,
    ...(options.lengths.min === undefined ? {} : { [min]: options.lengths.min }),
    ...(options.lengths.max === undefined ? {} : { [max]: options.lengths.max }),
  };
}

/** `list`, `dict`, `lambda: …`: only the empty containers are known without running anything. */
function factoryDefault(factory: PyExpression): { default?: JsonValue } {
  const name = lastName(factory);
  if (name === 'list' || name === 'set' || name === 'tuple') return { default: [] };
  if (name === 'dict') return { default: {} };
  return {};
}
