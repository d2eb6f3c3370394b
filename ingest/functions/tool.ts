import { ToolGraphError } from '../../src/core/errors.js';
import { checkToolOptions, type ToolOptions } from './tool-options.js';

/** A function of any shape. */
export type AnyFunction = (...args: never[]) => unknown;

/** A function and what is to be known about it as a tool. Made by {@link tool}; take it to `graph.ingestFunctions`. */
export class FunctionTool<F extends AnyFunction = AnyFunction> {
  readonly fn: F;
  readonly options: ToolOptions;

  constructor(fn: F, options: ToolOptions) {
    this.fn = fn;
    this.options = options;
    Object.freeze(this);
  }

  /** Name of the tool; empty when neither the options nor the function has one. */
  get name(): string {
    return this.options.name ?? this.fn.name;
  }
}

/**
 * Attaches a description, schemas, context keys and policy to a function, which itself stays as it is.
 *
 * @throws ToolGraphError INVALID_ARGUMENT when `fn` is not a function; INVALID_OPTION for an option that is unknown,
 * of the wrong type, or contradicts another one.
 * @example
 * tool(findOrder, { description: 'Find one order', requires: ['session'] }).name // "findOrder"
 */
export function tool<F extends AnyFunction>(fn: F, options: ToolOptions = {}): FunctionTool<F> {
  if (typeof fn !== 'function')
    throw new ToolGraphError(
      'INVALID_ARGUMENT',
      `tool() takes a function first, not ${fn === null ? 'null' : `a ${typeof fn}`}; write tool(fn, { … }).`,
    );
  const name = options?.name ?? fn.name;
  return new FunctionTool(fn, checkToolOptions(options, name === '' ? 'a tool' : `tool "${name}"`));
}
