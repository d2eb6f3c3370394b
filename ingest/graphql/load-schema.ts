import {
  buildASTSchema,
  buildClientSchema,
  type DefinitionNode,
  type DocumentNode,
  type GraphQLSchema,
  type IntrospectionQuery,
  Kind,
  parse,
  type TypeNode,
  visit,
} from 'graphql';
import type { DiagnosticLog } from '../../src/core/diagnostics.js';
import { messageOf, ToolGraphError } from '../../src/core/errors.js';
import { isRecord } from '../../src/core/json-schema.js';

/** Most characters of a schema document. The largest public schema in use is some 5 million as introspection. */
export const maxSchemaLength = 30_000_000;
const maxTokens = 5_000_000;
const builtInScalars = new Set(['Int', 'Float', 'String', 'Boolean', 'ID']);

/**
 * Reads a GraphQL schema from SDL text, introspection JSON text, or the parsed introspection result, with or without
 * its `data` wrapper. Lenient where a schema in use is: duplicate fields, unknown directives and `extend type` without
 * a base are taken, and a type that is named but not defined becomes a scalar that accepts anything, with a diagnostic.
 *
 * @throws ToolGraphError `INVALID_DOCUMENT` when it is neither, `LIMIT_EXCEEDED` when it is too long or too deep.
 */
export function loadGraphqlSchema(document: unknown, log: DiagnosticLog): GraphQLSchema {
  try {
    if (typeof document !== 'string') return fromIntrospection(document, log);
    if (document.length > maxSchemaLength)
      throw new ToolGraphError(
        'LIMIT_EXCEEDED',
        `The GraphQL schema has ${document.length} characters; at most ${maxSchemaLength} are read.`,
      );
    const text = document.replace(/^\ufeff/, '');
    return /^\s*\{\s*["}]/.test(text) ? fromIntrospection(JSON.parse(text), log) : fromSdl(text, log);
  } catch (error) {
    if (error instanceof ToolGraphError) throw error;
    if (error instanceof RangeError)
      throw new ToolGraphError('LIMIT_EXCEEDED', `The GraphQL schema nests too deeply: ${messageOf(error)}.`, {
        cause: error,
      });
    throw new ToolGraphError('INVALID_DOCUMENT', `The GraphQL schema cannot be read: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function fromSdl(text: string, log: DiagnosticLog): GraphQLSchema {
  if (/^\s*</.test(text))
    throw new ToolGraphError(
      'INVALID_DOCUMENT',
      'The GraphQL schema is an HTML or XML page, not SDL or introspection JSON.',
    );
  const document = completeDocument(parse(text, { noLocation: true, maxTokens }), log);
  const queries = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION).length;
  if (queries === document.definitions.length)
    throw new ToolGraphError(
      'INVALID_DOCUMENT',
      'The document holds GraphQL operations and no type definition; give the schema.',
    );
  return buildASTSchema(document, { assumeValid: true, assumeValidSDL: true });
}

/** Extensions of types that are defined nowhere become definitions, undefined names become scalars. */
function completeDocument(document: DocumentNode, log: DiagnosticLog): DocumentNode {
  const defined = new Set<string>(builtInScalars);
  for (const definition of document.definitions)
    if ('name' in definition && definition.name !== undefined && definition.kind.endsWith('TypeDefinition'))
      defined.add(definition.name.value);
  const definitions = document.definitions.map((definition): DefinitionNode => {
    const base = baseOfExtension(definition);
    if (base === undefined || defined.has(base.name.value)) return definition;
    defined.add(base.name.value);
    return base;
  });
  const unknown = new Set<string>();
  visit({ ...document, definitions } as DocumentNode, {
    NamedType: (node) => {
      if (!defined.has(node.name.value)) unknown.add(node.name.value);
    },
    Directive: () => false,
    OperationDefinition: () => false,
    FragmentDefinition: () => false,
  });
  for (const name of unknown) reportUnknown(name, log);
  const scalars = [...unknown].map(
    (value): DefinitionNode => ({ kind: Kind.SCALAR_TYPE_DEFINITION, name: { kind: Kind.NAME, value } }),
  );
  return {
    ...document,
    definitions: [...definitions.map((definition) => withoutBareRoots(definition, unknown)), ...scalars],
  };
}

const definitionOf = {
  [Kind.OBJECT_TYPE_EXTENSION]: Kind.OBJECT_TYPE_DEFINITION,
  [Kind.INTERFACE_TYPE_EXTENSION]: Kind.INTERFACE_TYPE_DEFINITION,
  [Kind.UNION_TYPE_EXTENSION]: Kind.UNION_TYPE_DEFINITION,
  [Kind.ENUM_TYPE_EXTENSION]: Kind.ENUM_TYPE_DEFINITION,
  [Kind.INPUT_OBJECT_TYPE_EXTENSION]: Kind.INPUT_OBJECT_TYPE_DEFINITION,
  [Kind.SCALAR_TYPE_EXTENSION]: Kind.SCALAR_TYPE_DEFINITION,
} as const;

function baseOfExtension(definition: DefinitionNode) {
  if (!Object.hasOwn(definitionOf, definition.kind) || !('name' in definition) || definition.name === undefined)
    return undefined;
  return { ...definition, kind: definitionOf[definition.kind as keyof typeof definitionOf] } as DefinitionNode & {
    readonly name: { readonly value: string };
  };
}

/** Unknown names where only an object type may stand (interfaces, union members, root types) are taken out. */
function withoutBareRoots(definition: DefinitionNode, unknown: ReadonlySet<string>): DefinitionNode {
  if (unknown.size === 0) return definition;
  const known = (type: TypeNode) => type.kind !== Kind.NAMED_TYPE || !unknown.has(type.name.value);
  const copy = { ...definition } as Record<string, unknown>;
  for (const key of ['interfaces', 'types'] as const)
    if (Array.isArray(copy[key])) copy[key] = (copy[key] as TypeNode[]).filter(known);
  if (Array.isArray(copy['operationTypes']))
    copy['operationTypes'] = (copy['operationTypes'] as { type: TypeNode }[]).filter((operation) =>
      known(operation.type),
    );
  return copy as unknown as DefinitionNode;
}

function reportUnknown(name: string, log: DiagnosticLog): void {
  log.repair('unknown-type', name, `Type ${JSON.stringify(name)} is used and not defined; it accepts anything.`);
}

function fromIntrospection(value: unknown, log: DiagnosticLog): GraphQLSchema {
  const data = isRecord(value) && isRecord(value['data']) ? value['data'] : value;
  if (!isRecord(data) || !isRecord(data['__schema'])) {
    const errors = isRecord(value) && Array.isArray(value['errors']) ? value['errors'] : [];
    const first = isRecord(errors[0]) && typeof errors[0]['message'] === 'string' ? errors[0]['message'] : undefined;
    throw new ToolGraphError(
      'INVALID_DOCUMENT',
      first === undefined
        ? 'The JSON holds no introspection result: there is no __schema in it.'
        : `The introspection was answered with an error: ${messageOf(first)}`,
    );
  }
  return buildClientSchema(completeIntrospection(data, log), { assumeValid: true });
}

type Raw = Record<string, unknown>;

/** Lists and names that a trimmed introspection left out, so that one gap does not take down the rest. */
function completeIntrospection(data: Raw, log: DiagnosticLog): IntrospectionQuery {
  const schema = data['__schema'] as Raw;
  const types = (Array.isArray(schema['types']) ? schema['types'] : []).filter(
    (type): type is Raw => isRecord(type) && typeof type['name'] === 'string',
  );
  const defined = new Set(types.map((type) => type['name'] as string));
  const named = new Set<string>();
  const completed = types.map((type) => completeType(type, named));
  for (const name of builtInScalars) if (!defined.has(name)) completed.push({ kind: 'SCALAR', name });
  for (const name of named) {
    if (defined.has(name) || builtInScalars.has(name)) continue;
    reportUnknown(name, log);
    completed.push({ kind: 'SCALAR', name });
  }
  const root = (key: string) => {
    const type = schema[key];
    return isRecord(type) && typeof type['name'] === 'string' && defined.has(type['name'])
      ? { name: type['name'] }
      : null;
  };
  const unknown = new Set([...named].filter((name) => !defined.has(name)));
  const complete = {
    ...schema,
    types: completed.map((type) => withoutUnknown(type, unknown)),
    queryType: root('queryType'),
    mutationType: root('mutationType'),
    subscriptionType: root('subscriptionType'),
    directives: [],
  };
  return { __schema: complete } as unknown as IntrospectionQuery;
}

function completeType(type: Raw, named: Set<string>): Raw {
  const list = (key: string): Raw[] => (Array.isArray(type[key]) ? (type[key] as unknown[]).filter(isRecord) : []);
  const fields = list('fields').map((field) => ({
    ...field,
    args: (Array.isArray(field['args']) ? field['args'] : []).filter(isRecord),
  }));
  const inputFields = list('inputFields');
  const inputs = [...inputFields, ...fields.flatMap((field) => field.args as Raw[])];
  for (const item of [...fields, ...inputs]) noteName((item as Raw)['type'], named);
  for (const item of [...list('interfaces'), ...list('possibleTypes')]) noteName(item, named);
  return {
    ...type,
    fields,
    inputFields,
    interfaces: list('interfaces'),
    possibleTypes: list('possibleTypes'),
    enumValues: list('enumValues'),
  };
}

function noteName(type: unknown, named: Set<string>): void {
  let node: unknown = type;
  for (let depth = 0; isRecord(node) && depth < 64; depth++) {
    if (typeof node['name'] === 'string') {
      named.add(node['name']);
      return;
    }
    node = node['ofType'];
  }
}

function withoutUnknown(type: Raw, unknown: ReadonlySet<string>): Raw {
  if (unknown.size === 0) return type;
  const known = (item: Raw) => !unknown.has(item['name'] as string);
  const copy: Raw = { ...type };
  for (const key of ['interfaces', 'possibleTypes'])
    if (Array.isArray(copy[key])) copy[key] = (copy[key] as Raw[]).filter(known);
  return copy;
}
