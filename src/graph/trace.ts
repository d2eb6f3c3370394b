import { compareCodeUnits } from '../core/names.js';
import type { ToolEdge } from '../core/tool-edge.js';

/** What is left of an observation each time its consumer is called again: half after some 35 calls. */
const decay = 0.98;

/** Most producers remembered for one consumer, most consumers, and how far back in a trace a producer may lie. */
const limits = { producers: 16, consumers: 20_000, window: 12 } as const;

/** Calls of a consumer after which its history counts half of its most. */
const halfTrust = 3;

/** Most of the remaining doubt that history can take from an edge. */
const strongest = 0.5;

/** One remembered pair, for a snapshot. */
export interface TraceEntry {
  readonly consumer: string;
  readonly producer: string;
  /** Decayed number of traces in which the producer ran before the consumer. */
  readonly weight: number;
  /** Decayed number of traces that hold the consumer. */
  readonly calls: number;
}

interface History {
  calls: number;
  readonly producers: Map<string, number>;
}

/**
 * What recorded call sequences say about edges. A trace changes only what is known of the tools in it: each consumer
 * has its own clock, so history of other tools neither adds to an edge nor lets it fade. Memory is bounded; of the
 * consumers the longest unused go first.
 */
export class TraceMemory {
  readonly #histories = new Map<string, History>();

  get isEmpty(): boolean {
    return this.#histories.size === 0;
  }

  /** Takes in one successful sequence of calls, by exposed names in order. Repeats count once. */
  record(names: readonly string[]): void {
    const order = [...new Set(names)];
    order.forEach((consumer, at) => {
      const history = this.#histories.get(consumer) ?? { calls: 0, producers: new Map<string, number>() };
      this.#histories.delete(consumer); // set again below: the map's order is the order of use
      history.calls = history.calls * decay + 1;
      for (const [producer, weight] of history.producers) history.producers.set(producer, weight * decay);
      for (const producer of order.slice(Math.max(0, at - limits.window), at))
        history.producers.set(producer, (history.producers.get(producer) ?? 0) + 1);
      forgetWeakest(history.producers);
      this.#histories.set(consumer, history);
    });
    for (const oldest of this.#histories.keys()) {
      if (this.#histories.size <= limits.consumers) break;
      this.#histories.delete(oldest);
    }
  }

  /** The edge with what history adds to it; the same edge when it was never seen in use. */
  apply(edge: ToolEdge): ToolEdge {
    const history = this.#histories.get(edge.consumer);
    const weight = history?.producers.get(edge.producer);
    if (history === undefined || weight === undefined) return edge;
    const share = Math.min(1, weight / history.calls);
    const trust = history.calls / (history.calls + halfTrust);
    const confidence = edge.confidence + (1 - edge.confidence) * strongest * share * trust;
    const detail = `${edge.producer} ran before ${edge.consumer} in ${Math.round(share * 100)}% of recent recorded sequences`;
    return {
      ...edge,
      confidence: Math.round(Math.min(0.99, confidence) * 1000) / 1000,
      evidence: [...edge.evidence, { kind: 'trace', detail }],
    };
  }

  /** Everything remembered, least recently used consumer first. */
  entries(): TraceEntry[] {
    return [...this.#histories].flatMap(([consumer, { calls, producers }]) =>
      [...producers].map(([producer, weight]) => ({ consumer, producer, weight, calls })),
    );
  }

  /** Takes back what `entries` gave; entries that are no finite positive numbers are left out. */
  restore(entries: readonly TraceEntry[]): void {
    for (const { consumer, producer, weight, calls } of entries) {
      if (!(weight > 0 && calls > 0 && Number.isFinite(weight) && Number.isFinite(calls))) continue;
      const history = this.#histories.get(consumer) ?? { calls, producers: new Map<string, number>() };
      history.producers.set(producer, weight);
      forgetWeakest(history.producers);
      this.#histories.set(consumer, history);
    }
  }
}

function forgetWeakest(producers: Map<string, number>): void {
  if (producers.size <= limits.producers) return;
  const kept = [...producers].sort(([a, x], [b, y]) => y - x || compareCodeUnits(a, b)).slice(0, limits.producers);
  producers.clear();
  for (const [name, weight] of kept) producers.set(name, weight);
}
