import { isRecord, type JsonSchema, type JsonValue } from '../../src/core/json-schema.js';
import type { ToolAnnotations } from '../../src/core/tool-schema.js';
import type { CodeFunction } from '../code-function.js';
import type { Signature, SignatureInput } from '../signature.js';
import type { ts } from './compiler.js';
import { declarationOf, propertyName, staticValue, withoutWrapping } from './literals.js';
import { docOf, type ReadContext, readFunction } from './read-function.js';
import { schemaOfExpression } from './schema-expression.js';

/** A tool that source text defines by an object: `tool({…})`, `createTool({…})`, `{ description, parameters }`. */
export interface ToolDefinition {
  readonly tool: CodeFunction;
  /** The function it wraps by name, which is then no tool of its own. */
  readonly wraps?: ts.Declaration;
  /** Parts of the schema that are computed at run time. */
  readonly unread: readonly string[];
}

/** Functions and classes of the agent SDKs that make a tool of an object. */
const makers = new Set([
  'tool', 'createTool', 'defineTool', 'dynamicTool', 'betaTool', 'betaZodTool', 'FunctionTool', 'DynamicStructuredTool',
  'DynamicTool', 'StructuredTool', 'toolDefinition', 'ai_tool', 'functionTool', 'zodFunction',
]); // biome-ignore format: a list

const schemaKeys = ['parameters', 'inputSchema', 'schema', 'input_schema', 'paramsSchema'];
const outputKeys = ['outputSchema', 'returns'];
const callKeys = ['execute', 'func', 'invoke', 'call', 'run', 'handler'];

/** The definition that a call or `new` expression makes; undefined when it makes none. */
export function definitionOfCall(
  node: ts.CallExpression | ts.NewExpression,
  context: ReadContext,
): ToolDefinition | undefined {
  const { api } = context;
  const callee = node.expression;
  const called = api.isIdentifier(callee)
    ? importedName(callee, context)
    : api.isPropertyAccessExpression(callee)
      ? callee.name.text
      : '';
  const args = node.arguments ?? [];
  const [first, second] = args;
  if (first === undefined) return undefined;
  const onServer =
    api.isPropertyAccessExpression(callee) && (called === 'registerTool' || called === 'tool' || called === 'addTool');
  if (onServer && api.isStringLiteralLike(first)) return registeredTool(node, first.text, args, context);
  if (!makers.has(called) && !(onServer && called === 'addTool')) return undefined;
  const config = objectLiteral(first, context);
  if (config !== undefined) return definitionOfObject(config, nameFromHolder(node, context), node, context);
  const options = second === undefined ? undefined : objectLiteral(second, context);
  if (second === undefined && (api.isIdentifier(first) || isFunctionNode(first, context)))
    return called === 'tool' ? wrappedFunction(first, undefined, node, context) : undefined;
  return options === undefined ? undefined : wrappedFunction(first, options, node, context);
}

/** The name a callee has in the module it is imported from, or its own. */
function importedName(callee: ts.Identifier, { api, checker }: ReadContext): string {
  const declaration = checker.getSymbolAtLocation(callee)?.declarations?.[0];
  const renamed =
    declaration !== undefined && api.isImportSpecifier(declaration) ? declaration.propertyName : undefined;
  return renamed?.text ?? callee.text;
}

/** Does the object look like one tool? It has words or a function beside its schema. */
export function isToolLiteral(node: ts.ObjectLiteralExpression, { api }: ReadContext): boolean {
  const keys = new Set(node.properties.map((property) => propertyName(property.name, api)));
  const hasSchema = schemaKeys.some((key) => keys.has(key));
  const hasCall = callKeys.some((key) => keys.has(key));
  return (keys.has('description') && (hasSchema || hasCall)) || (hasSchema && keys.has('execute'));
}

/** The tool an object literal describes, under its own name or else `fallbackName`. */
export function definitionOfObject(
  config: ts.ObjectLiteralExpression,
  fallbackName: string | undefined,
  at: ts.Node,
  context: ReadContext,
): ToolDefinition | undefined {
  const fields = fieldsOf(config, context);
  const name = text(fields, ['name', 'id'], context) ?? fallbackName;
  if (name === undefined) return undefined;
  const call = callKeys.map((key) => fields.get(key)).find((value) => value !== undefined);
  return definition(name, fields, call, at, 'record', context);
}

/** `tool(fn, { … })`: LangChain's shape and our own. */
function wrappedFunction(
  fn: ts.Expression,
  options: ts.ObjectLiteralExpression | undefined,
  at: ts.CallExpression | ts.NewExpression,
  context: ReadContext,
): ToolDefinition | undefined {
  const { api } = context;
  const fields = options === undefined ? new Map<string, ts.Node>() : fieldsOf(options, context);
  const declared = api.isIdentifier(fn) ? declarationOf(fn, context) : undefined;
  const named = api.isIdentifier(fn) ? fn.text : api.isFunctionExpression(fn) ? fn.name?.text : undefined;
  const name = text(fields, ['name', 'id'], context) ?? named ?? nameFromHolder(at, context);
  if (name === undefined) return undefined;
  const made = definition(name, fields, declared ?? fn, at, 'parameters', context);
  return declared === undefined ? made : { ...made, wraps: declared };
}

/** `server.registerTool(name, { description, inputSchema }, fn)` and `server.tool(name, description?, shape?, fn)`. */
function registeredTool(
  at: ts.CallExpression | ts.NewExpression,
  name: string,
  args: readonly ts.Expression[],
  context: ReadContext,
): ToolDefinition | undefined {
  const rest = args.slice(1);
  const call = rest.find((each) => isFunctionNode(each, context));
  const config = rest.map((each) => objectLiteral(each, context)).find((each) => each !== undefined);
  if (config !== undefined && (isToolLiteral(config, context) || propertyNamed(config, 'description', context)))
    return definition(name, fieldsOf(config, context), call, at, 'record', context);
  if (call === undefined) return undefined;
  const fields = new Map<string, ts.Node>();
  const words = rest.find((each) => context.api.isStringLiteralLike(each));
  if (words !== undefined) fields.set('description', words);
  if (config !== undefined) fields.set('inputSchema', config);
  return definition(name, fields, call, at, 'record', context);
}

function propertyNamed(config: ts.ObjectLiteralExpression, name: string, { api }: ReadContext): boolean {
  return config.properties.some((property) => propertyName(property.name, api) === name);
}

function definition(
  name: string,
  fields: ReadonlyMap<string, ts.Node>,
  call: ts.Node | undefined,
  at: ts.Node,
  style: 'record' | 'parameters',
  context: ReadContext,
): ToolDefinition {
  const unread: string[] = [];
  const schema = (keys: readonly string[]): JsonSchema | undefined => {
    const node = keys.map((key) => fields.get(key)).find((value) => value !== undefined);
    if (node === undefined) return undefined;
    const read = schemaOfExpression(node as ts.Expression, context, (what) => unread.push(what));
    if (read === undefined) unread.push(`the schema ${shorten(node)}`);
    return read;
  };
  const fn = call === undefined ? undefined : functionNode(call, context);
  const doc = docOf(at, context) ?? (call === undefined ? undefined : docOf(call, context));
  const read = fn === undefined ? undefined : readFunction(fn, doc, context);
  const stated = schema(schemaKeys);
  const output = schema(outputKeys) ?? read?.outputSchema;
  const signature = signatureOf(read?.signature, style, stated !== undefined);
  const value = (key: string): JsonValue | undefined => {
    const node = fields.get(key);
    return node === undefined ? undefined : staticValue(node as ts.Expression, context);
  };
  const list = (key: string): string[] | undefined => {
    const entries = value(key);
    return Array.isArray(entries) ? entries.filter((each): each is string => typeof each === 'string') : undefined;
  };
  const annotations = value('annotations');
  const purpose = value('purpose');
  const tool: CodeFunction = {
    id: name,
    name,
    line: lineOf(at),
    signature,
    public: true,
    typed: stated !== undefined || read?.typed === true,
    ...optional('title', text(fields, ['title'], context)),
    ...optional('description', text(fields, ['description'], context) ?? doc?.description),
    ...optional('inputSchema', stated),
    ...optional('outputSchema', output),
    ...optional('requires', list('requires')),
    ...optional('provides', list('provides')),
    ...optional('tags', list('tags')),
    ...optional('annotations', isRecord(annotations) ? (annotations as ToolAnnotations) : undefined),
    ...optional('deprecated', value('deprecated') === true || doc?.deprecated === true ? true : undefined),
    ...optional('keywords', typeof purpose === 'string' ? [purpose] : undefined),
  };
  return { tool, unread };
}

/** A function that takes one object of arguments has the properties of that object as inputs. */
function signatureOf(signature: Signature | undefined, style: 'record' | 'parameters', stated: boolean): Signature {
  const inputs = signature?.inputs ?? [];
  const first = inputs.filter((entry) => entry.position === 0);
  if (style === 'parameters' && !stated) return signature ?? { inputs: [] };
  const [only] = first;
  if (first.length === 1 && only !== undefined && only.property !== true) return { inputs: spreadObject(only) };
  return {
    inputs: first,
    ...(signature?.open === 0 ? { open: 0 } : {}),
  };
}

function spreadObject(input: SignatureInput): SignatureInput[] {
  const required = new Set(input.schema.required);
  return Object.entries(input.schema.properties ?? {}).map(([name, schema]) => ({
    name,
    position: 0,
    property: true,
    required: required.has(name),
    schema,
  }));
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]: V });
}

function fieldsOf(config: ts.ObjectLiteralExpression, { api }: ReadContext): Map<string, ts.Node> {
  const fields = new Map<string, ts.Node>();
  for (const property of config.properties) {
    const name = propertyName(property.name, api);
    if (name === undefined) continue;
    if (api.isPropertyAssignment(property)) fields.set(name, property.initializer);
    else if (api.isShorthandPropertyAssignment(property)) fields.set(name, property.name);
    else if (api.isMethodDeclaration(property)) fields.set(name, property);
  }
  return fields;
}

function text(fields: ReadonlyMap<string, ts.Node>, keys: readonly string[], context: ReadContext): string | undefined {
  for (const key of keys) {
    const node = fields.get(key);
    const value = node === undefined ? undefined : staticText(node as ts.Expression, context);
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
}

/** A text, also one with parts that are computed: those are left out. */
function staticText(node: ts.Expression, context: ReadContext): string | undefined {
  const { api } = context;
  const plain = withoutWrapping(node, api);
  const value = staticValue(plain, context);
  if (typeof value === 'string') return value.trim();
  if (api.isTemplateExpression(plain))
    return [plain.head.text, ...plain.templateSpans.map((span) => span.literal.text)].join('…').trim();
  if (api.isBinaryExpression(plain) && plain.operatorToken.kind === api.SyntaxKind.PlusToken)
    return `${staticText(plain.left, context) ?? '…'} ${staticText(plain.right, context) ?? '…'}`;
  if (!api.isCallExpression(plain) || !api.isPropertyAccessExpression(plain.expression)) return undefined;
  const joined = plain.expression.name.text === 'join' ? staticValue(plain.expression.expression, context) : undefined;
  return Array.isArray(joined) ? joined.filter((each) => typeof each === 'string').join(' ') : undefined;
}

function objectLiteral(node: ts.Expression, context: ReadContext): ts.ObjectLiteralExpression | undefined {
  const { api } = context;
  let plain = withoutWrapping(node, api);
  if (api.isIdentifier(plain)) {
    const declaration = declarationOf(plain, context);
    if (declaration === undefined || !api.isVariableDeclaration(declaration) || declaration.initializer === undefined)
      return undefined;
    plain = withoutWrapping(declaration.initializer, api);
  }
  return api.isObjectLiteralExpression(plain) ? plain : undefined;
}

function isFunctionNode(node: ts.Node, { api }: ReadContext): boolean {
  return api.isArrowFunction(node) || api.isFunctionExpression(node);
}

/** The function that a node is or names. */
export function functionNode(node: ts.Node, context: ReadContext): ts.SignatureDeclaration | undefined {
  const { api } = context;
  const plain = api.isExpression(node) ? withoutWrapping(node, api) : node;
  if (
    api.isArrowFunction(plain) ||
    api.isFunctionExpression(plain) ||
    api.isMethodDeclaration(plain) ||
    api.isFunctionDeclaration(plain)
  )
    return plain;
  if (api.isVariableDeclaration(plain) && plain.initializer !== undefined)
    return functionNode(plain.initializer, context);
  if (!api.isIdentifier(plain)) return undefined;
  const declaration = declarationOf(plain, context);
  return declaration === undefined || declaration === node ? undefined : functionNode(declaration, context);
}

/** The variable or property that a definition is assigned to. */
function nameFromHolder(node: ts.Node, { api }: ReadContext): string | undefined {
  let holder = node.parent;
  while (
    holder !== undefined &&
    (api.isParenthesizedExpression(holder) ||
      api.isAsExpression(holder) ||
      api.isSatisfiesExpression(holder) ||
      api.isAwaitExpression(holder))
  )
    holder = holder.parent;
  if (holder === undefined) return undefined;
  if (api.isVariableDeclaration(holder) || api.isPropertyAssignment(holder) || api.isPropertyDeclaration(holder))
    return propertyName(holder.name, api);
  return undefined;
}

/** Line of a node, from 1. */
export function lineOf(node: ts.Node): number {
  const file = node.getSourceFile();
  return file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
}

function shorten(node: ts.Node): string {
  const line = node.getText().replace(/\s+/g, ' ');
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
