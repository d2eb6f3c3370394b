import {
  type Diagnostic,
  definitionTokens,
  operationOf,
  type ToolEdge,
  type ToolGraph,
  type ToolSchema,
} from '../index.js';

/** One tool as `inspect --json` prints it. Every key is always there; scripts read it. */
export function toolView(tool: ToolSchema): object {
  return {
    name: tool.name,
    originalName: tool.originalName,
    description: tool.description,
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema ?? null,
    inputs: tool.inputs.map(({ name, originalName, in: location, required }) => ({
      name,
      originalName,
      in: location,
      required,
    })),
    source: tool.source,
    tags: tool.tags,
    annotations: tool.annotations,
    requires: tool.requires,
    provides: tool.provides,
  };
}

/** One tool as `inspect --tool --json` prints it: with what it is understood to do. */
export function portraitView(tool: ToolSchema): object {
  return { ...toolView(tool), operation: operationOf(tool) };
}

/** One edge as `inspect --json` prints it. */
export function edgeView({ producer, consumer, from, to, confidence, evidence }: ToolEdge): object {
  return { producer, consumer, from, to, confidence, evidence };
}

/** One diagnostic as `inspect --json` prints it; `item` is null for the source as a whole. */
export function diagnosticView({ severity, code, source, item, message }: Diagnostic): object {
  return { severity, code, source, item: item ?? null, message };
}

/** Estimated model tokens that the definitions of these tools cost when all are sent. */
export function tokensOf(tools: readonly ToolSchema[]): number {
  return tools.reduce((sum, tool) => sum + definitionTokens(tool), 0);
}

/** The whole answer of `inspect --json`. */
export function catalogView(graph: ToolGraph, diagnostics: readonly Diagnostic[]): object {
  return {
    tools: graph.tools.map(toolView),
    edges: graph.edges().map(edgeView),
    diagnostics: diagnostics.map(diagnosticView),
    tokens: tokensOf(graph.tools),
  };
}

/** Where a tool stands, in as few words as its source allows: `GET /pets`, `shop.ts:12`, `mutation`, a source id. */
export function placeOf({ source }: ToolSchema): string {
  switch (source.kind) {
    case 'openapi':
      return `${source.method} ${source.path}`;
    case 'code':
      return `${source.file}:${source.line}`;
    case 'function':
      return source.file === undefined
        ? source.id
        : `${source.file}${source.line === undefined ? '' : `:${source.line}`}`;
    case 'graphql':
      return `${source.operation} of ${source.id}`;
    case 'grpc':
      return source.service;
    case 'data':
      return source.method !== undefined && source.path !== undefined ? `${source.method} ${source.path}` : source.id;
    case 'mcp':
      return source.stale === true ? `${source.id} (stale)` : source.id;
  }
}

/** The first sentence of a description, on one line; a title without a full stop ends with its paragraph. */
export function firstSentence(description: string): string {
  const lines = description.trim().split('\n');
  const next = lines.findIndex((line, index) => index > 0 && (line.trim() === '' || /^\s*[-*+•]\s/.test(line)));
  const line = (next === -1 ? lines : lines.slice(0, next)).join(' ').replace(/\s+/g, ' ').trim();
  const end = /[.!?。！？](?=\s|$)/.exec(line);
  return end === null ? line : line.slice(0, end.index + 1);
}
