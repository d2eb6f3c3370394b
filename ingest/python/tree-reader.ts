import type { ExpressionReader } from './expression-reader.js';
import { childrenOf, commaGroups, type SyntaxNode } from './syntax-node.js';
import type { PyExpression, PyFunction, PyParameter, PyStatement } from './syntax-tree.js';

/** Deepest nesting of statements that is read; what lies deeper is left out. */
const maxDepth = 60;

/** Turns the statements of one syntax tree of the parser package into ours. */
export class TreeReader {
  readonly #expressions: ExpressionReader;
  readonly #errors: readonly number[];

  /** `errors` are the positions at which the grammar did not hold. */
  constructor(expressions: ExpressionReader, errors: readonly number[]) {
    this.#expressions = expressions;
    this.#errors = errors;
  }

  /** The statements directly in a node; bodies of definitions are read when they are first asked for. */
  statements(parent: SyntaxNode, depth: number): PyStatement[] {
    const out: PyStatement[] = [];
    if (depth > maxDepth) return out;
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
        return [
          { kind: 'type-alias', name: this.#expressions.slice(named), value: this.#expressions.expression(value, 0) },
        ];
      }
      case 'ExpressionStatement':
        return node.firstChild === null
          ? []
          : [
              {
                kind: 'expression',
                value: this.#expressions.joined(childrenOf(node)),
                line: this.#expressions.lineAt(node.from),
              },
            ];
      case 'ReturnStatement': {
        const values = childrenOf(node).slice(1);
        return [values.length === 0 ? { kind: 'return' } : { kind: 'return', value: this.#expressions.joined(values) }];
      }
      case 'ImportStatement':
        return [{ kind: 'import', names: this.#imports(node) }];
      case 'DeleteStatement':
        return [
          { kind: 'delete', names: node.getChildren('VariableName').map((name) => this.#expressions.slice(name)) },
        ];
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
      name: this.#expressions.slice(named),
      line: this.#expressions.lineAt(node.from),
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
        return name === null ? [] : [this.#expressions.slice(name)];
      });
      return [
        { kind: 'class', ...shared, typeParameters, args: list === null ? [] : this.#expressions.arguments(list, 0) },
      ];
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
      ...(returns === undefined || returns === null ? {} : { returns: this.#expressions.expression(returns, 0) }),
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
    const [first, ...rest] = names.map((name) => this.#expressions.slice(name));
    let callee: PyExpression = { kind: 'name', name: first ?? '' };
    for (const name of rest) callee = { kind: 'attribute', value: callee, name };
    if (list === null) return callee;
    return {
      kind: 'call',
      callee,
      args: this.#expressions.arguments(list, 0),
      line: this.#expressions.lineAt(node.from),
    };
  }

  #parameters(list: SyntaxNode): PyParameter[] {
    const out: (Omit<PyParameter, 'kind'> & { kind: PyParameter['kind'] })[] = [];
    let keywordOnly = false;
    for (const group of commaGroups(childrenOf(list))) {
      if (group.nodes.length === 0) {
        // The grammar keeps no node for the slash; an empty place between two commas is one.
        if (this.#expressions.slice(group).includes('/')) for (const earlier of out) earlier.kind = 'positional-only';
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
        name: this.#expressions.slice(named),
        kind:
          stars === 2 ? 'var-keyword' : stars === 1 ? 'var-positional' : keywordOnly ? 'keyword-only' : 'positional',
        ...(annotation === undefined || annotation === null || annotation.name === ':'
          ? {}
          : { annotation: this.#expressions.expression(annotation, 0) }),
        ...(value === undefined ? {} : { default: this.#expressions.expression(value, 0) }),
      });
      if (stars === 1) keywordOnly = true;
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
        if (child.name === 'UpdateOp') operator = this.#expressions.slice(child);
        groups.push([]);
      } else if (child.name === 'TypeDef') annotation = child.lastChild;
      else groups.at(-1)?.push(child);
    }
    const sides = groups.map((group) => this.#expressions.joined(group));
    const value = sides.length > 1 ? sides.at(-1) : undefined;
    return [
      {
        kind: 'assign',
        line: this.#expressions.lineAt(node.from),
        targets: value === undefined ? sides : sides.slice(0, -1),
        ...(annotation === undefined || annotation === null
          ? {}
          : { annotation: this.#expressions.expression(annotation, 0) }),
        ...(value === undefined ? {} : { value }),
        ...(operator === undefined ? {} : { operator }),
      },
    ];
  }

  #imports(node: SyntaxNode): { local: string; qualified: string }[] {
    const children = childrenOf(node).filter((child) => !['(', ')', 'Comment'].includes(child.name));
    const importAt = children.findIndex((child) => child.name === 'import');
    const base = children
      .slice(1, Math.max(1, importAt))
      .map((child) => this.#expressions.slice(child))
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
        .map((child) => this.#expressions.slice(child))
        .join('');
      const alias = asAt === -1 ? undefined : group[asAt + 1];
      if (dotted === '' || dotted === '*') return [];
      const first = dotted.split('.')[0] as string;
      if (importAt === 0)
        return [
          {
            local: alias === undefined ? first : this.#expressions.slice(alias),
            qualified: alias === undefined ? first : dotted,
          },
        ];
      const qualified = base.endsWith('.') ? `${base}${dotted}` : `${base}.${dotted}`;
      return [{ local: alias === undefined ? dotted : this.#expressions.slice(alias), qualified }];
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
        test = this.#expressions.expression(child, 0);
    }
    return [{ kind: 'block', keyword: branches[0]?.keyword ?? keyword, branches }];
  }
}

const branchKeywords = new Set([
  'if', 'elif', 'else', 'try', 'except', 'finally', 'with', 'for', 'while',
]); // biome-ignore format: one list
