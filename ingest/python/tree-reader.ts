import type { SyntaxNode } from './parse.js';
import { stringLiteralValue } from './string-literal.js';
import type { PyArgument, PyExpression, PyFunction, PyParameter, PyStatement } from './syntax-tree.js';

/** Deepest nesting that is read; what lies deeper is opaque (expressions) or left out (statements). */
const limits = { expressionDepth: 80, statementDepth: 60 } as const;

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

const expressionWrappers = new Set([',', '(', ')', '[', ']', '{', '}', 'Comment']);

/** Turns one syntax tree of the parser package into ours. */
export class TreeReader {
  readonly #text: string;
  readonly #errors: readonly number[];
  readonly #lineOffset: number;
  #lineStarts: number[] | undefined;

  constructor(text: string, errors: readonly number[], lineOffset: number) {
    this.#text = text;
    this.#errors = errors;
    this.#lineOffset = lineOffset;
  }

  /** Line of a position, from 1, by bisection over the line starts. */
  lineAt(position: number): number {
    this.#lineStarts ??= lineStartsOf(this.#text);
    let low = 0;
    let high = this.#lineStarts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#lineStarts[middle] as number) <= position) low = middle;
      else high = middle;
    }
    return low + 1 + this.#lineOffset;
  }

  statements(parent: SyntaxNode, depth: number): PyStatement[] {
    const out: PyStatement[] = [];
    if (depth > limits.statementDepth) return out;
    for (const child of childrenOf(parent)) {
      if (child.name === 'StatementGroup') out.push(...this.statements(child, depth));
      else out.push(...this.#statement(child, depth));
    }
    return out;
  }

  #statement(node: SyntaxNode, depth: number): PyStatement[] {
    switch (node.name) {
      case 'FunctionDefinition':
      case 'ClassDefinition':
        return this.#definition(node, [], depth);
      case 'DecoratedStatement': {
        const children = childrenOf(node);
        const decorators = children
          .filter((child) => child.name === 'Decorator')
          .map((child) => this.#decorator(child));
        const definition = children.find(
          (child) => child.name === 'FunctionDefinition' || child.name === 'ClassDefinition',
        );
        return definition === undefined ? [] : this.#definition(definition, decorators, depth);
      }
      case 'AssignStatement':
      case 'UpdateStatement':
        return this.#assignment(node);
      case 'TypeDefinition': {
        const named = node.getChild('VariableName');
        const value = node.lastChild;
        if (named === null || value === null || value === named) return [];
        return [{ kind: 'type-alias', name: this.#slice(named), value: this.expression(value, 0) }];
      }
      case 'ExpressionStatement':
        return node.firstChild === null
          ? []
          : [{ kind: 'expression', value: this.#joined(childrenOf(node)), line: this.lineAt(node.from) }];
      case 'ReturnStatement': {
        const values = childrenOf(node).slice(1);
        return [values.length === 0 ? { kind: 'return' } : { kind: 'return', value: this.#joined(values) }];
      }
      case 'ImportStatement':
        return [{ kind: 'import', names: this.#imports(node) }];
      case 'DeleteStatement':
        return [{ kind: 'delete', names: node.getChildren('VariableName').map((name) => this.#slice(name)) }];
      default:
        return node.getChild('Body') !== null || node.name === 'MatchStatement' ? this.#block(node, depth) : [];
    }
  }

  #definition(node: SyntaxNode, decorators: PyExpression[], depth: number): PyStatement[] {
    const named = node.getChild('VariableName');
    if (named === null) return [];
    const body = node.getChild('Body');
    const broken = this.#brokenPart(node, body);
    let read: readonly PyStatement[] | undefined;
    const shared = {
      name: this.#slice(named),
      line: this.lineAt(node.from),
      decorators,
      ...(broken === undefined ? {} : { broken }),
      body: () => {
        read ??= body === null ? [] : this.statements(body, depth + 1);
        return read;
      },
    };
    if (node.name === 'ClassDefinition') {
      const list = node.getChild('ArgList');
      const typeParameters = (node.getChild('TypeParamList')?.getChildren('TypeParam') ?? []).flatMap((parameter) => {
        const name = parameter.getChild('VariableName');
        return name === null ? [] : [this.#slice(name)];
      });
      return [{ kind: 'class', ...shared, typeParameters, args: list === null ? [] : this.#arguments(list, 0) }];
    }
    return [this.#function(node, shared)];
  }

  #function(
    node: SyntaxNode,
    shared: Pick<PyFunction, 'name' | 'line' | 'decorators' | 'body'> & { broken?: 'signature' | 'body' },
  ): PyFunction {
    const list = node.getChild('ParamList');
    const returns = node.getChild('TypeDef')?.lastChild;
    return {
      kind: 'function',
      ...shared,
      isAsync: node.firstChild?.name === 'async',
      parameters: list === null ? [] : this.#parameters(list),
      ...(returns === undefined || returns === null ? {} : { returns: this.expression(returns, 0) }),
    };
  }

  #brokenPart(node: SyntaxNode, body: SyntaxNode | null): 'signature' | 'body' | undefined {
    if (body === null) return 'signature';
    const inside = this.#errors.filter((at) => at >= node.from && at <= node.to);
    if (inside.some((at) => at <= body.from)) return 'signature';
    return inside.length > 0 ? 'body' : undefined;
  }

  #decorator(node: SyntaxNode): PyExpression {
    const list = node.getChild('ArgList');
    const names = childrenOf(node).filter((child) => child.name === 'VariableName' || child.name === 'PropertyName');
    const [first, ...rest] = names.map((name) => this.#slice(name));
    let callee: PyExpression = { kind: 'name', name: first ?? '' };
    for (const name of rest) callee = { kind: 'attribute', value: callee, name };
    if (list === null) return callee;
    return { kind: 'call', callee, args: this.#arguments(list, 0), line: this.lineAt(node.from) };
  }

  #parameters(list: SyntaxNode): PyParameter[] {
    const out: (Omit<PyParameter, 'kind'> & { kind: PyParameter['kind'] })[] = [];
    let keywordOnly = false;
    for (const group of this.#split(childrenOf(list))) {
      if (group.nodes.length === 0) {
        // The grammar keeps no node for the slash; an empty place between two commas is one.
        if (this.#text.slice(group.from, group.to).includes('/'))
          for (const earlier of out) earlier.kind = 'positional-only';
        continue;
      }
      const stars = group.nodes[0]?.name === '*' ? 1 : group.nodes[0]?.name === '**' ? 2 : 0;
      const named = group.nodes.find((node) => node.name === 'VariableName');
      if (named === undefined || (stars > 0 && group.nodes.length === 1)) {
        if (stars === 1) keywordOnly = true;
        continue;
      }
      const annotation = group.nodes.find((node) => node.name === 'TypeDef')?.lastChild;
      const assign = group.nodes.findIndex((node) => node.name === 'AssignOp');
      const value = assign === -1 ? undefined : group.nodes[assign + 1];
      out.push({
        name: this.#slice(named),
        kind:
          stars === 2 ? 'var-keyword' : stars === 1 ? 'var-positional' : keywordOnly ? 'keyword-only' : 'positional',
        ...(annotation === undefined || annotation === null || annotation.name === ':'
          ? {}
          : { annotation: this.expression(annotation, 0) }),
        ...(value === undefined ? {} : { default: this.expression(value, 0) }),
      });
      if (stars === 1) keywordOnly = true;
    }
    return out;
  }

  /** Groups the children of a bracketed list by its commas; positions are those of the group's text. */
  #split(children: readonly SyntaxNode[]): { nodes: SyntaxNode[]; from: number; to: number }[] {
    const groups: { nodes: SyntaxNode[]; from: number; to: number }[] = [];
    let nodes: SyntaxNode[] = [];
    let from = children[0]?.to ?? 0;
    for (const child of children) {
      if (child.name === '(' || child.name === '[' || child.name === '{') from = child.to;
      else if (child.name === ',' || child.name === ')' || child.name === ']' || child.name === '}') {
        groups.push({ nodes, from, to: child.from });
        nodes = [];
        from = child.to;
      } else if (child.name !== 'Comment') nodes.push(child);
    }
    if (nodes.length > 0) groups.push({ nodes, from, to: nodes.at(-1)?.to ?? from });
    return groups;
  }

  #arguments(list: SyntaxNode, depth: number): PyArgument[] {
    const out: PyArgument[] = [];
    for (const { nodes, from, to } of this.#split(childrenOf(list))) {
      const [first, second, third] = nodes;
      if (first === undefined) continue;
      if (nodes.some((node) => node.name === 'for'))
        out.push({ value: { kind: 'opaque', text: this.#text.slice(from, to).trim() } });
      else if (first.name === '*' || first.name === '**') {
        if (second !== undefined)
          out.push({ stars: first.name === '*' ? 1 : 2, value: this.expression(second, depth + 1) });
      } else if (second?.name === 'AssignOp' && third !== undefined)
        out.push({ name: this.#slice(first), value: this.expression(third, depth + 1) });
      else out.push({ value: this.expression(first, depth + 1) });
    }
    return out;
  }

  #assignment(node: SyntaxNode): PyStatement[] {
    const children = childrenOf(node).filter((child) => child.name !== 'Comment');
    const groups: SyntaxNode[][] = [[]];
    let annotation: SyntaxNode | null | undefined;
    let operator: string | undefined;
    for (const child of children) {
      if (child.name === 'AssignOp' || child.name === 'UpdateOp') {
        if (child.name === 'UpdateOp') operator = this.#slice(child);
        groups.push([]);
      } else if (child.name === 'TypeDef') annotation = child.lastChild;
      else groups.at(-1)?.push(child);
    }
    const sides = groups.map((group) => this.#joined(group));
    const value = sides.length > 1 ? sides.at(-1) : undefined;
    return [
      {
        kind: 'assign',
        line: this.lineAt(node.from),
        targets: value === undefined ? sides : sides.slice(0, -1),
        ...(annotation === undefined || annotation === null ? {} : { annotation: this.expression(annotation, 0) }),
        ...(value === undefined ? {} : { value }),
        ...(operator === undefined ? {} : { operator }),
      },
    ];
  }

  /** `a` as itself, `a, b` as the tuple that it is. */
  #joined(nodes: readonly SyntaxNode[]): PyExpression {
    const items = this.#items(nodes, 0);
    const [only] = items;
    if (only !== undefined && items.length === 1 && !nodes.some((node) => node.name === ',')) return only;
    return { kind: 'tuple', items };
  }

  #items(nodes: readonly SyntaxNode[], depth: number): PyExpression[] {
    const out: PyExpression[] = [];
    let starred = false;
    for (const node of nodes) {
      if (node.name === '*') starred = true;
      else if (!expressionWrappers.has(node.name) && !node.type.isError) {
        const value = this.expression(node, depth + 1);
        out.push(starred ? { kind: 'starred', value } : value);
        starred = false;
      }
    }
    return out;
  }

  #imports(node: SyntaxNode): { local: string; qualified: string }[] {
    const children = childrenOf(node).filter((child) => !['(', ')', 'Comment'].includes(child.name));
    const importAt = children.findIndex((child) => child.name === 'import');
    const base = children
      .slice(1, Math.max(1, importAt))
      .map((child) => this.#slice(child))
      .join('');
    const groups: SyntaxNode[][] = [[]];
    for (const child of children.slice(importAt + 1)) {
      if (child.name === ',') groups.push([]);
      else groups.at(-1)?.push(child);
    }
    return groups.flatMap((group) => {
      const asAt = group.findIndex((child) => child.name === 'as');
      const dotted = group
        .slice(0, asAt === -1 ? undefined : asAt)
        .map((child) => this.#slice(child))
        .join('');
      const alias = asAt === -1 ? undefined : group[asAt + 1];
      if (dotted === '' || dotted === '*') return [];
      const first = dotted.split('.')[0] as string;
      if (importAt === 0)
        return [
          { local: alias === undefined ? first : this.#slice(alias), qualified: alias === undefined ? first : dotted },
        ];
      const qualified = base.endsWith('.') ? `${base}${dotted}` : `${base}.${dotted}`;
      return [{ local: alias === undefined ? dotted : this.#slice(alias), qualified }];
    });
  }

  #block(node: SyntaxNode, depth: number): PyStatement[] {
    const branches: { keyword: string; test?: PyExpression; body: readonly PyStatement[] }[] = [];
    let keyword = node.firstChild?.name === 'async' ? 'with' : (node.firstChild?.name ?? '');
    let test: PyExpression | undefined;
    const children = node.name === 'MatchStatement' ? [] : childrenOf(node);
    for (const child of children) {
      if (child.name === 'Body') {
        branches.push({ keyword, ...(test === undefined ? {} : { test }), body: this.statements(child, depth + 1) });
        test = undefined;
      } else if (branchKeywords.has(child.name)) keyword = child.name;
      else if (test === undefined && !child.type.isError && (keyword === 'if' || keyword === 'elif'))
        test = this.expression(child, 0);
    }
    return [{ kind: 'block', keyword: branches[0]?.keyword ?? keyword, branches }];
  }

  expression(node: SyntaxNode, depth: number): PyExpression {
    if (depth > limits.expressionDepth) return this.#opaque(node);
    switch (node.name) {
      case 'VariableName':
        return { kind: 'name', name: this.#slice(node) };
      case 'Number':
        return this.#number(node);
      case 'Boolean':
        return { kind: 'boolean', value: this.#slice(node) === 'True' };
      case 'None':
        return { kind: 'none' };
      case 'Ellipsis':
      case '...':
        return { kind: 'ellipsis' };
      case 'String':
        return this.#string(node);
      case 'ContinuedString':
        return this.#continuedString(node, depth);
      case 'ArrayExpression':
        return { kind: 'list', items: this.#items(childrenOf(node), depth) };
      case 'TupleExpression':
        return { kind: 'tuple', items: this.#items(childrenOf(node), depth) };
      case 'SetExpression':
        return { kind: 'set', items: this.#items(childrenOf(node), depth) };
      case 'ParenthesizedExpression':
        return this.#items(childrenOf(node), depth)[0] ?? this.#opaque(node);
      case 'DictionaryExpression':
        return this.#dictionary(node, depth);
      case 'LambdaExpression':
        return { kind: 'lambda' };
      default:
        return this.#compound(node, depth);
    }
  }

  #compound(node: SyntaxNode, depth: number): PyExpression {
    const children = childrenOf(node).filter((child) => child.name !== 'Comment');
    const [first, second, third] = children;
    if (first === undefined) return this.#opaque(node);
    if (node.name === 'CallExpression' && second?.name === 'ArgList')
      return {
        kind: 'call',
        callee: this.expression(first, depth + 1),
        args: this.#arguments(second, depth),
        line: this.lineAt(node.from),
      };
    if (node.name === 'MemberExpression') return this.#member(node, children, depth);
    if (node.name === 'BinaryExpression' && second !== undefined && third !== undefined && children.length === 3)
      return {
        kind: 'binary',
        operator: this.#slice(second),
        left: this.expression(first, depth + 1),
        right: this.expression(third, depth + 1),
      };
    if (node.name === 'UnaryExpression' && second !== undefined)
      return { kind: 'unary', operator: this.#slice(first), operand: this.expression(second, depth + 1) };
    return this.#opaque(node);
  }

  #member(node: SyntaxNode, children: readonly SyntaxNode[], depth: number): PyExpression {
    const [value, mark, property] = children;
    if (value === undefined || mark === undefined) return this.#opaque(node);
    const base = this.expression(value, depth + 1);
    if (mark.name === '.' && property !== undefined)
      return { kind: 'attribute', value: base, name: this.#slice(property) };
    if (mark.name !== '[' || children.some((child) => child.name === ':')) return this.#opaque(node);
    return { kind: 'subscript', value: base, items: this.#items(children.slice(2), depth) };
  }

  #dictionary(node: SyntaxNode, depth: number): PyExpression {
    const entries: [PyExpression, PyExpression][] = [];
    for (const { nodes } of this.#split(childrenOf(node))) {
      const [key, colon, value] = nodes;
      if (key === undefined) continue;
      if (colon?.name !== ':' || value === undefined) return this.#opaque(node);
      entries.push([this.expression(key, depth + 1), this.expression(value, depth + 1)]);
    }
    return { kind: 'dict', entries };
  }

  #number(node: SyntaxNode): PyExpression {
    const written = this.#slice(node);
    const text = written.replaceAll('_', '');
    const value = Number(text);
    if (!Number.isFinite(value)) return this.#opaque(node); // complex numbers, and floats beyond the range of JSON
    return { kind: 'number', value, integer: !written.endsWith('_') && /^(?:\d+|0[xXoObB][0-9a-fA-F]+)$/.test(text) };
  }

  #string(node: SyntaxNode): PyExpression {
    const { value, bytes } = stringLiteralValue(this.#slice(node));
    return { kind: bytes ? 'bytes' : 'string', value };
  }

  #continuedString(node: SyntaxNode, depth: number): PyExpression {
    const parts = childrenOf(node).filter((child) => child.name !== 'Comment');
    const values = parts.map((part) => this.expression(part, depth + 1));
    let text = '';
    for (const value of values) {
      if (value.kind !== 'string') return this.#opaque(node);
      text += value.value;
    }
    return { kind: 'string', value: text };
  }

  #opaque(node: SyntaxNode): PyExpression {
    return { kind: 'opaque', text: this.#slice(node).slice(0, 200) };
  }

  #slice(node: SyntaxNode): string {
    return this.#text.slice(node.from, node.to);
  }
}

const branchKeywords = new Set([
  'if', 'elif', 'else', 'try', 'except', 'finally', 'with', 'for', 'while',
]); // biome-ignore format: one list

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
