import type { DiagnosticLog } from '../../src/core/diagnostics.js';
import type { FoundTool } from './draft.js';
import type { ModuleScope } from './scope.js';
import { staticStrings } from './static-values.js';
import {
  dottedParts,
  lastName,
  type PyClass,
  type PyExpression,
  type PyFunction,
  positionalArguments,
} from './syntax-tree.js';
import { mergeMarks, readDecorators, type ToolMark } from './tool-mark.js';
import { isToolkitClass, readToolClass, readToolkitCall, readToolkitClass } from './toolkits.js';
import type { ImportResolver } from './type-reading.js';
import { type FoundCall, findCalls, wrappingsOf } from './wrapped-tools.js';

/**
 * Which functions of a file count as tools.
 *
 * - `auto`: where a file marks tools (decorators, wrappers, toolkits), those; else every public function.
 * - `all`: every public function, and everything marked.
 * - `marked`: only what is marked.
 */
export type PythonSelect = 'auto' | 'all' | 'marked';

/**
 * The tools of one file: module-level functions that an importer could bind, and what frameworks are told are
 * tools. Nested functions, plain methods, private names and what only runs as a script are none. Each function is
 * found once, in the order of the file.
 */
export function collectTools(
  scope: ModuleScope,
  select: PythonSelect,
  resolve: ImportResolver,
  log: DiagnosticLog,
): FoundTool[] {
  const collector = new Collector(scope, resolve, log);
  return collector.run(select);
}

class Collector {
  readonly #scope: ModuleScope;
  readonly #resolve: ImportResolver;
  readonly #log: DiagnosticLog;
  /** By identity of the tool: place of the definition and alias. */
  readonly #found = new Map<string, FoundTool>();

  constructor(scope: ModuleScope, resolve: ImportResolver, log: DiagnosticLog) {
    this.#scope = scope;
    this.#resolve = resolve;
    this.#log = log;
  }

  run(select: PythonSelect): FoundTool[] {
    const calls = findCalls(this.#scope.statements);
    this.#decoratedFunctions();
    for (const definition of this.#scope.classes.values()) this.#toolsOfClass(definition, calls);
    for (const found of calls) this.#wrapped(found);
    if (select === 'all' || (select === 'auto' && this.#found.size === 0)) this.#publicFunctions();
    const names = new Map<string, number>();
    const place = (tool: FoundTool): string => keyOf(tool.scope, tool.qualifiedName, undefined);
    for (const tool of this.#found.values()) names.set(place(tool), (names.get(place(tool)) ?? 0) + 1);
    return [...this.#found.values()]
      .map((tool) => ((names.get(place(tool)) ?? 0) > 1 ? { ...tool, isOneOfSeveral: true } : tool))
      .sort((a, b) => a.definition.line - b.definition.line);
  }

  #decoratedFunctions(): void {
    for (const definition of this.#scope.functions.values()) {
      const { mark, isDeprecated } = readDecorators(definition.decorators, this.#scope);
      if (mark !== undefined) this.#add(definition, this.#scope, definition.name, mark, false, isDeprecated);
    }
  }

  #toolsOfClass(definition: PyClass, calls: readonly FoundCall[]): void {
    const isToolkit = isToolkitClass(definition, this.#scope);
    for (const item of definition.body()) {
      if (item.kind !== 'function') continue;
      const { mark, isStatic, isDeprecated } = readDecorators(item.decorators, this.#scope);
      if (mark === undefined) continue;
      const grouped = { ...mark, group: mark.group ?? definition.name };
      this.#add(item, this.#scope, `${definition.name}.${item.name}`, grouped, !isStatic, isDeprecated);
    }
    const single = readToolClass(definition, this.#scope);
    if (single !== undefined) this.#add(single.method, this.#scope, definition.name, single.mark, true, false);
    if (!isToolkit) return;
    for (const { target, mark } of readToolkitClass(definition, this.#scope, calls, this.#log))
      this.#addTarget(target, mark, definition, new Set());
  }

  #wrapped(found: FoundCall): void {
    const kit = readToolkitCall(found, this.#scope, this.#log);
    if (kit !== undefined) {
      for (const { target, mark } of kit) this.#addTarget(target, mark, found.enclosing, found.shadowed);
      return;
    }
    const isBaseConstructor = found.call.callee.kind === 'attribute' && found.call.callee.name === '__init__';
    if (isBaseConstructor || (found.enclosing !== undefined && isToolkitClass(found.enclosing, this.#scope))) return;
    for (const { target, mark } of wrappingsOf(found, this.#scope))
      this.#addTarget(target, mark, found.enclosing, found.shadowed);
  }

  /** Adds the function behind an expression: a function of this or another file, or a method. */
  #addTarget(
    target: PyExpression,
    mark: ToolMark,
    enclosing: PyClass | undefined,
    shadowed: ReadonlySet<string>,
  ): void {
    const parts = dottedParts(target);
    const [root, member, ...further] = parts ?? [];
    if (root === undefined || further.length > 0) return;
    if (member !== undefined) {
      const owner = root === 'self' || root === 'cls' ? enclosing : this.#classBehind(root);
      const method = owner?.body().find((item): item is PyFunction => item.kind === 'function' && item.name === member);
      if (owner === undefined || method === undefined) return;
      const { isStatic, isDeprecated, mark: decorated } = readDecorators(method.decorators, this.#scope);
      this.#add(
        method,
        this.#scope,
        `${owner.name}.${member}`,
        decorated === undefined ? mark : mergeMarks(decorated, mark),
        !isStatic,
        isDeprecated,
      );
      return;
    }
    const callable = shadowed.has(root) ? undefined : callableObject(root, this.#scope);
    if (callable !== undefined) {
      this.#addObject(root, callable, mark);
      return;
    }
    const definition = shadowed.has(root) ? undefined : this.#scope.functions.get(root);
    if (definition !== undefined) this.#addFunction(definition, this.#scope, mark);
    else if (!shadowed.has(root)) this.#addImported(root, mark);
  }

  #addFunction(definition: PyFunction, scope: ModuleScope, mark: ToolMark): void {
    const { isDeprecated, mark: decorated } = readDecorators(definition.decorators, scope);
    this.#add(
      definition,
      scope,
      definition.name,
      decorated === undefined ? mark : mergeMarks(decorated, mark),
      false,
      isDeprecated,
    );
  }

  #addImported(name: string, mark: ToolMark): void {
    const qualified = this.#scope.imports.get(name);
    if (qualified === undefined) return;
    const elsewhere = this.#resolve(qualified, this.#scope);
    const definition = elsewhere?.scope.functions.get(elsewhere.name);
    if (elsewhere !== undefined && definition !== undefined) this.#addFunction(definition, elsewhere.scope, mark);
    else
      this.#log.info(
        'tool-defined-elsewhere',
        `${this.#scope.module}:${name}`,
        `${name} is offered as a tool, but ${qualified} is not among the ingested files; ingest it as well.`,
      );
  }

  /** The class that a name is, or that it was made from at module level. */
  #classBehind(name: string): PyClass | undefined {
    const direct = this.#scope.classes.get(name);
    if (direct !== undefined) return direct;
    const value = this.#scope.constants.get(name);
    return value?.kind === 'call' && value.callee.kind === 'name'
      ? this.#scope.classes.get(value.callee.name)
      : undefined;
  }

  #publicFunctions(): void {
    const exported = exportedNames(this.#scope);
    for (const definition of this.#scope.functions.values()) {
      const isPublic = exported === undefined ? !definition.name.startsWith('_') : exported.has(definition.name);
      if (!isPublic || this.#found.has(keyOf(this.#scope, definition.name, undefined))) continue;
      const { excludedBy, isDeprecated } = readDecorators(definition.decorators, this.#scope);
      if (excludedBy !== undefined) {
        this.#log.info(
          'not-a-tool',
          `${this.#scope.module}:${definition.name}`,
          `${definition.name} is not offered as a tool because it is decorated with ${excludedBy}.`,
        );
        continue;
      }
      this.#add(definition, this.#scope, definition.name, undefined, false, isDeprecated);
    }
    for (const name of this.#scope.constants.keys()) {
      const isPublic = exported === undefined ? !name.startsWith('_') : exported.has(name);
      if (isPublic) this.#publicObject(name);
    }
  }

  /** `greet = Greeter()` and `pay_eur = partial(pay, currency="EUR")` can be called by that name; so can a lambda, but it says nothing of itself. */
  #publicObject(name: string): void {
    const callable = callableObject(name, this.#scope);
    if (callable !== undefined) this.#addObject(name, callable, undefined);
    else if (this.#scope.constants.get(name)?.kind === 'lambda')
      this.#log.info(
        'lambda-skipped',
        `${this.#scope.module}:${name}`,
        `${name} is a lambda and is not offered as a tool; write it as a def with a docstring to offer it.`,
      );
  }

  #addObject(name: string, { definition, bound, fixed }: CallableObject, mark: ToolMark | undefined): void {
    this.#found.set(keyOf(this.#scope, name, mark?.name), {
      definition, scope: this.#scope, qualifiedName: name, boundName: name, bound, fixed, marked: mark !== undefined,
      ...(mark === undefined ? {} : { mark }),
    }); // biome-ignore format: one record
  }

  /** Confirmation, user input and execution elsewhere exclude each other; the tool stays, the reader should know. */
  #checkOptions(qualifiedName: string, mark: ToolMark | undefined): void {
    const set = exclusiveOptions.filter((option) => mark?.options?.[option] === true);
    if (set.length < 2) return;
    this.#log.warn(
      'conflicting-options',
      `${this.#scope.module}:${qualifiedName}`,
      `${qualifiedName} sets ${set.join(' and ')}, of which a tool can have one; decide which applies.`,
    );
  }

  #add(
    definition: PyFunction,
    scope: ModuleScope,
    qualifiedName: string,
    mark: ToolMark | undefined,
    bound: boolean,
    deprecated: boolean,
  ): void {
    const alias = mark?.name === definition.name ? undefined : mark?.name;
    const bare = keyOf(scope, qualifiedName, undefined);
    const key = keyOf(scope, qualifiedName, alias);
    const known = this.#found.get(key);
    const merged =
      known?.mark !== undefined && mark !== undefined ? mergeMarks(known.mark, mark) : (mark ?? known?.mark);
    this.#found.set(key, {
      definition, scope, qualifiedName, bound, marked: mark !== undefined,
      ...(merged === undefined ? {} : { mark: merged }),
      ...(deprecated ? { deprecated } : {}),
    }); // biome-ignore format: one record
    this.#checkOptions(qualifiedName, merged);
    // The same function marked by a decorator and then wrapped under a name is one tool, under that name.
    if (alias !== undefined && this.#found.get(bare)?.mark?.name === undefined) this.#found.delete(bare);
  }
}

/** The function behind an object that can be called. */
interface CallableObject {
  readonly definition: PyFunction;
  readonly bound: boolean;
  readonly fixed: ReadonlySet<string>;
}

/** An instance of a class of this file with `__call__`, or a `partial` of one of its functions. */
function callableObject(name: string, scope: ModuleScope): CallableObject | undefined {
  const value = scope.constants.get(name);
  if (value?.kind !== 'call') return undefined;
  if (lastName(value.callee) === 'partial') {
    const [target, ...given] = positionalArguments(value);
    const definition = target?.kind === 'name' ? scope.functions.get(target.name) : undefined;
    if (definition === undefined || value.args.some((argument) => argument.stars !== undefined)) return undefined;
    const byPosition = definition.parameters.slice(0, given.length).map((parameter) => parameter.name);
    const byName = value.args.flatMap((argument) => argument.name ?? []);
    return { definition, bound: false, fixed: new Set([...byPosition, ...byName]) };
  }
  const owner = value.callee.kind === 'name' ? scope.classes.get(value.callee.name) : undefined;
  const method = owner?.body().find((item): item is PyFunction => item.kind === 'function' && item.name === '__call__');
  return method === undefined ? undefined : { definition: method, bound: true, fixed: new Set() };
}

const exclusiveOptions = ['requires_confirmation', 'requires_user_input', 'external_execution'] as const;

function keyOf(scope: ModuleScope, qualifiedName: string, alias: string | undefined): string {
  return JSON.stringify([scope.module, qualifiedName, alias ?? null]);
}

/** The names of `__all__`, where it is there and known from the text; also added to with `+=` and `extend`. */
function exportedNames(scope: ModuleScope): Set<string> | undefined {
  let names: Set<string> | undefined;
  for (const statement of scope.statements) {
    if (
      statement.kind === 'assign' &&
      statement.targets.some((target) => target.kind === 'name' && target.name === '__all__')
    ) {
      const listed = staticStrings(statement.value, scope);
      if (listed === undefined) return undefined;
      names = new Set([...(statement.operator === undefined ? [] : (names ?? [])), ...listed]);
    } else if (statement.kind === 'expression' && statement.value.kind === 'call' && names !== undefined) {
      const { callee, args } = statement.value;
      if (callee.kind !== 'attribute' || lastName(callee.value) !== '__all__') continue;
      const listed = staticStrings(args[0]?.value, scope);
      if (listed === undefined) return undefined;
      for (const name of listed) names.add(name);
    }
  }
  return names;
}
