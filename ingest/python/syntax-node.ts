import type { parser } from '@lezer/python';

/** A tree of the parser package. */
export type SyntaxTree = ReturnType<typeof parser.parse>;

/** A node of the parser package's tree. */
export type SyntaxNode = SyntaxTree['topNode'];

/** The children of a node, marks and comments included, in order. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

/** What stands between two commas of a bracketed list: its nodes, and the positions of its text. */
export interface CommaGroup {
  readonly nodes: readonly SyntaxNode[];
  readonly from: number;
  readonly to: number;
}

/** Groups the children of a bracketed list by its commas; positions are those of the group's text. */
export function commaGroups(children: readonly SyntaxNode[]): CommaGroup[] {
  const groups: CommaGroup[] = [];
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
