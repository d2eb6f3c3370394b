import type { JsonSchema, ToolGraph } from '../../index.js';
import type { Principal } from '../access.js';
import type { CatalogHost } from '../catalog-host.js';
import { type InputCheck, inputCheck } from '../check-input.js';
import { searchIn, targetsOf } from '../routes/search-routes.js';
import { toolNamed } from '../routes/tool-routes.js';
import { planView } from '../routes/views.js';

/** What a meta-tool answers from. */
export interface MetaContext {
  readonly graph: ToolGraph;
  readonly host: CatalogHost;
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

/** A tool that an agent uses to reach the catalog's own tools. */
export interface MetaTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Absent for a tool that passes other tools' results on. */
  readonly outputSchema?: JsonSchema;
  readonly check: InputCheck;
  readonly run: (input: Readonly<Record<string, unknown>>, context: MetaContext) => unknown;
}

const text: JsonSchema = { type: 'string' };
/** As the HTTP interface says it. */
const relevance: JsonSchema = {
  type: 'number',
  description: 'How likely the request is one that this tool answers, 0 to 1; comparable between requests',
};
const rankingNotes: JsonSchema = {
  type: 'array',
  items: text,
  description: 'What the ranking lacks, such as a model that failed',
};
const free: JsonSchema = { type: 'object', additionalProperties: true };

function object(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema {
  return { type: 'object', properties, required };
}

function metaTool(tool: Omit<MetaTool, 'check'>): MetaTool {
  return { ...tool, check: inputCheck(tool.inputSchema, 'json') };
}

/** Finds the tools that a request needs. */
export const searchTools = metaTool({
  name: 'search_tools',
  title: 'Search tools',
  description:
    'Find the tools that a request needs, best first, with the tools that must run before them. Ask in plain words ' +
    'for what should be done; then get_tool_schemas gives their inputs.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['query'],
    properties: {
      query: { type: 'string', maxLength: 20_000, description: 'What should be done, in plain words' },
      top_k: { type: 'integer', minimum: 1, maximum: 50, default: 8, description: 'Most tools to return' },
      sources: { type: 'array', items: text, maxItems: 100, description: 'Only tools of these sources' },
    },
  },
  outputSchema: object(
    {
      tools: {
        type: 'array',
        items: object(
          { name: text, description: text, source: text, score: { type: 'number' }, relevance, role: text, reason: text, inputs: { type: 'array', items: text } },
          ['name', 'description', 'source', 'score', 'relevance', 'role', 'reason', 'inputs'],
        ),
      },
      emptyReason: { type: ['string', 'null'] },
      notes: rankingNotes,
    },
    ['tools', 'emptyReason'],
  ), // biome-ignore format: short
  run: async (input, context) => {
    const ranking = await searchIn(context, { ...input, topK: input['top_k'] });
    return {
      tools: ranking.map(({ tool, score, relevance, role, explanation }) => ({
        name: tool.name,
        description: tool.description,
        source: tool.source.id,
        score,
        relevance,
        role,
        reason: explanation.summary,
        inputs: tool.inputs.map((entry) => (entry.required ? entry.name : `${entry.name}?`)),
      })),
      emptyReason: ranking.emptyReason?.message ?? null,
      ...(ranking.notes === undefined ? {} : { notes: ranking.notes.map(({ message }) => message) }),
    };
  },
});

const getToolSchemas = metaTool({
  name: 'get_tool_schemas',
  title: 'Get tool schemas',
  description: 'Get the full definitions of tools by name, several at once: description, input schema, output schema.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['names'],
    properties: {
      names: { type: 'array', items: text, minItems: 1, maxItems: 50, description: 'Names as search_tools gives them' },
    },
  },
  outputSchema: object(
    {
      tools: {
        type: 'array',
        items: object({ name: text, description: text, inputSchema: free, outputSchema: free, annotations: free }, [
          'name',
          'description',
          'inputSchema',
        ]),
      },
      unknown: { type: 'array', items: text },
    },
    ['tools', 'unknown'],
  ),
  run: (input, { graph }) => {
    const names = [...new Set(input['names'] as string[])];
    const exported = graph.toMcp(names.filter((name) => graph.get(name) !== undefined));
    return { tools: exported.tools ?? [], unknown: names.filter((name) => graph.get(name) === undefined) };
  },
});

const planTools = metaTool({
  name: 'plan_tools',
  title: 'Plan tool calls',
  description:
    'Plan the calls that tools need, in an order that can run: which tool must run first, which of its outputs fills ' +
    'which input, and what the user has to supply.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      targets: { type: 'array', items: text, minItems: 1, maxItems: 20, description: 'Tools to be called' },
      query: { type: 'string', maxLength: 20_000, description: 'Instead of targets: what should be done' },
      available: { type: 'array', items: text, maxItems: 200, description: 'Names of inputs that are known already' },
    },
  },
  outputSchema: object(
    {
      targets: { type: 'array', items: text },
      steps: { type: 'array', items: free },
      slots: { type: 'array', items: free },
      cycles: { type: 'array', items: { type: 'array', items: text } },
      cut: { type: 'boolean' },
      notes: rankingNotes,
    },
    ['targets', 'steps', 'slots'],
  ),
  run: async (input, context) => {
    const { graph } = context;
    const { targets, notes } = await targetsOf(context, { ...input, topK: 1 });
    for (const name of targets) toolNamed(graph, name);
    const plan = graph.plan(
      targets,
      input['available'] === undefined ? {} : { available: input['available'] as string[] },
    );
    return { ...planView(plan), ...(notes.length === 0 ? {} : { notes: notes.map(({ message }) => message) }) };
  },
});

/** The tools that only read the catalog. */
export const readingTools: readonly MetaTool[] = [searchTools, getToolSchemas, planTools];

/** The tool that calls others. What it gives is what the called tool gave, so it has no schema of its own. */
export const callTool: MetaTool = metaTool({
  name: 'call_tool',
  title: 'Call a tool',
  description:
    'Call a tool that search_tools found, with arguments as get_tool_schemas describes them. With dry_run nothing is ' +
    'sent and the request is shown.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: {
      name: { type: 'string', description: 'Name as search_tools gives it' },
      arguments: { type: 'object', additionalProperties: true, default: {}, description: 'By input name' },
      dry_run: { type: 'boolean', default: false, description: 'Only show what would be sent' },
    },
  },
  run: () => {
    throw new Error('call_tool is answered by the server itself');
  },
});
