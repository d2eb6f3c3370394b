import { type JsonSchema, type JsonValue, setOwn } from '../../src/core/json-schema.js';
import { withNull } from '../join-unions.js';
import type { Compiler, ts } from './compiler.js';
import { commentOnLine } from './member-comment.js';

/** Bounds of the schema of one parameter or result: deeper types accept anything. */
const limits = { depth: 8, nodes: 300, properties: 150 } as const;

/** Types of the standard library and of the platforms that have one JSON form. */
const knownTypes: ReadonlyMap<string, JsonSchema> = new Map<string, JsonSchema>([
  ['Date', { type: 'string', format: 'date-time' }],
  ['URL', { type: 'string', format: 'uri' }],
  ['URLSearchParams', { type: 'string' }],
  ['RegExp', { type: 'string' }],
  ['String', { type: 'string' }],
  ['Number', { type: 'number' }],
  ['Boolean', { type: 'boolean' }],
  ['Object', { type: 'object' }],
  ['Buffer', { type: 'string', contentEncoding: 'base64' }],
  ['Uint8Array', { type: 'string', contentEncoding: 'base64' }],
  ['ArrayBuffer', { type: 'string', contentEncoding: 'base64' }],
  ['File', { type: 'string', contentEncoding: 'base64' }],
  ['Blob', { type: 'string', contentEncoding: 'base64' }],
  ['Error', { type: 'object', properties: { name: { type: 'string' }, message: { type: 'string' } } }],
]);

/** Types that carry a list of their first argument. */
const listTypes = new Set(['Set', 'ReadonlySet', 'Iterable', 'AsyncIterable', 'Iterator', 'AsyncIterator']);
const generatorTypes = new Set(['Generator', 'AsyncGenerator', 'IterableIterator', 'AsyncIterableIterator']);
const opaqueTypes = new Set([
  'AbortSignal',
  'Function',
  'Promise',
  'PromiseLike',
  'ReadableStream',
  'WritableStream',
  'WeakMap',
]);

/** Turns the checker's types into canonical JSON Schema. One instance serves one program. */
export class TypeSchemas {
  readonly #api: Compiler;
  readonly #checker: ts.TypeChecker;
  readonly #isLibrary: (file: ts.SourceFile) => boolean;
  #nodes = 0;

  constructor(api: Compiler, checker: ts.TypeChecker, isLibrary: (file: ts.SourceFile) => boolean) {
    this.#api = api;
    this.#checker = checker;
    this.#isLibrary = isLibrary;
  }

  /**
   * The schema of a type. Undefined: no JSON value is of that type (a callback, `undefined`, a symbol). `{}` where
   * the type cannot be computed. Always finite: a type inside itself is cut.
   */
  schemaOf(type: ts.Type): JsonSchema | undefined {
    this.#nodes = 0;
    return this.#convert(type, []);
  }

  /** Can the value be left out? */
  acceptsUndefined(type: ts.Type): boolean {
    const flags = this.#api.TypeFlags;
    if (type.flags & (flags.Undefined | flags.Void)) return true;
    return type.isUnion() && type.types.some((part) => (part.flags & (flags.Undefined | flags.Void)) !== 0);
  }

  /** What a call gives back: the type inside promises. */
  awaited(type: ts.Type): ts.Type {
    return this.#checker.getAwaitedType(type) ?? type;
  }

  #convert(type: ts.Type, above: readonly ts.Type[]): JsonSchema | undefined {
    const flags = this.#api.TypeFlags;
    if (type.flags & (flags.Undefined | flags.Void | flags.Never | flags.ESSymbolLike)) return undefined;
    if (type.flags & (flags.Any | flags.Unknown)) return {};
    if (type.flags & flags.Null) return { type: 'null' };
    const literal = this.#literal(type);
    if (literal !== undefined) return literal;
    if (type.isUnion()) return this.#union(type, above);
    if (type.flags & (flags.StringLike | flags.TemplateLiteral | flags.StringMapping)) return { type: 'string' };
    if (type.flags & flags.BigIntLike) return { type: 'integer' };
    if (type.flags & flags.NumberLike) return { type: 'number' };
    if (type.flags & flags.BooleanLike) return { type: 'boolean' };
    if (type.flags & flags.NonPrimitive) return { type: 'object' };
    if (type.flags & flags.Instantiable) return this.#constrained(type, above);
    if (type.isIntersection()) return this.#intersection(type, above);
    return type.flags & flags.Object ? this.#object(type, above) : {};
  }

  #literal(type: ts.Type): JsonSchema | undefined {
    const flags = this.#api.TypeFlags;
    if (type.isStringLiteral()) return { type: 'string', const: type.value };
    if (type.isNumberLiteral()) return { type: 'number', const: type.value };
    if (type.flags & flags.BooleanLiteral)
      return { type: 'boolean', const: this.#checker.typeToString(type) === 'true' };
    return undefined;
  }

  /** A type parameter, `keyof`, a conditional type: what it is at most. */
  #constrained(type: ts.Type, above: readonly ts.Type[]): JsonSchema {
    const constraint = this.#checker.getBaseConstraintOfType(type);
    if (constraint === undefined || constraint === type || above.length > limits.depth) return {};
    return this.#convert(constraint, above) ?? {};
  }

  #union(type: ts.UnionType, above: readonly ts.Type[]): JsonSchema | undefined {
    const branches: JsonSchema[] = [];
    for (const part of type.types) {
      const branch = this.#convert(part, above);
      if (branch !== undefined) branches.push(branch);
    }
    return joinUnion(branches, type.aliasSymbol?.name);
  }

  /** `string & { __brand }` is the string; a mix of objects has the properties of all. */
  #intersection(type: ts.IntersectionType, above: readonly ts.Type[]): JsonSchema | undefined {
    const flags = this.#api.TypeFlags;
    const primitive = type.types.find((part) => (part.flags & (flags.Object | flags.Instantiable)) === 0);
    return primitive === undefined ? this.#properties(type, above) : this.#convert(primitive, above);
  }

  #object(type: ts.Type, above: readonly ts.Type[]): JsonSchema | undefined {
    const name = type.symbol?.name;
    if (above.includes(type)) return cut('cycle', entityName(type));
    if (above.length >= limits.depth) return cut('depth', entityName(type));
    if (++this.#nodes > limits.nodes) return cut('nodes', entityName(type));
    const below = [...above, type];
    if (this.#checker.isTupleType(type)) return this.#tuple(type as ts.TupleTypeReference, below);
    if (this.#checker.isArrayType(type)) return { type: 'array', items: this.#argument(type, 0, below) };
    if (name !== undefined && this.#isForeign(type)) {
      const known = this.#foreign(type, name, below);
      if (known !== 'structure') return known;
    }
    if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0) return undefined;
    return this.#properties(type, above);
  }

  #foreign(type: ts.Type, name: string, below: readonly ts.Type[]): JsonSchema | undefined | 'structure' {
    const known = knownTypes.get(name);
    if (known !== undefined) return known;
    if (opaqueTypes.has(name)) return undefined;
    if (listTypes.has(name) || generatorTypes.has(name)) {
      const unique = name.endsWith('Set') ? { uniqueItems: true } : {};
      return { type: 'array', items: this.#argument(type, 0, below), ...unique };
    }
    if (name === 'Map' || name === 'ReadonlyMap')
      return { type: 'object', additionalProperties: additional(this.#argument(type, 1, below)) };
    // Mapped helpers of the library (Pick, Record, Partial) are structures of the caller's own types.
    return type.symbol.flags & this.#api.SymbolFlags.TypeLiteral ? 'structure' : {};
  }

  /** Is the type declared by the library rather than by the files that are read? */
  #isForeign(type: ts.Type): boolean {
    const declarations = type.symbol.declarations ?? [];
    return declarations.length > 0 && declarations.every((each) => this.#isLibrary(each.getSourceFile()));
  }

  #argument(type: ts.Type, index: number, below: readonly ts.Type[]): JsonSchema {
    const argument = this.#checker.getTypeArguments(type as ts.TypeReference)[index];
    return argument === undefined ? {} : (this.#convert(argument, below) ?? {});
  }

  #tuple(type: ts.TupleTypeReference, below: readonly ts.Type[]): JsonSchema {
    const elements = this.#checker.getTypeArguments(type);
    const fixed = type.target.elementFlags.findIndex((flag) => (flag & this.#api.ElementFlags.Variable) !== 0);
    const length = fixed === -1 ? elements.length : fixed;
    const rest = elements[length];
    return {
      type: 'array',
      prefixItems: elements.slice(0, length).map((element) => this.#convert(element, below) ?? {}),
      minItems: type.target.minLength,
      ...(rest === undefined ? { maxItems: length } : { items: this.#convert(rest, below) ?? {} }),
    };
  }

  #properties(type: ts.Type, above: readonly ts.Type[]): JsonSchema {
    const entity = entityName(type);
    const below = [...above, type];
    const properties: Record<string, JsonSchema> = {};
    const required: string[] = [];
    for (const symbol of this.#checker.getPropertiesOfType(type).slice(0, limits.properties)) {
      if (isHidden(symbol, this.#api)) continue;
      const propertyType = this.#checker.getTypeOfSymbol(symbol);
      const schema = this.#convert(propertyType, below);
      if (schema === undefined) continue;
      setOwn(properties, symbol.name, this.#described(schema, symbol));
      const optional = (symbol.flags & this.#api.SymbolFlags.Optional) !== 0;
      if (!optional && !this.acceptsUndefined(propertyType)) required.push(symbol.name);
    }
    const index = this.#checker.getIndexInfosOfType(type)[0];
    const values = index === undefined ? undefined : (this.#convert(index.type, below) ?? {});
    return {
      type: 'object',
      ...(Object.keys(properties).length === 0 && values !== undefined ? {} : { properties }),
      ...(required.length === 0 ? {} : { required }),
      ...(values === undefined ? {} : { additionalProperties: additional(values) }),
      ...(entity === undefined ? {} : { 'x-entity': entity }),
    };
  }

  #described(schema: JsonSchema, symbol: ts.Symbol): JsonSchema {
    const documented = this.#api.displayPartsToString(symbol.getDocumentationComment(this.#checker)).trim();
    const text = documented === '' ? commentOnLine(symbol.valueDeclaration, this.#api) : documented;
    return text === '' ? schema : { ...schema, description: text.replace(/^-\s+/, '') };
  }
}

function additional(values: JsonSchema): JsonSchema | boolean {
  return Object.keys(values).length === 0 ? true : values;
}

function cut(kind: NonNullable<JsonSchema['x-cut']>, entity: string | undefined): JsonSchema {
  return { type: 'object', ...(entity === undefined ? {} : { 'x-entity': entity }), 'x-cut': kind };
}

/** Name of an interface, class or alias; undefined for a type that is written in place. */
function entityName(type: ts.Type): string | undefined {
  // An alias with arguments (`Patch<Guest>`) is a way to change a type, not a thing of its own.
  const alias = type.aliasTypeArguments === undefined ? type.aliasSymbol?.name : undefined;
  const name = alias ?? type.symbol?.name;
  return name === undefined || name.startsWith('__') || utilityTypes.has(name) ? undefined : name;
}

const utilityTypes = new Set(['Record', 'Partial', 'Required', 'Readonly', 'Pick', 'Omit', 'Exclude', 'Extract']);

function isHidden(symbol: ts.Symbol, api: Compiler): boolean {
  if (symbol.name.startsWith('__@') || symbol.name.startsWith('__#')) return true;
  const hiding = api.ModifierFlags.Private | api.ModifierFlags.Protected;
  return (symbol.declarations ?? []).some((each) => (api.getCombinedModifierFlags(each) & hiding) !== 0);
}

/**
 * Joins the branches of a union: literals into one `enum`, `true` and `false` into a boolean, `null` into the type,
 * scalars of one type into the widest of them, scalars of several types into a list of types.
 */
export function joinUnion(branches: readonly JsonSchema[], entity?: string): JsonSchema | undefined {
  const nullable = branches.some((branch) => branch.type === 'null');
  const rest = branches.filter((branch) => branch.type !== 'null');
  if (rest.some((branch) => Object.keys(branch).length === 0)) return {};
  const joined = joinRest(rest);
  if (joined === undefined) return nullable ? { type: 'null' } : undefined;
  const named =
    entity !== undefined && joined.enum === undefined && joined.anyOf !== undefined
      ? { ...joined, 'x-entity': entity }
      : joined;
  if (!nullable) return named;
  return named.anyOf === undefined ? withNull(named) : { ...named, anyOf: [...named.anyOf, { type: 'null' }] };
}

function joinRest(branches: readonly JsonSchema[]): JsonSchema | undefined {
  const wide = new Map<string, JsonSchema>();
  const literals: JsonValue[] = [];
  const complex: JsonSchema[] = [];
  for (const branch of branches) {
    if (branch.const !== undefined) literals.push(branch.const);
    else if (branch.enum !== undefined && branch.type !== 'object') literals.push(...branch.enum);
    else if (isScalar(branch))
      wide.set(branch.type, wide.has(branch.type) || branch.format === undefined ? { type: branch.type } : branch);
    else if (!complex.some((other) => JSON.stringify(other) === JSON.stringify(branch))) complex.push(branch);
  }
  if (literals.includes(true) && literals.includes(false)) wide.set('boolean', { type: 'boolean' });
  const narrow = literals.filter((value) => !wide.has(typeof value));
  const scalars = [...wide.values()];
  const parts = [...complex, ...(narrow.length === 0 ? [] : [enumOf(narrow)]), ...plainTypes(scalars)];
  return parts.length <= 1 ? parts[0] : { anyOf: parts };
}

function isScalar(schema: JsonSchema): schema is JsonSchema & { type: string } {
  return typeof schema.type === 'string' && schema.type !== 'object' && schema.type !== 'array';
}

function plainTypes(scalars: readonly JsonSchema[]): JsonSchema[] {
  const plain = scalars.filter((schema) => Object.keys(schema).length === 1);
  const rest = scalars.filter((schema) => Object.keys(schema).length > 1);
  if (plain.length < 2) return [...rest, ...plain];
  return [...rest, { type: plain.map((schema) => schema.type as string) }];
}

function enumOf(values: readonly JsonValue[]): JsonSchema {
  const unique = [...new Set(values)];
  const types = [...new Set(unique.map((value) => typeof value as string))];
  const [only] = types;
  return { ...(types.length === 1 && only !== undefined ? { type: only } : { type: types }), enum: unique };
}
