import type { Expression, PrivateIdentifier, SpreadElement } from 'acorn';
import { type JsonValue, setOwn } from '../../src/core/json-schema.js';

/**
 * The JSON value of an expression made of literals alone; undefined when it is anything else, or a value that JSON
 * does not have (`undefined`, `NaN`, a bigint, a regular expression). Nothing is run.
 */
export function literalValue(node: Expression | SpreadElement | PrivateIdentifier): JsonValue | undefined {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number' || typeof node.value === 'boolean'
        ? finite(node.value)
        : node.raw === 'null'
          ? null
          : undefined;
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? undefined) : undefined;
    case 'UnaryExpression':
      return unary(node.operator, literalValue(node.argument));
    case 'ArrayExpression':
      return array(node.elements);
    case 'ObjectExpression':
      return object(node.properties);
    default:
      return undefined;
  }
}

function finite(value: string | number | boolean): JsonValue | undefined {
  return typeof value === 'number' && !Number.isFinite(value) ? undefined : value;
}

function unary(operator: string, value: JsonValue | undefined): JsonValue | undefined {
  if (operator === '!' && value !== undefined && typeof value !== 'object') return !value;
  if (typeof value !== 'number') return undefined;
  if (operator === '-') return value === 0 ? 0 : -value;
  return operator === '+' ? value : undefined;
}

function array(elements: readonly (Expression | SpreadElement | null)[]): JsonValue | undefined {
  const values: JsonValue[] = [];
  for (const element of elements) {
    const value = element === null ? undefined : literalValue(element);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function object(properties: Extract<Expression, { type: 'ObjectExpression' }>['properties']): JsonValue | undefined {
  const result: Record<string, JsonValue> = {};
  for (const property of properties) {
    if (property.type !== 'Property' || property.computed || property.kind !== 'init') return undefined;
    const key =
      property.key.type === 'Identifier'
        ? property.key.name
        : property.key.type === 'Literal'
          ? String(property.key.value)
          : undefined;
    const value = literalValue(property.value);
    if (key === undefined || value === undefined) return undefined;
    setOwn(result, key, value);
  }
  return result;
}
