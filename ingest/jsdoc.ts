import { parse } from 'comment-parser';

/** A parameter that a JSDoc comment describes, with those that are nested in it by dotted names. */
export interface DocParameter {
  /** Last part of the dotted name. */
  readonly name: string;
  /** Type expression as written, without braces. */
  readonly type?: string;
  readonly optional: boolean;
  /** Default as written in `[name=default]`. */
  readonly default?: string;
  readonly description?: string;
  /** Described as `name[].child`: the children are those of its elements. */
  readonly elements: boolean;
  readonly children: readonly DocParameter[];
}

/** What a JSDoc comment says. */
export interface DocComment {
  readonly description?: string;
  /** In the order of the comment. */
  readonly parameters: readonly DocParameter[];
  readonly returns?: { readonly type?: string; readonly description?: string };
  readonly deprecated: boolean;
  readonly examples: readonly string[];
  /** Is one of these tags there: `internal`, `private`, `ignore`? */
  readonly hidden: boolean;
}

interface MutableParameter {
  name: string;
  type?: string;
  optional: boolean;
  default?: string;
  description?: string;
  elements: boolean;
  children: MutableParameter[];
}

/** Longer comments are cut: what a model or a search needs stands at the front. */
const maxCommentLength = 50_000;

/**
 * Reads one JSDoc comment, from its opening to its closing mark. Dotted `@param` names are nested, whatever order
 * they stand in; a parent that is not described itself is made. Undefined when the text is no JSDoc comment.
 */
export function parseJsDoc(comment: string): DocComment | undefined {
  const text = comment.length > maxCommentLength ? `${comment.slice(0, maxCommentLength)}*/` : comment;
  const [block] = parse(text, { spacing: 'preserve' });
  if (block === undefined) return undefined;
  const roots: MutableParameter[] = [];
  const examples: string[] = [];
  let returns: DocComment['returns'];
  let deprecated = false;
  let hidden = false;
  let summary = clean(block.description);
  for (const tag of block.tags) {
    switch (tag.tag) {
      case 'param':
      case 'arg':
      case 'argument':
        addParameter(roots, tag);
        break;
      case 'returns':
      case 'return':
        returns = withText({ ...(tag.type === '' ? {} : { type: tag.type }) }, joined(tag));
        break;
      case 'deprecated':
        deprecated = true;
        break;
      case 'example':
        examples.push(clean(joined(tag)).slice(0, 500));
        break;
      case 'description':
      case 'desc':
      case 'summary':
        if (summary === '') summary = clean(joined(tag));
        break;
      case 'internal':
      case 'private':
      case 'ignore':
        hidden = true;
        break;
    }
  }
  return withText(
    { parameters: roots, ...(returns === undefined ? {} : { returns }), deprecated, examples, hidden },
    summary,
  );
}

function withText<T extends object>(value: T, text: string): T & { description?: string } {
  const description = clean(text);
  return description === '' ? value : { ...value, description };
}

interface Tag {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  readonly default?: string | undefined;
  readonly description: string;
}

/** The parser takes the first word of any tag as a name; in `@returns` and the like it is text. */
function joined(tag: Tag): string {
  return `${tag.name} ${tag.description}`;
}

function addParameter(roots: MutableParameter[], tag: Tag): void {
  const steps = tag.name.split('.').map((step) => ({ name: step.replace(/\[\]$/, ''), elements: step.endsWith('[]') }));
  if (steps.length > 12 || steps.some((step) => step.name === '')) return;
  let level = roots;
  let node: MutableParameter | undefined;
  for (const step of steps) {
    node = level.find((candidate) => candidate.name === step.name);
    if (node === undefined) {
      node = { name: step.name, optional: false, elements: false, children: [] };
      level.push(node);
    }
    if (step.elements) node.elements = true;
    level = node.children;
  }
  if (node === undefined) return;
  const type = tag.type.replace(/=$/, '').trim();
  node.optional = tag.optional || tag.type.endsWith('=');
  if (type !== '') node.type = type;
  if (type.endsWith('[]') || /^Array\b/.test(type)) node.elements = node.elements || /object/i.test(type);
  if (tag.default !== undefined) node.default = tag.default;
  const description = clean(tag.description);
  if (description !== '') node.description = description;
}

/** One paragraph a line, without the dash that sets a description off, and with inline links as their text. */
function clean(text: string): string {
  return text
    .replace(
      /\{@link(?:code|plain)?\s+([^}|\s]{1,200})(?:[|\s]([^}]{0,200}))?\}/g,
      (_all, target: string, label?: string) => (label ?? target).trim(),
    )
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim()
    .replace(/^[-–—:]\s+/, '')
    .replace(/([^\n])\n(?=[^\n\-*\d#>`])/g, '$1 ')
    .trim();
}
