import { type AnyNode, type AssignmentPattern, type Expression, type Options, type Pattern, parse } from 'acorn';
import type { JsonSchema, JsonValue } from '../../src/core/json-schema.js';
import {
  applyPatternDefault,
  freeName,
  objectOfEntries,
  type Signature,
  type SignatureInput,
  schemaOfDefault,
  tupleName,
} from '../signature.js';
import { literalValue } from './literal.js';

/** What a function's own text says. */
export interface ParsedFunction {
  readonly signature: Signature;
  /** Keys of patterns that could not be read (computed ones). */
  readonly unreadKeys: number;
}

/** Longer function texts are not parsed. */
const maxFunctionLength = 1_000_000;

type Callable = (...args: never[]) => unknown;

/**
 * Reads the parameter list of a function from its text with a parser; nothing is called. Undefined when there is no
 * readable text: a native or bound function, a getter, a class.
 */
export function parseFunction(fn: Callable): ParsedFunction | undefined {
  const text = Function.prototype.toString.call(fn);
  if (text.length > maxFunctionLength || text.endsWith('{ [native code] }')) return undefined;
  const parameters = parametersOf(text);
  return parameters === undefined ? undefined : signatureOf(parameters);
}

/** Is the value a class, which is made with `new` rather than called? */
export function isClass(fn: Callable): boolean {
  return /^class\b/.test(Function.prototype.toString.call(fn));
}

function parametersOf(text: string): readonly Pattern[] | undefined {
  // A method's text is only legal inside an object or a class body.
  for (const wrapped of [`(${text})`, `({${text}})`, `(class extends Object {${text}})`]) {
    for (const sourceType of ['module', 'script'] as const) {
      const expression = parseExpression(wrapped, sourceType);
      const parameters = expression === undefined ? undefined : functionParameters(expression);
      if (parameters !== undefined) return parameters;
    }
  }
  return undefined;
}

function parseExpression(text: string, sourceType: 'module' | 'script'): Expression | undefined {
  const options: Options = {
    ecmaVersion: 'latest',
    sourceType,
    allowSuperOutsideMethod: true,
    checkPrivateFields: false,
  };
  try {
    const [statement] = parse(text, options).body;
    return statement?.type === 'ExpressionStatement' ? statement.expression : undefined;
  } catch (error) {
    // A syntax error means that another wrapping fits; a RangeError, that the text nests too deep to be read.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function functionParameters(expression: Expression): readonly Pattern[] | undefined {
  if (expression.type === 'FunctionExpression' || expression.type === 'ArrowFunctionExpression')
    return expression.params;
  if (expression.type === 'ObjectExpression') {
    const [property] = expression.properties;
    if (property?.type === 'Property' && property.kind === 'init') return functionParameters(property.value);
  }
  if (expression.type === 'ClassExpression') {
    const [member] = expression.body.body;
    if (member?.type === 'MethodDefinition' && member.kind === 'method') return functionParameters(member.value);
  }
  return undefined;
}

function signatureOf(parameters: readonly Pattern[]): ParsedFunction {
  const reader = new PatternReader(parameters);
  const inputs: SignatureInput[] = [];
  let open: number | undefined;
  parameters.forEach((pattern, position) => {
    const read = reader.parameter(pattern, position);
    inputs.push(...read.inputs);
    if (read.open) open ??= position;
  });
  return { signature: { inputs, ...(open === undefined ? {} : { open }) }, unreadKeys: reader.unreadKeys };
}

interface DefaultPart {
  readonly present: boolean;
  readonly value: JsonValue | undefined;
  /** The default is a function: the parameter is a callback, which JSON does not have. */
  readonly isFunction: boolean;
}

const functionKinds = new Set(['FunctionExpression', 'ArrowFunctionExpression', 'ClassExpression']);

const noDefault: DefaultPart = { present: false, value: undefined, isFunction: false };

class PatternReader {
  readonly #names = new Set<string>();
  unreadKeys = 0;

  constructor(parameters: readonly Pattern[]) {
    for (const pattern of parameters) collectNames(pattern, this.#names);
  }

  parameter(pattern: Pattern, position: number): { inputs: SignatureInput[]; open: boolean } {
    if (pattern.type === 'RestElement') return { inputs: [this.#rest(pattern.argument, position)], open: false };
    const [target, fallback] = withoutDefault(pattern);
    if (target.type === 'ObjectPattern') {
      const { entries, open } = this.#entries(target, position);
      const inputs = applyPatternDefault(entries, fallback).map((entry) => ({ ...entry, property: true as const }));
      return { inputs, open };
    }
    const name = target.type === 'Identifier' ? target.name : this.#tupleName(target);
    const schema = this.#schema(target, fallback, position);
    const opaque = fallback.isFunction ? { opaque: true as const } : {};
    return { inputs: [{ name, position, required: !fallback.present, schema, ...opaque }], open: false };
  }

  #rest(target: Pattern, position: number): SignatureInput {
    const name = target.type === 'Identifier' ? target.name : this.#tupleName(target);
    return { name, position, rest: true, required: false, schema: { type: 'array', items: {} } };
  }

  #entries(
    pattern: Extract<Pattern, { type: 'ObjectPattern' }>,
    position: number,
  ): { entries: SignatureInput[]; open: boolean } {
    const entries: SignatureInput[] = [];
    let open = false;
    for (const property of pattern.properties) {
      if (property.type === 'RestElement') {
        open = true;
        continue;
      }
      const name = keyName(property.key, property.computed);
      if (name === undefined) {
        this.unreadKeys++;
        continue;
      }
      const [target, fallback] = withoutDefault(property.value);
      const opaque = fallback.isFunction ? { opaque: true as const } : {};
      const schema = this.#schema(target, fallback, position);
      entries.push({ name, position, required: !fallback.present, schema, ...opaque });
    }
    return { entries, open };
  }

  #schema(target: Pattern, fallback: DefaultPart, position: number): JsonSchema {
    const base = schemaOfDefault(fallback.value);
    if (target.type === 'ObjectPattern') {
      const { entries, open } = this.#entries(target, position);
      return { ...objectOfEntries(applyPatternDefault(entries, fallback), open), ...pick(base) };
    }
    if (target.type === 'ArrayPattern') {
      const prefixItems = target.elements.map((element) => this.#element(element, position));
      return { type: 'array', prefixItems, ...pick(base) };
    }
    return base;
  }

  #element(element: Pattern | null, position: number): JsonSchema {
    if (element === null || element.type === 'RestElement') return {};
    const [target, fallback] = withoutDefault(element);
    const title = target.type === 'Identifier' ? { title: target.name } : {};
    return { ...title, ...this.#schema(target, fallback, position) };
  }

  #tupleName(target: Pattern): string {
    const elements = target.type === 'ArrayPattern' ? target.elements : [];
    const base = tupleName(
      elements.map((element) => {
        const [inner] = element === null ? [undefined] : withoutDefault(element);
        return inner?.type === 'Identifier' ? inner.name : undefined;
      }),
    );
    const name = freeName(base, (candidate) => this.#names.has(candidate));
    this.#names.add(name);
    return name;
  }
}

/** Only the default of a suggested schema: the pattern itself says the type. */
function pick(schema: JsonSchema): JsonSchema {
  return schema.default === undefined ? {} : { default: schema.default };
}

function withoutDefault(pattern: Pattern): [Pattern, DefaultPart] {
  if (pattern.type !== 'AssignmentPattern') return [pattern, noDefault];
  const { left, right } = pattern as AssignmentPattern;
  return [left, { present: true, value: literalValue(right), isFunction: functionKinds.has(right.type) }];
}

function keyName(key: Expression | AnyNode, computed: boolean): string | undefined {
  if (!computed && key.type === 'Identifier') return key.name;
  if (key.type === 'Literal' && (typeof key.value === 'string' || typeof key.value === 'number'))
    return String(key.value);
  return undefined;
}

/** Names of parameters and keys at the top level, which a made-up name must not repeat. */
function collectNames(pattern: Pattern, into: Set<string>): void {
  const [target] = withoutDefault(pattern);
  if (target.type === 'Identifier') into.add(target.name);
  if (target.type === 'RestElement') collectNames(target.argument, into);
  if (target.type === 'ObjectPattern') {
    for (const property of target.properties) {
      if (property.type === 'RestElement') continue;
      const name = keyName(property.key, property.computed);
      if (name !== undefined) into.add(name);
    }
  }
}
