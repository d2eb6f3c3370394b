import type { Closure, JsonValue, Plan, ScoredTool, ToolEdge, ToolSchema } from '../../index.js';
import type { CatalogHost } from '../catalog-host.js';

/** Where a tool comes from, as clients see it: no paths of this machine. */
function sourceView({ source }: ToolSchema, host: CatalogHost): Record<string, JsonValue> {
  return {
    id: source.id,
    kind: source.kind,
    ...(source.title === undefined ? {} : { title: source.title }),
    ...('method' in source && source.method !== undefined ? { method: source.method } : {}),
    ...('path' in source && source.path !== undefined ? { path: source.path } : {}),
    ...(host.isStale(source.id) || (source.kind === 'mcp' && source.stale === true) ? { stale: true } : {}),
  };
}

/** A tool in one line: what lists and rankings hold. */
export function toolLine(tool: ToolSchema, host: CatalogHost): Record<string, unknown> {
  return {
    name: tool.name,
    description: tool.description,
    source: sourceView(tool, host),
    tags: tool.tags,
    annotations: tool.annotations,
    tokens: host.tokensOf(tool),
  };
}

/** A tool with everything that a caller needs to use it. */
export function toolDetail(tool: ToolSchema, host: CatalogHost): Record<string, unknown> {
  return {
    ...toolLine(tool, host),
    originalName: tool.originalName,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    inputSchema: tool.inputSchema,
    ...(tool.outputSchema === undefined ? {} : { outputSchema: tool.outputSchema }),
    requires: tool.requires,
    provides: tool.provides,
    ...(tool.deprecated === true ? { deprecated: true } : {}),
  };
}

/** One place of a ranking. */
export function hitView(hit: ScoredTool, host: CatalogHost, explain: boolean): Record<string, unknown> {
  return {
    ...toolLine(hit.tool, host),
    score: hit.score,
    relevance: hit.relevance,
    role: hit.role,
    reason: hit.explanation.summary,
    ...(explain ? { explanation: hit.explanation } : {}),
  };
}

function edgeView({ producer, consumer, from, to, confidence, evidence }: ToolEdge): Record<string, unknown> {
  return { producer, consumer, from, to, confidence, evidence };
}

/** A plan with tools by name. */
export function planView(plan: Plan): Record<string, unknown> {
  return {
    targets: plan.targets.map((tool) => tool.name),
    steps: plan.steps.map(({ step, tool, bindings, reason }) => ({ step, tool: tool.name, reason, bindings })),
    slots: plan.slots,
    cycles: plan.cycles,
    cut: plan.cut,
  };
}

/** A closure with tools by name. */
export function closureView(closure: Closure): Record<string, unknown> {
  return {
    target: closure.target.name,
    required: closure.required.map(({ tool, depth, bindings }) => ({
      tool: tool.name,
      depth,
      bindings: bindings.map(({ edge, alternatives }) => ({
        edge: edgeView(edge),
        alternatives: alternatives.map(edgeView),
      })),
    })),
    unresolved: closure.unresolved,
    cycles: closure.cycles,
    cut: closure.cut,
  };
}
