import { isRecord, type JsonSchema, pointerLookUp } from '../../src/core/json-schema.js';
import { type IngestReport, ToolGraph, type ToolSchema } from '../../src/index.js';
import { fixture } from './cases.js';

/** The report of one document in a graph of its own. */
export async function ingestDocument(source: string | object, options: object = {}): Promise<IngestReport> {
  return new ToolGraph().ingestOpenApi(source, options);
}

/** The report of a file under test/fixtures/openapi. */
export async function ingestFixture(path: string, options: object = {}): Promise<IngestReport> {
  return ingestDocument(fixture(`openapi/${path}`), options);
}

/** The tool of `METHOD /path`. */
export function toolAt(report: IngestReport, id: string): ToolSchema {
  const found = report.tools.find((tool) => tool.originalId === id);
  if (found === undefined)
    throw new Error(`no tool ${id} among ${report.tools.map((tool) => tool.originalId).join(', ')}`);
  return found;
}

/** A 3.0 document around paths. */
export function apiOf(paths: object, rest: object = {}): object {
  return { openapi: '3.0.3', info: { title: 'Test API', version: '1' }, paths, ...rest };
}

/** The one tool of a document with one operation. */
export async function onlyTool(
  operation: object,
  rest: object = {},
  path = '/things',
  method = 'post',
): Promise<ToolSchema> {
  const report = await ingestDocument(
    apiOf({ [path]: { [method]: { responses: { 200: { description: 'ok' } }, ...operation } } }, rest),
  );
  return toolAt(report, `${method.toUpperCase()} ${path}`);
}

/** Sorted original names of the required or optional inputs. */
export function inputNames(tool: ToolSchema, required: boolean): string[] {
  return tool.inputs
    .filter((input) => input.required === required)
    .map((input) => input.originalName)
    .sort();
}

/** Schema of the input with that original name, and place when several have it. */
export function inputSchemaOf(tool: ToolSchema, originalName: string, place?: string): JsonSchema {
  const input = tool.inputs.find(
    (entry) => entry.originalName === originalName && (place === undefined || entry.in === place),
  );
  const schema = input === undefined ? undefined : tool.inputSchema.properties?.[input.name];
  if (schema === undefined) throw new Error(`no input ${originalName} of ${tool.name}`);
  return schema;
}

/** Every `METHOD /path` of a document by a count of its own: the plainest reading of the specification. */
export function operationsIn(document: unknown): string[] {
  const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
  if (!isRecord(document) || !isRecord(document['paths'])) return [];
  return Object.entries(document['paths']).flatMap(([path, entry]) => {
    const ref = isRecord(entry) && typeof entry['$ref'] === 'string' ? entry['$ref'] : undefined;
    const target = ref?.startsWith('#/') ? pointerLookUp(document, ref.slice(1)) : undefined;
    const item = { ...(isRecord(target) ? target : {}), ...(isRecord(entry) ? entry : {}) };
    return methods.filter((method) => Object.hasOwn(item, method)).map((method) => `${method.toUpperCase()} ${path}`);
  });
}
