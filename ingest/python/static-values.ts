import { type JsonValue, setOwn } from '../../src/core/json-schema.js';
import { readEnumMembers } from './enums.js';
import type { ModuleScope } from './scope.js';
import type { PyExpression } from './syntax-tree.js';

/** A value known from the text alone. */
export interface StaticValue {
  readonly value: JsonValue;
}

const limits = { depth: 12, items: 500, textLength: 20_000 } as const;

/**
 * The JSON value of an expression, from literals, constants and enum members of the same file. Nothing is run:
 * whatever would need a call, an import or a format string is unknown and gives undefined.
 */
export function staticValue(expression: PyExpression, scope: ModuleScope, depth = 0): StaticValue | undefined {
  if (depth > limits.depth) return undefined;
  switch (expression.kind) {
    case 'string':
      return expression.value.length > limits.textLength ? undefined : { value: expression.value };
    case 'number':
    case 'boolean':
      return { value: expression.value };
    case 'none':
      return { value: null };
    case 'list':
    case 'tuple':
    case 'set':
      return listValue(expression.items, scope, depth);
    case 'dict':
      return dictValue(expression.entries, scope, depth);
    case 'unary':
      return unaryValue(expression.operator, expression.operand, scope, depth);
    case 'binary':
      return binaryValue(expression, scope, depth);
    case 'name': {
      const constant = scope.constants.get(expression.name);
      return constant === undefined ? undefined : staticValue(constant, scope, depth + 1);
    }
    case 'attribute':
      return memberValue(expression, scope, depth);
    case 'call':
      return literalConstructor(expression, scope, depth);
    default:
      return undefined;
  }
}

/** The string an expression is known to be. */
export function staticString(expression: PyExpression | undefined, scope: ModuleScope): string | undefined {
  const found = expression === undefined ? undefined : staticValue(expression, scope);
  return typeof found?.value === 'string' ? found.value : undefined;
}

/** The strings of a list, tuple or set that is known; undefined when any part is not. */
export function staticStrings(expression: PyExpression | undefined, scope: ModuleScope): string[] | undefined {
  const found = expression === undefined ? undefined : staticValue(expression, scope);
  if (found === undefined) return undefined;
  if (typeof found.value === 'string') return [found.value];
  const list: readonly JsonValue[] | undefined = Array.isArray(found.value) ? found.value : undefined;
  return list?.every((item) => typeof item === 'string') ? (list as readonly string[]).slice() : undefined;
}

/**
 * The members of an enumeration of this file with their values, in order; undefined when there is none of that
 * name. A member whose value is not known from the text is left out.
 */
export function enumMembers(name: string, scope: ModuleScope): ReadonlyMap<string, JsonValue> | undefined {
  return readEnumMembers(name, scope, (expression) => staticValue(expression, scope, 1)?.value);
}

const textConstructors = new Set(['Path', 'PurePath', 'UUID', 'str']);
const emptyConstructors = new Map<string, JsonValue>([
  ['list', []],
  ['tuple', []],
  ['set', []],
  ['frozenset', []],
  ['dict', {}],
]);

/** `Path("data")`, `Decimal("1.5")`, `list()`: constructors whose result is their one literal, or empty. */
function literalConstructor(
  call: Extract<PyExpression, { kind: 'call' }>,
  scope: ModuleScope,
  depth: number,
): StaticValue | undefined {
  const name = call.callee.kind === 'name' || call.callee.kind === 'attribute' ? call.callee.name : '';
  const [only] = call.args;
  if (scope.defines(name)) return undefined;
  const empty = emptyConstructors.get(name);
  if (only === undefined) return empty === undefined ? undefined : { value: empty };
  if (call.args.length > 1 || only.name !== undefined || only.stars !== undefined) return undefined;
  const value = staticValue(only.value, scope, depth + 1)?.value;
  if (textConstructors.has(name) && typeof value === 'string') return { value };
  if (name !== 'Decimal' || (typeof value !== 'string' && typeof value !== 'number') || value === '') return undefined;
  return Number.isFinite(Number(value)) ? { value: Number(value) } : undefined;
}

function listValue(items: readonly PyExpression[], scope: ModuleScope, depth: number): StaticValue | undefined {
  if (items.length > limits.items) return undefined;
  const values: JsonValue[] = [];
  for (const item of items) {
    const found = staticValue(item.kind === 'starred' ? item.value : item, scope, depth + 1);
    if (found === undefined) return undefined;
    if (item.kind !== 'starred') values.push(found.value);
    else if (Array.isArray(found.value)) values.push(...(found.value as readonly JsonValue[]));
    else return undefined;
  }
  return { value: values };
}

function dictValue(
  entries: readonly (readonly [PyExpression, PyExpression])[],
  scope: ModuleScope,
  depth: number,
): StaticValue | undefined {
  if (entries.length > limits.items) return undefined;
  const record: Record<string, JsonValue> = {};
  for (const [key, value] of entries) {
    const name = staticValue(key, scope, depth + 1);
    const found = staticValue(value, scope, depth + 1);
    if (name === undefined || found === undefined || typeof name.value === 'object') return undefined;
    setOwn(record, String(name.value), found.value);
  }
  return { value: record };
}

function unaryValue(
  operator: string,
  operand: PyExpression,
  scope: ModuleScope,
  depth: number,
): StaticValue | undefined {
  const found = staticValue(operand, scope, depth + 1)?.value;
  if (operator === '-' && typeof found === 'number') return { value: found === 0 ? 0 : -found };
  if (operator === '+' && typeof found === 'number') return { value: found };
  if (operator === 'not' && typeof found === 'boolean') return { value: !found };
  return undefined;
}

function binaryValue(
  expression: Extract<PyExpression, { kind: 'binary' }>,
  scope: ModuleScope,
  depth: number,
): StaticValue | undefined {
  const left = staticValue(expression.left, scope, depth + 1)?.value;
  const right = staticValue(expression.right, scope, depth + 1)?.value;
  if (expression.operator === '+' && typeof left === 'string' && typeof right === 'string')
    return left.length + right.length > limits.textLength ? undefined : { value: left + right };
  if (expression.operator === '+' && Array.isArray(left) && Array.isArray(right))
    return left.length + right.length > limits.items ? undefined : { value: [...left, ...right] };
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  const result = arithmetic(expression.operator, left, right);
  return result === undefined || !Number.isFinite(result) ? undefined : { value: result };
}

function arithmetic(operator: string, left: number, right: number): number | undefined {
  if (operator === '+') return left + right;
  if (operator === '-') return left - right;
  if (operator === '*') return left * right;
  if (operator === '/') return left / right;
  if (operator === '//') return Math.floor(left / right);
  if (operator === '**' && Math.abs(right) <= 64) return left ** right;
  return undefined;
}

/** `Color.RED`, `Color.RED.value` and `Color.RED.name` of an enum in the same file. */
function memberValue(
  expression: Extract<PyExpression, { kind: 'attribute' }>,
  scope: ModuleScope,
  depth: number,
): StaticValue | undefined {
  const owner = expression.value;
  if (owner.kind === 'attribute' && (expression.name === 'value' || expression.name === 'name')) {
    if (expression.name === 'value') return memberValue(owner, scope, depth + 1);
    return owner.value.kind === 'name' && enumMembers(owner.value.name, scope)?.has(owner.name)
      ? { value: owner.name }
      : undefined;
  }
  if (owner.kind !== 'name') return undefined;
  const value = enumMembers(owner.name, scope)?.get(expression.name);
  return value === undefined ? undefined : { value };
}
