import { compareCodeUnits } from '../core/names.js';
import type { ToolEdge } from '../core/tool-edge.js';
import type { ToolSchema } from '../core/tool-schema.js';
import type { Plan } from './plan.js';

/** A part of the graph to look at. Edges run between its tools only. */
export interface Subgraph {
  readonly tools: readonly ToolSchema[];
  readonly edges: readonly ToolEdge[];
}

/** Which part. Without `around` and `plan` it is the whole graph. */
export interface SubgraphOptions {
  /** Exposed name of a tool in the middle. */
  readonly around?: string;
  /** How many edges away from `around`, in both directions, at least 0. Default 1. */
  readonly depth?: number;
  /** Edges below this confidence are left out, 0 to 1. Default 0. */
  readonly minConfidence?: number;
  /** Only the tools and bindings of this plan. */
  readonly plan?: Plan;
}

/** What a subgraph is cut from. */
export interface WholeGraph {
  readonly catalog: { readonly tools: readonly ToolSchema[]; get(name: string): ToolSchema | undefined };
  edges(): readonly ToolEdge[];
  producersOf(name: string): readonly ToolEdge[];
  consumersOf(name: string): readonly ToolEdge[];
}

/** Cuts a part out of the graph; tools in catalog order, edges by consumer, best first. */
export function subgraphOf(graph: WholeGraph, options: SubgraphOptions = {}): Subgraph {
  const sure = (edge: ToolEdge) => edge.confidence >= (options.minConfidence ?? 0);
  if (options.plan !== undefined) return subgraphOfPlan(graph, options.plan);
  if (options.around === undefined) return { tools: graph.catalog.tools, edges: graph.edges().filter(sure) };
  const reached = new Set([options.around]);
  let border = [options.around];
  for (let step = 0; step < (options.depth ?? 1); step++) {
    const next = border
      .flatMap((name) => [...graph.producersOf(name), ...graph.consumersOf(name)])
      .filter(sure)
      .flatMap((edge) => [edge.producer, edge.consumer]);
    border = [...new Set(next)].filter((name) => !reached.has(name));
    for (const name of border) reached.add(name);
  }
  return within(graph, reached, sure);
}

function subgraphOfPlan(graph: WholeGraph, plan: Plan): Subgraph {
  const names = new Set(plan.steps.map((step) => step.tool.name));
  const used = new Set(
    plan.steps.flatMap((step) =>
      step.bindings.map((binding) => {
        const producer = plan.steps[binding.fromStep - 1]?.tool.name ?? '';
        return [producer, step.tool.name, binding.from, binding.to].join('\n');
      }),
    ),
  );
  const { edges } = within(graph, names, (edge) =>
    used.has([edge.producer, edge.consumer, edge.from, edge.to].join('\n')),
  );
  return { tools: plan.steps.map((step) => step.tool), edges };
}

function within(graph: WholeGraph, names: ReadonlySet<string>, keep: (edge: ToolEdge) => boolean): Subgraph {
  const order = new Map(graph.catalog.tools.map((tool, at) => [tool.name, at]));
  const sorted = [...names].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0) || compareCodeUnits(a, b));
  const tools = sorted.flatMap((name) => graph.catalog.get(name) ?? []);
  const edges = sorted.flatMap((name) =>
    graph.producersOf(name).filter((edge) => names.has(edge.producer) && keep(edge)),
  );
  return { tools, edges };
}
