import { isRecord, setOwn } from '../../src/core/json-schema.js';
import type { ToolCallable, ToolCallContext, ToolInput } from '../../src/core/tool-schema.js';
import type { Signature } from '../signature.js';
import type { AnyFunction } from './tool.js';

type Arguments = Readonly<Record<string, unknown>>;

/** A function and what `this` is in the call. */
export interface BoundFunction {
  readonly fn: AnyFunction;
  readonly self: unknown;
}

/**
 * A callable that puts arguments keyed by input name into the places of a parameter list. Inputs that are not
 * offered to the model (`hidden` in the signature) are taken from the context by their name: `signal` is the
 * context's AbortSignal and `context` the whole context, unless it holds values of those names.
 */
export function positionalCallable(
  target: BoundFunction,
  signature: Signature,
  inputs: readonly ToolInput[],
): ToolCallable {
  const offered = new Map(inputs.map((input) => [`${input.position}/${input.originalName}`, input.name]));
  return (args, context) => {
    const values: unknown[] = [];
    const used = new Set<string>();
    for (const entry of signature.inputs) {
      const name = offered.get(`${entry.position}/${entry.name}`);
      if (name !== undefined) used.add(name);
      const value = name === undefined ? contextValue(entry.name, context) : own(args, name);
      if (entry.rest === true) values.splice(entry.position, 0, ...(Array.isArray(value) ? value : []));
      else if (entry.property === true) setProperty(values, entry.position, entry.name, value);
      else values[entry.position] = value;
    }
    if (signature.open !== undefined) {
      for (const [name, value] of Object.entries(args)) {
        if (!used.has(name)) setProperty(values, signature.open, name, value);
      }
    }
    return Reflect.apply(target.fn, target.self, Array.from(values));
  };
}

/** A callable that hands the arguments over as one object, with the call's signal and values beside it. */
export function recordCallable(target: BoundFunction): ToolCallable {
  return (args, context) => Reflect.apply(target.fn, target.self, [{ ...args }, callOptions(context)]);
}

/** A callable for tool objects of the OpenAI Agents SDK, which take a run context and the arguments as JSON text. */
export function agentsSdkCallable(target: BoundFunction): ToolCallable {
  return (args, context) =>
    Reflect.apply(target.fn, target.self, [
      { context: context?.values ?? {} },
      JSON.stringify(args),
      callOptions(context),
    ]);
}

function callOptions(context: ToolCallContext | undefined): Record<string, unknown> {
  const signal = context?.signal;
  return {
    context: context?.values ?? {},
    ...(signal === undefined ? {} : { signal, abortSignal: signal }),
  };
}

/** Value of an injected parameter; undefined when the context has none. */
export function contextValue(name: string, context: ToolCallContext | undefined): unknown {
  const values = context?.values;
  if (values !== undefined && Object.hasOwn(values, name)) return values[name];
  if (name === 'signal' || name === 'abortSignal') return context?.signal;
  return name === 'context' ? context : undefined;
}

function own(args: Arguments, name: string): unknown {
  return Object.hasOwn(args, name) ? args[name] : undefined;
}

function setProperty(values: unknown[], position: number, name: string, value: unknown): void {
  const holder = isRecord(values[position]) ? values[position] : {};
  values[position] = holder;
  if (value !== undefined) setOwn(holder, name, value);
}
