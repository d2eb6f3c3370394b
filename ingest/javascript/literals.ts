import { getOwn, isRecord, type JsonValue, setOwn } from '../../src/core/json-schema.js';
import type { Compiler, ts } from './compiler.js';

/** What a reader of expressions needs: the compiler, and the checker to find what an identifier stands for. */
export interface ExpressionScope {
  readonly api: Compiler;
  readonly checker: ts.TypeChecker;
}

const maxDepth = 40;

/**
 * The JSON value of an expression made of literals, of `const` names that stand for such, and of spreads of them;
 * undefined when it is anything else. Nothing is run.
 */
export function staticValue(node: ts.Expression, scope: ExpressionScope, depth = 0): JsonValue | undefined {
  const { api } = scope;
  const plain = withoutWrapping(node, api);
  if (depth > maxDepth) return undefined;
  if (api.isStringLiteralLike(plain)) return plain.text;
  if (api.isNumericLiteral(plain)) return Number(plain.text.replaceAll('_', ''));
  switch (plain.kind) {
    case api.SyntaxKind.TrueKeyword:
      return true;
    case api.SyntaxKind.FalseKeyword:
      return false;
    case api.SyntaxKind.NullKeyword:
      return null;
  }
  if (api.isPrefixUnaryExpression(plain)) return signed(plain, scope, depth);
  if (api.isBinaryExpression(plain)) return concatenated(plain, scope, depth);
  if (api.isArrayLiteralExpression(plain)) return list(plain, scope, depth);
  if (api.isObjectLiteralExpression(plain)) return record(plain, scope, depth);
  if (api.isPropertyAccessExpression(plain)) return member(plain, scope, depth);
  if (api.isIdentifier(plain)) {
    const initializer = constantInitializer(plain, scope);
    return initializer === undefined ? undefined : staticValue(initializer, scope, depth + 1);
  }
  return undefined;
}

/** The expression without parentheses, `as`, `satisfies` and `!`. */
export function withoutWrapping(node: ts.Expression, api: Compiler): ts.Expression {
  let plain = node;
  while (
    api.isParenthesizedExpression(plain) ||
    api.isAsExpression(plain) ||
    api.isSatisfiesExpression(plain) ||
    api.isNonNullExpression(plain) ||
    api.isTypeAssertionExpression(plain)
  )
    plain = plain.expression;
  return plain;
}

/** What a `const` of the read files was set to; undefined for any other name. */
export function constantInitializer(name: ts.Identifier, { api, checker }: ExpressionScope): ts.Expression | undefined {
  const declaration = declarationOf(name, { api, checker });
  return declaration !== undefined && api.isVariableDeclaration(declaration) && isConst(declaration, api)
    ? declaration.initializer
    : undefined;
}

/** The declaration an identifier leads to, through imports between the read files. */
export function declarationOf(name: ts.Node, { api, checker }: ExpressionScope): ts.Declaration | undefined {
  const symbol =
    api.isIdentifier(name) && api.isShorthandPropertyAssignment(name.parent)
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name);
  if (symbol === undefined) return undefined;
  const target = symbol.flags & api.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return target.valueDeclaration ?? target.declarations?.[0];
}

function isConst(declaration: ts.VariableDeclaration, api: Compiler): boolean {
  return (api.getCombinedNodeFlags(declaration) & api.NodeFlags.Const) !== 0;
}

function signed(node: ts.PrefixUnaryExpression, scope: ExpressionScope, depth: number): JsonValue | undefined {
  const value = staticValue(node.operand, scope, depth + 1);
  if (node.operator === scope.api.SyntaxKind.ExclamationToken && value !== undefined && typeof value !== 'object')
    return !value;
  if (typeof value !== 'number') return undefined;
  if (node.operator === scope.api.SyntaxKind.MinusToken) return value === 0 ? 0 : -value;
  return node.operator === scope.api.SyntaxKind.PlusToken ? value : undefined;
}

function concatenated(node: ts.BinaryExpression, scope: ExpressionScope, depth: number): JsonValue | undefined {
  if (node.operatorToken.kind !== scope.api.SyntaxKind.PlusToken) return undefined;
  const left = staticValue(node.left, scope, depth + 1);
  const right = staticValue(node.right, scope, depth + 1);
  return typeof left === 'string' && typeof right === 'string' ? left + right : undefined;
}

function list(node: ts.ArrayLiteralExpression, scope: ExpressionScope, depth: number): JsonValue | undefined {
  const values: JsonValue[] = [];
  for (const element of node.elements) {
    const spread = scope.api.isSpreadElement(element);
    const value = staticValue(spread ? element.expression : element, scope, depth + 1);
    if (value === undefined) return undefined;
    if (!spread) values.push(value);
    else if (Array.isArray(value)) values.push(...value);
    else return undefined;
  }
  return values;
}

function record(node: ts.ObjectLiteralExpression, scope: ExpressionScope, depth: number): JsonValue | undefined {
  const { api } = scope;
  const result: Record<string, JsonValue> = {};
  for (const property of node.properties) {
    if (api.isSpreadAssignment(property)) {
      const value = staticValue(property.expression, scope, depth + 1);
      if (typeof value !== 'object' || value === null) return undefined;
      for (const [key, entry] of Object.entries(value)) setOwn(result, key, entry as JsonValue);
      continue;
    }
    const key = propertyName(property.name, api);
    const expression = api.isPropertyAssignment(property)
      ? property.initializer
      : api.isShorthandPropertyAssignment(property)
        ? property.name
        : undefined;
    const value = expression === undefined ? undefined : staticValue(expression, scope, depth + 1);
    if (key === undefined || value === undefined) return undefined;
    setOwn(result, key, value);
  }
  return result;
}

/** `Unit.Celsius` of an enum, `limits.page` of a constant object. */
function member(node: ts.PropertyAccessExpression, scope: ExpressionScope, depth: number): JsonValue | undefined {
  const { api, checker } = scope;
  const declaration = checker.getSymbolAtLocation(node.name)?.valueDeclaration;
  if (declaration !== undefined && api.isEnumMember(declaration)) return checker.getConstantValue(declaration);
  const holder = staticValue(node.expression, scope, depth + 1);
  return isRecord(holder) ? getOwn(holder as Record<string, JsonValue>, node.name.text) : undefined;
}

/** Name of a property, class member or binding key; undefined when it is computed at run time. */
export function propertyName(name: ts.PropertyName | ts.BindingName | undefined, api: Compiler): string | undefined {
  if (name === undefined) return undefined;
  if (api.isIdentifier(name) || api.isStringLiteralLike(name) || api.isNumericLiteral(name)) return name.text;
  if (api.isComputedPropertyName(name) && api.isStringLiteralLike(name.expression)) return name.expression.text;
  return undefined;
}
