import { ToolGraphError } from '../../src/core/errors.js';
import { isRecord } from '../../src/core/json-schema.js';
import type { ToolAnnotations } from '../../src/core/tool-schema.js';

/** What {@link tool} attaches to a function. Everything is optional; an unknown key is refused. */
export interface ToolOptions {
  /** Name of the tool. Default: the function's own name. */
  readonly name?: string;
  /** Title for people. */
  readonly title?: string;
  /** What the tool does, for the model and for search. */
  readonly description?: string;
  /** Inputs: JSON Schema, or anything with Standard JSON Schema. Default: what the parameter list says. */
  readonly parameters?: unknown;
  /** Result: JSON Schema, or anything with Standard JSON Schema. */
  readonly returns?: unknown;
  /** Context keys the host supplies. A parameter of that name is filled from the context and not asked of the model. */
  readonly requires?: readonly string[];
  /** Context keys the tool writes back. */
  readonly provides?: readonly string[];
  readonly tags?: readonly string[];
  readonly annotations?: ToolAnnotations;
  /** What the tool is for, in words that a user would say. Searched, not shown to the model. */
  readonly purpose?: string;
  /** Ask the provider to hold the model to the schema. Carried as metadata. */
  readonly strict?: boolean;
  /** How to use the tool, for a host that adds it to its system prompt. Carried as metadata. */
  readonly instructions?: string;
  /** A person must agree before the call. At most one of these three may be true; carried as metadata. */
  readonly requiresConfirmation?: boolean;
  /** A person must fill in inputs before the call. */
  readonly requiresUserInput?: boolean;
  /** The host runs the tool somewhere else: `graph.call` refuses it. */
  readonly externalExecution?: boolean;
  /** May a host keep results? Carried as metadata. */
  readonly cache?: boolean | { readonly ttlSeconds: number };
  /** False: `graph.call` never runs the tool twice at the same time. Default true. */
  readonly parallel?: boolean;
  /** Turns the result into what `graph.call` returns. */
  readonly formatter?: (result: unknown) => unknown;
  /** Parameters the host supplies and the model never sees (`agent`, `ctx`, `signal`). Default: none. */
  readonly inject?: readonly string[];
  readonly deprecated?: boolean;
}

type Check = 'text' | 'flag' | 'list' | 'record' | 'function' | 'schema' | 'cache';

const checks: Readonly<Record<keyof ToolOptions, Check>> = {
  name: 'text',
  title: 'text',
  description: 'text',
  parameters: 'schema',
  returns: 'schema',
  requires: 'list',
  provides: 'list',
  tags: 'list',
  annotations: 'record',
  purpose: 'text',
  strict: 'flag',
  instructions: 'text',
  requiresConfirmation: 'flag',
  requiresUserInput: 'flag',
  externalExecution: 'flag',
  cache: 'cache',
  parallel: 'flag',
  formatter: 'function',
  inject: 'list',
  deprecated: 'flag',
};

/** The options of which at most one may be true: each hands the call to someone else in its own way. */
const exclusive = ['requiresConfirmation', 'requiresUserInput', 'externalExecution'] as const;

/**
 * Checks a tool's options.
 *
 * @param where Names the tool in messages.
 * @throws ToolGraphError INVALID_OPTION for an unknown option, a value of the wrong type or a contradiction.
 */
export function checkToolOptions(options: unknown, where: string): ToolOptions {
  if (!isRecord(options))
    throw new ToolGraphError('INVALID_OPTION', `Options of ${where} must be an object, not ${typeof options}.`);
  refuseUnknownOptions(options, Object.keys(checks), where);
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined) checkValue(checks[name as keyof ToolOptions], name, value, where);
  }
  const chosen = exclusive.filter((name) => options[name] === true);
  if (chosen.length > 1)
    throw new ToolGraphError(
      'INVALID_OPTION',
      `${where} sets ${chosen.join(' and ')}, which exclude each other; keep one of them.`,
    );
  return options as ToolOptions;
}

function checkValue(check: Check, name: string, value: unknown, where: string): void {
  const wanted = expectation(check, value);
  if (wanted !== undefined)
    throw new ToolGraphError('INVALID_OPTION', `Option "${name}" of ${where} must be ${wanted}, not ${shown(value)}.`);
}

/** What the value should have been; undefined when it is right. */
function expectation(check: Check, value: unknown): string | undefined {
  switch (check) {
    case 'text':
      return typeof value === 'string' && value.trim() !== '' ? undefined : 'a text that is not empty';
    case 'flag':
      return typeof value === 'boolean' ? undefined : 'true or false';
    case 'list':
      return Array.isArray(value) && value.every((entry) => typeof entry === 'string' && entry !== '')
        ? undefined
        : 'a list of texts';
    case 'record':
      return isRecord(value) ? undefined : 'an object';
    case 'function':
      return typeof value === 'function' ? undefined : 'a function';
    case 'schema':
      return isRecord(value) || typeof value === 'function'
        ? undefined
        : 'JSON Schema or an object with Standard JSON Schema';
    case 'cache':
      return typeof value === 'boolean' || (isRecord(value) && Number(value['ttlSeconds']) > 0)
        ? undefined
        : 'true, false or { ttlSeconds } with a number above 0';
  }
}

function shown(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? JSON.stringify(value)
    : value === null
      ? 'null'
      : Array.isArray(value)
        ? 'a list'
        : `a ${typeof value}`;
}

/** Refuses the first key that is not known, naming the nearest known one. */
export function refuseUnknownOptions(options: object, known: readonly string[], where: string): void {
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const nearest = nearestName(name, known);
    throw new ToolGraphError(
      'INVALID_OPTION',
      `${where} has an unknown option "${name}"${nearest === undefined ? '' : `; did you mean "${nearest}"?`} Known options: ${known.join(', ')}.`,
    );
  }
}

/** The known name within a third of the letters of `name`, or undefined when none is that near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const text = name.slice(0, 80).toLowerCase();
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    const lower = candidate.toLowerCase();
    const distance = lower.startsWith(text) || text.startsWith(lower) ? 1 : editDistance(text, lower);
    if (best === undefined || distance < best.distance) best = { name: candidate, distance };
  }
  return best !== undefined && best.distance <= Math.max(2, text.length / 3) ? best.name : undefined;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_unused, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
