import { isRecord, setOwn } from '../../src/core/json-schema.js';
import type { ToolInput } from '../../src/core/tool-schema.js';
import { staticValue } from './static-values.js';
import { lastName, type PyExpression } from './syntax-tree.js';
import type { RawSchema } from './type-names.js';
import type { TypeEnvironment, TypeReader } from './type-reading.js';

/** Inputs that a tool states apart from its signature. */
export interface ExplicitInputs {
  readonly properties: Readonly<Record<string, RawSchema>>;
  readonly required: readonly string[];
  readonly inputs: readonly ToolInput[];
}

/**
 * Inputs from `args_schema=Model`, from a dict of types (`{"city": str}`), of JSON Schemas (`{"city": {"type":
 * "string"}}`) or from a whole JSON Schema. Undefined when the expression does not show any.
 */
export function inputsOfSchema(
  expression: PyExpression,
  omit: ReadonlySet<string>,
  reader: TypeReader,
  environment: TypeEnvironment,
): ExplicitInputs | undefined {
  const schema =
    expression.kind === 'dict'
      ? dictSchema(expression, reader, environment)
      : modelSchema(expression, reader, environment);
  if (schema === undefined || !isRecord(schema['properties'])) return undefined;
  const required = new Set(Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : []);
  const properties: Record<string, RawSchema> = {};
  const inputs: ToolInput[] = [];
  for (const [name, property] of Object.entries(schema['properties'])) {
    if (omit.has(name)) continue;
    setOwn(properties, name, isRecord(property) ? property : {});
    inputs.push({ name, originalName: name, in: 'argument', required: required.has(name) });
  }
  return { properties, required: inputs.filter((input) => input.required).map((input) => input.name), inputs };
}

function modelSchema(
  expression: PyExpression,
  reader: TypeReader,
  environment: TypeEnvironment,
): RawSchema | undefined {
  const constant = expression.kind === 'name' ? environment.scope.constants.get(expression.name) : undefined;
  if (constant?.kind === 'dict') return dictSchema(constant, reader, environment);
  const inner =
    expression.kind === 'call' &&
    lastName(expression.callee) === 'model_json_schema' &&
    expression.callee.kind === 'attribute'
      ? expression.callee.value
      : expression;
  const ref = reader.read(inner, environment).schema['$ref'];
  return typeof ref === 'string' ? reader.definitions[ref.slice('#/$defs/'.length)] : undefined;
}

function dictSchema(
  dict: Extract<PyExpression, { kind: 'dict' }>,
  reader: TypeReader,
  environment: TypeEnvironment,
): RawSchema | undefined {
  const whole = staticValue(dict, environment.scope)?.value;
  if (isRecord(whole) && isRecord(whole['properties'])) return whole;
  const properties: Record<string, RawSchema> = {};
  const required: string[] = [];
  for (const [key, value] of dict.entries) {
    if (key.kind !== 'string') return undefined;
    const literal = staticValue(value, environment.scope)?.value;
    const reading = isRecord(literal) ? undefined : reader.read(value, environment);
    const schema: RawSchema = isRecord(literal) ? { ...literal } : (reading?.schema ?? {});
    const optional =
      schema['nullable'] === true ||
      schema['optional'] === true ||
      schema['default'] !== undefined ||
      reading?.presence === 'optional';
    if (!optional) required.push(key.value);
    setOwn(properties, key.value, schema);
  }
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}
