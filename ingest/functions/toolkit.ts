import { ToolGraphError } from '../../src/core/errors.js';
import { isRecord } from '../../src/core/json-schema.js';
import { membersOf } from './members.js';
import { type AnyFunction, FunctionTool } from './tool.js';
import { checkToolOptions, nearestName, refuseUnknownOptions, type ToolOptions } from './tool-options.js';

/** What {@link toolkit} groups and how. */
export interface ToolkitOptions {
  /** Name of the group: a tag of each of its tools, so that retrieval can filter by it. */
  readonly name: string;
  /** Functions, `tool()` definitions or tool objects. Give this or `instance`. */
  readonly tools?: readonly unknown[];
  /** An object whose methods are the tools. */
  readonly instance?: object;
  /** Only these, by name before aliases. Default: all. */
  readonly include?: readonly string[];
  /** All but these, by name before aliases. */
  readonly exclude?: readonly string[];
  /** Other names: `{ methodName: 'tool_name' }`. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Options of single tools, by name before aliases. They win over the tool's own. */
  readonly options?: Readonly<Record<string, ToolOptions>>;
  readonly tags?: readonly string[];
  /** Defaults for every tool of the group. */
  readonly defaults?: ToolOptions;
}

/** One tool of a toolkit. */
export interface ToolkitMember {
  readonly name: string;
  readonly fn?: AnyFunction;
  readonly self?: unknown;
  readonly options: ToolOptions;
  readonly owner?: string;
  /** A tool object or `tool()` definition, which is read like one that stands alone. */
  readonly definition?: unknown;
}

/** A checked group of tools. Made by {@link toolkit}; take it to `graph.ingestFunctions`. */
export class Toolkit {
  readonly name: string;
  readonly members: readonly ToolkitMember[];
  readonly tags: readonly string[];

  constructor(name: string, members: readonly ToolkitMember[], tags: readonly string[]) {
    this.name = name;
    this.members = members;
    this.tags = tags;
    Object.freeze(this);
  }
}

const known = ['name', 'tools', 'instance', 'include', 'exclude', 'aliases', 'options', 'tags', 'defaults'];

/**
 * Groups functions, or an object's methods, under one name.
 *
 * @throws ToolGraphError INVALID_OPTION when an option is unknown, or when `include`, `exclude`, `aliases` or
 * `options` names a tool that is not there (the message lists those that are).
 */
export function toolkit(options: ToolkitOptions): Toolkit {
  if (!isRecord(options) || typeof options.name !== 'string' || options.name.trim() === '')
    throw new ToolGraphError('INVALID_OPTION', 'toolkit() needs a name: toolkit({ name, tools }).');
  const where = `toolkit "${options.name}"`;
  refuseUnknownOptions(options, known, where);
  if ((options.tools === undefined) === (options.instance === undefined))
    throw new ToolGraphError('INVALID_OPTION', `${where} takes either "tools" or "instance"; give one of them.`);
  const all = options.instance === undefined ? listedMembers(options.tools, where) : methodMembers(options.instance);
  const names = all.map((member) => member.name);
  for (const list of ['include', 'exclude'] as const) checkNames(options[list] ?? [], names, list, where);
  for (const list of ['aliases', 'options'] as const) checkNames(Object.keys(options[list] ?? {}), names, list, where);
  const include = options.include === undefined ? undefined : new Set(options.include);
  const exclude = new Set(options.exclude);
  const members = all
    .filter((member) => (include?.has(member.name) ?? true) && !exclude.has(member.name))
    .map((member) => withToolkitOptions(member, options, where));
  return new Toolkit(options.name, members, [options.name, ...(options.tags ?? [])]);
}

function withToolkitOptions(member: ToolkitMember, options: ToolkitOptions, where: string): ToolkitMember {
  const single = Object.hasOwn(options.options ?? {}, member.name) ? options.options?.[member.name] : undefined;
  const alias = Object.hasOwn(options.aliases ?? {}, member.name) ? options.aliases?.[member.name] : undefined;
  const merged = {
    ...options.defaults,
    ...member.options,
    ...single,
    ...(alias === undefined ? {} : { name: alias }),
  };
  return {
    ...member,
    name: merged.name ?? member.name,
    options: checkToolOptions(merged, `"${member.name}" of ${where}`),
  };
}

function methodMembers(instance: object): ToolkitMember[] {
  return membersOf(instance).map(([name, value]) =>
    typeof value === 'function'
      ? { name, fn: value as AnyFunction, self: instance, options: {}, owner: instance.constructor.name }
      : { name, options: {}, definition: value },
  );
}

function listedMembers(tools: readonly unknown[] | undefined, where: string): ToolkitMember[] {
  if (!Array.isArray(tools)) throw new ToolGraphError('INVALID_OPTION', `Option "tools" of ${where} must be a list.`);
  return tools.map((entry: unknown, index) => {
    if (typeof entry === 'function' && entry.name !== '')
      return { name: entry.name, fn: entry as AnyFunction, options: {} };
    if (entry instanceof FunctionTool && entry.name !== '')
      return { name: entry.name, fn: entry.fn, options: entry.options };
    if (isRecord(entry) && typeof entry['name'] === 'string' && entry['name'] !== '')
      return { name: entry['name'], options: {}, definition: entry };
    throw new ToolGraphError(
      'INVALID_OPTION',
      `tools[${index}] of ${where} is not a named function, tool() or tool object; give it a name with tool(fn, { name }).`,
    );
  });
}

function checkNames(wanted: readonly string[], names: readonly string[], list: string, where: string): void {
  for (const name of wanted) {
    if (names.includes(name)) continue;
    const nearest = nearestName(name, names);
    throw new ToolGraphError(
      'INVALID_OPTION',
      `${where} has no tool "${name}" (in "${list}")${nearest === undefined ? '' : `; did you mean "${nearest}"?`} Its tools: ${names.join(', ') || 'none'}.`,
    );
  }
}
