import { consumedFields } from '../core/fields.js';
import { type JsonSchema, setOwn } from '../core/json-schema.js';
import type { ToolSchema } from '../core/tool-schema.js';
import { cutDescription, joinSentences } from './cut-description.js';
import type { ExportLoss } from './export-result.js';
import { below } from './lowering.js';

/** What a form of a tool holds. */
interface Form {
  /** Most characters of the tool's description and of a description within its schema; 0 leaves the latter out. */
  readonly description: number;
  readonly inputText: number;
  /** Optional properties are kept in objects nested less deep than this; the root is at 0. */
  readonly optionalDepth: number;
  /** Fixed lists with more values are described by their first ones. */
  readonly values: number;
}

/** Forms from the fullest to the smallest; each holds at most what the one before holds. */
const forms: readonly Form[] = [
  { description: 600, inputText: 160, optionalDepth: Number.POSITIVE_INFINITY, values: 200 },
  { description: 300, inputText: 90, optionalDepth: 1, values: 50 },
  { description: 160, inputText: 60, optionalDepth: 0, values: 20 },
  { description: 80, inputText: 0, optionalDepth: 0, values: 8 },
];

/** How many forms a tool has: form 0 is the whole, the last the smallest. */
export const projectionForms: number = forms.length + 1;

/** An object that requires nothing keeps this many of its properties, or there would be nothing to fill in. */
const keptOfOptional = 3;

/** How many values of a cut list are shown, and how deep a schema is read. */
const shownValues = 5;
const maxDepth = 64;

/** A tool in a smaller form, and every cut that made it smaller. */
export interface ProjectedTool {
  readonly tool: ToolSchema;
  readonly cuts: readonly ExportLoss[];
}

/**
 * A tool with less to read: texts are cut at a sentence end, titles, examples and the output schema left out, then
 * optional inputs from the inside out, then long lists of fixed values. Required inputs always stay, as do those in
 * `keep`. A call that fits the smaller schema fits the tool's own, but for values of a list that was cut; each cut is
 * reported. The given tool is not changed.
 *
 * @param form 0 (the tool itself) to {@link projectionForms} - 1.
 * @param keep Paths of inputs that stay though they are optional, such as those another tool fills.
 */
export function projectTool(tool: ToolSchema, form: number, keep: ReadonlySet<string> = new Set()): ProjectedTool {
  const chosen = forms[form - 1];
  if (chosen === undefined) return { tool, cuts: [] };
  const projection = new Projection(tool, chosen, keep);
  const description = projection.text(tool.description, chosen.description, '');
  const inputSchema = projection.node(tool.inputSchema, '', 0);
  if (tool.outputSchema !== undefined) projection.cut('output-left-out', '', 'the output schema was left out');
  const { outputSchema: _, ...rest } = tool;
  const projected: ToolSchema = {
    ...rest,
    description,
    inputSchema,
    get consumes() {
      return consumedFields(this);
    },
    get produces() {
      return tool.produces;
    },
  };
  return { tool: projected, cuts: projection.cuts };
}

class Projection {
  readonly cuts: ExportLoss[] = [];
  readonly #tool: ToolSchema;
  readonly #form: Form;
  readonly #keep: readonly string[];

  constructor(tool: ToolSchema, form: Form, keep: ReadonlySet<string>) {
    this.#tool = tool;
    this.#form = form;
    this.#keep = [...keep].map((path) => exposedPath(tool, path));
  }

  cut(kind: ExportLoss['kind'], path: string, what: string): void {
    const place = path === '' ? '' : `, input ${JSON.stringify(path)}`;
    const message = `Tool ${JSON.stringify(this.#tool.name)}${place}: ${what} to fit the token budget.`;
    this.cuts.push({ tool: this.#tool.name, path, kind, message });
  }

  text(text: string, limit: number, path: string): string {
    if (text.length <= limit) return text;
    const cut = cutDescription(text, limit);
    if (cut === '') this.cut('description-cut', path, 'the description was left out');
    else this.cut('description-cut', path, `the description was cut from ${text.length} to ${cut.length} characters`);
    return cut;
  }

  /** `outer` are the properties that the schema around a branch requires. */
  node(schema: JsonSchema, path: string, depth: number, outer: ReadonlySet<string> = new Set()): JsonSchema {
    if (depth > maxDepth) return schema;
    const { title, examples, description, properties, ...rest } = schema;
    if (title !== undefined || examples !== undefined)
      this.cut('annotation-left-out', path, 'title or examples were left out');
    const required = requiredOf(schema, outer);
    const texts = this.#describe(schema, path);
    const kept = properties === undefined ? {} : { properties: this.#properties(schema, required, path, depth) };
    const { items, prefixItems, anyOf, oneOf, additionalProperties } = schema;
    return {
      ...(texts.enum === undefined ? withoutEnum(rest) : rest),
      ...(texts.description === '' ? {} : { description: texts.description }),
      ...kept,
      ...(items === undefined ? {} : { items: this.node(items, `${path}[]`, depth + 1) }),
      ...(prefixItems === undefined
        ? {}
        : { prefixItems: prefixItems.map((slot) => this.node(slot, `${path}[]`, depth + 1)) }),
      ...(anyOf === undefined ? {} : { anyOf: anyOf.map((branch) => this.node(branch, path, depth, required)) }),
      ...(oneOf === undefined ? {} : { oneOf: oneOf.map((branch) => this.node(branch, path, depth, required)) }),
      ...(typeof additionalProperties === 'object'
        ? { additionalProperties: this.node(additionalProperties, below(path, '*'), depth + 1) }
        : {}),
    };
  }

  #describe(schema: JsonSchema, path: string): { description: string; enum: JsonSchema['enum'] } {
    const isRoot = path === '';
    const own = schema.description ?? '';
    const description = this.text(own, isRoot ? this.#form.description : this.#form.inputText, path);
    const values = schema.enum;
    if (values === undefined || values.length <= this.#form.values) return { description, enum: values };
    const shown = values.slice(0, shownValues).map((value) => JSON.stringify(value));
    this.cut('values-left-out', path, `${values.length - shown.length} of ${values.length} fixed values were left out`);
    const note = `One of ${values.length} values, such as ${shown.join(', ')}.`;
    return { description: joinSentences(description, note), enum: undefined };
  }

  #properties(
    schema: JsonSchema,
    required: ReadonlySet<string>,
    path: string,
    depth: number,
  ): Record<string, JsonSchema> {
    const entries = Object.entries(schema.properties ?? {});
    const stays = this.#staying(schema, entries, required, path, depth);
    const kept: Record<string, JsonSchema> = {};
    for (const [key, child] of entries) {
      const at = below(path, key);
      if (stays.has(key)) setOwn(kept, key, this.node(child, at, depth + 1));
      else this.cut('input-left-out', at, 'the optional input was left out');
    }
    return kept;
  }

  /** Keys of the properties that stay: required ones, ones to be kept, marks of a union, and the first where none is required. */
  #staying(
    schema: JsonSchema,
    entries: readonly (readonly [string, JsonSchema])[],
    required: ReadonlySet<string>,
    path: string,
    depth: number,
  ): ReadonlySet<string> {
    const all = new Set(entries.map(([key]) => key));
    const least = schema.minProperties ?? 0;
    if (depth < this.#form.optionalDepth) return all;
    const stays = entries.filter(
      ([key, child]) => required.has(key) || child.const !== undefined || this.#isKept(below(path, key)),
    );
    if (stays.length < least) return all;
    return new Set((stays.length > 0 ? stays : entries.slice(0, keptOfOptional)).map(([key]) => key));
  }

  #isKept(path: string): boolean {
    return this.#keep.some(
      (kept) => kept === path || (kept.startsWith(path) && /^(\.|\[\])/.test(kept.slice(path.length))),
    );
  }
}

/** What a node requires, itself or in some branch: a property that one alternative needs is not optional. */
function requiredOf(schema: JsonSchema, outer: ReadonlySet<string>): ReadonlySet<string> {
  const required = new Set([...outer, ...(schema.required ?? [])]);
  const visit = (node: JsonSchema, depth: number): void => {
    for (const key of node.required ?? []) required.add(key);
    if (depth < maxDepth) for (const branch of [...(node.anyOf ?? []), ...(node.oneOf ?? [])]) visit(branch, depth + 1);
  };
  visit(schema, 0);
  return required;
}

function withoutEnum(schema: JsonSchema): JsonSchema {
  const { enum: _, ...rest } = schema;
  return rest;
}

/** The path as the schema has it, where the input has another name at its source. */
function exposedPath(tool: ToolSchema, path: string): string {
  const root = /^[^.[]*/.exec(path)?.[0] ?? '';
  if (root === '' || tool.inputs.some((input) => input.name === root)) return path;
  const input = tool.inputs.find((candidate) => candidate.originalName === root);
  return input === undefined ? path : input.name + path.slice(root.length);
}
