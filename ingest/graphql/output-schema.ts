import { type GraphQLOutputType, getNamedType, isEnumType, isListType, isNonNullType, isScalarType } from 'graphql';
import { type JsonSchema, setOwn } from '../../src/core/json-schema.js';
import { enumSchema } from './input-schema.js';
import { scalarSchema } from './scalar-schema.js';
import type { SelectedType } from './selection.js';

/** Lists within lists that are described; no API in use has more than a few. */
const maxListDepth = 16;

/**
 * The value of a root field as its prepared document asks for it: what is not selected is not in the schema. Object
 * types carry their name in `x-entity`; interfaces and unions are a `oneOf` of their spelled-out members.
 */
export function outputSchema(type: GraphQLOutputType, selection: SelectedType | undefined, listDepth = 0): JsonSchema {
  if (isNonNullType(type)) return withoutNull(outputSchema(type.ofType, selection, listDepth));
  if (isListType(type)) {
    if (listDepth >= maxListDepth) return { type: ['array', 'null'], 'x-cut': 'depth' };
    return { type: ['array', 'null'], items: outputSchema(type.ofType, selection, listDepth + 1) };
  }
  if (selection !== undefined) return nullable(selectedSchema(selection));
  const named = getNamedType(type);
  if (isEnumType(named)) return nullable(enumSchema(named.getValues(), named.description) as JsonSchema);
  return isScalarType(named) ? nullable(scalarSchema(named)) : {};
}

function selectedSchema(selection: SelectedType): JsonSchema {
  const base = objectSchema(selection);
  if (selection.members.length === 0) return base;
  const members = selection.members.map((member) => {
    const own = objectSchema(member);
    const properties: Record<string, JsonSchema> = {};
    for (const part of [base, own])
      for (const [key, child] of Object.entries(part.properties ?? {})) setOwn(properties, key, child);
    setOwn(properties, '__typename', { type: 'string', const: member.type.name });
    return { ...own, properties };
  });
  return { oneOf: members, 'x-entity': selection.type.name };
}

function objectSchema(selection: SelectedType): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  if (selection.typename) setOwn(properties, '__typename', { type: 'string' });
  for (const { responseName, field, selection: inner } of selection.fields) {
    const schema = outputSchema(field.type, inner);
    const text = field.description?.trim();
    const description = text === undefined || text === '' ? schema.description : text.slice(0, 400);
    setOwn(properties, responseName, {
      ...schema,
      ...(description === undefined ? {} : { description }),
      ...(field.deprecationReason == null ? {} : { deprecated: true }),
    });
    if (isNonNullType(field.type)) required.push(responseName);
  }
  return {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    'x-entity': selection.type.name,
  };
}

function nullable(schema: JsonSchema): JsonSchema {
  if (schema.type === undefined) return schema;
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type;
  if (types.includes('null')) return schema;
  return {
    ...schema,
    type: [...types, 'null'],
    ...(schema.enum === undefined ? {} : { enum: [...schema.enum, null] }),
  };
}

function withoutNull(schema: JsonSchema): JsonSchema {
  if (!Array.isArray(schema.type)) return schema;
  const types = schema.type.filter((type) => type !== 'null');
  const type = types.length === 1 ? (types[0] as string) : types;
  const { enum: values } = schema;
  return { ...schema, type, ...(values === undefined ? {} : { enum: values.filter((value) => value !== null) }) };
}
