import {
  isNullable,
  isRecord,
  type JsonSchema,
  type JsonValue,
  schemaTypes,
  setOwn,
} from '../../src/core/json-schema.js';
import type { OpenApiContext } from './context.js';
import { own, ownText, type Raw } from './document.js';
import { examplesOf, withExamples, withPropertyExamples } from './examples.js';
import type { InputDraft } from './inputs.js';
import { byPreference, mediaSchema, mediaTypes } from './media.js';
import { describe, parameterLabel, parameterSchema } from './parameters.js';
import { requiredFlag } from './required-flag.js';

/** The inputs that carry an operation's body, and every content type that it may have, the one used first. */
export interface OperationBody {
  readonly inputs: readonly InputDraft[];
  readonly contentTypes: readonly string[];
  /** The component schema whose properties the inputs are. */
  readonly entity?: string;
}

const noBody: OperationBody = { inputs: [], contentTypes: [] };

/** The body of a 3.x operation. An object's properties become inputs of their own; anything else is one input. */
export function readRequestBody(operation: Raw, item: string, context: OpenApiContext): OperationBody {
  const declared = own(operation, 'requestBody');
  if (declared === undefined || declared === null) return noBody;
  const body = context.follow(declared, item);
  if (!isRecord(body)) {
    if (body !== undefined)
      context.log.repair('invalid-body', item, 'The request body is not an object; it is left out.');
    return noBody;
  }
  const types = mediaTypes(own(body, 'content'), item, context);
  const chosen = types[0];
  if (chosen === undefined) return noBody;
  const schema = context.schema(mediaSchema(chosen), 'input', item);
  const inputs = bodyInputs(schema, {
    required: requiredFlag(body, 'The request body', item, context),
    contentType: chosen.type,
    description: ownText(body, 'description'),
    examples: examplesOf(chosen.media, context, item),
    name: 'body',
  });
  return { inputs, contentTypes: types.map(({ type }) => type), ...entityOf(schema) };
}

/** The body of a Swagger 2.0 operation: its `in: body` parameter, or its form parameters. */
export function readSwaggerBody(
  parameters: readonly Raw[],
  operation: Raw,
  item: string,
  context: OpenApiContext,
): OperationBody {
  const declared = own(operation, 'consumes') ?? own(context.document, 'consumes');
  const listed = byPreference(
    (Array.isArray(declared) ? declared : []).filter((type): type is string => typeof type === 'string'),
  );
  const whole = parameters.find((parameter) => parameter['in'] === 'body');
  if (whole !== undefined) {
    const types = listed.length === 0 ? ['application/json'] : listed;
    const schema = context.schema(own(whole, 'schema') ?? {}, 'input', item);
    const inputs = bodyInputs(schema, {
      required: requiredFlag(whole, 'The request body', item, context),
      contentType: types[0] as string,
      description: ownText(whole, 'description'),
      examples: examplesOf(whole, context, item),
      name: ownText(whole, 'name') ?? 'body',
    });
    return { inputs, contentTypes: types, ...entityOf(schema) };
  }
  if (parameters.length === 0) return noBody;
  const hasFile = parameters.some((parameter) => own(parameter, 'type') === 'file');
  const forms = listed.filter((type) => /form/.test(type));
  const types = forms.length > 0 ? forms : [hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'];
  const inputs = parameters.map((parameter): InputDraft => {
    const schema = describe(context.schema(parameterSchema(parameter, context), 'input', item), parameter);
    return {
      originalName: String(parameter['name']),
      in: 'body',
      required: requiredFlag(parameter, parameterLabel(parameter), item, context),
      contentType: types[0] as string,
      schema: withExamples(schema, examplesOf(parameter, context, item)),
    };
  });
  return { inputs, contentTypes: types };
}

function entityOf(schema: JsonSchema): Pick<OperationBody, 'entity'> {
  const entity = schema['x-entity'];
  return entity === undefined ? {} : { entity };
}

interface BodyDetails {
  readonly required: boolean;
  readonly contentType: string;
  readonly description: string | undefined;
  readonly examples: readonly unknown[];
  /** Original name when the body is one input. */
  readonly name: string;
}

function bodyInputs(schema: JsonSchema, details: BodyDetails): InputDraft[] {
  const merged = mergeAlternatives(schema);
  const properties = withPropertyExamples(merged?.properties ?? {}, details.examples);
  const names = Object.keys(properties);
  if (merged === undefined || names.length === 0 || isNullable(merged)) {
    const described =
      details.description === undefined || schema.description !== undefined
        ? schema
        : { ...schema, description: details.description };
    return [
      {
        originalName: details.name,
        in: 'body',
        required: details.required,
        whole: true,
        contentType: details.contentType,
        schema: withExamples(described, details.examples),
      },
    ];
  }
  const required = new Set(details.required ? merged.required : []);
  return names.map((name) => ({
    originalName: name,
    in: 'body',
    required: required.has(name),
    contentType: details.contentType,
    schema: properties[name] as JsonSchema,
  }));
}

/**
 * One object schema for an object with alternatives: the properties of all of them; required is what every
 * alternative requires. Undefined for anything that is not an object in each of its alternatives.
 */
export function mergeAlternatives(schema: JsonSchema, depth = 0): JsonSchema | undefined {
  if (schema['x-cut'] !== undefined || depth > 4) return undefined;
  const types = schemaTypes(schema);
  const unions = [schema.oneOf, schema.anyOf].filter((union) => union !== undefined);
  if (types.some((type) => type !== 'object')) return undefined;
  if (types.length === 0 && unions.length === 0) return undefined;
  let result: JsonSchema = schema;
  for (const union of unions) {
    // `{required: [a]}` says which of the properties must come together: no alternative of its own
    const branches = union
      .filter((branch) => branch.type !== 'null')
      .map((branch) => mergeAlternatives(asObject(branch, schema), depth + 1));
    if (branches.some((branch) => branch === undefined)) return undefined;
    result = unite(result, branches as JsonSchema[]);
  }
  return result;
}

/** A branch without a type of its own is one of its parent's. */
function asObject(branch: JsonSchema, parent: JsonSchema): JsonSchema {
  return branch.type === undefined &&
    branch.oneOf === undefined &&
    branch.anyOf === undefined &&
    parent.type !== undefined
    ? { ...branch, type: 'object' }
    : branch;
}

function unite(base: JsonSchema, branches: readonly JsonSchema[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const [name, schema] of Object.entries(base.properties ?? {})) setOwn(properties, name, schema);
  const variants = new Map<string, JsonSchema[]>();
  for (const branch of branches) {
    for (const [name, schema] of Object.entries(branch.properties ?? {}))
      variants.set(name, [...(variants.get(name) ?? []), schema]);
  }
  for (const [name, schemas] of variants) {
    if (!Object.hasOwn(properties, name)) setOwn(properties, name, uniteProperty(schemas));
  }
  const required = new Set(base.required ?? []);
  const [first, ...rest] = branches;
  for (const name of first?.required ?? [])
    if (rest.every((branch) => branch.required?.includes(name) === true)) required.add(name);
  return { ...base, type: 'object', properties, ...(required.size === 0 ? {} : { required: [...required] }) };
}

/** One schema for a property that several alternatives hold: the same one, one enum for their tags, or any of them. */
function uniteProperty(schemas: readonly JsonSchema[]): JsonSchema {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const first = distinct[0] as JsonSchema;
  if (distinct.length === 1) return first;
  const values: JsonValue[] = [];
  for (const schema of distinct) {
    if (schema.const !== undefined) values.push(schema.const);
    else if (schema.enum !== undefined) values.push(...schema.enum);
    else return { anyOf: distinct };
  }
  const { const: _, ...rest } = first;
  return { ...rest, enum: [...new Map(values.map((value) => [JSON.stringify(value), value])).values()] };
}
