import type { ToolCallable } from './tool-schema.js';

/** A parameter that the host supplies when the tool is called; the model never sees it. */
export interface InjectedParameter {
  readonly name: string;
  /** A tool whose injected parameter is required cannot be called without it. */
  readonly required: boolean;
}

/** How a callable wants to be called: what JSON metadata cannot carry. */
export interface CallPolicy {
  /** False: never two calls of the tool at the same time. */
  readonly parallel: boolean;
  readonly injected: readonly InjectedParameter[];
  /** Turns the result into what the caller gets. Context keys are written back from the unformatted result. */
  readonly formatter?: (result: unknown) => unknown;
}

const policies = new WeakMap<ToolCallable, CallPolicy>();
const freely: CallPolicy = { parallel: true, injected: [] };

/** Attaches a policy to a callable and returns the callable. */
export function withCallPolicy(callable: ToolCallable, policy: CallPolicy): ToolCallable {
  policies.set(callable, policy);
  return callable;
}

/** The policy of a callable; one without a policy may run at any time and needs nothing injected. */
export function callPolicyOf(callable: ToolCallable): CallPolicy {
  return policies.get(callable) ?? freely;
}
