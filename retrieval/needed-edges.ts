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
}

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
    if (available.size === 0) {
      const { found, makers } = this.#plainEdges(name, all);
      if (!makers.some(asks)) return found;
    }
    const context = { toolOf: this.#toolOf, runsAnyway: asks, readers: false };
    return findingFirst(withoutAvailable(all, available), this.#toolOf(name), context);
  }

  #plainEdges(name: string, all: readonly ToolEdge[]): PlainEdges {
    const known = this.#plain.get(name);
    if (known?.all === all) return known;
    const makers: string[] = [];
    const runsAnyway = (producer: string) => {
      makers.push(producer);
      return false;
    };
    const found = findingFirst(all, this.#toolOf(name), { toolOf: this.#toolOf, runsAnyway, readers: false });
    const edges = { all, found, makers };
    if (this.#plain.size >= maxRemembered) this.#plain.clear();
    this.#plain.set(name, edges);
    return edges;
  }
}
