import { ToolGraphError } from '../core/errors.js';
import { compareCodeUnits } from '../core/names.js';
import type { ToolEdge } from '../core/tool-edge.js';
import type { ToolField, ToolSchema } from '../core/tool-schema.js';
import { strengthOf } from './confidence.js';
import { type InputClass, inputClassOf } from './input-class.js';

/** What closures and plans read of a link graph. */
export interface LinkView {
  readonly catalog: { get(name: string): ToolSchema | undefined };
  /** Edges into a tool, best first. */
  producersOf(name: string): readonly ToolEdge[];
}

/** How far a closure goes. */
export interface ClosureOptions {
  /** What the caller already has: names of inputs (`petId`), context keys, or of tools whose output is at hand. Default none. */
  readonly available?: readonly string[];
  /** Most steps between a producer and the target, 0 to 1000. Default 4. */
  readonly maxDepth?: number;
  /** Most other producers kept beside the chosen one of an input, 0 to 1000. Default 2. */
  readonly maxAlternatives?: number;
  /** Edges below this confidence are not followed, 0 to 1. Default 0.77. */
  readonly minConfidence?: number;
  /** Most tools in one closure, 1 to 1000. Default 32. */
  readonly maxTools?: number;
}

const defaults = { maxDepth: 4, maxAlternatives: 2, minConfidence: 0.77, maxTools: 32 } as const;

/** An input and the producer that was chosen for it. */
export interface Binding {
  readonly edge: ToolEdge;
  /** Other producers of the same input, best first. */
  readonly alternatives: readonly ToolEdge[];
}

/** A tool of the closure with what fills its inputs. */
export interface ClosureStep {
  readonly tool: ToolSchema;
  /** Steps between this tool and the target; 0 is the target. */
  readonly depth: number;
  readonly bindings: readonly Binding[];
}

/** An input that no tool of the closure fills. */
export interface UnresolvedInput {
  readonly tool: string;
  readonly input: string;
  readonly class: InputClass;
  readonly description?: string;
}

/** A tool with every producer it needs, transitively. */
export interface Closure {
  readonly target: ToolSchema;
  /** The target and its producers, each after all it depends on; the target is last. */
  readonly required: readonly ClosureStep[];
  /** Required inputs that stay open, in step order. */
  readonly unresolved: readonly UnresolvedInput[];
  /** Tools that need each other, each the next and the last the first; a circle is entered once and not closed. */
  readonly cycles: readonly (readonly string[])[];
  /** True when depth or size stopped the search. */
  readonly cut: boolean;
}

/**
 * Finds what has to run before `target`. For each required input the most confident producer is followed, a tool
 * that is in the closure already before a new one. A pure function: same graph and options, same closure; the
 * closure of a tool holds the closures of its steps, and asking again adds nothing.
 *
 * @param planned Names of tools that run anyway; they are taken before new ones as those of the closure are.
 */
export function dependencyClosure(
  view: LinkView,
  target: ToolSchema,
  options: ClosureOptions = {},
  planned: ReadonlySet<string> = new Set(),
): Closure {
  return new ClosureSearch(view, options, planned).run(target);
}

class ClosureSearch {
  readonly #view: LinkView;
  readonly #available: ReadonlySet<string>;
  readonly #planned: ReadonlySet<string>;
  readonly #options: Required<Omit<ClosureOptions, 'available'>>;
  readonly #steps = new Map<string, ClosureStep>();
  readonly #order: ClosureStep[] = [];
  readonly #unresolved: UnresolvedInput[] = [];
  readonly #cycles = new Map<string, readonly string[]>();
  #cut = false;

  constructor(view: LinkView, { available, ...options }: ClosureOptions, planned: ReadonlySet<string>) {
    this.#view = view;
    this.#planned = planned;
    this.#available = new Set(checkedNames(available));
    this.#options = checked({ ...defaults, ...withoutUndefined(options) });
  }

  run(target: ToolSchema): Closure {
    this.#visit(target, 0, []);
    const open = new Map(this.#order.map((step, at) => [step.tool.name, at]));
    return {
      target,
      required: this.#order,
      unresolved: this.#unresolved.sort(
        (a, b) => (open.get(a.tool) ?? 0) - (open.get(b.tool) ?? 0) || compareCodeUnits(a.input, b.input),
      ),
      cycles: [...this.#cycles.values()],
      cut: this.#cut,
    };
  }

  #visit(tool: ToolSchema, depth: number, trail: readonly string[]): void {
    const here = [...trail, tool.name];
    // Reserves the place, so that a tool met again below is not visited twice.
    this.#steps.set(tool.name, { tool, depth, bindings: [] });
    const edges = this.#view.producersOf(tool.name).filter((edge) => edge.confidence >= this.#options.minConfidence);
    const bindings: Binding[] = [];
    for (const input of openInputs(tool, edges, this.#available)) {
      const binding = this.#bind(input.edges, depth, here);
      if (binding !== undefined) bindings.push(binding);
      else if (input.field !== undefined) this.#unresolved.push(unresolvedInput(tool, input.field));
      else if (input.context !== undefined)
        this.#unresolved.push({ tool: tool.name, input: input.context, class: 'context' });
    }
    const step = { tool, depth, bindings };
    this.#steps.set(tool.name, step);
    this.#order.push(step);
  }

  /** Chooses a producer among `edges` and takes it into the closure; undefined when none can be followed. */
  #bind(edges: readonly ToolEdge[], depth: number, trail: readonly string[]): Binding | undefined {
    const done = edges.filter((edge) => this.#isDone(edge.producer, trail));
    const best = edges[0];
    // A step that runs anyway saves a call, unless a new producer is clearly more certain.
    const reused = done.find((edge) => best !== undefined && strengthOf(edge) >= strengthOf(best) - 0.15);
    for (const edge of reused === undefined ? edges : [reused, ...edges]) {
      if (!this.#follow(edge, depth, trail)) continue;
      const alternatives = edges.filter((other) => other !== edge).slice(0, this.#options.maxAlternatives);
      return { edge, alternatives };
    }
    return undefined;
  }

  #isDone(name: string, trail: readonly string[]): boolean {
    return (this.#steps.has(name) || this.#planned.has(name)) && !trail.includes(name);
  }

  #follow(edge: ToolEdge, depth: number, trail: readonly string[]): boolean {
    const at = trail.indexOf(edge.producer);
    if (at >= 0) {
      const circle = trail.slice(at);
      this.#cycles.set([...circle].sort(compareCodeUnits).join('\n'), [...circle, edge.producer]);
      return false;
    }
    if (this.#steps.has(edge.producer)) return true;
    const producer = this.#view.catalog.get(edge.producer);
    if (producer === undefined) return false;
    if (depth >= this.#options.maxDepth || this.#steps.size >= this.#options.maxTools) {
      this.#cut = true;
      return false;
    }
    this.#visit(producer, depth + 1, trail);
    return true;
  }
}

interface OpenInput {
  readonly field?: ToolField;
  readonly context?: string;
  readonly edges: readonly ToolEdge[];
}

/** Required inputs, context keys and bare declared dependencies of a tool that the caller does not have, with their producers. */
function openInputs(tool: ToolSchema, edges: readonly ToolEdge[], available: ReadonlySet<string>): OpenInput[] {
  const open: OpenInput[] = [];
  const has = (edge: ToolEdge) => available.has(edge.producer);
  const required = new Set<string>();
  for (const field of tool.consumes) {
    if (field.required !== true || required.has(field.path)) continue;
    if (available.has(field.path) || available.has(field.name)) continue;
    required.add(field.path);
    const into = edges.filter((edge) => edge.to === field.path);
    if (into.some(has) || isSupplied(field, tool, into)) continue;
    open.push({ field, edges: into });
  }
  for (const key of tool.requires) {
    const into = edges.filter((edge) => edge.to === key);
    if (!available.has(key) && !required.has(key) && !into.some(has)) open.push({ context: key, edges: into });
  }
  for (const edge of edges) {
    const stated = edge.evidence[0]?.kind === 'declared';
    if (stated && !has(edge) && !required.has(edge.to) && !tool.requires.includes(edge.to) && !available.has(edge.to))
      open.push({ edges: [edge] });
  }
  return open;
}

/** An object whose own required fields are listed beside it needs no value of its own. */
function isSupplied(field: ToolField, tool: ToolSchema, edges: readonly ToolEdge[]): boolean {
  if (edges.length > 0 || (field.type !== 'object' && field.type !== 'array')) return false;
  return tool.consumes.some(
    (other) =>
      other.required === true && (other.path.startsWith(`${field.path}.`) || other.path.startsWith(`${field.path}[].`)),
  );
}

function unresolvedInput(tool: ToolSchema, field: ToolField): UnresolvedInput {
  return {
    tool: tool.name,
    input: field.path,
    class: inputClassOf(tool, field),
    ...(field.description === undefined ? {} : { description: field.description }),
  };
}

function checked<T extends Record<keyof typeof defaults, number>>(options: T): T {
  for (const [key, least] of [
    ['maxDepth', 0],
    ['maxAlternatives', 0],
    ['maxTools', 1],
  ] as const) {
    const value = options[key];
    if (!Number.isInteger(value) || value < least || value > 1000)
      throw new ToolGraphError('INVALID_OPTION', `${key} must be a whole number from ${least} to 1000, not ${value}.`);
  }
  if (!(options.minConfidence >= 0 && options.minConfidence <= 1))
    throw new ToolGraphError('INVALID_OPTION', `minConfidence must be from 0 to 1, not ${options.minConfidence}.`);
  return options;
}

function checkedNames(available: unknown): readonly string[] {
  if (available === undefined) return [];
  if (Array.isArray(available) && available.every((name) => typeof name === 'string')) return available;
  throw new ToolGraphError('INVALID_OPTION', 'available must be a list of names of inputs, context keys or tools.');
}

function withoutUndefined<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}
