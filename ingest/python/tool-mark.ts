import { isRecord, type JsonValue, setOwn } from '../../src/core/json-schema.js';
import type { ToolAnnotations } from '../../src/core/tool-schema.js';
import type { ModuleScope } from './scope.js';
import { staticString, staticStrings, staticValue } from './static-values.js';
import { dottedParts, lastName, type PyCall, type PyExpression, positionalArguments } from './syntax-tree.js';

/** What a framework's decorator, wrapper or registration says about the function it makes a tool of. */
export interface ToolMark {
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly purpose?: string;
  readonly requires?: readonly string[];
  readonly provides?: readonly string[];
  readonly tags?: readonly string[];
  readonly annotations?: ToolAnnotations;
  /** A class or dict of types that gives the inputs in place of the signature. */
  readonly inputsFrom?: PyExpression;
  /** Every other option that is known from the text: confirmation, strictness, caching, … */
  readonly options?: Readonly<Record<string, JsonValue>>;
  /** Name of the toolkit or class that groups the tool. */
  readonly group?: string;
  readonly deprecated?: true;
}

const nameKeys = new Set(['name', 'name_override', 'tool_name', 'func_name']);
const descriptionKeys = new Set(['description', 'description_override', 'tool_description', 'desc']);
const schemaKeys = new Set([
  'args_schema',
  'fn_schema',
  'input_schema',
  'params_json_schema',
  'parameters',
  'args_model',
  'input_model',
]);
const functionKeys = new Set(['function', 'func', 'fn', 'coroutine', 'async_fn', 'callable', 'entrypoint', 'f']);
const hintKeys = new Map([
  ['readOnlyHint', 'readOnlyHint'], ['read_only_hint', 'readOnlyHint'], ['read_only', 'readOnlyHint'], ['readonly', 'readOnlyHint'],
  ['destructiveHint', 'destructiveHint'], ['destructive_hint', 'destructiveHint'], ['destructive', 'destructiveHint'],
  ['idempotentHint', 'idempotentHint'], ['idempotent_hint', 'idempotentHint'], ['idempotent', 'idempotentHint'],
  ['openWorldHint', 'openWorldHint'], ['open_world_hint', 'openWorldHint'], ['open_world', 'openWorldHint'],
]); // biome-ignore format: a table

/** Reads the arguments of a tool decorator or wrapper. Positional texts are the name, then the description. */
export function readMark(call: PyCall, scope: ModuleScope, positional: 'name' | 'none' = 'none'): ToolMark {
  const mark: { -readonly [K in keyof ToolMark]: ToolMark[K] } = {};
  const options: Record<string, JsonValue> = {};
  const hints: Record<string, JsonValue> = {};
  if (positional === 'name') readPositional(call, scope, mark);
  for (const { name, value } of call.args) {
    if (name === undefined || functionKeys.has(name)) continue;
    const known = staticValue(value, scope)?.value;
    const hint = hintKeys.get(name);
    if (nameKeys.has(name)) setText(mark, 'name', known);
    else if (descriptionKeys.has(name)) setText(mark, 'description', known);
    else if (name === 'title') setText(mark, 'title', known);
    else if (name === 'purpose') setText(mark, 'purpose', known);
    else if (name === 'requires') mark.requires = contextKeys(value, scope);
    else if (name === 'provides') mark.provides = contextKeys(value, scope);
    else if (name === 'tags') mark.tags = staticStrings(value, scope) ?? [];
    else if (schemaKeys.has(name)) mark.inputsFrom = value;
    else if (name === 'annotations' || name === 'hints') Object.assign(hints, readHints(value, scope));
    else if (hint !== undefined && typeof known === 'boolean') hints[hint] = known;
    else if (known !== undefined && known !== null) setOwn(options, name, known);
  }
  if (Object.keys(hints).length > 0) mark.annotations = hints;
  if (Object.keys(options).length > 0) mark.options = options;
  return mark;
}

function setText(
  mark: { -readonly [K in keyof ToolMark]: ToolMark[K] },
  key: 'name' | 'title' | 'description' | 'purpose',
  value: JsonValue | undefined,
): void {
  if (typeof value === 'string' && value.trim() !== '') mark[key] = value.trim();
}

function readPositional(
  call: PyCall,
  scope: ModuleScope,
  mark: { -readonly [K in keyof ToolMark]: ToolMark[K] },
): void {
  const [first, second, third] = positionalArguments(call);
  setText(mark, 'name', first === undefined ? undefined : staticString(first, scope));
  setText(mark, 'description', second === undefined ? undefined : staticString(second, scope));
  if (third?.kind === 'dict') mark.inputsFrom = third;
}

/** `["table"]`, also a set or tuple, or the keys of a dict. */
function contextKeys(value: PyExpression, scope: ModuleScope): readonly string[] {
  const known = staticStrings(value, scope);
  if (known !== undefined) return [...new Set(known)];
  if (value.kind !== 'dict') return [];
  return value.entries.flatMap(([key]) => staticString(key, scope) ?? []);
}

/** `ToolAnnotations(readOnlyHint=True)` or a dict of hints. */
function readHints(value: PyExpression, scope: ModuleScope): Record<string, JsonValue> {
  const hints: Record<string, JsonValue> = {};
  const add = (name: string, known: JsonValue | undefined): void => {
    if (known !== undefined && known !== null) setOwn(hints, hintKeys.get(name) ?? name, known);
  };
  if (value.kind === 'call') {
    for (const argument of value.args)
      if (argument.name !== undefined) add(argument.name, staticValue(argument.value, scope)?.value);
    return hints;
  }
  const record = staticValue(value, scope)?.value;
  if (isRecord(record)) for (const [name, known] of Object.entries(record)) add(name, known as JsonValue);
  return hints;
}

/** `base` with everything that `over` says in its place; options, hints and lists are joined. */
export function mergeMarks(base: ToolMark, over: ToolMark): ToolMark {
  const joined = (a?: readonly string[], b?: readonly string[]): readonly string[] | undefined =>
    a === undefined && b === undefined ? undefined : [...new Set([...(a ?? []), ...(b ?? [])])];
  const requires = joined(base.requires, over.requires);
  const provides = joined(base.provides, over.provides);
  const tags = joined(base.tags, over.tags);
  return {
    ...base,
    ...over,
    ...(requires === undefined ? {} : { requires }),
    ...(provides === undefined ? {} : { provides }),
    ...(tags === undefined ? {} : { tags }),
    ...(base.annotations === undefined && over.annotations === undefined
      ? {}
      : { annotations: { ...base.annotations, ...over.annotations } }),
    ...(base.options === undefined && over.options === undefined
      ? {}
      : { options: { ...base.options, ...over.options } }),
  };
}

const toolDecorators = new Set([
  'tool', 'tool_plain', 'function_tool', 'kernel_function', 'beta_tool', 'beta_async_tool', 'register_tool', 'register_for_llm',
  'register_for_execution', 'ai_function', 'ai_tool', 'llm_tool', 'agent_tool', 'as_tool', 'tool_method', 'output_tool', 'add_tool',
]); // biome-ignore format: a list

/** Decorators of things that agent frameworks and Python know and that are no tools. */
const otherDecorators = new Set([
  'overload', 'fixture', 'prompt', 'resource', 'custom_route', 'property', 'cached_property', 'system_prompt', 'output_validator', 'setter',
  'getter', 'deleter', 'abstractmethod', 'field_validator', 'validator', 'model_validator', 'root_validator', 'event', 'instructions',
]); // biome-ignore format: a list

/** What the decorators of a function come to. */
export interface DecoratorReading {
  readonly mark?: ToolMark;
  /** The decorator that makes this no tool, where there is one. */
  readonly excludedBy?: string;
  readonly isStatic: boolean;
  readonly isDeprecated: boolean;
}

/** Reads the decorators of a function, in the file's own words: imports under another name are looked through. */
export function readDecorators(decorators: readonly PyExpression[], scope: ModuleScope): DecoratorReading {
  let mark: ToolMark | undefined;
  let excludedBy: string | undefined;
  let isStatic = false;
  let isDeprecated = false;
  for (const decorator of decorators) {
    const name = decoratorName(decorator, scope);
    if (toolDecorators.has(name)) {
      const read = decorator.kind === 'call' ? readMark(decorator, scope, 'name') : {};
      mark = mark === undefined ? read : mergeMarks(mark, read);
    } else if (otherDecorators.has(name)) excludedBy ??= name;
    else if (name === 'staticmethod') isStatic = true;
    else if (name === 'deprecated') isDeprecated = true;
  }
  return {
    isStatic,
    isDeprecated,
    ...(mark === undefined ? {} : { mark }),
    ...(excludedBy === undefined ? {} : { excludedBy }),
  };
}

/** Last part of what a decorator is called where it was defined: `lc_tool` imported as `tool as lc_tool` is `tool`. */
function decoratorName(decorator: PyExpression, scope: ModuleScope): string {
  const callee = decorator.kind === 'call' ? decorator.callee : decorator;
  const name = dottedParts(callee) === undefined ? undefined : scope.qualifiedName(callee);
  return name?.split('.').at(-1) ?? lastName(callee) ?? '';
}
