import { getOwn, type JsonSchema, type JsonValue } from '../../src/core/json-schema.js';
import { type DocComment, type DocParameter, parseJsDoc } from '../jsdoc.js';
import {
  applyPatternDefault,
  freeName,
  objectOfEntries,
  type Signature,
  type SignatureInput,
  schemaOfDefault,
  tupleName,
} from '../signature.js';
import type { Compiler, ts } from './compiler.js';
import { docTypeSchema, withDoc } from './doc-types.js';
import { propertyName, staticValue } from './literals.js';
import { schemaOfExpression } from './schema-expression.js';
import type { TypeSchemas } from './type-schema.js';

/** What readers of one program share. */
export interface ReadContext {
  readonly api: Compiler;
  readonly checker: ts.TypeChecker;
  readonly types: TypeSchemas;
}

/** A parameter list and a result, as types and JSDoc describe them. */
export interface ReadFunction {
  readonly signature: Signature;
  readonly outputSchema?: JsonSchema;
  /** Parameters that are no JSON values, by name. */
  readonly opaque: readonly string[];
  /** Has every parameter a type? */
  readonly typed: boolean;
}

/** The JSDoc comment that stands nearest before a node, or before the statement that holds it. */
export function docOf(node: ts.Node, { api }: ReadContext): DocComment | undefined {
  for (let holder: ts.Node | undefined = node; holder !== undefined; holder = commentHolder(holder, api)) {
    const text = holder.getSourceFile().text;
    const start = holder.getFullStart();
    // After `{` on the same line a comment counts as the bracket's; it is ours when we stand behind it on its line.
    const sameLine = (api.getTrailingCommentRanges(text, start) ?? []).filter(
      (each) => !text.slice(each.end, holder?.getStart()).includes('\n'),
    );
    const ranges = [...sameLine, ...(api.getLeadingCommentRanges(text, start) ?? [])];
    const range = ranges.filter((each) => text.startsWith('/**', each.pos) && each.end - each.pos > 4).at(-1);
    const doc = range === undefined ? undefined : parseJsDoc(text.slice(range.pos, range.end));
    if (doc !== undefined) return doc;
  }
  return undefined;
}

function commentHolder(node: ts.Node, api: Compiler): ts.Node | undefined {
  const parent = node.parent;
  if (parent === undefined) return undefined;
  const carries =
    api.isVariableDeclaration(parent) ||
    api.isVariableDeclarationList(parent) ||
    api.isVariableStatement(parent) ||
    api.isPropertyAssignment(parent) ||
    api.isExportAssignment(parent) ||
    api.isBinaryExpression(parent) ||
    api.isExpressionStatement(parent) ||
    (api.isCallExpression(parent) && parent.arguments[0] === node);
  return carries ? parent : undefined;
}

/** Reads a function, method or arrow function; nothing of its body but the type it returns. */
export function readFunction(
  fn: ts.SignatureDeclaration,
  doc: DocComment | undefined,
  context: ReadContext,
): ReadFunction {
  const reader = new ParameterReader(fn, doc, context);
  const outputSchema = resultSchema(fn, doc, context);
  return {
    signature: reader.signature(),
    opaque: reader.opaque,
    typed: reader.typed,
    ...(outputSchema === undefined ? {} : { outputSchema }),
  };
}

function resultSchema(
  fn: ts.SignatureDeclaration,
  doc: DocComment | undefined,
  { checker, types }: ReadContext,
): JsonSchema | undefined {
  const signature = checker.getSignatureFromDeclaration(fn);
  const returned = signature === undefined ? undefined : checker.getReturnTypeOfSignature(signature);
  const read = returned === undefined ? undefined : types.schemaOf(types.awaited(returned));
  const stated = doc?.returns?.type === undefined ? undefined : docTypeSchema(doc.returns.type);
  const schema = read === undefined || Object.keys(read).length === 0 ? (stated ?? read) : read;
  if (schema === undefined || schema.type === 'null') return undefined;
  const text = doc?.returns?.description;
  const described = text === undefined || schema.description !== undefined ? schema : { ...schema, description: text };
  return Object.keys(described).length === 0 ? undefined : described;
}

interface DefaultPart {
  readonly present: boolean;
  readonly value: JsonValue | undefined;
}

class ParameterReader {
  readonly #fn: ts.SignatureDeclaration;
  readonly #docs: readonly DocParameter[];
  readonly #context: ReadContext;
  readonly #parameters: readonly ts.ParameterDeclaration[];
  readonly #names: Set<string>;
  readonly opaque: string[] = [];
  typed = true;

  constructor(fn: ts.SignatureDeclaration, doc: DocComment | undefined, context: ReadContext) {
    this.#fn = fn;
    this.#docs = doc?.parameters ?? [];
    this.#context = context;
    this.#parameters = fn.parameters.filter(
      (parameter) => !(context.api.isIdentifier(parameter.name) && parameter.name.text === 'this'),
    );
    this.#names = new Set(
      this.#parameters.flatMap((parameter) =>
        context.api.isIdentifier(parameter.name)
          ? [parameter.name.text]
          : parameter.name.elements.flatMap((element) =>
              context.api.isBindingElement(element) ? (this.#key(element) ?? []) : [],
            ),
      ),
    );
  }

  signature(): Signature {
    const inputs: SignatureInput[] = [];
    let open: number | undefined;
    this.#parameters.forEach((parameter, position) => {
      const { api } = this.#context;
      if (!this.#isTyped(parameter, position)) this.typed = false;
      if (api.isObjectBindingPattern(parameter.name)) {
        const read = this.#pattern(parameter, parameter.name, position);
        inputs.push(...read.inputs);
        if (read.open) open ??= position;
      } else inputs.push(this.#plain(parameter, position));
    });
    return { inputs, ...(open === undefined ? {} : { open }) };
  }

  #isTyped(parameter: ts.ParameterDeclaration, position: number): boolean {
    if (parameter.type !== undefined) return true;
    if (parameter.initializer !== undefined && this.#context.api.isIdentifier(parameter.name)) return true;
    const doc = this.#docOf(parameter, position);
    return doc !== undefined && (doc.type !== undefined || doc.children.some((child) => child.type !== undefined));
  }

  /** By name; for a pattern, which has none, by its place among the comment's parameters. */
  #docOf(parameter: ts.ParameterDeclaration, position: number): DocParameter | undefined {
    const { name } = parameter;
    if (this.#context.api.isIdentifier(name)) return this.#docs.find((doc) => doc.name === name.text);
    const doc = this.#docs[position];
    return doc === undefined || this.#names.has(doc.name) ? undefined : doc;
  }

  #plain(parameter: ts.ParameterDeclaration, position: number): SignatureInput {
    const { api, types } = this.#context;
    const name = this.#parameterName(parameter.name);
    const fallback = this.#fallback(parameter.initializer);
    const type = this.#typeOf(parameter);
    const doc = this.#docOf(parameter, position);
    const rest = parameter.dotDotDotToken !== undefined;
    const converted = this.#inferred(parameter) ?? types.schemaOf(type);
    if (converted === undefined && doc?.type === undefined) {
      this.opaque.push(name);
      const required = !this.#isOptional(parameter, type, doc);
      return { name, position, required, schema: {}, opaque: true, ...(rest ? { rest: true as const } : {}) };
    }
    const pattern =
      api.isArrayBindingPattern(parameter.name) && this.#isUntyped(parameter) ? this.#tuple(parameter.name) : {};
    const schema = withDefault({ ...converted, ...pattern }, fallback);
    return {
      name,
      position,
      required: !rest && !this.#isOptional(parameter, type, doc),
      schema: rest ? asList(withDoc(schema, doc), doc) : withDoc(schema, doc),
      ...(rest ? { rest: true as const } : {}),
    };
  }

  /** The schema behind `z.infer<typeof Schema>`, a type that the checker cannot see without the library. */
  #inferred({ type }: ts.ParameterDeclaration): JsonSchema | undefined {
    const { api } = this.#context;
    if (type === undefined || !api.isTypeReferenceNode(type) || !api.isQualifiedName(type.typeName)) return undefined;
    const [argument] = type.typeArguments ?? [];
    if (argument === undefined || !api.isTypeQueryNode(argument) || !api.isIdentifier(argument.exprName))
      return undefined;
    return /^(?:infer|input)$/.test(type.typeName.right.text)
      ? schemaOfExpression(argument.exprName, this.#context, () => undefined)
      : undefined;
  }

  #isOptional(parameter: ts.ParameterDeclaration, type: ts.Type, doc: DocParameter | undefined): boolean {
    return (
      parameter.questionToken !== undefined ||
      parameter.initializer !== undefined ||
      parameter.dotDotDotToken !== undefined ||
      doc?.optional === true ||
      this.#context.types.acceptsUndefined(type)
    );
  }

  #pattern(
    parameter: ts.ParameterDeclaration,
    pattern: ts.ObjectBindingPattern,
    position: number,
  ): { inputs: SignatureInput[]; open: boolean } {
    const doc = this.#docOf(parameter, position);
    const type = this.#typeOf(parameter);
    const stated = this.#isUntyped(parameter) ? undefined : type;
    const children = doc?.children ?? this.#docs.filter((each) => !this.#isParameter(each.name));
    const { entries, open } = this.#entries(pattern, stated, children, position);
    const inferred = this.#inferred(parameter)?.properties;
    const whole = this.#fallback(parameter.initializer);
    const optional = parameter.questionToken !== undefined || (doc?.optional === true && whole.present);
    const inputs = applyPatternDefault(
      entries,
      optional && !whole.present ? { present: true, value: undefined } : whole,
    );
    return {
      inputs: inputs.map((entry) => ({
        ...entry,
        property: true as const,
        schema: { ...getOwn(inferred, entry.name), ...entry.schema },
      })),
      open,
    };
  }

  #isParameter(name: string): boolean {
    return this.#parameters.some(({ name: own }) => this.#context.api.isIdentifier(own) && own.text === name);
  }

  /** The keys of a pattern, each with the type that the pattern's own type (when stated) gives it. */
  #entries(
    pattern: ts.ObjectBindingPattern,
    type: ts.Type | undefined,
    docs: readonly DocParameter[],
    position: number,
  ): { entries: SignatureInput[]; open: boolean } {
    const { checker } = this.#context;
    const entries: SignatureInput[] = [];
    const taken = new Set<string>();
    let open = false;
    for (const element of pattern.elements) {
      if (element.dotDotDotToken !== undefined) {
        open = true;
        continue;
      }
      const name = this.#key(element);
      if (name === undefined) continue;
      taken.add(name);
      const symbol = type === undefined ? undefined : checker.getPropertyOfType(type, name);
      const doc = docs.find((each) => each.name === name);
      const entry = this.#entry(element, name, symbol, doc, position);
      if (entry !== undefined) entries.push(entry);
    }
    if (!open || type === undefined) return { entries, open };
    return { entries: [...entries, ...this.#restOf(type, taken, docs, position)], open };
  }

  #entry(
    element: ts.BindingElement,
    name: string,
    symbol: ts.Symbol | undefined,
    doc: DocParameter | undefined,
    position: number,
  ): SignatureInput | undefined {
    const { api, types } = this.#context;
    const fallback = this.#fallback(element.initializer);
    if (symbol === undefined && !api.isIdentifier(element.name)) {
      const schema = withDoc(this.#nested(element.name, fallback, doc?.children ?? [], position), doc);
      return { name, position, required: !fallback.present && doc?.optional !== true, schema };
    }
    const type = symbol === undefined ? this.#elementType(element) : this.#context.checker.getTypeOfSymbol(symbol);
    const converted = types.schemaOf(type);
    const optionalSymbol = symbol !== undefined && (symbol.flags & api.SymbolFlags.Optional) !== 0;
    const optional = fallback.present || optionalSymbol || doc?.optional === true || types.acceptsUndefined(type);
    if (converted === undefined && doc?.type === undefined) {
      this.opaque.push(name);
      return { name, position, required: !optional, schema: {}, opaque: true };
    }
    const described = symbol === undefined ? (converted ?? {}) : this.#symbolDoc(converted ?? {}, symbol);
    return { name, position, required: !optional, schema: withDoc(withDefault(described, fallback), doc) };
  }

  #restOf(
    type: ts.Type,
    taken: ReadonlySet<string>,
    docs: readonly DocParameter[],
    position: number,
  ): SignatureInput[] {
    const { api, checker, types } = this.#context;
    return checker.getPropertiesOfType(type).flatMap((symbol) => {
      const schema = taken.has(symbol.name) ? undefined : types.schemaOf(checker.getTypeOfSymbol(symbol));
      if (schema === undefined) return [];
      const required = (symbol.flags & api.SymbolFlags.Optional) === 0;
      const doc = docs.find((each) => each.name === symbol.name);
      return [{ name: symbol.name, position, required, schema: withDoc(this.#symbolDoc(schema, symbol), doc) }];
    });
  }

  /** A pattern inside an untyped pattern: its own shape is all that is known. */
  #nested(
    pattern: ts.BindingPattern,
    fallback: DefaultPart,
    docs: readonly DocParameter[],
    position: number,
  ): JsonSchema {
    const whole = fallback.value === undefined ? {} : { default: fallback.value };
    if (this.#context.api.isArrayBindingPattern(pattern)) return { ...this.#tuple(pattern), ...whole };
    const { entries, open } = this.#entries(pattern, undefined, docs, position);
    return { ...objectOfEntries(applyPatternDefault(entries, fallback), open), ...whole };
  }

  #tuple(pattern: ts.ArrayBindingPattern): JsonSchema {
    const { api } = this.#context;
    const prefixItems = pattern.elements.map((element) => {
      if (!api.isBindingElement(element) || element.dotDotDotToken !== undefined) return {};
      const title = api.isIdentifier(element.name) ? { title: element.name.text } : {};
      return { ...title, ...schemaOfDefault(this.#fallback(element.initializer).value) };
    });
    return { type: 'array', prefixItems };
  }

  #parameterName(name: ts.BindingName): string {
    const { api } = this.#context;
    if (api.isIdentifier(name)) return name.text;
    const elements = api.isArrayBindingPattern(name) ? name.elements : [];
    const base = tupleName(
      elements.map((element) =>
        api.isBindingElement(element) && api.isIdentifier(element.name) ? element.name.text : undefined,
      ),
    );
    const free = freeName(base, (candidate) => this.#names.has(candidate));
    this.#names.add(free);
    return free;
  }

  #key(element: ts.BindingElement): string | undefined {
    return propertyName(element.propertyName ?? element.name, this.#context.api);
  }

  #fallback(initializer: ts.Expression | undefined): DefaultPart {
    if (initializer === undefined) return { present: false, value: undefined };
    return { present: true, value: staticValue(initializer, this.#context) };
  }

  /** Is all that the checker knows of the parameter what its own pattern or default suggests? */
  #isUntyped(parameter: ts.ParameterDeclaration): boolean {
    const { api, checker } = this.#context;
    if (parameter.type !== undefined || api.getJSDocType(parameter) !== undefined) return false;
    const fn = this.#fn;
    const contextual =
      api.isArrowFunction(fn) || api.isFunctionExpression(fn) ? checker.getContextualType(fn) : undefined;
    return contextual === undefined || contextual.getCallSignatures().length === 0;
  }

  #typeOf(parameter: ts.ParameterDeclaration): ts.Type {
    return this.#context.checker.getTypeAtLocation(parameter);
  }

  #elementType(element: ts.BindingElement): ts.Type {
    return this.#context.checker.getTypeAtLocation(element.name);
  }

  #symbolDoc(schema: JsonSchema, symbol: ts.Symbol): JsonSchema {
    const { api, checker } = this.#context;
    const text = api.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
    return text === '' ? schema : { ...schema, description: text.replace(/^-\s+/, '') };
  }
}

function withDefault(schema: JsonSchema, fallback: DefaultPart): JsonSchema {
  if (fallback.value === undefined) return schema;
  const suggested = Object.keys(schema).length === 0 ? schemaOfDefault(fallback.value) : schema;
  return { ...suggested, default: fallback.value };
}

function asList(schema: JsonSchema, doc: DocParameter | undefined): JsonSchema {
  if (schema.type === 'array') return schema;
  const { description, ...items } = schema;
  const text = description ?? doc?.description;
  return { type: 'array', items, ...(text === undefined ? {} : { description: text }) };
}
