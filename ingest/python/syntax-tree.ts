/** A Python expression, as far as tools are concerned: what carries no meaning for them is `opaque`. */
export type PyExpression =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'attribute'; readonly value: PyExpression; readonly name: string }
  | { readonly kind: 'subscript'; readonly value: PyExpression; readonly items: readonly PyExpression[] }
  | PyCall
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'bytes'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number; readonly integer: boolean }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'none' }
  | { readonly kind: 'ellipsis' }
  | { readonly kind: 'list' | 'tuple' | 'set'; readonly items: readonly PyExpression[] }
  | { readonly kind: 'dict'; readonly entries: readonly (readonly [PyExpression, PyExpression])[] }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: PyExpression;
      readonly right: PyExpression;
    }
  | { readonly kind: 'unary'; readonly operator: string; readonly operand: PyExpression }
  | { readonly kind: 'starred'; readonly value: PyExpression }
  | { readonly kind: 'lambda' }
  | { readonly kind: 'opaque'; readonly text: string };

/** `callee(arguments)`. */
export interface PyCall {
  readonly kind: 'call';
  readonly callee: PyExpression;
  readonly args: readonly PyArgument[];
  /** Line of the call, from 1. */
  readonly line: number;
}

/** One argument of a call; a keyword argument has a name, `*a` and `**a` have their stars. */
export interface PyArgument {
  readonly name?: string;
  readonly stars?: 1 | 2;
  readonly value: PyExpression;
}

/** One parameter of a `def`. */
export interface PyParameter {
  readonly name: string;
  readonly kind: 'positional-only' | 'positional' | 'keyword-only' | 'var-positional' | 'var-keyword';
  readonly annotation?: PyExpression;
  readonly default?: PyExpression;
}

/** A `def` or `async def`. */
export interface PyFunction {
  readonly kind: 'function';
  readonly name: string;
  readonly line: number;
  readonly isAsync: boolean;
  readonly decorators: readonly PyExpression[];
  readonly parameters: readonly PyParameter[];
  readonly returns?: PyExpression;
  /** Where the text could not be read: a tool with a broken signature cannot be offered. */
  readonly broken?: 'signature' | 'body';
  /** Read on first use: most bodies are never looked into. */
  readonly body: () => readonly PyStatement[];
}

/** A `class`. */
export interface PyClass {
  readonly kind: 'class';
  readonly name: string;
  readonly line: number;
  readonly decorators: readonly PyExpression[];
  /** Names in the brackets of `class Page[T]`. */
  readonly typeParameters: readonly string[];
  /** Bases and keywords (`metaclass=…`, `total=False`). */
  readonly args: readonly PyArgument[];
  readonly broken?: 'signature' | 'body';
  readonly body: () => readonly PyStatement[];
}

/** `a = b = value`, `a: T = value` or `a: T`. Augmented assignments carry their operator. */
export interface PyAssignment {
  readonly kind: 'assign';
  readonly line: number;
  readonly targets: readonly PyExpression[];
  readonly annotation?: PyExpression;
  readonly value?: PyExpression;
  /** `+=` and the like. */
  readonly operator?: string;
}

/** `import a.b as c` and `from m import n as c`: each local name with the dotted name it stands for. */
export interface PyImport {
  readonly kind: 'import';
  /** `from x import *` has no names. */
  readonly names: readonly { readonly local: string; readonly qualified: string }[];
}

/** `if`, `try`, `with`, `for`, `while`, `match`: statements that hold further statements at the same scope. */
export interface PyBlock {
  readonly kind: 'block';
  readonly keyword: string;
  /** In order of appearance; `keyword` of a branch is `if`, `elif`, `else`, `try`, `except`, `finally`, … */
  readonly branches: readonly {
    readonly keyword: string;
    readonly test?: PyExpression;
    readonly body: readonly PyStatement[];
  }[];
}

export type PyStatement =
  | PyFunction
  | PyClass
  | PyAssignment
  | PyImport
  | PyBlock
  | { readonly kind: 'type-alias'; readonly name: string; readonly value: PyExpression }
  | { readonly kind: 'expression'; readonly value: PyExpression; readonly line: number }
  | { readonly kind: 'return'; readonly value?: PyExpression }
  | { readonly kind: 'delete'; readonly names: readonly string[] };

/** The docstring of a body: its first statement, when that is a plain string. */
export function docstringOf(body: readonly PyStatement[]): string | undefined {
  const first = body[0];
  return first?.kind === 'expression' && first.value.kind === 'string' ? first.value.value : undefined;
}

/** `a.b.c` as its parts; undefined for anything that is not a plain dotted name. */
export function dottedParts(expression: PyExpression): string[] | undefined {
  const parts: string[] = [];
  let node = expression;
  while (node.kind === 'attribute') {
    parts.push(node.name);
    node = node.value;
  }
  if (node.kind !== 'name') return undefined;
  parts.push(node.name);
  return parts.reverse();
}

/** The last part of a dotted name, also of the callee of a call and of the base of a subscript. */
export function lastName(expression: PyExpression): string | undefined {
  if (expression.kind === 'name' || expression.kind === 'attribute') return expression.name;
  if (expression.kind === 'call') return lastName(expression.callee);
  if (expression.kind === 'subscript') return lastName(expression.value);
  return undefined;
}

/** The keyword argument of that name. */
export function keywordArgument(call: PyCall, ...names: readonly string[]): PyExpression | undefined {
  return call.args.find((argument) => argument.name !== undefined && names.includes(argument.name))?.value;
}

/** The positional arguments, without starred ones. */
export function positionalArguments(call: PyCall): PyExpression[] {
  return call.args
    .filter((argument) => argument.name === undefined && argument.stars === undefined)
    .map((argument) => argument.value);
}
