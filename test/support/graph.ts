import { ToolCatalog } from '../../src/core/catalog.js';
import { canonicalSchema, type JsonSchema } from '../../src/core/json-schema.js';
import type { InputLocation, ToolDraft, ToolInput } from '../../src/core/tool-schema.js';
import { LinkGraph } from '../../src/graph/link-graph.js';

/** Type of a field in the short form of these tests: a JSON type, a type in brackets for an array, or a schema. */
export type Shape = string | JsonSchema | { readonly [name: string]: Shape };

/** What the short forms below say of a tool beside its name. */
export interface DraftParts extends Partial<Omit<ToolDraft, 'source' | 'inputSchema' | 'outputSchema' | 'inputs'>> {
  readonly source?: string;
  /** Inputs by name; a trailing `?` makes one optional. */
  readonly takes?: Readonly<Record<string, Shape>>;
  readonly gives?: Shape;
}

/** A tool without a path, as a function or an MCP server has it. */
export function func(name: string, parts: DraftParts = {}): ToolDraft {
  return draft({ kind: 'function', id: parts.source ?? 'functions' }, name, parts, () => 'argument');
}

/** An operation: `operation('GET /pets/{petId}', { takes: { petId: 'integer' } })`. Other inputs are query or body. */
export function operation(signature: string, parts: DraftParts = {}): ToolDraft {
  const [method, path] = signature.split(' ') as [string, string];
  const name = parts.originalName ?? signature;
  const rest: InputLocation = method === 'GET' || method === 'DELETE' ? 'query' : 'body';
  const source = { kind: 'openapi', id: parts.source ?? 'api', method, path } as const;
  return draft(source, name, { ...parts, originalId: signature }, (input) =>
    path.includes(`{${input}}`) ? 'path' : rest,
  );
}

function draft(
  source: ToolDraft['source'],
  name: string,
  parts: DraftParts,
  locate: (input: string) => InputLocation,
): ToolDraft {
  const { takes, gives, source: _source, ...rest } = parts;
  const properties: Record<string, JsonSchema> = {};
  const inputs: ToolInput[] = Object.entries(takes ?? {}).map(([key, shape]) => {
    const input = key.replace(/\?$/, '');
    properties[input] = schemaOf(shape);
    return { name: input, originalName: input, in: locate(input), required: !key.endsWith('?') };
  });
  return {
    originalId: name,
    originalName: name,
    description: name,
    ...rest,
    source,
    inputSchema: {
      type: 'object',
      properties,
      required: inputs.filter((input) => input.required).map((input) => input.name),
    },
    inputs,
    ...(gives === undefined ? {} : { outputSchema: schemaOf(gives) }),
  };
}

function schemaOf(shape: Shape): JsonSchema {
  if (typeof shape === 'string')
    return shape.startsWith('[') ? { type: 'array', items: { type: shape.slice(1, -1) } } : { type: shape };
  if (typeof (shape as JsonSchema).type === 'string') return shape as JsonSchema;
  const properties = Object.entries(shape as Record<string, Shape>).map(([name, inner]) => [name, schemaOf(inner)]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/** An array of objects. */
export function listOf(shape: Shape, entity?: string): JsonSchema {
  return { type: 'array', items: { ...schemaOf(shape), ...(entity === undefined ? {} : { 'x-entity': entity }) } };
}

/** A catalog of the drafts and its links. */
export function linked(drafts: readonly ToolDraft[]): { catalog: ToolCatalog; graph: LinkGraph } {
  const catalog = new ToolCatalog();
  const graph = new LinkGraph(catalog);
  graph.apply(catalog.apply(drafts));
  return { catalog, graph };
}

/** Each edge as `producer.from -> consumer.to`, in the graph's order. */
export function edgeTexts(graph: LinkGraph): string[] {
  return graph.edges().map((edge) => `${edge.producer}.${edge.from} -> ${edge.consumer}.${edge.to}`);
}

type Raw = Record<string, unknown>;

/** Drafts of a small, clean OpenAPI 3 document: enough for the fixtures of test/fixtures/graph, no more. */
export function draftsOfSpec(document: unknown, sourceId = 'api'): ToolDraft[] {
  const root = document as { paths: Record<string, Record<string, Raw>> };
  return Object.entries(root.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, op]) => {
      const signature = `${method.toUpperCase()} ${path}`;
      const body = at(op, 'requestBody', 'content', 'application/json', 'schema');
      const properties: Record<string, JsonSchema> = {};
      const inputs: ToolInput[] = [];
      const required: string[] = [];
      for (const parameter of (op['parameters'] ?? []) as {
        name: string;
        in: InputLocation;
        required?: boolean;
        schema: unknown;
      }[]) {
        properties[parameter.name] = canonicalSchema(parameter.schema, { root });
        inputs.push({
          name: parameter.name,
          originalName: parameter.name,
          in: parameter.in,
          required: parameter.required === true,
        });
      }
      const bodySchema = canonicalSchema(body, { root, direction: 'input' });
      for (const [name, schema] of Object.entries(bodySchema.properties ?? {})) {
        const key = Object.hasOwn(properties, name) ? `body_${name}` : name;
        properties[key] = schema;
        inputs.push({
          name: key,
          originalName: name,
          in: 'body',
          required: bodySchema.required?.includes(name) === true,
        });
      }
      for (const input of inputs) if (input.required) required.push(input.name);
      const success = Object.entries((op['responses'] ?? {}) as Record<string, Raw>).find(([code]) =>
        code.startsWith('2'),
      );
      const output = at(success?.[1], 'content', 'application/json', 'schema');
      return {
        source: { kind: 'openapi', id: sourceId, method: method.toUpperCase(), path },
        originalId: signature,
        originalName: (op['operationId'] as string | undefined) ?? signature,
        description: (op['summary'] as string | undefined) ?? signature,
        inputSchema: { type: 'object', properties, required },
        inputs,
        ...(output === undefined ? {} : { outputSchema: canonicalSchema(output, { root, direction: 'output' }) }),
      } satisfies ToolDraft;
    }),
  );
}

function at(value: unknown, ...keys: string[]): unknown {
  return keys.reduce<unknown>((node, key) => (node as Raw | undefined)?.[key], value);
}
