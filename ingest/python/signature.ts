import { type JsonSchema, type JsonValue, schemaTypes, setOwn } from '../../src/core/json-schema.js';
import { toExposedName, withSuffix } from '../../src/core/names.js';
import type { ToolInput } from '../../src/core/tool-schema.js';
import { readDocType } from './doc-types.js';
import type { Docstring } from './docstring.js';
import type { DocEntry } from './docstring-entries.js';
import { type FieldOptions, isFieldCall, readFieldCall, withOptions } from './field-options.js';
import { isHostParameter } from './host-parameters.js';
import { staticValue } from './static-values.js';
import { lastName, type PyExpression, type PyFunction, type PyParameter } from './syntax-tree.js';
import type { RawSchema } from './type-names.js';
import type { TypeEnvironment, TypeReader, TypeReading } from './type-reading.js';

/** What the parameters of a function come to as inputs. */
export interface SignatureReading {
  readonly inputs: readonly ToolInput[];
  readonly properties: Readonly<Record<string, RawSchema>>;
  readonly required: readonly string[];
  /** Parameters that the host fills: injected by the framework, or of a kind that JSON cannot hold. */
  readonly hostParameters: readonly string[];
  /** Every parameter that is an input has an annotation. */
  readonly typed: boolean;
}

/** What is known about the function beside its signature. */
export interface SignatureContext {
  readonly docstring: Docstring;
  /** The first parameter is the instance or class. */
  readonly bound: boolean;
  /** Names that are supplied from the context or fixed beforehand. */
  readonly omit: ReadonlySet<string>;
}

interface InputReading {
  readonly schema: RawSchema;
  readonly required: boolean;
}

/** Reads the parameters of a function. Only what a caller passes by name becomes an input. */
export function readSignature(
  definition: PyFunction,
  context: SignatureContext,
  reader: TypeReader,
  environment: TypeEnvironment,
): SignatureReading {
  const result = {
    inputs: [] as ToolInput[],
    properties: {} as Record<string, RawSchema>,
    required: [] as string[],
    hostParameters: [] as string[],
    typed: true,
  };
  const parameters = callableParameters(definition, context.bound);
  for (const [index, parameter] of parameters.entries()) {
    if (parameter.kind === 'var-positional') continue;
    if (parameter.kind === 'var-keyword') {
      addUnpacked(parameter, result, reader, environment);
      continue;
    }
    if (context.omit.has(parameter.name)) continue;
    const entry = context.docstring.parameters.get(parameter.name);
    const reading = parameter.annotation === undefined ? undefined : reader.read(parameter.annotation, environment);
    if (isHostParameter(parameter, reading, entry, environment.scope)) {
      result.hostParameters.push(parameter.name);
      continue;
    }
    const input = readInput(parameter, reading, entry, reader, environment);
    if (input === undefined) {
      result.hostParameters.push(parameter.name);
      continue;
    }
    if (parameter.annotation === undefined) result.typed = false;
    const position = parameter.kind === 'keyword-only' ? {} : { position: index };
    addInput(result, parameter.name, input, position);
  }
  return result;
}

/** The parameters a caller sees: without the bound first one. */
function callableParameters(definition: PyFunction, bound: boolean): readonly PyParameter[] {
  const [first, ...rest] = definition.parameters;
  if (first === undefined || first.kind === 'var-positional' || first.kind === 'var-keyword')
    return definition.parameters;
  return bound || first.name === 'self' || first.name === 'cls' ? rest : definition.parameters;
}

function addInput(
  result: { inputs: ToolInput[]; properties: Record<string, RawSchema>; required: string[] },
  originalName: string,
  input: InputReading,
  position: { position?: number },
): void {
  let name = toExposedName(originalName);
  for (let copy = 2; Object.hasOwn(result.properties, name); copy++)
    name = withSuffix(toExposedName(originalName), String(copy));
  setOwn(result.properties, name, input.schema);
  if (input.required) result.required.push(name);
  result.inputs.push({ name, originalName, in: 'argument', required: input.required, ...position });
}

/** `**options: Unpack[Options]` takes the keys of a TypedDict as keyword arguments. */
function addUnpacked(
  parameter: PyParameter,
  result: { inputs: ToolInput[]; properties: Record<string, RawSchema>; required: string[] },
  reader: TypeReader,
  environment: TypeEnvironment,
): void {
  const { annotation } = parameter;
  if (annotation?.kind !== 'subscript' || lastName(annotation.value) !== 'Unpack') return;
  const schema = resolveReference(reader.read(annotation, environment).schema, reader);
  const required = new Set(Array.isArray(schema['required']) ? (schema['required'] as string[]) : []);
  for (const [name, property] of Object.entries((schema['properties'] as Record<string, RawSchema> | undefined) ?? {}))
    addInput(result, name, { schema: property, required: required.has(name) }, {});
}

function resolveReference(schema: RawSchema, reader: TypeReader): RawSchema {
  const ref = schema['$ref'];
  return typeof ref === 'string' ? (reader.definitions[ref.slice('#/$defs/'.length)] ?? {}) : schema;
}

function readInput(
  parameter: PyParameter,
  annotated: TypeReading | undefined,
  entry: DocEntry | undefined,
  reader: TypeReader,
  environment: TypeEnvironment,
): InputReading | undefined {
  const documented =
    annotated === undefined && entry?.type !== undefined ? readDocType(entry.type, reader, environment) : undefined;
  const reading = annotated ?? documented;
  if (reading?.unwritable || reading?.options?.hidden) return undefined;
  const options = isFieldCall(parameter.default) ? readFieldCall(parameter.default, environment.scope) : undefined;
  if (options?.hidden) return undefined;
  const fallback = defaultOf(parameter, options ?? reading?.options, environment);
  let schema = reading?.schema ?? {};
  if (reading === undefined && fallback.known !== undefined) schema = schemaOfValue(fallback.known, parameter.default);
  if (options !== undefined) schema = withOptions(schema, options);
  if (schema['description'] === undefined && entry !== undefined && entry.text !== '')
    schema = { ...schema, description: entry.text };
  if (fallback.known !== undefined && allowsDefault(schema, fallback.known))
    schema = { ...schema, default: fallback.known };
  return { schema, required: !fallback.optional };
}

/** Is there a default, and is it known from the text? */
function defaultOf(
  parameter: PyParameter,
  options: FieldOptions | undefined,
  environment: TypeEnvironment,
): { optional: boolean; known?: JsonValue } {
  if (parameter.default === undefined || isFieldCall(parameter.default)) {
    if (options === undefined) return { optional: false };
    return { optional: options.optional, ...(options.default === undefined ? {} : { known: options.default }) };
  }
  const value = staticValue(parameter.default, environment.scope);
  return { optional: true, ...(value === undefined ? {} : { known: value.value }) };
}

/** `None` as the default of a type that does not admit it means "not given": exporting it would contradict the type. */
function allowsDefault(schema: RawSchema, value: JsonValue): boolean {
  if (value !== null) return true;
  if (schema['$ref'] !== undefined) return false;
  const branches = Array.isArray(schema['anyOf']) ? (schema['anyOf'] as JsonSchema[]) : [schema as JsonSchema];
  const { type } = schema;
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return true;
  return (
    branches.some((branch) => branch.type === 'null') ||
    (Object.keys(schema).length === 0 && schemaTypes(schema as JsonSchema).length === 0)
  );
}

/** The type that a default value shows; `1.0` is a number although its value is whole. */
function schemaOfValue(value: JsonValue, written: PyExpression | undefined): RawSchema {
  if (value === null) return {};
  if (typeof value === 'number')
    return { type: Number.isInteger(value) && !isFloatLiteral(written) ? 'integer' : 'number' };
  if (Array.isArray(value)) return { type: 'array', items: {} };
  return { type: typeof value };
}

function isFloatLiteral(expression: PyExpression | undefined): boolean {
  const literal = expression?.kind === 'unary' ? expression.operand : expression;
  return literal?.kind === 'number' && !literal.integer;
}
