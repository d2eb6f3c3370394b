import type { DiagnosticLog } from '../../src/core/diagnostics.js';
import { type JsonValue, setOwn } from '../../src/core/json-schema.js';
import { basesOf } from './enums.js';
import type { ModuleScope } from './scope.js';
import { staticString, staticStrings } from './static-values.js';
import {
  docstringOf,
  keywordArgument,
  lastName,
  type PyCall,
  type PyClass,
  type PyExpression,
  type PyFunction,
  type PyStatement,
  positionalArguments,
} from './syntax-tree.js';
import { readMark, type ToolMark } from './tool-mark.js';
import { type FoundCall, findCalls, wrappedTarget } from './wrapped-tools.js';

/** A function that a toolkit offers: named by an expression of the toolkit's class. */
export interface ToolkitMember {
  readonly target: PyExpression;
  readonly mark: ToolMark;
}

const toolkitNames = /(?:Toolkit|Toolset|ToolSpec|Tools)$/;

/** Is this class a toolkit, by its bases or those of a base in the same file? */
export function isToolkitClass(definition: PyClass, scope: ModuleScope, depth = 0): boolean {
  return basesOf(definition).some((name) => {
    if (toolkitNames.test(name)) return true;
    const base = scope.classes.get(name);
    return depth < 8 && base !== undefined && base !== definition && isToolkitClass(base, scope, depth + 1);
  });
}

/** What a toolkit's class says: its members and the lists that choose among them or set their options. */
interface ToolkitReading {
  name: string;
  readonly members: ToolkitMember[];
  readonly selections: Selection[];
  readonly policies: Map<string, readonly string[]>;
}

interface Selection {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/**
 * The tools of a toolkit class: those handed to the base's constructor, registered on `self`, or listed in
 * `spec_functions`; chosen by `include_tools` and `exclude_tools` of the class and of its instances in the file. A
 * name in such a list that the toolkit does not have is reported with the names it has.
 */
export function readToolkitClass(
  definition: PyClass,
  scope: ModuleScope,
  calls: readonly FoundCall[],
  log: DiagnosticLog,
): ToolkitMember[] {
  const reading: ToolkitReading = { name: definition.name, members: [], selections: [], policies: new Map() };
  for (const statement of definition.body()) {
    if (statement.kind === 'function') readMethod(statement, scope, reading);
    else if (statement.kind === 'assign' && statement.value !== undefined)
      readClassList(statement.targets, statement.value, scope, reading);
  }
  const instances = calls.filter(
    ({ call }) => lastName(call.callee) === definition.name && call.callee.kind === 'name',
  );
  return select(
    reading,
    instances.map(({ call }) => selectionOf(call, scope)),
    `${scope.module}:${definition.name}`,
    log,
  );
}

/** `Toolkit(name="x", tools=[f, g], exclude_tools=["g"])` at module level. */
export function readToolkitCall(found: FoundCall, scope: ModuleScope, log: DiagnosticLog): ToolkitMember[] | undefined {
  const { call } = found;
  const callee = lastName(call.callee) ?? '';
  if (!toolkitNames.test(callee) || scope.classes.has(callee) || keywordArgument(call, 'tools') === undefined)
    return undefined;
  const reading: ToolkitReading = { name: callee, members: [], selections: [], policies: new Map() };
  readConstructor(call, new Map(), scope, reading);
  return select(reading, [], `${scope.module}:${reading.name}`, log);
}

function readMethod(method: PyFunction, scope: ModuleScope, reading: ToolkitReading): void {
  const lists = localLists(method.body());
  for (const { call } of findCalls(method.body())) {
    const callee = call.callee;
    if (callee.kind !== 'attribute') continue;
    const onSelf = callee.value.kind === 'name' && callee.value.name === 'self';
    if (callee.name === '__init__') readConstructor(call, lists, scope, reading);
    else if (
      onSelf &&
      (callee.name === 'register' ||
        callee.name === 'add_tool' ||
        callee.name === 'register_tool' ||
        callee.name === 'add_function')
    ) {
      const target = keywordArgument(call, 'function', 'func', 'fn') ?? positionalArguments(call)[0];
      const alias = positionalArguments(call)[1];
      const mark = readMark(call, scope);
      const name = mark.name ?? (alias === undefined ? undefined : staticString(alias, scope));
      if (target !== undefined) addMember(target, scope, reading, name === undefined ? mark : { ...mark, name });
    }
  }
}

function readConstructor(
  call: PyCall,
  lists: ReadonlyMap<string, readonly PyExpression[]>,
  scope: ModuleScope,
  reading: ToolkitReading,
): void {
  reading.name = staticString(keywordArgument(call, 'name'), scope) ?? reading.name;
  for (const key of ['tools', 'async_tools']) {
    const given = keywordArgument(call, key);
    if (given !== undefined) for (const item of listItems(given, lists, scope, 0)) addMember(item, scope, reading, {});
  }
  reading.selections.push(selectionOf(call, scope));
  for (const { name, value } of call.args) {
    if (
      name === undefined ||
      !name.endsWith('_tools') ||
      ['include_tools', 'exclude_tools', 'async_tools'].includes(name)
    )
      continue;
    const names = staticStrings(value, scope);
    if (names !== undefined) reading.policies.set(name.slice(0, -'_tools'.length), names);
  }
}

function selectionOf(call: PyCall, scope: ModuleScope): Selection {
  const include = staticStrings(keywordArgument(call, 'include_tools', 'include'), scope);
  const exclude = staticStrings(keywordArgument(call, 'exclude_tools', 'exclude'), scope);
  return { ...(include === undefined ? {} : { include }), ...(exclude === undefined ? {} : { exclude }) };
}

/** A member as itself, as `FunctionTool(self.f, …)`, as `(self.f, "alias")`. */
function addMember(item: PyExpression, scope: ModuleScope, reading: ToolkitReading, mark: ToolMark): void {
  if (item.kind === 'tuple') {
    const [target, alias] = item.items;
    const name = alias === undefined ? undefined : staticString(alias, scope);
    if (target !== undefined) addMember(target, scope, reading, name === undefined ? mark : { ...mark, name });
    return;
  }
  const wrapped = item.kind === 'call' ? wrappedTarget(item, scope) : undefined;
  if (item.kind === 'call' && wrapped !== undefined)
    reading.members.push({ target: wrapped, mark: { ...readMark(item, scope), ...mark } });
  else if (item.kind === 'name' || item.kind === 'attribute') reading.members.push({ target: item, mark });
}

/** `spec_functions = ["search", ("fetch", "afetch")]` and `tools = [f, g]` in a class body. */
function readClassList(
  targets: readonly PyExpression[],
  value: PyExpression,
  scope: ModuleScope,
  reading: ToolkitReading,
): void {
  const target = targets[0];
  if (target?.kind !== 'name' || (value.kind !== 'list' && value.kind !== 'tuple')) return;
  if (target.name === 'tools') for (const item of value.items) addMember(item, scope, reading, {});
  if (target.name !== 'spec_functions') return;
  for (const item of value.items) {
    const name = item.kind === 'tuple' ? staticString(item.items[0], scope) : staticString(item, scope);
    if (name !== undefined) reading.members.push({ target: selfAttribute(name), mark: {} });
  }
}

function selfAttribute(name: string): PyExpression {
  return { kind: 'attribute', value: { kind: 'name', name: 'self' }, name };
}

/** Lists that a method builds up under a local name: assigned, appended and extended, conditions looked through. */
function localLists(
  body: readonly PyStatement[],
  lists = new Map<string, PyExpression[]>(),
): Map<string, PyExpression[]> {
  const add = (name: string, items: readonly PyExpression[]): void => {
    lists.set(name, [...(lists.get(name) ?? []), ...items]);
  };
  for (const statement of body) {
    if (statement.kind === 'block') for (const branch of statement.branches) localLists(branch.body, lists);
    else if (statement.kind === 'assign' && statement.value !== undefined) {
      const target = statement.targets[0];
      if (target?.kind === 'name') add(target.name, [{ kind: 'starred', value: statement.value }]);
    } else if (statement.kind === 'expression' && statement.value.kind === 'call') {
      const { callee } = statement.value;
      if (callee.kind !== 'attribute' || callee.value.kind !== 'name') continue;
      const args = positionalArguments(statement.value);
      if (callee.name === 'append') add(callee.value.name, args);
      else if (callee.name === 'extend')
        add(
          callee.value.name,
          args.map((value) => ({ kind: 'starred', value }) as const),
        );
    }
  }
  return lists;
}

/** The items of a list expression, through local names, `+`, and starred parts. */
function listItems(
  expression: PyExpression,
  lists: ReadonlyMap<string, readonly PyExpression[]>,
  scope: ModuleScope,
  depth: number,
): PyExpression[] {
  if (depth > 6) return [];
  if (expression.kind === 'list' || expression.kind === 'tuple')
    return expression.items.flatMap((item) =>
      item.kind === 'starred' ? listItems(item.value, lists, scope, depth + 1) : [item],
    );
  if (expression.kind === 'binary' && expression.operator === '+')
    return [expression.left, expression.right].flatMap((side) => listItems(side, lists, scope, depth + 1));
  if (expression.kind !== 'name') return [];
  const local = lists.get(expression.name);
  if (local !== undefined)
    return local.flatMap((item) => (item.kind === 'starred' ? listItems(item.value, lists, scope, depth + 1) : [item]));
  const constant = scope.constants.get(expression.name);
  return constant === undefined ? [] : listItems(constant, lists, scope, depth + 1);
}

function memberName(member: ToolkitMember): string {
  return member.mark.name ?? lastName(member.target) ?? '';
}

/** Applies the lists of names, and reports those that name nothing. */
function select(
  reading: ToolkitReading,
  instances: readonly Selection[],
  item: string,
  log: DiagnosticLog,
): ToolkitMember[] {
  const known = new Set(reading.members.flatMap((member) => [memberName(member), lastName(member.target) ?? '']));
  const lists: [string, readonly string[]][] = [
    ...[...reading.selections, ...instances].flatMap(({ include, exclude }) => [
      ['include_tools', include ?? []] as [string, readonly string[]],
      ['exclude_tools', exclude ?? []] as [string, readonly string[]],
    ]),
    ...reading.policies,
  ];
  for (const [list, names] of lists) {
    const unknown = names.filter((name) => !known.has(name));
    if (unknown.length > 0 && known.size > 0)
      log.warn(
        'unknown-toolkit-tool',
        item,
        `${list} names ${unknown.join(', ')}, which this toolkit does not have; it has ${reading.members.map(memberName).join(', ')}.`,
      );
  }
  const admits = (member: ToolkitMember, { include, exclude }: Selection): boolean => {
    const names = [memberName(member), lastName(member.target) ?? ''];
    return (
      (include === undefined || names.some((name) => include.includes(name))) &&
      !names.some((name) => exclude?.includes(name))
    );
  };
  return reading.members
    .filter((member) => reading.selections.every((selection) => admits(member, selection)))
    .filter((member) => instances.length === 0 || instances.some((selection) => admits(member, selection)))
    .map((member) => ({ ...member, mark: { ...withPolicies(member, reading.policies), group: reading.name } }));
}

function withPolicies(member: ToolkitMember, policies: ReadonlyMap<string, readonly string[]>): ToolMark {
  const options: Record<string, JsonValue> = { ...member.mark.options };
  for (const [policy, names] of policies)
    if (names.includes(memberName(member)) || names.includes(lastName(member.target) ?? ''))
      setOwn(options, policy, true);
  return Object.keys(options).length === 0 ? member.mark : { ...member.mark, options };
}

const runMethods = [
  '_run',
  'forward',
  'run',
  'execute',
  '_arun',
  '__call__',
  'respond',
  'invoke',
  'call',
  'run_async',
] as const;

/** A class that is one tool: `class Search(BaseTool)` with `name`, `description` and a method that runs it. */
export function readToolClass(
  definition: PyClass,
  scope: ModuleScope,
): { method: PyFunction; mark: ToolMark } | undefined {
  if (!basesOf(definition).some((base) => /^(?:Base|Structured|Function|Async)?Tool$/.test(base))) return undefined;
  const body = definition.body();
  const methods = new Map(body.flatMap((item) => (item.kind === 'function' ? [[item.name, item] as const] : [])));
  const method = runMethods.map((name) => methods.get(name)).find((found) => found !== undefined);
  if (method === undefined) return undefined;
  const attributes = new Map(
    body.flatMap((item) =>
      item.kind === 'assign' && item.targets[0]?.kind === 'name' && item.value !== undefined
        ? [[item.targets[0].name, item.value] as const]
        : [],
    ),
  );
  const given = attributes.get('args_schema') ?? attributes.get('inputs') ?? attributes.get('parameters');
  const description = staticString(attributes.get('description'), scope) ?? docstringOf(body);
  return {
    method,
    mark: {
      name: staticString(attributes.get('name'), scope) ?? definition.name,
      ...(description === undefined || description.trim() === ''
        ? {}
        : { description: description.trim().replace(/\s*\n\s*/g, ' ') }),
      ...(given === undefined ? {} : { inputsFrom: given }),
    },
  };
}
