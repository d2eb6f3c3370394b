import { callPolicyOf } from '../core/call-policy.js';
import { messageOf, ToolError, ToolGraphError, ToolInputError, type ToolInputProblem } from '../core/errors.js';
import { isRecord, setOwn } from '../core/json-schema.js';
import type { ToolCallable, ToolProgress, ToolSchema } from '../core/tool-schema.js';
import { ArgumentCheck } from './argument-check.js';

/** What a host gives to a call beside the arguments. */
export interface CallContext {
  /** Values for `requires` keys and injected parameters. Keys that the tool `provides` are written into it. */
  values?: Record<string, unknown>;
  readonly signal?: AbortSignal;
  /** Hears how far the call is, from tools that say so. */
  readonly onProgress?: (progress: ToolProgress) => void;
  /** Metadata that goes with the call to an MCP server. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Whose session the call belongs to: tools that keep state for each session keep them apart by it. */
  readonly session?: string;
  /** Checks the call as if it were made, runs nothing and gives undefined. */
  readonly dryRun?: boolean;
}

/** Calls local tools by their schema: checks, supplies, runs, writes back, formats. */
export class ToolCaller {
  readonly #check = new ArgumentCheck();
  /** The last call of each tool that must not run twice at the same time. */
  readonly #last = new WeakMap<ToolCallable, Promise<unknown>>();

  /**
   * Runs a tool. A generator's values are gathered into a list.
   *
   * @throws ToolGraphError NOT_CALLABLE when this process has nothing to call; ToolInputError when arguments or
   * context are wrong; BUSY when its server takes no more calls; ToolError when the tool threw or was aborted, with
   * what it threw as `cause`.
   */
  async call(tool: ToolSchema, args: Readonly<Record<string, unknown>>, context: CallContext): Promise<unknown> {
    const callable = callableOf(tool);
    if (!isRecord(args))
      throw new ToolInputError(tool.name, [
        { argument: 'arguments', message: 'must be an object keyed by input name' },
      ]);
    const problems = [...this.#check.problemsOf(tool, args), ...missingContext(tool, callable, context)];
    if (problems.length > 0) throw new ToolInputError(tool.name, problems);
    if (context.dryRun === true) return undefined;
    return untilAborted(tool, context.signal, () => this.#queued(callable, () => run(tool, callable, args, context)));
  }

  /** Runs at once, or after the tool's call before this one when it must not run beside itself. */
  #queued(callable: ToolCallable, start: () => Promise<unknown>): Promise<unknown> {
    if (callPolicyOf(callable).parallel) return start();
    const before = this.#last.get(callable) ?? Promise.resolve();
    const next = before.then(start, start);
    this.#last.set(callable, next);
    return next;
  }
}

function callableOf(tool: ToolSchema): ToolCallable {
  if (tool.metadata?.['externalExecution'] === true)
    throw new ToolGraphError(
      'NOT_CALLABLE',
      `Tool "${tool.name}" is marked externalExecution: the host runs it; graph.call does not.`,
    );
  if (tool.callable === undefined)
    throw new ToolGraphError(
      'NOT_CALLABLE',
      `Tool "${tool.name}" of ${tool.source.id} (${tool.source.kind}) has no function in this process; call it at its source.`,
    );
  return tool.callable;
}

function missingContext(tool: ToolSchema, callable: ToolCallable, context: CallContext): ToolInputProblem[] {
  const values = context.values ?? {};
  const keys = tool.requires.filter((key) => !Object.hasOwn(values, key));
  const injected = callPolicyOf(callable)
    .injected.filter(({ name, required }) => required && !supplied(name, context))
    .map(({ name }) => name);
  return [...new Set([...keys, ...injected])].map((key) => ({
    argument: key,
    message: 'is supplied by the host and is missing in context.values',
  }));
}

function supplied(name: string, context: CallContext): boolean {
  if (Object.hasOwn(context.values ?? {}, name) || name === 'context') return true;
  return (name === 'signal' || name === 'abortSignal') && context.signal !== undefined;
}

async function run(
  tool: ToolSchema,
  callable: ToolCallable,
  args: Readonly<Record<string, unknown>>,
  context: CallContext,
): Promise<unknown> {
  if (context.signal?.aborted === true) throw aborted(tool, context.signal);
  const before = new Map(tool.provides.map((key) => [key, valueIn(context, key)]));
  try {
    const result = await gathered(await callable(args, context), context.signal);
    writeBack(tool, result, before, context);
    const { formatter } = callPolicyOf(callable);
    return formatter === undefined ? result : await formatter(result);
  } catch (error) {
    if (error instanceof ToolInputError || error instanceof ToolError || wasNotSent(error)) throw error;
    throw new ToolError(tool.name, `Tool "${tool.name}" failed: ${messageOf(error)}`, { cause: error });
  }
}

/** What calls it says itself that it did not run: the word for that stays. */
function wasNotSent(error: unknown): boolean {
  return error instanceof ToolGraphError && (error.code === 'BUSY' || error.code === 'NOT_CALLABLE');
}

/** The values of a generator as a list; any other result as it is. */
async function gathered(result: unknown, signal: AbortSignal | undefined): Promise<unknown> {
  if (!isGenerator(result)) return result;
  const values: unknown[] = [];
  for await (const value of result) {
    if (signal?.aborted === true) break;
    values.push(value);
  }
  return values;
}

function isGenerator(value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> {
  if (typeof value !== 'object' || value === null || !('next' in value) || typeof value.next !== 'function')
    return false;
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}

/**
 * Puts what the tool provides into the context: the property of that name in the result; or, for a tool that provides
 * one key, the result itself. A key that the tool wrote into the context itself stays as it wrote it.
 */
function writeBack(
  tool: ToolSchema,
  result: unknown,
  before: ReadonlyMap<string, unknown>,
  context: CallContext,
): void {
  for (const key of tool.provides) {
    const named = isRecord(result) && Object.hasOwn(result, key);
    const written = valueIn(context, key) !== before.get(key);
    if (!named && (written || tool.provides.length > 1 || result === undefined)) continue;
    context.values ??= {};
    setOwn(context.values, key, named ? result[key] : result);
  }
}

function valueIn(context: CallContext, key: string): unknown {
  return Object.hasOwn(context.values ?? {}, key) ? context.values?.[key] : undefined;
}

/** Waits for a call, but no longer than until the signal aborts; what the tool does after that is its own affair. */
async function untilAborted(
  tool: ToolSchema,
  signal: AbortSignal | undefined,
  start: () => Promise<unknown>,
): Promise<unknown> {
  if (signal === undefined) return start();
  if (signal.aborted) throw aborted(tool, signal);
  let onAbort: (() => void) | undefined;
  const abort = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(aborted(tool, signal));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([start(), abort]);
  } finally {
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
  }
}

function aborted(tool: ToolSchema, signal: AbortSignal): ToolError {
  return new ToolError(tool.name, `The call of tool "${tool.name}" was aborted.`, { cause: signal.reason });
}
