import type { ExportResult, JsonSchema, ProviderId, ToolGraph, ToolSchema } from '../../index.js';
import { RequestError } from '../problem.js';
import type { Route, RouteCall } from '../route.js';
import { pageOfList, pageParameters } from './paging.js';
import {
  diagnosticSchema,
  emptyReasonSchema,
  notesSchema,
  objectOf,
  pageOf,
  query,
  toolDetailSchema,
  toolLineSchema,
  toolName,
  topK,
} from './schemas.js';
import { rankIn } from './search-routes.js';
import { toolDetail, toolLine } from './views.js';

const providers = ['openai', 'openai-responses', 'openai-strict', 'anthropic', 'gemini', 'mcp'] as const;

type Provider = (typeof providers)[number];

function exportFor(graph: ToolGraph, provider: Provider, names: readonly string[] | undefined): ExportResult<unknown> {
  switch (provider) {
    case 'openai':
      return graph.toOpenAI(names);
    case 'openai-responses':
      return graph.toOpenAI(names, { format: 'responses' });
    case 'openai-strict':
      return graph.toOpenAI(names, { strict: true });
    case 'anthropic':
      return graph.toAnthropic(names);
    case 'gemini':
      return graph.toGemini(names);
    case 'mcp':
      return graph.toMcp(names);
  }
}

const exportInput: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['provider'],
  properties: {
    provider: { type: 'string', enum: [...providers], description: 'Whose tool form to write' },
    tools: { type: 'array', items: toolName, maxItems: 10_000, description: 'Tools to write, best first' },
    query,
    topK,
  },
};

const bundleProviders = ['openai', 'anthropic', 'gemini', 'mcp'] as const satisfies readonly ProviderId[];

const bundleInput: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['query'],
  properties: {
    query,
    topK,
    provider: {
      type: 'string',
      enum: [...bundleProviders],
      default: 'openai',
      description: 'Whose tool form to write',
    },
    tokenBudget: { type: 'number', minimum: 0, description: 'Most model tokens that the definitions may cost' },
  },
};

async function bundle({ graph, host, body, signal }: RouteCall): Promise<unknown> {
  const query = body['query'] as string;
  const options = {
    topK: body['topK'] as number,
    provider: body['provider'] as (typeof bundleProviders)[number],
    ...(body['tokenBudget'] === undefined ? {} : { tokenBudget: body['tokenBudget'] as number }),
  };
  const { definitions, provider, tokens, tools, edges, losses, leftOut, notes, emptyReason } =
    host.embedding === undefined
      ? graph.retrieve(query, options)
      : await host.embedding.bundle(graph, query, { ...options, signal });
  return {
    definitions: definitions ?? null,
    provider,
    tokens,
    tools: tools.map(({ tool, role, score, explanation, cuts }) => ({
      name: tool.name,
      role,
      score,
      reason: explanation.summary,
      cuts,
    })),
    edges: edges.map(({ producer, consumer, from, to, confidence }) => ({ producer, consumer, from, to, confidence })),
    losses,
    leftOut,
    notes: notes ?? [],
    emptyReason: emptyReason ?? null,
    catalogVersion: host.versionLabel,
  };
}

/** The tool of that name. @throws RequestError 404 */
export function toolNamed(graph: ToolGraph, name: string): ToolSchema {
  const tool = graph.get(name);
  if (tool === undefined)
    throw new RequestError(
      404,
      'unknown-tool',
      `There is no tool ${JSON.stringify(name.slice(0, 100))}; POST /search finds tools.`,
    );
  return tool;
}

/** Lists, definitions, exports and diagnostics. */
export const toolRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/tools',
    operationId: 'listTools',
    summary: 'List the tools of the catalog',
    tag: 'tools',
    scope: 'read',
    query: {
      type: 'object',
      additionalProperties: false,
      properties: {
        ...pageParameters,
        source: { type: 'string', description: 'Only tools of this source id' },
        tag: { type: 'string', description: 'Only tools with this tag' },
      },
    },
    answer: pageOf('tools', toolLineSchema),
    handle: ({ graph, host, query }) => {
      const tag = query['tag'] === undefined ? undefined : String(query['tag']).toLowerCase();
      const found = graph.tools.filter(
        (tool) =>
          (query['source'] === undefined || tool.source.id === query['source']) &&
          (tag === undefined || tool.tags.some((other) => other.toLowerCase() === tag)),
      );
      const { entries, total, nextCursor } = pageOfList(found, query);
      return {
        tools: entries.map((tool) => toolLine(tool, host)),
        total,
        nextCursor,
        catalogVersion: host.versionLabel,
      };
    },
  },
  {
    method: 'GET',
    path: '/tools/{name}',
    operationId: 'getTool',
    summary: 'Get one tool with its schemas',
    tag: 'tools',
    scope: 'read',
    params: { name: 'Exposed name of the tool' },
    answer: toolDetailSchema,
    handle: ({ graph, host, params }) => toolDetail(toolNamed(graph, params['name'] ?? ''), host),
  },
  {
    method: 'POST',
    path: '/export',
    operationId: 'exportTools',
    summary: "Write tool definitions in a provider's own form",
    description:
      'Of named tools, of those that a query finds, or of the whole catalog when the provider takes as many.',
    tag: 'tools',
    scope: 'read',
    body: exportInput,
    answer: objectOf({
      tools: { type: ['array', 'null'], items: { type: 'object', additionalProperties: true } },
      empty: { type: 'boolean' },
      losses: { type: 'array', items: { type: 'object', additionalProperties: true } },
      omitted: { type: 'array', items: { type: 'object', additionalProperties: true } },
      catalogVersion: { type: 'string' },
    }),
    annotations: { readOnly: true },
    handle: async (call) => {
      const { graph, host, body } = call;
      for (const name of (body['tools'] as string[] | undefined) ?? []) toolNamed(graph, name);
      const found =
        body['query'] === undefined
          ? (body['tools'] as string[] | undefined)
          : (await rankIn(call, body['query'] as string, body['topK'] as number)).map((hit) => hit.tool.name);
      const { tools, empty, losses, omitted } = exportFor(graph, body['provider'] as Provider, found);
      return { tools: tools ?? null, empty, losses, omitted, catalogVersion: host.versionLabel };
    },
  },
  {
    method: 'POST',
    path: '/bundle',
    operationId: 'bundleTools',
    summary: 'Write the tools that a request needs, ready to be sent, within a token budget',
    tag: 'search',
    scope: 'read',
    body: bundleInput,
    answer: objectOf({
      definitions: { type: ['array', 'null'], items: { type: 'object', additionalProperties: true } },
      provider: { type: 'string' },
      tokens: { type: 'number' },
      tools: { type: 'array', items: { type: 'object', additionalProperties: true } },
      edges: { type: 'array', items: { type: 'object', additionalProperties: true } },
      losses: { type: 'array', items: { type: 'object', additionalProperties: true } },
      leftOut: { type: 'array', items: { type: 'object', additionalProperties: true } },
      notes: notesSchema,
      emptyReason: emptyReasonSchema,
      catalogVersion: { type: 'string' },
    }),
    annotations: { readOnly: true },
    handle: bundle,
  },
  {
    method: 'GET',
    path: '/diagnostics',
    operationId: 'listDiagnostics',
    summary: 'List what ingestion found, repaired and refused',
    tag: 'sources',
    scope: 'read',
    query: {
      type: 'object',
      additionalProperties: false,
      properties: {
        ...pageParameters,
        source: { type: 'string', description: 'Only findings of this source id' },
        severity: { type: 'string', enum: ['error', 'warning', 'info'], description: 'Only findings of this severity' },
      },
    },
    answer: pageOf('diagnostics', diagnosticSchema),
    handle: ({ graph, host, query }) => {
      const found = graph.diagnostics.filter(
        (entry) =>
          (query['source'] === undefined || entry.source === query['source']) &&
          (query['severity'] === undefined || entry.severity === query['severity']),
      );
      const { entries, total, nextCursor } = pageOfList(found, query);
      return { diagnostics: entries, total, nextCursor, catalogVersion: host.versionLabel };
    },
  },
];
