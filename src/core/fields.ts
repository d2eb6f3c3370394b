import { getOwn, type JsonSchema, schemaTypes } from './json-schema.js';
import type { ToolDraft, ToolField } from './tool-schema.js';

/** Bounds of one tool's flattened fields: what lies deeper or beyond rarely fills another tool's input. */
const limits = { depth: 6, fields: 400, pattern: 200 } as const;

/**
 * The fields a tool takes: each input, and below it each property of object and array inputs, breadth first.
 * A nested field is required when its whole path is.
 */
export function consumedFields(tool: Pick<ToolDraft, 'inputs' | 'inputSchema'>): ToolField[] {
  const fields: ToolField[] = [];
  const requiredAtRoot = new Set(tool.inputSchema.required ?? []);
  for (const input of tool.inputs) {
    const schema = getOwn(tool.inputSchema.properties, input.name);
    if (schema === undefined) continue;
    const top = input.originalName;
    const entity = input.in === 'body' && input.whole !== true ? tool.inputSchema['x-entity'] : undefined;
    fields.push(fieldOf(schema, top, top, entity, undefined, requiredAtRoot.has(input.name), input.in));
    walk(schema, top, { fields, required: requiredAtRoot.has(input.name), in: input.in });
  }
  return fields;
}

/** The fields a tool gives back, breadth first. A scalar or array of scalars at the root is one field with path `""` or `[]`. */
export function producedFields(tool: Pick<ToolDraft, 'outputSchema'>): ToolField[] {
  const schema = tool.outputSchema;
  if (schema === undefined) return [];
  const fields: ToolField[] = [];
  const types = schemaTypes(schema);
  if (types.length > 0 && !types.includes('object') && !types.includes('array'))
    fields.push(fieldOf(schema, '', '', undefined, undefined));
  walk(schema, '', { fields });
  return fields;
}

interface WalkState {
  readonly fields: ToolField[];
  readonly required?: boolean;
  readonly in?: ToolField['in'];
}

interface Node {
  readonly schema: JsonSchema;
  readonly path: string;
  readonly parent: string | undefined;
  readonly entity: string | undefined;
  readonly required: boolean | undefined;
  readonly depth: number;
}

/** Adds every field below `schema`, breadth first. */
function walk(schema: JsonSchema, path: string, state: WalkState): void {
  const rootName = path === '' ? undefined : path;
  const queue: Node[] = [
    { schema, path, parent: rootName, entity: schema['x-entity'], required: state.required, depth: 0 },
  ];
  const seen = new Set<string>();
  for (let next = 0; next < queue.length && state.fields.length < limits.fields; next++) {
    const node = queue[next] as Node;
    if (node.depth > limits.depth) continue;
    visitBranches(node, queue);
    visitItems(node, queue, state, seen);
    visitProperties(node, queue, state, seen);
  }
}

function visitBranches(node: Node, queue: Node[]): void {
  const { anyOf, oneOf } = node.schema;
  if (anyOf === undefined && oneOf === undefined) return;
  for (const branch of [...(anyOf ?? []), ...(oneOf ?? [])]) {
    queue.push({
      ...node,
      schema: branch,
      entity: branch['x-entity'] ?? node.entity,
      required: false,
      depth: node.depth + 1,
    });
  }
}

function visitItems(node: Node, queue: Node[], state: WalkState, seen: Set<string>): void {
  const items = node.schema.items;
  if (items === undefined) return;
  const path = `${node.path}[]`;
  const types = schemaTypes(items);
  const scalar = types.length > 0 && !types.includes('object') && !types.includes('array');
  if (scalar && node.path === '' && !seen.has(path)) {
    seen.add(path);
    state.fields.push(fieldOf(items, path, '', node.entity, node.parent));
  }
  queue.push({
    schema: items,
    path,
    parent: node.parent,
    entity: items['x-entity'] ?? node.entity,
    required: node.required,
    depth: node.depth + 1,
  });
}

function visitProperties(node: Node, queue: Node[], state: WalkState, seen: Set<string>): void {
  const { properties } = node.schema;
  if (properties === undefined) return;
  const required = new Set(node.required === true ? node.schema.required : undefined);
  for (const name of Object.keys(properties)) {
    const schema = properties[name] as JsonSchema;
    const path = node.path === '' ? name : `${node.path}.${name}`;
    const isRequired = node.required === undefined ? undefined : node.required && required.has(name);
    if (!seen.has(path) && state.fields.length < limits.fields) {
      seen.add(path);
      state.fields.push(fieldOf(schema, path, name, node.entity, node.parent, isRequired, state.in));
    }
    queue.push({
      schema,
      path,
      parent: name,
      entity: schema['x-entity'] ?? schema.items?.['x-entity'],
      required: isRequired,
      depth: node.depth + 1,
    });
  }
}

function fieldOf(
  schema: JsonSchema,
  path: string,
  name: string,
  entity: string | undefined,
  parent: string | undefined,
  required?: boolean,
  location?: ToolField['in'],
): ToolField {
  const types = schemaTypes(schema);
  const field: Writable<ToolField> = { path, name };
  if (types.length > 0) field.type = types.length === 1 ? (types[0] as string) : types.join('|');
  if (schema.format !== undefined) field.format = schema.format;
  if (schema.description !== undefined) field.description = schema.description;
  if (schema.enum !== undefined) field.enum = schema.enum;
  if (typeof schema.pattern === 'string' && schema.pattern.length <= limits.pattern) field.pattern = schema.pattern;
  if (entity !== undefined) field.entity = entity;
  if (parent !== undefined) field.parent = parent;
  if (schema.default !== undefined) field.default = schema.default;
  if (required !== undefined) field.required = required;
  if (location !== undefined) field.in = location;
  return field;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
