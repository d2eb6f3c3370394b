import type { DiagnosticLog } from '../../src/core/diagnostics.js';
import type { OperationReference } from '../../src/core/tool-schema.js';
import type { ArazzoStep, ArazzoWorkflow } from './read-workflows.js';
import { belowPath, expressionsIn, fieldPath, responsePath } from './runtime-expression.js';

/** A workflow being followed, with what its caller set for its inputs. */
export interface Scope {
  readonly workflow: ArazzoWorkflow;
  readonly caller?: { readonly scope: Scope; readonly step: ArazzoStep };
  readonly depth: number;
}

/** Where a value comes from: a field of an operation's response. `path` is undefined when it is not in the body. */
export interface Origin {
  readonly operation: OperationReference;
  readonly path: string | undefined;
}

const maxDepth = 6;
const maxHops = 12;
const maxScopes = 2000;

/** Follows runtime expressions through steps, called workflows and outputs of outputs, back to responses. */
export class ValueOrigins {
  readonly #workflows: ReadonlyMap<string, ArazzoWorkflow>;
  readonly #log: DiagnosticLog;
  readonly #told = new Set<string>();

  constructor(workflows: ReadonlyMap<string, ArazzoWorkflow>, log: DiagnosticLog) {
    this.#workflows = workflows;
    this.#log = log;
  }

  /** Every step that runs when a workflow runs, those of called workflows too. */
  stepsOf(workflow: ArazzoWorkflow): { readonly step: ArazzoStep; readonly scope: Scope }[] {
    const found: { step: ArazzoStep; scope: Scope }[] = [];
    const queue: Scope[] = [{ workflow, depth: 0 }];
    for (let next = 0; next < queue.length && next < maxScopes; next++) {
      const scope = queue[next] as Scope;
      for (const step of scope.workflow.steps) {
        found.push({ step, scope });
        const called = this.#called(step, scope);
        if (called !== undefined) queue.push(called);
      }
    }
    return found;
  }

  /** The response fields that a value is made of. */
  of(value: string, scope: Scope, item: string): Origin[] {
    return expressionsIn(value).flatMap((expression) => this.#follow(expression, scope, item, 0));
  }

  #called(step: ArazzoStep, scope: Scope): Scope | undefined {
    const workflow = step.calls === undefined ? undefined : this.#workflows.get(step.calls);
    if (step.calls !== undefined && workflow === undefined)
      this.#tell(
        'unknown-workflow',
        `${scope.workflow.id}.${step.id}`,
        `Workflow ${JSON.stringify(step.calls)} is called and not in the document.`,
      );
    if (workflow === undefined || scope.depth >= maxDepth) return undefined;
    return { workflow, caller: { scope, step }, depth: scope.depth + 1 };
  }

  #follow(expression: string, scope: Scope, item: string, hops: number): Origin[] {
    if (hops > maxHops) return [];
    const steps = /^\$steps\.([^.]+)\.outputs\.(.+)$/s.exec(expression);
    if (steps !== null) return this.#stepOutput(steps[1] as string, steps[2] as string, scope, item, hops);
    const workflow = /^\$workflows\.([^.]+)\.(?:steps\.([^.]+)\.)?outputs\.(.+)$/s.exec(expression);
    if (workflow !== null) {
      const [, id, step, name] = workflow as unknown as [string, string, string | undefined, string];
      const found = this.#workflows.get(id);
      if (found === undefined) return [];
      const inner = { workflow: found, depth: scope.depth };
      return step === undefined
        ? this.#workflowOutput(name, inner, item, hops)
        : this.#stepOutput(step, name, inner, item, hops);
    }
    const input = /^\$inputs\.(.+)$/s.exec(expression);
    return input === null ? [] : this.#input(input[1] as string, scope, item, hops);
  }

  #stepOutput(id: string, rest: string, scope: Scope, item: string, hops: number): Origin[] {
    const step = scope.workflow.steps.find((one) => one.id === id);
    if (step === undefined) {
      this.#tell(
        'unknown-step',
        item,
        `It takes a value from step ${JSON.stringify(id)}, which its workflow does not have.`,
      );
      return [];
    }
    const { name, below } = splitName(rest, [...step.outputs.keys()]);
    const output = step.outputs.get(name);
    const called = this.#called(step, scope);
    if (called !== undefined)
      return this.#calledOutput(output, name, called, scope, item, hops).map((origin) => deeper(origin, below));
    if (output === undefined)
      this.#tell(
        'unknown-output',
        item,
        `It takes the output ${JSON.stringify(name)} of step ${JSON.stringify(id)}, which the step does not give.`,
      );
    if (step.operation === undefined) return [];
    const path = responsePath(output);
    if (path !== undefined) return [deeper({ operation: step.operation, path }, below)];
    if (typeof output !== 'string') return [{ operation: step.operation, path: undefined }];
    if (output.startsWith('$response') || output.startsWith('$statusCode'))
      return [{ operation: step.operation, path: undefined }];
    return expressionsIn(output)
      .flatMap((inner) => this.#follow(inner, scope, item, hops + 1))
      .map((origin) => deeper(origin, below));
  }

  /** A step that calls a workflow gives the workflow's outputs, under their own names or those it maps them to. */
  #calledOutput(output: unknown, name: string, called: Scope, scope: Scope, item: string, hops: number): Origin[] {
    if (typeof output !== 'string') return this.#workflowOutput(name, called, item, hops + 1);
    const own = /^\$(?:outputs|response\.body#)[./](.+)$/s.exec(output);
    if (own !== null) return this.#workflowOutput(own[1] as string, called, item, hops + 1);
    return expressionsIn(output).flatMap((inner) => this.#follow(inner, scope, item, hops + 1));
  }

  #workflowOutput(rest: string, scope: Scope, item: string, hops: number): Origin[] {
    const { name, below } = splitName(rest, [...scope.workflow.outputs.keys()]);
    const output = scope.workflow.outputs.get(name);
    if (typeof output !== 'string') return [];
    return expressionsIn(output)
      .flatMap((inner) => this.#follow(inner, scope, item, hops + 1))
      .map((origin) => deeper(origin, below));
  }

  #input(rest: string, scope: Scope, item: string, hops: number): Origin[] {
    const { caller } = scope;
    if (caller === undefined) return [];
    const { name, below } = splitName(
      rest,
      caller.step.inputs.flatMap((input) => input.to ?? []),
    );
    return caller.step.inputs
      .filter((input) => input.to === name)
      .flatMap((input) => expressionsIn(input.value))
      .flatMap((inner) => this.#follow(inner, caller.scope, item, hops + 1))
      .map((origin) => deeper(origin, below));
  }

  #tell(code: string, item: string, message: string): void {
    const key = `${code} ${item} ${message}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.#log.warn(code, item, message);
  }
}

function deeper(origin: Origin, below: string): Origin {
  return origin.path === undefined || below === '' ? origin : { ...origin, path: belowPath(origin.path, below) };
}

/** Names may hold dots: the longest known name counts, and what follows it (`#/a/0` or `.a`) leads further down. */
function splitName(rest: string, known: readonly string[]): { readonly name: string; readonly below: string } {
  const hash = rest.indexOf('#');
  const named = hash < 0 ? rest : rest.slice(0, hash);
  const pointer = hash < 0 ? '' : fieldPath(rest.slice(hash + 1));
  const name = known
    .filter((one) => named === one || named.startsWith(`${one}.`))
    .sort((a, b) => b.length - a.length)[0];
  if (name === undefined) return { name: named, below: pointer };
  return { name, below: belowPath(named.slice(name.length + 1), pointer) };
}
