import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  isScalarType,
} from 'graphql';
import { canonicalSchema, type JsonSchema, type SchemaIssue, setOwn } from '../../src/core/json-schema.js';
import { scalarSchema } from './scalar-schema.js';

type Raw = Record<string, unknown>;
type Resolve = (ref: string) => { readonly schema: unknown; readonly name: string } | undefined;

/** Read as the name of a definition, so that cut nodes carry it; resolved by {@link resolver}, not by pointer. */
const refPrefix = 'graphql#/definitions/';
const limits = { maxDepth: 10, maxNodes: 1500 } as const;

/**
 * The arguments of a field as one object schema. Non-null without a default is required; input objects that contain
 * themselves are cut where they come round again.
 */
export function argumentsSchema(args: readonly GraphQLArgument[], onIssue: (issue: SchemaIssue) => void): JsonSchema {
  const types = new Map<string, GraphQLInputType>();
  const properties: Record<string, Raw> = {};
  for (const argument of args) setOwn(properties, argument.name, inputValue(argument, types));
  const required = args.filter(isRequiredArgument).map((argument) => argument.name);
  const raw = { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
  const schema = canonicalSchema(raw, { ...limits, resolveRef: resolver(types), onIssue });
  return { ...schema, type: 'object', properties: schema.properties ?? {} };
}

/** References are resolved when the walk comes to them, so that only the types in reach are read. */
function resolver(types: Map<string, GraphQLInputType>): Resolve {
  return (ref) => {
    const type = types.get(ref);
    if (type === undefined || !isInputObjectType(type)) return undefined;
    const fields = Object.values(type.getFields());
    const properties: Record<string, Raw> = {};
    for (const field of fields) setOwn(properties, field.name, inputValue(field, types));
    const names = fields.map((field) => field.name);
    const required = type.isOneOf ? [] : fields.filter(isRequiredInputField).map((field) => field.name);
    const choice = type.isOneOf ? `Give exactly one of ${names.join(', ')}.` : '';
    const description = [type.description?.trim() ?? '', choice].filter((text) => text !== '').join(' ');
    return {
      name: type.name,
      schema: {
        type: 'object',
        properties,
        ...(required.length === 0 ? {} : { required }),
        ...(type.isOneOf ? { oneOf: names.map((name) => ({ required: [name] })), maxProperties: 1 } : {}),
        ...(description === '' ? {} : { description }),
      },
    };
  };
}

function inputValue(value: GraphQLArgument | GraphQLInputField, types: Map<string, GraphQLInputType>): Raw {
  const schema = inputType(value.type, types);
  const reason = value.deprecationReason;
  const texts = [value.description?.trim() ?? '', reason == null ? '' : `Deprecated: ${reason}`].filter(
    (text) => text !== '',
  );
  return {
    ...schema,
    ...(texts.length === 0 ? {} : { description: texts.join(' ') }),
    ...(value.defaultValue === undefined || value.defaultValue === null ? {} : { default: plain(value.defaultValue) }),
    ...(reason == null ? {} : { deprecated: true }),
  };
}

function inputType(type: GraphQLInputType, types: Map<string, GraphQLInputType>, listDepth = 0): Raw {
  if (isNonNullType(type)) return inputType(type.ofType, types, listDepth);
  // Beyond the walk's own depth nothing is kept, so that the rest need not be built.
  if (isListType(type))
    return { type: 'array', items: listDepth > limits.maxDepth ? {} : inputType(type.ofType, types, listDepth + 1) };
  if (isScalarType(type)) return { ...scalarSchema(type) };
  if (isEnumType(type)) return enumSchema(type.getValues(), type.description);
  const ref = refPrefix + type.name;
  types.set(ref, type);
  return { $ref: ref };
}

/** An enum as JSON Schema. What its values say is gathered in the description, as far as it is short. */
export function enumSchema(
  values: readonly { readonly name: string; readonly description?: string | null | undefined }[],
  description: string | null | undefined,
): Raw {
  const said = values.flatMap((value) => (value.description ? [`${value.name}: ${value.description.trim()}`] : []));
  const explained = said.length > 0 && said.join('; ').length <= 600 ? said.join('; ') : '';
  const text = [description?.trim() ?? '', explained].filter((part) => part !== '').join(' ');
  return {
    type: 'string',
    enum: values.map((value) => value.name),
    ...(text === '' ? {} : { description: text }),
  };
}

/** A default value as plain JSON: objects of the GraphQL library have no prototype. */
function plain(value: unknown): unknown {
  const text = JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner));
  return text === undefined ? undefined : JSON.parse(text);
}
