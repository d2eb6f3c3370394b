import { stringLiteralValue } from './string-literal.js';
import { childrenOf, commaGroups, type SyntaxNode } from './syntax-node.js';
import type { PyArgument, PyExpression } from './syntax-tree.js';

const maxDepth = 80;

const expressionWrappers = new Set([',', '(', ')', '[', ']', '{', '}', 'Comment']);

/** Turns the expressions of one text of the parser package into ours. */
export class ExpressionReader {
  readonly #text: string;
  readonly #lineOffset: number;
  #lineStarts: number[] | undefined;

  /** `lineOffset` lines of the file stand before the text. */
  constructor(text: string, lineOffset: number) {
    this.#text = text;
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

  /** The arguments between the brackets of a call, a class or a decorator. */
  arguments(list: SyntaxNode, depth: number): PyArgument[] {
    const out: PyArgument[] = [];
    for (const group of commaGroups(childrenOf(list))) {
      const { nodes } = group;
      const [first, second, third] = nodes;
      if (first === undefined) continue;
      if (nodes.some((node) => node.name === 'for'))
        out.push({ value: { kind: 'opaque', text: this.slice(group).trim() } });
      else if (first.name === '*' || first.name === '**') {
        if (second !== undefined)
          out.push({ stars: first.name === '*' ? 1 : 2, value: this.expression(second, depth + 1) });
      } else if (second?.name === 'AssignOp' && third !== undefined)
        out.push({ name: this.slice(first), value: this.expression(third, depth + 1) });
      else out.push({ value: this.expression(first, depth + 1) });
    }
    return out;
  }

  /** `a` as itself, `a, b` as the tuple that it is. */
  joined(nodes: readonly SyntaxNode[]): PyExpression {
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

  /** What deeper nesting than the limit holds is opaque. */
  expression(node: SyntaxNode, depth: number): PyExpression {
    if (depth > maxDepth) return this.#opaque(node);
    switch (node.name) {
      case 'VariableName':
        return { kind: 'name', name: this.slice(node) };
      case 'Number':
        return this.#number(node);
      case 'Boolean':
        return { kind: 'boolean', value: this.slice(node) === 'True' };
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
        args: this.arguments(second, depth),
        line: this.lineAt(node.from),
      };
    if (node.name === 'MemberExpression') return this.#member(node, children, depth);
    if (node.name === 'BinaryExpression' && second !== undefined && third !== undefined && children.length === 3)
      return {
        kind: 'binary',
        operator: this.slice(second),
        left: this.expression(first, depth + 1),
        right: this.expression(third, depth + 1),
      };
    if (node.name === 'UnaryExpression' && second !== undefined)
      return { kind: 'unary', operator: this.slice(first), operand: this.expression(second, depth + 1) };
    return this.#opaque(node);
  }

  #member(node: SyntaxNode, children: readonly SyntaxNode[], depth: number): PyExpression {
    const [value, mark, property] = children;
    if (value === undefined || mark === undefined) return this.#opaque(node);
    const base = this.expression(value, depth + 1);
    if (mark.name === '.' && property !== undefined)
      return { kind: 'attribute', value: base, name: this.slice(property) };
    if (mark.name !== '[' || children.some((child) => child.name === ':')) return this.#opaque(node);
    return { kind: 'subscript', value: base, items: this.#items(children.slice(2), depth) };
  }

  #dictionary(node: SyntaxNode, depth: number): PyExpression {
    const entries: [PyExpression, PyExpression][] = [];
    for (const { nodes } of commaGroups(childrenOf(node))) {
      const [key, colon, value] = nodes;
      if (key === undefined) continue;
      if (colon?.name !== ':' || value === undefined) return this.#opaque(node);
      entries.push([this.expression(key, depth + 1), this.expression(value, depth + 1)]);
    }
    return { kind: 'dict', entries };
  }

  #number(node: SyntaxNode): PyExpression {
    const written = this.slice(node);
    const text = written.replaceAll('_', '');
    const value = Number(text);
    if (!Number.isFinite(value)) return this.#opaque(node); // complex numbers, and floats beyond the range of JSON
    return { kind: 'number', value, integer: !written.endsWith('_') && /^(?:\d+|0[xXoObB][0-9a-fA-F]+)$/.test(text) };
  }

  #string(node: SyntaxNode): PyExpression {
    const { value, bytes } = stringLiteralValue(this.slice(node));
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
    return { kind: 'opaque', text: this.slice(node).slice(0, 200) };
  }

  /** The text of a node, or of what stands between two commas. */
  slice({ from, to }: { readonly from: number; readonly to: number }): string {
    return this.#text.slice(from, to);
  }
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
