import type { ModuleScope } from './scope.js';
import { staticString } from './static-values.js';
import {
  dottedParts,
  keywordArgument,
  lastName,
  type PyCall,
  type PyClass,
  type PyExpression,
  type PyStatement,
  positionalArguments,
} from './syntax-tree.js';
import { readMark, type ToolMark } from './tool-mark.js';

/** A call found in a file, with what surrounds it. */
export interface FoundCall {
  readonly call: PyCall;
  /** Class whose method holds the call. */
  readonly enclosing?: PyClass;
  /** Names that a surrounding function binds itself. */
  readonly shadowed: ReadonlySet<string>;
}

/** A function handed to a framework: the expression that names it, and what is said about it. */
export interface Wrapping {
  readonly target: PyExpression;
  readonly mark: ToolMark;
  readonly at: FoundCall;
}

const limits = { depth: 40, calls: 50_000 } as const;
const wrapperClasses = new Set([
  'FunctionTool',
  'StructuredTool',
  'Tool',
  'AsyncFunctionTool',
  'AgentTool',
  'Function',
]);
const wrapperMethods = new Set(['from_defaults', 'from_function', 'from_callable', 'from_func', 'from_langchain']);
const wrapperFunctions = new Set([
  'tool',
  'function_tool',
  'add_tool',
  'register_tool',
  'beta_tool',
  'beta_async_tool',
  'tool_plain',
  'kernel_function',
  'as_tool',
]);
const functionKeywords = ['function', 'func', 'fn', 'coroutine', 'async_fn', 'callable', 'entrypoint', 'f'] as const;

/** Every call in a file: at module level, in class bodies and in function bodies. Bounded in number and depth. */
export function findCalls(statements: readonly PyStatement[]): FoundCall[] {
  const found: FoundCall[] = [];
  collectCalls(statements, { shadowed: new Set() }, found, 0);
  return found;
}

type Surroundings = Pick<FoundCall, 'enclosing' | 'shadowed'>;

function collectCalls(
  statements: readonly PyStatement[],
  around: Surroundings,
  found: FoundCall[],
  depth: number,
): void {
  if (depth > limits.depth) return;
  for (const statement of statements) {
    if (found.length > limits.calls) return;
    if (statement.kind === 'function') {
      const local = [...statement.parameters.map((parameter) => parameter.name), ...localNames(statement.body())];
      const shadowed = new Set([...around.shadowed, ...local]);
      collectCalls(statement.body(), { ...around, shadowed }, found, depth + 1);
    } else if (statement.kind === 'class')
      collectCalls(statement.body(), { ...around, enclosing: statement }, found, depth + 1);
    else if (statement.kind === 'block')
      for (const branch of statement.branches) collectCalls(branch.body, around, found, depth + 1);
    else if (statement.kind === 'assign' || statement.kind === 'expression' || statement.kind === 'return')
      if (statement.value !== undefined) callsIn(statement.value, around, found, depth);
  }
}

/** Names of functions, classes and imports that a body defines for itself. */
function localNames(body: readonly PyStatement[]): string[] {
  return body.flatMap((statement) =>
    statement.kind === 'function' || statement.kind === 'class' ? [statement.name] : [],
  );
}

function callsIn(expression: PyExpression, around: Surroundings, found: FoundCall[], depth: number): void {
  if (depth > limits.depth || found.length > limits.calls) return;
  if (expression.kind === 'call') {
    found.push({ call: expression, ...around });
    callsIn(expression.callee, around, found, depth + 1);
    for (const argument of expression.args) callsIn(argument.value, around, found, depth + 1);
  } else if (expression.kind === 'list' || expression.kind === 'tuple' || expression.kind === 'set')
    for (const item of expression.items) callsIn(item, around, found, depth + 1);
  else if (expression.kind === 'dict')
    for (const [, value] of expression.entries) callsIn(value, around, found, depth + 1);
  else if (expression.kind === 'attribute' || expression.kind === 'starred')
    callsIn(expression.value, around, found, depth + 1);
  else if (expression.kind === 'binary') {
    callsIn(expression.left, around, found, depth + 1);
    callsIn(expression.right, around, found, depth + 1);
  }
}

/**
 * The functions a call hands over: `FunctionTool(function=f)`, `StructuredTool.from_function(f)`, `mcp.add_tool(f)`,
 * `mcp.tool(name="x")(f)`, and the plain functions in a `tools=[…]` list.
 */
export function wrappingsOf(found: FoundCall, scope: ModuleScope): Wrapping[] {
  const { call } = found;
  const target = wrappedTarget(call, scope);
  if (target !== undefined) {
    const mark =
      call.callee.kind === 'call'
        ? readMark(call.callee, scope, 'name')
        : withTexts(readMark(call, scope), call, target, scope);
    return [{ target, mark, at: found }];
  }
  const tools = keywordArgument(call, 'tools');
  if (tools?.kind !== 'list' && tools?.kind !== 'tuple') return [];
  return tools.items
    .filter((item) => dottedParts(item) !== undefined)
    .map((item) => ({ target: item, mark: {}, at: found }));
}

/** The expression that names the function, where a call is a wrapper. */
export function wrappedTarget(call: PyCall, scope: ModuleScope): PyExpression | undefined {
  const callee = call.callee;
  const name =
    (dottedParts(callee) === undefined ? undefined : scope.qualifiedName(callee))?.split('.').at(-1) ??
    lastName(callee) ??
    '';
  const isFactory =
    callee.kind === 'attribute' && wrapperMethods.has(name) && (lastName(callee.value) ?? '').endsWith('Tool');
  if (callee.kind !== 'call' && !wrapperClasses.has(name) && !wrapperFunctions.has(name) && !isFactory)
    return undefined;
  if (callee.kind === 'call' && !wrapperFunctions.has(lastName(callee.callee) ?? '')) return undefined;
  const named = keywordArgument(call, ...functionKeywords);
  const candidate = named ?? positionalArguments(call).find((argument) => staticString(argument, scope) === undefined);
  return candidate?.kind === 'call' && lastName(candidate.callee) === 'partial'
    ? positionalArguments(candidate)[0]
    : candidate;
}

/** Positional texts around the function: before it stands the name, after it the description. */
function withTexts(mark: ToolMark, call: PyCall, target: PyExpression, scope: ModuleScope): ToolMark {
  const args = positionalArguments(call);
  const at = args.indexOf(target);
  const text = (index: number): string | undefined =>
    args[index] === undefined ? undefined : staticString(args[index], scope);
  const named = at === -1 ? text(0) : at > 0 ? text(0) : undefined;
  const described = at === -1 ? text(1) : text(at + 1);
  return {
    ...mark,
    ...(mark.name !== undefined || named === undefined ? {} : { name: named }),
    ...(mark.description !== undefined || described === undefined ? {} : { description: described }),
  };
}
