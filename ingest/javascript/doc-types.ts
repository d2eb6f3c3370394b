import { type JsonSchema, type JsonValue, setOwn } from '../../src/core/json-schema.js';
import { withNull } from '../join-unions.js';
import type { DocParameter } from '../jsdoc.js';
import { schemaOfDefault } from '../signature.js';
import { type Compiler, compiler, type ts } from './compiler.js';
import { joinUnion } from './type-schema.js';

const maxTypeLength = 2000;

/**
 * The schema of a JSDoc type expression (`string[]`, `Promise<{a: string}>`, `?number`, `'a'|'b'`), read by the
 * TypeScript parser alone: a name it does not know accepts anything. Undefined for a function or nothing.
 */
export function docTypeSchema(text: string): JsonSchema | undefined {
  const api = compiler();
  const plain = text
    .trim()
    .slice(0, maxTypeLength)
    .replace(/^\.{3}/, '')
    .replace(/=$/, '');
  if (plain === '' || plain === '*' || plain === '?') return {};
  const file = api.createSourceFile('type.ts', `type T = ${plain};`, api.ScriptTarget.ESNext, false);
  const [statement] = file.statements;
  return statement !== undefined && api.isTypeAliasDeclaration(statement) ? nodeSchema(statement.type, api, file) : {};
}

function nodeSchema(node: ts.TypeNode, api: Compiler, file: ts.SourceFile): JsonSchema | undefined {
  const kind = api.SyntaxKind;
  switch (node.kind) {
    case kind.StringKeyword:
      return { type: 'string' };
    case kind.NumberKeyword:
      return { type: 'number' };
    case kind.BooleanKeyword:
      return { type: 'boolean' };
    case kind.BigIntKeyword:
      return { type: 'integer' };
    case kind.ObjectKeyword:
      return { type: 'object' };
    case kind.UndefinedKeyword:
    case kind.VoidKeyword:
    case kind.NeverKeyword:
    case kind.FunctionType:
      return undefined;
  }
  if (api.isParenthesizedTypeNode(node)) return nodeSchema(node.type, api, file);
  if (api.isJSDocNullableType(node)) return withNull(nodeSchema(node.type as ts.TypeNode, api, file) ?? {});
  if (api.isJSDocNonNullableType(node)) return nodeSchema(node.type as ts.TypeNode, api, file);
  if (api.isTypeOperatorNode(node)) return nodeSchema(node.type, api, file);
  if (api.isArrayTypeNode(node)) return { type: 'array', items: nodeSchema(node.elementType, api, file) ?? {} };
  if (api.isTupleTypeNode(node))
    return {
      type: 'array',
      prefixItems: node.elements.map(
        (element) => nodeSchema(api.isNamedTupleMember(element) ? element.type : element, api, file) ?? {},
      ),
    };
  if (api.isUnionTypeNode(node)) {
    const branches = node.types.map((part) => nodeSchema(part, api, file));
    return joinUnion(branches.filter((branch): branch is JsonSchema => branch !== undefined));
  }
  if (api.isLiteralTypeNode(node)) return literalSchema(node.literal, api);
  if (api.isTypeLiteralNode(node)) return memberSchema(node.members, api, file);
  return api.isTypeReferenceNode(node) ? referenceSchema(node, api, file) : {};
}

function literalSchema(literal: ts.LiteralTypeNode['literal'], api: Compiler): JsonSchema {
  if (api.isStringLiteralLike(literal)) return { type: 'string', const: literal.text };
  if (api.isNumericLiteral(literal)) return { type: 'number', const: Number(literal.text) };
  if (literal.kind === api.SyntaxKind.TrueKeyword) return { type: 'boolean', const: true };
  if (literal.kind === api.SyntaxKind.FalseKeyword) return { type: 'boolean', const: false };
  if (api.isPrefixUnaryExpression(literal) && api.isNumericLiteral(literal.operand))
    return { type: 'number', const: -Number(literal.operand.text) };
  return literal.kind === api.SyntaxKind.NullKeyword ? { type: 'null' } : {};
}

function memberSchema(members: ts.NodeArray<ts.TypeElement>, api: Compiler, file: ts.SourceFile): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const member of members) {
    if (!api.isPropertySignature(member)) continue;
    const name = member.name.getText(file).replace(/^['"]|['"]$/g, '');
    const schema = member.type === undefined ? {} : nodeSchema(member.type, api, file);
    if (schema === undefined) continue;
    setOwn(properties, name, schema);
    if (member.questionToken === undefined) required.push(name);
  }
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

function referenceSchema(node: ts.TypeReferenceNode, api: Compiler, file: ts.SourceFile): JsonSchema | undefined {
  const name = node.typeName.getText(file);
  const argument = (index: number): JsonSchema => {
    const given = node.typeArguments?.[index];
    return given === undefined ? {} : (nodeSchema(given, api, file) ?? {});
  };
  switch (name.replace(/\.$/, '')) {
    case 'String':
    case 'string':
      return { type: 'string' };
    case 'Number':
    case 'number':
      return { type: 'number' };
    case 'Boolean':
    case 'boolean':
    case 'bool':
      return { type: 'boolean' };
    case 'integer':
    case 'int':
      return { type: 'integer' };
    case 'Date':
      return { type: 'string', format: 'date-time' };
    case 'URL':
      return { type: 'string', format: 'uri' };
    case 'Array':
    case 'array':
    case 'ReadonlyArray':
    case 'Set':
    case 'Iterable':
    case 'AsyncIterable':
      return { type: 'array', items: argument(0) };
    case 'Promise':
      return node.typeArguments === undefined ? {} : nodeSchema(node.typeArguments[0] as ts.TypeNode, api, file);
    case 'Object':
    case 'Record':
    case 'Map': {
      const values = argument(1);
      return { type: 'object', ...(Object.keys(values).length === 0 ? {} : { additionalProperties: values }) };
    }
    case 'Function':
    case 'AbortSignal':
      return undefined;
  }
  return { 'x-entity': name };
}

/**
 * Adds what a JSDoc parameter says to what is known by its type: texts, a default, nested properties, and its type
 * where the code gives none.
 */
export function withDoc(schema: JsonSchema, doc: DocParameter | undefined): JsonSchema {
  if (doc === undefined) return schema;
  const typed = isOpen(schema) && doc.type !== undefined ? { ...(docTypeSchema(doc.type) ?? {}), ...schema } : schema;
  const nested = doc.children.length === 0 ? typed : nestChildren(typed, doc);
  const fallback =
    doc.default === undefined || nested.default !== undefined ? undefined : docDefault(doc.default, nested);
  return {
    ...nested,
    ...(isOpen(nested) && fallback !== undefined ? schemaOfDefault(fallback) : {}),
    ...(doc.description === undefined ? {} : { description: doc.description }),
    ...(fallback === undefined ? {} : { default: fallback }),
  };
}

/** Does the schema say nothing of the type yet? */
function isOpen(schema: JsonSchema): boolean {
  return schema.type === undefined && schema.anyOf === undefined && schema.enum === undefined;
}

function nestChildren(schema: JsonSchema, doc: DocParameter): JsonSchema {
  const inList = schema.type === 'array' || (doc.elements && schema.type !== 'object');
  if (inList) return { ...schema, type: 'array', items: withChildren(schema.items ?? {}, doc.children) };
  return withChildren(schema, doc.children);
}

function withChildren(schema: JsonSchema, children: readonly DocParameter[]): JsonSchema {
  if (schema.type !== undefined && schema.type !== 'object' && !Array.isArray(schema.type)) return schema;
  const known = schema.properties ?? {};
  const properties: Record<string, JsonSchema> = {};
  for (const [name, property] of Object.entries(known)) setOwn(properties, name, property);
  const required = new Set(schema.required);
  for (const child of children) {
    const before = Object.hasOwn(known, child.name) ? known[child.name] : undefined;
    if (before === undefined && !child.optional) required.add(child.name);
    setOwn(properties, child.name, withDoc(before ?? {}, child));
    if (child.optional || child.default !== undefined) required.delete(child.name);
  }
  return {
    ...schema,
    type: schema.type ?? 'object',
    properties,
    ...(required.size === 0 ? {} : { required: [...required] }),
  };
}

/** A default as JSDoc writes it: JSON where it is JSON, else a text for a parameter that takes texts. */
function docDefault(text: string, schema: JsonSchema): JsonValue | undefined {
  const plain = text.trim();
  try {
    return JSON.parse(plain.replace(/^'([^']*)'$/, '"$1"')) as JsonValue;
  } catch {
    return schema.type === 'string' ? plain : undefined; // written for people, such as `[limit=all]`
  }
}
