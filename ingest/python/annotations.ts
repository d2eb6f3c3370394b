import { setOwn } from '../../src/core/json-schema.js';
import { applyMarker } from './annotation-markers.js';
import { classSchema, functionalClassSchema, typeParametersOf } from './classes.js';
import { readConstraints, withOptions } from './field-options.js';
import { parseExpression } from './parse.js';
import type { ModuleScope } from './scope.js';
import { enumMembers, staticValue } from './static-values.js';
import { lastName, type PyCall, type PyExpression, positionalArguments } from './syntax-tree.js';
import {
  arrayTypes, callableTypes, hostMarkers, hostTypes, namedTypes, objectTypes, openTypes, type RawSchema, streamTypes, transparentTypes,
} from './type-names.js'; // biome-ignore format: one list
import type { ImportResolver, TypeEnvironment, TypeReader, TypeReading } from './type-reading.js';
import { enumSchema, unionSchema } from './union-schema.js';

const maxDepth = 24;

/**
 * Reads type expressions as JSON Schema. Classes become entries of `definitions`, referred to by `$ref`, so that
 * recursive types stay finite and a type keeps its name; `canonicalSchema` expands them.
 */
export class AnnotationReader implements TypeReader {
  /** Named types met so far, for `canonicalSchema({ …, $defs })`. */
  readonly definitions: Record<string, RawSchema> = {};
  readonly #resolve: ImportResolver;
  readonly #names = new Map<string, string>();
  readonly #openAliases = new Set<string>();

  constructor(resolve: ImportResolver) {
    this.#resolve = resolve;
  }

  read(expression: PyExpression, environment: TypeEnvironment, depth = 0): TypeReading {
    if (depth > maxDepth) return { schema: {} };
    switch (expression.kind) {
      case 'string': {
        const parsed = parseExpression(expression.value);
        return parsed === undefined || parsed.kind === 'string'
          ? { schema: {} }
          : this.read(parsed, environment, depth + 1);
      }
      case 'none':
        return { schema: { type: 'null' } };
      case 'name':
      case 'attribute':
        return this.#named(expression, environment, depth);
      case 'subscript':
        return this.#generic(expression, environment, depth);
      case 'binary':
        return expression.operator === '|' ? this.#union(unionMembers(expression), environment, depth) : { schema: {} };
      case 'call':
        return this.#call(expression, environment, depth);
      default:
        return { schema: {} };
    }
  }

  #named(expression: PyExpression, environment: TypeEnvironment, depth: number): TypeReading {
    const { scope } = environment;
    if (expression.kind === 'name') {
      const bound = environment.bound?.get(expression.name);
      if (bound !== undefined) return { schema: bound };
      const local = this.#local(expression.name, environment, depth);
      if (local !== undefined) return local;
    }
    const qualified = scope.qualifiedName(expression) ?? lastName(expression) ?? '';
    const found = this.#resolve(qualified, scope);
    if (found !== undefined) {
      const elsewhere = this.#local(found.name, { scope: found.scope }, depth);
      if (elsewhere !== undefined) return elsewhere;
    }
    const name = qualified.split('.').at(-1) as string;
    if (hostTypes.has(name)) return { schema: {}, injected: true };
    if (callableTypes.has(name)) return { schema: {}, unwritable: true };
    const known = namedTypes.get(name);
    if (known !== undefined) return { schema: { ...known } };
    if (openTypes.has(name) || !/^_?\p{Lu}.*\p{Ll}/u.test(name)) return { schema: {} };
    return { schema: this.#reference(`?:${name}`, name, () => ({})), unknownName: name };
  }

  /** A name that its file defines: class, alias, NewType, TypeVar. */
  #local(name: string, environment: TypeEnvironment, depth: number): TypeReading | undefined {
    const { scope } = environment;
    const definition = scope.classes.get(name);
    if (definition !== undefined) {
      const key = `${scope.module}:${name}`;
      return { schema: this.#reference(key, name, () => classSchema(definition, this, { scope })) };
    }
    const alias = scope.aliases.get(name) ?? scope.constants.get(name);
    if (alias === undefined) return undefined;
    const key = `${scope.module}:${name}`;
    if (this.#openAliases.has(key)) return { schema: {} }; // an alias that contains itself
    if (alias.kind === 'call') return this.#definedByCall(name, alias, environment, depth);
    if (!isTypeLike(alias, scope.aliases.has(name))) return undefined;
    this.#openAliases.add(key);
    const reading = this.read(alias, { scope }, depth + 1);
    this.#openAliases.delete(key);
    return reading;
  }

  /** `X = NewType("X", int)`, `T = TypeVar("T", bound=…)`, and classes made by a call. */
  #definedByCall(name: string, call: PyCall, environment: TypeEnvironment, depth: number): TypeReading {
    const callee = lastName(call.callee) ?? '';
    const args = positionalArguments(call);
    if (callee === 'NewType')
      return args[1] === undefined ? { schema: {} } : this.read(args[1], environment, depth + 1);
    if (callee === 'TypeVar') {
      const bound = call.args.find((argument) => argument.name === 'bound')?.value;
      if (bound !== undefined) return this.read(bound, environment, depth + 1);
      return args.length > 1 ? this.#union(args.slice(1), environment, depth) : { schema: {} };
    }
    if (enumMembers(name, environment.scope) !== undefined) {
      const values = [...(enumMembers(name, environment.scope)?.values() ?? [])];
      return { schema: this.#reference(`${environment.scope.module}:${name}`, name, () => enumSchema(values)) };
    }
    if (callee === 'NamedTuple' || callee === 'TypedDict' || callee === 'namedtuple' || callee === 'create_model') {
      const key = `${environment.scope.module}:${name}`;
      return { schema: this.#reference(key, name, () => functionalClassSchema(call, this, environment)) };
    }
    return { schema: {} };
  }

  #generic(
    expression: Extract<PyExpression, { kind: 'subscript' }>,
    environment: TypeEnvironment,
    depth: number,
  ): TypeReading {
    const local = this.#genericClass(expression, environment, depth);
    if (local !== undefined) return local;
    const qualified = environment.scope.qualifiedName(expression.value) ?? '';
    const name = qualified.split('.').at(-1) ?? '';
    const items =
      expression.items.length === 1 && expression.items[0]?.kind === 'tuple'
        ? expression.items[0].items
        : expression.items;
    const first = items[0];
    const last = items.at(-1);
    if (first === undefined || last === undefined) return { schema: {} };
    if (name === 'Optional') return this.#union([first, { kind: 'none' }], environment, depth);
    if (name === 'Union') return this.#union(items, environment, depth);
    if (name === 'Literal') return { schema: this.#literal(items, environment.scope) };
    if (name === 'Annotated') return this.#annotated(first, items.slice(1), environment, depth);
    if (name === 'Required' || name === 'NotRequired')
      return { ...this.read(first, environment, depth + 1), presence: name === 'Required' ? 'required' : 'optional' };
    if (hostTypes.has(name)) return { schema: {}, injected: true };
    if (callableTypes.has(name)) return { schema: {}, unwritable: true };
    if (transparentTypes.has(name)) return this.read(name === 'Coroutine' ? last : first, environment, depth + 1);
    if (name === 'tuple' || name === 'Tuple') return { schema: this.#tuple(items, environment, depth) };
    if (arrayTypes.has(name) || streamTypes.has(name))
      return {
        schema: {
          ...namedTypes.get(name),
          items: this.read(streamTypes.has(name) ? first : last, environment, depth + 1).schema,
        },
      };
    if (objectTypes.has(name)) return { schema: this.#mapping(last, environment, depth) };
    if (name === 'Counter') return { schema: { type: 'object', additionalProperties: { type: 'integer' } } };
    if (name === 'TypeGuard' || name === 'TypeIs') return { schema: { type: 'boolean' } };
    return this.#named(expression.value, environment, depth);
  }

  /** `Page[Item]` of a generic class in reach. */
  #genericClass(
    expression: Extract<PyExpression, { kind: 'subscript' }>,
    environment: TypeEnvironment,
    depth: number,
  ): TypeReading | undefined {
    if (expression.value.kind !== 'name') return undefined;
    const name = expression.value.name;
    const found = environment.scope.classes.has(name)
      ? { scope: environment.scope, name }
      : this.#resolve(environment.scope.qualifiedName(expression.value) ?? name, environment.scope);
    const definition = found?.scope.classes.get(found.name);
    if (found === undefined || definition === undefined) return undefined;
    const parameters = typeParametersOf(definition);
    if (parameters.length === 0) return this.#named(expression.value, environment, depth);
    const readings = expression.items.map((item) => this.read(item, environment, depth + 1).schema);
    const bound = new Map(parameters.map((parameter, index) => [parameter, readings[index] ?? {}] as const));
    const key = `${found.scope.module}:${found.name}${JSON.stringify(readings)}`;
    if (key.length > 4000) return this.#named(expression.value, environment, depth); // a type that grows with each turn
    const label = `${found.name}[${expression.items.map((item) => lastName(item) ?? '…').join(', ')}]`;
    return { schema: this.#reference(key, label, () => classSchema(definition, this, { scope: found.scope, bound })) };
  }

  #union(members: readonly PyExpression[], environment: TypeEnvironment, depth: number): TypeReading {
    const readings = members.map((member) => this.read(member, environment, depth + 1));
    if (readings.some((reading) => reading.injected)) return { schema: {}, injected: true };
    const written = readings.filter((reading) => !reading.unwritable);
    const values = written.filter((reading) => reading.schema['type'] !== 'null');
    if (values.length === 0 && written.length < readings.length) return { schema: {}, unwritable: true };
    const only = values.length === 1 ? values[0] : undefined;
    const extras = only === undefined ? {} : { ...only };
    return { ...extras, schema: unionSchema(written.map((reading) => reading.schema)) };
  }

  #literal(items: readonly PyExpression[], scope: ModuleScope): RawSchema {
    const values: unknown[] = [];
    for (const item of items) {
      if (item.kind === 'subscript' && lastName(item.value) === 'Literal') {
        const inner = this.#literal(item.items, scope)['enum'];
        if (Array.isArray(inner)) values.push(...(inner as unknown[]));
        continue;
      }
      const nested =
        item.kind === 'name' ? (scope.aliases.get(item.name) ?? scope.constants.get(item.name)) : undefined;
      const found = nested?.kind === 'subscript' ? undefined : staticValue(item, scope);
      if (found !== undefined) values.push(found.value);
      else if (nested?.kind === 'subscript')
        values.push(...((this.#literal(nested.items, scope)['enum'] as unknown[] | undefined) ?? []));
    }
    return enumSchema(values);
  }

  #annotated(
    type: PyExpression,
    markers: readonly PyExpression[],
    environment: TypeEnvironment,
    depth: number,
  ): TypeReading {
    let reading = this.read(type, environment, depth + 1);
    for (const marker of markers) reading = applyMarker(reading, marker, environment.scope);
    return reading;
  }

  #tuple(items: readonly PyExpression[], environment: TypeEnvironment, depth: number): RawSchema {
    const first = items[0] as PyExpression;
    if (items.length === 2 && items[1]?.kind === 'ellipsis')
      return { type: 'array', items: this.read(first, environment, depth + 1).schema };
    if (items.some((item) => item.kind === 'ellipsis' || item.kind === 'starred')) return { type: 'array', items: {} };
    if (first.kind === 'tuple') return { type: 'array', items: {}, maxItems: 0 };
    return {
      type: 'array',
      prefixItems: items.map((item) => this.read(item, environment, depth + 1).schema),
      minItems: items.length,
      maxItems: items.length,
    };
  }

  #mapping(value: PyExpression, environment: TypeEnvironment, depth: number): RawSchema {
    const schema = this.read(value, environment, depth + 1).schema;
    return { type: 'object', additionalProperties: Object.keys(schema).length === 0 ? true : schema };
  }

  /** A call in the place of a type: `conint(ge=1)`, `constr(min_length=2)`, `conlist(str, min_length=1)`. */
  #call(call: PyCall, environment: TypeEnvironment, depth: number): TypeReading {
    const name = lastName(call.callee) ?? '';
    if (hostMarkers.has(name)) return { schema: {}, injected: true };
    const known = name.startsWith('con') ? namedTypes.get(name) : undefined;
    if (known === undefined) return { schema: {} };
    const [item] = positionalArguments(call);
    const items =
      item === undefined || known['type'] !== 'array' ? {} : { items: this.read(item, environment, depth + 1).schema };
    return { schema: withOptions({ ...known, ...items }, readConstraints(call, environment.scope)) };
  }

  /** A `$ref` to a definition that `make` builds once. The entry is there before it is built, for recursive types. */
  #reference(key: string, label: string, make: () => RawSchema): RawSchema {
    let name = this.#names.get(key);
    if (name === undefined) {
      name = label;
      for (let copy = 2; Object.hasOwn(this.definitions, name); copy++) name = `${label}_${copy}`;
      this.#names.set(key, name);
      setOwn(this.definitions, name, {});
      setOwn(this.definitions, name, make());
    }
    return { $ref: `#/$defs/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` };
  }
}

/** The members of `a | b | c`, left to right. */
function unionMembers(expression: PyExpression): PyExpression[] {
  const members: PyExpression[] = [];
  let node = expression;
  while (node.kind === 'binary' && node.operator === '|') {
    members.unshift(node.right);
    node = node.left;
  }
  return [node, ...members];
}

/** Can a module-level value be a type alias? A plain string is one only when it was declared as such. */
function isTypeLike(expression: PyExpression, declared: boolean): boolean {
  if (declared) return true;
  return ['name', 'attribute', 'subscript', 'binary'].includes(expression.kind);
}
