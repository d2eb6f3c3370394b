import { canonicalSchema, isRecord, type JsonSchema, type JsonValue, setOwn } from '../../src/core/json-schema.js';
import { collapseUnions, withNull } from '../join-unions.js';
import type { ts } from './compiler.js';
import { constantInitializer, type ExpressionScope, propertyName, staticValue, withoutWrapping } from './literals.js';

/** A schema read from an expression, and whether a value of it may be left out. */
interface Read {
  readonly schema: JsonSchema;
  readonly optional: boolean;
  /** What the value is after transforms, where that differs and is known. */
  readonly output?: JsonSchema;
}

/** What could not be read of an expression. */
export type ReportUnread = (what: string) => void;

const maxDepth = 30;

/**
 * The JSON Schema of an expression: an object literal that is JSON Schema, a Zod expression, or either of them inside
 * the wrappers the SDKs have (`jsonSchema()`, `zodSchema()`). A part that is not static accepts anything and is
 * reported; undefined when nothing of it can be read. Nothing is run.
 */
export function schemaOfExpression(
  node: ts.Expression,
  scope: ExpressionScope,
  report: ReportUnread,
): JsonSchema | undefined {
  const reader = new SchemaReader(scope, report);
  const read = reader.read(node, 0);
  return read === undefined ? undefined : collapseUnions(read.schema);
}

class SchemaReader {
  readonly #scope: ExpressionScope;
  readonly #report: ReportUnread;

  constructor(scope: ExpressionScope, report: ReportUnread) {
    this.#scope = scope;
    this.#report = report;
  }

  read(node: ts.Expression, depth: number): Read | undefined {
    const { api } = this.#scope;
    const plain = withoutWrapping(node, api);
    if (depth > maxDepth) return undefined;
    if (api.isIdentifier(plain)) {
      const initializer = constantInitializer(plain, this.#scope);
      return initializer === undefined ? undefined : this.read(initializer, depth + 1);
    }
    if (api.isObjectLiteralExpression(plain)) return this.#objectLiteral(plain, depth);
    if (api.isPropertyAccessExpression(plain)) return this.#shapeMember(plain, depth);
    return api.isCallExpression(plain) ? this.#call(plain, depth) : undefined;
  }

  /** JSON Schema as a literal, or a bare record of field schemas (`{ id: z.string() }`). */
  #objectLiteral(node: ts.ObjectLiteralExpression, depth: number): Read | undefined {
    const value = staticValue(node, this.#scope);
    if (isRecord(value)) return { schema: canonicalSchema(value), optional: false };
    const fields = this.#fields(node, depth);
    return fields.some(([, read]) => read !== undefined) ? { schema: objectOf(fields), optional: false } : undefined;
  }

  #call(node: ts.CallExpression, depth: number): Read | undefined {
    const { api } = this.#scope;
    const [first] = node.arguments;
    const callee = node.expression;
    if (api.isIdentifier(callee)) {
      const wrapper = /^(?:jsonSchema|zodSchema|toStandardJsonSchema|fromJsonSchema|zodToJsonSchema)$/.test(
        callee.text,
      );
      return wrapper && first !== undefined ? this.read(first, depth + 1) : undefined;
    }
    if (!api.isPropertyAccessExpression(callee)) return undefined;
    const method = callee.name.text;
    if (this.#isNamespace(callee.expression)) return this.#construct(method, node, callee.expression, depth);
    const base = this.read(callee.expression, depth + 1);
    return base === undefined ? undefined : this.#refine(base, method, node, depth);
  }

  /** Is it `z`, `z.coerce` or `z.iso`, under whatever name the library was imported? */
  #isNamespace(node: ts.Expression): boolean {
    const { api, checker } = this.#scope;
    if (api.isPropertyAccessExpression(node))
      return ['coerce', 'iso'].includes(node.name.text) && this.#isNamespace(node.expression);
    if (!api.isIdentifier(node)) return false;
    const declaration = checker.getSymbolAtLocation(node)?.declarations?.[0];
    if (declaration === undefined) return node.text === 'z';
    const from = importedFrom(declaration, this.#scope);
    return from !== undefined && /^zod(?:\/|$)/.test(from);
  }

  #construct(name: string, node: ts.CallExpression, namespace: ts.Expression, depth: number): Read | undefined {
    const { api } = this.#scope;
    const [first, second] = node.arguments;
    const iso = api.isPropertyAccessExpression(namespace) && namespace.name.text === 'iso';
    if (iso) return plainRead({ type: 'string', format: isoFormats.get(name) ?? name });
    const simple = simpleTypes.get(name);
    if (simple !== undefined) return plainRead(simple);
    switch (name) {
      case 'object':
      case 'strictObject':
      case 'looseObject':
      case 'interface':
        return this.#object(name, first, depth);
      case 'array':
      case 'set':
        return plainRead({
          type: 'array',
          items: this.#inner(first, depth),
          ...(name === 'set' ? { uniqueItems: true } : {}),
        });
      case 'tuple':
        return plainRead({ type: 'array', prefixItems: this.#list(first).map((each) => this.#inner(each, depth)) });
      case 'record':
      case 'partialRecord':
      case 'map':
        return this.#record(second ?? first, depth);
      case 'enum':
      case 'nativeEnum':
        return this.#enum(first);
      case 'literal':
        return this.#literal(first);
      case 'union':
      case 'discriminatedUnion':
        return this.#union(this.#list(name === 'union' ? first : second), depth);
      case 'intersection':
        return this.#both(first, second, depth);
      case 'optional':
      case 'nullable':
      case 'nullish': {
        const base = first === undefined ? undefined : this.read(first, depth + 1);
        return base === undefined ? undefined : this.#refine(base, name, undefined, depth);
      }
      case 'preprocess':
        return plainRead(this.#inner(second, depth));
      case 'lazy':
        return this.#lazy(first, depth);
      case 'undefined':
      case 'function':
      case 'void':
      case 'symbol':
        this.#report(`z.${name}()`);
        return { schema: {}, optional: true };
      default:
        this.#report(`z.${name}()`);
        return plainRead({});
    }
  }

  #object(kind: string, shape: ts.Expression | undefined, depth: number): Read | undefined {
    const { api } = this.#scope;
    const literal = shape === undefined ? undefined : this.#resolved(shape);
    if (literal === undefined || !api.isObjectLiteralExpression(literal)) {
      this.#report('an object whose shape is computed');
      return plainRead({ type: 'object', additionalProperties: true });
    }
    const schema = objectOf(this.#fields(literal, depth));
    if (kind === 'strictObject') return plainRead({ ...schema, additionalProperties: false });
    return plainRead(kind === 'looseObject' ? { ...schema, additionalProperties: true } : schema);
  }

  #fields(node: ts.ObjectLiteralExpression, depth: number): [string, Read | undefined][] {
    const { api } = this.#scope;
    const fields: [string, Read | undefined][] = [];
    for (const property of node.properties) {
      if (api.isSpreadAssignment(property)) fields.push(...this.#spread(property.expression, depth));
      const name = propertyName(property.name, api);
      if (name === undefined) continue;
      const expression = api.isPropertyAssignment(property)
        ? property.initializer
        : api.isShorthandPropertyAssignment(property)
          ? property.name
          : api.isGetAccessorDeclaration(property)
            ? returned(property.body, this.#scope)
            : undefined;
      const read = expression === undefined ? undefined : this.read(expression, depth + 1);
      if (read === undefined) this.#report(`the field ${JSON.stringify(name)}`);
      fields.push([name, read]);
    }
    return fields;
  }

  /** `...base.shape` or `...fields`. */
  #spread(node: ts.Expression, depth: number): [string, Read | undefined][] {
    const { api } = this.#scope;
    if (api.isPropertyAccessExpression(node) && node.name.text === 'shape') {
      const base = this.read(node.expression, depth + 1);
      return base === undefined ? [] : fieldsOf(base.schema);
    }
    const literal = this.#resolved(node);
    if (literal !== undefined && api.isObjectLiteralExpression(literal)) return this.#fields(literal, depth + 1);
    this.#report('a spread that is computed');
    return [];
  }

  /** `base.shape.field`. */
  #shapeMember(node: ts.PropertyAccessExpression, depth: number): Read | undefined {
    const holder = node.expression;
    if (!this.#scope.api.isPropertyAccessExpression(holder) || holder.name.text !== 'shape') return undefined;
    const base = this.read(holder.expression, depth + 1);
    return base === undefined ? undefined : fieldsOf(base.schema).find(([name]) => name === node.name.text)?.[1];
  }

  #record(values: ts.Expression | undefined, depth: number): Read {
    const inner = this.#inner(values, depth);
    return plainRead({ type: 'object', additionalProperties: Object.keys(inner).length === 0 ? true : inner });
  }

  #enum(argument: ts.Expression | undefined): Read {
    const value = argument === undefined ? undefined : staticValue(argument, this.#scope);
    const values = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : this.#enumMembers(argument);
    if (values.length === 0) {
      this.#report('an enum whose values are computed');
      return plainRead({ type: 'string' });
    }
    return plainRead(enumSchema(values as JsonValue[]));
  }

  /** The values of a TypeScript enum. */
  #enumMembers(argument: ts.Expression | undefined): JsonValue[] {
    const { api, checker } = this.#scope;
    const declaration = argument === undefined ? undefined : checker.getSymbolAtLocation(argument)?.valueDeclaration;
    if (declaration === undefined || !api.isEnumDeclaration(declaration)) return [];
    return declaration.members.flatMap((member) => checker.getConstantValue(member) ?? []);
  }

  #literal(argument: ts.Expression | undefined): Read {
    const value = argument === undefined ? undefined : staticValue(argument, this.#scope);
    if (value === undefined) {
      this.#report('a literal that is computed');
      return plainRead({});
    }
    if (value === null) return plainRead({ type: 'null' });
    return plainRead(Array.isArray(value) ? enumSchema(value) : { type: typeof value, const: value });
  }

  #union(branches: readonly ts.Expression[], depth: number): Read {
    return plainRead({ anyOf: branches.map((branch) => this.#inner(branch, depth)) });
  }

  #both(first: ts.Expression | undefined, second: ts.Expression | undefined, depth: number): Read {
    return plainRead(merged(this.#inner(first, depth), this.#inner(second, depth)));
  }

  #lazy(argument: ts.Expression | undefined, depth: number): Read {
    const { api } = this.#scope;
    const body = argument !== undefined && api.isArrowFunction(argument) ? argument.body : undefined;
    if (body === undefined || !api.isIdentifier(body)) return plainRead(this.#inner(body as ts.Expression, depth));
    return plainRead({ 'x-entity': body.text, 'x-cut': 'cycle' });
  }

  #refine(base: Read, method: string, call: ts.CallExpression | undefined, depth: number): Read {
    const argument = call?.arguments[0];
    const { schema } = base;
    switch (method) {
      case 'optional':
      case 'exactOptional':
        return { ...base, optional: true };
      case 'nullish':
        return { schema: nullable(schema), optional: true };
      case 'nullable':
        return { ...base, schema: nullable(schema) };
      case 'default':
      case 'prefault':
      case 'catch':
        return {
          schema: withDefault(schema, argument === undefined ? undefined : staticValue(argument, this.#scope)),
          optional: true,
        };
      case 'describe':
        return this.#described(base, argument);
      case 'meta':
        return this.#meta(base, argument);
      case 'array':
        return plainRead({ type: 'array', items: schema });
      case 'or':
        return plainRead({ anyOf: [schema, this.#inner(argument, depth)] });
      case 'and':
      case 'merge':
        return { ...base, schema: merged(schema, this.#inner(argument, depth)) };
      case 'extend':
      case 'safeExtend':
        return { ...base, schema: this.#extended(schema, argument, depth) };
      case 'pick':
      case 'omit':
      case 'partial':
      case 'required':
        return { ...base, schema: this.#selected(schema, method, argument) };
      case 'strict':
        return { ...base, schema: { ...schema, additionalProperties: false } };
      case 'passthrough':
      case 'loose':
        return { ...base, schema: { ...schema, additionalProperties: true } };
      case 'unwrap':
        return { schema, optional: false };
      default:
        return { ...base, schema: { ...schema, ...this.#bounds(schema, method, argument) } };
    }
  }

  #described(base: Read, argument: ts.Expression | undefined): Read {
    const text = argument === undefined ? undefined : staticValue(argument, this.#scope);
    return typeof text === 'string' ? { ...base, schema: { ...base.schema, description: text } } : base;
  }

  #meta(base: Read, argument: ts.Expression | undefined): Read {
    const value = argument === undefined ? undefined : staticValue(argument, this.#scope);
    if (!isRecord(value)) return base;
    const text = (key: string): object => (typeof value[key] === 'string' ? { [key]: value[key] } : {});
    return { ...base, schema: { ...base.schema, ...text('description'), ...text('title') } };
  }

  #extended(schema: JsonSchema, argument: ts.Expression | undefined, depth: number): JsonSchema {
    const literal = argument === undefined ? undefined : this.#resolved(argument);
    if (literal === undefined || !this.#scope.api.isObjectLiteralExpression(literal)) {
      this.#report('an extension that is computed');
      return schema;
    }
    const replaced = new Map([...fieldsOf(schema), ...this.#fields(literal, depth)]);
    return { ...schema, ...objectOf([...replaced]) };
  }

  #selected(schema: JsonSchema, method: string, argument: ts.Expression | undefined): JsonSchema {
    const mask = argument === undefined ? undefined : staticValue(argument, this.#scope);
    const named = isRecord(mask) ? new Set(Object.keys(mask)) : undefined;
    const fields = fieldsOf(schema).filter(([name]) => {
      if (named === undefined || method === 'partial' || method === 'required') return true;
      return method === 'pick' ? named.has(name) : !named.has(name);
    });
    const changed = fields.map(([name, read]): [string, Read | undefined] => {
      const touched = (method === 'partial' || method === 'required') && (named?.has(name) ?? true);
      return [name, touched && read !== undefined ? { ...read, optional: method === 'partial' } : read];
    });
    const { required: _replaced, ...rest } = schema;
    return { ...rest, ...objectOf(changed) };
  }

  /** Bounds and formats that a method adds; refinements and transforms leave the input side as it is. */
  #bounds(schema: JsonSchema, method: string, argument: ts.Expression | undefined): JsonSchema {
    const format = stringFormats.get(method);
    if (format !== undefined && schema.type === 'string') return { format };
    const value = argument === undefined ? undefined : staticValue(argument, this.#scope);
    const size = schema.type === 'string' ? 'Length' : schema.type === 'array' ? 'Items' : undefined;
    switch (method) {
      case 'int':
      case 'safe':
        return { type: 'integer' };
      case 'positive':
        return { exclusiveMinimum: 0 };
      case 'nonnegative':
        return { minimum: 0 };
      case 'negative':
        return { exclusiveMaximum: 0 };
      case 'nonpositive':
        return { maximum: 0 };
      case 'nonempty':
        return size === 'Length' ? { minLength: 1 } : { minItems: 1 };
      case 'date':
      case 'time':
      case 'datetime':
        return schema.type === 'string' ? { format: isoFormats.get(method) ?? method } : {};
    }
    if (typeof value !== 'number') return {};
    switch (method) {
      case 'min':
      case 'gte':
        return size === undefined ? { minimum: value } : { [`min${size}`]: value };
      case 'max':
      case 'lte':
        return size === undefined ? { maximum: value } : { [`max${size}`]: value };
      case 'length':
        return size === undefined ? {} : { [`min${size}`]: value, [`max${size}`]: value };
      case 'gt':
        return { exclusiveMinimum: value };
      case 'lt':
        return { exclusiveMaximum: value };
      case 'multipleOf':
      case 'step':
        return { multipleOf: value };
    }
    return {};
  }

  #inner(node: ts.Expression | undefined, depth: number): JsonSchema {
    const read = node === undefined ? undefined : this.read(node, depth + 1);
    if (read === undefined) this.#report('a part that is computed');
    return read?.schema ?? {};
  }

  #list(node: ts.Expression | undefined): readonly ts.Expression[] {
    const literal = node === undefined ? undefined : this.#resolved(node);
    return literal !== undefined && this.#scope.api.isArrayLiteralExpression(literal) ? literal.elements : [];
  }

  #resolved(node: ts.Expression): ts.Expression | undefined {
    const plain = withoutWrapping(node, this.#scope.api);
    if (!this.#scope.api.isIdentifier(plain)) return plain;
    const initializer = constantInitializer(plain, this.#scope);
    return initializer === undefined ? undefined : withoutWrapping(initializer, this.#scope.api);
  }
}

const simpleTypes: ReadonlyMap<string, JsonSchema> = new Map<string, JsonSchema>([
  ['string', { type: 'string' }],
  ['number', { type: 'number' }],
  ['int', { type: 'integer' }],
  ['int32', { type: 'integer' }],
  ['bigint', { type: 'integer' }],
  ['float32', { type: 'number' }],
  ['float64', { type: 'number' }],
  ['boolean', { type: 'boolean' }],
  ['stringbool', { type: 'string' }],
  ['date', { type: 'string', format: 'date-time' }],
  ['null', { type: 'null' }],
  ['any', {}],
  ['unknown', {}],
  ['json', {}],
  ['email', { type: 'string', format: 'email' }],
  ['url', { type: 'string', format: 'uri' }],
  ['uuid', { type: 'string', format: 'uuid' }],
  ['guid', { type: 'string', format: 'uuid' }],
  ['ipv4', { type: 'string', format: 'ipv4' }],
  ['ipv6', { type: 'string', format: 'ipv6' }],
  ['base64', { type: 'string', contentEncoding: 'base64' }],
  ['cuid', { type: 'string' }],
  ['cuid2', { type: 'string' }],
  ['ulid', { type: 'string' }],
  ['nanoid', { type: 'string' }],
  ['jwt', { type: 'string' }],
  ['templateLiteral', { type: 'string' }],
]);

const stringFormats: ReadonlyMap<string, string> = new Map([
  ['email', 'email'],
  ['url', 'uri'],
  ['uuid', 'uuid'],
  ['guid', 'uuid'],
  ['ipv4', 'ipv4'],
  ['ipv6', 'ipv6'],
]);

const isoFormats: ReadonlyMap<string, string> = new Map([['datetime', 'date-time']]);

function plainRead(schema: JsonSchema): Read {
  return { schema, optional: false };
}

function objectOf(fields: readonly (readonly [string, Read | undefined])[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const [name, read] of fields) setOwn(properties, name, read?.schema ?? {});
  const required = fields.filter(([, read]) => read?.optional !== true).map(([name]) => name);
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

function fieldsOf(schema: JsonSchema): [string, Read][] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    { schema: property, optional: !required.has(name) },
  ]);
}

function merged(first: JsonSchema, second: JsonSchema): JsonSchema {
  const fields = new Map([...fieldsOf(first), ...fieldsOf(second)]);
  return { ...first, ...second, ...objectOf([...fields]) };
}

function enumSchema(values: readonly JsonValue[]): JsonSchema {
  const types = [...new Set(values.map((value) => typeof value as string))];
  const [only] = types;
  return { ...(types.length === 1 && only !== undefined ? { type: only } : {}), enum: [...new Set(values)] };
}

function nullable(schema: JsonSchema): JsonSchema {
  return schema.anyOf === undefined ? withNull(schema) : { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
}

function withDefault(schema: JsonSchema, value: JsonValue | undefined): JsonSchema {
  return value === undefined ? schema : { ...schema, default: value };
}

/** The module an import declaration names. */
function importedFrom(declaration: ts.Declaration, { api }: ExpressionScope): string | undefined {
  for (let node: ts.Node | undefined = declaration; node !== undefined; node = node.parent) {
    if (api.isImportDeclaration(node))
      return api.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : undefined;
    if (api.isVariableDeclaration(node)) return requiredModule(node.initializer, { api });
  }
  return undefined;
}

function requiredModule(node: ts.Expression | undefined, { api }: Pick<ExpressionScope, 'api'>): string | undefined {
  const call = node !== undefined && api.isPropertyAccessExpression(node) ? node.expression : node;
  if (call === undefined || !api.isCallExpression(call) || !api.isIdentifier(call.expression)) return undefined;
  const [argument] = call.arguments;
  return call.expression.text === 'require' && argument !== undefined && api.isStringLiteral(argument)
    ? argument.text
    : undefined;
}

/** What a getter body returns, when it is one return statement. */
function returned(body: ts.Block | undefined, { api }: ExpressionScope): ts.Expression | undefined {
  const [statement] = body?.statements ?? [];
  return statement !== undefined && api.isReturnStatement(statement) ? statement.expression : undefined;
}
