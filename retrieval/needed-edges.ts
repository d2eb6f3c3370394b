import type { ToolEdge } from '../src/core/tool-edge.js';
import type { ToolSchema } from '../src/core/tool-schema.js';
import { findingFirst, makingFirst } from '../src/graph/finding-first.js';
import { type StepBack, stepsOver } from './steps-back.js';

/** What retrieval asks of the graph: edges into a tool, best first. */
export interface ProducerView {
  producersOf(name: string): readonly ToolEdge[];
}

/** What a request says of the tools that it could need. */
export interface NeedOfRequest {
  /** Is it answered with the tool of that name, which then runs anyway? */
  readonly asks: (name: string) => boolean;
  /** Inputs, context keys and outputs that the caller has. */
  readonly available: ReadonlySet<string>;
  /** Does it speak of a thing newly made? */
  readonly making: boolean;
}

/** Most tools whose steps are remembered. */
const maxRemembered = 10_000;

const noSteps: readonly StepBack[] = [];

/** The steps back from a tool when nothing special is asked, and the edges that they were made of. */
interface PlainSteps {
  readonly all: readonly ToolEdge[];
  readonly steps: readonly StepBack[];
  /** Tools that were left out because they make things: where one of them runs anyway, it counts. */
  readonly makers: readonly string[];
  /** The steps when some of the makers run anyway, by which of them do, as bits. */
  readonly beside: Map<number, readonly StepBack[]>;
}

/** Most makers that bits tell apart, and most such lists that are kept of one tool. */
const tellableMakers = 30;
const mostBeside = 8;

/**
 * The steps back from a tool: what is found comes before what is made, unless the request speaks of a thing newly made. What
 * holds for most requests is worked out once a tool, and kept until the catalog changes or the graph gives other edges.
 */
export class NeededEdges {
  readonly #producers: ProducerView;
  readonly #toolOf: (name: string) => ToolSchema | undefined;
  readonly #plain = new Map<string, PlainSteps>();

  constructor(producers: ProducerView, toolOf: (name: string) => ToolSchema | undefined) {
    this.#producers = producers;
    this.#toolOf = toolOf;
  }

  /** Forgets what was worked out, as the catalog changed. */
  forget(): void {
    this.#plain.clear();
  }

  /** The steps back from the tool of that name that a request may need. */
  stepsInto(name: string, { asks, available, making }: NeedOfRequest): readonly StepBack[] {
    const all = this.#producers.producersOf(name);
    if (all.length === 0) return noSteps;
    if (making) return stepsOver(makingFirst(withoutAvailable(all, available), this.#toolOf), this.#toolOf(name));
    if (available.size > 0) return this.#findingFirst(name, withoutAvailable(all, available), asks);
    const known = this.#plain.get(name);
    return this.#stepsBeside(name, known?.all === all ? known : this.#plainSteps(name, all), asks);
  }

  #stepsBeside(name: string, plain: PlainSteps, asks: NeedOfRequest['asks']): readonly StepBack[] {
    const { all, steps, makers, beside } = plain;
    if (makers.length > tellableMakers) return makers.some(asks) ? this.#findingFirst(name, all, asks) : steps;
    let running = 0;
    for (let at = 0; at < makers.length; at++) if (asks(makers[at] as string)) running |= 1 << at;
    if (running === 0) return steps;
    let others = beside.get(running);
    if (others === undefined) {
      others = this.#findingFirst(name, all, asks);
      if (beside.size >= mostBeside) beside.clear();
      beside.set(running, others);
    }
    return others;
  }

  #findingFirst(name: string, edges: readonly ToolEdge[], runsAnyway: NeedOfRequest['asks']): readonly StepBack[] {
    const consumer = this.#toolOf(name);
    return stepsOver(findingFirst(edges, consumer, { toolOf: this.#toolOf, runsAnyway, readers: false }), consumer);
  }

  #plainSteps(name: string, all: readonly ToolEdge[]): PlainSteps {
    const makers: string[] = [];
    const steps = this.#findingFirst(name, all, (producer) => {
      makers.push(producer);
      return false;
    });
    const plain = { all, steps, makers, beside: new Map<number, readonly StepBack[]>() };
    if (this.#plain.size >= maxRemembered) this.#plain.clear();
    this.#plain.set(name, plain);
    return plain;
  }
}

/** The edges that are still needed by a caller who has `available`: inputs, context keys, or outputs of tools. */
function withoutAvailable(edges: readonly ToolEdge[], available: ReadonlySet<string>): readonly ToolEdge[] {
  if (available.size === 0) return edges;
  const filled = new Set(edges.filter(({ producer, to }) => to !== '' && available.has(producer)).map(({ to }) => to));
  return edges.filter(
    ({ producer, to }) =>
      !available.has(producer) && !filled.has(to) && !available.has(to) && !available.has(lastName(to)),
  );
}

function lastName(path: string): string {
  return path.split('.').at(-1)?.replaceAll('[]', '') ?? path;
}
