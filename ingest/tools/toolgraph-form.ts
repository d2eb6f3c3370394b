import { isRecord } from '../../src/core/json-schema.js';
import type { DeclaredLink } from '../../src/core/tool-schema.js';
import type { ToolRecord } from './tool-record.js';

const readKeys = new Set([
  'name', 'originalName', 'orig_name', 'originalId', 'title', 'description', 'inputSchema', 'parameters', 'outputSchema', 'returns',
  'annotations', 'tags', 'requires', 'provides', 'deprecated', 'depends_on', 'dependsOn', 'links', 'keywords',
  'source', 'server', 'server_description', 'serverDescription', 'category', 'operationId', 'method', 'path',
  'inputs', 'metadata', '_meta', 'consumes', 'produces', '__proto__', 'type',
]); // biome-ignore format: a table

/**
 * A row of our own form, the most lenient one: `{ name, description, inputSchema | parameters, outputSchema | returns,
 * tags, source, server, server_description, requires, provides, annotations, depends_on, method, path, … }`.
 * Keys it does not know are kept as metadata.
 */
export function toolgraphRecord(row: Record<string, unknown>): ToolRecord {
  const source = readSource(row);
  const hasOutputSchema = row['outputSchema'] !== undefined;
  const originalId = text(row['originalId']);
  return {
    form: 'toolgraph',
    name: row['originalName'] ?? row['name'],
    ...(originalId === undefined ? {} : { originalId }),
    title: row['title'],
    description: row['description'],
    input: row['inputSchema'] === undefined ? row['parameters'] : row['inputSchema'],
    inputOptional: row['inputSchema'] === undefined,
    output: hasOutputSchema ? row['outputSchema'] : row['returns'],
    outputIsSchema: hasOutputSchema,
    annotations: row['annotations'],
    tags: row['tags'],
    requires: row['requires'],
    provides: row['provides'],
    deprecated: row['deprecated'] === true,
    links: [...dependencies(row['depends_on'] ?? row['dependsOn']), ...declaredLinks(row['links'])],
    keywords: [
      row['server_description'] ?? row['serverDescription'],
      row['category'],
      row['operationId'],
      row['orig_name'],
      ...(Array.isArray(row['keywords']) ? row['keywords'] : []),
    ],
    metadata: leftovers(row),
    ...source,
    ...readLocations(row['inputs']),
  };
}

function readSource(row: Record<string, unknown>): Partial<ToolRecord> {
  const given = isRecord(row['source']) ? row['source'] : undefined;
  const server = text(row['server']);
  const source = text(given === undefined ? row['source'] : given['id']) ?? server;
  const title = text(given?.['title']) ?? (server === source ? undefined : server);
  const method = text(row['method'] ?? given?.['method']);
  const path = text(row['path'] ?? given?.['path']);
  return {
    ...(source === undefined ? {} : { source }),
    ...(title === undefined ? {} : { sourceTitle: title }),
    ...(method === undefined ? {} : { method: method.toUpperCase() }),
    ...(path === undefined ? {} : { path }),
  };
}

function dependencies(value: unknown): DeclaredLink[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry): DeclaredLink[] => {
    const tool = text(isRecord(entry) ? (entry['name'] ?? entry['tool']) : entry);
    if (tool === undefined) return [];
    const to = isRecord(entry) ? text(entry['parameter'] ?? entry['to']) : undefined;
    const from = isRecord(entry) ? text(entry['from']) : undefined;
    return [
      {
        kind: 'depends-on',
        tool,
        direction: 'producer',
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
      },
    ];
  });
}

function declaredLinks(value: unknown): DeclaredLink[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).flatMap((link): DeclaredLink[] => {
    const { kind, direction } = link;
    const tool = text(link['tool']);
    if (tool === undefined || (direction !== 'producer' && direction !== 'consumer')) return [];
    if (kind !== 'depends-on' && kind !== 'openapi-link' && kind !== 'workflow-step') return [];
    const texts: { from?: string; to?: string; description?: string } = {};
    for (const key of ['from', 'to', 'description'] as const) {
      const value = text(link[key]);
      if (value !== undefined) texts[key] = value;
    }
    return [{ kind, tool, direction, ...texts }];
  });
}

function readLocations(inputs: unknown): { locations?: ReadonlyMap<string, string> } {
  if (!Array.isArray(inputs)) return {};
  const locations = new Map<string, string>();
  for (const input of inputs) {
    if (isRecord(input) && typeof input['name'] === 'string' && typeof input['in'] === 'string')
      locations.set(input['name'], input['in']);
  }
  return locations.size === 0 ? {} : { locations };
}

function leftovers(row: Record<string, unknown>): Record<string, unknown> {
  const kept: [string, unknown][] = Object.entries(row).filter(([key, value]) => !readKeys.has(key) && value !== null);
  if (row['_meta'] !== undefined) kept.push(['_meta', row['_meta']]);
  const given = isRecord(row['metadata']) ? Object.entries(row['metadata']) : [];
  return Object.fromEntries([...kept, ...given]);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
