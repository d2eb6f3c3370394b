import type { Diagnostic, Severity } from '../core/diagnostics.js';
import { DiagnosticLog } from '../core/diagnostics.js';
import { ToolGraphError } from '../core/errors.js';
import { canonicalSchema, isRecord, type JsonSchema, type JsonValue } from '../core/json-schema.js';
import { isExposedName } from '../core/names.js';
import type { IngestResult, ToolDraft, ToolInput, ToolSchema, ToolSource } from '../core/tool-schema.js';

/** What the `format` key of a catalog document says. */
export const catalogFormat = 'toolgraph-catalog';
const version = 1;

/** A whole catalog as JSON: every tool with the name it had, and what ingestion had to say. */
export interface CatalogDocument {
  readonly format: typeof catalogFormat;
  readonly version: number;
  readonly tools: readonly (ToolDraft & { readonly name: string })[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What a document held: drafts, diagnostics, and the exposed name each tool had, in the order of the drafts. */
export interface ReadCatalog extends IngestResult {
  readonly names: readonly string[];
}

/** The catalog as a document. Callables stay behind: they belong to this process. */
export function toCatalogDocument(tools: readonly ToolSchema[], diagnostics: readonly Diagnostic[]): CatalogDocument {
  return { format: catalogFormat, version, tools: tools.map(toRow), diagnostics };
}

/** A tool as a row of a document: all that is data, with the name it has. */
export function toRow(tool: ToolSchema): CatalogDocument['tools'][number] {
  const { name, callable: _callable, ...own } = tool;
  return { name, ...own };
}

/**
 * Reads a parsed catalog document. A row that is no tool is left out with a diagnostic; so is the second of two rows
 * with one identity. A schema that is not canonical is made so.
 *
 * @throws ToolGraphError `INVALID_SNAPSHOT` when the value as a whole is not a catalog this version can read.
 */
export function readCatalogDocument(value: unknown): ReadCatalog {
  if (!isRecord(value) || value['format'] !== catalogFormat)
    throw new ToolGraphError(
      'INVALID_SNAPSHOT',
      `This is not a catalog document: its "format" is not "${catalogFormat}"; write one with "toolgraph ingest -o".`,
    );
  if (value['version'] !== version || !Array.isArray(value['tools']))
    throw new ToolGraphError(
      'INVALID_SNAPSHOT',
      value['version'] === version
        ? 'The catalog document has no "tools" list; ingest the sources again.'
        : `The catalog document has version ${JSON.stringify(value['version'])} and this toolgraph reads ${version}; ` +
            'ingest the sources again, or update toolgraph.',
    );
  const read = new RowReader();
  for (const row of value['tools']) read.take(row);
  return readCatalog(read, value['diagnostics']);
}

/** What rows were read, with the diagnostics that stood beside them; entries that are none are left out. */
export function readCatalog(read: RowReader, diagnostics: unknown): ReadCatalog {
  return { tools: read.tools, names: read.names, diagnostics: [...diagnosticsIn(diagnostics), ...read.diagnostics] };
}

/** The diagnostics of a list; entries that are none are left out. */
export function diagnosticsIn(list: unknown): Diagnostic[] {
  return Array.isArray(list) ? list.filter(isDiagnostic) : [];
}

/** Takes rows of a catalog document one by one; what it cannot take becomes a diagnostic. */
export class RowReader {
  readonly tools: ToolDraft[] = [];
  readonly names: string[] = [];
  readonly diagnostics: Diagnostic[] = [];
  /** Original ids by source. */
  readonly #seen = new Map<string, Set<string>>();
  readonly #canonical = new CanonicalCheck();
  #index = 0;

  take(row: unknown): void {
    const index = this.#index++;
    const draft = isRecord(row) ? readDraft(row, this.#canonical) : 'it is not an object';
    const source = typeof draft === 'string' ? 'catalog' : draft.source.id;
    const reason = typeof draft === 'string' ? draft : this.#duplicate(draft);
    if (reason !== undefined || typeof draft === 'string') {
      const log = new DiagnosticLog(source);
      log.error('invalid-catalog-row', `tools[${index}]`, `tools[${index}] was left out: ${reason ?? ''}.`);
      this.diagnostics.push(...log.entries);
      return;
    }
    this.tools.push(draft);
    const name = isRecord(row) ? row['name'] : undefined;
    this.names.push(typeof name === 'string' && isExposedName(name) ? name : '');
  }

  #duplicate(draft: ToolDraft): string | undefined {
    const { source, originalId } = draft;
    const seen = this.#seen.get(source.id);
    if (seen?.has(originalId) === true) return `${JSON.stringify(originalId)} stands twice in ${source.id}`;
    if (seen === undefined) this.#seen.set(source.id, new Set([originalId]));
    else seen.add(originalId);
    return undefined;
  }
}

const sourceKinds = new Set<unknown>(['function', 'code', 'openapi', 'mcp', 'graphql', 'grpc', 'data']);
const locations = new Set<unknown>(['path', 'query', 'header', 'cookie', 'body', 'argument']);

/** Is a value what a tool's source may be? */
export function isToolSource(value: unknown): value is ToolSource {
  return isRecord(value) && typeof value['id'] === 'string' && sourceKinds.has(value['kind']);
}

/** The row as a draft, or the reason why it is none. */
export function readDraft(row: Record<string, unknown>, canonical: CanonicalCheck): ToolDraft | string {
  const { source, originalId, originalName, description, inputSchema, outputSchema, inputs } = row;
  if (!isToolSource(source)) return 'its source has no id or an unknown kind';
  if (!isText(originalId) || !isText(originalName)) return 'it has no originalId or originalName';
  if (!isText(description)) return 'it has no description';
  if (!isRecord(inputSchema) || inputSchema['type'] !== 'object') return 'its inputSchema is not of type "object"';
  if (!Array.isArray(inputs) || !inputs.every(isInput))
    return 'its inputs are not a list of { name, originalName, in, required }';
  return {
    source,
    originalId,
    originalName,
    description,
    inputSchema: canonical.read(inputSchema),
    inputs,
    ...(isRecord(outputSchema) ? { outputSchema: canonical.read(outputSchema) } : {}),
    ...optionalParts(row),
  };
}

function optionalParts(row: Record<string, unknown>): Partial<ToolDraft> {
  const { title, suggestedName, requires, provides, tags, keywords, annotations, deprecated, links, metadata } = row;
  return {
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof suggestedName === 'string' ? { suggestedName } : {}),
    ...(isTexts(requires) ? { requires } : {}),
    ...(isTexts(provides) ? { provides } : {}),
    ...(isTexts(tags) ? { tags } : {}),
    ...(isTexts(keywords) ? { keywords } : {}),
    ...(isRecord(annotations) ? { annotations: annotations as NonNullable<ToolDraft['annotations']> } : {}),
    ...(typeof deprecated === 'boolean' ? { deprecated } : {}),
    ...(Array.isArray(links) && links.every(isLink) ? { links: links as NonNullable<ToolDraft['links']> } : {}),
    ...(isRecord(metadata) ? { metadata: metadata as Readonly<Record<string, JsonValue>> } : {}),
  };
}

const largest = { depth: 64, nodes: 50_000 } as const;

/** What lies in and below a schema node, the node included. */
interface Extent {
  readonly nodes: number;
  readonly height: number;
}

/** Tells schemas of ours from others. Rows of one document share nodes, and each is looked at once. */
export class CanonicalCheck {
  readonly #extents = new Map<object, Extent | 'none'>();

  /** Takes a schema of ours as it is, with its entity names and cuts; anything else is made canonical. */
  read(schema: Record<string, unknown>): JsonSchema {
    const extent = this.#extentOf(schema, 0);
    return extent !== undefined && extent.nodes <= largest.nodes ? schema : canonicalSchema(schema);
  }

  /** The extent of a canonical node; undefined for one that is not, or lies or reaches too deep. */
  #extentOf(node: unknown, depth: number): Extent | undefined {
    if (!isRecord(node) || depth > largest.depth) return undefined;
    let extent = this.#extents.get(node);
    if (extent === undefined) {
      extent = this.#measure(node, depth);
      // Too deep here may be canonical elsewhere: only what holds everywhere is kept.
      if (extent !== 'none') this.#extents.set(node, extent);
    }
    return extent === 'none' || depth + extent.height - 1 > largest.depth ? undefined : extent;
  }

  #measure(node: Record<string, unknown>, depth: number): Extent | 'none' {
    if ('$ref' in node || 'allOf' in node || '$defs' in node || 'definitions' in node) return 'none';
    let nodes = 1;
    let height = 0;
    const visit = (child: unknown): boolean => {
      const extent = this.#extentOf(child, depth + 1);
      if (extent === undefined) return false;
      nodes += extent.nodes;
      height = Math.max(height, extent.height);
      return true;
    };
    return visitChildren(node, visit) ? { nodes, height: height + 1 } : 'none';
  }
}

/** Calls `visit` for each schema that a node holds, until it says false; what stands in the place of one is visited too. */
function visitChildren(node: Record<string, unknown>, visit: (child: unknown) => boolean): boolean {
  const { properties, additionalProperties } = node;
  if (isRecord(properties)) {
    for (const name of Object.keys(properties)) if (!visit(properties[name])) return false;
  } else if (properties !== undefined && !visit(properties)) return false;
  for (const key of schemaKeys) if (node[key] !== undefined && !visit(node[key])) return false;
  for (const key of listKeys) {
    const list = node[key];
    if (list === undefined) continue;
    if (Array.isArray(list) ? !list.every(visit) : !visit(list)) return false;
  }
  return !isRecord(additionalProperties) || visit(additionalProperties);
}

const schemaKeys = ['items', 'not'] as const;
const listKeys = ['prefixItems', 'anyOf', 'oneOf'] as const;

function isInput(value: unknown): value is ToolInput {
  return (
    isRecord(value) &&
    typeof value['name'] === 'string' &&
    typeof value['originalName'] === 'string' &&
    locations.has(value['in']) &&
    typeof value['required'] === 'boolean'
  );
}

function isLink(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['kind'] === 'string' &&
    typeof value['tool'] === 'string' &&
    (value['direction'] === 'producer' || value['direction'] === 'consumer')
  );
}

const severities = new Set<unknown>(['error', 'warning', 'info'] satisfies Severity[]);

function isDiagnostic(value: unknown): value is Diagnostic {
  return (
    isRecord(value) &&
    severities.has(value['severity']) &&
    typeof value['code'] === 'string' &&
    typeof value['source'] === 'string' &&
    typeof value['message'] === 'string'
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}
