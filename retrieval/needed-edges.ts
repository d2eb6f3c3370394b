import type { ToolEdge } from '../src/core/tool-edge.js';
import type { ToolSchema } from '../src/core/tool-schema.js';
import { findingFirst, makingFirst } from '../src/graph/finding-first.js';
import { withoutAvailable } from './prerequisites.js';

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

/** Most tools whose edges are remembered. */
const maxRemembered = 10_000;

/** The edges to follow into a tool when nothing special is asked. */
interface PlainEdges {
  readonly all: readonly ToolEdge[];
  readonly found: readonly ToolEdge[];
  /** Tools that were left out because they make things: where one of them runs anyway, it counts. */
  readonly makers: readonly string[];
  /** What to follow when some of the makers run anyway, by which of the first {@link tellableMakers} do, as bits. */
  readonly beside: Map<number, readonly ToolEdge[]>;
}

/** Makers that bits tell apart, and most such lists that are kept of one tool: the same list each time is the same steps. */
const tellableMakers = 30;
const mostBeside = 8;

/**
 * The edges to follow into a tool: what is found comes before what is made, unless the request speaks of a thing newly
 * made. What holds for most requests is worked out once a tool, and kept until the catalog changes or the graph gives
 * other edges.
 */
export class NeededEdges {
  readonly #producers: ProducerView;
  readonly #toolOf: (name: string) => ToolSchema | undefined;
  readonly #plain = new Map<string, PlainEdges>();

  constructor(producers: ProducerView, toolOf: (name: string) => ToolSchema | undefined) {
    this.#producers = producers;
    this.#toolOf = toolOf;
  }

  /** Forgets what was worked out, as the catalog changed. */
  forget(): void {
    this.#plain.clear();
  }

  into(name: string, { asks, available, making }: NeedOfRequest): readonly ToolEdge[] {
    const all = this.#producers.producersOf(name);
    if (all.length === 0) return all;
    if (making) return makingFirst(withoutAvailable(all, available), this.#toolOf);
    if (available.size === 0) return this.#edgesBeside(name, this.#plainEdges(name, all), asks);
    return this.#findingFirst(name, withoutAvailable(all, available), asks);
  }

  #edgesBeside(name: string, plain: PlainEdges, asks: NeedOfRequest['asks']): readonly ToolEdge[] {
    const { all, found, makers, beside } = plain;
    if (makers.length > tellableMakers) return makers.some(asks) ? this.#findingFirst(name, all, asks) : found;
    let running = 0;
    for (let at = 0; at < makers.length; at++) if (asks(makers[at] as string)) running |= 1 << at;
    if (running === 0) return found;
    let edges = beside.get(running);
    if (edges === undefined) {
      edges = this.#findingFirst(name, all, asks);
      if (beside.size >= mostBeside) beside.clear();
      beside.set(running, edges);
    }
    return edges;
  }

  #findingFirst(name: string, edges: readonly ToolEdge[], runsAnyway: NeedOfRequest['asks']): readonly ToolEdge[] {
    return findingFirst(edges, this.#toolOf(name), { toolOf: this.#toolOf, runsAnyway, readers: false });
  }

  #plainEdges(name: string, all: readonly ToolEdge[]): PlainEdges {
    const known = this.#plain.get(name);
    if (known?.all === all) return known;
    const makers: string[] = [];
    const runsAnyway = (producer: string) => {
      makers.push(producer);
      return false;
    };
    const found = this.#findingFirst(name, all, runsAnyway);
    const edges = { all, found, makers, beside: new Map<number, readonly ToolEdge[]>() };
    if (this.#plain.size >= maxRemembered) this.#plain.clear();
    this.#plain.set(name, edges);
    return edges;
  }
}
