import { messageOf } from '../../src/core/errors.js';
import { isRecord, type JsonValue } from '../../src/core/json-schema.js';
import { toExposedName } from '../../src/core/names.js';
import type { OpenApiSource, ToolAnnotations, ToolDraft } from '../../src/core/tool-schema.js';
import { readRequestBody, readSwaggerBody } from './bodies.js';
import type { OpenApiContext } from './context.js';
import { own, ownList, ownRecord, ownText, type Raw } from './document.js';
import { assembleInputs } from './inputs.js';
import { readLinks } from './links.js';
import type { OpenApiOptions } from './options.js';
import { readParameters } from './parameters.js';
import { readSuccess } from './responses.js';
import { securityOf } from './security.js';
import { baseUrlOf, cleanBaseUrl } from './servers.js';
import { nameOfPath, operationTexts, responseText } from './texts.js';

/** One operation of a document, found but not yet read. */
export interface FoundOperation {
  /** `GET /pets`. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly pathItem: Raw;
  readonly operation: Raw;
  readonly operationId?: string;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/**
 * Every operation of the document, in its order. Only method names are operations: what else stands in a path item
 * (`summary`, `servers`, `x-…`) is not. An entry that is no operation object is quarantined.
 */
export function findOperations(context: OpenApiContext): FoundOperation[] {
  const found = new Map<string, FoundOperation>();
  const paths = own(context.document, 'paths');
  if (paths !== undefined && paths !== null && !isRecord(paths))
    context.log.warn(
      'invalid-paths',
      undefined,
      'The "paths" of the document are not an object; there is nothing to take from them.',
    );
  for (const [path, entry] of Object.entries(isRecord(paths) ? paths : {})) {
    if (path.startsWith('x-')) continue;
    if (!path.startsWith('/'))
      context.log.warn(
        'odd-path',
        path,
        `Path ${JSON.stringify(path)} does not begin with a slash; it is kept as it is.`,
      );
    const pathItem = readPathItem(entry, path, context);
    if (pathItem === undefined) continue;
    for (const [method, operation] of operationEntries(pathItem, context)) {
      const id = `${method} ${path}`;
      if (!isRecord(operation)) {
        context.log.error(
          'invalid-operation',
          id,
          `${id} is not an object but ${describeValue(operation)}; it is left out.`,
        );
      } else if (found.has(id)) {
        context.log.error('duplicate-operation', id, `${id} is declared twice in its path item; the first counts.`);
      } else {
        const operationId = ownText(operation, 'operationId');
        found.set(id, { id, method, path, pathItem, operation, ...(operationId === undefined ? {} : { operationId }) });
      }
    }
  }
  return [...found.values()];
}

function readPathItem(entry: unknown, path: string, context: OpenApiContext): Raw | undefined {
  if (!isRecord(entry)) {
    context.log.error(
      'invalid-path-item',
      path,
      `Path ${path} is not an object but ${describeValue(entry)}; it is left out.`,
    );
    return undefined;
  }
  if (typeof entry['$ref'] !== 'string') return entry;
  const target = context.follow(entry, path);
  if (isRecord(target)) return { ...target, ...entry };
  return entry; // the reference was reported; what stands beside it still counts
}

function operationEntries(pathItem: Raw, context: OpenApiContext): [string, unknown][] {
  const entries: [string, unknown][] = [];
  const known: readonly string[] = context.version === '3.2' ? [...methods, 'query'] : methods;
  for (const [key, value] of Object.entries(pathItem)) {
    if (known.includes(key.toLowerCase())) entries.push([key.toUpperCase(), value]);
  }
  if (context.version === '3.2') {
    for (const [key, value] of Object.entries(ownRecord(pathItem, 'additionalOperations') ?? {})) {
      if (!key.startsWith('x-')) entries.push([key.toUpperCase(), value]);
    }
  }
  return entries;
}

/** What every operation of one document has in common. */
export interface DraftSettings {
  readonly sourceId: string;
  readonly title: string | undefined;
  readonly tagTexts: ReadonlyMap<string, string>;
  readonly server: OpenApiOptions['server'];
}

/** Makes tools of operations. One that cannot be read is quarantined and does not touch the others. */
export function draftOperations(
  found: readonly FoundOperation[],
  settings: DraftSettings,
  context: OpenApiContext,
): ToolDraft[] {
  const names = originalNames(found, context);
  return found.flatMap((operation) => {
    try {
      return [draftOperation(operation, names.get(operation.id) as NamePair, settings, context)];
    } catch (thrown) {
      context.log.error(
        'unreadable-operation',
        operation.id,
        `${operation.id} could not be read: ${messageOf(thrown, 120)}`,
      );
      return [];
    }
  });
}

interface NamePair {
  readonly originalName: string;
  readonly suggestedName?: string;
}

/**
 * What each operation is called: its operationId, or `METHOD /path` when it has none or another one has the same.
 * Ids that differ but clean up to one exposed name are reported.
 */
function originalNames(found: readonly FoundOperation[], context: OpenApiContext): ReadonlyMap<string, NamePair> {
  const firstOf = new Map<string, string>();
  for (const { id, operationId } of found)
    if (operationId !== undefined && !firstOf.has(operationId)) firstOf.set(operationId, id);
  const names = new Map<string, NamePair>();
  for (const { id, method, path, operationId } of found) {
    const first = operationId === undefined ? undefined : firstOf.get(operationId);
    if (operationId !== undefined && first === id) names.set(id, { originalName: operationId });
    else {
      names.set(id, { originalName: id, suggestedName: nameOfPath(method, path) });
      if (operationId !== undefined)
        context.log.repair(
          'duplicate-operation-id',
          id,
          `${id} has the operationId ${JSON.stringify(operationId.slice(0, 200))} of ${first}; it is named by its path.`,
        );
    }
  }
  reportRenames(names, context);
  return names;
}

function reportRenames(names: ReadonlyMap<string, NamePair>, context: OpenApiContext): void {
  const groups = new Map<string, [string, NamePair][]>();
  for (const [id, name] of names) {
    const base = toExposedName(name.suggestedName ?? name.originalName);
    const group = groups.get(base);
    if (group === undefined) groups.set(base, [[id, name]]);
    else group.push([id, name]);
  }
  for (const [base, group] of groups) {
    if (group.length < 2) continue;
    for (const [id, { originalName }] of group.filter(
      ([, name]) => (name.suggestedName ?? name.originalName) !== base,
    )) {
      context.log.repair(
        'renamed',
        id,
        `${JSON.stringify(originalName.slice(0, 200))} becomes ${base}, as ${group.length - 1} other name(s) do; the exposed names are told apart by a suffix.`,
      );
    }
  }
}

function draftOperation(
  found: FoundOperation,
  name: NamePair,
  settings: DraftSettings,
  context: OpenApiContext,
): ToolDraft {
  const { id, method, path, pathItem, operation } = found;
  const parameters = readParameters(pathItem, operation, path, id, context);
  const body =
    context.version === '2.0'
      ? readSwaggerBody(parameters.body, operation, id, context)
      : readRequestBody(operation, id, context);
  const success = readSuccess(operation, id, context);
  const texts = operationTexts(pathItem, operation, method, path);
  if (texts.rest !== undefined)
    context.log.info(
      'description-cut',
      id,
      `The description of ${id} is cut to ${texts.description.length} characters; the rest stays searchable.`,
    );
  const tags = [
    ...new Set(ownList(operation, 'tags').filter((tag): tag is string => typeof tag === 'string' && tag !== '')),
  ];
  const keywords = [
    texts.rest,
    responseText(success?.response),
    ...tags.map((tag) => settings.tagTexts.get(tag)),
  ].filter((text) => text !== undefined);
  const links = success === undefined ? [] : readLinks(success.response, id, context);
  const metadata = metadataOf(body.contentTypes, success?.contentType, parameters.ignored);
  return {
    source: sourceOf(found, settings, context),
    originalId: id,
    ...name,
    ...(texts.title === undefined ? {} : { title: texts.title }),
    description: texts.description,
    ...context.shared(assembleInputs([...parameters.inputs, ...body.inputs], body.entity)),
    ...(success?.schema === undefined ? {} : { outputSchema: context.shared(success.schema) }),
    ...(tags.length === 0 ? {} : { tags: context.shared(tags) }),
    annotations: context.shared(annotationsOf(method)),
    ...(own(operation, 'deprecated') === true ? { deprecated: true } : {}),
    ...(links.length === 0 ? {} : { links }),
    ...(keywords.length === 0 ? {} : { keywords }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata: context.shared(metadata) }),
  };
}

function sourceOf(
  { id, method, path, pathItem, operation, operationId }: FoundOperation,
  settings: DraftSettings,
  context: OpenApiContext,
): OpenApiSource {
  const baseUrl =
    settings.server === undefined ? baseUrlOf(pathItem, operation, id, context) : cleanBaseUrl(settings.server);
  const security = securityOf(operation, id, context);
  return {
    kind: 'openapi',
    id: settings.sourceId,
    ...(settings.title === undefined ? {} : { title: settings.title }),
    method,
    path,
    ...(operationId === undefined ? {} : { operationId }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(security === undefined ? {} : { security: context.shared(security) }),
  };
}

/** What HTTP promises of a method. POST and PATCH promise nothing but that they may change something. */
function annotationsOf(method: string): ToolAnnotations {
  const safe = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'].includes(method);
  return {
    ...(safe || ['POST', 'PATCH', 'PUT', 'DELETE'].includes(method) ? { readOnlyHint: safe } : {}),
    ...(method === 'DELETE' ? { destructiveHint: true } : {}),
    ...(safe || method === 'PUT' || method === 'DELETE' ? { idempotentHint: true } : {}),
    openWorldHint: true,
  };
}

function metadataOf(
  requestTypes: readonly string[],
  responseType: string | undefined,
  ignoredHeaders: number,
): Record<string, JsonValue> {
  return {
    ...(requestTypes.length > 1 ? { requestContentTypes: requestTypes } : {}),
    ...(responseType === undefined || responseType === 'application/json' ? {} : { responseContentType: responseType }),
    ...(ignoredHeaders > 0 ? { ignoredHeaderParameters: ignoredHeaders } : {}),
  };
}

function describeValue(value: unknown): string {
  return value === null || value === undefined ? 'empty' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
